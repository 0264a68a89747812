/**
 * Intervals: what is said about an estimate, or why nothing can be.
 *
 * An interval carries how it was made: worlds and rows, replicates kept and dropped, engine, method, level, seed and
 * what rounding to the grid did. Where no interval can be supported the outcome names the reason, with the same
 * account; there is never a NaN, a 0 or a 1 in its place.
 *
 * | option        | default      | meaning                                                                      |
 * | ------------- | ------------ | ---------------------------------------------------------------------------- |
 * | `engine`      | `auto`       | `multinomial` below 100 worlds and `keyed` from there on, or one by name     |
 * | `method`      | `bca`        | `percentile`, `basic`, `bca` or `studentized`                                |
 * | `level`       | 0.95         | probability of the interval, between 0 and 1                                 |
 * | `replicates`  | 2000         | resamples, a whole number from 1 to 10^7                                     |
 * | `seed`        | 7            | a whole number within 2^53 - 1 of zero, or a bigint                          |
 * | `gridBits`    | 20           | values are rounded to multiples of 2^-gridBits, from -30 to 40               |
 * | `mostDropped` | 0.05         | share of replicates without a value that is borne                            |
 *
 * Laws
 *   L1 account      a seed is a number where that is exact and decimal digits otherwise
 *   L2 options      every malformed option is found out, and no well-formed one
 *
 * @module
 */

import { isLevel, isResampleCount } from './evaluable.js'

/**
 * Names how replicates are drawn: weights keyed by world, draws of worlds in the order of their keys, or the recorded
 * sequential generator; `none` where nothing is resampled.
 *
 * @category model
 * @since 0.1.0
 */
export type IntervalEngine = 'keyed' | 'multinomial' | 'cpython' | 'none'

/**
 * Names how the ends are taken from the replicates; `fieller` needs none.
 *
 * @category model
 * @since 0.1.0
 */
export type IntervalMethod = 'percentile' | 'basic' | 'bca' | 'studentized' | 'fieller'

/**
 * Names what is estimated.
 *
 * @category model
 * @since 0.1.0
 */
export type Statistic =
  | 'ratio_of_sums'
  | 'mean'
  | 'difference_of_ratios'
  | 'mean_of_differences'
  | 'mean_of_case_ratios'

/**
 * Names why there is no interval.
 *
 * | reason                        | meaning                                                               |
 * | ----------------------------- | --------------------------------------------------------------------- |
 * | `malformed_options`           | an option outside its range                                           |
 * | `malformed_rows`              | a row without a text for a key, or without its numbers                |
 * | `malformed_sums`              | what a map gave back are not the sums of its jobs                     |
 * | `options_differ`              | sums of different seeds, replicates or grids cannot be merged         |
 * | `not_finite`                  | a value or an end is NaN or infinite                                  |
 * | `grid_overflow`               | weighted sums might reach 2^53 units of the grid: fewer `gridBits`    |
 * | `no_rows`                     | nothing to estimate from                                              |
 * | `degenerate_denominator`      | the denominators add up to no more than `EPSILON`                     |
 * | `one_world`                   | one world says nothing of the spread between worlds                   |
 * | `no_replicate_kept`           | every replicate was dropped                                           |
 * | `too_many_dropped`            | more replicates than `mostDropped` have no value                      |
 * | `jackknife_undefined`         | leaving one world out leaves no denominator                           |
 * | `bias_correction_undefined`   | all replicates are on one side of the estimate                        |
 * | `acceleration_out_of_range`   | the corrected probability has no meaning for so skewed a sample       |
 * | `method_needs_worlds`         | the method needs every world, and only sums are at hand               |
 * | `method_not_offered`          | the method is not offered for this statistic or engine                |
 *
 * @category model
 * @since 0.1.0
 */
export type NoIntervalReason =
  | 'malformed_options'
  | 'malformed_rows'
  | 'malformed_sums'
  | 'options_differ'
  | 'not_finite'
  | 'grid_overflow'
  | 'no_rows'
  | 'degenerate_denominator'
  | 'one_world'
  | 'no_replicate_kept'
  | 'too_many_dropped'
  | 'jackknife_undefined'
  | 'bias_correction_undefined'
  | 'acceleration_out_of_range'
  | 'method_needs_worlds'
  | 'method_not_offered'

/**
 * Says how an interval was made. `n` counts worlds (`null` where sums of 100 worlds or more were merged and their
 * names are gone), `rows` counts rows; `kept` and `dropped` count replicates; `gridEffect` is the relative change of
 * the estimate by rounding to the grid, 0 where nothing is rounded.
 *
 * @category model
 * @since 0.1.0
 */
export interface IntervalProvenance {
  readonly statistic: Statistic
  readonly engine: IntervalEngine
  readonly method: IntervalMethod
  readonly level: number
  readonly n: number | null
  readonly rows: number
  readonly replicates: number
  readonly kept: number
  readonly dropped: number
  readonly seed: number | string
  readonly gridEffect: number
}

/**
 * Holds an estimate and two ends; `degenerate` where both ends are one number, as they are without spread between worlds.
 *
 * @category model
 * @since 0.1.0
 */
export interface IntervalEstimate extends IntervalProvenance {
  readonly _tag: 'Interval'
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly degenerate: boolean
}

/**
 * Says that no interval can be supported, why, and the estimate if that at least exists.
 *
 * @category model
 * @since 0.1.0
 */
export interface NoInterval extends IntervalProvenance {
  readonly _tag: 'NotEvaluable'
  readonly reason: NoIntervalReason
  readonly estimate: number | null
}

/**
 * Is an interval or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type IntervalOutcome = IntervalEstimate | NoInterval

/**
 * Sets how an interval is made; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface IntervalOptions {
  readonly engine: 'auto' | 'keyed' | 'multinomial' | 'cpython'
  readonly method: 'percentile' | 'basic' | 'bca' | 'studentized'
  readonly level: number
  readonly replicates: number
  readonly seed: number | bigint
  readonly gridBits: number
  readonly mostDropped: number
}

/**
 * Is the number of worlds from which keyed weights are the default: below it they widen intervals by 2 to 3%.
 *
 * @category model
 * @since 0.1.0
 */
export const WORLDS_FOR_KEYED = 100

const LEAST_BITS = -30
const MOST_BITS = 40
const ENGINES: ReadonlyArray<unknown> = ['auto', 'keyed', 'multinomial', 'cpython']
const METHODS: ReadonlyArray<unknown> = ['percentile', 'basic', 'bca', 'studentized']

const within = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most

/**
 * Completes options with their defaults.
 *
 * @category constructors
 * @since 0.1.0
 */
export const intervalOptions = (options: Partial<IntervalOptions> = {}): IntervalOptions => ({
  engine: 'auto',
  method: 'bca',
  level: 0.95,
  replicates: 2000,
  seed: 7,
  gridBits: 20,
  mostDropped: 0.05,
  ...options,
})

/**
 * Tells whether every option is within its range.
 *
 * @category operations
 * @since 0.1.0
 */
export const wellFormedOptions = (options: IntervalOptions): boolean =>
  ENGINES.includes(options.engine) &&
  METHODS.includes(options.method) &&
  typeof options.level === 'number' &&
  isLevel(options.level) &&
  isResampleCount(options.replicates) &&
  (typeof options.seed === 'bigint' || Number.isSafeInteger(options.seed)) &&
  Number.isInteger(options.gridBits) &&
  within(options.gridBits, LEAST_BITS, MOST_BITS) &&
  within(options.mostDropped, 0, 1)

/**
 * Writes a seed as plain data: a number where that is exact, decimal digits otherwise.
 *
 * @category operations
 * @since 0.1.0
 */
export const plainSeed = (seed: unknown): number | string => {
  const number = Number(typeof seed === 'bigint' || typeof seed === 'number' ? seed : Number.NaN)
  return Number.isSafeInteger(number) ? number : String(seed)
}
