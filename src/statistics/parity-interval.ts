/**
 * The parity interval: replicates of the recorded sequential generator, under the options of every other interval.
 *
 * The percentile interval is that of `ratioBootstrap`, to the last bit; the basic and BCa intervals take their ends
 * from the same replicates. Nothing is rounded to a grid. Worlds enter in the order in which they first appear, which
 * is part of the interval.
 *
 * Laws
 *   L1 parity       the percentile interval is that of `ratioBootstrap` for the sums of the worlds
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import type { IntervalOptions, IntervalOutcome, NoIntervalReason, Statistic } from './interval.js'
import {
  type IntervalSubject,
  intervalOfSample,
  noInterval,
  provenanceOf,
  refusedEarly,
} from './interval-outcome.js'
import { ratioBootstrap } from './ratio-bootstrap.js'
import { type RatioRow, readRatioRows } from './ratio-rows.js'
import { jackknifeRatios } from './ratio-sample.js'
import { ratioReplicates } from './replicates.js'
import { leastDenominator } from './resample.js'

interface PlainWorlds {
  readonly numerators: ReadonlyArray<number>
  readonly denominators: ReadonlyArray<number>
}

/** Adds up the rows of each world, worlds in the order in which they first appear, on no grid. */
const worldsInOrder = (rows: ReadonlyArray<RatioRow>): PlainWorlds => {
  const worlds = new Map<string, Array<RatioRow>>()
  for (const row of rows) {
    const known = worlds.get(row.key)
    if (known === undefined) worlds.set(row.key, [row])
    else known.push(row)
  }
  const total = sum('neumaier')
  const members = [...worlds.values()]
  return {
    numerators: members.map((world) => total(world.map((row) => row.numerator))),
    denominators: members.map((world) => total(world.map((row) => row.denominator))),
  }
}

const PARITY_REASONS: Readonly<Record<string, NoIntervalReason>> = {
  no_rows: 'no_rows',
  not_finite: 'not_finite',
  degenerate_denominator: 'degenerate_denominator',
  no_replicate_kept: 'no_replicate_kept',
  too_many_dropped: 'too_many_dropped',
}

/**
 * Computes the interval of a ratio by the recorded generator. Options must be well formed.
 *
 * @category operations
 * @since 0.1.0
 */
export const parityRatio = (
  options: IntervalOptions,
  statistic: Statistic,
  rows: ReadonlyArray<RatioRow>,
): IntervalOutcome => {
  // The reader of the grid checks the form of the rows; what it rounds is not used.
  const read = readRatioRows(0)(rows)
  const known = { engine: 'cpython' as const, rows: Array.isArray(rows) ? rows.length : 0 }
  if (read === 'malformed_rows' || read === 'not_finite') {
    return refusedEarly(options, statistic, read, known)
  }
  const { numerators, denominators } = worldsInOrder(rows)
  const { level, replicates, mostDropped } = options
  const seed = BigInt(options.seed)
  const recorded = ratioBootstrap({ seed, level, replicates, mostDropped })(
    numerators,
    denominators,
  )
  const n = numerators.length
  const subject: IntervalSubject = { ...known, statistic, n, gridEffect: 0 }
  const above = sum('neumaier')(numerators)
  const below = sum('neumaier')(denominators)
  const { kept, dropped } = recorded
  const account = provenanceOf(options, subject, kept, dropped)
  if (recorded._tag === 'NotEvaluable') {
    const reason = PARITY_REASONS[recorded.reason] ?? 'malformed_rows'
    const known = reason === 'no_replicate_kept' || reason === 'too_many_dropped'
    return noInterval(account, reason, known ? above / below : null)
  }
  const estimate = above / below
  if (options.method === 'percentile') {
    const { low, high, degenerate } = recorded
    return { _tag: 'Interval', estimate, low, high, degenerate, ...account }
  }
  if (n === 1) return noInterval(account, 'one_world', estimate)
  const columns = Float64Array.from({ length: 2 * n }, (_, i) =>
    Number((i % 2 === 0 ? numerators : denominators)[i >> 1]),
  )
  return intervalOfSample(options, subject, {
    estimate,
    replicates: ratioReplicates('neumaier', seed, replicates)(numerators, denominators).slice(),
    jackknife: () => jackknifeRatios(columns, leastDenominator(0)),
    studentized: () => 'method_not_offered',
  })
}
