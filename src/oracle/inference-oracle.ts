/**
 * Inference-constrained oracle: the best settlement that public signals alone would suggest.
 *
 * A transfer of a good from i to j is considered only where i publicly offered the good and j publicly wanted it, and both
 * were observed. True utilities choose among these transfers and score them, so this is a ceiling for whoever infers from
 * what was said, not for whoever knows. Where nobody said anything it is 0.
 *
 * Laws
 *   L1 silent        without an offer and a want that meet it gains nothing
 *   L2 below         it gains at most what the multiparty oracle gains among the same agents
 *   L3 more said     further offers and wants never lower it, within 1e-8
 *
 * @module
 */
import type { Ledger } from '../settlement/index.js'
import type { OracleOptions } from './bilateral.js'
import type { OracleAnswer } from './settlement-plan.js'
import { type DirectedRule, searchSettlement } from './settlement-search.js'
import { type TradeProblem, tradeProblem } from './trade-problem.js'

/**
 * Holds what an agent (number from 1) was seen to say: goods (numbers from 1) that it offered and wanted.
 *
 * @category model
 * @since 0.1.0
 */
export interface PublicSignal {
  readonly agent: number
  readonly offered: ReadonlyArray<number>
  readonly wanted: ReadonlyArray<number>
}

const DEFAULT_BUDGET = 20_000

const ruleOf = (p: TradeProblem, signals: ReadonlyArray<PublicSignal>): DirectedRule => {
  const n = p.participants.length
  const said = (of: (signal: PublicSignal) => ReadonlyArray<number>) => {
    const cells = new Set<number>()
    for (const signal of signals) {
      const agent = p.participants.indexOf(signal.agent)
      for (const good of of(signal)) {
        const place = p.goods.indexOf(good - 1)
        if (place >= 0) cells.add(place * n + agent)
      }
    }
    return (good: number, agent: number): boolean => cells.has(good * n + agent)
  }
  const offered = said((signal) => signal.offered)
  const mayReceive = said((signal) => signal.wanted)
  const mayGive = (good: number, agent: number): boolean =>
    offered(good, agent) && (p.holdings[good * n + agent] ?? 0) > 0
  return {
    mayGive,
    mayReceive,
    involved: (good, agent) => mayGive(good, agent) || mayReceive(good, agent),
    canTrade: (good, members) =>
      members.some((i) => mayGive(good, i) && members.some((j) => j !== i && mayReceive(good, j))),
  }
}

/**
 * Finds the best rational settlement whose every transfer goes from a public offer to a public want. Signals of one agent
 * may come in several records. The bound of the answer holds among such settlements, so `verifyCertificate`, which allows
 * all, does not prove it.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 * import { gainOf, inferenceOracle } from 'edgeworth/oracle'
 * import { openLedger } from 'edgeworth/settlement'
 *
 * const made = makeWorld({ allocation: [[4, 0], [0, 4]], preferences: [[1, 3], [3, 1]] })
 * if (made._tag === 'Left') throw new Error('no world')
 * const ledger = openLedger(made.right)
 * const half = [{ agent: 1, offered: [1], wanted: [2] }, { agent: 2, offered: [2], wanted: [] }]
 * gainOf(inferenceOracle()(ledger, half)) // => 0
 * const both = [...half, { agent: 2, offered: [], wanted: [1] }]
 * gainOf(inferenceOracle()(ledger, both)) // => 16
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const inferenceOracle =
  (options: OracleOptions = {}) =>
  (ledger: Ledger, signals: ReadonlyArray<PublicSignal>): OracleAnswer => {
    const agents = [...new Set(signals.map((signal) => signal.agent))]
    const problem = tradeProblem(ledger, agents, options.rowLimit ?? null)
    if (problem._tag !== 'TradeProblem') return { _tag: 'Refused', reason: problem }
    const rule = ruleOf(problem, signals)
    return searchSettlement(ledger, problem, options.nodeBudget ?? DEFAULT_BUDGET, rule)
  }
