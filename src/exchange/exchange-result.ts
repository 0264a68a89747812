/**
 * Exchange result: what was played, round by round, and what it came to.
 *
 * A round keeps its texts, who was asked, the mechanism in its three states, the audits, the event and the cost: all that
 * a recorded row needs. Everything is plain data.
 *
 * Laws
 *   L1 totals   net welfare is final welfare less the costs of all rounds, and realized is that less initial welfare
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { ExchangeConfig } from '../economy/config.js'
import { utilities } from '../economy/utility.js'
import { welfare } from '../economy/welfare.js'
import { totalCost } from '../settlement/coordination-cost.js'
import type { PrivateAcceptanceAudit } from '../settlement/event.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import type { Reading } from './mechanism-fields.js'
import type { SaidDefect } from './moves.js'
import type { ReasoningChannel } from './question.js'
import type { SettledRound } from './settled-round.js'

/**
 * Maps agents (from 1) to what they said, ascending.
 *
 * @category model
 * @since 0.1.0
 */
export type SaidByAgent = Readonly<Record<number, string>>

/**
 * Is an answer that said nothing, with the id of its question.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundDefect {
  readonly id: string
  readonly agent: number | null
  readonly defect: SaidDefect
}

/**
 * Is a round that was played. `compiler` and `verifier` are the replies that were read; in a round that was settled by
 * actions they are written by the rules, and nobody was asked.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeRound extends SettledRound {
  readonly controller: number
  readonly condition: 'language' | 'structured'
  readonly communication: SaidByAgent
  readonly proposal: string
  readonly responders: ReadonlyArray<number>
  readonly responses: SaidByAgent
  readonly final: string
  readonly compiler: string
  readonly verifier: string
  readonly compiled: Mechanism
  readonly verified: Mechanism
  readonly executed: Mechanism
  readonly decisions: SaidByAgent
  readonly audits: ReadonlyArray<PrivateAcceptanceAudit>
  readonly rejecting: ReadonlyArray<number>
  readonly asked: number
  readonly defects: ReadonlyArray<RoundDefect>
}

/**
 * Counts what was asked and what could not be used. The last three are about texts that were there and said nothing
 * that could be read.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnswerCounts {
  readonly asked: number
  readonly empty: number
  readonly unreadable: number
  readonly faults: number
  readonly compileFailures: number
  readonly refusedByVerifier: number
  readonly malformedDecisions: number
}

/**
 * Holds what an exchange came to, in units of utility. `gains` are final less initial utilities, in agent order.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeTotals {
  readonly initialWelfare: number
  readonly finalWelfare: number
  readonly coordinationCost: number
  readonly netWelfare: number
  readonly realized: number
  readonly gains: ReadonlyArray<number>
  readonly applied: number
  readonly counts: AnswerCounts
}

/**
 * Holds an exchange that was played. `config` has the seed that was played.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExchangeResult {
  readonly config: ExchangeConfig
  readonly seed: number
  readonly summation: Summation
  readonly reading: Reading
  readonly reasoning: ReasoningChannel
  readonly defectors: ReadonlyArray<number>
  readonly rounds: ReadonlyArray<ExchangeRound>
  readonly ledger: Ledger
  readonly totals: ExchangeTotals
}

const countsOf = (rounds: ReadonlyArray<ExchangeRound>): AnswerCounts => {
  const defects = rounds.flatMap((round) => round.defects)
  const count = (tag: SaidDefect['_tag']): number =>
    defects.filter(({ defect }) => defect._tag === tag).length
  return {
    asked: rounds.reduce((total, round) => total + round.asked, 0),
    empty: count('Empty'),
    unreadable: count('Unreadable'),
    faults: count('Faulted'),
    compileFailures: rounds.filter(({ compiled }) => compiled.label === 'compile_failure').length,
    refusedByVerifier: rounds.filter(({ verified }) => !verified.verifierOk).length,
    malformedDecisions: rounds
      .flatMap(({ audits }) => audits)
      .filter(({ errorFamily }) => errorFamily === 'malformed_private_acceptance').length,
  }
}

/**
 * Adds up what the rounds of an exchange came to.
 *
 * @category operations
 * @since 0.1.0
 */
export const exchangeTotals = (
  { world, allocation }: Ledger,
  summation: Summation,
  rounds: ReadonlyArray<ExchangeRound>,
): ExchangeTotals => {
  const before = utilities(world, world.allocation, summation)
  const after = utilities(world, allocation, summation)
  const initialWelfare = welfare(summation)(before)
  const finalWelfare = welfare(summation)(after)
  const coordinationCost = totalCost(rounds.map(({ cost }) => cost))
  const netWelfare = finalWelfare - coordinationCost
  return {
    initialWelfare,
    finalWelfare,
    coordinationCost,
    netWelfare,
    realized: netWelfare - initialWelfare,
    gains: after.map((utility, agent) => utility - (before[agent] ?? 0)),
    applied: rounds.filter(({ event }) => event.applied).length,
    counts: countsOf(rounds),
  }
}
