/**
 * AnchorBuyers: the one-line policies that every other buyer is measured against.
 *
 * Accepting the opening is not to bargain at all. The stubborn rule counters every round at 80% of whatever is asked
 * and never raises its own offer. A fixed schedule offers fixed shares of the standing ask, one a counter. A script
 * plays given prices; it is how a plan that was searched for is played back.
 *
 * Laws
 *   L1 stubborn   a stubborn buyer's offers never rise
 *   L2 cap        a capped buyer never offers more than its value
 *   L3 share      a schedule offers its k-th share of the k-th ask, to the cent where prices are whole cents
 *
 * | parameter | default | meaning                                                                       |
 * | --------- | ------- | ----------------------------------------------------------------------------- |
 * | `share`   | .8      | share of the standing ask that the stubborn rule offers                       |
 * | `capped`  | false   | whether offers stay at or below the buyer's value                             |
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure, nonEmpty } from '../../core/failure.js'
import { nearest } from '../concession.js'
import type { Buyer, BuyerMove, BuyerObservation } from '../protocol.js'

/**
 * Chooses whether offers stay at or below the buyer's value.
 *
 * @category model
 * @since 0.1.0
 */
export interface CapOptions {
  readonly capped?: boolean | undefined
}

/**
 * Gives the standing ask of an observation.
 *
 * @category operations
 * @since 0.1.0
 */
export const standingAsk = (observation: BuyerObservation): number => observation.asks.at(-1) ?? 0

/**
 * Turns a price into an offer: rounded to the nearest cent where prices are whole cents, brought to 0 where it is
 * negative, and at or below the buyer's value where it is capped.
 *
 * @category operations
 * @since 0.1.0
 */
export const offering =
  (options: CapOptions) =>
  (observation: BuyerObservation, price: number): BuyerMove => {
    const limited = options.capped === true ? Math.min(price, observation.value) : price
    return { _tag: 'Offer', price: Math.max(0, nearest(observation.rounding, limited)) }
  }

/**
 * Accepts whatever is asked first.
 *
 * @category buyers
 * @since 0.1.0
 */
export const acceptOpening: Buyer = { name: 'accept-opening', move: () => ({ _tag: 'Accept' }) }

const lowestOffer = (observation: BuyerObservation): number =>
  observation.offers.reduce<number>(
    (lowest, offer) => (offer === null ? lowest : Math.min(lowest, offer)),
    Number.POSITIVE_INFINITY,
  )

const stubbornAt = (share: number, options: CapOptions): Buyer => ({
  name: options.capped === true ? 'stubborn-capped' : 'stubborn',
  move: (observation) =>
    offering(options)(
      observation,
      Math.min(share * standingAsk(observation), lowestOffer(observation)),
    ),
})

/**
 * Offers 80% of the standing ask and never raises its own offer.
 *
 * @category buyers
 * @since 0.1.0
 */
export const stubborn: Buyer = stubbornAt(0.8, {})

/**
 * Offers 80% of the standing ask, at most its value, and never raises its own offer.
 *
 * @category buyers
 * @since 0.1.0
 */
export const stubbornCapped: Buyer = stubbornAt(0.8, { capped: true })

const isShare = (share: unknown): boolean =>
  typeof share === 'number' && share >= 0 && Number.isFinite(share)

/**
 * Makes a stubborn buyer of another share. Fails unless the share is a finite number >= 0.
 *
 * @category constructors
 * @since 0.1.0
 */
export const stubbornBuyer = (
  share: number,
  options: CapOptions = {},
): Either<Failures<'BadBuyer'>, Buyer> =>
  isShare(share)
    ? right(stubbornAt(share, options))
    : left([failure('BadBuyer', ['share'], share, 'a finite share >= 0')])

/**
 * Names a schedule for the records: `fixed(.50,.80,.95)`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const nameOfSchedule = (shares: ReadonlyArray<number>): string =>
  `fixed(${shares.map((share) => share.toFixed(2).replace(/^0/, '')).join(',')})`

/**
 * Makes a buyer that offers fixed shares of the standing ask, unchecked; the last share is repeated where counters
 * remain. `fixedScheduleBuyer` checks.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scheduleOf = (shares: ReadonlyArray<number>, options: CapOptions = {}): Buyer => ({
  name: nameOfSchedule(shares),
  move: (observation) => {
    const share = shares[observation.counter - 1] ?? shares.at(-1)
    if (share === undefined) return { _tag: 'Leave' }
    return offering(options)(observation, share * standingAsk(observation))
  },
})

/**
 * Makes a buyer that offers fixed shares of the standing ask. Fails for an empty schedule and with every share that is
 * not a finite number >= 0.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fixedScheduleBuyer = (
  shares: ReadonlyArray<number>,
  options: CapOptions = {},
): Either<Failures<'BadBuyer'>, Buyer> => {
  if (shares.length === 0) return left([failure('BadBuyer', [], shares, 'at least one share')])
  const failures = nonEmpty(
    shares.flatMap((share, index) =>
      isShare(share) ? [] : [failure('BadBuyer', [index], share, 'a finite share >= 0')],
    ),
  )
  return failures === null ? right(scheduleOf(shares, options)) : left(failures)
}

/**
 * Makes a buyer that plays the given moves in order, then leaves.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptedBuyer = (name: string, moves: ReadonlyArray<BuyerMove>): Buyer => ({
  name,
  move: (observation) => moves[observation.offers.length] ?? { _tag: 'Leave' },
})
