/**
 * The bootstrap of a ratio of sums that agrees with recorded intervals to the last bit.
 *
 * Percentile interval (Efron, "Bootstrap methods", Annals of Statistics 7(1), 1979) of sum(numerators) over
 * sum(denominators). Replicates are resampled from CPython's generator, so the interval is a function of the rows in
 * their order, the seed and the rule of summation. A replicate whose denominators add up to no more than `EPSILON` has
 * no ratio: it is counted as dropped.
 *
 * Laws
 *   L1 replay     equal rows and options give equal results
 *   L2 order      low <= high; with positive denominators both lie within the ratios of single rows
 *   L3 scale      doubling every numerator doubles both ends; doubling every denominator halves them
 *   L4 account    kept + dropped = replicates, or both are 0 where nothing was drawn
 *   L5 total      every argument gives an interval or a reason; no end is NaN or infinite
 *
 * | option             | default    | meaning                                                                  |
 * | ------------------ | ---------- | ------------------------------------------------------------------------ |
 * | `replicates`       | 2000       | resamples drawn, a positive integer up to 10^7                           |
 * | `seed`             | 7          | seed of CPython's generator                                              |
 * | `level`            | 0.95       | share of replicates between the ends                                     |
 * | `summation`        | `neumaier` | rule of every sum; `plain` for recordings before Python 3.12             |
 * | `denominatorSigma` | 0          | standard deviation of the denominator that all rows share; 0 if known    |
 * | `mostDropped`      | 0.05       | share of replicates that may be dropped; 1, as recorded, for any number  |
 *
 * @module
 */

import { defaultSummation, EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { centralInterval } from './quantile.js'
import { drawnDenominatorReplicates, ratioReplicates } from './replicates.js'

/**
 * Sets how an interval is computed; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioBootstrapOptions {
  readonly replicates: number
  readonly seed: bigint
  readonly level: number
  readonly summation: Summation
  readonly denominatorSigma: number
  readonly mostDropped: number
}

/**
 * Says how a result was computed: the method, its options, the rows and the replicates kept and dropped. The seed is a
 * number where that is exact and decimal digits otherwise.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioBootstrapProvenance {
  readonly level: number
  readonly method: 'percentile'
  readonly engine: 'cpython'
  readonly summation: Summation
  readonly replicates: number
  readonly kept: number
  readonly dropped: number
  readonly seed: number | string
  readonly n: number
}

/**
 * Holds an interval; `degenerate` where both ends are one number, as for a single row, and so say nothing of spread.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioInterval extends RatioBootstrapProvenance {
  readonly _tag: 'Interval'
  readonly low: number
  readonly high: number
  readonly degenerate: boolean
}

/**
 * Names why rows have no pooled ratio.
 *
 * @category model
 * @since 0.1.0
 */
export type RatioDefect = 'no_rows' | 'unequal_lengths' | 'not_finite' | 'degenerate_denominator'

/**
 * Names why there is no interval: a defect of the rows or the options, or too few replicates with a ratio.
 *
 * @category model
 * @since 0.1.0
 */
export type NotEvaluableReason =
  | RatioDefect
  | 'malformed_options'
  | 'denominators_differ'
  | 'no_replicate_kept'
  | 'too_many_dropped'

/**
 * Says that no interval can be supported, and why.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioNotEvaluable extends RatioBootstrapProvenance {
  readonly _tag: 'NotEvaluable'
  readonly reason: NotEvaluableReason
}

/**
 * Holds the ratio of two sums, or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type PooledRatio =
  | {
      readonly _tag: 'Ratio'
      readonly value: number
      readonly numerator: number
      readonly denominator: number
      readonly n: number
    }
  | { readonly _tag: 'NoRatio'; readonly reason: RatioDefect; readonly n: number }

const MOST_REPLICATES = 10_000_000
/** The width of a 95% interval of the normal distribution, in standard deviations. */
const NORMAL_WIDTH = 3.92

const defaults: RatioBootstrapOptions = {
  replicates: 2000,
  seed: 7n,
  level: 0.95,
  summation: defaultSummation,
  denominatorSigma: 0,
  mostDropped: 0.05,
}

const isShare = (value: number): boolean => value >= 0 && value <= 1

const wellFormed = (options: RatioBootstrapOptions): boolean =>
  Number.isInteger(options.replicates) &&
  options.replicates >= 1 &&
  options.replicates <= MOST_REPLICATES &&
  typeof options.seed === 'bigint' &&
  options.level > 0 &&
  options.level < 1 &&
  (options.summation === 'plain' || options.summation === 'neumaier') &&
  Number.isFinite(options.denominatorSigma) &&
  options.denominatorSigma >= 0 &&
  isShare(options.mostDropped)

/**
 * Divides the sum of the numerators by the sum of the denominators, both taken by the named rule in the order of the
 * rows. Sums that are not finite, or denominators that add up to no more than `EPSILON`, have no ratio.
 *
 * @example
 * ```ts
 * import { pooledRatio } from 'edgeworth/statistics'
 *
 * const pooled = pooledRatio('plain')([1, 2, -1], [2, 2, 4])
 * pooled._tag === 'Ratio' && pooled.value // => 0.25
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const pooledRatio =
  (summation: Summation) =>
  (numerators: ReadonlyArray<number>, denominators: ReadonlyArray<number>): PooledRatio => {
    const n = numerators.length
    const none = (reason: RatioDefect): PooledRatio => ({ _tag: 'NoRatio', reason, n })
    if (denominators.length !== n) return none('unequal_lengths')
    if (n === 0) return none('no_rows')
    const numerator = sum(summation)(numerators)
    const denominator = sum(summation)(denominators)
    if (!Number.isFinite(numerator) || !Number.isFinite(denominator)) return none('not_finite')
    if (denominator <= EPSILON) return none('degenerate_denominator')
    return { _tag: 'Ratio', value: numerator / denominator, numerator, denominator, n }
  }

/**
 * Gives the standard deviation of an estimate that is known by its 95% interval: its width over 3.92, at least 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const sigmaOfInterval = (low: number, high: number): number =>
  Math.max(0, (high - low) / NORMAL_WIDTH)

const plainSeed = (seed: bigint): number | string => {
  const number = Number(seed)
  return Number.isSafeInteger(number) ? number : String(seed)
}

const allEqual = (values: ReadonlyArray<number>): boolean =>
  values.every((value) => value === values[0])

/** Tells whether some resample could add up beyond the largest float, where a ratio would mean nothing. */
const canOverflow = (values: ReadonlyArray<number>): boolean => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return !Number.isFinite(largest * values.length)
}

/** Finds what is wrong before anything is drawn. */
const defectOf = (
  options: RatioBootstrapOptions,
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): NotEvaluableReason | null => {
  if (!wellFormed(options)) return 'malformed_options'
  const pooled = pooledRatio(options.summation)(numerators, denominators)
  if (pooled._tag === 'NoRatio') return pooled.reason
  if (canOverflow(numerators) || canOverflow(denominators)) return 'not_finite'
  if (options.denominatorSigma > 0 && !allEqual(denominators)) return 'denominators_differ'
  return null
}

const replicatesOf = (
  options: RatioBootstrapOptions,
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): Float64Array => {
  const { summation, seed, replicates, denominatorSigma } = options
  const shared = denominators[0]
  if (denominatorSigma === 0 || shared === undefined) {
    return ratioReplicates(summation, seed, replicates)(numerators, denominators)
  }
  return drawnDenominatorReplicates(
    summation,
    seed,
    replicates,
    denominatorSigma,
  )(numerators, shared)
}

/**
 * Computes the percentile interval of a ratio of sums, bit-equal to the one recorded under the same seed and rule of
 * summation. The ends are the elements floor(0.025 m) and floor(0.975 m), at the default level, of the m kept ratios in
 * order. A single row gives `[x, x]`, marked degenerate. With `denominatorSigma` all denominators must be one number,
 * the estimate that each replicate draws anew.
 *
 * @example
 * ```ts
 * import { ratioBootstrap } from 'edgeworth/statistics'
 *
 * const interval = ratioBootstrap({ seed: 7n })([1, 2, -1], [2, 2, 4])
 * interval._tag === 'Interval' && [interval.low, interval.high, interval.kept] // => [-0.25, 1, 2000]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const ratioBootstrap =
  (options: Partial<RatioBootstrapOptions> = {}) =>
  (
    numerators: ReadonlyArray<number>,
    denominators: ReadonlyArray<number>,
  ): RatioInterval | RatioNotEvaluable => {
    const chosen = { ...defaults, ...options }
    const { level, summation, replicates, seed } = chosen
    const provenance = (kept: number, dropped: number): RatioBootstrapProvenance => ({
      level,
      method: 'percentile',
      engine: 'cpython',
      summation,
      replicates,
      kept,
      dropped,
      seed: plainSeed(seed),
      n: numerators.length,
    })
    const defect = defectOf(chosen, numerators, denominators)
    if (defect !== null) {
      return { _tag: 'NotEvaluable', reason: defect, ...provenance(0, 0) }
    }
    const ratios = replicatesOf(chosen, numerators, denominators)
    const account = provenance(ratios.length, replicates - ratios.length)
    const ends = centralInterval(level)(ratios)
    if (ends === null) return { _tag: 'NotEvaluable', reason: 'no_replicate_kept', ...account }
    if (account.dropped > chosen.mostDropped * replicates) {
      return { _tag: 'NotEvaluable', reason: 'too_many_dropped', ...account }
    }
    const [low, high] = ends
    if (!Number.isFinite(low) || !Number.isFinite(high)) {
      return { _tag: 'NotEvaluable', reason: 'not_finite', ...account }
    }
    return { _tag: 'Interval', low, high, ...account, degenerate: low === high }
  }
