/**
 * Prepared ratios: rows that stand on the grid and can be resampled, and what their replicates amount to.
 *
 * What forbids an interval is found here, before anything is resampled: rows that are malformed or not finite, sums that
 * the grid cannot hold, denominators that add up to nothing, fewer than two worlds.
 *
 * Laws
 *   L1 found-out    each defect is refused by its own reason, with the rows counted
 *
 * @module
 */

import { type GridTotals, gridEffect } from './grid.js'
import type { IntervalOptions, IntervalOutcome, NoIntervalReason, Statistic } from './interval.js'
import { type IntervalSubject, intervalOfSample, refusedEarly } from './interval-outcome.js'
import {
  countWorlds,
  type GridRows,
  gatherWorlds,
  noRatioRows,
  type RatioRow,
  readRatioRows,
} from './ratio-rows.js'
import { jackknifeRatios, squareColumns, studentizedRatios } from './ratio-sample.js'
import {
  engineFor,
  fitsDraws,
  keptReplicates,
  leastDenominator,
  ratiosOfSums,
  resampledSums,
} from './resample.js'

/**
 * Holds what is ready to be resampled: rows on the grid, the account so far, and the engine.
 *
 * @category model
 * @since 0.1.0
 */
export interface PreparedRatio {
  readonly rows: GridRows
  readonly subject: IntervalSubject
  readonly engine: 'keyed' | 'multinomial'
  readonly estimate: number
}

/**
 * Puts rows on the grid and finds what forbids an interval, before anything is resampled. Options must be well formed,
 * and the engine not `cpython`.
 *
 * @category operations
 * @since 0.1.0
 */
export const prepareRatio =
  (options: IntervalOptions, statistic: Statistic) =>
  (given: ReadonlyArray<RatioRow>): PreparedRatio | IntervalOutcome => {
    const read = readRatioRows(options.gridBits)(given)
    const length = Array.isArray(given) ? given.length : 0
    if (typeof read === 'string') return refusedEarly(options, statistic, read, { rows: length })
    return preparedRows(options, statistic, read, countWorlds(read))
  }

/** Finds what forbids an interval of sums whose worlds are counted, or known to be many (`null`). */
const refusalOf = (
  options: IntervalOptions,
  subject: IntervalSubject,
  totals: GridTotals,
): IntervalOutcome | null => {
  const refuse = (reason: NoIntervalReason, estimate: number | null): IntervalOutcome =>
    refusedEarly(options, subject.statistic, reason, subject, estimate)
  if (totals.rows === 0) return refuse('no_rows', null)
  if (!(totals.denominator > leastDenominator(options.gridBits))) {
    return refuse('degenerate_denominator', null)
  }
  const estimate = totals.numerator / totals.denominator
  return subject.n === 1 ? refuse('one_world', estimate) : null
}

/**
 * Does the same for rows that stand on the grid already, of `n` worlds.
 *
 * @category operations
 * @since 0.1.0
 */
export const preparedRows = (
  options: IntervalOptions,
  statistic: Statistic,
  read: GridRows,
  n: number,
): PreparedRatio | IntervalOutcome => {
  const { totals } = read
  const engine = engineFor(options.engine, n) === 'keyed' ? 'keyed' : 'multinomial'
  const effect = gridEffect(totals)
  const subject = { statistic, engine, n, rows: totals.rows, gridEffect: effect } as const
  const refusal = refusalOf(options, subject, totals)
  if (refusal !== null) return refusal
  const estimate = totals.numerator / totals.denominator
  // Exact sums need no order; the jackknife and sums of squares do, and draws need every world once.
  const orderFree = options.method === 'percentile' || options.method === 'basic'
  const rows = engine === 'keyed' && orderFree ? read : gatherWorlds(read)
  if (engine === 'multinomial' && !fitsDraws(rows.columns)) {
    return refusedEarly(options, statistic, 'grid_overflow', subject, estimate)
  }
  return { rows, subject, engine, estimate }
}

/**
 * Does the same for keyed sums whose worlds are gone: at least 100 of them, or as many as the engine was told to weigh.
 *
 * @category operations
 * @since 0.1.0
 */
export const preparedSums = (
  options: IntervalOptions,
  statistic: Statistic,
  totals: GridTotals,
): PreparedRatio | IntervalOutcome => {
  const effect = gridEffect(totals)
  const subject = {
    statistic,
    engine: 'keyed',
    n: null,
    rows: totals.rows,
    gridEffect: effect,
  } as const
  const refusal = refusalOf(options, subject, totals)
  if (refusal !== null) return refusal
  const estimate = totals.numerator / totals.denominator
  if (options.method !== 'percentile' && options.method !== 'basic') {
    return refusedEarly(options, statistic, 'method_needs_worlds', subject, estimate)
  }
  return { rows: noRatioRows, subject, engine: 'keyed', estimate }
}

/**
 * Tells whether rows were prepared, and not refused.
 *
 * @category operations
 * @since 0.1.0
 */
export const isPrepared = (prepared: PreparedRatio | IntervalOutcome): prepared is PreparedRatio =>
  !('_tag' in prepared)

/**
 * Makes the interval of prepared rows from the sums of their replicates.
 *
 * @category operations
 * @since 0.1.0
 */
export const finishRatio =
  (options: IntervalOptions) =>
  (prepared: PreparedRatio, sums: Float64Array): IntervalOutcome => {
    const { rows, subject, engine, estimate } = prepared
    const { keys, columns } = rows
    const least = leastDenominator(options.gridBits)
    return intervalOfSample(options, subject, {
      estimate,
      replicates: keptReplicates(ratiosOfSums(sums, least)),
      jackknife: () => jackknifeRatios(columns, least),
      studentized: () => {
        const resample = resampledSums(engine, BigInt(options.seed), options.replicates)
        const [crossSums, lengthSums] = resample(keys, squareColumns(columns, estimate))
        if (crossSums === undefined || lengthSums === undefined) return 'no_replicate_kept'
        return studentizedRatios(columns, estimate, least, [sums, crossSums, lengthSums])
      },
    })
  }

/**
 * Resamples prepared rows and makes their interval.
 *
 * @category operations
 * @since 0.1.0
 */
export const resampleRatio =
  (options: IntervalOptions) =>
  (prepared: PreparedRatio): IntervalOutcome => {
    const { rows, engine } = prepared
    const resample = resampledSums(engine, BigInt(options.seed), options.replicates)
    const [sums] = resample(rows.keys, [rows.columns])
    return finishRatio(options)(prepared, sums ?? new Float64Array(0))
  }
