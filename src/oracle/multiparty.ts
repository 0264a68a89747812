/**
 * Multiparty oracle: the best settlement among any number of agents that leaves none worse off.
 *
 * Without a limit of rows every redistribution can be reached, so one convex program answers (`pool-program.ts`). With a
 * limit, each good takes one of its pool options and the choice is searched by branch and bound (`row-search.ts`); where
 * the budget of nodes stops the search the answer is `Bounded` and states the gap. It is never silently heuristic. As
 * many rows as the good of most movers needs in total are no limit. Where values of one market differ a thousandfold and
 * linear goods are scarce, about one program in ten thousand is `Bounded` by precision; then too the gap is stated.
 *
 * | option     | default | meaning                                                     |
 * | ---------- | ------- | ----------------------------------------------------------- |
 * | rowLimit   | null    | at most so many transfers; null is no limit                 |
 * | nodeBudget | 20,000  | nodes of the search; reaching it gives a `Bounded` answer   |
 *
 * Laws
 *   L1 nobody loses      every delta of a plan is at least -1e-9
 *   L2 pair agreement    with two agents it gains what the bilateral oracle gains, within 1e-9
 *   L3 more agents       a further participant never lowers the gain, within 1e-8
 *   L4 social ceiling    the gain is at most that of the continuous optimum, within 1e-8
 *   L5 bound holds       a search stopped by its budget reports a bound that the full search does not exceed
 *
 * @module
 */
import type { Ledger } from '../settlement/index.js'
import type { OracleOptions } from './bilateral.js'
import { wholePool } from './pool-options.js'
import { poolProgram } from './pool-program.js'
import { answerOf, type OracleAnswer } from './settlement-plan.js'
import { optimumParts, searchSettlement } from './settlement-search.js'
import { type TradeProblem, tradeProblem } from './trade-problem.js'

const DEFAULT_BUDGET = 20_000

const withoutLimit = (ledger: Ledger, p: TradeProblem): OracleAnswer => {
  const optimum = poolProgram(
    p,
    p.goods.map((_, good) => wholePool(p, good)),
  )
  const { upperBound, weights } = optimum
  return answerOf(p, optimumParts(ledger, p, optimum), { upperBound, weights: [weights] }, true)
}

/** The rows that any redistribution can be done with. */
const rowsForAll = (p: TradeProblem): number =>
  p.goods.length * Math.max(0, p.participants.length - 1)

/**
 * Finds the best rational settlement among agents (numbers from 1) at the allocation of a ledger.
 *
 * @example
 * ```ts
 * import { ringCycleWorld } from 'edgeworth/economy'
 * import { bilateralOracle, gainOf, multipartyOracle } from 'edgeworth/oracle'
 * import { openLedger } from 'edgeworth/settlement'
 *
 * const made = ringCycleWorld({ numAgents: 3, cycleLength: 3 })
 * if (made._tag === 'Left') throw new Error('no world')
 * const ledger = openLedger(made.right)
 * gainOf(bilateralOracle()(ledger, 1, 2)) // => 0
 * const ring = multipartyOracle({ rowLimit: 3 })(ledger, [1, 2, 3])
 * ring._tag === 'Certified' ? ring.plan.transfers.length : null // => 3
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const multipartyOracle =
  (options: OracleOptions = {}) =>
  (ledger: Ledger, agents: ReadonlyArray<number>): OracleAnswer => {
    const problem = tradeProblem(ledger, agents, options.rowLimit ?? null)
    if (problem._tag !== 'TradeProblem') return { _tag: 'Refused', reason: problem }
    return problem.rowLimit >= rowsForAll(problem)
      ? withoutLimit(ledger, problem)
      : searchSettlement(ledger, problem, options.nodeBudget ?? DEFAULT_BUDGET)
  }
