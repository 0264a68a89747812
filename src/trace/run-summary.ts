/**
 * Run summary: what a whole run came to, from its settled rounds.
 *
 * @module
 */
import { EPSILON, type Summation } from '../core/arithmetic.js'
import type { Json, JsonRecord } from '../core/json.js'
import { type ExchangeConfig, goodsOfConfig } from '../economy/config.js'
import { legacyWelfareRatio } from '../economy/legacy-welfare-ratio.js'
import { gridOptimum } from '../economy/optimum.js'
import { utilities } from '../economy/utility.js'
import { controllerOf } from '../economy/visibility.js'
import { gini, welfare } from '../economy/welfare.js'
import type { World } from '../economy/world.js'
import type { SettledRound } from '../exchange/settled-round.js'
import { totalCost } from '../settlement/coordination-cost.js'
import type { PrivateAcceptanceAudit } from '../settlement/event.js'
import { type Ledger, openLedger } from '../settlement/ledger.js'
import type { ManifestRow } from './manifest-codec.js'
import { recordAudit } from './recorded-form.js'
import { costLine, manifestTotalsOf, usageOf } from './usage.js'

/**
 * Is what a run came to, in units of utility. `allocation` is N x R, `surplus` one number per agent: utility at the end
 * less utility at the start.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunFacts {
  readonly rounds: number
  readonly initialWelfare: number
  readonly finalWelfare: number
  readonly coordinationCost: number
  readonly netWelfare: number
  /** Welfare of the optimum on the grid of whole units. */
  readonly optimumWelfare: number
  readonly allocation: ReadonlyArray<ReadonlyArray<number>>
  readonly surplus: ReadonlyArray<number>
}

const finalLedger = (world: World, rounds: ReadonlyArray<SettledRound>): Ledger =>
  rounds.at(-1)?.ledger ?? openLedger(world)

/**
 * Gathers what the settled rounds of a run came to.
 *
 * @category operations
 * @since 0.1.0
 */
export const factsOf = (
  world: World,
  summation: Summation,
  rounds: ReadonlyArray<SettledRound>,
): RunFacts => {
  const { allocation } = finalLedger(world, rounds)
  const before = utilities(world, world.allocation, summation)
  const after = utilities(world, allocation, summation)
  const finalWelfare = welfare(summation)(after)
  const coordination = totalCost(rounds.map((round) => round.cost))
  return {
    rounds: rounds.length,
    initialWelfare: welfare(summation)(before),
    finalWelfare,
    coordinationCost: coordination,
    netWelfare: finalWelfare - coordination,
    optimumWelfare: gridOptimum(world, summation).welfare,
    allocation,
    surplus: after.map((utility, agent) => utility - (before[agent] ?? 0)),
  }
}

const count = <A>(values: ReadonlyArray<A>, holds: (value: A) => boolean): number =>
  values.filter(holds).length

const familiesOf = (audits: ReadonlyArray<PrivateAcceptanceAudit>): JsonRecord => {
  const families = [...new Set(audits.map((audit) => audit.errorFamily))].sort()
  return Object.fromEntries(
    families.map((family) => [family, count(audits, (audit) => audit.errorFamily === family)]),
  )
}

const decompositionOf = (rounds: ReadonlyArray<SettledRound>): JsonRecord => {
  const events = rounds.map((round) => round.event)
  const audits = events.flatMap((event) => event.privateAcceptanceAudits)
  const approved = count(audits, (audit) => audit.approve)
  const appliedWith = (rational: boolean): number =>
    count(events, (event) => event.applied && event.individuallyRational === rational)
  const audited = (event: (typeof events)[number]): boolean =>
    event.privateAcceptanceAudits.length > 0
  return {
    agent_decision_errors: count(audits, (audit) => audit.errorFamily !== 'none'),
    applied_resource_ir_false: appliedWith(false),
    applied_resource_ir_true: appliedWith(true),
    private_acceptance: {
      agent_checks: audits.length,
      approved,
      // An audit's members are JSON.
      audits: audits.map((audit) => recordAudit(audit) as unknown as Json),
      bad_positive_approvals: count(
        audits,
        (audit) => audit.approve && audit.actualDelta <= EPSILON,
      ),
      blocked_rounds: count(events, (event) => audited(event) && !event.applied),
      error_families: familiesOf(audits),
      rejected_or_invalid: audits.length - approved,
    },
    protocol_errors: count(events, (event) => !event.applied && event.feasible && !audited(event)),
  }
}

/**
 * Gives the usage that a run should have recorded: added up from its calls, or the note of a run without any.
 *
 * @category operations
 * @since 0.1.0
 */
export const expectedUsage = (
  calls: ReadonlyArray<ManifestRow> | null,
  recorded: JsonRecord | null,
): JsonRecord =>
  calls === null
    ? { calls: 0, note: recorded?.note ?? '' }
    : // Counts are numbers: JSON.
      (usageOf(calls) as unknown as JsonRecord)

/**
 * Is what a summary takes over from the other files of its run.
 *
 * @category model
 * @since 0.1.0
 */
export interface SummarySource {
  readonly config: ExchangeConfig
  readonly world: World
  readonly summation: Summation
  readonly snapshot: JsonRecord
  readonly runId: string
  readonly mode: string
  /** The model or script under test, by which a run is listed. */
  readonly model: Json
  /** The usage that `run_meta.json` has. */
  readonly usage: JsonRecord | null
}

/**
 * Computes the whole summary of a run; `calls` is `null` where no model was called.
 *
 * @category operations
 * @since 0.1.0
 */
export const summaryOf = (
  source: SummarySource,
  rounds: ReadonlyArray<SettledRound>,
  facts: RunFacts,
  calls: ReadonlyArray<ManifestRow> | null,
): JsonRecord => {
  const { config, snapshot, world, summation } = source
  const events = rounds.map((round) => round.event)
  const giniAt = (allocation: ReadonlyArray<ReadonlyArray<number>>): number =>
    gini(summation)(utilities(world, allocation, summation))
  return {
    agents: config.numAgents,
    applied_mechanisms: count(events, (event) => event.applied),
    config_name: config.name,
    controllers: rounds.map((round) => controllerOf(config)(round.round)),
    coordination_cost_total: facts.coordinationCost,
    cost_line: costLine(calls === null ? null : usageOf(calls)),
    error_decomposition: decompositionOf(rounds),
    final_institutions: finalLedger(world, rounds).institutions,
    final_net_welfare: facts.netWelfare,
    final_welfare: facts.finalWelfare,
    gini_final: giniAt(facts.allocation),
    gini_initial: giniAt(world.allocation),
    initial_welfare: facts.initialWelfare,
    institution_pressure: snapshot.institution_pressure ?? null,
    ir_violations: count(events, (event) => event.applied && event.individuallyRational === false),
    // Totals are made of numbers: JSON.
    manifest_totals: calls === null ? null : (manifestTotalsOf(calls) as unknown as Json),
    mode: source.mode,
    model: source.model,
    optimum_welfare: facts.optimumWelfare,
    protocol: snapshot.protocol ?? null,
    resources: goodsOfConfig(config),
    rounds: config.rounds,
    run_id: source.runId,
    usage: expectedUsage(calls, source.usage),
    utility_mode: config.utilityMode,
    welfare_ratio: legacyWelfareRatio(
      facts.finalWelfare - facts.initialWelfare,
      facts.optimumWelfare - facts.initialWelfare,
    ),
  }
}
