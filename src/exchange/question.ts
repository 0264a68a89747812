/**
 * Question: what an exchange asks, of whom, and what that seat may know.
 *
 * A question is one of seven kinds, by phase. Its id is the natural key of what is asked (`call-name.ts`). The
 * observation is all that the seat may see; `hidden` is the true state, for agents named `privileged` and for audits, and
 * is never rendered. `action` is the codec of the structured move that answers it.
 *
 * | phase       | asked of                    | sees beside its own seat                              |
 * | ----------- | --------------------------- | ----------------------------------------------------- |
 * | Communicate | the communication set       | nothing                                               |
 * | Propose     | the controller              | the messages it hears                                 |
 * | Respond     | the responders              | the messages it hears and the proposal                |
 * | Finalize    | the controller              | those, and the responses                              |
 * | Compile     | the compiler                | all public texts of the round; no holdings, no values |
 * | Verify      | the verifier                | those, and the compiled mechanism                     |
 * | Accept      | each debited agent          | the mechanism; in a full context the texts it hears    |
 *
 * @module
 */
import type * as t from 'io-ts'
import type { Summation } from '../core/arithmetic.js'
import type { JsonRecord } from '../core/json.js'
import type { PrivateAcceptanceMode, ResponseScope } from '../economy/protocol.js'
import type { BundleBuyer, Matrix, UtilityMode } from '../economy/world.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import type { MechanismJson } from '../settlement/mechanism-codec.js'
import type { Transfer } from '../settlement/transfer.js'
import type { CallRole } from './call-name.js'
import type {
  AcceptMove,
  CommunicateMove,
  RespondMove,
  SettlementMove,
  VerifyMove,
} from './moves.js'

/**
 * Names what a seat may do with its reasoning: give none, keep it in a scratchpad that nobody else sees, or speak it.
 *
 * @category model
 * @since 0.1.0
 */
export type ReasoningChannel = 'disallowed' | 'private' | 'public'

/**
 * Holds the rules that every seat knows.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarketRules {
  readonly agents: number
  readonly goods: ReadonlyArray<string>
  readonly rounds: number
  readonly utilityMode: UtilityMode
  /** 0-based column of the money good, or null without money. */
  readonly moneyGood: number | null
  readonly settlementRowLimit: number | null
  readonly responseScope: ResponseScope
  readonly broadcast: boolean
  readonly directContactsOnly: boolean
  readonly atomicCommit: boolean
  readonly partialClearing: boolean
  readonly strictSelfInterest: boolean
  readonly rationalityEnforced: boolean
  readonly updatesNeedFinalSection: boolean
  readonly privateAcceptance: PrivateAcceptanceMode | null
  readonly mechanismExample: string
}

/**
 * Is a text with the agent that said it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Utterance {
  readonly agent: number
  readonly text: string
}

/**
 * Is the public record of an earlier round. `gains` and `welfare` are `null` where the profile keeps them back.
 *
 * @category model
 * @since 0.1.0
 */
export interface PublicRound {
  readonly round: number
  readonly controller: number
  readonly applied: boolean
  readonly transfers: ReadonlyArray<Transfer>
  readonly updates: ReadonlyArray<JsonRecord>
  readonly rejectedBy: ReadonlyArray<number>
  readonly gains: { readonly [agent: number]: number } | null
  readonly welfare: number | null
}

/**
 * Holds what an agent sees whenever it is asked. What the protocol keeps back is `null`.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatView {
  readonly agent: number
  readonly round: number
  readonly controller: number
  readonly rules: MarketRules
  readonly reasoning: ReasoningChannel
  /** The agents that this one sees, ascending. */
  readonly contacts: ReadonlyArray<number>
  readonly holdings: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  /** The bundle that this agent wants, `null` for any other agent. */
  readonly bundle: BundleBuyer | null
  readonly allocation: Matrix | null
  readonly totals: ReadonlyArray<number> | null
  readonly allValues: Matrix | null
  readonly institutions: ReadonlyArray<JsonRecord>
  readonly history: ReadonlyArray<PublicRound>
}

/**
 * Is what an agent sees before it speaks.
 *
 * @category model
 * @since 0.1.0
 */
export interface CommunicateView extends SeatView {
  readonly _tag: 'Communicate'
}

/**
 * Is what the controller sees before it proposes.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProposeView extends SeatView {
  readonly _tag: 'Propose'
  readonly messages: ReadonlyArray<Utterance>
}

/**
 * Is what a responder sees.
 *
 * @category model
 * @since 0.1.0
 */
export interface RespondView extends SeatView {
  readonly _tag: 'Respond'
  readonly messages: ReadonlyArray<Utterance>
  readonly proposal: string
}

/**
 * Is what the controller sees before it finalizes.
 *
 * @category model
 * @since 0.1.0
 */
export interface FinalizeView extends SeatView {
  readonly _tag: 'Finalize'
  readonly messages: ReadonlyArray<Utterance>
  readonly proposal: string
  readonly responses: ReadonlyArray<Utterance>
}

/**
 * Holds the texts of a round.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundTexts {
  readonly messages: ReadonlyArray<Utterance>
  readonly proposal: string
  readonly responses: ReadonlyArray<Utterance>
  readonly final: string
}

/**
 * Is what the compiler sees: the public texts of a round.
 *
 * @category model
 * @since 0.1.0
 */
export interface CompileView extends RoundTexts {
  readonly _tag: 'Compile'
  readonly round: number
  readonly controller: number
  readonly rules: MarketRules
}

/**
 * Is what the verifier sees.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifyView extends RoundTexts {
  readonly _tag: 'Verify'
  readonly round: number
  readonly controller: number
  readonly rules: MarketRules
  readonly compiled: Mechanism
}

/**
 * Is what a debited agent sees when it is asked in private; `texts` is `null` in a minimal context.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptView extends SeatView {
  readonly _tag: 'Accept'
  readonly transfers: ReadonlyArray<Transfer>
  readonly texts: RoundTexts | null
}

/**
 * Holds the true state, for privileged agents and audits alone: nothing of it is rendered.
 *
 * @category model
 * @since 0.1.0
 */
export interface HiddenState {
  readonly ledger: Ledger
  readonly summation: Summation
}

interface Asked<P extends string, R extends CallRole, O, A> {
  readonly _tag: P
  readonly id: string
  readonly round: number
  readonly role: R
  /** The agent that is asked; `null` for the compiler and the verifier. */
  readonly agent: R extends 'compiler' | 'verifier' ? null : number
  readonly order: number
  readonly observation: O
  readonly hidden: HiddenState
  readonly action: t.Type<A>
}

/**
 * Is a question of an exchange.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeQuestion =
  | Asked<'Communicate', 'communication', CommunicateView, CommunicateMove>
  | Asked<'Propose', 'proposal', ProposeView, SettlementMove>
  | Asked<'Respond', 'response', RespondView, RespondMove>
  | Asked<'Finalize', 'finalization', FinalizeView, SettlementMove>
  | Asked<'Compile', 'compiler', CompileView, MechanismJson>
  | Asked<'Verify', 'verifier', VerifyView, VerifyMove>
  | Asked<'Accept', 'private_acceptance', AcceptView, AcceptMove>

/**
 * Names the phase of a question.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangePhase = ExchangeQuestion['_tag']

/**
 * Gives the question of one phase.
 *
 * @category model
 * @since 0.1.0
 */
export type QuestionAt<P extends ExchangePhase> = Extract<ExchangeQuestion, { readonly _tag: P }>

/**
 * Is what any seat may see.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeObservation = ExchangeQuestion['observation']
