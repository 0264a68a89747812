/**
 * Evaluable: what a statistic says when its data cannot support it, and how it accounts for what it left out.
 *
 * A statistic never answers NaN, 0 or 1 for want of data: it answers `NotEvaluable` with a reason. Every result, of
 * either kind, holds the number of units that it rests on, the number that was left out, and why those were.
 *
 * Laws
 *   L1 pairs account   the pairs kept and the pairs dropped are all pairs, in their order
 *
 * @module
 */

/**
 * Names why units were left out of a statistic.
 *
 * @category model
 * @since 0.1.0
 */
export type DropReason =
  | 'missing_value'
  | 'tied_pair'
  | 'equal_outcomes'
  | 'no_data'
  | 'too_few_players'
  | 'tied_order'

/**
 * Names why a statistic is not evaluable.
 *
 * @category model
 * @since 0.1.0
 */
export type UnsupportedReason =
  | 'no_data'
  | 'too_few'
  | 'unequal_lengths'
  | 'not_finite'
  | 'not_a_count'
  | 'not_a_probability'
  | 'malformed_options'
  | 'constant'
  | 'perfect_correlation'
  | 'no_untied_pair'
  | 'no_split_kept'
  | 'unbalanced_needs_ss_type'
  | 'aliased_term'
  | 'unknown_factor'
  | 'ragged_table'
  | 'duplicate_player'
  | 'duplicate_game'
  | 'duplicate_name'
  | 'not_separable'
  | 'not_converged'
  | 'degenerate_denominator'
  | 'no_replicate_kept'
  | 'too_many_dropped'

/**
 * Accounts for the units of a statistic: `n` that it rests on, `dropped` that were left out, and why.
 *
 * @category model
 * @since 0.1.0
 */
export interface Account {
  readonly n: number
  readonly dropped: number
  readonly droppedBecause: DropReason | null
}

/**
 * Says that a statistic cannot be supported, and why. `subject` names what the reason is about, where that is one
 * thing: the aliased term, the unknown factor, the game that names a player twice.
 *
 * @category model
 * @since 0.1.0
 */
export interface Unsupported extends Account {
  readonly _tag: 'NotEvaluable'
  readonly statistic: string
  readonly reason: UnsupportedReason
  readonly subject: string | null
}

/**
 * Makes the account of `n` units kept and `dropped` left out.
 *
 * @category constructors
 * @since 0.1.0
 */
export const accountOf = (n: number, dropped = 0, why: DropReason | null = null): Account => ({
  n,
  dropped,
  droppedBecause: dropped > 0 ? why : null,
})

/**
 * Says that a statistic is not evaluable.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unsupported =
  (statistic: string) =>
  (reason: UnsupportedReason, account: Account, subject: string | null = null): Unsupported => ({
    _tag: 'NotEvaluable',
    statistic,
    reason,
    subject,
    ...account,
  })

/**
 * Holds the pairs of two columns that have both values.
 *
 * @category model
 * @since 0.1.0
 */
export interface CompletePairs {
  readonly xs: ReadonlyArray<number>
  readonly ys: ReadonlyArray<number>
  readonly dropped: number
}

/**
 * Pairs two columns by position and leaves out the pairs in which a value is missing (`null`). Columns of unequal
 * length and values that are not finite are refused by their reason: a NaN is a mistake, not a missing value.
 *
 * @category operations
 * @since 0.1.0
 */
export const completePairs = (
  first: ReadonlyArray<number | null>,
  second: ReadonlyArray<number | null>,
): CompletePairs | 'unequal_lengths' | 'not_finite' => {
  if (first.length !== second.length) return 'unequal_lengths'
  const xs: Array<number> = []
  const ys: Array<number> = []
  for (let i = 0; i < first.length; i += 1) {
    const x = first[i] ?? null
    const y = second[i] ?? null
    if (x !== null && !Number.isFinite(x)) return 'not_finite'
    if (y !== null && !Number.isFinite(y)) return 'not_finite'
    if (x === null || y === null) continue
    xs.push(x)
    ys.push(y)
  }
  return { xs, ys, dropped: first.length - xs.length }
}

/**
 * Tells whether a number can be the level of an interval: more than 0 and less than 1.
 *
 * @category operations
 * @since 0.1.0
 */
export const isLevel = (level: number): boolean => level > 0 && level < 1

/**
 * Tells whether a number can count resamples: an integer from 1 to 10^7.
 *
 * @category operations
 * @since 0.1.0
 */
export const isResampleCount = (count: number): boolean =>
  Number.isInteger(count) && count >= 1 && count <= 10_000_000
