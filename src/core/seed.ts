/**
 * Seeds: what a caller may name a random stream by.
 *
 * An integer is its own seed, whatever its size and sign; zero is a seed like any other. A text is hashed (SHA-256 of
 * its UTF-8, the first 8 bytes read big-endian), so that it names the same stream on every machine. Anything else is
 * refused: a missing seed is a mistake, never a default.
 *
 * Laws
 *   L1 identity      an integer is its own seed, as a number or as a bigint
 *   L2 text          a text gives a seed in [0, 2^64) that depends on the text alone
 *   L3 total         every value of any type gives a seed or a failure that holds the value
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from './failure.js'
import { sha256Hex } from './hash.js'

const EXPECTED = 'an integer within 2^53 - 1 of zero, a bigint, or a text without lone surrogates'

const refused = (seed: unknown): Either<Failures<'BadSeed'>, bigint> =>
  left([failure('BadSeed', [], seed, EXPECTED)])

/** Two texts that differ in a lone surrogate have the same UTF-8, so such a text names no stream. */
const LONE_SURROGATE = /[\ud800-\udfff]/u

const hashed = (text: string): bigint => BigInt(`0x${sha256Hex(text).slice(0, 16)}`)

/**
 * Reads a seed: integers as they are, texts by their SHA-256. Fails with the value for everything else: undefined,
 * NaN, fractions, and numbers beyond 2^53 - 1, whose neighbours they cannot be told from.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedFrom = (seed: number | bigint | string): Either<Failures<'BadSeed'>, bigint> => {
  if (typeof seed === 'bigint') return right(seed)
  if (typeof seed === 'number' && Number.isSafeInteger(seed)) return right(BigInt(seed))
  if (typeof seed === 'string' && !LONE_SURROGATE.test(seed)) return right(hashed(seed))
  return refused(seed)
}
