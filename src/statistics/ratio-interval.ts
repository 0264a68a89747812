/**
 * Intervals of a ratio of sums, and of a mean, over worlds.
 *
 * The default engine resamples worlds by name, so the interval is the same bits whatever the order of the rows; see
 * resample.ts for which engine that is. The recorded generator (`cpython`) is there for parity: it depends on the order of
 * the worlds, rounds nothing, and gives `[x, x]` for one world; see parity-interval.ts.
 *
 * Laws
 *   L1 shuffled     the order of rows changes no bit, but under `cpython`
 *   L2 clustered    rows of one world give the interval of their sums
 *   L3 total        every argument gives an interval or a reason, and no end is NaN or infinite
 *   L4 rescaled     doubling all numerators doubles the ends
 *   L5 one          a mean is the ratio whose denominators are 1
 *
 * @module
 */

import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  type Statistic,
  wellFormedOptions,
} from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { parityRatio } from './parity-interval.js'
import { isPrepared, prepareRatio, resampleRatio } from './prepared-ratio.js'
import type { RatioRow } from './ratio-rows.js'

const resampledRatio = (
  options: IntervalOptions,
  statistic: Statistic,
  given: ReadonlyArray<RatioRow>,
): IntervalOutcome => {
  const prepared = prepareRatio(options, statistic)(given)
  return isPrepared(prepared) ? resampleRatio(options)(prepared) : prepared
}

const ratioOf =
  (statistic: Statistic) =>
  (options: IntervalOptions) =>
  (rows: ReadonlyArray<RatioRow>): IntervalOutcome => {
    if (!wellFormedOptions(options)) return refusedEarly(options, statistic, 'malformed_options')
    return options.engine === 'cpython'
      ? parityRatio(options, statistic, rows)
      : resampledRatio(options, statistic, rows)
  }

/**
 * Computes an interval of sum(numerators) / sum(denominators) over worlds. Rows of one `key` move together. Says
 * `NotEvaluable` with its reason for no rows, one world, denominators that add up to nothing, or too many resamples
 * without a ratio.
 *
 * @example
 * ```ts
 * import { ratioInterval } from 'edgeworth/statistics'
 *
 * const rows = [3, 5, 4, 8, 6, 7].map((numerator, i) => ({ key: `w${i}`, numerator, denominator: 10 }))
 * const interval = ratioInterval({ seed: 7 })(rows)
 * interval._tag === 'Interval' && [interval.estimate, interval.engine, interval.n] // => [0.55, 'multinomial', 6]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const ratioInterval =
  (options: Partial<IntervalOptions> = {}) =>
  (rows: ReadonlyArray<RatioRow>): IntervalOutcome =>
    ratioOf('ratio_of_sums')(intervalOptions(options))(rows)

/**
 * Holds one value of the world named `key`.
 *
 * @category model
 * @since 0.1.0
 */
export interface MeanRow {
  readonly key: string
  readonly value: number
}

/**
 * Gives the rows of a ratio whose value is the mean: every row counts 1.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowsOfMean = (rows: ReadonlyArray<MeanRow>): ReadonlyArray<RatioRow> =>
  Array.isArray(rows)
    ? rows.map((row: Partial<MeanRow> | null) => {
        // A row without a text or a number is refused when it is read.
        const { key, value } = row ?? {}
        return { key: key as string, numerator: value as number, denominator: 1 }
      })
    : (rows as ReadonlyArray<never>)

/**
 * Computes an interval of the mean of values over worlds. Several values of one world each count, and move together.
 *
 * @category operations
 * @since 0.1.0
 */
export const meanInterval =
  (options: Partial<IntervalOptions> = {}) =>
  (rows: ReadonlyArray<MeanRow>): IntervalOutcome =>
    ratioOf('mean')(intervalOptions(options))(rowsOfMean(rows))
