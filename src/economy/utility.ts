/**
 * Utility: what a holding is worth to an agent.
 *
 * Each good contributes a component; components are added with plain `+` in the order of the goods, because the last
 * bit of a recorded utility depends on that order. Only the sum of an agent's values in `complementary_bundle` follows
 * the rule of summation of the recording.
 *
 * | mode                   | component of quantity q > 0 at value v | extra                                        |
 * | ---------------------- | -------------------------------------- | -------------------------------------------- |
 * | `linear`               | v q                                    | none                                         |
 * | `concave_separable`    | v sqrt(q)                              | none                                         |
 * | `complementary_bundle` | v sqrt(q)                              | 0.05 g (sum of values) / R, if g >= 2        |
 *
 * g is the number of goods held in positive quantity, R the number of goods. The money good is linear in every mode.
 * A bundle buyer is valued by `bundleBuyerUtility` instead. Holdings at or below 0 are worth nothing.
 *
 * Laws
 *   L1 nothing    holding nothing is worth 0
 *   L2 monotone   with values of at least 0, more of a good is never worth less
 *   L3 concave    in `linear` and `concave_separable` with values of at least 0, the midpoint of two holdings is worth
 *                 at least the mean of both
 *   L4 numeraire  in every mode one more unit of money adds its value, once some money is held
 *   L5 own        an agent's utility depends on its own row of values and holdings only
 *
 * @module
 */
import { defaultSummation, type Summation, sum } from '../core/arithmetic.js'
import { bundleBuyerUtility } from './bundle-buyer.js'
import type { Matrix, World } from './world.js'

/** The weight of each held good in the bonus of `complementary_bundle`. */
const COMPLEMENTARITY = 0.05

/**
 * Values a holding (R quantities) for the agent at a 0-based index.
 *
 * @category model
 * @since 0.1.0
 */
export type UtilityOf = (agentIndex: number, holdings: ReadonlyArray<number>) => number

/**
 * Values one good: `value * quantity` where it is linear, `value * sqrt(quantity)` where it is not, 0 at or below 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const componentUtility = (linear: boolean, value: number, quantity: number): number => {
  if (!(quantity > 0)) return 0
  return linear ? value * quantity : value * Math.sqrt(quantity)
}

/**
 * Values the variety of a holding in `complementary_bundle`: 0 below two goods, else 0.05 per held good and mean
 * value. `valueSum` is the sum of the agent's values over all `goods`.
 *
 * @category operations
 * @since 0.1.0
 */
export const varietyBonus = (heldGoods: number, valueSum: number, goods: number): number =>
  heldGoods >= 2 ? (COMPLEMENTARITY * heldGoods * valueSum) / Math.max(1, goods) : 0

const separable =
  (world: World): UtilityOf =>
  (agentIndex, holdings) => {
    const values = world.preferences[agentIndex] ?? []
    const allLinear = world.utilityMode === 'linear'
    let total = 0
    for (let good = 0; good < values.length; good++) {
      const linear = allLinear || good === world.moneyGoodIndex
      total += componentUtility(linear, values[good] ?? 0, holdings[good] ?? 0)
    }
    return total
  }

const countHeld = (holdings: ReadonlyArray<number>, goods: number): number => {
  let held = 0
  for (let good = 0; good < goods; good++) if ((holdings[good] ?? 0) > 0) held++
  return held
}

const complementary = (world: World, summation: Summation): UtilityOf => {
  const components = separable(world)
  const valueSums = world.preferences.map(sum(summation))
  return (agentIndex, holdings) => {
    const goods = world.preferences[agentIndex]?.length ?? 0
    const held = countHeld(holdings, goods)
    const base = components(agentIndex, holdings)
    return held >= 2 ? base + varietyBonus(held, valueSums[agentIndex] ?? 0, goods) : base
  }
}

/**
 * Gives the utility function of a world's agents. An index outside the world owns no values: everything is worth 0 to
 * it. The summation matters to the last bit in `complementary_bundle` only.
 *
 * @category operations
 * @since 0.1.0
 */
export const utilityOf = (world: World, summation: Summation = defaultSummation): UtilityOf => {
  const ordinary =
    world.utilityMode === 'complementary_bundle'
      ? complementary(world, summation)
      : separable(world)
  const buyer = world.bundleBuyer
  if (buyer === null) return ordinary
  return (agentIndex, holdings) =>
    agentIndex === buyer.buyerAgent - 1
      ? bundleBuyerUtility(buyer, holdings)
      : ordinary(agentIndex, holdings)
}

/**
 * Values every agent's row of an allocation (the initial one by default), in agent order.
 *
 * @category operations
 * @since 0.1.0
 */
export const utilities = (
  world: World,
  allocation: Matrix = world.allocation,
  summation: Summation = defaultSummation,
): ReadonlyArray<number> => {
  const utility = utilityOf(world, summation)
  return allocation.map((holdings, agentIndex) => utility(agentIndex, holdings))
}
