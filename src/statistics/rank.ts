/**
 * Rank: correlation of ranks, ties included.
 *
 * Spearman (1904) is Pearson's correlation of midranks; Kendall's tau-b (1945) compares the pairs of pairs that agree
 * with those that disagree, over those tied in neither column. Ranks are counted in halves, so all sums are integers:
 * no coefficient depends on the order of the pairs, and a perfect one is exactly 1. A column that does not vary has no
 * correlation with anything. A pair with a missing value (`null`) is dropped and counted.
 *
 * Laws
 *   L1 bounds       a coefficient is in [-1, 1]
 *   L2 symmetry     exchanging the columns changes nothing; reversing one turns the sign
 *   L3 order free   permuting the pairs changes no bit
 *   L4 monotone     an increasing transformation of a column changes nothing
 *   L5 midranks     ranks add up to n(n+1)/2, and equal values have equal ranks
 *
 * @module
 */

import {
  type Account,
  accountOf,
  completePairs,
  type Unsupported,
  type UnsupportedReason,
  unsupported,
} from './evaluable.js'

/**
 * Names a coefficient of correlation.
 *
 * @category model
 * @since 0.1.0
 */
export type CorrelationMethod = 'spearman' | 'kendall_tau_b' | 'pearson'

/**
 * Holds a coefficient of correlation; `n` counts pairs.
 *
 * @category model
 * @since 0.1.0
 */
export interface Correlation extends Account {
  readonly _tag: 'Correlation'
  readonly method: CorrelationMethod
  readonly estimate: number
}

/** A column of numbers, `null` where the value is missing. */
type Column = ReadonlyArray<number | null>

/**
 * Gives the rank of each value, 1 for the smallest; equal values share the mean of their ranks.
 *
 * @example
 * ```ts
 * import { midranks } from 'edgeworth/statistics'
 *
 * midranks([10, 30, 10, 20]) // => [1.5, 4, 1.5, 3]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const midranks = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const order = values.map((value, place) => [value, place] as const)
  order.sort((a, b) => a[0] - b[0])
  const ranks = new Array<number>(values.length).fill(0)
  let start = 0
  while (start < order.length) {
    let end = start
    while (order[end + 1]?.[0] === order[start]?.[0]) end += 1
    for (let i = start; i <= end; i += 1) ranks[order[i]?.[1] ?? 0] = (start + end) / 2 + 1
    start = end + 1
  }
  return ranks
}

/** Midranks as integers around 0: twice the rank less n + 1. */
const centredRanks = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  midranks(values).map((rank) => 2 * rank - (values.length + 1))

const products = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number =>
  a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0)

const clamped = (r: number): number => Math.max(-1, Math.min(1, r))

const quotient = (together: number, first: number, second: number): number =>
  clamped(together / Math.sqrt(first * second))

const spearmanOf = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): number => {
  const a = centredRanks(xs)
  const b = centredRanks(ys)
  return quotient(products(a, b), products(a, a), products(b, b))
}

/**
 * Deviations from the mean, scaled by the largest, so that squares neither overflow nor vanish. Floats that differ still
 * differ when divided by the largest, so a column that is not constant has a deviation that is not 0.
 */
const deviations = (values: ReadonlyArray<number>): ReadonlyArray<number> => {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  const scaled = values.map((value) => value / largest)
  const mean = scaled.reduce((sum, value) => sum + value, 0) / values.length
  const apart = scaled.map((value) => value - mean)
  const widest = apart.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
  return apart.map((value) => value / widest)
}

const pearsonOf = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): number => {
  const a = deviations(xs)
  const b = deviations(ys)
  return quotient(products(a, b), products(a, a), products(b, b))
}

const kendallOf = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): number => {
  let agreement = 0
  let untiedX = 0
  let untiedY = 0
  for (let i = 1; i < xs.length; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const x = Math.sign((xs[i] as number) - (xs[j] as number))
      const y = Math.sign((ys[i] as number) - (ys[j] as number))
      agreement += x * y
      untiedX += Math.abs(x)
      untiedY += Math.abs(y)
    }
  }
  return quotient(agreement, untiedX, untiedY)
}

const isConstant = (values: ReadonlyArray<number>): boolean =>
  values.every((value) => value === values[0])

/**
 * Finds why two complete columns have no correlation, or `null`.
 *
 * @category operations
 * @since 0.1.0
 */
export const correlationDefect = (
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>,
): UnsupportedReason | null => {
  if (xs.length === 0) return 'no_data'
  if (xs.length < 2) return 'too_few'
  return isConstant(xs) || isConstant(ys) ? 'constant' : null
}

/**
 * Correlates two columns by the named method. Not evaluable with fewer than two complete pairs, a constant column,
 * columns of unequal length, or a value that is not finite.
 *
 * @category operations
 * @since 0.1.0
 */
export const correlation =
  (method: CorrelationMethod) =>
  (first: Column, second: Column): Correlation | Unsupported => {
    const refuse = unsupported(method)
    const pairs = completePairs(first, second)
    if (typeof pairs === 'string') return refuse(pairs, accountOf(first.length))
    const { xs, ys, dropped } = pairs
    const account = accountOf(xs.length, dropped, 'missing_value')
    const defect = correlationDefect(xs, ys)
    if (defect !== null) return refuse(defect, account)
    const of = { spearman: spearmanOf, kendall_tau_b: kendallOf, pearson: pearsonOf }[method]
    return { _tag: 'Correlation', method, estimate: of(xs, ys), ...account }
  }

/**
 * Gives Spearman's correlation of ranks.
 *
 * @example
 * ```ts
 * import { spearman } from 'edgeworth/statistics'
 *
 * spearman([1, 1, 2], [1, 2, 1]) // => { _tag: 'Correlation', method: 'spearman', estimate: -0.5, n: 3, dropped: 0, droppedBecause: null }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const spearman = (first: Column, second: Column): Correlation | Unsupported =>
  correlation('spearman')(first, second)

/**
 * Gives Kendall's tau-b.
 *
 * @category operations
 * @since 0.1.0
 */
export const kendallTauB = (first: Column, second: Column): Correlation | Unsupported =>
  correlation('kendall_tau_b')(first, second)
