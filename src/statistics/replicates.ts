/**
 * Replicates: the ratios of sums that CPython's generator resamples.
 *
 * For each replicate, n rows are drawn by `randrange(n)` in order and the two sums are taken by the named rule. The
 * words are twisted, tempered and rejected a block at a time into a list of indices, because a call for each draw
 * costs several times the draw. Where the denominator itself is uncertain (one normal estimate shared by all episodes
 * of a case), each replicate draws its denominator after its rows, through the ordinary cursor.
 *
 * Laws
 *   L1 twin    the ratios are those of the plain loop over `withCPython`, bit for bit, under both rules of summation
 *   L2 fresh   a computation does not depend on those before it
 *
 * @module
 */

import { EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { seedCPython, withCPython } from '../core/random/cpython.js'
import { seedTwister } from '../core/random/mt19937.js'

type Replicates = (
  summation: Summation,
  seed: bigint,
  replicates: number,
) => (numerators: ReadonlyArray<number>, denominators: ReadonlyArray<number>) => Float64Array

/** Lays the rows out as numerator, denominator, numerator, ...: one draw reads one line of the cache. */
const interleaved = (
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): Float64Array => {
  const rows = new Float64Array(2 * numerators.length)
  for (let i = 0; i < numerators.length; i += 1) {
    rows[2 * i] = numerators[i] as number
    rows[2 * i + 1] = denominators[i] as number
  }
  return rows
}

/** Closes a compensated sum: a compensation that is not finite is left out. */
const closed = (high: number, low: number): number => (Number.isFinite(low) ? high + low : high)

/**
 * Builds the engine around its scratch arrays. They and the constants are declared inside one function because a
 * bundler turns the constants of a module into variables, and with variables the loops take half as long again. The
 * scratch is reached by no caller and filled before it is read.
 */
const makeEngine = (): Replicates => {
  const WORDS = 624
  const MIDDLE = 397
  const SPLIT = 227
  const LAST = 623
  const MATRIX = 0x9908b0df | 0
  const UPPER = 0x80000000 | 0
  const LOWER = 0x7fffffff
  const FIRST_MASK = 0x9d2c5680 | 0
  const SECOND_MASK = 0xefc60000 | 0

  /** The current block of raw words. */
  const raw = new Int32Array(WORDS)
  /** The accepted draws of the block; one place more, for the write of a rejected word after the last of them. */
  const index = new Int32Array(WORDS + 1)
  /** The running sums of a replicate: numerator, denominator, and the compensation of each. */
  const sums = new Float64Array(4)

  const twisted = (upper: number, lower: number): number => {
    const joined = (upper & UPPER) | (lower & LOWER)
    return (joined >>> 1) ^ (-(joined & 1) & MATRIX)
  }

  const twist = (): void => {
    for (let i = 0; i < SPLIT; i += 1) {
      raw[i] = (raw[i + MIDDLE] as number) ^ twisted(raw[i] as number, raw[i + 1] as number)
    }
    for (let i = SPLIT; i < LAST; i += 1) {
      raw[i] = (raw[i - SPLIT] as number) ^ twisted(raw[i] as number, raw[i + 1] as number)
    }
    raw[LAST] = (raw[MIDDLE - 1] as number) ^ twisted(raw[LAST] as number, raw[0] as number)
  }

  /**
   * Moves to the next block and lists its draws below n: the top bits of each word, where they are below n. Every word
   * is written and the place advances only past an accepted one, since a branch would often be mispredicted.
   */
  const nextBlock = (n: number, shift: number): number => {
    twist()
    let count = 0
    for (let i = 0; i < WORDS; i += 1) {
      let word = raw[i] as number
      word ^= word >>> 11
      word ^= (word << 7) & FIRST_MASK
      word ^= (word << 15) & SECOND_MASK
      word ^= word >>> 18
      const draw = word >>> shift
      index[count] = draw
      count += (draw - n) >>> 31
    }
    return count
  }

  const addPlain = (rows: Float64Array, from: number, end: number): void => {
    let numerator = sums[0] as number
    let denominator = sums[1] as number
    for (let i = from; i < end; i += 1) {
      const row = (index[i] as number) << 1
      numerator += rows[row] as number
      denominator += rows[row + 1] as number
    }
    sums[0] = numerator
    sums[1] = denominator
  }

  const addNeumaier = (rows: Float64Array, from: number, end: number): void => {
    let a = sums[0] as number
    let b = sums[1] as number
    let lowA = sums[2] as number
    let lowB = sums[3] as number
    for (let i = from; i < end; i += 1) {
      const row = (index[i] as number) << 1
      const x = rows[row] as number
      const y = rows[row + 1] as number
      const sumA = a + x
      const sumB = b + y
      lowA += Math.abs(a) >= Math.abs(x) ? a - sumA + x : x - sumA + a
      lowB += Math.abs(b) >= Math.abs(y) ? b - sumB + y : y - sumB + b
      a = sumA
      b = sumB
    }
    sums[0] = a
    sums[1] = b
    sums[2] = lowA
    sums[3] = lowB
  }

  return (summation, seed, replicates) => (numerators, denominators) => {
    const rows = interleaved(numerators, denominators)
    const n = numerators.length
    const shift = Math.clz32(n)
    const ratios = new Float64Array(replicates)
    raw.set(seedTwister(seed).block)
    let kept = 0
    let next = 0
    let listed = 0
    for (let replicate = 0; replicate < replicates; replicate += 1) {
      sums.fill(0)
      for (let missing = n; missing > 0; ) {
        if (next === listed) {
          listed = nextBlock(n, shift)
          next = 0
        }
        const end = Math.min(listed, next + missing)
        if (summation === 'plain') addPlain(rows, next, end)
        else addNeumaier(rows, next, end)
        missing -= end - next
        next = end
      }
      const denominator = closed(sums[1] as number, sums[3] as number)
      if (denominator > EPSILON) {
        ratios[kept] = closed(sums[0] as number, sums[2] as number) / denominator
        kept += 1
      }
    }
    return ratios.subarray(0, kept)
  }
}

/**
 * Resamples 1 <= n < 2^30 rows `replicates` times from CPython's generator and gives the ratios of sums, in order of
 * replication, of those replicates whose denominators add up to more than `EPSILON`.
 *
 * @category operations
 * @since 0.1.0
 */
export const ratioReplicates: Replicates = /* @__PURE__ */ makeEngine()

/**
 * Resamples the numerators of n >= 1 episodes that share one uncertain denominator. After the n rows of a replicate
 * its denominator is drawn as max(0, gauss(denominator, sigma)) and counted n times; replicates where that is not
 * more than `EPSILON` are left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const drawnDenominatorReplicates =
  (summation: Summation, seed: bigint, replicates: number, sigma: number) =>
  (numerators: ReadonlyArray<number>, denominator: number): Float64Array => {
    const n = numerators.length
    const add = sum(summation)
    const ratios = new Float64Array(replicates)
    const drawn = new Array<number>(n).fill(0)
    const [kept] = withCPython(seedCPython(seed), (draw) => {
      let count = 0
      for (let replicate = 0; replicate < replicates; replicate += 1) {
        for (let i = 0; i < n; i += 1) drawn[i] = numerators[draw.randrange(n)] as number
        const total = Math.max(0, draw.gauss(denominator, sigma)) * n
        if (total <= EPSILON) continue
        ratios[count] = add(drawn) / total
        count += 1
      }
      return count
    })
    return ratios.subarray(0, kept)
  }
