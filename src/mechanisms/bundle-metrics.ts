/**
 * Metrics and gate of a bundle world: what the buyer brought home of what it was sent for.
 *
 * The buyer is to assemble all required components within its budget. An episode passes the gate if the bundle is
 * complete and the spend within the budget; what it gained is measured against the cheapest assignment of sellers.
 * Individual rationality is no part of this gate.
 *
 * Laws
 *   L1 stranded spend  what was spent is stranded exactly when the bundle is incomplete
 *   L2 gate            the gate passes exactly complete bundles within the budget
 *   L3 idle buyer      the initial allocation gains nothing, spends nothing and does not pass
 *   L4 gated gain      a failed gate realizes 0 and keeps what was attainable
 *
 * @module
 */
import { defaultSummation, EPSILON, type Summation } from '../core/arithmetic.js'
import { bundleAssignment } from '../economy/bundle-assignment.js'
import { utilities } from '../economy/utility.js'
import { welfare } from '../economy/welfare.js'
import type { Matrix, World } from '../economy/world.js'

/**
 * Holds what became of a bundle, amounts in money: what the buyer spent, how much of it was in vain, the gain of
 * everybody's welfare, the gain of the cheapest assignment and the ratio of both, `null` where the latter is at most
 * `EPSILON`.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleMetrics {
  readonly _tag: 'Measured'
  readonly completed: boolean
  readonly spend: number
  readonly overBudget: boolean
  readonly strandedSpend: number
  readonly welfareGain: number
  readonly optimalWelfareGain: number
  readonly welfareRatio: number | null
}

/**
 * Says why an allocation cannot be measured: the world has no bundle buyer, some component has no seller, or the
 * allocation is not one of finite holdings of the world's agents and goods.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleNotMeasured {
  readonly _tag: 'NotMeasured'
  readonly reason: 'no_bundle_buyer' | 'component_without_seller' | 'allocation_shape'
}

/**
 * Holds the score of an episode in a bundle world: what it realized past the gate, and what was attainable.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleScore {
  readonly passed: boolean
  readonly realized: number
  readonly attainable: number
}

const fits = (world: World, allocation: Matrix): boolean =>
  allocation.length === world.allocation.length &&
  allocation.every(
    (row, agent) =>
      row.length === world.allocation[agent]?.length &&
      row.every((held) => Number.isFinite(held) && held >= -EPSILON),
  )

/**
 * Measures the final allocation of a bundle world against its initial one. The summation is that of the welfare.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleMetrics =
  (summation: Summation = defaultSummation) =>
  (world: World, allocation: Matrix): BundleMetrics | BundleNotMeasured => {
    const assignment = bundleAssignment(world)
    const buyer = world.bundleBuyer
    if (assignment._tag === 'NoBundleBuyer' || buyer === null) {
      return { _tag: 'NotMeasured', reason: 'no_bundle_buyer' }
    }
    if (assignment._tag === 'WithoutSeller') {
      return { _tag: 'NotMeasured', reason: 'component_without_seller' }
    }
    if (!fits(world, allocation)) return { _tag: 'NotMeasured', reason: 'allocation_shape' }
    const held = allocation[buyer.buyerAgent - 1] ?? []
    const before = world.allocation[buyer.buyerAgent - 1] ?? []
    const money = buyer.moneyResource - 1
    const spend = (before[money] ?? 0) - (held[money] ?? 0)
    const completed = buyer.requiredComponents.every(
      (component) => (held[component - 1] ?? 0) >= 1 - EPSILON,
    )
    const total = (holdings: Matrix): number =>
      welfare(summation)(utilities(world, holdings, summation))
    const welfareGain = total(allocation) - total(world.allocation)
    const optimalWelfareGain = assignment.welfareGain
    return {
      _tag: 'Measured',
      completed,
      spend,
      overBudget: spend > buyer.budget + EPSILON,
      strandedSpend: completed ? 0 : Math.max(0, spend),
      welfareGain,
      optimalWelfareGain,
      welfareRatio: optimalWelfareGain > EPSILON ? welfareGain / optimalWelfareGain : null,
    }
  }

/**
 * Tells whether an episode passes: complete and not over budget.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleGate = (metrics: BundleMetrics): boolean =>
  metrics.completed && !metrics.overBudget

/**
 * Scores an episode: its gain past the gate or 0, over the gain of the cheapest assignment, floored at 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleScore = (metrics: BundleMetrics): BundleScore => {
  const passed = bundleGate(metrics)
  return {
    passed,
    realized: passed ? metrics.welfareGain : 0,
    attainable: Math.max(0, metrics.optimalWelfareGain),
  }
}
