/**
 * Combined ratios: a weighted sum of several ratios of sums, resampled together or each on its own.
 *
 * A difference of two arms is the one ratio minus the other over the same resamples; a macro mean is the mean of the
 * ratios of cases, each with resamples of its own. A replicate in which one part has no ratio has no value. For BCa the
 * jackknife leaves one world out of all parts that share it; where parts are resampled on their own, the deviations of
 * each part are taken from its own mean and weighed by its share of the worlds (Davison and Hinkley, Bootstrap Methods
 * and their Application, 1997, section 3.2: stratified samples).
 *
 * Laws
 *   L1 alone        one part with factor 1 has the interval of its ratio, up to the name of the statistic
 *
 * @module
 */

import { gridEffect } from './grid.js'
import type { IntervalOptions, IntervalOutcome, NoIntervalReason, Statistic } from './interval.js'
import { type IntervalSubject, intervalOfSample, refusedEarly } from './interval-outcome.js'
import type { GridRows } from './ratio-rows.js'
import { jackknifeRatios } from './ratio-sample.js'
import {
  fitsDraws,
  keptReplicates,
  leastDenominator,
  ratiosOfSums,
  resampledSums,
} from './resample.js'

/**
 * Is one ratio of the sum: rows gathered by world, what its ratio is multiplied by, and the seed of its resamples.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioPart {
  readonly rows: GridRows
  readonly factor: number
  readonly seed: bigint
}

/**
 * Says what is combined. `together` means that the parts have the same worlds and share their resamples.
 *
 * @category model
 * @since 0.1.0
 */
export interface CombinedRatios {
  readonly statistic: Statistic
  readonly engine: 'keyed' | 'multinomial'
  readonly together: boolean
  readonly parts: ReadonlyArray<RatioPart>
}

const estimateOf = (part: RatioPart): number =>
  (part.factor * part.rows.totals.numerator) / part.rows.totals.denominator

const total = (values: ReadonlyArray<number>): number =>
  values.reduce((sum, value) => sum + value, 0)

/** Adds arrays of equal length, each times the factor of its part. */
const weighted = (
  parts: ReadonlyArray<RatioPart>,
  values: ReadonlyArray<Float64Array>,
): Float64Array => {
  const sums = new Float64Array(values[0]?.length ?? 0)
  for (const [place, part] of parts.entries()) {
    const own = values[place] as Float64Array // one array a part
    for (let i = 0; i < sums.length; i += 1) {
      sums[i] = (sums[i] as number) + part.factor * (own[i] as number)
    }
  }
  return sums
}

const replicatesOf = (
  options: IntervalOptions,
  combined: CombinedRatios,
  least: number,
): Float64Array => {
  const { parts, engine, together } = combined
  const resample = (part: RatioPart, columns: ReadonlyArray<Float64Array>) =>
    resampledSums(engine, part.seed, options.replicates)(part.rows.keys, columns)
  const [first] = parts
  const sums =
    together && first !== undefined
      ? resample(
          first,
          parts.map((part) => part.rows.columns),
        )
      : parts.flatMap((part) => resample(part, [part.rows.columns]))
  return keptReplicates(
    weighted(
      parts,
      sums.map((own) => ratiosOfSums(own, least)),
    ),
  )
}

const jackknifeOf = (
  combined: CombinedRatios,
  estimate: number,
  least: number,
): Float64Array | NoIntervalReason => {
  const { parts, together } = combined
  const own = parts.map((part) => jackknifeRatios(part.rows.columns, least))
  const values = own.filter((part) => typeof part !== 'string')
  if (values.length < own.length) return 'jackknife_undefined'
  if (together) return weighted(parts, values)
  const deviations = values.flatMap((part, place) => {
    const n = part.length
    const mean = total([...part]) / n
    const factor = parts[place]?.factor ?? 0
    return [...part].map((value) => estimate - (factor * (n - 1) * (mean - value)) / n)
  })
  return Float64Array.from(deviations)
}

/** The reason that forbids an interval of the parts, if there is one. */
const defectOf = (combined: CombinedRatios, least: number): NoIntervalReason | null => {
  const { parts, engine } = combined
  const worlds = parts.map((part) => part.rows.names.length)
  if (parts.length === 0 || worlds.includes(0)) return 'no_rows'
  if (parts.some((part) => !(part.rows.totals.denominator > least))) return 'degenerate_denominator'
  if (worlds.includes(1)) return 'one_world'
  const overflows = parts.some((part) => !fitsDraws(part.rows.columns))
  return engine === 'multinomial' && overflows ? 'grid_overflow' : null
}

/**
 * Computes the interval of a weighted sum of ratios. Options must be well formed, the method not `studentized`.
 *
 * @category operations
 * @since 0.1.0
 */
export const combinedInterval = (
  options: IntervalOptions,
  combined: CombinedRatios,
): IntervalOutcome => {
  const { statistic, engine, together, parts } = combined
  const worlds = parts.map((part) => part.rows.names.length)
  const least = leastDenominator(options.gridBits)
  const subject: IntervalSubject = {
    statistic,
    engine,
    n: together ? (worlds[0] ?? 0) : total(worlds),
    rows: total(parts.map((part) => part.rows.totals.rows)),
    gridEffect: parts.reduce((most, part) => Math.max(most, gridEffect(part.rows.totals)), 0),
  }
  const defect = defectOf(combined, least)
  const known = defect === null || defect === 'one_world' || defect === 'grid_overflow'
  const estimate = total(parts.map(estimateOf))
  if (defect !== null) {
    return refusedEarly(options, statistic, defect, subject, known ? estimate : null)
  }
  return intervalOfSample(options, subject, {
    estimate,
    replicates: replicatesOf(options, combined, least),
    jackknife: () => jackknifeOf(combined, estimate, least),
    studentized: () => 'method_not_offered',
  })
}
