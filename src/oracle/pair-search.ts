/**
 * Pair search: which goods two agents should move when only so many may.
 *
 * The bound of a support under weights is the sum of its goods' own bounds (`poolGain`), so under any weights the best
 * support is simply the goods that gain most. The search follows them under the weights found so far, which nearly always
 * closes the gap; else it walks the supports in the order of the weights with the lowest bound and leaves a branch when its
 * best completion cannot beat the incumbent. It is the pair's own case of `row-search.ts`, without tables.
 *
 * Laws
 *   L1 pair complete   within its budget, no support of at most `rowLimit` goods gains more, within the tolerance
 *   L2 pair bound      the reported bound is at least the gain of every support, whatever the budget
 *
 * @module
 */
import { type PairTrade, pairTrade } from './pair-support.js'
import type { RowSearchResult } from './row-search.js'
import { gapTolerance, poolGain, type TradeProblem } from './trade-problem.js'

/** What one pair of weights says: the bound of every good, goods by descending bound, and the best sum. */
interface PairView {
  readonly weights: readonly [number, number]
  readonly gains: ReadonlyArray<number>
  readonly order: ReadonlyArray<number>
  readonly bound: number
}

const BOTH: ReadonlyArray<number> = [0, 1]
const EQUAL: readonly [number, number] = [1, 1]
const MOST_DIVES = 4

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

const viewUnder = (p: TradeProblem, rows: number, weights: readonly [number, number]): PairView => {
  const goods = p.goods.length
  const gains: Array<number> = []
  const order: Array<number> = []
  for (let good = 0; good < goods; good++) {
    const gain = poolGain(p, { good, members: BOTH }, weights)
    gains.push(gain)
    let place = order.length
    order.push(good)
    while (place > 0 && at(gains, at(order, place - 1)) < gain) {
      order[place] = at(order, place - 1)
      place -= 1
    }
    order[place] = good
  }
  let bound = 0
  for (let k = 0; k < rows; k++) bound += at(gains, at(order, k))
  return { weights, gains, order, bound }
}

/**
 * Bounds what any so many goods could gain under weights.
 *
 * @category operations
 * @since 0.1.0
 */
export const pairBound = (
  p: TradeProblem,
  rows: number,
  weights: readonly [number, number],
): number => viewUnder(p, Math.min(rows, p.goods.length), weights).bound

/**
 * Searches the supports of at most `rowLimit` goods.
 *
 * @category operations
 * @since 0.1.0
 */
export const searchPair = (
  p: TradeProblem,
  rowLimit: number,
  nodeBudget: number,
): RowSearchResult<PairTrade> => {
  const goods = p.goods.length
  const rows = Math.min(rowLimit, goods)
  const tolerance = gapTolerance(p) / 4
  const views: Array<PairView> = [viewUnder(p, rows, EQUAL)]
  let lead = views[0] as PairView
  let best: PairTrade | null = null
  let worth = 0
  let nodes = 0
  const solve = (support: ReadonlyArray<number>): PairTrade => {
    nodes += 1
    const trade = pairTrade(p, support)
    if (trade.gain > worth) {
      worth = trade.gain
      best = trade
    }
    return trade
  }
  const learn = (weights: readonly [number, number]): PairView => {
    const view = viewUnder(p, rows, weights)
    views.push(view)
    if (view.bound < lead.bound) lead = view
    return view
  }
  let latest = lead
  for (let dive = 0; dive < MOST_DIVES && lead.bound > worth + tolerance; dive++) {
    const trade = solve(latest.order.slice(0, rows))
    if (trade.weights[0] === latest.weights[0] && trade.weights[1] === latest.weights[1]) break
    latest = learn(trade.weights)
  }
  if (lead.bound <= worth + tolerance) {
    const weights = views.map((view) => view.weights)
    return { best, upperBound: Math.max(worth, lead.bound), weights, complete: true, nodes }
  }
  const { order, gains, bound: rootBound } = lead
  const support: Array<number> = []
  let closed = worth
  let open = Number.NEGATIVE_INFINITY
  const leaf = (): void => {
    const boundOf = (view: PairView): number => {
      let sum = 0
      for (const good of support) sum += at(view.gains, good)
      return sum
    }
    let lowest = Number.POSITIVE_INFINITY
    for (const view of views) lowest = Math.min(lowest, boundOf(view))
    if (lowest > worth + tolerance) {
      // ascending order adds components in the order of the goods, as a plan's replay does
      lowest = Math.min(lowest, boundOf(learn(solve([...support]).weights)))
    }
    if (lowest <= worth + tolerance) closed = Math.max(closed, lowest)
    else open = Math.max(open, lowest)
  }
  const visit = (place: number, fixed: number): void => {
    if (support.length === rows) return leaf()
    let reach = fixed
    const missing = rows - support.length
    for (let k = 0; k < missing; k++) reach += at(gains, at(order, place + k))
    if (reach <= worth + tolerance) {
      closed = Math.max(closed, reach)
      return
    }
    if (nodes >= nodeBudget) {
      open = Math.max(open, reach)
      return
    }
    nodes += 1
    const good = at(order, place)
    support.push(good)
    visit(place + 1, fixed + at(gains, good))
    support.pop()
    if (goods - place > missing) visit(place + 1, fixed)
  }
  visit(0, 0)
  return {
    best,
    upperBound: Math.min(rootBound, Math.max(worth, closed, open)),
    weights: views.map((view) => view.weights),
    complete: open === Number.NEGATIVE_INFINITY,
    nodes,
  }
}
