/**
 * Intraclass: how alike the scores of one target are, among targets scored by the same number of raters.
 *
 * Shrout and Fleiss (1979), in the names of McGraw and Wong (1996). Rows are targets (worlds), columns raters (models,
 * repetitions). With the mean squares between rows (MSR), within rows (MSW), between columns (MSC) and the residual
 * (MSE): ICC(1) = (MSR - MSW) / (MSR + (k-1) MSW), for raters that are not the same from row to row; ICC(A,1) =
 * (MSR - MSE) / (MSR + (k-1) MSE + k (MSC - MSE) / n), the absolute agreement of the same raters; ICC(C,1) =
 * (MSR - MSE) / (MSR + (k-1) MSE), their consistency, which forgives a rater's constant. All may be negative.
 *
 * Laws
 *   L1 forgiving     adding a constant to one rater changes ICC(C,1) by nothing but rounding
 *   L2 affine        scaling and shifting all scores changes nothing but rounding
 *   L3 at most one   no coefficient exceeds 1; raters that agree exactly have 1
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { type Account, accountOf, type Unsupported, unsupported } from './evaluable.js'

/**
 * Names a coefficient: raters at random, absolute agreement, consistency.
 *
 * @category model
 * @since 0.1.0
 */
export type IntraclassForm = 'ICC(1)' | 'ICC(A,1)' | 'ICC(C,1)'

/**
 * Holds an intraclass correlation; `n` counts targets.
 *
 * @category model
 * @since 0.1.0
 */
export interface Intraclass extends Account {
  readonly _tag: 'Intraclass'
  readonly form: IntraclassForm
  readonly estimate: number
  readonly raters: number
}

const total = sum('neumaier')
const mean = (values: ReadonlyArray<number>): number => total(values) / values.length
const squares = (values: ReadonlyArray<number>, centre: number): number =>
  total(values.map((value) => (value - centre) * (value - centre)))

/**
 * Gives an intraclass correlation of a table of targets by raters. Rows with a missing score are dropped and counted.
 * Not evaluable with fewer than two complete rows or two raters, rows of unequal length, or scores that do not vary.
 *
 * @category operations
 * @since 0.1.0
 */
export const intraclass =
  (form: IntraclassForm) =>
  (table: ReadonlyArray<ReadonlyArray<number | null>>): Intraclass | Unsupported => {
    const refuse = unsupported(form)
    const raters = table[0]?.length ?? 0
    const rows = table.flatMap((row): ReadonlyArray<ReadonlyArray<number>> => {
      const complete = row.filter((score) => score !== null)
      return complete.length === row.length ? [complete] : []
    })
    const n = rows.length
    const account = accountOf(n, table.length - n, 'missing_value')
    if (table.some((row) => row.length !== raters)) return refuse('ragged_table', account)
    const all = rows.flat()
    if (!all.every(Number.isFinite)) return refuse('not_finite', account)
    if (n < 2 || raters < 2) return refuse('too_few', account)
    if (all.every((score) => score === all[0])) return refuse('constant', account)
    const grand = mean(all)
    const columns = Array.from({ length: raters }, (_, j) => rows.map((row) => row[j] as number))
    const between = raters * squares(rows.map(mean), grand)
    const within = total(rows.map((row) => squares(row, mean(row))))
    const ofRaters = n * squares(columns.map(mean), grand)
    const msr = between / (n - 1)
    const msw = within / (n * (raters - 1))
    const msc = ofRaters / (raters - 1)
    const mse = Math.max(0, within - ofRaters) / ((n - 1) * (raters - 1))
    const noise = form === 'ICC(1)' ? msw : mse
    const ofColumns = form === 'ICC(A,1)' ? (raters * (msc - mse)) / n : 0
    const spread = msr + (raters - 1) * noise + ofColumns
    if (!Number.isFinite(spread)) return refuse('not_finite', account)
    if (spread <= 0) return refuse('constant', account)
    return {
      _tag: 'Intraclass',
      form,
      estimate: Math.min(1, (msr - noise) / spread),
      raters,
      ...account,
    }
  }
