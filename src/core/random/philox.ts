/**
 * Philox4x32-10: draws that are a function of where they are needed.
 *
 * Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011. A counter of four words is
 * encrypted under a key of two; there is no state to hand on, so the draw for (seed, episode, agent, step) is the same
 * whatever was drawn before it. A seed of 64 bits is the key, low word first; each coordinate takes one encryption,
 * whose counter is the coordinate's IEEE-754 double (low word, high word), its index and the number of coordinates,
 * and whose first two words are the key of the next.
 *
 * Laws
 *   L1 pure        equal arguments give equal words, in any order of evaluation
 *   L2 bijective   under one key, different counters give different words
 *   L3 distinct    another seed, coordinate or number of coordinates gives other words (chance: 2^-64 a pair)
 *   L4 bounds      words are integers in [0, 2^32), `drawAt` is in [0, 1)
 *
 * | constant    | value                  |
 * | ----------- | ---------------------- |
 * | rounds      | 10                     |
 * | multipliers | 0xd2511f53, 0xcd9e8d57 |
 * | key steps   | 0x9e3779b9, 0xbb67ae85 |
 *
 * @module
 */

import { floatOfWords } from './draws.js'
import { seedWords } from './mt19937.js'

/**
 * Holds four unsigned 32-bit words: a counter, or what it is encrypted to.
 *
 * @category model
 * @since 0.1.0
 */
export type FourWords = readonly [number, number, number, number]

/**
 * Holds the two unsigned 32-bit words of a key.
 *
 * @category model
 * @since 0.1.0
 */
export type TwoWords = readonly [number, number]

const ROUNDS = 10
const FIRST_MULTIPLIER = 0xd2511f53
const SECOND_MULTIPLIER = 0xcd9e8d57
const FIRST_STEP = 0x9e3779b9
const SECOND_STEP = 0xbb67ae85
const NEGATIVE = 0x80000000

/** Gives the upper 32 bits of the 64-bit product of two words, by 16-bit halves. */
const highProduct = (a: number, b: number): number => {
  const aLow = a & 0xffff
  const aHigh = a >>> 16
  const bLow = b & 0xffff
  const bHigh = b >>> 16
  const middle = aHigh * bLow + ((aLow * bLow) >>> 16)
  const carried = aLow * bHigh + (middle & 0xffff)
  // Every sum stays below 2^33, so the division by 2^16 is exact where a shift would cut it.
  return (aHigh * bHigh + Math.floor(middle / 65536) + Math.floor(carried / 65536)) >>> 0
}

/**
 * Encrypts a counter of four words under a key of two. Words are taken modulo 2^32.
 *
 * @category operations
 * @since 0.1.0
 */
export const philox = (key: TwoWords, counter: FourWords): FourWords => {
  let [k0, k1] = key
  let [c0, c1, c2, c3] = counter
  for (let round = 0; round < ROUNDS; round += 1) {
    const high0 = highProduct(FIRST_MULTIPLIER, c0)
    const high1 = highProduct(SECOND_MULTIPLIER, c2)
    const low0 = Math.imul(FIRST_MULTIPLIER, c0)
    const low1 = Math.imul(SECOND_MULTIPLIER, c2)
    c0 = high1 ^ c1 ^ k0
    c1 = low1
    c2 = high0 ^ c3 ^ k1
    c3 = low0
    k0 = (k0 + FIRST_STEP) | 0
    k1 = (k1 + SECOND_STEP) | 0
  }
  return [c0 >>> 0, c1 >>> 0, c2 >>> 0, c3 >>> 0]
}

/**
 * Gives the key of a seed. A seed in [0, 2^64) is its own two words, the low one first; a larger or negative one is
 * folded, 64 bits at a time, with its sign.
 *
 * @category constructors
 * @since 0.1.0
 */
export const keyOf = (seed: bigint): TwoWords => {
  const words = seedWords(seed)
  const sign = seed < 0n ? NEGATIVE : 0
  if (sign === 0 && words.length <= 2) return [words[0] ?? 0, words[1] ?? 0]
  let key: TwoWords = [0, 0]
  for (let i = 0; i < words.length; i += 2) {
    const [first, second] = philox(key, [words[i] ?? 0, words[i + 1] ?? 0, i, sign | words.length])
    key = [first, second]
  }
  return key
}

/** Splits a number into the low and high word of its double; both zeros are one, and so is every NaN. */
const wordsOfNumber = (view: DataView, coordinate: number): TwoWords => {
  view.setFloat64(0, coordinate === 0 ? 0 : coordinate)
  return Number.isNaN(coordinate) ? [0, 0x7ff80000] : [view.getUint32(4), view.getUint32(0)]
}

/**
 * Draws the four words that belong to a seed and any coordinates (numbers: an episode, an agent, a step).
 *
 * @category operations
 * @since 0.1.0
 */
export const wordsAt = (seed: bigint, ...coordinates: ReadonlyArray<number>): FourWords => {
  const view = new DataView(new ArrayBuffer(8))
  let key = keyOf(seed)
  let words: FourWords | null = null
  for (const [index, coordinate] of coordinates.entries()) {
    const [low, high] = wordsOfNumber(view, coordinate)
    words = philox(key, [low, high, index, coordinates.length])
    key = [words[0], words[1]]
  }
  return words ?? philox(key, [0, 0, 0, 0])
}

/**
 * Draws the float in [0, 1), of 53 random bits, that belongs to a seed and any coordinates.
 *
 * @category operations
 * @since 0.1.0
 */
export const drawAt = (seed: bigint, ...coordinates: ReadonlyArray<number>): number => {
  const [first, second] = wordsAt(seed, ...coordinates)
  return floatOfWords(first, second)
}
