/**
 * Keyed weights: how often a world counts in a replicate, as a function of its name.
 *
 * In the Poisson bootstrap (Chamandy, Muralidharan, Najmi and Naidu, "Estimating uncertainty for massive data streams",
 * 2012) each row of a resample counts a Poisson(1) number of times, independently of the other rows. Here that number
 * is read from a pinned table of 1,024 cells at a hash of (seed, replicate, key of the world), so it does not depend on
 * where the row stands, which shard holds it or how many there are. A hash gives one word for three replicates: its
 * upper thirty bits are three places of the table.
 *
 * | weight            | 0   | 1   | 2   | 3  | 4  | 5 | 6 |
 * | ----------------- | --- | --- | --- | -- | -- | - | - |
 * | cells of the law  | 377 | 376 | 188 | 65 | 14 | 3 | 1 |
 * | 1,024 Poisson(1)  | 376.7 | 376.7 | 188.4 | 62.8 | 15.7 | 3.1 | 0.6 |
 *
 * | moment                   | law        | Poisson(1) |
 * | ------------------------ | ---------- | ---------- |
 * | mean                     | 1, exactly | 1          |
 * | variance                 | 1, exactly | 1          |
 * | third factorial moment   | 1.00195    | 1          |
 * | fourth factorial moment  | 1.03125    | 1          |
 *
 * Laws
 *   L1 moments      the mean and the variance of the table are 1, exactly
 *   L2 keyed        the weight of a world depends on the seed, the replicate and its key alone
 *   L3 uniform      over keys and replicates each weight is as frequent as its cells are, and no two are correlated
 *   L4 collisions   distinct keys of 40,000 worlds have distinct pairs of words
 *
 * @module
 */

import { keyOf, philox, type TwoWords } from '../core/random/philox.js'

/**
 * Lists how many of the 1,024 cells hold each weight, from weight 0 on: the law.
 *
 * @category model
 * @since 0.1.0
 */
export const WEIGHT_CELLS: ReadonlyArray<number> = [377, 376, 188, 65, 14, 3, 1]

/**
 * Is the largest weight that the law gives.
 *
 * @category model
 * @since 0.1.0
 */
export const LARGEST_WEIGHT = 6

/**
 * Counts the replicates that share one word of the hash.
 *
 * @category model
 * @since 0.1.0
 */
export const REPLICATES_A_WORD = 3

/** Marks the words drawn for groups of replicates, apart from other uses of one seed. */
const GROUP_DOMAIN = 0x6b657965

const rotated = (word: number, by: number): number => (word << by) | (word >>> (32 - by))

/** Spreads every bit of a word over all of it (the finaliser of MurmurHash3, A. Appleby, in the public domain). */
const spread = (word: number): number => {
  let h = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}

/**
 * Hashes the name of a world to two signed words: 64 bits, the same on every machine. Two lanes of multiplications
 * and rotations run over its UTF-16 units, and are crossed at the end. Not for adversaries: who may choose names can
 * make two of them collide.
 *
 * @category operations
 * @since 0.1.0
 */
export const worldKey = (name: string): TwoWords => {
  let first = 0x3c6ef372
  let second = 0x1b873593
  for (let i = 0; i < name.length; i += 1) {
    const unit = name.charCodeAt(i)
    first = rotated(Math.imul(first ^ unit, 0x9e3779b1), 13)
    second = rotated(Math.imul(second + unit, 0x2c1b3c6d) ^ first, 17)
  }
  first = spread(first ^ name.length)
  second = spread(second + first)
  return [spread(first ^ second), second]
}

/**
 * Lays out the law as 1,024 weights in ascending order.
 *
 * @category operations
 * @since 0.1.0
 */
export const weightTable = (): Float64Array => {
  const table = new Float64Array(1024)
  let cell = 0
  for (const [weight, cells] of WEIGHT_CELLS.entries()) {
    table.fill(weight, cell, cell + cells)
    cell += cells
  }
  return table
}

/**
 * Gives two words for each group of three replicates: what the keys of the worlds are mixed with. Interleaved, and a
 * function of the seed and the group alone, so that fewer replicates are the first of more.
 *
 * @category operations
 * @since 0.1.0
 */
export const groupWords = (seed: bigint, groups: number): Int32Array => {
  const key = keyOf(seed)
  const words = new Int32Array(2 * groups)
  for (let group = 0; group < groups; group += 1) {
    const drawn = philox(key, [group, GROUP_DOMAIN, 0, 0])
    words[2 * group] = drawn[0]
    words[2 * group + 1] = drawn[1]
  }
  return words
}

/**
 * Mixes the key of a world with the words of a group of replicates, into 32 bits.
 *
 * @category operations
 * @since 0.1.0
 */
export const keyedWord = (key: TwoWords, group: TwoWords): number => {
  let h = Math.imul(key[0] ^ group[0], 0x9e3779b1)
  h = Math.imul((h ^ (h >>> 16)) + (key[1] ^ group[1]), 0x85ebca6b)
  return h ^ (h >>> 15)
}

/**
 * Gives the weights of one world in each of `replicates` replicates, 0 to 6: the plain form of what the engine does.
 *
 * @example
 * ```ts
 * import { worldKey, worldWeights } from 'edgeworth/statistics'
 *
 * const weights = worldWeights(7n, 10000)(worldKey('open_market/1200'))
 * const mean = weights.reduce((total, weight) => total + weight, 0) / weights.length
 * Math.abs(mean - 1) < 0.04 // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const worldWeights = (
  seed: bigint,
  replicates: number,
): ((key: TwoWords) => ReadonlyArray<number>) => {
  const words = groupWords(seed, Math.ceil(replicates / REPLICATES_A_WORD))
  const table = weightTable()
  return (key) =>
    Array.from({ length: replicates }, (_, replicate) => {
      const group = Math.floor(replicate / REPLICATES_A_WORD)
      const pair: TwoWords = [words[2 * group] as number, words[2 * group + 1] as number]
      const place = 22 - 10 * (replicate % REPLICATES_A_WORD)
      return table[(keyedWord(key, pair) >>> place) & 1023] as number // ten bits are a place of the table
    })
}
