/**
 * Admission: whether a configuration can tell good play from bad.
 *
 * A case is worth playing where doing nothing, swapping at random, trading greedily and trading with all the information the
 * protocol offers lie in this order, well apart. The baselines are opportunities: every round on the initial world
 * (`protocol-oracle.ts`, `random-floor.ts`).
 *
 * | reason                   | given where                                                            |
 * | ------------------------ | ---------------------------------------------------------------------- |
 * | `no_meaningful_surplus`  | the information-constrained gain is at most 1e-6                        |
 * | `no_rational_path`       | no round has a settlement that nobody loses by                          |
 * | `random_too_good`        | random gain / information-constrained gain is above .5                  |
 * | `greedy_too_good`        | greedy gain / information-constrained gain is above .95                 |
 * | `greedy_too_weak`        | greedy gain / information-constrained gain is below .02                 |
 * | `hidden_dominates`       | hidden gain / information-constrained gain is above .98                 |
 * | `search_cost_too_high`   | coordination costs at least as much as the information-constrained gain |
 * | `ordering`               | not no-op <= random < greedy < ceiling                                  |
 *
 * Gains are strictly ordered where they differ by more than 1e-6, the accuracy of a recorded gain. Ratios are judged only
 * where there is a surplus.
 *
 * Laws
 *   L1 ordered        an admitted case has its baselines in order
 *   L2 all reasons    every reason that holds is given, in the order of the table
 *   L3 scale free     multiplying all gains by a factor of at least 1 changes no reason of an admitted case
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import {
  type ExchangeConfig,
  greedyOptimum,
  gridOptimum,
  utilities,
  type World,
  welfare,
} from '../economy/index.js'
import type { OracleOptions } from './bilateral.js'
import { type PressureTag, pressureTags } from './pressure.js'
import { roundCeilings } from './protocol-oracle.js'
import { randomFloor } from './random-floor.js'
import type { OracleRefusal } from './trade-problem.js'

/**
 * Holds the baselines of a configuration in a world, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface Baselines {
  readonly noOpGain: number
  readonly randomGain: number
  readonly greedyGain: number
  readonly protocolGain: number
  readonly hiddenGain: number
  readonly informationGain: number
  readonly searchCost: number
  /** Rounds in which somebody could gain and nobody would lose. */
  readonly rationalRounds: number
  readonly greedyOptimumGain: number
  readonly gridOptimumGain: number
}

/**
 * Names why a case is not admitted.
 *
 * @category model
 * @since 0.1.0
 */
export type AdmissionReason =
  | 'no_meaningful_surplus'
  | 'no_rational_path'
  | 'random_too_good'
  | 'greedy_too_good'
  | 'greedy_too_weak'
  | 'hidden_dominates'
  | 'search_cost_too_high'
  | 'ordering'

/**
 * Compares two baselines: whether the left one is below the right one, strictly or not.
 *
 * @category model
 * @since 0.1.0
 */
export interface BaselineComparison {
  readonly left: keyof Baselines
  readonly right: keyof Baselines
  readonly leftValue: number
  readonly rightValue: number
  readonly strict: boolean
  readonly passed: boolean
}

/**
 * Names the verdicts of an admission.
 *
 * @category model
 * @since 0.1.0
 */
export type Admission =
  | {
      readonly _tag: 'Admitted' | 'Rejected'
      readonly baselines: Baselines
      readonly ordering: ReadonlyArray<BaselineComparison>
      readonly reasons: ReadonlyArray<AdmissionReason>
      readonly pressures: ReadonlyArray<PressureTag>
    }
  | { readonly _tag: 'Refused'; readonly reason: OracleRefusal }

const ACCURACY = 1e-6
const MOST_RANDOM = 0.5
const MOST_GREEDY = 0.95
const LEAST_GREEDY = 0.02
const MOST_HIDDEN = 0.98

const comparison =
  (baselines: Baselines) =>
  (left: keyof Baselines, right: keyof Baselines, strict: boolean): BaselineComparison => {
    const leftValue = baselines[left]
    const rightValue = baselines[right]
    const passed = strict ? rightValue - leftValue > ACCURACY : leftValue <= rightValue + ACCURACY
    return { left, right, leftValue, rightValue, strict, passed }
  }

/**
 * Compares the baselines along no-op <= random < greedy < ceiling.
 *
 * @category operations
 * @since 0.1.0
 */
export const validityOrdering = (baselines: Baselines): ReadonlyArray<BaselineComparison> => {
  const compare = comparison(baselines)
  return [
    compare('noOpGain', 'randomGain', false),
    compare('randomGain', 'greedyGain', true),
    compare('greedyGain', 'informationGain', true),
  ]
}

/**
 * Compares the baselines along the stricter ladder of recorded admissions: random < greedy < protocol-constrained <
 * information-constrained.
 *
 * @category operations
 * @since 0.1.0
 */
export const strictLadder = (baselines: Baselines): ReadonlyArray<BaselineComparison> => {
  const compare = comparison(baselines)
  return [
    compare('randomGain', 'greedyGain', true),
    compare('greedyGain', 'protocolGain', true),
    compare('protocolGain', 'informationGain', true),
  ]
}

/**
 * Lists every reason not to admit a case with these baselines, in the order of the table above.
 *
 * @category operations
 * @since 0.1.0
 */
export const admissionReasons = (b: Baselines): ReadonlyArray<AdmissionReason> => {
  const surplus = b.informationGain > ACCURACY
  const share = (gain: number): number => gain / b.informationGain
  const holds: ReadonlyArray<readonly [AdmissionReason, boolean]> = [
    ['no_meaningful_surplus', !surplus],
    ['no_rational_path', b.rationalRounds === 0],
    ['random_too_good', surplus && share(b.randomGain) > MOST_RANDOM],
    ['greedy_too_good', surplus && share(b.greedyGain) > MOST_GREEDY],
    ['greedy_too_weak', surplus && share(b.greedyGain) < LEAST_GREEDY],
    ['hidden_dominates', surplus && share(b.hiddenGain) > MOST_HIDDEN],
    ['search_cost_too_high', b.searchCost > 0 && b.searchCost >= b.informationGain],
    ['ordering', !validityOrdering(b).every((one) => one.passed)],
  ]
  return holds.flatMap(([reason, given]) => (given ? [reason] : []))
}

/**
 * Computes the baselines of a configuration in a world; a refusal where the exact oracles refuse its utilities.
 *
 * @category operations
 * @since 0.1.0
 */
export const baselinesOf = (
  config: ExchangeConfig,
  world: World,
  summation: Summation,
  options: Pick<OracleOptions, 'nodeBudget'> = {},
): Baselines | { readonly _tag: 'Refused'; readonly reason: OracleRefusal } => {
  const ceilings = roundCeilings(config, world, options)
  if (ceilings._tag === 'Refused') return ceilings
  const initial = welfare(summation)(utilities(world, world.allocation, summation))
  return {
    noOpGain: 0,
    randomGain: randomFloor(config, world, summation).mean,
    greedyGain: ceilings.greedyGain,
    protocolGain: ceilings.protocolGain,
    hiddenGain: ceilings.hiddenGain,
    informationGain: ceilings.informationGain,
    searchCost: ceilings.cost,
    rationalRounds: ceilings.appliedRounds,
    greedyOptimumGain: greedyOptimum(world, summation).welfare - initial,
    gridOptimumGain: gridOptimum(world, summation).welfare - initial,
  }
}

/**
 * Decides whether a configuration is admitted in a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const admit = (
  config: ExchangeConfig,
  world: World,
  summation: Summation,
  options: Pick<OracleOptions, 'nodeBudget'> = {},
): Admission => {
  const baselines = baselinesOf(config, world, summation, options)
  if ('_tag' in baselines) return baselines
  const reasons = admissionReasons(baselines)
  return {
    _tag: reasons.length === 0 ? 'Admitted' : 'Rejected',
    baselines,
    ordering: validityOrdering(baselines),
    reasons,
    pressures: pressureTags(config),
  }
}
