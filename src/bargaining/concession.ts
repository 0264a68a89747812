/**
 * Concession: the numbers behind the reactive seller, as functions of numbers alone.
 *
 * The persistent seller (`seller.ts`) and the search over fixed schedules (`schedule-search.ts`) both decide by these
 * functions, so they cannot drift apart. See `seller.ts` for the rules and the symbols. All amounts are cents.
 *
 * @module
 */

import type { Rounding } from './protocol.js'

/** What of a seller's parameters decides an ask. */
interface Concession {
  readonly concession: number
  readonly approach: number
  readonly stalling: number
  readonly stallThreshold: number
  readonly rounds: number
  readonly rounding: Rounding
}

/** Forgiven to the rounding of doubles, in cents, where prices are whole cents. */
const SLACK = 1e-6

/**
 * Gives the tolerance of comparisons with an unrounded number: a millionth of a cent, or nothing where prices are not
 * rounded.
 *
 * @category operations
 * @since 0.1.0
 */
export const slackOf = (rounding: Rounding): number => (rounding === 'cent' ? SLACK : 0)

/**
 * Rounds a price up to the cent, or leaves it as it is.
 *
 * @category operations
 * @since 0.1.0
 */
export const upward = (rounding: Rounding, cents: number): number =>
  // Adding 0 turns the -0 that rounding a zero price gives into 0.
  rounding === 'cent' ? Math.ceil(cents - SLACK) + 0 : cents

/**
 * Rounds a policy's price to the nearest cent (half upwards), or leaves it as it is.
 *
 * @category operations
 * @since 0.1.0
 */
export const nearest = (rounding: Rounding, cents: number): number =>
  rounding === 'cent' ? Math.floor(cents + 0.5) + 0 : cents

/**
 * Gives the reservation r_k = c + rho*((T-k)/T)*(L-c).
 *
 * @category operations
 * @since 0.1.0
 */
export const reservationAt = (
  rounds: number,
  share: number,
  cost: number,
  list: number,
  counter: number,
): number => cost + share * ((rounds - counter) / rounds) * (list - cost)

/**
 * Gives the ask that follows counter k. `offer` is `null` after a hold, `previousOffer` where none was made before.
 *
 * @category operations
 * @since 0.1.0
 */
export const nextAsk = (
  seller: Concession,
  share: number,
  cost: number,
  list: number,
  counter: number,
  ask: number,
  previousOffer: number | null,
  offer: number | null,
): number => {
  let rate = seller.concession
  if (offer === null || (counter > 1 && previousOffer !== null)) {
    const gap = ask - (previousOffer ?? ask)
    // The ask may already be at or below the previous offer: then there is no gap to approach across.
    const approach = offer === null || gap <= 0 ? 0 : (offer - (previousOffer ?? offer)) / gap
    rate *= approach > seller.stallThreshold ? 1 + seller.approach * approach : 1 - seller.stalling
  }
  const clipped = rate < 0 ? 0 : rate > 1 ? 1 : rate
  const aim = counter < seller.rounds - 1 ? counter + 1 : counter
  const target = reservationAt(seller.rounds, share, cost, list, aim)
  const moved = ask - clipped * (ask - target)
  return upward(seller.rounding, moved > target ? moved : target)
}
