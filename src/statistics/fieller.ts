/**
 * Fieller's set for a ratio of means: an interval without resampling, where there is one.
 *
 * Fieller, "Some problems in interval estimation" (Journal of the Royal Statistical Society B 16(2), 1954). The set of
 * all ratios r that a t test does not reject: A r^2 - 2 B r + C <= 0 with A = ybar^2 - t^2 s_yy / n, B = xbar ybar -
 * t^2 s_xy / n, C = xbar^2 - t^2 s_xx / n and n - 1 degrees of freedom. It is bounded exactly if A > 0, that is, if the
 * mean of the denominators differs from 0 at this level; otherwise the data allow arbitrarily large ratios, and the
 * set says so. Worlds are the unit; the rows of one world are added up.
 *
 * Laws
 *   L1 contains     the set contains the ratio of the sums
 *   L2 bounded      it is an interval exactly if the denominators' mean differs from 0 by a t test
 *   L3 order-free   the order of rows changes no bit
 *
 * @module
 */

import { gridEffect } from './grid.js'
import {
  type IntervalEstimate,
  type IntervalOptions,
  type IntervalProvenance,
  intervalOptions,
  type NoInterval,
  wellFormedOptions,
} from './interval.js'
import { isPrepared, prepareRatio } from './prepared-ratio.js'
import { tails } from './quantile.js'
import type { RatioRow } from './ratio-rows.js'
import { studentQuantile } from './student.js'

/**
 * Is a set without bounds: everything but an open interval (`complement`, both ends given), a half-line (`ray`, one
 * end), or every number (`line`). The set holds what is at most `atMost` or at least `atLeast`.
 *
 * @category model
 * @since 0.1.0
 */
export interface UnboundedSet extends IntervalProvenance {
  readonly _tag: 'Unbounded'
  readonly estimate: number
  readonly shape: 'complement' | 'ray' | 'line'
  readonly atMost: number | null
  readonly atLeast: number | null
}

/**
 * Is Fieller's set, or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type FiellerOutcome = IntervalEstimate | UnboundedSet | NoInterval

/**
 * Holds the coefficients of a r^2 - 2 b r + c, which is at most 0 for the ratios r that are not rejected.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioQuadratic {
  readonly a: number
  readonly b: number
  readonly c: number
}

/** The quadratic of the columns, in units of the grid, which cancel in the ratio. */
const quadraticOf = (columns: Float64Array, t: number): RatioQuadratic => {
  const n = columns.length / 2
  let [x, y] = [0, 0]
  for (let i = 0; i < columns.length; i += 2) {
    x += columns[i] as number
    y += columns[i + 1] as number
  }
  const [meanX, meanY] = [x / n, y / n]
  let [xx, xy, yy] = [0, 0, 0]
  for (let i = 0; i < columns.length; i += 2) {
    const dx = (columns[i] as number) - meanX
    const dy = (columns[i + 1] as number) - meanY
    xx += dx * dx
    xy += dx * dy
    yy += dy * dy
  }
  const factor = (t * t) / ((n - 1) * n)
  return {
    a: meanY * meanY - factor * yy,
    b: meanX * meanY - factor * xy,
    c: meanX * meanX - factor * xx,
  }
}

/** Both roots in ascending order. The larger in magnitude is found first, so that neither cancels. */
const rootsOf = ({ a, b, c }: RatioQuadratic, discriminant: number): readonly [number, number] => {
  const root = Math.sqrt(Math.max(0, discriminant))
  const far = b >= 0 ? b + root : b - root
  const [one, other] = far === 0 ? [0, 0] : [far / a + 0, c / far + 0]
  return one <= other ? [one, other] : [other, one]
}

/**
 * Finds the set of ratios where a quadratic with a <= 0 is at most 0: a half-line where a is 0, all numbers where it has
 * no two roots, and all but those between its roots otherwise.
 *
 * @category operations
 * @since 0.1.0
 */
export const unboundedRatios = (
  quadratic: RatioQuadratic,
): Pick<UnboundedSet, 'shape' | 'atMost' | 'atLeast'> => {
  const { a, b, c } = quadratic
  const discriminant = b * b - a * c
  if (a === 0 && b !== 0) {
    const end = c / (2 * b)
    return b > 0
      ? { shape: 'ray', atMost: null, atLeast: end }
      : { shape: 'ray', atMost: end, atLeast: null }
  }
  if (a === 0 || discriminant <= 0) return { shape: 'line', atMost: null, atLeast: null }
  const [atMost, atLeast] = rootsOf(quadratic, discriminant)
  return { shape: 'complement', atMost, atLeast }
}

/**
 * Computes Fieller's set for sum(numerators) / sum(denominators) over worlds. Only `level` and `gridBits` of the options
 * matter.
 *
 * @example
 * ```ts
 * import { fiellerInterval } from 'edgeworth/statistics'
 *
 * const denominators = [2, 4, 5, 8, 9]
 * const rows = denominators.map((denominator, i) => ({ key: `w${i}`, numerator: i + 1, denominator }))
 * const set = fiellerInterval()(rows)
 * set._tag === 'Interval' && [set.low.toFixed(6), set.high.toFixed(6)] // => ['0.460191', '0.602340']
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const fiellerInterval =
  (options: Partial<Pick<IntervalOptions, 'level' | 'gridBits'>> = {}) =>
  (rows: ReadonlyArray<RatioRow>): FiellerOutcome => {
    const { level, gridBits } = options
    const chosen = intervalOptions({
      ...(level === undefined ? {} : { level }),
      ...(gridBits === undefined ? {} : { gridBits }),
    })
    const account = (n: number | null, count: number, effect: number): IntervalProvenance => ({
      statistic: 'ratio_of_sums',
      engine: 'none',
      method: 'fieller',
      level: chosen.level,
      n,
      rows: count,
      replicates: 0,
      kept: 0,
      dropped: 0,
      seed: 0,
      gridEffect: effect,
    })
    if (!wellFormedOptions(chosen)) {
      const none = account(null, 0, 0)
      return { _tag: 'NotEvaluable', reason: 'malformed_options', estimate: null, ...none }
    }
    const prepared = prepareRatio(
      { ...chosen, method: 'bca', engine: 'keyed' },
      'ratio_of_sums',
    )(rows)
    if (!isPrepared(prepared)) {
      const known = account(prepared.n, prepared.rows, prepared.gridEffect)
      const reason = prepared._tag === 'NotEvaluable' ? prepared.reason : 'malformed_rows'
      return { _tag: 'NotEvaluable', reason, estimate: prepared.estimate, ...known }
    }
    const { estimate } = prepared
    const { columns, totals } = prepared.rows
    const n = columns.length / 2
    const quadratic = quadraticOf(columns, studentQuantile(n - 1)(tails(chosen.level)[1]))
    const known = account(n, totals.rows, gridEffect(totals))
    const { a, b, c } = quadratic
    if (a > 0) {
      const [low, high] = rootsOf(quadratic, b * b - a * c)
      return { _tag: 'Interval', estimate, low, high, degenerate: low === high, ...known }
    }
    return { _tag: 'Unbounded', estimate, ...unboundedRatios(quadratic), ...known }
  }
