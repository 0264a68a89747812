/**
 * Draws: the distributions that are built on a stream of 32-bit words.
 *
 * The algorithms are those of CPython's `random` module (bits from the top of each word, rejection for integers below
 * a bound, two words for a float of 53 bits, Fisher-Yates from the end, a pool or a set for samples), so that the same
 * words give the same draws. Whatever the generator, one draw means the same thing.
 *
 * Laws
 *   L1 bounds        `random` is in [0, 1), `getrandbits(k)` in [0, 2^k), `randrange(n)` an integer in [0, n)
 *   L2 permutation   `shuffled` keeps the elements and their number, and leaves its argument as it was
 *   L3 subset        `sample(xs, k)` takes min(k, length) elements from distinct places of `xs`
 *   L4 uniform       every value below a bound is equally likely: no remainder is taken
 *   L5 total         every argument has a defined result; nothing throws and nothing is drawn from an empty range
 *
 * | argument outside its range     | result                                                |
 * | ------------------------------ | ----------------------------------------------------- |
 * | `getrandbits(k)`, k < 1 or NaN | 0n, nothing drawn; above 65536 as 65536               |
 * | `randrange(n)`, n < 1 or NaN   | -1, nothing drawn (no index); above 2^53 as 2^53      |
 * | `choice([])`                   | undefined, nothing drawn                              |
 * | `sample(xs, k)`, k < 1 or NaN  | the empty list, nothing drawn; above length as length |
 *
 * @module
 */

/**
 * Offers the draws of a generator inside a scope; each call advances the scope's own cursor.
 *
 * @category model
 * @since 0.1.0
 */
export interface Draws {
  /** Draws a float in [0, 1) with 53 random bits: two words. */
  readonly random: () => number
  /** Draws an integer of `k` random bits, one word for every 32 bits begun. */
  readonly getrandbits: (k: number) => bigint
  /** Draws an integer from 0 to n - 1, all equally likely. */
  readonly randrange: (n: number) => number
  /** Draws `a + (b - a) * random()`. */
  readonly uniform: (a: number, b: number) => number
  /** Draws one element, or `undefined` of an empty list. */
  readonly choice: <T>(xs: ReadonlyArray<T>) => T | undefined
  /** Draws `k` elements from distinct places, in the order of selection. */
  readonly sample: <T>(xs: ReadonlyArray<T>, k: number) => ReadonlyArray<T>
  /** Gives the elements in a random order. */
  readonly shuffled: <T>(xs: ReadonlyArray<T>) => ReadonlyArray<T>
}

const WORD = 4294967296
const LARGEST_RANGE = 9007199254740992
const MOST_BITS = 65536

/** Cuts a bound to an integer from 0 to `most`; NaN is 0. */
const bounded = (value: number, most: number): number =>
  value >= 1 ? Math.min(Math.floor(value), most) : 0

/**
 * Joins two words into a float in [0, 1) with 53 random bits.
 *
 * @category operations
 * @since 0.1.0
 */
export const floatOfWords = (first: number, second: number): number =>
  ((first >>> 5) * 67108864 + (second >>> 6)) / LARGEST_RANGE

/** Draws below n < 2^32: the top bits of one word until they are below n. */
const belowWord = (word: () => number, n: number): number => {
  const shift = Math.clz32(n)
  let value = word() >>> shift
  while (value >= n) value = word() >>> shift
  return value
}

/** Draws below 2^32 <= n <= 2^53: a full low word, then the top bits of a high one. */
const belowTwoWords = (word: () => number, n: number): number => {
  const shift = Math.clz32(Math.floor(n / WORD))
  // The sum is exact below 2^53 and cannot round down to less than n above it.
  const draw = (): number => {
    const low = word()
    return (word() >>> shift) * WORD + low
  }
  let value = draw()
  while (value >= n) value = draw()
  return value
}

const randbelow = (word: () => number, n: number): number =>
  n < WORD ? belowWord(word, n) : belowTwoWords(word, n)

const bitsOf = (word: () => number, bits: number): bigint => {
  let value = 0n
  for (let done = 0; done < bits; done += 32) {
    const wanted = Math.min(32, bits - done)
    value |= BigInt(word() >>> (32 - wanted)) << BigInt(done)
  }
  return value
}

/** Counts the places up to which CPython prefers a pool over a set of the selected. */
const poolLimit = (k: number): number => {
  if (k <= 5) return 21
  let table = 1
  while (table < 3 * k) table *= 4
  return 21 + table
}

const sampleFromPool = <T>(
  word: () => number,
  xs: ReadonlyArray<T>,
  k: number,
): ReadonlyArray<T> => {
  const pool = [...xs]
  return Array.from({ length: k }, (_, i) => {
    const last = pool.length - i - 1
    const j = randbelow(word, last + 1)
    const chosen = pool[j] as T // j is a place of the pool
    pool[j] = pool[last] as T
    return chosen
  })
}

const sampleBesideSet = <T>(
  word: () => number,
  xs: ReadonlyArray<T>,
  k: number,
): ReadonlyArray<T> => {
  const selected = new Set<number>()
  return Array.from({ length: k }, () => {
    let j = randbelow(word, xs.length)
    while (selected.has(j)) j = randbelow(word, xs.length)
    selected.add(j)
    return xs[j] as T // j is a place of the list
  })
}

const sampleOf = <T>(word: () => number, xs: ReadonlyArray<T>, k: number): ReadonlyArray<T> =>
  xs.length <= poolLimit(k) ? sampleFromPool(word, xs, k) : sampleBesideSet(word, xs, k)

const shuffledOf = <T>(word: () => number, xs: ReadonlyArray<T>): ReadonlyArray<T> => {
  const order = [...xs]
  for (let i = order.length - 1; i > 0; i -= 1) {
    const j = randbelow(word, i + 1)
    const moved = order[i] as T // i and j are places of the list
    order[i] = order[j] as T
    order[j] = moved
  }
  return order
}

/**
 * Builds the draws on a source of unsigned 32-bit words. The source is called once for each word that is used, in
 * order.
 *
 * @category constructors
 * @since 0.1.0
 */
export const drawsOf = (word: () => number): Draws => {
  const random = (): number => {
    const first = word()
    return floatOfWords(first, word())
  }
  return {
    random,
    getrandbits: (k) => bitsOf(word, bounded(k, MOST_BITS)),
    randrange: (n) => {
      const limit = bounded(n, LARGEST_RANGE)
      return limit === 0 ? -1 : randbelow(word, limit)
    },
    uniform: (a, b) => a + (b - a) * random(),
    choice: (xs) => (xs.length === 0 ? undefined : xs[randbelow(word, xs.length)]),
    sample: (xs, k) => sampleOf(word, xs, bounded(k, xs.length)),
    shuffled: (xs) => shuffledOf(word, xs),
  }
}
