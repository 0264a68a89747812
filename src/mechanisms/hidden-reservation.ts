/**
 * Hidden reservation: a buyer posts one price to a seller whose reservation value it does not know.
 *
 * The seller accepts exactly prices of at least its reservation. The buyer knows its own value and a finite prior over
 * the reservation. Where the reservation is visible the buyer posts it and keeps the whole surplus; where it is hidden
 * the most it can expect is the largest of (value - price) times the probability of acceptance, attained at a
 * reservation of the prior (Myerson, Mathematics of Operations Research 6, 1981: a posted price is then optimal).
 *
 * Laws
 *   L1 posted accept     a trade happens exactly at prices of at least the reservation
 *   L2 posted surplus    buyer's and seller's gain of a trade add up to value less reservation
 *   L3 posted optimum    no price, in the prior or between, expects more than the best posted one
 *   L4 hidden costs      the hidden benchmark is between 0 and the expected visible one
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'

/**
 * Gives a weight (above 0, of any scale) to a reservation value in money.
 *
 * @category model
 * @since 0.1.0
 */
export interface WeightedReservation {
  readonly reservation: number
  readonly weight: number
}

/**
 * Says what became of a posted price: a trade with the gain of each side in money, or a refusal that gains nothing.
 *
 * @category model
 * @since 0.1.0
 */
export type PostedPriceOutcome =
  | {
      readonly _tag: 'Trade'
      readonly price: number
      readonly buyerGain: number
      readonly sellerGain: number
    }
  | { readonly _tag: 'Refused'; readonly price: number }

/**
 * Holds what a buyer could expect: posting the best price against the hidden reservation, with its probability of
 * acceptance (`price` is `null` where it is best not to buy), and posting the reservation itself where it is visible.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReservationBenchmark {
  readonly price: number | null
  readonly acceptance: number
  readonly hiddenGain: number
  readonly visibleGain: number
}

/**
 * Names what can be wrong with a value or a prior.
 *
 * @category failures
 * @since 0.1.0
 */
export type ReservationFailure = 'NotAValue' | 'BadPrior'

/**
 * Plays a posted price against a reservation: a trade if the price is at least as high. The gains are differences of
 * money; the buyer's is negative where it pays more than its value.
 *
 * @category operations
 * @since 0.1.0
 */
export const postPrice =
  (value: number) =>
  (price: number, reservation: number): PostedPriceOutcome =>
    price >= reservation
      ? { _tag: 'Trade', price, buyerGain: value - price, sellerGain: price - reservation }
      : { _tag: 'Refused', price }

const defectsOf = (
  value: number,
  prior: ReadonlyArray<WeightedReservation>,
): ReadonlyArray<Failure<ReservationFailure>> => [
  ...(Number.isFinite(value)
    ? []
    : [failure('NotAValue' as const, ['value'], value, 'a finite amount of money')]),
  ...(prior.length > 0
    ? []
    : [failure('BadPrior' as const, ['prior'], prior, 'at least one reservation')]),
  ...prior.flatMap((entry, i) =>
    Number.isFinite(entry.reservation) && entry.weight > 0 && Number.isFinite(entry.weight)
      ? []
      : [failure('BadPrior' as const, ['prior', i], entry, 'a finite value, a weight above 0')],
  ),
]

/**
 * Finds the best posted price and what hiding the reservation costs; the lowest price wins among equals. A value or a
 * reservation that is not finite, and a weight that is not above 0, are reported.
 *
 * @example
 * ```ts
 * import { reservationBenchmark } from 'edgeworth/mechanisms'
 *
 * const prior = [20, 40, 60].map((reservation) => ({ reservation, weight: 1 }))
 * const found = reservationBenchmark(70, prior)
 * found._tag === 'Right' && [found.right.price, found.right.hiddenGain, found.right.visibleGain] // => [40, 20, 30]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const reservationBenchmark = (
  value: number,
  prior: ReadonlyArray<WeightedReservation>,
): Either<Failures<ReservationFailure>, ReservationBenchmark> => {
  const failures = nonEmpty(defectsOf(value, prior))
  if (failures !== null) return left(failures)
  const rising = [...prior].sort((a, b) => a.reservation - b.reservation)
  const total = rising.reduce((sum, { weight }) => sum + weight, 0)
  let best = { price: null as number | null, acceptance: 0, hiddenGain: 0 }
  let accepting = 0
  let visible = 0
  for (const { reservation, weight } of rising) {
    accepting += weight
    visible += weight * Math.max(0, value - reservation)
    const acceptance = accepting / total
    const gain = (value - reservation) * acceptance
    if (gain > best.hiddenGain) best = { price: reservation, acceptance, hiddenGain: gain }
  }
  return right({ ...best, visibleGain: visible / total })
}
