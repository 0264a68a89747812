/**
 * Held-out seeds: worlds that nobody has seen, from a salt that nobody is told.
 *
 * The seeds of a case are the leading 48 bits of HMAC-SHA256 (RFC 2104, FIPS 198-1), keyed by the salt, over the hash of
 * the case and a counter; a development seed or one already drawn is passed over. Whoever has the salt has the seeds,
 * and whoever has the seeds has neither the salt nor the next seed. The commitment, an HMAC over a fixed text, is
 * published before anything is played: when the salt is opened later, anybody can check that the seeds were not chosen.
 *
 * Laws
 *   L1 derived      the same salt, case and number give the same seeds; fewer seeds are the first of more
 *   L2 distinct     the seeds of a case are distinct, and none is a development seed
 *   L3 case apart   two cases share no seeds but by chance
 *   L4 no salt      neither the seeds nor the commitment hold the salt
 *   L5 opening      a salt opens the commitment made from it, and no other salt does
 *
 * | bound         | value | why                                                       |
 * | ------------- | ----- | --------------------------------------------------------- |
 * | shortest salt | 16    | a shorter one is found by trying, given its commitment    |
 * | most seeds    | 10^5  | more than any benchmark plays                             |
 *
 * @module
 */
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { ExchangeCase } from './case.js'
import { developmentSeeds } from './cases-official.js'

/**
 * Names what can be wrong with a salt or a number of seeds.
 *
 * @category failures
 * @since 0.1.0
 */
export type HeldOutFailure = 'WeakSalt' | 'BadCount'

const SHORTEST_SALT = 16
const MOST_SEEDS = 100_000

const digest = (salt: string, message: string): string => {
  const encoder = new TextEncoder()
  return bytesToHex(hmac(sha256, encoder.encode(salt), encoder.encode(message)))
}

/** The failure holds the length of the salt, and never the salt. */
const saltDefects = (salt: string): ReadonlyArray<Failure<HeldOutFailure>> =>
  salt.length >= SHORTEST_SALT && /^[\u0020-\u007e]*$/.test(salt)
    ? []
    : [
        failure(
          'WeakSalt',
          ['salt', 'length'],
          salt.length,
          `${SHORTEST_SALT} or more printable ASCII characters`,
        ),
      ]

/**
 * Commits to a salt without showing it: 64 hexadecimal digits, to be published before the seeds are used.
 *
 * @category operations
 * @since 0.1.0
 */
export const saltCommitment = (salt: string): Either<Failures<HeldOutFailure>, string> => {
  const failures = nonEmpty(saltDefects(salt))
  return failures === null ? right(digest(salt, 'commitment')) : left(failures)
}

/**
 * Tells whether a salt is the one that a commitment was made from.
 *
 * @category operations
 * @since 0.1.0
 */
export const opensCommitment = (commitment: string, salt: string): boolean =>
  saltDefects(salt).length === 0 && digest(salt, 'commitment') === commitment

/**
 * Derives the held-out seeds of a case from a secret salt: integers from 0 to 2^48 - 1, in the order of the counter. Fails
 * for a salt that could be guessed and a number of seeds that is none; the failure does not hold the salt.
 *
 * @example
 * ```ts
 * import { heldOutSeeds, visibleBilateralCase } from 'edgeworth/exchange'
 *
 * const seeds = heldOutSeeds('correct horse battery staple', visibleBilateralCase, 3)
 * seeds._tag === 'Right' ? seeds.right.length : 0 // => 3
 * heldOutSeeds('1234', visibleBilateralCase, 3)._tag // => 'Left'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const heldOutSeeds = (
  salt: string,
  { hash }: ExchangeCase,
  count: number,
): Either<Failures<HeldOutFailure>, ReadonlyArray<number>> => {
  const isCount = Number.isInteger(count) && count >= 0 && count <= MOST_SEEDS
  const expected = `an integer from 0 to ${MOST_SEEDS}`
  const countDefects = isCount ? [] : [failure('BadCount' as const, ['count'], count, expected)]
  const failures = nonEmpty([...saltDefects(salt), ...countDefects])
  if (failures !== null) return left(failures)
  const taken = new Set(developmentSeeds)
  const seeds: Array<number> = []
  for (let counter = 0; seeds.length < count; counter++) {
    const seed = Number.parseInt(digest(salt, `${hash}/${counter}`).slice(0, 12), 16)
    if (taken.has(seed)) continue
    taken.add(seed)
    seeds.push(seed)
  }
  return right(seeds)
}
