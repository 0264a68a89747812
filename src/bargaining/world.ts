/**
 * World: one buyer, one seller, one good, and the three numbers that decide what a bargain over its price can yield.
 *
 * The buyer's value (its willingness to pay) and the seller's cost are private; the list price is public. All three are
 * whole cents. The width of the zone of possible agreement is value - cost; it is what both sides together can gain, so
 * a share of it needs no solution concept to be exact. A world without such a zone (value <= cost) is a legal world:
 * no share is defined in it, and the scorers say so.
 *
 * Laws
 *   L1 whole      a world that is made holds whole cents, none negative, with the list price at or above the cost
 *   L2 total      whatever is given, the answer is a world or every failure that could be seen, never an exception
 *
 * | field              | unit             | known to        |
 * | ------------------ | ---------------- | --------------- |
 * | `value`            | cents            | the buyer       |
 * | `cost`             | cents            | the seller      |
 * | `list`             | cents            | both            |
 * | `reservationShare` | share of list - cost | the seller; absent: the seller's own parameter |
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'

/**
 * Describes what is at stake in one bargain. Amounts are whole cents.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainingWorld {
  readonly id: string
  readonly value: number
  readonly cost: number
  readonly list: number
  /** The share of (list - cost) that a scripted seller holds back in this world, in place of its own parameter. */
  readonly reservationShare?: number
}

/**
 * Bounds every amount: 10^12 cents, below which products with a parameter keep whole cents apart.
 *
 * @category model
 * @since 0.1.0
 */
export const LARGEST_AMOUNT = 1_000_000_000_000

const wrong = (field: string, value: unknown, expected: string): Failure<'BadWorld'> =>
  failure('BadWorld', [field], value, expected)

const isAmount = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= LARGEST_AMOUNT

const isShare = (value: unknown): boolean =>
  value === undefined || (typeof value === 'number' && value >= 0 && value <= 1)

const amounts = ['value', 'cost', 'list'] as const

/**
 * Makes a world of whole cents. Fails with every field that is not a whole, non-negative number of cents, with a list
 * price below the cost (a seller would then hold a reservation below its cost), with an empty id or a reservation
 * share outside [0, 1]. A value at or below the cost is no failure.
 *
 * @example
 * ```ts
 * import { bargainingWorld, zopaOf } from 'edgeworth/bargaining'
 * const world = bargainingWorld({ id: 'w1', value: 12094, cost: 8110, list: 16070 })
 * world._tag === 'Right' ? zopaOf(world.right) : world // => 3984
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainingWorld = (
  input: Readonly<Record<keyof BargainingWorld, unknown>> | BargainingWorld,
): Either<Failures<'BadWorld'>, BargainingWorld> => {
  const { id, value, cost, list, reservationShare } = input
  const found: Array<Failure<'BadWorld'>> = []
  if (typeof id !== 'string' || id === '') found.push(wrong('id', id, 'a name that is not empty'))
  for (const field of amounts) {
    if (!isAmount(input[field])) {
      found.push(wrong(field, input[field], 'a whole number of cents from 0 to 10^12'))
    }
  }
  if (isAmount(cost) && isAmount(list) && list < cost) {
    found.push(wrong('list', list, `a list price at or above the cost, ${cost}`))
  }
  if (!isShare(reservationShare)) {
    found.push(wrong('reservationShare', reservationShare, 'a share from 0 to 1, or nothing'))
  }
  const failures = nonEmpty(found)
  if (failures !== null) return left(failures)
  // Every field was checked above.
  const made = { id, value, cost, list } as BargainingWorld
  return right(
    reservationShare === undefined
      ? made
      : { ...made, reservationShare: reservationShare as number },
  )
}

/**
 * Gives the width of the zone of possible agreement, value - cost, in cents: positive where a deal can profit both.
 *
 * @category operations
 * @since 0.1.0
 */
export const zopaOf = (world: BargainingWorld): number => world.value - world.cost
