/**
 * Replay of the summary: what the whole run came to, from its replayed rounds.
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import type { Json, JsonRecord } from '../core/json.js'
import { goodsOfConfig } from '../economy/config.js'
import { gridOptimum } from '../economy/optimum.js'
import { utilities } from '../economy/utility.js'
import { controllerOf } from '../economy/visibility.js'
import { gini, welfare } from '../economy/welfare.js'
import { totalCost } from '../settlement/coordination-cost.js'
import type { PrivateAcceptanceAudit } from '../settlement/event.js'
import { type Ledger, openLedger } from '../settlement/ledger.js'
import { memberAt } from './json-member.js'
import type { ManifestRow } from './manifest-codec.js'
import type { Usage } from './meta-codec.js'
import { recordAudit } from './recorded-form.js'
import type { ReplayContext } from './replay-context.js'
import type { ReplayedRound } from './replay-round.js'
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

const finalLedger = (context: ReplayContext, rounds: ReadonlyArray<ReplayedRound>): Ledger =>
  rounds.at(-1)?.ledger ?? openLedger(context.world)

/**
 * Gathers what the replayed rounds of a run came to.
 *
 * @category operations
 * @since 0.1.0
 */
export const factsOf = (context: ReplayContext, rounds: ReadonlyArray<ReplayedRound>): RunFacts => {
  const { world, summation } = context
  const { allocation } = finalLedger(context, rounds)
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

const NO_GAIN = 1e-12

/** The legacy number: gain over optimum gain, clamped to [0, 1]; 1 where nothing could be gained. */
const welfareRatio = (facts: RunFacts): number => {
  const attainable = facts.optimumWelfare - facts.initialWelfare
  if (attainable <= NO_GAIN) return 1
  return Math.max(0, Math.min(1, (facts.finalWelfare - facts.initialWelfare) / attainable))
}

const count = <A>(values: ReadonlyArray<A>, holds: (value: A) => boolean): number =>
  values.filter(holds).length

const familiesOf = (audits: ReadonlyArray<PrivateAcceptanceAudit>): JsonRecord => {
  const families = [...new Set(audits.map((audit) => audit.errorFamily))].sort()
  return Object.fromEntries(
    families.map((family) => [family, count(audits, (audit) => audit.errorFamily === family)]),
  )
}

const decompositionOf = (rounds: ReadonlyArray<ReplayedRound>): JsonRecord => {
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
  recorded: Usage | null,
): Usage =>
  calls === null
    ? { calls: 0, note: recorded !== null && 'note' in recorded ? recorded.note : '' }
    : usageOf(calls)

/** The name under which a run is listed: its mode without models, else the model or script under test. */
const modelUnderTest = (context: ReplayContext): Json => {
  const { meta } = context.run
  if (!context.live) return meta.value.mode
  const seat = context.seating?.find((one) => one.seat === 'under_test')
  if (seat !== undefined) return seat.model ?? seat.kind
  return memberAt(meta.value.models, ['agents']) ?? null
}

/**
 * Recomputes the whole summary of a run.
 *
 * @category operations
 * @since 0.1.0
 */
export const expectedSummary = (
  context: ReplayContext,
  rounds: ReadonlyArray<ReplayedRound>,
  facts: RunFacts,
  calls: ReadonlyArray<ManifestRow> | null,
): JsonRecord => {
  const { config, run, world, summation } = context
  const snapshot = run.snapshot.value
  const ledger = finalLedger(context, rounds)
  const events = rounds.map((round) => round.event)
  const usage = expectedUsage(calls, run.meta.value.usage)
  const giniAt = (allocation: ReadonlyArray<ReadonlyArray<number>>): number =>
    gini(summation)(utilities(world, allocation, summation))
  return {
    agents: config.numAgents,
    applied_mechanisms: count(events, (event) => event.applied),
    config_name: config.name,
    controllers: rounds.map((round) => controllerOf(config)(round.round)),
    coordination_cost_total: facts.coordinationCost,
    cost_line: costLine(usage),
    error_decomposition: decompositionOf(rounds),
    final_institutions: ledger.institutions,
    final_net_welfare: facts.netWelfare,
    final_welfare: facts.finalWelfare,
    gini_final: giniAt(facts.allocation),
    gini_initial: giniAt(world.allocation),
    initial_welfare: facts.initialWelfare,
    institution_pressure: snapshot.institution_pressure ?? null,
    ir_violations: count(events, (event) => event.applied && event.individuallyRational === false),
    // Totals and usage are made of numbers and texts: JSON.
    manifest_totals: calls === null ? null : (manifestTotalsOf(calls) as unknown as Json),
    mode: run.meta.value.mode,
    model: modelUnderTest(context),
    optimum_welfare: facts.optimumWelfare,
    protocol: snapshot.protocol ?? null,
    resources: goodsOfConfig(config),
    rounds: config.rounds,
    run_id: run.meta.value.run_id,
    usage: usage as unknown as Json,
    utility_mode: config.utilityMode,
    welfare_ratio: welfareRatio(facts),
  }
}
