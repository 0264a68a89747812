/**
 * Ends: what each method takes from the replicates of an estimate.
 *
 * With q(p) the type-7 quantile of the replicates and x the estimate, at a level of 0.95:
 *
 * | method        | low                    | high                   | source                                           |
 * | ------------- | ---------------------- | ---------------------- | ------------------------------------------------ |
 * | `percentile`  | q(0.025)               | q(0.975)               | Efron, Annals of Statistics 7(1), 1979           |
 * | `basic`       | 2 x - q(0.975)         | 2 x - q(0.025)         | Davison and Hinkley, Bootstrap Methods, 1997     |
 * | `bca`         | q(corrected 0.025)     | q(corrected 0.975)     | Efron, JASA 82(397), 1987                        |
 * | `studentized` | x - s * t(0.975)       | x - s * t(0.025)       | Efron, SIAM monograph 38, 1982                   |
 *
 * BCa corrects by the share of replicates below the estimate (ties count half) and by the skewness of the jackknife.
 * A sample whose jackknife values are all equal has no spread: its interval is the estimate itself, marked degenerate.
 * `t` are the quantiles of (replicate - x) / (standard error of the replicate), `s` is the standard error of x.
 *
 * Laws
 *   L1 ordered      low <= high for every method
 *   L2 equivariant  percentile, basic and BCa move and scale with the values
 *   L3 reflected    basic is percentile, mirrored at the estimate
 *
 * @module
 */

import type { IntervalOptions, NoIntervalReason } from './interval.js'
import { normalProbability, normalQuantile } from './normal.js'
import { sortedQuantile, tails } from './quantile.js'

/**
 * Holds what a method may need: the estimate, its replicates, and functions that give the jackknife (the estimate
 * without each world in turn) and the studentized deviations with the standard error, or `null` where undefined.
 *
 * @category model
 * @since 0.1.0
 */
export interface BootstrapSample {
  readonly estimate: number
  readonly replicates: Float64Array
  readonly jackknife: () => Float64Array | NoIntervalReason
  readonly studentized: () => StudentizedSample | NoIntervalReason
}

/**
 * Holds the deviations of the replicates in units of their own standard errors, and the standard error of the estimate.
 *
 * @category model
 * @since 0.1.0
 */
export interface StudentizedSample {
  readonly deviations: Float64Array
  readonly standardError: number
}

/**
 * Is a pair of ends, or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type Ends = readonly [low: number, high: number] | NoIntervalReason

type Quantile = (probability: number) => number

const quantileOf = (values: Float64Array): Quantile => {
  const quantile = sortedQuantile(values.slice().sort())
  return (probability) => quantile(probability) ?? Number.NaN
}

/** The share of replicates below the estimate, ties counted half. */
const shareBelow = (sample: BootstrapSample): number => {
  let twice = 0
  for (const value of sample.replicates) {
    if (value < sample.estimate) twice += 2
    else if (value === sample.estimate) twice += 1
  }
  return twice / (2 * sample.replicates.length)
}

/** The acceleration; `null` where the jackknife has no spread. */
const accelerationOf = (jackknife: Float64Array): number | null => {
  let total = 0
  for (const value of jackknife) total += value
  const mean = total / jackknife.length
  let squares = 0
  let cubes = 0
  for (const value of jackknife) {
    const off = mean - value
    squares += off * off
    cubes += off * off * off
  }
  if (jackknife.every((value) => value === jackknife[0]) || squares === 0) return null
  return cubes / (6 * squares * Math.sqrt(squares))
}

const corrected = (bias: number, acceleration: number, tail: number): number | null => {
  const shifted = bias + normalQuantile(tail)
  const scale = 1 - acceleration * shifted
  return scale > 0 ? normalProbability(bias + shifted / scale) : null
}

const bcaEnds = (sample: BootstrapSample, level: number): Ends => {
  const jackknife = sample.jackknife()
  if (typeof jackknife === 'string') return jackknife
  const acceleration = accelerationOf(jackknife)
  if (acceleration === null) return [sample.estimate, sample.estimate]
  const share = shareBelow(sample)
  if (share <= 0 || share >= 1) return 'bias_correction_undefined'
  const bias = normalQuantile(share)
  const [lower, upper] = tails(level)
  const low = corrected(bias, acceleration, lower)
  const high = corrected(bias, acceleration, upper)
  if (low === null || high === null) return 'acceleration_out_of_range'
  const quantile = quantileOf(sample.replicates)
  return [quantile(low), quantile(high)]
}

const studentizedEnds = (sample: BootstrapSample, level: number): Ends => {
  const studentized = sample.studentized()
  if (typeof studentized === 'string') return studentized
  const { deviations, standardError } = studentized
  if (standardError === 0) return [sample.estimate, sample.estimate]
  if (deviations.length === 0) return 'no_replicate_kept'
  const quantile = quantileOf(deviations)
  const [lower, upper] = tails(level)
  return [
    sample.estimate - standardError * quantile(upper),
    sample.estimate - standardError * quantile(lower),
  ]
}

/**
 * Takes the ends of a central interval from a sample by the named method.
 *
 * @category operations
 * @since 0.1.0
 */
export const endsOf =
  (method: IntervalOptions['method'], level: number) =>
  (sample: BootstrapSample): Ends => {
    if (sample.replicates.length === 0) return 'no_replicate_kept'
    if (method === 'bca') return bcaEnds(sample, level)
    if (method === 'studentized') return studentizedEnds(sample, level)
    const quantile = quantileOf(sample.replicates)
    const [lower, upper] = tails(level)
    const [low, high] = [quantile(lower), quantile(upper)]
    return method === 'percentile'
      ? [low, high]
      : [2 * sample.estimate - high, 2 * sample.estimate - low]
  }
