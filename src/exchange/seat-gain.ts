/**
 * Seat gain: what a settlement is worth to a seat, from what the seat sees.
 *
 * An agent knows its holdings, its values and the rules, so it can work out its own utility before and after; it needs
 * nothing hidden for that. Rows are applied in order, as the ledger does.
 *
 * Laws
 *   L1 true gain   the gain worked out by a seat is the delta of the true state
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { utilityOf } from '../economy/utility.js'
import type { World } from '../economy/world.js'
import { resourceIndex } from '../settlement/market-shape.js'
import type { Transfer } from '../settlement/transfer.js'
import type { SeatView } from './question.js'

/** The world as one seat sees it: itself alone. */
const ownWorld = ({ holdings, values, rules, bundle }: SeatView): World => ({
  allocation: [holdings],
  preferences: [values],
  resourceNames: rules.goods,
  utilityMode: rules.utilityMode,
  moneyGoodIndex: rules.moneyGood,
  bundleBuyer: bundle === null ? null : { ...bundle, buyerAgent: 1 },
})

/**
 * Gives the holdings of the seat after a settlement; negative where it gives more than it has.
 *
 * @category operations
 * @since 0.1.0
 */
export const holdingsAfter = (
  { agent, holdings, rules }: SeatView,
  transfers: ReadonlyArray<Transfer>,
): ReadonlyArray<number> => {
  const after = [...holdings]
  for (const { from, to, resource, quantity } of transfers) {
    const good = resourceIndex(rules.goods, resource)
    if (good === null) continue
    if (from === agent) after[good] = (after[good] ?? 0) - quantity
    if (to === agent) after[good] = (after[good] ?? 0) + quantity
  }
  return after
}

/**
 * Gives the utility that a settlement adds for the seat, in units of utility.
 *
 * @category operations
 * @since 0.1.0
 */
export const ownGain = (view: SeatView, transfers: ReadonlyArray<Transfer>): number => {
  const utility = utilityOf(ownWorld(view))
  return utility(0, holdingsAfter(view, transfers)) - utility(0, view.holdings)
}

/**
 * Tells whether a settlement is good for the seat: it gives what it has, gets something, and gains more than `EPSILON`.
 *
 * @category operations
 * @since 0.1.0
 */
export const isGoodForSeat = (view: SeatView, transfers: ReadonlyArray<Transfer>): boolean =>
  transfers.some(({ to }) => to === view.agent) &&
  holdingsAfter(view, transfers).every((quantity) => quantity >= 0) &&
  ownGain(view, transfers) > EPSILON
