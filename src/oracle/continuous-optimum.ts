/**
 * Continuous optimum: the greatest total welfare when goods divide without end.
 *
 * Two tiers stand beside each other and are never mixed.
 *
 * | tier               | goods move          | sqrt good of supply T                | linear good                  |
 * | ------------------ | ------------------- | ------------------------------------ | ---------------------------- |
 * | `wstar_grid`       | in whole units      | unit by unit to the largest marginal | wholly to its highest valuer |
 * | `wstar_continuous` | in any quantity     | in proportion to v_i^2, worth sqrt(T sum_i v_i^2) | the same        |
 *
 * Recorded scores are divided by the grid tier. The grid forbids what the rules allow: agents may trade half a unit, and a
 * run that does can realise more than the best allocation of whole units. So a score against the grid can exceed 1 (by a
 * few percent in the official cases) without any mistake; against the continuous tier it cannot. Neither tier asks for
 * consent: what rational agents would agree to is for the multiparty oracle.
 *
 * `complementary_bundle` is refused: its bonus counts goods held in positive quantity, so that splitting crumbs earns it and
 * the supremum is not reached by any allocation. Worlds with a bundle buyer are refused as all-or-nothing; their grid
 * optimum, the cheapest assignment, is exact already.
 *
 * Laws
 *   L1 above the grid   where both tiers exist, the continuous welfare is at least the grid welfare, within rounding
 *   L2 reached          the welfare is that of the allocation given, and the allocation hands out the supply
 *   L3 nothing above    no allocation of the supply has more welfare
 *
 * @module
 */
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import {
  agentCount,
  goodCount,
  gridOptimum,
  type Matrix,
  type Optimum,
  resourceTotals,
  utilities,
  type World,
  welfare,
} from '../economy/index.js'
import type { OracleRefusal } from './trade-problem.js'

/**
 * Names the tiers of the optimum without consent.
 *
 * @category model
 * @since 0.1.0
 */
export type OptimumTier = 'wstar_grid' | 'wstar_continuous'

/**
 * Holds an optimum with the tier it belongs to and its gain over the initial allocation, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface TieredOptimum extends Optimum {
  readonly _tag: 'Optimum'
  readonly tier: OptimumTier
  readonly gain: number
}

const tiered = (
  world: World,
  tier: OptimumTier,
  optimum: Optimum,
  summation: Summation,
): TieredOptimum => {
  const initial = welfare(summation)(utilities(world, world.allocation, summation))
  return { _tag: 'Optimum', tier, ...optimum, gain: optimum.welfare - initial }
}

const negativeRoot = (world: World): OracleRefusal | null => {
  if (world.utilityMode === 'linear') return null
  for (const [agent, row] of world.preferences.entries()) {
    const good = row.findIndex((value, g) => value < 0 && g !== world.moneyGoodIndex)
    if (good >= 0) return { _tag: 'NegativeValue', agent: agent + 1, good }
  }
  return null
}

/** The shares of one good; what nobody values goes to the first agent, which loses nothing by it. */
const sharesOf = (values: ReadonlyArray<number>, linear: boolean): ReadonlyArray<number> => {
  if (linear) {
    const highest = values.indexOf(Math.max(...values))
    return values.map((_, agent) => (agent === highest ? 1 : 0))
  }
  const largest = Math.max(...values)
  if (!(largest > 0)) return values.map((_, agent) => (agent === 0 ? 1 : 0))
  const squares = values.map((value) => (value / largest) * (value / largest))
  const total = squares.reduce((sum, square) => sum + square, 0)
  return squares.map((square) => square / total)
}

/**
 * Computes the continuous optimum of a world, in closed form.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 * import { continuousOptimum, gridTier } from 'edgeworth/oracle'
 *
 * const made = makeWorld({ allocation: [[1], [0]], preferences: [[3], [4]], utilityMode: 'concave_separable' })
 * if (made._tag === 'Left') throw new Error('no world')
 * gridTier(made.right).welfare // => 4
 * const best = continuousOptimum(made.right)
 * best._tag === 'Optimum' ? best.welfare : null // => 5
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const continuousOptimum = (
  world: World,
  summation: Summation = defaultSummation,
): TieredOptimum | { readonly _tag: 'Refused'; readonly reason: OracleRefusal } => {
  if (world.bundleBuyer !== null) {
    return { _tag: 'Refused', reason: { _tag: 'BundleBuyer', agent: world.bundleBuyer.buyerAgent } }
  }
  if (world.utilityMode === 'complementary_bundle') {
    return { _tag: 'Refused', reason: { _tag: 'ComplementaryBundle' } }
  }
  const negative = negativeRoot(world)
  if (negative !== null) return { _tag: 'Refused', reason: negative }
  const supply = resourceTotals(summation)(world.allocation)
  const shares = supply.map((_, good) =>
    sharesOf(
      world.preferences.map((row) => row[good] ?? 0),
      world.utilityMode === 'linear' || good === world.moneyGoodIndex,
    ),
  )
  const allocation: Matrix = Array.from({ length: agentCount(world) }, (_, agent) =>
    Array.from(
      { length: goodCount(world) },
      (_g, good) => (supply[good] ?? 0) * (shares[good]?.[agent] ?? 0),
    ),
  )
  const best = welfare(summation)(utilities(world, allocation, summation))
  return tiered(world, 'wstar_continuous', { allocation, welfare: best }, summation)
}

/**
 * Computes the grid optimum of a world and names its tier.
 *
 * @category operations
 * @since 0.1.0
 */
export const gridTier = (world: World, summation: Summation = defaultSummation): TieredOptimum =>
  tiered(world, 'wstar_grid', gridOptimum(world, summation), summation)
