/**
 * Greedy floor: what a short-sighted pair planner gets. Each round the best bilateral settlement among the agents that
 * communicate is applied where it gains more than `EPSILON`; the next round starts from there.
 *
 * A floor for groups, not a policy: it reads all true values of the agents that talk, and nobody is asked. Pairs are
 * compared in ascending order; a later pair has to gain more by 1e-7, or as much with fewer rows. Solved pairs are kept
 * until one of the two trades, and a pair whose unconstrained gain is below the best so far is not solved.
 *
 * Laws
 *   L1 monotone floor   welfare never falls from round to round, and nobody ends below its start
 *   L2 stops            after a full cycle of controllers without a trade nothing is traded any more
 *   L3 best pair        in each round no pair of those that communicate gains more than what is applied, within 1e-7
 *
 * @module
 */
import { EPSILON, type Summation } from '../core/arithmetic.js'
import {
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  utilities,
  type World,
  welfare,
} from '../economy/index.js'
import { applyTransfers, type Ledger, openLedger } from '../settlement/index.js'
import { type PairOptimum, pairAnswer, pairOptimum, TIE } from './bilateral.js'
import type { SettlementPlan } from './settlement-plan.js'
import { type OracleRefusal, poolGain, type TradeProblem, tradeProblem } from './trade-problem.js'

/**
 * Holds one round of a floor; `plan` is null where nothing was worth applying.
 *
 * @category model
 * @since 0.1.0
 */
export interface FloorRound {
  readonly roundIndex: number
  readonly controllerId: number
  readonly plan: SettlementPlan | null
  readonly gain: number
}

/**
 * Holds a greedy floor: its rounds, welfare before and after, and the ledger it leaves.
 *
 * @category model
 * @since 0.1.0
 */
export interface GreedyFloor {
  readonly _tag: 'Floor'
  readonly rounds: ReadonlyArray<FloorRound>
  readonly initialWelfare: number
  readonly finalWelfare: number
  readonly gain: number
  readonly appliedRounds: number
  readonly ledger: Ledger
}

const BOTH: ReadonlyArray<number> = [0, 1]
const EQUAL: ReadonlyArray<number> = [1, 1]

/** What is known of a pair: the most it could gain, and its optimum once it was solved. */
interface PairState {
  readonly problem: TradeProblem
  readonly bound: number
  optimum: PairOptimum | null
}

/**
 * Finds the best pair among agents, solving only those that could win. Keeps what it learns in `known` (by pair), so that
 * the caller can drop what a trade makes stale. An agent outside the market or a refused utility is a refusal.
 *
 * @category operations
 * @since 0.1.0
 */
export const bestPair = (
  ledger: Ledger,
  agents: ReadonlyArray<number>,
  rowLimit: number | null,
  known: Map<number, PairState> = new Map(),
): PairOptimum | null | OracleRefusal => {
  const columns = ledger.allocation.length + 1
  let best: PairOptimum | null = null
  for (let i = 0; i < agents.length; i++) {
    for (let j = i + 1; j < agents.length; j++) {
      const first = agents[i] as number // both are places of the list
      const second = agents[j] as number
      const key = first * columns + second
      let state = known.get(key)
      if (state === undefined) {
        const problem = tradeProblem(ledger, [first, second], rowLimit)
        if (problem._tag !== 'TradeProblem') return problem
        let bound = 0
        for (let g = 0; g < problem.goods.length; g++) {
          bound += poolGain(problem, { good: g, members: BOTH }, EQUAL)
        }
        const worthSolving: boolean = best === null || bound >= best.gain - TIE
        state = { problem, bound, optimum: worthSolving ? pairOptimum(problem) : null }
        known.set(key, state)
      }
      if (best !== null && state.bound < best.gain - TIE) continue
      if (state.optimum === null) state.optimum = pairOptimum(state.problem)
      const { gain, rows } = state.optimum
      const better: boolean =
        best === null || gain > best.gain + TIE || (gain >= best.gain - TIE && rows < best.rows)
      if (better) best = state.optimum
    }
  }
  return best
}

const forget = (
  known: Map<number, PairState>,
  columns: number,
  traded: ReadonlyArray<number>,
): void => {
  for (const key of [...known.keys()]) {
    const second = key % columns
    const first = (key - second) / columns
    if (traded.includes(first) || traded.includes(second)) known.delete(key)
  }
}

/**
 * Plays the greedy floor of a configuration in a world. Rows are limited as the protocol says.
 *
 * @category operations
 * @since 0.1.0
 */
export const greedyFloor = (
  config: ExchangeConfig,
  world: World,
  summation: Summation,
): GreedyFloor | { readonly _tag: 'Refused'; readonly reason: OracleRefusal } => {
  const add = welfare(summation)
  const total = (ledger: Ledger): number => add(utilities(world, ledger.allocation, summation))
  const columns = world.allocation.length + 1
  const controller = controllerOf(config)
  const speakers = new Map<number, ReadonlyArray<number>>()
  const known = new Map<number, PairState>()
  const rounds: Array<FloorRound> = []
  let ledger = openLedger(world)
  const initialWelfare = total(ledger)
  for (let roundIndex = 1; roundIndex <= config.rounds; roundIndex++) {
    const controllerId = controller(roundIndex)
    const agents = speakers.get(controllerId) ?? communicationSet(config)(controllerId)
    speakers.set(controllerId, agents)
    const best = bestPair(ledger, agents, config.protocol.settlementRowLimit, known)
    if (best !== null && '_tag' in best) return { _tag: 'Refused', reason: best }
    if (best === null || best.gain <= EPSILON) {
      rounds.push({ roundIndex, controllerId, plan: null, gain: 0 })
      continue
    }
    const answer = pairAnswer(best)
    const plan = answer._tag === 'Refused' ? null : answer.plan
    rounds.push({ roundIndex, controllerId, plan, gain: best.gain })
    ledger = applyTransfers(ledger, plan?.transfers ?? [])
    forget(known, columns, best.problem.participants)
  }
  const finalWelfare = total(ledger)
  return {
    _tag: 'Floor',
    rounds,
    initialWelfare,
    finalWelfare,
    gain: finalWelfare - initialWelfare,
    appliedRounds: rounds.filter((round) => round.plan !== null).length,
    ledger,
  }
}
