/**
 * ReasonWords: why there is no figure, and why units were left out, as the rest of a sentence.
 *
 * Laws
 *   L1 every reason   every reason has words of its own
 *
 * @module
 */

import type { DropReason, UnsupportedReason } from './evaluable.js'
import type { NoIntervalReason } from './interval.js'
import type { NotEvaluableReason } from './ratio-bootstrap.js'

/**
 * Names every reason why a statistic of this folder has no figure.
 *
 * @category model
 * @since 0.1.0
 */
export type AnyReason = UnsupportedReason | NoIntervalReason | NotEvaluableReason

/**
 * Says why there is no figure, after "because".
 *
 * @category rendering
 * @since 0.1.0
 */
export const reasonWords: Readonly<Record<AnyReason, string>> = {
  no_data: 'there is no data',
  too_few: 'there are too few units',
  unequal_lengths: 'the columns are not of one length',
  not_finite: 'a value is not a finite number in its range',
  not_a_count: 'a count is not a whole number in its range',
  not_a_probability: 'a probability is outside [0, 1]',
  malformed_options: 'an option is outside its range',
  constant: 'the values do not vary',
  perfect_correlation: 'a correlation of exactly 1 or -1 has no interval in this scale',
  no_untied_pair: 'every pair ties',
  no_split_kept: 'no split has two halves that can be correlated',
  unbalanced_needs_ss_type: 'the design is unbalanced and no type of sums of squares was named',
  aliased_term: 'a term is determined by others',
  unknown_factor: 'a factor is unknown',
  ragged_table: 'the rows of the table are not of one length',
  duplicate_player: 'a game names a player twice',
  duplicate_game: 'two games have one id',
  duplicate_name: 'two entries have one name',
  not_separable: 'the results do not join all players both ways',
  not_converged: 'the fit does not settle',
  degenerate_denominator: 'the denominators add up to nothing',
  no_replicate_kept: 'no resample has a value',
  too_many_dropped: 'too many resamples have no value',
  malformed_rows: 'a row is malformed',
  malformed_sums: 'the sums given are malformed',
  options_differ: 'sums of different options cannot be merged',
  grid_overflow: 'the values do not fit the grid that sums are taken on',
  no_rows: 'there are no rows',
  one_world: 'one world says nothing of the spread between worlds',
  jackknife_undefined: 'leaving one world out leaves no denominator',
  bias_correction_undefined: 'all resamples are on one side of the estimate',
  acceleration_out_of_range: 'the sample is too skewed to correct for',
  method_needs_worlds: 'the method needs every world, and only sums are at hand',
  method_not_offered: 'the method is not offered for this statistic',
  denominators_differ: 'an uncertain denominator has to be the same in every row',
}

/**
 * Says why units were left out, after "dropped".
 *
 * @category rendering
 * @since 0.1.0
 */
export const dropWords: Readonly<Record<DropReason, string>> = {
  missing_value: 'for a missing value',
  tied_pair: 'as ties',
  equal_outcomes: 'for equal outcomes',
  no_data: 'without data',
  too_few_players: 'with fewer than two players',
  tied_order: 'for a tied order',
}
