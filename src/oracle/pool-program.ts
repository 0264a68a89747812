/**
 * Pool program: the best rational redistribution within given pools, for any number of agents.
 *
 * Where the unconstrained optimum (each sqrt good in proportion to squared values, each linear good to its highest valuer)
 * leaves nobody worse off it is the answer, in closed form. Else the dual is minimised over weights of at least 1 by a
 * primal-dual interior-point Newton method (Mehrotra 1992; Boyd and Vandenberghe 2004, section 11.7): variables are the
 * weights and the price of each linear good, the Hessian of the sqrt goods is closed-form, and complementarity of weights
 * and utility changes is driven to 0, which finds the active rationality constraints. Agents that can
 * only keep what they value are taken out first (`keepers.ts`), as no finite weights would prove that.
 *
 * Laws
 *   L1 weak duality  the bound of the returned weights is at least the gain of every rational redistribution
 *   L2 feasible      what is handed out of each pool is what its members held, within rounding
 *   L3 rational      no agent is worse off by more than 1e-9
 *
 * @module
 */
import { interiorPoint } from './interior-point.js'
import { keeperWeights, type Thawed, withoutKeepers } from './keepers.js'
import { gapTolerance, type Pool, poolGain, type TradeProblem } from './trade-problem.js'

/**
 * Holds a redistribution within pools: quantities of each pool by member, utility changes by agent, and the weights that
 * bound every other one.
 *
 * @category model
 * @since 0.1.0
 */
export interface PoolOptimum {
  readonly pools: ReadonlyArray<Pool>
  readonly quantities: ReadonlyArray<Float64Array>
  readonly deltas: Float64Array
  readonly gain: number
  readonly weights: Float64Array
  readonly upperBound: number
}

const MOST_HALVINGS = 60
/** The share of the tolerance that counts as rounding of a utility. */
const STRICT = 1e-4

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const component = (linear: boolean, value: number, quantity: number): number =>
  linear ? value * quantity : value * Math.sqrt(Math.max(0, quantity))

const cell = (p: TradeProblem, pool: Pool, member: number): number =>
  pool.good * p.participants.length + member

/**
 * Gives the utility change of each agent when pools are handed out in the given quantities.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolDeltas = (
  p: TradeProblem,
  pools: ReadonlyArray<Pool>,
  quantities: ReadonlyArray<Float64Array>,
): Float64Array => {
  const deltas = new Float64Array(p.participants.length)
  for (let k = 0; k < pools.length; k++) {
    const pool = pools[k] as Pool
    const linear = p.linear[pool.good] === 1
    for (let j = 0; j < pool.members.length; j++) {
      const i = at(pool.members, j)
      const value = at(p.values, cell(p, pool, i))
      const after = component(linear, value, at(quantities[k] as Float64Array, j))
      const before = component(linear, value, at(p.holdings, cell(p, pool, i)))
      deltas[i] = at(deltas, i) + (after - before)
    }
  }
  return deltas
}

const supplyOf = (p: TradeProblem, pool: Pool): number => {
  let supply = 0
  for (const i of pool.members) supply += at(p.holdings, cell(p, pool, i))
  return supply
}

const heldIn = (p: TradeProblem, pool: Pool): Float64Array =>
  Float64Array.from(pool.members, (i) => at(p.holdings, cell(p, pool, i)))

/** The shares of a sqrt pool at weights; what nobody values stays. */
const sharesAt = (p: TradeProblem, pool: Pool, weights: ArrayLike<number>): Float64Array => {
  const squares = Float64Array.from(pool.members, (i) => {
    const a = at(weights, i) * at(p.values, cell(p, pool, i))
    return a * a
  })
  let total = 0
  for (const square of squares) total += square
  if (total === 0) return heldIn(p, pool)
  const supply = supplyOf(p, pool)
  return squares.map((square) => supply * (square / total))
}

/** All of a linear pool to its highest valuer; what the highest already hold stays with them. */
const toHighest = (p: TradeProblem, pool: Pool): Float64Array => {
  let highest = 0
  for (const i of pool.members) highest = Math.max(highest, at(p.values, cell(p, pool, i)))
  const keeps = heldIn(p, pool)
  let moved = 0
  let receiver = -1
  for (let j = 0; j < keeps.length; j++) {
    if (at(p.values, cell(p, pool, at(pool.members, j))) < highest) {
      moved += at(keeps, j)
      keeps[j] = 0
    } else if (receiver < 0 || at(keeps, j) > at(keeps, receiver)) receiver = j
  }
  if (receiver >= 0) keeps[receiver] = at(keeps, receiver) + moved
  return keeps
}

const unconstrained = (p: TradeProblem, pools: ReadonlyArray<Pool>): Array<Float64Array> => {
  const ones = new Float64Array(p.participants.length).fill(1)
  return pools.map((pool) =>
    p.linear[pool.good] === 1 ? toHighest(p, pool) : sharesAt(p, pool, ones),
  )
}

/** Moves towards the start until nobody is worse off; utilities are concave, so the way there only helps. */
const mixedUntilWhole = (
  p: TradeProblem,
  pools: ReadonlyArray<Pool>,
  quantities: ReadonlyArray<Float64Array>,
  slack: number,
): ReadonlyArray<Float64Array> => {
  const mixed = (share: number): ReadonlyArray<Float64Array> =>
    quantities.map((column, k) => {
      const held = heldIn(p, pools[k] as Pool)
      return column.map((q, j) => q + share * (at(held, j) - q))
    })
  const whole = (share: number): boolean =>
    poolDeltas(p, pools, mixed(share)).every((d) => d >= -slack)
  if (whole(0)) return quantities
  let share = 1e-15
  while (share < 1 && !whole(share)) share *= 4
  if (share >= 1) return mixed(1)
  let low = share / 4
  let high = share
  for (let k = 0; k < MOST_HALVINGS && high - low > 1e-3 * high; k++) {
    const middle = (low + high) / 2
    if (whole(middle)) high = middle
    else low = middle
  }
  return mixed(high)
}

/**
 * Gives the bound of pools under weights: no rational redistribution within them gains more.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolBound = (
  p: TradeProblem,
  pools: ReadonlyArray<Pool>,
  weights: ArrayLike<number>,
): number => {
  let bound = 0
  for (const pool of pools) bound += poolGain(p, pool, weights)
  return bound
}

const total = (deltas: Float64Array): number => {
  let sum = 0
  for (const delta of deltas) sum += delta
  return sum
}

const optimumOf = (
  p: TradeProblem,
  pools: ReadonlyArray<Pool>,
  quantities: ReadonlyArray<Float64Array>,
  weights: Float64Array,
): PoolOptimum => {
  const deltas = poolDeltas(p, pools, quantities)
  const gain = total(deltas)
  return { pools, quantities, deltas, gain, weights, upperBound: poolBound(p, pools, weights) }
}

/** Keeps what keepers value where it is and hands out the rest. */
const spread = (
  p: TradeProblem,
  all: ReadonlyArray<Pool>,
  thawed: Thawed,
  quantities: ReadonlyArray<Float64Array>,
  weights: Float64Array,
): PoolOptimum => {
  const places = new Map(thawed.pools.map((pool, k) => [pool, k]))
  const full = all.map((pool) => {
    const place = places.get(pool)
    return place === undefined ? heldIn(p, pool) : (quantities[place] as Float64Array)
  })
  return optimumOf(p, all, full, keeperWeights(p, thawed, weights))
}

/**
 * Solves the redistribution within pools. The gain is exact within `upperBound - gain`.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolProgram = (p: TradeProblem, pools: ReadonlyArray<Pool>): PoolOptimum => {
  const n = p.participants.length
  const free = unconstrained(p, pools)
  const deltas = poolDeltas(p, pools, free)
  if (deltas.every((delta) => delta >= 0))
    return optimumOf(p, pools, free, new Float64Array(n).fill(1))
  const thawed = withoutKeepers(p, pools)
  const ones = new Float64Array(n).fill(1)
  const again = unconstrained(p, thawed.pools)
  if (poolDeltas(p, thawed.pools, again).every((delta) => delta >= 0)) {
    return spread(p, pools, thawed, again, ones)
  }
  const solved = interiorPoint(p, thawed.pools)
  const handedOut = thawed.pools.map((pool, k) =>
    p.linear[pool.good] === 1
      ? (solved.linear[k] as Float64Array)
      : sharesAt(p, pool, solved.weights),
  )
  // Mixing cannot repair a loss in linear goods; where they are stuck they may as well stay.
  const stayed = thawed.pools.map((pool, k) =>
    p.linear[pool.good] === 1 ? heldIn(p, pool) : (handedOut[k] as Float64Array),
  )
  const bestWithin = (slack: number): PoolOptimum =>
    [handedOut, stayed]
      .map((quantities) => mixedUntilWhole(p, thawed.pools, quantities, slack))
      .map((whole) => spread(p, pools, thawed, whole, solved.weights))
      .reduce((best, next) => (next.gain > best.gain ? next : best))
  // Slack is worth welfare times a weight, so it is used only where linear goods cannot be made exact.
  const tolerance = gapTolerance(p)
  const strict = bestWithin(tolerance * STRICT)
  return strict.upperBound - strict.gain <= tolerance ? strict : bestWithin(tolerance / 2)
}
