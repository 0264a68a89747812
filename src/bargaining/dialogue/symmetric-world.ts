/**
 * SymmetricWorld: what two sides bargain over that know only their own value, and how long they may.
 *
 * After each turn, a proposal and the response to it, the negotiation breaks down with probability q. The last turn is
 * drawn once with the world, from its seed, and is the same in all four cells (side held x who opens) and in every
 * pairing, so that no comparison between them is one of luck. Nobody observes it.
 *
 * | drawn                  | default         | by                                                         |
 * | ---------------------- | --------------- | ---------------------------------------------------------- |
 * | cost (cents)           | U[6000, 14000]  | coordinate 0 of (seed, index)                              |
 * | zone, value - cost     | U[2000, 8000]   | coordinate 1                                               |
 * | last turn              | q = .08         | coordinate 2: the first n with u >= (1-q)^n                |
 * | list price, value*(1+m) | m ~ U[-.108, .475], at least the cost | coordinate 3; for the anchored switches |
 *
 * Laws
 *   L1 drawn once       a world depends on its seed and index alone
 *   L2 ranges           zones and costs lie in their ranges, and every last turn is at least 1
 *   L3 hazard           of worlds that reach a turn, a share q ends with it
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import { drawAt } from '../../core/random/philox.js'
import type { DrawRange } from '../generators.js'
import { type BargainingWorld, LARGEST_AMOUNT } from '../world.js'

/**
 * Describes a world of the symmetric protocol: the amounts in whole cents, and the last turn, after whose response the
 * negotiation breaks down.
 *
 * @category model
 * @since 0.1.0
 */
export interface SymmetricWorld extends BargainingWorld {
  readonly lastTurn: number
}

/**
 * Holds the parameters of the generator. Amounts are in cents.
 *
 * @category model
 * @since 0.1.0
 */
export interface SymmetricParameters {
  readonly cost: DrawRange
  readonly zone: DrawRange
  readonly markup: DrawRange
  /** The probability q that the negotiation breaks down after a turn, in (0, 1]. */
  readonly hazard: number
}

/**
 * Holds the parameters under which the reference figures were published.
 *
 * @category model
 * @since 0.1.0
 */
export const symmetricParameters: SymmetricParameters = {
  cost: [6000, 14000],
  zone: [2000, 8000],
  markup: [-0.108, 0.475],
  hazard: 0.08,
}

/** No negotiation is longer, whatever the hazard. */
const LONGEST = 10_000

/**
 * Gives the last turn of a draw u in [0, 1): the first n with u >= (1-q)^n, by repeated multiplication.
 *
 * @category operations
 * @since 0.1.0
 */
export const lastTurnOf = (hazard: number, draw: number): number => {
  let reached = 1 - hazard
  let turn = 1
  while (draw < reached && turn < LONGEST) {
    reached *= 1 - hazard
    turn += 1
  }
  return turn
}

const uniform = ([low, high]: DrawRange, draw: number): number => low + (high - low) * draw
const toCent = (cents: number): number => Math.floor(cents + 0.5)

const drawn = (p: SymmetricParameters, seed: bigint, index: number): SymmetricWorld => {
  const cost = toCent(uniform(p.cost, drawAt(seed, index, 0)))
  const value = cost + toCent(uniform(p.zone, drawAt(seed, index, 1)))
  const list = toCent(value * (1 + uniform(p.markup, drawAt(seed, index, 3))))
  return {
    id: `symmetric/${seed}/${index}`,
    value,
    cost,
    list: Math.max(list, cost),
    lastTurn: lastTurnOf(p.hazard, drawAt(seed, index, 2)),
  }
}

const isRange = (range: unknown, least: number, most: number): boolean => {
  if (!Array.isArray(range) || range.length !== 2) return false
  const [low, high]: ReadonlyArray<unknown> = range
  return (
    typeof low === 'number' &&
    typeof high === 'number' &&
    least <= low &&
    low <= high &&
    high <= most
  )
}

const wrong = (field: string, value: unknown, expected: string): Failure<'BadGenerator'> =>
  failure('BadGenerator', [field], value, expected)

/**
 * Makes the source of symmetric worlds. Fails with every range that is malformed, and with a hazard outside (0, 1]: with
 * none, two sides that never agree would bargain for ever.
 *
 * @category constructors
 * @since 0.1.0
 */
export const symmetricSource = (
  parameters: SymmetricParameters,
): Either<
  Failures<'BadGenerator'>,
  (seed: bigint, count: number) => ReadonlyArray<SymmetricWorld>
> => {
  const { cost, zone, markup, hazard } = parameters
  const most = LARGEST_AMOUNT / 1000
  const found: ReadonlyArray<Failure<'BadGenerator'>> = [
    ...(isRange(cost, 0, most)
      ? []
      : [wrong('cost', cost, 'two amounts from 0 to 10^9 cents, the lower first')]),
    ...(isRange(zone, 1, most)
      ? []
      : [wrong('zone', zone, 'two amounts from 1 to 10^9 cents, the lower first')]),
    ...(isRange(markup, -1, 99)
      ? []
      : [wrong('markup', markup, 'two numbers from -1 to 99, the lower first')]),
    ...(hazard > 0 && hazard <= 1 ? [] : [wrong('hazard', hazard, 'a probability in (0, 1]')]),
  ]
  const failures = nonEmpty(found)
  return failures === null
    ? right((seed, count) =>
        Array.from({ length: count }, (_, index) => drawn(parameters, seed, index)),
      )
    : left(failures)
}

/**
 * Draws the first `count` worlds of a seed under the published parameters.
 *
 * @category operations
 * @since 0.1.0
 */
export const symmetricWorlds = (seed: bigint, count: number): ReadonlyArray<SymmetricWorld> =>
  Array.from({ length: count }, (_, index) => drawn(symmetricParameters, seed, index))
