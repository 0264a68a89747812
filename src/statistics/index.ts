/**
 * Statistics: intervals for ratios of sums, with the provenance of every figure.
 *
 * @module
 */

export * from './accumulator.js'
export * from './comparisons.js'
export * from './distribution.js'
export type { Factor } from './effect-coding.js'
export * from './elo.js'
export type { Account, DropReason, Unsupported, UnsupportedReason } from './evaluable.js'
export * from './exact-test.js'
export * from './explain.js'
export * from './fieller.js'
export type { PlayerScore, RatedGame } from './game-results.js'
export type { GridTotals } from './grid.js'
export type {
  IntervalEngine,
  IntervalEstimate,
  IntervalMethod,
  IntervalOptions,
  IntervalOutcome,
  IntervalProvenance,
  NoInterval,
  NoIntervalReason,
  Statistic,
} from './interval.js'
export { WORLDS_FOR_KEYED } from './interval.js'
export * from './intraclass.js'
export * from './keyed-weights.js'
export type { CaseRatio, CaseRow, MacroInterval } from './macro.js'
export { macroInterval } from './macro.js'
export * from './margin.js'
export * from './mean-test.js'
export * from './normal.js'
export * from './paired.js'
export * from './planning.js'
export * from './quantile.js'
export * from './rank.js'
export * from './rank-sets.js'
export * from './rank-test.js'
export * from './rate.js'
export * from './rating-interval.js'
export * from './ratio-bootstrap.js'
export * from './ratio-interval.js'
export type { GridRows, RatioRow } from './ratio-rows.js'
export * from './replicates.js'
export * from './shards.js'
export * from './split-half.js'
export * from './strength.js'
export * from './student.js'
export * from './variance.js'
