/**
 * Generators: where worlds of a bargain come from.
 *
 * A source draws the world of a seed and an index; the same two give the same world whatever was drawn before, so the
 * worlds of a run can be drawn in any order and on any machine. The uniform form draws value, margin and mark-up
 * independently and sets cost = value*(1 - margin), list = value*(1 + mark-up), all rounded to the cent. Cost then
 * cannot be recovered from value and list price: the audit in `recoverability.ts` measures how nearly it can.
 *
 * Laws
 *   L1 pure      a source gives equal worlds for equal (seed, index), in any order
 *   L2 support   value, margin and mark-up of every drawn world lie in their ranges, up to the rounding to cents
 *   L3 legal     every world a checked source draws passes `bargainingWorld`
 *   L4 secret    held-out worlds depend on the salt, and nothing of the salt is in them
 *
 * | generator    | value (cents) | margin     | mark-up      | note                            |
 * | ------------ | ------------- | ---------- | ------------ | ------------------------------- |
 * | `wide`       | 6000..18000   | .20..  .45 | -.108..+.475 | the default                     |
 * | `calibrated` | 6000..18000   | .270..  .396 | -.108..+.475 | that of the pinned worlds       |
 *
 * @module
 */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { drawAt } from '../core/random/philox.js'
import { type BargainingWorld, LARGEST_AMOUNT } from './world.js'

/**
 * Holds the two ends of a uniform range, both finite, the lower one first.
 *
 * @category model
 * @since 0.1.0
 */
export type DrawRange = readonly [low: number, high: number]

/**
 * Draws worlds: the one that belongs to a seed and an index.
 *
 * @category model
 * @since 0.1.0
 */
export interface WorldSource {
  readonly name: string
  readonly draw: (seed: bigint, index: number) => BargainingWorld
}

/**
 * Describes the uniform generator. `reservationShare` draws the seller's reservation share anew in every world, so that
 * a buyer who knows all other parameters cannot read the cost off the second ask (two asks after the opening still
 * reveal it, see `screens.ts`); `null` leaves the seller its own.
 *
 * @category model
 * @since 0.1.0
 */
export interface GeneratorParameters {
  readonly name: string
  /** In cents. */
  readonly value: DrawRange
  readonly margin: DrawRange
  readonly markup: DrawRange
  readonly reservationShare: DrawRange | null
}

const wrong = (path: string, value: unknown, expected: string): Failure<'BadGenerator'> =>
  failure('BadGenerator', [path], value, expected)

const isRange = (range: unknown, low: number, high: number): boolean => {
  if (!Array.isArray(range) || range.length !== 2) return false
  const [from, to]: ReadonlyArray<unknown> = range
  return (
    typeof from === 'number' && typeof to === 'number' && low <= from && from <= to && to <= high
  )
}

const defectsOf = (parameters: GeneratorParameters): ReadonlyArray<Failure<'BadGenerator'>> => {
  const { name, value, margin, markup, reservationShare } = parameters
  const found: Array<Failure<'BadGenerator'>> = []
  if (typeof name !== 'string' || name === '') found.push(wrong('name', name, 'a name'))
  if (!isRange(value, 1, LARGEST_AMOUNT / 100)) {
    found.push(wrong('value', value, 'two amounts from 1 to 10^10 cents, the lower first'))
  }
  if (!isRange(margin, 0, 1)) found.push(wrong('margin', margin, 'two shares from 0 to 1'))
  if (!isRange(markup, -1, 99)) found.push(wrong('markup', markup, 'two numbers from -1 to 99'))
  if (reservationShare !== null && !isRange(reservationShare, 0, 1)) {
    found.push(wrong('reservationShare', reservationShare, 'two shares from 0 to 1, or null'))
  }
  if (found.length === 0 && markup[0] < -margin[0]) {
    found.push(wrong('markup', markup, `mark-ups above -${margin[0]}, so that list >= cost`))
  }
  return found
}

const uniform = ([low, high]: DrawRange, draw: number): number => low + (high - low) * draw

const toCent = (cents: number): number => Math.floor(cents + 0.5)

const drawnAs = (
  parameters: GeneratorParameters,
  id: string,
  seed: bigint,
  index: number,
): BargainingWorld => {
  const value = toCent(uniform(parameters.value, drawAt(seed, index, 0)))
  const cost = toCent(value * (1 - uniform(parameters.margin, drawAt(seed, index, 1))))
  const list = toCent(value * (1 + uniform(parameters.markup, drawAt(seed, index, 2))))
  const world = { id, value, cost, list: Math.max(list, cost) }
  return parameters.reservationShare === null
    ? world
    : { ...world, reservationShare: uniform(parameters.reservationShare, drawAt(seed, index, 3)) }
}

const sourceOf = (parameters: GeneratorParameters): WorldSource => ({
  name: parameters.name,
  draw: (seed, index) => drawnAs(parameters, `${parameters.name}/${seed}/${index}`, seed, index),
})

/**
 * Makes the source of the uniform generator. Fails with every range that is malformed, and with mark-ups so low that a
 * list price could fall below the cost.
 *
 * @category constructors
 * @since 0.1.0
 */
export const uniformSource = (
  parameters: GeneratorParameters,
): Either<Failures<'BadGenerator'>, WorldSource> => {
  const failures = nonEmpty(defectsOf(parameters))
  return failures === null ? right(sourceOf(parameters)) : left(failures)
}

/**
 * Holds the parameters of the default generator.
 *
 * @category generators
 * @since 0.1.0
 */
export const wideParameters: GeneratorParameters = {
  name: 'wide',
  value: [6000, 18000],
  margin: [0.2, 0.45],
  markup: [-0.108, 0.475],
  reservationShare: null,
}

/**
 * Holds the parameters of the generator from which the pinned worlds were drawn and selected.
 *
 * @category generators
 * @since 0.1.0
 */
export const calibratedParameters: GeneratorParameters = {
  ...wideParameters,
  name: 'calibrated',
  margin: [0.27, 0.396],
}

/**
 * Draws worlds of the default generator.
 *
 * @category generators
 * @since 0.1.0
 */
export const wideGenerator: WorldSource = sourceOf(wideParameters)

/**
 * Draws fresh worlds of the generator of the pinned worlds.
 *
 * @category generators
 * @since 0.1.0
 */
export const calibratedGenerator: WorldSource = sourceOf(calibratedParameters)

/**
 * Draws the first `count` worlds of a seed.
 *
 * @category operations
 * @since 0.1.0
 */
export const drawWorlds =
  (source: WorldSource) =>
  (seed: bigint, count: number): ReadonlyArray<BargainingWorld> =>
    Array.from({ length: count }, (_, index) => source.draw(seed, index))

/**
 * Bounds the salt of held-out worlds from below, in bytes of UTF-8: a shorter one can be found by trying.
 *
 * @category model
 * @since 0.1.0
 */
export const SHORTEST_SALT = 16

const seedUnder = (salt: Uint8Array, name: string, index: number): bigint => {
  const place = new TextEncoder().encode(`edgeworth bargaining held-out ${name} ${index}`)
  const digest = hmac(sha256, salt, place)
  return digest.slice(0, 8).reduce((seed, byte) => (seed << 8n) | BigInt(byte), 0n)
}

/**
 * Draws private worlds that nobody can tune against: the seed of each is the head of HMAC-SHA256 under the salt of its
 * name and index. The worlds' ids name neither salt nor seed. A salt below `SHORTEST_SALT` bytes is refused; the
 * failure shows its length, never the salt.
 *
 * @category operations
 * @since 0.1.0
 */
export const heldOutWorlds =
  (source: WorldSource) =>
  (salt: string, count: number): Either<Failures<'BadSalt'>, ReadonlyArray<BargainingWorld>> => {
    const key = new TextEncoder().encode(salt)
    if (key.length < SHORTEST_SALT) {
      const expected = `a secret text of at least ${SHORTEST_SALT} bytes (its length is shown)`
      return left([failure('BadSalt', [], key.length, expected)])
    }
    const worlds = Array.from({ length: count }, (_, index) => ({
      ...source.draw(seedUnder(key, source.name, index), 0),
      id: `${source.name}/held-out/${index}`,
    }))
    return right(worlds)
  }
