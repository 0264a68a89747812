/**
 * Proposal classifier: what kind of proposal somebody made, told by the private values of all.
 *
 * The rows are applied in order, credits counting at once, so that what comes in early may go out later. A proposal is
 * judged by the first of the table that holds. A row that cannot be applied is left out and named; an overdraft is
 * applied (what is below 0 is worth nothing) and named, so that deltas say what was intended.
 *
 * | category              | when                                                                              |
 * | --------------------- | --------------------------------------------------------------------------------- |
 * | `EMPTY`               | there is no row                                                                   |
 * | `INFEASIBLE`          | a row has no quantity above 0, an unknown good or agent, or overdraws by > EPSILON |
 * | `SELF_NON_IR`         | the proposer loses more than `EPSILON`                                            |
 * | `COUNTERPARTY_NON_IR` | somebody else does                                                                |
 * | `MUTUALLY_IR`         | nobody does                                                                       |
 *
 * The concavity flip names a proposer that reads its values as linear: by those it would not lose, by its true utility
 * it does. The proposer's share is its delta over the sum of all positive deltas, 0 where none is positive.
 *
 * Laws
 *   L1 one category     exactly the first condition that holds names the category
 *   L2 priced as moved  the deltas are utility after less utility before of what the rows move
 *   L3 whole share      where nobody loses, the proposer's share is between 0 and 1
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { utilityOf } from '../economy/utility.js'
import type { World } from '../economy/world.js'
import { resourceIndex } from '../settlement/market-shape.js'
import type { TransferInput } from '../settlement/transfer.js'

/**
 * Names the kind of a proposal; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export type ProposalCategory =
  | 'EMPTY'
  | 'INFEASIBLE'
  | 'SELF_NON_IR'
  | 'COUNTERPARTY_NON_IR'
  | 'MUTUALLY_IR'

/**
 * Names what makes a row infeasible, with its 0-based place.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowDefect {
  readonly row: number
  readonly reason: 'unknown_agent' | 'unknown_good' | 'no_quantity' | 'overdraft'
}

/**
 * Holds the judgement of a proposal: its category, the deltas of the proposer and of every other agent named in a row
 * (keyed by number, ascending), who of the others loses, and the proposer's share of what is gained.
 *
 * @category model
 * @since 0.1.0
 */
export interface ClassifiedProposal {
  readonly category: ProposalCategory
  readonly feasible: boolean
  readonly defects: ReadonlyArray<RowDefect>
  readonly selfDelta: number
  readonly counterpartyDeltas: { readonly [agent: number]: number }
  readonly counterpartyNonIr: ReadonlyArray<number>
  readonly concavityFlip: boolean
  readonly proposerShare: number
}

type Holdings = ReadonlyArray<Array<number>>

const isAgent = (world: World, value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && world.allocation[value - 1] !== undefined

/** Moves one row in place; gives what was wrong with it, or null. */
const move = (
  world: World,
  holdings: Holdings,
  { from, to, resource, quantity }: TransferInput,
): RowDefect['reason'] | null => {
  if (!isAgent(world, from) || !isAgent(world, to) || from === to) return 'unknown_agent'
  const good = typeof resource === 'string' ? resourceIndex(world.resourceNames, resource) : null
  if (good === null) return 'unknown_good'
  if (typeof quantity !== 'number' || !Number.isFinite(quantity) || quantity <= 0) {
    return 'no_quantity'
  }
  const giver = holdings[from - 1]
  const taker = holdings[to - 1]
  if (giver === undefined || taker === undefined) return 'unknown_agent'
  const overdrawn = quantity > (giver[good] ?? 0) + EPSILON
  giver[good] = (giver[good] ?? 0) - quantity
  taker[good] = (taker[good] ?? 0) + quantity
  return overdrawn ? 'overdraft' : null
}

const categoryOf = (
  rows: number,
  feasible: boolean,
  selfDelta: number,
  losers: number,
): ProposalCategory => {
  if (rows === 0) return 'EMPTY'
  if (!feasible) return 'INFEASIBLE'
  if (selfDelta < -EPSILON) return 'SELF_NON_IR'
  return losers > 0 ? 'COUNTERPARTY_NON_IR' : 'MUTUALLY_IR'
}

/**
 * Classifies the rows that an agent (from 1) of a world proposes. The rows may be malformed; nothing is refused.
 *
 * @category operations
 * @since 0.1.0
 */
export const classifyProposal =
  (world: World) =>
  (proposer: number, rows: ReadonlyArray<TransferInput>): ClassifiedProposal => {
    const holdings = world.allocation.map((row) => [...row])
    const defects = rows.flatMap((transfer, row): ReadonlyArray<RowDefect> => {
      const reason = move(world, holdings, transfer)
      return reason === null ? [] : [{ row, reason }]
    })
    const deltaBy = (priced: World): ((agent: number) => number) => {
      const utility = utilityOf(priced)
      return (agent) =>
        utility(agent - 1, holdings[agent - 1] ?? []) -
        utility(agent - 1, world.allocation[agent - 1] ?? [])
    }
    const delta = deltaBy(world)
    const selfDelta = delta(proposer)
    const named = rows.flatMap(({ from, to }) => [from, to]).filter((id) => isAgent(world, id))
    const others = [...new Set(named)].filter((agent) => agent !== proposer).sort((a, b) => a - b)
    const counterpartyDeltas = Object.fromEntries(others.map((agent) => [agent, delta(agent)]))
    const counterpartyNonIr = others.filter((agent) => delta(agent) < -EPSILON)
    const feasible = defects.length === 0
    const gained = [selfDelta, ...others.map(delta)].reduce((sum, d) => sum + Math.max(0, d), 0)
    const linearDelta = deltaBy({ ...world, utilityMode: 'linear' })(proposer)
    return {
      category: categoryOf(rows.length, feasible, selfDelta, counterpartyNonIr.length),
      feasible,
      defects,
      selfDelta,
      counterpartyDeltas,
      counterpartyNonIr,
      concavityFlip: linearDelta >= -EPSILON && selfDelta < -EPSILON,
      proposerShare: gained > 0 ? selfDelta / gained : 0,
    }
  }
