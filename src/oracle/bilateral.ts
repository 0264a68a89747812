/**
 * Bilateral oracle: the best settlement of two agents that leaves neither worse off, with at most so many transfers.
 *
 * Exact for `linear` and `concave_separable` utilities, with or without a money good (Edgeworth 1881 draws the box; here
 * it has as many sides as goods). Each good costs one row, so a support of goods is chosen (`pair-search.ts`) and solved
 * (`pair-support.ts`). `complementary_bundle` is refused: its bonus jumps at 0, so the best is often approached and never
 * reached.
 *
 * | option     | default   | meaning                                                       |
 * | ---------- | --------- | ------------------------------------------------------------- |
 * | rowLimit   | null      | at most so many transfers; null is no limit                   |
 * | nodeBudget | 200,000   | nodes of the search; reaching it gives a `Bounded` answer     |
 *
 * Laws
 *   L1 rational       both deltas of a plan are at least -1e-9
 *   L2 within rows    a plan has no more transfers than the row limit
 *   L3 unbeaten       no support within the row limit gains more, within 1e-9
 *   L4 more rows      a larger row limit never lowers the gain, within 1e-9
 *   L5 symmetric      naming the pair the other way round gives the same gain
 *
 * @module
 */
import type { Ledger } from '../settlement/index.js'
import { pairBound, searchPair } from './pair-search.js'
import { type PairTrade, pairTrade } from './pair-support.js'
import type { RowSearchResult } from './row-search.js'
import { answerOf, type OracleAnswer, transfersOfGood } from './settlement-plan.js'
import { gapTolerance, poolGain, type TradeProblem, tradeProblem } from './trade-problem.js'

/**
 * Collects the options of a search; the defaults stand in the tables of the oracles.
 *
 * @category model
 * @since 0.1.0
 */
export interface OracleOptions {
  readonly rowLimit?: number | null
  readonly nodeBudget?: number
}

const DEFAULT_BUDGET = 200_000
const BOTH: ReadonlyArray<number> = [0, 1]
/** Gains of different pairs closer than this are ties, which go to the pair with fewer rows. */
export const TIE = 1e-7

const rowsOf = (trade: PairTrade): number => {
  let rows = 0
  for (const flow of trade.flows) if (flow !== 0) rows += 1
  return rows
}

/** Without a choice to make there is nothing to search: all goods may move. */
const wholePair = (p: TradeProblem): RowSearchResult<PairTrade> => {
  const trade = pairTrade(
    p,
    p.goods.map((_, good) => good),
  )
  let upperBound = 0
  for (let good = 0; good < p.goods.length; good++) {
    upperBound += poolGain(p, { good, members: BOTH }, trade.weights)
  }
  return { best: trade, upperBound, weights: [trade.weights], complete: true, nodes: 1 }
}

/** Looks for a plan with fewer rows that gains the same, so nearly that it stays certified. */
const fewerRows = (p: TradeProblem, best: PairTrade, nodeBudget: number): PairTrade => {
  const same = gapTolerance(p) / 4
  let chosen = best
  for (let rows = rowsOf(best) - 1; rows > 0; rows--) {
    if (pairBound(p, rows, best.weights) < best.gain - same) return chosen
    const candidate = searchPair(p, rows, nodeBudget).best
    if (candidate === null || candidate.gain < best.gain - same) return chosen
    chosen = candidate
  }
  return chosen
}

/**
 * Holds the best trade of a pair as numbers, for oracles that compare many pairs.
 *
 * @category model
 * @since 0.1.0
 */
export interface PairOptimum {
  readonly problem: TradeProblem
  readonly trade: PairTrade | null
  readonly rows: number
  readonly gain: number
  readonly search: RowSearchResult<PairTrade>
}

/**
 * Solves the problem of a pair.
 *
 * @category operations
 * @since 0.1.0
 */
export const pairOptimum = (p: TradeProblem, nodeBudget: number = DEFAULT_BUDGET): PairOptimum => {
  const search = p.goods.length <= p.rowLimit ? wholePair(p) : searchPair(p, p.rowLimit, nodeBudget)
  const { best } = search
  if (best === null || !(best.gain > 0)) {
    return { problem: p, trade: null, rows: 0, gain: 0, search }
  }
  const trade = fewerRows(p, best, nodeBudget)
  return { problem: p, trade, rows: rowsOf(trade), gain: trade.gain, search }
}

/**
 * Draws up the answer of a solved pair.
 *
 * @category operations
 * @since 0.1.0
 */
export const pairAnswer = (optimum: PairOptimum): OracleAnswer => {
  const { problem, trade, search } = optimum
  const transfers = (trade?.support ?? []).flatMap((place, index) => {
    const flow = trade?.flows[index] ?? 0
    const good = problem.goods[place] ?? 0
    return transfersOfGood(good, problem.participants, [-flow, flow])
  })
  const deltas = trade === null ? [0, 0] : [trade.firstDelta, trade.secondDelta]
  const found = { transfers, deltas, gain: optimum.gain }
  return answerOf(problem, found, search, search.complete)
}

/**
 * Finds the best rational settlement of two agents at the allocation of a ledger.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 * import { bilateralOracle } from 'edgeworth/oracle'
 * import { openLedger } from 'edgeworth/settlement'
 *
 * const made = makeWorld({ allocation: [[4, 0], [0, 4]], preferences: [[1, 3], [3, 1]] })
 * if (made._tag === 'Left') throw new Error('no world')
 * const answer = bilateralOracle({ rowLimit: 2 })(openLedger(made.right), 1, 2)
 * answer._tag === 'Certified' ? [answer.plan.gain, answer.plan.deltas] : null // => [16, [8, 8]]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const bilateralOracle =
  (options: OracleOptions = {}) =>
  (ledger: Ledger, first: number, second: number): OracleAnswer => {
    const problem = tradeProblem(ledger, [first, second], options.rowLimit ?? null)
    if (problem._tag !== 'TradeProblem') return { _tag: 'Refused', reason: problem }
    return pairAnswer(pairOptimum(problem, options.nodeBudget))
  }
