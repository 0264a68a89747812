/**
 * Ledger: who holds what now, and which institutions stand.
 *
 * A ledger is a value over a world. The world stays as it was at the start; moving goods yields another ledger that
 * shares every row that did not change. `Ledger` holds JavaScript numbers; `Ledger<N>` holds any arithmetic
 * (`accounting.ts`), and the functions ending in `In` take the accounting first.
 *
 * A transfer that is not well formed in the ledger's market (`transfer.ts`) moves nothing.
 *
 * Laws
 *   L1 totals kept         transfers keep the total of every good: exactly in `exact`, within rounding in doubles
 *   L2 untouched rows      the row of an agent that takes part in no transfer is the very same row
 *   L3 persistence         applying transfers leaves the ledger it was applied to as it was
 *   L4 transfers compose   applying one list and then another is applying the concatenation
 *
 * @module
 */
import type { JsonRecord } from '../core/json.js'
import type { World } from '../economy/world.js'
import { type Accounting, inDoubles, quantityIn } from './accounting.js'
import { type MarketShape, resourceIndex } from './market-shape.js'
import { type Transfer, transferFailures } from './transfer.js'

/**
 * Holds the current allocation (N x R, agents in order) and the institutions, over the world they began in.
 *
 * @category model
 * @since 0.1.0
 */
export interface Ledger<N = number> {
  readonly world: World
  readonly allocation: ReadonlyArray<ReadonlyArray<N>>
  readonly institutions: ReadonlyArray<JsonRecord>
}

/**
 * Moves a quantity of the good at an index between the agents at two indices, all from 0.
 *
 * @category model
 * @since 0.1.0
 */
export interface Move<N> {
  readonly from: number
  readonly to: number
  readonly good: number
  readonly quantity: N
}

const doubles: Accounting<number> = /* @__PURE__ */ inDoubles()

/**
 * Opens a ledger of JavaScript numbers on the allocation of a world, without institutions.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openLedger = (world: World): Ledger => ({
  world,
  allocation: world.allocation,
  institutions: [],
})

/**
 * Opens a ledger that counts in the given accounting.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openLedgerIn =
  <N>(accounting: Accounting<N>) =>
  (world: World): Ledger<N> => ({
    world,
    allocation: world.allocation.map((row) =>
      row.map((quantity) => quantityIn(accounting, quantity)),
    ),
    institutions: [],
  })

/**
 * Gives the shape of a ledger's market.
 *
 * @category operations
 * @since 0.1.0
 */
export const shapeOf = <N>(ledger: Ledger<N>): MarketShape => ({
  agents: ledger.allocation.length,
  resourceNames: ledger.world.resourceNames,
})

/**
 * Reads transfers as moves of a ledger, in order, leaving out those that are not well formed.
 *
 * @category operations
 * @since 0.1.0
 */
export const movesIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>, transfers: ReadonlyArray<Transfer>): ReadonlyArray<Move<N>> => {
    const shape = shapeOf(ledger)
    const failuresOf = transferFailures(shape)
    const moves: Array<Move<N>> = []
    for (const transfer of transfers) {
      const good = resourceIndex(shape.resourceNames, transfer.resource)
      if (good === null || failuresOf(transfer).length > 0) continue
      const quantity = quantityIn(accounting, transfer.quantity)
      moves.push({ from: transfer.from - 1, to: transfer.to - 1, good, quantity })
    }
    return moves
  }

/**
 * Moves the goods of well-formed transfers, in order, without asking any gate.
 *
 * @category operations
 * @since 0.1.0
 */
export const applyTransfersIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>, transfers: ReadonlyArray<Transfer>): Ledger<N> => {
    const { add, sub, zero } = accounting.arithmetic
    const moves = movesIn(accounting)(ledger, transfers)
    if (moves.length === 0) return ledger
    // Rows are copied once, on their first change, and never touched after this function returns.
    const changed = new Map<number, Array<N>>()
    const rowOf = (agent: number): Array<N> => {
      const row = changed.get(agent) ?? (ledger.allocation[agent] ?? []).slice()
      changed.set(agent, row)
      return row
    }
    for (const { from, to, good, quantity } of moves) {
      const giver = rowOf(from)
      giver[good] = sub(giver[good] ?? zero, quantity)
      const receiver = rowOf(to)
      receiver[good] = add(receiver[good] ?? zero, quantity)
    }
    const allocation = ledger.allocation.map((row, agent) => changed.get(agent) ?? row)
    return { ...ledger, allocation }
  }

/**
 * Moves the goods of well-formed transfers in a ledger of JavaScript numbers.
 *
 * @category operations
 * @since 0.1.0
 */
export const applyTransfers: (ledger: Ledger, transfers: ReadonlyArray<Transfer>) => Ledger =
  /* @__PURE__ */ applyTransfersIn(doubles)

/**
 * Adds up each good over all agents, in the order of the goods.
 *
 * @category operations
 * @since 0.1.0
 */
export const ledgerTotalsIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>): ReadonlyArray<N> => {
    const { sum, zero } = accounting.arithmetic
    const goods = ledger.world.resourceNames
    return goods.map((_, good) => sum(ledger.allocation.map((row) => row[good] ?? zero)))
  }

/**
 * Adds up each good over all agents of a ledger of JavaScript numbers.
 *
 * @category operations
 * @since 0.1.0
 */
export const ledgerTotals: (ledger: Ledger) => ReadonlyArray<number> =
  /* @__PURE__ */ ledgerTotalsIn(doubles)

/**
 * Shows a ledger in JavaScript numbers, each holding rounded once.
 *
 * @category operations
 * @since 0.1.0
 */
export const inNumbers =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>): Ledger => ({
    ...ledger,
    allocation: ledger.allocation.map((row) => accounting.numbersOf(row)),
  })
