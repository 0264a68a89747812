/**
 * Splits: one score per tier or per case, and the mean over cases.
 *
 * Rows of several tiers have no pooled score, but each tier has one. Cases of one tier can be pooled (`aer.ts`), where a
 * case with much to gain weighs more, or averaged: the macro score is the mean of the ratios of the cases, each counted
 * once. Cases without a score are listed and left out of the mean, never counted as 0.
 *
 * | option                    | default        | meaning                     |
 * | ------------------------- | -------------- | --------------------------- |
 * | `bootstrap`, `summation`  | as in `aer.ts` | how each part is scored     |
 *
 * Laws
 *   L1 single     the macro score of one case is its pooled score
 *   L2 parts      every row is in exactly one part, and parts come in an order that rows do not decide
 *   L3 weights    where every case can gain the same, the macro score is the pooled score
 *
 * @module
 */

import { defaultSummation, type Summation, sum } from '../core/arithmetic.js'
import { type AerOptions, malformedScore, mixedTiers, scoreAER } from './aer.js'
import type { AerInvalid, AerOutcome, DroppedRow, MixedTiers } from './aer-outcome.js'
import type { AerRow } from './aer-row.js'
import { groupsBy } from './groups.js'

/**
 * Holds the score of one tier.
 *
 * @category model
 * @since 0.1.0
 */
export interface TierScore {
  readonly tier: string
  readonly score: AerOutcome
}

/**
 * Holds the score of one case; `case` is `null` for the rows that name none.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseScore {
  readonly case: string | null
  readonly score: AerOutcome
}

/**
 * Names a case that the mean leaves out, and why.
 *
 * @category model
 * @since 0.1.0
 */
export interface DroppedCase {
  readonly case: string | null
  readonly reason: 'degenerate_denominator' | 'not_evaluable'
  readonly detail: string
}

/**
 * Is the mean over cases with what it rests on, or why there is none. `n` counts cases, `rows` the rows below them;
 * `dropped` lists rows and `droppedCases` whole cases.
 *
 * @category model
 * @since 0.1.0
 */
export type MacroOutcome =
  | {
      readonly status: 'ok'
      readonly macro: number
      readonly n: number
      readonly rows: number
      readonly tier: string
      readonly cases: ReadonlyArray<CaseScore>
      readonly dropped: ReadonlyArray<DroppedRow>
      readonly droppedCases: ReadonlyArray<DroppedCase>
      readonly method: 'mean_of_case_ratios'
      readonly summation: Summation
    }
  | {
      readonly status: 'degenerate_denominator' | 'not_evaluable'
      readonly reason: string
      readonly n: 0
      readonly cases: ReadonlyArray<CaseScore>
      readonly droppedCases: ReadonlyArray<DroppedCase>
    }
  | MixedTiers
  | AerInvalid

/** Names a case as a key that ascends as the case does, `null` first. */
const caseKey = (row: AerRow): string => (typeof row.case === 'string' ? `1${row.case}` : '0')

/**
 * Scores each tier by itself, tiers ascending by name.
 *
 * @example
 * ```ts
 * import { scoreAERByTier } from 'edgeworth/scoring'
 * const split = scoreAERByTier([
 *   { world: '1', realized: 1, attainable: 4, tier: 'wstar_grid' },
 *   { world: '1', realized: 1, attainable: 2, tier: 'exact_wbayes' },
 * ])
 * split.status === 'ok' ? split.tiers.map(({ tier }) => tier) : split // => ['exact_wbayes', 'wstar_grid']
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const scoreAERByTier = (
  rows: ReadonlyArray<AerRow>,
  options: AerOptions = {},
): { readonly status: 'ok'; readonly tiers: ReadonlyArray<TierScore> } | AerInvalid => {
  const invalid = malformedScore(rows, options)
  if (invalid !== null) return invalid
  const tiers = groupsBy((row: AerRow) => row.tier)(rows).map((group) => ({
    tier: group.key,
    score: scoreAER(group.rows, options),
  }))
  return { status: 'ok', tiers }
}

/**
 * Scores each case by itself, cases ascending by name, rows without a case first.
 *
 * @category operations
 * @since 0.1.0
 */
export const scoreAERByCase = (
  rows: ReadonlyArray<AerRow>,
  options: AerOptions = {},
): { readonly status: 'ok'; readonly cases: ReadonlyArray<CaseScore> } | AerInvalid => {
  const invalid = malformedScore(rows, options)
  if (invalid !== null) return invalid
  const cases = groupsBy(caseKey)(rows).map((group) => ({
    case: group.key === '0' ? null : group.key.slice(1),
    score: scoreAER(group.rows, options),
  }))
  return { status: 'ok', cases }
}

const droppedCases = (cases: ReadonlyArray<CaseScore>): ReadonlyArray<DroppedCase> =>
  cases.flatMap(({ case: name, score }) =>
    score.status === 'degenerate_denominator' || score.status === 'not_evaluable'
      ? [{ case: name, reason: score.status, detail: score.reason }]
      : [],
  )

/**
 * Averages the scores of the cases, each counted once. Rows of several tiers give `mixed_tiers` even where each case
 * has one tier. The interval of each case is in `cases`; the mean has none here.
 *
 * @category operations
 * @since 0.1.0
 */
export const macroAER = (rows: ReadonlyArray<AerRow>, options: AerOptions = {}): MacroOutcome => {
  const split = scoreAERByCase(rows, options)
  if (split.status === 'invalid') return split
  const mixed = mixedTiers(rows)
  if (mixed !== null) return mixed
  const { cases } = split
  const left = { cases, droppedCases: droppedCases(cases) }
  const scores = cases.flatMap(({ score }) => (score.status === 'ok' ? [score] : []))
  const [first] = scores
  if (first === undefined) {
    const degenerate = left.droppedCases.some((entry) => entry.reason === 'degenerate_denominator')
    const status = degenerate ? 'degenerate_denominator' : 'not_evaluable'
    return { status, reason: `none of the ${cases.length} cases has a score`, n: 0, ...left }
  }
  const summation = options.summation ?? defaultSummation
  const macro = sum(summation)(scores.map((score) => score.aer)) / scores.length
  if (!Number.isFinite(macro)) {
    const reason = 'the sum of the scores is beyond the range of a double'
    return { status: 'not_evaluable', reason, n: 0, ...left }
  }
  return {
    status: 'ok',
    macro,
    n: scores.length,
    rows: scores.reduce((count, score) => count + score.n, 0),
    tier: first.tier,
    dropped: cases.flatMap(({ score }) => (score.status === 'invalid' ? [] : score.dropped)),
    method: 'mean_of_case_ratios',
    summation,
    ...left,
  }
}
