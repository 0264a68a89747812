/**
 * Turn: what a bargainer's answer is played as.
 *
 * Whoever is asked may answer in words, by a structured move, or not at all. Words are read by the total reader of
 * `offer-text.ts` against the standing price of the other side; a structured move passes the codec of moves. What
 * cannot be read, what nobody answered, what a reservation forbids and what the other seat does not take as a move is
 * played as a hold, with the defect kept beside it: nothing is ever turned into an acceptance.
 *
 * | answer                                         | is played as | counted as   |
 * | ---------------------------------------------- | ------------ | ------------ |
 * | readable words, a legal move                   | that move    | -            |
 * | words or a move that cannot be read            | hold         | `unreadable` |
 * | a fault: timeout, threw, empty, refused        | hold         | `faults`     |
 * | an acceptance or price beyond a reservation    | hold         | `vetoes`     |
 * | an offer that is no price of the protocol      | hold         | `refused`    |
 *
 * Laws
 *   L1 hold never accept  a turn with a defect is a hold, and a fault always has one
 *   L2 standing           without a standing price no answer is an acceptance
 *   L3 own moves          a structured move is played as it was given
 *   L4 tally              turns without a defect and the four counts add up to all turns
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { closedObjectOf, decode } from '../../core/codec.js'
import { type FaultKind, type Heard, readAnswer } from '../../core/episode/answer.js'
import { type Failures, failure } from '../../core/failure.js'
import { againstStanding, EXPECTED_MOVE, type OfferReading } from '../offer-reading.js'
import { type OfferOptions, readOffer } from '../offer-text.js'
import type { BargainSide, BuyerMove } from '../protocol.js'

/**
 * Says what either side does at its turn; a price is in cents. The seller's offer is its ask.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainMove = BuyerMove

/**
 * Says why a turn was played as a hold. A vetoed or refused move is kept as it was given; `bound` is the reservation
 * that it passed, in cents.
 *
 * @category model
 * @since 0.1.0
 */
export type TurnDefect =
  | { readonly _tag: 'Unreadable'; readonly reason: string; readonly expected: string }
  | { readonly _tag: 'Faulted'; readonly fault: FaultKind; readonly detail: string }
  | { readonly _tag: 'Vetoed'; readonly move: BargainMove; readonly bound: number }
  | { readonly _tag: 'Refused'; readonly move: BargainMove; readonly expected: string }

/**
 * Records one turn: whose it was, what it was played as, and the defect if there was one.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayedTurn {
  readonly side: BargainSide
  readonly move: BargainMove
  readonly defect: TurnDefect | null
}

/**
 * Counts turns, and those that were played as holds by kind of defect.
 *
 * @category model
 * @since 0.1.0
 */
export interface TurnCounts {
  readonly turns: number
  readonly unreadable: number
  readonly faults: number
  readonly vetoes: number
  readonly refused: number
}

/**
 * Describes a turn that was played as its move.
 *
 * @category constructors
 * @since 0.1.0
 */
export const soundTurn = (side: BargainSide, move: BargainMove): PlayedTurn => ({
  side,
  move,
  defect: null,
})

/**
 * Describes a turn that is played as a hold because of a defect.
 *
 * @category constructors
 * @since 0.1.0
 */
export const heldTurn = (side: BargainSide, defect: TurnDefect): PlayedTurn => ({
  side,
  move: { _tag: 'Hold' },
  defect,
})

/**
 * Describes the turn of a scripted move: played as it is, but for an acceptance where no price stands.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptedTurn = (
  side: BargainSide,
  move: BargainMove,
  standing: number | null,
): PlayedTurn =>
  move._tag === 'Accept' && standing === null
    ? heldTurn(side, {
        _tag: 'Unreadable',
        reason: 'accept_without_standing_offer',
        expected: 'a standing offer',
      })
    : soundTurn(side, move)

const moveOf = (reading: OfferReading): Either<Failures, BargainMove> => {
  switch (reading._tag) {
    case 'Accept':
      return right({ _tag: 'Accept' })
    case 'Leave':
      return right({ _tag: 'Leave' })
    case 'Offer':
      return right({ _tag: 'Offer', price: reading.price })
    case 'Unreadable':
      return left([failure(reading.reason, [], reading.span, reading.expected)])
  }
}

/**
 * Reads an answer at a side's turn. `standing` is the price of the other side that can be accepted, in cents; `null`
 * where there is none.
 *
 * @example
 * ```ts
 * import { dollars, readTurn } from 'edgeworth/bargaining'
 * import { faultAnswer, textAnswer } from 'edgeworth/core'
 * const read = readTurn('buyer', dollars, 9000)
 * read(textAnswer('ACCEPT')) // => { side: 'buyer', move: { _tag: 'Accept' }, defect: null }
 * read(faultAnswer('timeout', '30 s')).move // => { _tag: 'Hold' }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const readTurn = (
  side: BargainSide,
  words: OfferOptions,
  standing: number | null,
): ((answer: Heard) => PlayedTurn) => {
  const read = readAnswer<BargainMove>({
    text: (said) => moveOf(againstStanding(standing)(readOffer(words)(said))),
    action: (action) => decode(BargainMoveCodec)(action),
  })
  return (answer) => {
    const reading = read(answer)
    switch (reading._tag) {
      case 'Understood':
        return scriptedTurn(side, reading.value, standing)
      case 'Faulted':
        return heldTurn(side, reading)
      case 'Unreadable': {
        const [{ _tag, expected }] = reading.failures
        return heldTurn(side, { _tag: 'Unreadable', reason: _tag, expected })
      }
    }
  }
}

/**
 * Counts the turns of a list by their defects.
 *
 * @category operations
 * @since 0.1.0
 */
export const countTurns = (turns: ReadonlyArray<PlayedTurn>): TurnCounts => {
  const count = (kind: TurnDefect['_tag']): number =>
    turns.reduce((found, { defect }) => (defect?._tag === kind ? found + 1 : found), 0)
  return {
    turns: turns.length,
    unreadable: count('Unreadable'),
    faults: count('Faulted'),
    vetoes: count('Vetoed'),
    refused: count('Refused'),
  }
}

/**
 * Adds counts.
 *
 * @category operations
 * @since 0.1.0
 */
export const addCounts = (a: TurnCounts, b: TurnCounts): TurnCounts => ({
  turns: a.turns + b.turns,
  unreadable: a.unreadable + b.unreadable,
  faults: a.faults + b.faults,
  vetoes: a.vetoes + b.vetoes,
  refused: a.refused + b.refused,
})

/**
 * Describes what an answer in words may look like, for a prompt.
 *
 * @category rendering
 * @since 0.1.0
 */
export const howToAnswer: string = `Answer with ${EXPECTED_MOVE}.`

/**
 * Accepts structured moves. A price may be any number here: whether it is one of the protocol is for the other seat to
 * say, which refuses the move and names what it expected.
 *
 * @category codec
 * @since 0.1.0
 */
export const BargainMoveCodec: t.Type<BargainMove> = /* @__PURE__ */ t.union([
  /* @__PURE__ */ closedObjectOf({ _tag: t.literal('Accept') }),
  /* @__PURE__ */ closedObjectOf({ _tag: t.literal('Offer'), price: t.number }),
  /* @__PURE__ */ closedObjectOf({ _tag: t.literal('Leave') }),
  /* @__PURE__ */ closedObjectOf({ _tag: t.literal('Hold') }),
])
