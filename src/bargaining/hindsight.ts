/**
 * Hindsight: the lowest price at which a buyer who knew everything could have settled with the reactive seller.
 *
 * No deal is below the last reservation r_{T-1} = c + (rho/T)*(L-c), and where the buyer can keep the bargain open until
 * the last counter it can offer exactly that. Only the walk-away threshold can stand in the way: at a counter where
 * omega*a_k >= min(r_k, a_k) every offer settles or ends the bargain. The moves counted are offers, acceptance and
 * leaving; a hold is what a failed turn becomes, not something to plan. Offers matter for what follows only through the
 * ask, and the lower the ask the better, so the search tries at each counter the lowest and the highest offer that keeps
 * the bargain open. Up to five rounds that is exact: the second ask does not depend on the first offer, and the third is
 * lowest after the lowest first and the highest second one. Beyond, a price that meets the last reservation is exact
 * and any other is marked as not proven.
 *
 * Laws
 *   L1 bound      no sequence of offers settles below the price given
 *   L2 identity   where nothing stands in the way and the last reservation is worth paying in every world, the mean of
 *                 the ceilings is 1 - (rho/T)*(1 + |SE+ of accepting the opening|), the list price being the opening
 *                 and no list price averaging below the value
 *
 * @module
 */

import { slackOf, upward } from './concession.js'
import { openSeller, type ReactiveSeller, reservationOf, respond } from './seller.js'
import type { SellerParameters } from './seller-parameters.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Describes the best a buyer could have done in one world. `price` is `null` where no deal was possible; `share` is the
 * best SE+, 0 where leaving was best, `null` where the world has no zone.
 *
 * @category model
 * @since 0.1.0
 */
export interface Hindsight {
  readonly price: number | null
  readonly share: number | null
  readonly proven: boolean
}

/** Unrounded offers that must stay below a price stay below it by this much, in cents. */
const JUST_BELOW = 1e-9

/** The lowest and highest offer that keep the bargain open, where there are any. */
const openOffers = (seller: ReactiveSeller): ReadonlyArray<number> => {
  const { rounding, walkAway } = seller.parameters
  const met = Math.min(seller.ask, upward(rounding, reservationOf(seller)(seller.counter)))
  const least = walkAway * seller.ask - slackOf(rounding)
  const low = Math.max(0, rounding === 'cent' ? Math.ceil(least) + 0 : least)
  const high = rounding === 'cent' ? met - 1 : met - JUST_BELOW
  if (low > high) return []
  return low === high ? [low] : [low, high]
}

/** The lowest price that settles now: the ask, or the first price that meets the reservation. */
const settlingPrice = (seller: ReactiveSeller): number =>
  seller.phase === 'last'
    ? seller.ask
    : Math.min(
        seller.ask,
        upward(seller.parameters.rounding, reservationOf(seller)(seller.counter)),
      )

const lowestFrom = (seller: ReactiveSeller, floor: number): number => {
  let lowest = settlingPrice(seller)
  if (seller.phase === 'last') return lowest
  for (const price of openOffers(seller)) {
    if (lowest <= floor) return lowest
    const [reply, next] = respond(seller)({ _tag: 'Offer', price })
    if (reply._tag === 'Ask') lowest = Math.min(lowest, lowestFrom(next, floor))
  }
  return lowest
}

/** Beyond this many rounds the two extremes are too many to follow each: the bound alone is tried. */
const MOST_SEARCHED = 16

const EXACT_ROUNDS = 5

/**
 * Finds the lowest price and the best SE+ in one world.
 *
 * @category operations
 * @since 0.1.0
 */
export const hindsightIn =
  (parameters: SellerParameters) =>
  (world: BargainingWorld): Hindsight => {
    const seller = openSeller(parameters, world)
    const { rounds, rounding } = parameters
    const floor = upward(rounding, reservationOf(seller)(rounds - 1))
    const price = rounds <= MOST_SEARCHED ? lowestFrom(seller, floor) : settlingPrice(seller)
    const zopa = zopaOf(world)
    const share = zopa <= 0 ? null : Math.max(0, (world.value - price) / zopa)
    return { price, share, proven: price <= floor || rounds <= EXACT_ROUNDS }
  }
