/**
 * Paired differences: two arms on the same worlds.
 *
 * Worlds are joined by key and resampled once for both arms, so what the arms share cancels. Two questions are answered
 * and named apart: by how much do the pooled ratios differ (`differenceOfRatios`, worlds weigh by their denominators),
 * and by how much do the ratios of a world differ on average (`meanOfDifferences`, worlds weigh the same). Worlds of
 * one arm only, and worlds without a ratio of their own, are listed and never dropped in silence. Arms are `first` and
 * `second`; differences are first minus second.
 *
 * Laws
 *   L1 antisymmetric  exchanging the arms changes the sign of the estimates and of percentile and basic ends
 *   L2 itself         an arm against itself differs by 0, degenerate
 *   L3 listed         every world is joined or listed, once
 *   L4 any-order      the order of the rows of either arm changes no bit
 *
 * @module
 */

import { combinedInterval } from './combined-ratios.js'
import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  type NoIntervalReason,
  wellFormedOptions,
} from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { meanInterval } from './ratio-interval.js'
import { type GridRows, gatherWorlds, type RatioRow, readRatioRows } from './ratio-rows.js'
import { engineFor, leastDenominator } from './resample.js'

/**
 * Holds both differences, and the worlds that no pair was made of: of the first arm only, of the second arm only, and
 * joined but without a ratio in one arm, which are left out of the mean of differences alone.
 *
 * @category model
 * @since 0.1.0
 */
export interface PairedDifference {
  readonly differenceOfRatios: IntervalOutcome
  readonly meanOfDifferences: IntervalOutcome
  readonly joined: number
  readonly onlyFirst: ReadonlyArray<string>
  readonly onlySecond: ReadonlyArray<string>
  readonly withoutRatio: ReadonlyArray<string>
}

interface JoinedArms {
  readonly first: GridRows
  readonly second: GridRows
  readonly onlyFirst: ReadonlyArray<string>
  readonly onlySecond: ReadonlyArray<string>
}

const namesMissingFrom = (
  names: ReadonlyArray<string>,
  others: ReadonlySet<string>,
): Array<string> => [...new Set(names)].filter((name) => !others.has(name)).sort()

/** Reads both arms and keeps the worlds that both have. */
const joinArms = (
  gridBits: number,
  first: ReadonlyArray<RatioRow>,
  second: ReadonlyArray<RatioRow>,
): JoinedArms | NoIntervalReason => {
  const read = readRatioRows(gridBits)
  const [one, other] = [read(first), read(second)]
  if (typeof one === 'string') return one
  if (typeof other === 'string') return other
  const inFirst = new Set(one.names)
  const inSecond = new Set(other.names)
  const keptFirst = read(first.filter((row) => inSecond.has(row.key)))
  const keptSecond = read(second.filter((row) => inFirst.has(row.key)))
  if (typeof keptFirst === 'string') return keptFirst
  if (typeof keptSecond === 'string') return keptSecond
  return {
    first: gatherWorlds(keptFirst),
    second: gatherWorlds(keptSecond),
    onlyFirst: namesMissingFrom(one.names, inSecond),
    onlySecond: namesMissingFrom(other.names, inFirst),
  }
}

const refusedPair = (options: IntervalOptions, reason: NoIntervalReason): PairedDifference => ({
  differenceOfRatios: refusedEarly(options, 'difference_of_ratios', reason),
  meanOfDifferences: refusedEarly(options, 'mean_of_differences', reason),
  joined: 0,
  onlyFirst: [],
  onlySecond: [],
  withoutRatio: [],
})

/** The ratio of every world that has one, by place. */
const ratioOfWorld = (rows: GridRows, world: number, least: number): number | null => {
  const denominator = rows.columns[2 * world + 1] as number
  return denominator > least ? (rows.columns[2 * world] as number) / denominator : null
}

/**
 * Compares two arms on the worlds that both have: difference of pooled ratios and mean difference of the ratios of a
 * world, both first minus second, with the worlds that were not paired. The methods are `percentile`, `basic` and
 * `bca`; the engine is not `cpython`.
 *
 * @example
 * ```ts
 * import { pairedDifference } from 'edgeworth/statistics'
 *
 * const arm = (...numerators: ReadonlyArray<number>) =>
 *   numerators.map((numerator, i) => ({ key: `w${i}`, numerator, denominator: 8 }))
 * const { differenceOfRatios, onlyFirst } = pairedDifference()(arm(6, 7, 9, 6, 8), arm(4, 6, 6, 4))
 * differenceOfRatios._tag === 'Interval' && [differenceOfRatios.estimate, onlyFirst] // => [0.25, ['w4']]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const pairedDifference =
  (options: Partial<IntervalOptions> = {}) =>
  (first: ReadonlyArray<RatioRow>, second: ReadonlyArray<RatioRow>): PairedDifference => {
    const chosen = intervalOptions(options)
    if (!wellFormedOptions(chosen)) return refusedPair(chosen, 'malformed_options')
    if (chosen.engine === 'cpython' || chosen.method === 'studentized') {
      return refusedPair(chosen, 'method_not_offered')
    }
    const arms = joinArms(chosen.gridBits, first, second)
    if (typeof arms === 'string') return refusedPair(chosen, arms)
    const least = leastDenominator(chosen.gridBits)
    const ratios = arms.first.names.map((key, world) => {
      const one = ratioOfWorld(arms.first, world, least)
      const other = ratioOfWorld(arms.second, world, least)
      return { key, value: one === null || other === null ? null : one - other }
    })
    const values = ratios.flatMap(({ key, value }) => (value === null ? [] : { key, value }))
    const joined = arms.first.names.length
    return {
      differenceOfRatios: combinedInterval(chosen, {
        statistic: 'difference_of_ratios',
        engine: engineFor(chosen.engine, joined) === 'keyed' ? 'keyed' : 'multinomial',
        together: true,
        parts: [
          { rows: arms.first, factor: 1, seed: BigInt(chosen.seed) },
          { rows: arms.second, factor: -1, seed: BigInt(chosen.seed) },
        ],
      }),
      meanOfDifferences: { ...meanInterval(chosen)(values), statistic: 'mean_of_differences' },
      joined,
      onlyFirst: arms.onlyFirst,
      onlySecond: arms.onlySecond,
      withoutRatio: ratios.flatMap(({ key, value }) => (value === null ? [key] : [])),
    }
  }
