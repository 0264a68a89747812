/**
 * Pool options: the ways in which one good can move within a limit of rows.
 *
 * An option is a set of disjoint pools of at least two agents, each with somebody that holds the good; it needs one row
 * fewer than it has members, pool by pool. Agents that neither hold nor value a good are left out.
 *
 * | limit       | value | meaning                                                                          |
 * | ----------- | ----- | -------------------------------------------------------------------------------- |
 * | MOST_OPTIONS | 4,096 | beyond it the options of a good are not listed: its one pool of everybody bounds |
 *
 * Laws
 *   L1 options listed  a good of one holder has as many options as there are sets of at most `rowLimit` receivers
 *
 * @module
 */
import type { Pool, TradeProblem } from './trade-problem.js'

/**
 * Holds one way of moving a good: its pools, and the rows they need.
 *
 * @category model
 * @since 0.1.0
 */
export interface PoolOption {
  readonly pools: ReadonlyArray<Pool>
  readonly rows: number
}

const MOST_OPTIONS = 4096

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

/** Puts agents one after another on their own, into a block begun before, or into a new one. */
const placed = (
  good: number,
  agents: ReadonlyArray<number>,
  rowLimit: number,
  canTrade: (members: ReadonlyArray<number>) => boolean,
): ReadonlyArray<PoolOption> | null => {
  const options: Array<PoolOption> = []
  let room = MOST_OPTIONS * 64
  const place = (
    next: number,
    blocks: ReadonlyArray<ReadonlyArray<number>>,
    rows: number,
  ): boolean => {
    room -= 1
    if (room < 0 || options.length > MOST_OPTIONS) return false
    if (next === agents.length) {
      const trading = blocks.filter((block) => block.length > 1)
      if (trading.length > 0 && trading.every(canTrade)) {
        options.push({ pools: trading.map((members) => ({ good, members })), rows })
      }
      return true
    }
    const agent = at(agents, next)
    if (!place(next + 1, [...blocks, [agent]], rows)) return false
    if (rows >= rowLimit) return true
    return blocks.every((block, b) => {
      const joined = blocks.map((other, c) => (c === b ? [...block, agent] : other))
      return place(next + 1, joined, rows + 1)
    })
  }
  return place(0, [], 0) ? options : null
}

/**
 * Says who may take part in moving a good, and which agents can trade it together.
 *
 * @category model
 * @since 0.1.0
 */
export interface PoolRule {
  readonly involved: (good: number, agent: number) => boolean
  readonly canTrade: (good: number, members: ReadonlyArray<number>) => boolean
}

/**
 * Gives the rule without restrictions: whoever holds or values a good, and together those of whom one holds it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openRule = (p: TradeProblem): PoolRule => {
  const n = p.participants.length
  const holds = (good: number, agent: number): boolean => at(p.holdings, good * n + agent) > 0
  return {
    involved: (good, agent) => holds(good, agent) || at(p.values, good * n + agent) > 0,
    canTrade: (good, members) => members.some((agent) => holds(good, agent)),
  }
}

/**
 * Lists the options of a tradable good (its place) within a limit of rows; `null` where there are too many to list.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolOptions = (
  p: TradeProblem,
  good: number,
  rowLimit: number,
  rule: PoolRule = openRule(p),
): ReadonlyArray<PoolOption> | null => {
  const involved = p.participants.flatMap((_, i) => (rule.involved(good, i) ? [i] : []))
  if (rowLimit < 1 || involved.length < 2) return []
  return placed(good, involved, rowLimit, (members) => rule.canTrade(good, members))
}

/**
 * Gives the pool of everybody, which bounds every option of a good.
 *
 * @category operations
 * @since 0.1.0
 */
export const wholePool = (p: TradeProblem, good: number): Pool => ({
  good,
  members: p.participants.map((_, i) => i),
})
