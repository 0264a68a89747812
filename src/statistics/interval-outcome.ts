/**
 * Outcomes: an interval or a refusal, with the account of how it was made.
 *
 * Laws
 *   L1 kept         kept and dropped replicates add up to those asked for, or both are 0 where nothing was resampled
 *   L2 refused      more dropped replicates than `mostDropped` allows are never an interval
 *
 * @module
 */

import {
  type IntervalEngine,
  type IntervalOptions,
  type IntervalOutcome,
  type IntervalProvenance,
  type NoInterval,
  type NoIntervalReason,
  plainSeed,
  type Statistic,
} from './interval.js'
import { type BootstrapSample, endsOf } from './interval-ends.js'

/**
 * Says what is known of an interval before anything is resampled.
 *
 * @category model
 * @since 0.1.0
 */
export interface IntervalSubject {
  readonly statistic: Statistic
  readonly engine: IntervalEngine
  readonly n: number | null
  readonly rows: number
  readonly gridEffect: number
}

/**
 * Writes the account of an interval.
 *
 * @category constructors
 * @since 0.1.0
 */
export const provenanceOf = (
  options: IntervalOptions,
  subject: IntervalSubject,
  kept: number,
  dropped: number,
): IntervalProvenance => ({
  statistic: subject.statistic,
  engine: subject.engine,
  method: options.method,
  level: options.level,
  n: subject.n,
  rows: subject.rows,
  replicates: options.replicates,
  kept,
  dropped,
  seed: plainSeed(options.seed),
  gridEffect: subject.gridEffect,
})

/**
 * Refuses an interval, with the account of what was resampled.
 *
 * @category constructors
 * @since 0.1.0
 */
export const noInterval = (
  provenance: IntervalProvenance,
  reason: NoIntervalReason,
  estimate: number | null = null,
): NoInterval => ({ _tag: 'NotEvaluable', reason, estimate, ...provenance })

const NOTHING_KNOWN: Omit<IntervalSubject, 'statistic'> = {
  engine: 'none',
  n: null,
  rows: 0,
  gridEffect: 0,
}

/**
 * Refuses before anything is resampled; `n` is `null` where the worlds were not counted.
 *
 * @category constructors
 * @since 0.1.0
 */
export const refusedEarly = (
  options: IntervalOptions,
  statistic: Statistic,
  reason: NoIntervalReason,
  known: Partial<IntervalSubject> = {},
  estimate: number | null = null,
): IntervalOutcome => {
  const subject = { ...NOTHING_KNOWN, statistic, ...known }
  return noInterval(provenanceOf(options, subject, 0, 0), reason, estimate)
}

/**
 * Ends the making of an interval: takes the ends of the sample, or refuses where too many replicates of those asked
 * for have no value, or an end is not finite.
 *
 * @category constructors
 * @since 0.1.0
 */
export const intervalOfSample = (
  options: IntervalOptions,
  subject: IntervalSubject,
  sample: BootstrapSample,
): IntervalOutcome => {
  const { estimate } = sample
  const kept = sample.replicates.length
  const account = provenanceOf(options, subject, kept, options.replicates - kept)
  if (kept === 0) return noInterval(account, 'no_replicate_kept', estimate)
  if (account.dropped > options.mostDropped * options.replicates) {
    return noInterval(account, 'too_many_dropped', estimate)
  }
  const ends = endsOf(options.method, options.level)(sample)
  if (typeof ends === 'string') return noInterval(account, ends, estimate)
  const [low, high] = ends
  if (!Number.isFinite(low) || !Number.isFinite(high) || !Number.isFinite(estimate)) {
    return noInterval(account, 'not_finite', estimate)
  }
  return { _tag: 'Interval', estimate, low, high, degenerate: low === high, ...account }
}
