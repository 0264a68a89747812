/**
 * Deltas: how much utility each agent would gain or lose.
 *
 * The delta of an agent is the utility of its holding after its own debits and credits, applied in the order of the
 * transfers, less the utility of its holding before. An agent that gives more than it holds is valued at what that
 * leaves; whether it may is for the gates. A delta is always a finite number: what overflows counts as the largest
 * finite gain or loss, and what is then undefined counts as the largest loss, so that it is never rational.
 *
 * Laws
 *   L1 bystanders           the delta of an agent in no transfer is 0
 *   L2 delta is change      the delta is the utility after `applyTransfers` less the utility before, to the bit
 *   L3 affected are listed  the deltas are keyed by exactly the participants, ascending
 *   L4 finite delta         every delta is a finite number, whatever the quantities
 *
 * @module
 */
import { utilityOf } from '../economy/utility.js'
import { type Accounting, inDoubles } from './accounting.js'
import { type Ledger, type Move, movesIn } from './ledger.js'
import { type Mechanism, participants } from './mechanism.js'

/**
 * Holds one delta per agent, in units of utility, keyed by the agent's number in ascending order.
 *
 * @category model
 * @since 0.1.0
 */
export type AgentDeltas = { readonly [agent: number]: number }

const after = <N>(
  accounting: Accounting<N>,
  row: ReadonlyArray<N>,
  moves: ReadonlyArray<Move<N>>,
  agent: number,
): ReadonlyArray<number> => {
  const { add, sub, zero } = accounting.arithmetic
  const held = row.slice()
  for (const { from, to, good, quantity } of moves) {
    if (from === agent) held[good] = sub(held[good] ?? zero, quantity)
    if (to === agent) held[good] = add(held[good] ?? zero, quantity)
  }
  return accounting.numbersOf(held)
}

const finite = (delta: number): number =>
  Number.isNaN(delta)
    ? -Number.MAX_VALUE
    : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, delta))

/**
 * Gives the delta of any agent under a mechanism, in the given accounting; 0 for an agent that does not exist.
 *
 * @category operations
 * @since 0.1.0
 */
export const deltaOfIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>, mechanism: Mechanism): ((agent: number) => number) => {
    const utility = utilityOf(ledger.world, accounting.summation)
    const moves = movesIn(accounting)(ledger, mechanism.transfers)
    return (agent) => {
      const row = ledger.allocation[agent - 1]
      if (row === undefined) return 0
      const before = utility(agent - 1, accounting.numbersOf(row))
      return finite(utility(agent - 1, after(accounting, row, moves, agent - 1)) - before)
    }
  }

/**
 * Gives the delta of any agent under a mechanism.
 *
 * @category operations
 * @since 0.1.0
 */
export const deltaOf: (ledger: Ledger, mechanism: Mechanism) => (agent: number) => number =
  /* @__PURE__ */ deltaOfIn(/* @__PURE__ */ inDoubles())

/**
 * Lists the agents of the ledger that a mechanism affects: those that give or receive, ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const affectedAgents = <N>(ledger: Ledger<N>, mechanism: Mechanism): ReadonlyArray<number> =>
  participants(mechanism).filter((agent) => ledger.allocation[agent - 1] !== undefined)

/**
 * Gives the delta of every affected agent, in the given accounting.
 *
 * @category operations
 * @since 0.1.0
 */
export const deltasIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>, mechanism: Mechanism): AgentDeltas => {
    const delta = deltaOfIn(accounting)(ledger, mechanism)
    const found: Record<number, number> = {}
    for (const agent of affectedAgents(ledger, mechanism)) found[agent] = delta(agent)
    return found
  }

/**
 * Gives the delta of every affected agent.
 *
 * @category operations
 * @since 0.1.0
 */
export const deltas: (ledger: Ledger, mechanism: Mechanism) => AgentDeltas =
  /* @__PURE__ */ deltasIn(/* @__PURE__ */ inDoubles())
