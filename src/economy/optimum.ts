/**
 * Optimum: the greatest total welfare that any settlement could reach, on a grid of units.
 *
 * The grid optimum is the denominator of recorded scores. It ignores consent: it is what a planner who sees all values
 * could do. With sqrt components the exact continuous optimum of a good of supply T is sqrt(T sum_i v_i^2), a little
 * above the grid; a score against the grid can therefore exceed 1.
 *
 * | world                  | grid optimum                                                                         |
 * | ---------------------- | ------------------------------------------------------------------------------------ |
 * | `linear`               | each good wholly to its highest valuer, the lower agent on ties                      |
 * | `concave_separable`,   | goods in order; each unit to the agent whose whole utility it raises most, the lower |
 * | `complementary_bundle` | agent on ties; a last fraction of a unit goes whole                                  |
 * | with a bundle buyer    | the cheapest assignment where it raises welfare, else no move; money stays           |
 *
 * The greedy optimum hands each good wholly to its highest valuer in every mode, valued at true utility. A supply above
 * 100,000 units is divided into 100,000 equal steps, so that the computation ends whatever the quantities.
 *
 * Laws
 *   L1 conservation  the optimum hands out the supply of each good, within rounding
 *   L2 honest        its welfare is the sum of the utilities of its allocation
 *   L3 exhaustive    in `linear` with values of at least 0, and in `concave_separable` with whole quantities and values
 *                    of at least 0, no allocation of whole units has more welfare
 *   L4 floor         in those modes it is no worse than the initial allocation and the greedy optimum
 *   L5 ceiling       in `concave_separable` with values of at least 0 it is at most the continuous optimum
 *
 * With `complementary_bundle` neither L3 nor L4 holds: filling goods one after another cannot foresee the bonus.
 *
 * @module
 */
import { type Summation, sum } from '../core/arithmetic.js'
import { bundleAssignment } from './bundle-assignment.js'
import { componentUtility, utilities, varietyBonus } from './utility.js'
import { welfare } from './welfare.js'
import { agentCount, goodCount, type Matrix, resourceTotals, type World } from './world.js'

/**
 * Holds an optimal allocation and its total welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface Optimum {
  readonly allocation: Matrix
  readonly welfare: number
}

const LARGEST_STEP_COUNT = 100_000
/** A remainder this close to a step is part of that step: supplies are sums of floats. */
const DUST = 1e-12

const valued = (world: World, allocation: Matrix, summation: Summation): Optimum => ({
  allocation,
  welfare: welfare(summation)(utilities(world, allocation, summation)),
})

const highestValuer = (world: World, good: number): number => {
  let best = 0
  let highest = Number.NEGATIVE_INFINITY
  world.preferences.forEach((row, agent) => {
    const value = row[good] ?? 0
    if (value > highest) {
      best = agent
      highest = value
    }
  })
  return best
}

const wholeGoods = (world: World, summation: Summation): Matrix => {
  const supply = resourceTotals(summation)(world.allocation)
  const owners = supply.map((_, good) => highestValuer(world, good))
  return world.allocation.map((_, agent) =>
    supply.map((total, good) => (owners[good] === agent ? total : 0)),
  )
}

/**
 * Carries what each agent has so far while goods are handed out one after another. Later goods are still 0 then, so
 * the whole utility of an agent is `base` (its components so far, added in order) plus the component of the good at
 * hand plus the bonus: three additions instead of a sum over all goods, with the same bits.
 */
interface Progress {
  readonly base: Float64Array
  readonly heldGoods: Uint32Array
  readonly bonusOf: (agent: number, heldGoods: number) => number
}

/** Hands out one good and gives what each agent received. */
const handOut = (world: World, good: number, supply: number, progress: Progress): Float64Array => {
  const agents = agentCount(world)
  const { base, heldGoods, bonusOf } = progress
  const linear = good === world.moneyGoodIndex
  const values = Float64Array.from(world.preferences, (row) => row[good] ?? 0)
  const received = new Float64Array(agents)
  const marginal = new Float64Array(agents)
  const utilityWith = (agent: number, quantity: number): number => {
    const held = (heldGoods[agent] ?? 0) + (quantity > 0 ? 1 : 0)
    const component = componentUtility(linear, values[agent] ?? 0, quantity)
    return (base[agent] ?? 0) + component + bonusOf(agent, held)
  }
  const measure = (agent: number, step: number): void => {
    const quantity = received[agent] ?? 0
    marginal[agent] = utilityWith(agent, quantity + step) - utilityWith(agent, quantity)
  }
  const unit = supply > LARGEST_STEP_COUNT ? supply / LARGEST_STEP_COUNT : 1
  let step = 0
  let remaining = supply
  while (remaining > 0) {
    const next = remaining <= unit * (1 + DUST) ? remaining : unit
    if (next !== step) {
      step = next
      for (let agent = 0; agent < agents; agent++) measure(agent, step)
    }
    let winner = 0
    for (let agent = 1; agent < agents; agent++) {
      if ((marginal[agent] ?? 0) > (marginal[winner] ?? 0)) winner = agent
    }
    received[winner] = (received[winner] ?? 0) + step
    measure(winner, step)
    remaining -= step
  }
  for (let agent = 0; agent < agents; agent++) {
    const quantity = received[agent] ?? 0
    base[agent] = (base[agent] ?? 0) + componentUtility(linear, values[agent] ?? 0, quantity)
    if (quantity > 0) heldGoods[agent] = (heldGoods[agent] ?? 0) + 1
  }
  return received
}

const unitByUnit = (world: World, summation: Summation): Matrix => {
  const agents = agentCount(world)
  const goods = goodCount(world)
  const bundled = world.utilityMode === 'complementary_bundle'
  const valueSums = bundled ? world.preferences.map(sum(summation)) : []
  const progress: Progress = {
    base: new Float64Array(agents),
    heldGoods: new Uint32Array(agents),
    bonusOf: bundled ? (agent, held) => varietyBonus(held, valueSums[agent] ?? 0, goods) : () => 0,
  }
  const columns = resourceTotals(summation)(world.allocation).map((supply, good) =>
    handOut(world, good, supply, progress),
  )
  return world.allocation.map((_, agent) => columns.map((column) => column[agent] ?? 0))
}

/** Moves one unit of each component to the buyer where that raises welfare; money stays where it is. */
const cheapestBundle = (world: World, buyerAgent: number, summation: Summation): Optimum => {
  const initial = valued(world, world.allocation, summation)
  const assignment = bundleAssignment(world)
  if (assignment._tag !== 'Assigned') return initial
  const allocation = world.allocation.map((row) => [...row])
  for (const { component, seller } of assignment.sellers) {
    const from = allocation[seller - 1]
    const to = allocation[buyerAgent - 1]
    if (from === undefined || to === undefined) continue
    from[component - 1] = (from[component - 1] ?? 0) - 1
    to[component - 1] = (to[component - 1] ?? 0) + 1
  }
  const moved = valued(world, allocation, summation)
  return moved.welfare > initial.welfare ? moved : initial
}

/**
 * Computes the grid optimum of a world; see the table above. Takes time proportional to agents times units in the
 * concave modes.
 *
 * @category operations
 * @since 0.1.0
 */
export const gridOptimum = (world: World, summation: Summation): Optimum => {
  if (world.bundleBuyer !== null) {
    return cheapestBundle(world, world.bundleBuyer.buyerAgent, summation)
  }
  const allocation =
    world.utilityMode === 'linear' ? wholeGoods(world, summation) : unitByUnit(world, summation)
  return valued(world, allocation, summation)
}

/**
 * Computes the greedy optimum: each good wholly to its highest valuer (the lower agent on ties), valued at true
 * utility. With a bundle buyer it is the grid optimum.
 *
 * @category operations
 * @since 0.1.0
 */
export const greedyOptimum = (world: World, summation: Summation): Optimum =>
  world.bundleBuyer === null
    ? valued(world, wholeGoods(world, summation), summation)
    : gridOptimum(world, summation)
