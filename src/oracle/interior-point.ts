/**
 * Interior point: weights of agents and prices of linear goods at which nobody wants to move, by Newton's method.
 *
 * The dual of the rational redistribution is
 *
 *   minimise  sum of sqrt pools + sum over linear pools of (T p - sum of m_i v_i h_i),  m_i >= 1,  p >= m_i v_i.
 *
 * Its multipliers are the utility changes y_i (of m_i >= 1) and the quantities x_i (of p >= m_i v_i). Each step solves the
 * Newton system of stationarity and perturbed complementarity (m_i - 1) y_i = mu, x_i s_i = mu, reduced to a positive
 * definite one in (m, p), and goes 0.99 of the way to the boundary. Prices are
 * eliminated first; a step costs agents^3 / 6 and agents^2 for each pool.
 *
 * @module
 */
import { solvePositive } from './positive-definite.js'
import type { Pool, TradeProblem } from './trade-problem.js'

/**
 * Holds where the method ended: weights by agent, quantities of the linear pools (null for the others), and steps taken.
 *
 * @category model
 * @since 0.1.0
 */
export interface InteriorPoint {
  readonly weights: Float64Array
  readonly linear: ReadonlyArray<Float64Array | null>
  readonly steps: number
}

const MOST_STEPS = 200
const MU_END = 1e-13
const RESIDUAL_END = 1e-11
const TO_BOUNDARY = 0.99
/** After a step cut this short the next one only centres. */
const SHORT = 0.3
const CENTRING = 0.9

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const add = (xs: Float64Array, index: number, amount: number): void => {
  xs[index] = at(xs, index) + amount
}

interface Roots {
  readonly deltas: Float64Array
  readonly hessian: Float64Array
}

/** Utility changes from sqrt pools at weights, and their derivatives, row by row. */
const rootsAt = (p: TradeProblem, pools: ReadonlyArray<Pool>, weights: Float64Array): Roots => {
  const n = p.participants.length
  const deltas = new Float64Array(n)
  const hessian = new Float64Array(n * n)
  for (const pool of pools) {
    if (p.linear[pool.good] === 1) continue
    const row = pool.good * n
    let squares = 0
    let supply = 0
    for (const i of pool.members) {
      const a = at(weights, i) * at(p.values, row + i)
      squares += a * a
      supply += at(p.holdings, row + i)
    }
    if (squares === 0) continue
    const norm = Math.sqrt(squares)
    const root = Math.sqrt(supply)
    for (const i of pool.members) {
      const v = at(p.values, row + i)
      if (v === 0) continue
      const share = (at(weights, i) * v) / norm
      add(deltas, i, v * (root * share - Math.sqrt(at(p.holdings, row + i))))
      add(hessian, i * n + i, (root * v * v) / norm)
      for (const j of pool.members) {
        const w = at(p.values, row + j)
        add(hessian, i * n + j, (-root * v * share * w * w * at(weights, j)) / squares)
      }
    }
  }
  return { deltas, hessian }
}

interface Line {
  /** Value and holding of member j of the pool of this line, and its place among all agents. */
  readonly pool: Pool
  readonly supply: number
  readonly values: Float64Array
  readonly held: Float64Array
  readonly x: Float64Array
  readonly s: Float64Array
}

const linesOf = (p: TradeProblem, pools: ReadonlyArray<Pool>): ReadonlyArray<Line> =>
  pools
    .filter((pool) => p.linear[pool.good] === 1)
    .map((pool) => {
      const row = pool.good * p.participants.length
      const values = Float64Array.from(pool.members, (i) => at(p.values, row + i))
      const held = Float64Array.from(pool.members, (i) => at(p.holdings, row + i))
      const supply = held.reduce((sum, h) => sum + h, 0)
      const x = new Float64Array(held.length).fill(supply / held.length)
      return { pool, supply, values, held, x, s: new Float64Array(held.length) }
    })

/** The largest step that keeps `value + step * change` above 0. */
const room = (value: number, change: number): number =>
  change < 0 ? -value / change : Number.POSITIVE_INFINITY

interface Priced {
  readonly ratios: Float64Array
  readonly total: number
  /** The right side of the price's own equation. */
  readonly lead: number
}

/**
 * Takes the price of a linear pool out of the Newton system. What is left couples the weights of its members by
 * x_i x_j-like terms; each is computed without subtracting large numbers, as ratios x / s range over thirty decades.
 */
const eliminatePrice = (
  line: Line,
  mu: number,
  hessian: Float64Array,
  right: Float64Array,
  n: number,
): Priced => {
  const size = line.x.length
  const ratios = line.x.map((x, j) => x / at(line.s, j))
  const leads = line.x.map((x, j) => mu / at(line.s, j) - x)
  let total = 0
  let lead = -line.supply
  for (let j = 0; j < size; j++) {
    total += at(ratios, j)
    lead += at(leads, j) + at(line.x, j)
  }
  for (let j = 0; j < size; j++) {
    const i = at(line.pool.members, j)
    const v = at(line.values, j)
    const weight = (v * at(ratios, j)) / total
    add(right, i, weight * lead - v * at(leads, j))
    for (let k = 0; k < size; k++) {
      if (k === j) continue
      add(hessian, i * n + i, v * weight * at(ratios, k))
      add(hessian, i * n + at(line.pool.members, k), -weight * at(line.values, k) * at(ratios, k))
    }
  }
  return { ratios, total, lead }
}

/**
 * Runs the method on the pools of a problem.
 *
 * @category operations
 * @since 0.1.0
 */
export const interiorPoint = (p: TradeProblem, pools: ReadonlyArray<Pool>): InteriorPoint => {
  const n = p.participants.length
  const lines = linesOf(p, pools)
  const z = new Float64Array(n).fill(0.5)
  const weights = new Float64Array(n).fill(1.5)
  const y = new Float64Array(n)
  for (const line of lines) {
    const price = 2 * Math.max(1e-9, ...line.values) + 1
    for (let j = 0; j < line.s.length; j++) {
      line.s[j] = price - at(weights, at(line.pool.members, j)) * at(line.values, j)
    }
  }
  const first = rootsAt(p, pools, weights)
  for (let i = 0; i < n; i++) y[i] = Math.max(1, Math.abs(at(first.deltas, i)))
  const pairs = n + lines.reduce((sum, line) => sum + line.x.length, 0)
  let steps = 0
  let lastStep = 1
  for (; steps < MOST_STEPS; steps++) {
    let complementarity = 0
    for (let i = 0; i < n; i++) complementarity += at(z, i) * at(y, i)
    for (const line of lines) {
      for (let j = 0; j < line.x.length; j++) complementarity += at(line.x, j) * at(line.s, j)
    }
    const average = complementarity / pairs
    const { deltas, hessian } = rootsAt(p, pools, weights)
    const residual = new Float64Array(n)
    for (let i = 0; i < n; i++) residual[i] = at(y, i) - at(deltas, i)
    for (const line of lines) {
      for (let j = 0; j < line.x.length; j++) {
        add(
          residual,
          at(line.pool.members, j),
          -at(line.values, j) * (at(line.x, j) - at(line.held, j)),
        )
      }
    }
    let wrong = 0
    for (let i = 0; i < n; i++) wrong = Math.max(wrong, Math.abs(at(residual, i)))
    if (average <= MU_END && wrong <= RESIDUAL_END) break
    const mu = average * (lastStep < SHORT ? CENTRING : wrong > 10 * average ? 0.3 : 0.1)
    const right = Float64Array.from(residual)
    for (let i = 0; i < n; i++) {
      // dy = (mu - z y - y dz) / z, substituted into the row of the weight
      add(right, i, mu / at(z, i) - at(y, i))
      add(hessian, i * n + i, at(y, i) / at(z, i))
    }
    const priced = lines.map((line) => eliminatePrice(line, mu, hessian, right, n))
    const step = solvePositive(hessian, right, n)
    if (step === null) break
    let length = 1 / TO_BOUNDARY
    const dy = new Float64Array(n)
    for (let i = 0; i < n; i++) {
      dy[i] = (mu - at(z, i) * at(y, i) - at(y, i) * at(step, i)) / at(z, i)
      length = Math.min(length, room(at(z, i), at(step, i)), room(at(y, i), at(dy, i)))
    }
    const moves = lines.map((line, q) => {
      const { ratios, total, lead } = priced[q] as Priced
      const dx = new Float64Array(line.x.length)
      const ds = new Float64Array(line.x.length)
      const values = line.pool.members.map((i, j) => at(line.values, j) * at(step, i))
      for (let j = 0; j < dx.length; j++) {
        // dp - v dz, written as a mean of differences: the price itself is mostly the largest of the terms it is compared to
        let slack = lead / total
        for (let k = 0; k < dx.length; k++) {
          if (k !== j) slack += (at(ratios, k) / total) * (at(values, k) - at(values, j))
        }
        ds[j] = slack
        dx[j] = mu / at(line.s, j) - at(line.x, j) - at(ratios, j) * slack
        length = Math.min(length, room(at(line.x, j), at(dx, j)), room(at(line.s, j), slack))
      }
      return { dx, ds }
    })
    const taken = Math.min(1, TO_BOUNDARY * length)
    lastStep = taken
    for (let i = 0; i < n; i++) {
      add(z, i, taken * at(step, i))
      add(y, i, taken * at(dy, i))
      weights[i] = 1 + at(z, i)
    }
    lines.forEach((line, q) => {
      for (let j = 0; j < line.x.length; j++) {
        add(line.x, j, taken * at(moves[q]?.dx ?? line.x, j))
        add(line.s, j, taken * at(moves[q]?.ds ?? line.s, j))
      }
    })
    if (!Number.isFinite(complementarity)) break
  }
  for (let i = 0; i < n; i++) {
    // who has no stake in these pools has no multiplier either
    const stake = pools.some(
      (pool) => pool.members.includes(i) && at(p.values, pool.good * n + i) > 0,
    )
    if (!stake) weights[i] = 1
  }
  let next = 0
  const linear = pools.map((pool) => {
    if (p.linear[pool.good] !== 1) return null
    const line = lines[next++] as Line
    const handed = line.x.reduce((sum, x) => sum + x, 0)
    return line.x.map((x) => x * (line.supply / handed))
  })
  return { weights, linear, steps }
}
