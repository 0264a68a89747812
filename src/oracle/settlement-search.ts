/**
 * Settlement search: the best settlement of several agents within a limit of rows, under a rule of who may trade what.
 *
 * The choice of pools is searched by branch and bound and each choice solved by the convex program. A rule may also give
 * transfers a direction (who offers, who wants). The program knows no directions: where a solved choice moves something the
 * wrong way, the best that keeps the direction leaves some agent out of that pool, so it is among the smaller choices and
 * nothing is lost by dropping this one.
 *
 * Laws
 *   L1 directed  under a rule of directions nobody gives what it does not offer or receives what it does not want
 *
 * @module
 */
import { deltaOf, type Ledger, type Transfer } from '../settlement/index.js'
import { openRule, type PoolOption, type PoolRule, poolOptions, wholePool } from './pool-options.js'
import { type PoolOptimum, poolBound, poolProgram } from './pool-program.js'
import { type SolvedChoice, searchRows } from './row-search.js'
import { answerOf, mechanismOf, type OracleAnswer, transfersOfGood } from './settlement-plan.js'
import { gapTolerance, type Pool, type TradeProblem } from './trade-problem.js'

/** A net change below this share of the pooled quantity is rounding. */
const CRUMB = 1e-15
const ULP = 2.3e-16

const at = (xs: { readonly [index: number]: number }, index: number): number => xs[index] as number

/** A giver's pieces, added in order, may exceed what it holds by rounding: the last and largest gives way. */
const withinHolding = (
  transfers: ReadonlyArray<Transfer>,
  holdingOf: (agent: number) => number,
): ReadonlyArray<Transfer> => {
  const debits = new Map<number, number>()
  return transfers.map((transfer) => {
    const before = debits.get(transfer.from) ?? 0
    const holding = holdingOf(transfer.from)
    let quantity = transfer.quantity
    while (before + quantity > holding)
      quantity -= Math.max(before + quantity - holding, quantity * ULP)
    debits.set(transfer.from, before + quantity)
    return quantity === transfer.quantity ? transfer : { ...transfer, quantity }
  })
}

const transfersOf = (p: TradeProblem, optimum: PoolOptimum): ReadonlyArray<Transfer> => {
  const n = p.participants.length
  return optimum.pools.flatMap((pool, k) => {
    const quantities = optimum.quantities[k] as Float64Array
    const supply = quantities.reduce((total, q) => total + q, 0)
    const held = (i: number): number => at(p.holdings, pool.good * n + i)
    const net = pool.members.map((i, j) => {
      const change = at(quantities, j) - held(i)
      // where something is held the slope is finite and a crumb is worth nothing
      return held(i) > 0 && Math.abs(change) <= CRUMB * supply ? 0 : change
    })
    const agents = pool.members.map((i) => at(p.participants, i))
    const transfers = transfersOfGood(at(p.goods, pool.good), agents, net)
    return withinHolding(transfers, (agent) => held(p.participants.indexOf(agent)))
  })
}

/**
 * Holds what a plan says apart from its proof.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlanParts {
  readonly transfers: ReadonlyArray<Transfer>
  readonly deltas: ReadonlyArray<number>
  readonly gain: number
}

/**
 * Turns a redistribution into transfers; the deltas are those of the transfers under the settlement rules, not those of
 * the program.
 *
 * @category operations
 * @since 0.1.0
 */
export const optimumParts = (
  ledger: Ledger,
  p: TradeProblem,
  optimum: PoolOptimum | null,
): PlanParts => {
  const nothing = { transfers: [], deltas: p.participants.map(() => 0), gain: 0 }
  if (optimum === null || !(optimum.gain > 0)) return nothing
  const transfers = transfersOf(p, optimum)
  const delta = deltaOf(ledger, mechanismOf(p.participants, transfers, at(p.participants, 0)))
  const deltas = p.participants.map(delta)
  const gain = deltas.reduce((sum, d) => sum + d, 0)
  return gain > 0 ? { transfers, deltas, gain } : nothing
}

interface Leaf extends SolvedChoice {
  readonly optimum: PoolOptimum | null
}

/**
 * Adds directions to a rule: whether an agent (its place) may receive or give a tradable good (its place).
 *
 * @category model
 * @since 0.1.0
 */
export interface DirectedRule extends PoolRule {
  readonly mayGive: (good: number, agent: number) => boolean
  readonly mayReceive: (good: number, agent: number) => boolean
}

const keepsDirections = (p: TradeProblem, optimum: PoolOptimum, rule: DirectedRule): boolean => {
  const n = p.participants.length
  return optimum.pools.every((pool, k) =>
    pool.members.every((i, j) => {
      const net = at(optimum.quantities[k] as Float64Array, j) - at(p.holdings, pool.good * n + i)
      return net === 0 || (net < 0 ? rule.mayGive(pool.good, i) : rule.mayReceive(pool.good, i))
    }),
  )
}

type Options = ReadonlyArray<ReadonlyArray<PoolOption>>

const searchOptions = (
  p: TradeProblem,
  options: Options,
  nodeBudget: number,
  rule: DirectedRule | null,
): ReturnType<typeof searchRows<Leaf>> => {
  const poolsOf = (choice: ReadonlyArray<number>): ReadonlyArray<Pool> =>
    choice.flatMap((option, good) => (option < 0 ? [] : (options[good]?.[option]?.pools ?? [])))
  return searchRows<Leaf>({
    agents: p.participants.length,
    rowLimit: p.rowLimit,
    rows: options.map((ways) => ways.map((way) => way.rows)),
    bound: (good, option, weights) => poolBound(p, options[good]?.[option]?.pools ?? [], weights),
    solve: (choice) => {
      const optimum = poolProgram(p, poolsOf(choice))
      const { gain, weights } = optimum
      return rule === null || keepsDirections(p, optimum, rule)
        ? { gain, weights, optimum, elsewhere: false }
        : { gain: 0, weights, optimum: null, elsewhere: true }
    },
    tolerance: gapTolerance(p) / 4,
    nodeBudget,
  })
}

/** Ways for every good to move between two agents alone: feasible within the limit, and quick to list. */
const pairOptions = (p: TradeProblem, rule: PoolRule): Options =>
  p.goods.map((_, good) => {
    const involved = p.participants.flatMap((_a, i) => (rule.involved(good, i) ? [i] : []))
    return involved.flatMap((i, place) =>
      involved
        .slice(place + 1)
        .map((j) => [i, j])
        .filter((members) => rule.canTrade(good, members))
        .map((members) => ({ pools: [{ good, members }], rows: 1 })),
    )
  })

const PAIR_BUDGET = 200

/**
 * Searches the settlements of a problem under a rule (none: anybody may trade anything). Where a good has too many options
 * to list, only goods moving between two agents are planned, the bound is that of everybody's pool, and the answer is
 * `Bounded`.
 *
 * @category operations
 * @since 0.1.0
 */
export const searchSettlement = (
  ledger: Ledger,
  p: TradeProblem,
  nodeBudget: number,
  rule: DirectedRule | null = null,
): OracleAnswer => {
  const pooling = rule ?? openRule(p)
  let listed = true
  const options = p.goods.map((_, good): ReadonlyArray<PoolOption> => {
    const own = poolOptions(p, good, p.rowLimit, pooling)
    if (own !== null) return own
    listed = false
    return [{ pools: [wholePool(p, good)], rows: 1 }]
  })
  if (listed) {
    const search = searchOptions(p, options, nodeBudget, rule)
    return answerOf(
      p,
      optimumParts(ledger, p, search.best?.optimum ?? null),
      search,
      search.complete,
    )
  }
  const bound = searchOptions(p, options, nodeBudget, null)
  const pairs = searchOptions(p, pairOptions(p, pooling), Math.min(nodeBudget, PAIR_BUDGET), rule)
  return answerOf(p, optimumParts(ledger, p, pairs.best?.optimum ?? null), bound, false)
}
