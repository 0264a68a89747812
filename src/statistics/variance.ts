/**
 * Variance: how much of the spread of a response each factor explains.
 *
 * Analysis of variance by least squares on effect coding. A term's sum of squares is what it adds to the fit of others:
 * type I of those listed before it, type II of those that do not contain it, type III of all others. Where every
 * combination of levels has as many rows (a balanced design) the three agree; elsewhere they answer different
 * questions, and the caller has to name one. eta^2 = SS / SS_total, partial eta^2 = SS / (SS + SS_residual),
 * omega^2 = (SS - df * MS_residual) / (SS_total + MS_residual), as it comes out: it may be negative. In an unbalanced
 * design the shares need not add up; `overlap` is what is missing to 1, or negative for what is counted twice.
 *
 * Laws
 *   L1 shares       in a balanced design the eta^2 and the residual share add up to 1
 *   L2 types agree  in a balanced design types I, II and III agree
 *   L3 affine       scaling and shifting the response changes no share beyond rounding
 *   L4 row order    permuting the rows changes no share beyond rounding
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { fSurvival } from './distribution.js'
import {
  type CodedTerm,
  codeFactor,
  type Factor,
  fitInOrder,
  interact,
  levelsOf,
} from './effect-coding.js'
import { type Account, accountOf, type Unsupported, unsupported } from './evaluable.js'

/**
 * Names the type of a sum of squares.
 *
 * @category model
 * @since 0.1.0
 */
export type SumOfSquaresType = 'I' | 'II' | 'III'

/**
 * Holds what a term explains. `omegaSquared`, `f` and `p` are `null` where no degrees of freedom are left over, and
 * `f` and `p` where nothing is left to explain.
 *
 * @category model
 * @since 0.1.0
 */
export interface TermOfVariance {
  readonly term: string
  readonly df: number
  readonly squares: number
  readonly etaSquared: number
  readonly partialEtaSquared: number
  readonly omegaSquared: number | null
  readonly f: number | null
  readonly p: number | null
}

/**
 * Describes a design: the combinations of levels that could occur, those without rows, and the fewest and most rows of
 * those with some.
 *
 * @category model
 * @since 0.1.0
 */
export interface DesignBalance {
  readonly balanced: boolean
  readonly cells: number
  readonly emptyCells: number
  readonly smallest: number
  readonly largest: number
}

/**
 * Holds a decomposition of variance; `n` counts rows.
 *
 * @category model
 * @since 0.1.0
 */
export interface VarianceDecomposition extends Account {
  readonly _tag: 'VarianceDecomposition'
  /** `any` where the types agree. */
  readonly ssType: SumOfSquaresType | 'any'
  readonly terms: ReadonlyArray<TermOfVariance>
  readonly residual: { readonly df: number; readonly squares: number; readonly share: number }
  readonly total: { readonly df: number; readonly squares: number }
  readonly overlap: number
  readonly balance: DesignBalance
}

/**
 * Sets how variance is decomposed: the type of the sums of squares (needed where the design is unbalanced and has more
 * than one term), and the interactions, each a list of factors by name.
 *
 * @category model
 * @since 0.1.0
 */
export interface VarianceOptions {
  readonly ssType?: SumOfSquaresType
  readonly interactions?: ReadonlyArray<ReadonlyArray<string>>
}

/** A term by the factors it is made of. */
interface Term {
  readonly factors: ReadonlyArray<string>
  readonly coded: CodedTerm
}

/** Sums of squares below this share of the total are rounding. */
const ROUNDING = 1e-14
const total = sum('neumaier')

const balanceOf = (factors: ReadonlyArray<Factor>, rows: number): DesignBalance => {
  const counts = new Map<string, number>()
  for (let i = 0; i < rows; i += 1) {
    const cell = JSON.stringify(factors.map(({ labels }) => labels[i]))
    counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  const cells = factors.reduce((product, factor) => product * levelsOf(factor).length, 1)
  const filled = [...counts.values()]
  const smallest = filled.reduce((least, count) => Math.min(least, count), rows)
  const largest = filled.reduce((most, count) => Math.max(most, count), 0)
  const emptyCells = cells - filled.length
  return {
    balanced: emptyCells === 0 && smallest === largest,
    cells,
    emptyCells,
    smallest,
    largest,
  }
}

const termOf =
  (factors: ReadonlyArray<Factor>) =>
  (names: ReadonlyArray<string>): Term | null => {
    const found = names.flatMap((name) => factors.filter((factor) => factor.name === name))
    const [first, ...rest] = found.map(codeFactor)
    if (first === undefined || found.length !== names.length) return null
    return { factors: names, coded: rest.reduce(interact, first) }
  }

const contains = (whole: Term, part: Term): boolean =>
  part.factors.every((name) => whole.factors.includes(name))

/** The other terms that a term is adjusted for, by the type of its sum of squares. */
const adjustedFor = (
  terms: ReadonlyArray<Term>,
  own: Term,
  type: 'II' | 'III',
): ReadonlyArray<Term> =>
  terms.filter((other) => other !== own && (type === 'III' || !contains(other, own)))

const nameOf = (factors: ReadonlyArray<string>): string => factors.join(' x ')

/** The sums of squares of all terms, or the name of the first that is aliased. */
const squaresOf = (
  terms: ReadonlyArray<Term>,
  response: ReadonlyArray<number>,
  type: SumOfSquaresType,
): { readonly squares: ReadonlyArray<number>; readonly residual: number } | string => {
  const coded = terms.map((term) => term.coded)
  const full = fitInOrder(coded, response)
  if (full._tag === 'Aliased') return nameOf((terms[full.term] as Term).factors)
  if (type === 'I') return full
  const squares = terms.map((term) => {
    const order = [...adjustedFor(terms, term, type).map((other) => other.coded), term.coded]
    const fit = fitInOrder(order, response)
    return fit._tag === 'Aliased' ? Number.NaN : (fit.squares[order.length - 1] ?? Number.NaN)
  })
  return { squares, residual: full.residual }
}

/**
 * Decomposes the variance of a response by labelled factors. Rows whose response is missing (`null`) are dropped and
 * counted. Not evaluable where the type has to be named and is not, where a term is aliased (determined by others; its
 * name is the subject), a factor is unknown or of another length, or the response does not vary, or varies so widely
 * that no float holds its squares.
 *
 * @example
 * ```ts
 * import { decomposeVariance } from 'edgeworth/statistics'
 *
 * const found = decomposeVariance()([1, 2, 3, 4, 5, 6], [{ name: 'side', labels: ['b', 'b', 'b', 's', 's', 's'] }])
 * found._tag === 'VarianceDecomposition' && found.terms[0]?.etaSquared.toFixed(4) // => '0.7714'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const decomposeVariance =
  ({ ssType, interactions = [] }: VarianceOptions = {}) =>
  (
    values: ReadonlyArray<number | null>,
    columns: ReadonlyArray<Factor>,
  ): VarianceDecomposition | Unsupported => {
    const kept = values.flatMap((value, row) => (value === null ? [] : [row]))
    const response = kept.map((row) => values[row] as number)
    const n = response.length
    const account = accountOf(n, values.length - n, 'missing_value')
    const refuse = unsupported('variance_decomposition')
    const ragged = columns.find(({ labels }) => labels.length !== values.length)
    if (ragged !== undefined) return refuse('unequal_lengths', account, ragged.name)
    if (!response.every(Number.isFinite)) return refuse('not_finite', account)
    if (n < 2 || columns.length === 0) return refuse('too_few', account)
    const factors = columns.map(({ name, labels }) => ({
      name,
      labels: kept.map((row) => labels[row] as string),
    }))
    const names = [...factors.map(({ name }) => [name]), ...interactions]
    const terms: Array<Term> = []
    for (const name of names) {
      const term = termOf(factors)(name)
      if (term === null) return refuse('unknown_factor', account, nameOf(name))
      terms.push(term)
    }
    const single = factors.find((factor) => levelsOf(factor).length < 2)
    if (single !== undefined) return refuse('aliased_term', account, single.name)
    const balance = balanceOf(factors, n)
    const reported = balance.balanced || terms.length === 1 ? 'any' : ssType
    if (reported === undefined) return refuse('unbalanced_needs_ss_type', account)
    if (response.every((value) => value === response[0])) return refuse('constant', account)
    const mean = total(response) / n
    const largest = response.reduce((most, value) => Math.max(most, Math.abs(value - mean)), 0)
    const unit = largest * largest
    // No sum of squares is more than n units.
    if (!Number.isFinite(n * unit)) return refuse('not_finite', account)
    // Scaled to at most 1, so that small squares do not vanish; scaled back where they are reported.
    const scaled = response.map((value) => (value - mean) / largest)
    const fit = squaresOf(terms, scaled, ssType ?? 'I')
    if (typeof fit === 'string') return refuse('aliased_term', account, fit)
    const all = total(scaled.map((value) => value * value))
    const used = terms.reduce((df, term) => df + term.coded.width, 0)
    const left = n - 1 - used
    const error = left > 0 ? fit.residual / left : null
    const described = terms.map((term, place): TermOfVariance => {
      const added = fit.squares[place] as number
      const squares = added > all * ROUNDING ? added : 0
      const df = term.coded.width
      const f = error === null || fit.residual <= all * ROUNDING ? null : squares / df / error
      return {
        term: nameOf(term.factors),
        df,
        squares: squares * unit,
        etaSquared: squares / all,
        partialEtaSquared: squares === 0 ? 0 : squares / (squares + fit.residual),
        omegaSquared: error === null ? null : (squares - df * error) / (all + error),
        f,
        p: f === null ? null : fSurvival(df, left)(f),
      }
    })
    const share = fit.residual / all
    return {
      _tag: 'VarianceDecomposition',
      ssType: reported,
      terms: described,
      residual: { df: left, squares: fit.residual * unit, share },
      total: { df: n - 1, squares: all * unit },
      overlap: 1 - share - total(described.map(({ etaSquared }) => etaSquared)),
      balance,
      ...account,
    }
  }
