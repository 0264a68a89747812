/**
 * Trade problem: who may trade what, as plain numbers, and how much a pool of one good is worth.
 *
 * All exact oracles maximise the sum of utility changes of some participants over feasible settlements that leave none of
 * them worse off. A settlement with few transfers is, good by good, a choice of pools: the agents that transfers of the
 * good connect. k connected agents need at least k - 1 transfers, and any redistribution among them can be done with
 * k - 1, so counting k - 1 rows for each pool is exact.
 *
 * For weights w of at least 1 (one per agent) the Lagrangian of a pool is a closed form. With sqrt components, pooled
 * supply T, a_i = w_i v_i and s_i = sqrt(h_i / T) it is
 *
 *   sqrt(T) (|a| - a.s) = sqrt(T) |a - (a.s) s|^2 / (|a| + a.s),
 *
 * where the right side loses no digits when little can be gained. With linear components it is the sum of h_i (max a - a_i).
 * The sum over chosen pools bounds the gain of every rational settlement within them (weak duality; Boyd and
 * Vandenberghe 2004, section 5.2).
 *
 * | refused                | why                                                                               |
 * | ---------------------- | --------------------------------------------------------------------------------- |
 * | `ComplementaryBundle`  | the bonus jumps when a holding becomes positive: the supremum need not be reached |
 * | `BundleBuyer`          | all-or-nothing utility; the cheapest assignment answers that                      |
 * | `NegativeValue`        | a sqrt component of negative value is not concave                                 |
 * | `UnknownAgent`         | a participant that is no agent of the ledger, or is named twice                   |
 * | `OutOfScale`           | values or holdings above 1e100, whose squares overflow                            |
 * | `BadRowLimit`          | a row limit that is neither null nor a number                                     |
 *
 * Laws
 *   L1 pool bound       no redistribution of a pool has a larger weighted gain than `poolGain`, and some reaches it
 *   L2 refused in full  a problem is made exactly when none of the reasons above applies
 *
 * @module
 */
import type { Ledger } from '../settlement/index.js'

/**
 * Names why an exact oracle does not answer. Agents count from 1, goods from 0.
 *
 * @category model
 * @since 0.1.0
 */
export type OracleRefusal =
  | { readonly _tag: 'ComplementaryBundle' }
  | { readonly _tag: 'BundleBuyer'; readonly agent: number }
  | { readonly _tag: 'NegativeValue'; readonly agent: number; readonly good: number }
  | { readonly _tag: 'UnknownAgent'; readonly agent: number }
  | { readonly _tag: 'OutOfScale'; readonly agent: number; readonly good: number }
  | { readonly _tag: 'BadRowLimit'; readonly rowLimit: number }

/**
 * Holds a trade among participants: values and holdings by tradable good and participant (cell `good * n + place`).
 *
 * @category model
 * @since 0.1.0
 */
export interface TradeProblem {
  readonly _tag: 'TradeProblem'
  /** Numbers of the participants, ascending. */
  readonly participants: ReadonlyArray<number>
  /** 0-based columns of the goods of which the participants hold anything. */
  readonly goods: ReadonlyArray<number>
  readonly values: ReadonlyArray<number>
  readonly holdings: ReadonlyArray<number>
  /** 1 where the components of a good are linear, 0 where they are square roots. */
  readonly linear: ReadonlyArray<0 | 1>
  /** At most so many transfers; infinity without a limit. */
  readonly rowLimit: number
}

/**
 * Holds the agents (places in the problem) among which one tradable good (its place) may move.
 *
 * @category model
 * @since 0.1.0
 */
export interface Pool {
  readonly good: number
  readonly members: ReadonlyArray<number>
}

const LARGEST = 1e100
/** Relative difference up to which two weighted values are the same but for rounding. */
const SAME_VALUE = 1e-14
const SAME_ROOT = 4e-15

/** Indices below are places of arrays made for them, so a missing element cannot occur. */
const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const ascending = (agents: ReadonlyArray<number>): ReadonlyArray<number> => {
  for (let k = 1; k < agents.length; k++) {
    if (!(at(agents, k - 1) < at(agents, k))) return [...agents].sort((a, b) => a - b)
  }
  return agents
}

const refuse = (reason: OracleRefusal): OracleRefusal => reason

const cellRefusal = (
  agent: number,
  good: number,
  v: number,
  held: number,
): OracleRefusal | null => {
  if (v < 0) return refuse({ _tag: 'NegativeValue', agent, good })
  return v <= LARGEST && held <= LARGEST && held >= 0
    ? null
    : refuse({ _tag: 'OutOfScale', agent, good })
}

const ledgerRefusal = (
  ledger: Ledger,
  participants: ReadonlyArray<number>,
  rowLimit: number | null,
): OracleRefusal | null => {
  const { world } = ledger
  if (rowLimit !== null && Number.isNaN(rowLimit)) return refuse({ _tag: 'BadRowLimit', rowLimit })
  if (world.utilityMode === 'complementary_bundle') return refuse({ _tag: 'ComplementaryBundle' })
  const buyer = world.bundleBuyer?.buyerAgent
  let before = 0
  for (const agent of participants) {
    if (ledger.allocation[agent - 1] === undefined || agent === before) {
      return refuse({ _tag: 'UnknownAgent', agent })
    }
    if (agent === buyer) return refuse({ _tag: 'BundleBuyer', agent })
    before = agent
  }
  return null
}

/**
 * Reads the trade among some agents (numbers from 1, in any order) at the allocation of a ledger, or says why exact
 * oracles refuse it. A row limit of null is no limit.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tradeProblem = (
  ledger: Ledger,
  agents: ReadonlyArray<number>,
  rowLimit: number | null,
): TradeProblem | OracleRefusal => {
  const participants = ascending(agents)
  const refusal = ledgerRefusal(ledger, participants, rowLimit)
  if (refusal !== null) return refusal
  const { world, allocation } = ledger
  const columns = world.resourceNames.length
  // plain arrays: a problem of two agents is made many times, and small typed arrays are slow to make
  const values: Array<number> = []
  const holdings: Array<number> = []
  const linear: Array<0 | 1> = []
  const goods: Array<number> = []
  const preferences = participants.map((agent) => world.preferences[agent - 1] ?? [])
  const rows = participants.map((agent) => allocation[agent - 1] ?? [])
  for (let good = 0; good < columns; good++) {
    let supply = 0
    for (const row of rows) supply += row[good] ?? 0
    for (let place = 0; place < rows.length; place++) {
      const value = preferences[place]?.[good] ?? 0
      const held = rows[place]?.[good] ?? 0
      const wrong = cellRefusal(at(participants, place), good, value, held)
      if (wrong !== null) return wrong
      if (!(supply > 0)) continue
      values.push(value)
      holdings.push(held)
    }
    if (!(supply > 0)) continue
    linear.push(world.utilityMode === 'linear' || good === world.moneyGoodIndex ? 1 : 0)
    goods.push(good)
  }
  const limit = rowLimit === null ? Number.POSITIVE_INFINITY : Math.max(0, Math.floor(rowLimit))
  return { _tag: 'TradeProblem', participants, goods, values, holdings, linear, rowLimit: limit }
}

const linearPoolGain = (p: TradeProblem, pool: Pool, weights: ArrayLike<number>): number => {
  const row = pool.good * p.participants.length
  let highest = 0
  for (const i of pool.members) highest = Math.max(highest, at(weights, i) * at(p.values, row + i))
  let gain = 0
  for (const i of pool.members) {
    const short = highest - at(weights, i) * at(p.values, row + i)
    // weights that differ by rounding alone count as those that make their agents indifferent
    if (short > SAME_VALUE * highest) gain += at(p.holdings, row + i) * short
  }
  return gain
}

/**
 * Gives the largest weighted gain of a pool: the weighted value of its best redistribution less that of what its members
 * hold.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolGain = (p: TradeProblem, pool: Pool, weights: ArrayLike<number>): number => {
  if (p.linear[pool.good] === 1) return linearPoolGain(p, pool, weights)
  const row = pool.good * p.participants.length
  const { members } = pool
  let supply = 0
  let squares = 0
  for (const i of members) {
    const a = at(weights, i) * at(p.values, row + i)
    supply += at(p.holdings, row + i)
    squares += a * a
  }
  if (!(supply > 0) || squares === 0) return 0
  let along = 0
  for (const i of members) {
    along += at(weights, i) * at(p.values, row + i) * Math.sqrt(at(p.holdings, row + i) / supply)
  }
  let across = 0
  for (const i of members) {
    const share = Math.sqrt(at(p.holdings, row + i) / supply)
    const wanted = at(weights, i) * at(p.values, row + i)
    const rest = wanted - along * share
    if (Math.abs(rest) > SAME_ROOT * wanted) across += rest * rest
  }
  return (Math.sqrt(supply) * across) / (Math.sqrt(squares) + along)
}

/**
 * Gives the tolerance of a proof of optimality in a problem: 1e-9, more where utilities are above 10,000.
 *
 * @category operations
 * @since 0.1.0
 */
export const gapTolerance = (p: TradeProblem): number => {
  const n = p.participants.length
  let scale = 0
  for (let good = 0; good < p.goods.length; good++) {
    let supply = 0
    let highest = 0
    for (let i = 0; i < n; i++) {
      supply += at(p.holdings, good * n + i)
      highest = Math.max(highest, at(p.values, good * n + i))
    }
    scale += highest * (p.linear[good] === 1 ? supply : Math.sqrt(supply))
  }
  return 1e-9 * Math.max(1, scale / 10_000)
}
