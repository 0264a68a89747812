/**
 * RankTest: is a correlation of ranks more than chance, and how well is it known.
 *
 * Under the hypothesis of no association every pairing of the two columns is equally likely. Up to nine pairs all n!
 * pairings are enumerated and p is exact, ties included; beyond that, seeded random pairings estimate it as
 * (1 + as extreme) / (1 + drawn), which is never 0 (Phipson and Smyth 2010). Statistics are integers, so "as extreme"
 * is decided without tolerance. The interval is Fisher's (1915): r in the scale atanh r, with standard error
 * 1/sqrt(n - 3), or Bonett and Wright's (2000) for ranks, sqrt((1 + r^2/2) / (n - 3)); for Kendall sqrt(.437 / (n - 4)).
 *
 * | option         | default     | meaning                                                        |
 * | -------------- | ----------- | -------------------------------------------------------------- |
 * | `method`       | `spearman`  | whose statistic                                                |
 * | `alternative`  | `two_sided` | which pairings are as extreme: `greater`, `less`, or both ways |
 * | `permutations` | 10000       | pairings drawn where there are more than nine pairs            |
 * | `seed`         | 7           | seed of the stream of those                                    |
 *
 * Laws
 *   L1 certain       p is in (0, 1], and never below 1 over the number of pairings
 *   L2 tails         the exact p of `greater` is that of `less` for a reversed column
 *   L3 seeded        equal seeds give equal p
 *   L4 nested        an interval of a higher level holds that of a lower one, and both hold the estimate
 *
 * @module
 */

import { seedStream, withStream } from '../core/random/stream.js'
import {
  type Account,
  accountOf,
  completePairs,
  isLevel,
  isResampleCount,
  type Unsupported,
  unsupported,
} from './evaluable.js'
import { plainSeed } from './interval.js'
import { normalQuantile } from './normal.js'
import { type Correlation, correlation, midranks } from './rank.js'

/**
 * Names which outcomes count as extreme.
 *
 * @category model
 * @since 0.1.0
 */
export type Alternative = 'two_sided' | 'greater' | 'less'

/**
 * Sets how a correlation is tested; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface RankTestOptions {
  readonly method: 'spearman' | 'kendall_tau_b'
  readonly alternative: Alternative
  readonly permutations: number
  readonly seed: bigint
}

/**
 * Holds a test by permutation. `arrangements` counts those that were compared; `seed` is `null` where all were.
 *
 * @category model
 * @since 0.1.0
 */
export interface PermutationTest extends Account {
  readonly _tag: 'PermutationTest'
  readonly test: 'spearman' | 'kendall_tau_b' | 'difference_of_means'
  readonly estimate: number
  readonly p: number
  readonly alternative: Alternative
  readonly exact: boolean
  readonly arrangements: number
  readonly seed: number | string | null
}

/**
 * Holds the interval of a correlation.
 *
 * @category model
 * @since 0.1.0
 */
export interface CorrelationInterval extends Account {
  readonly _tag: 'CorrelationInterval'
  readonly method: Correlation['method']
  readonly error: 'fisher' | 'bonett_wright'
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly level: number
}

const MOST_ENUMERATED = 9

/** The part of a statistic that a column's i-th value gets from the j-th of the other, after those already placed. */
type Gain = (i: number, j: number, placed: Int32Array) => number

const spearmanGain = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): Gain => {
  const centred = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
    midranks(values).map((rank) => 2 * rank - (values.length + 1))
  const a = centred(xs)
  const b = centred(ys)
  return (i, j) => (a[i] as number) * (b[j] as number)
}

const kendallGain =
  (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): Gain =>
  (i, j, placed) => {
    let gain = 0
    for (let h = 0; h < i; h += 1) {
      const x = Math.sign((xs[i] as number) - (xs[h] as number))
      gain += x * Math.sign((ys[j] as number) - (ys[placed[h] as number] as number))
    }
    return gain
  }

const isExtreme =
  (alternative: Alternative, observed: number) =>
  (value: number): boolean => {
    if (alternative === 'greater') return value >= observed
    if (alternative === 'less') return value <= observed
    return Math.abs(value) >= Math.abs(observed)
  }

/** The statistic of one pairing: the i-th value with the `pairing[i]`-th. */
const statisticOf = (gain: Gain, pairing: Int32Array): number => {
  let value = 0
  for (let i = 0; i < pairing.length; i += 1) value += gain(i, pairing[i] as number, pairing)
  return value
}

/** Counts all pairings of n values, and those that are extreme. */
const enumerated = (
  n: number,
  gain: Gain,
  extreme: (value: number) => boolean,
): readonly [number, number] => {
  const placed = new Int32Array(n)
  let all = 0
  let beyond = 0
  const place = (i: number, used: number, value: number): void => {
    if (i === n) {
      all += 1
      if (extreme(value)) beyond += 1
      return
    }
    for (let j = 0; j < n; j += 1) {
      if ((used & (1 << j)) !== 0) continue
      placed[i] = j
      place(i + 1, used | (1 << j), value + gain(i, j, placed))
    }
  }
  place(0, 0, 0)
  return [all, beyond]
}

const sampled = (
  n: number,
  gain: Gain,
  extreme: (value: number) => boolean,
  { permutations, seed }: RankTestOptions,
): readonly [number, number] => {
  const places = Array.from({ length: n }, (_, i) => i)
  const [beyond] = withStream(seedStream(seed), (draw) => {
    let count = 0
    for (let drawn = 0; drawn < permutations; drawn += 1) {
      if (extreme(statisticOf(gain, Int32Array.from(draw.shuffled(places))))) count += 1
    }
    return count
  })
  return [permutations + 1, beyond + 1]
}

const defaults: RankTestOptions = {
  method: 'spearman',
  alternative: 'two_sided',
  permutations: 10_000,
  seed: 7n,
}

/**
 * Tests a correlation of ranks by permutation: exactly up to nine complete pairs, by seeded sampling beyond.
 *
 * @example
 * ```ts
 * import { rankTest } from 'edgeworth/statistics'
 *
 * const test = rankTest()([1, 2, 3, 4], [1, 2, 3, 4])
 * test._tag === 'PermutationTest' && [test.exact, test.arrangements, test.p] // => [true, 24, 0.08333333333333333]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const rankTest =
  (options: Partial<RankTestOptions> = {}) =>
  (
    first: ReadonlyArray<number | null>,
    second: ReadonlyArray<number | null>,
  ): PermutationTest | Unsupported => {
    const chosen = { ...defaults, ...options }
    const { method, alternative, permutations, seed } = chosen
    const found = correlation(method)(first, second)
    if (found._tag === 'NotEvaluable') return found
    const { estimate, n, dropped, droppedBecause } = found
    const account = accountOf(n, dropped, droppedBecause)
    const pairs = completePairs(first, second)
    if (typeof pairs === 'string' || !isResampleCount(permutations)) {
      return unsupported(method)('malformed_options', account)
    }
    const gain = (method === 'spearman' ? spearmanGain : kendallGain)(pairs.xs, pairs.ys)
    const observed = statisticOf(
      gain,
      Int32Array.from({ length: n }, (_, i) => i),
    )
    const extreme = isExtreme(alternative, observed)
    const exact = n <= MOST_ENUMERATED
    const [all, beyond] = exact ? enumerated(n, gain, extreme) : sampled(n, gain, extreme, chosen)
    return {
      _tag: 'PermutationTest',
      test: method,
      estimate,
      p: beyond / all,
      alternative,
      exact,
      arrangements: exact ? all : permutations,
      seed: exact ? null : plainSeed(seed),
      ...account,
    }
  }

/** The standard error of atanh r, or `null` where the pairs are too few. */
const errorOf = (found: Correlation, error: CorrelationInterval['error']): number | null => {
  const { method, estimate: r, n } = found
  if (method === 'kendall_tau_b') return n > 4 ? Math.sqrt(0.437 / (n - 4)) : null
  if (n <= 3) return null
  return Math.sqrt((error === 'bonett_wright' ? 1 + (r * r) / 2 : 1) / (n - 3))
}

/**
 * Gives the interval of a correlation in Fisher's scale. Not evaluable with three pairs or fewer (four for Kendall), or
 * for a correlation of exactly 1 or -1, which is infinitely far out in that scale.
 *
 * @category operations
 * @since 0.1.0
 */
export const correlationInterval =
  (level = 0.95, error: CorrelationInterval['error'] = 'fisher') =>
  (found: Correlation | Unsupported): CorrelationInterval | Unsupported => {
    if (found._tag === 'NotEvaluable') return found
    const { method, estimate, n, dropped, droppedBecause } = found
    const account = accountOf(n, dropped, droppedBecause)
    const refuse = unsupported(`${method}_interval`)
    if (!isLevel(level)) return refuse('malformed_options', account)
    const spread = errorOf(found, error)
    if (spread === null) return refuse('too_few', account)
    if (Math.abs(estimate) === 1) return refuse('perfect_correlation', account)
    const centre = Math.atanh(estimate)
    const reach = normalQuantile((1 + level) / 2) * spread
    return {
      _tag: 'CorrelationInterval',
      method,
      error,
      estimate,
      low: Math.tanh(centre - reach),
      high: Math.tanh(centre + reach),
      level,
      ...account,
    }
  }
