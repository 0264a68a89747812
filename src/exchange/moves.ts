/**
 * Moves: the structured actions of an exchange, and what any answer comes to.
 *
 * Every question is answered in words or by a structured action that bypasses language. An action is checked by its
 * codec and then put into words, so that a round always has its texts. An answer that cannot be taken (a fault, an
 * action of another shape) says nothing: its text is empty and its defect is kept. An empty text is taken as it is, and
 * is a defect too.
 *
 * | question        | action                                                                                  |
 * | --------------- | --------------------------------------------------------------------------------------- |
 * | communication   | `{ to, message, request? }`: `to` is `all`, `none` or a list of agents                   |
 * | proposal        | `{ transfers, updates?, message?, to?, request? }`                                      |
 * | response        | `{ accept, message? }`                                                                  |
 * | finalization    | `{ transfers, updates?, message? }`                                                     |
 * | compiler        | a mechanism in its recorded form                                                        |
 * | verifier        | `{ verifier_ok, confidence?, reason? }`                                                 |
 * | private         | `{ approve, own_debits_seen, own_credits_seen, claimed_delta_sign, ... }`               |
 *
 * Laws
 *   L1 nothing from a fault    a fault, an empty text and an action of another shape give no move, and their defect
 *   L2 words kept              a text is kept as it was said
 *
 * @module
 */
import * as t from 'io-ts'
import {
  arrayOf,
  closedObjectOf,
  decode,
  Finite,
  JsonValue,
  oneOf,
  Positive,
  PositiveInteger,
  recordOf,
} from '../core/codec.js'
import { type FaultKind, type Heard, matchAnswer } from '../core/episode/answer.js'
import type { JsonRecord } from '../core/json.js'
import { TransferJson } from '../settlement/mechanism-codec.js'
import type { Transfer } from '../settlement/transfer.js'
import {
  type PublicActionParts,
  writePublicAction,
  writeSettlementRows,
} from './public-action-text.js'

/**
 * Says to whom a structured message speaks: everybody, nobody in particular, or agents by number.
 *
 * @category model
 * @since 0.1.0
 */
export type Addressees = 'all' | 'none' | ReadonlyArray<number>

/**
 * Is a structured message.
 *
 * @category model
 * @since 0.1.0
 */
export interface CommunicateMove {
  readonly to: Addressees
  readonly message: string
  readonly request?: string
}

/**
 * Is a structured proposal or a structured final settlement: the rows to move and the rules to write down.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementMove {
  readonly transfers: ReadonlyArray<Transfer>
  readonly updates?: ReadonlyArray<JsonRecord>
  readonly message?: string
  readonly to?: Addressees
  readonly request?: string
}

/**
 * Is a structured response: `accept` consents to the rows of the proposal that debit the one who says it.
 *
 * @category model
 * @since 0.1.0
 */
export interface RespondMove {
  readonly accept: boolean
  readonly message?: string
}

/**
 * Is a structured verdict on a compiled mechanism.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifyMove {
  readonly verifier_ok: boolean
  readonly confidence?: number
  readonly reason?: string
}

/**
 * Is a structured private decision, with the rows that the one who decides believes it gives and gets.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptMove {
  readonly approve: boolean
  readonly own_debits_seen: ReadonlyArray<{ readonly resource: string; readonly quantity: number }>
  readonly own_credits_seen: ReadonlyArray<{ readonly resource: string; readonly quantity: number }>
  readonly claimed_delta_sign: 'positive' | 'negative' | 'zero'
  readonly counterpart_transfers_present: boolean
  readonly same_bundle_authorized: boolean
  readonly reason?: string
}

const AddresseesCodec: t.Type<Addressees> = /* @__PURE__ */ t.union([
  /* @__PURE__ */ oneOf('all', 'none'),
  /* @__PURE__ */ arrayOf(PositiveInteger),
])

/**
 * Accepts structured messages.
 *
 * @category codec
 * @since 0.1.0
 */
export const CommunicateMoveCodec: t.Type<CommunicateMove> = /* @__PURE__ */ closedObjectOf(
  { to: AddresseesCodec, message: t.string },
  { request: t.string },
)

/**
 * Accepts structured proposals and final settlements.
 *
 * @category codec
 * @since 0.1.0
 */
export const SettlementMoveCodec: t.Type<SettlementMove> = /* @__PURE__ */ closedObjectOf(
  { transfers: /* @__PURE__ */ arrayOf(TransferJson) },
  {
    updates: /* @__PURE__ */ arrayOf(/* @__PURE__ */ recordOf(JsonValue)),
    message: t.string,
    to: AddresseesCodec,
    request: t.string,
  },
)

/**
 * Accepts structured responses.
 *
 * @category codec
 * @since 0.1.0
 */
export const RespondMoveCodec: t.Type<RespondMove> = /* @__PURE__ */ closedObjectOf(
  { accept: t.boolean },
  { message: t.string },
)

/**
 * Accepts structured verdicts.
 *
 * @category codec
 * @since 0.1.0
 */
export const VerifyMoveCodec: t.Type<VerifyMove> = /* @__PURE__ */ closedObjectOf(
  { verifier_ok: t.boolean },
  { confidence: Finite, reason: t.string },
)

const ClaimedRows: t.Type<AcceptMove['own_debits_seen']> = /* @__PURE__ */ arrayOf(
  /* @__PURE__ */ closedObjectOf({ resource: t.string, quantity: Positive }),
)

/**
 * Accepts structured private decisions.
 *
 * @category codec
 * @since 0.1.0
 */
export const AcceptMoveCodec: t.Type<AcceptMove> = /* @__PURE__ */ closedObjectOf(
  {
    approve: t.boolean,
    own_debits_seen: ClaimedRows,
    own_credits_seen: ClaimedRows,
    claimed_delta_sign: /* @__PURE__ */ oneOf('positive', 'negative', 'zero'),
    counterpart_transfers_present: t.boolean,
    same_bundle_authorized: t.boolean,
  },
  { reason: t.string },
)

/**
 * Tells why an answer says nothing.
 *
 * @category model
 * @since 0.1.0
 */
export type SaidDefect =
  | { readonly _tag: 'Empty' }
  | { readonly _tag: 'Unreadable'; readonly reason: string; readonly expected: string }
  | { readonly _tag: 'Faulted'; readonly fault: FaultKind; readonly detail: string }

/**
 * Holds what an answer came to: its words, the structured move if it was one, and what was wrong with it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Said<A> {
  readonly text: string
  readonly move: A | null
  readonly defect: SaidDefect | null
}

/**
 * Makes the reader of an answer from the codec of its action and the words for one.
 *
 * @category operations
 * @since 0.1.0
 */
export const readSaid = <A>(
  codec: t.Type<A>,
  inWords: (move: A) => string,
): ((answer: Heard) => Said<A>) => {
  const read = decode(codec)
  return matchAnswer<Said<A>>({
    text: (text) => ({ text, move: null, defect: text.trim() === '' ? { _tag: 'Empty' } : null }),
    action: (action) => {
      const move = read(action)
      if (move._tag === 'Right')
        return { text: inWords(move.right), move: move.right, defect: null }
      const [{ _tag: reason, expected }] = move.left
      return { text: '', move: null, defect: { _tag: 'Unreadable', reason, expected } }
    },
    fault: (fault, detail) => ({
      text: '',
      move: null,
      defect: { _tag: 'Faulted', fault, detail },
    }),
  })
}

const addressed = (to: Addressees | undefined): string =>
  to === undefined || to === 'none'
    ? 'none'
    : to === 'all'
      ? 'all agents'
      : to.map((agent) => `a${agent}`).join(', ')

/** What a structured move says of itself becomes sections; an absent part says none. */
const section = (
  heading: 'MESSAGE' | 'RESPONSE REQUEST',
  said: string | undefined,
): PublicActionParts => (said === undefined ? {} : { [heading]: said })

/**
 * Puts a structured message into words.
 *
 * @category rendering
 * @since 0.1.0
 */
export const communicationInWords = ({ to, message, request }: CommunicateMove): string =>
  writePublicAction({
    ADDRESSEES: addressed(to),
    MESSAGE: message,
    ...section('RESPONSE REQUEST', request),
  })

/**
 * Puts a structured proposal or final settlement into words.
 *
 * @category rendering
 * @since 0.1.0
 */
export const settlementInWords = (move: SettlementMove): string =>
  writePublicAction({
    ADDRESSEES: addressed(move.to),
    ...section('MESSAGE', move.message),
    ...section('RESPONSE REQUEST', move.request),
    SETTLEMENT: writeSettlementRows(move.transfers),
    'PUBLIC STATE UPDATE': (move.updates ?? []).map((update) => JSON.stringify(update)).join('\n'),
  })

/**
 * Puts a structured response into words.
 *
 * @category rendering
 * @since 0.1.0
 */
export const responseInWords = ({ accept, message }: RespondMove): string =>
  writePublicAction({
    MESSAGE: message ?? (accept ? 'I ACCEPT every row that debits me.' : 'I DECLINE.'),
    'CONSENT CONDITIONS': accept ? 'Rows exactly as proposed.' : 'none',
  })
