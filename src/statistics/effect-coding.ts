/**
 * EffectCoding: factors as columns of numbers, and least squares on them in a given order of terms.
 *
 * A factor of L levels has L - 1 columns: 1 on its own level, -1 on the last, 0 elsewhere; an interaction has the
 * products of its factors' columns. The entries are -1, 0 and 1, so the cross-products of columns are exact integers.
 * A Cholesky factorisation of those takes the columns one after another and gives the sum of squares that each adds to
 * the fit of the columns before it; a column that the ones before it determine shows as a pivot of 0 and is aliased.
 *
 * Laws
 *   L1 additive      the squares of all columns and the residual add up to the total
 *   L2 order         the residual does not depend on the order of the columns
 *
 * @module
 */

/**
 * Holds a column of labels: the level of a factor in each row.
 *
 * @category model
 * @since 0.1.0
 */
export interface Factor {
  readonly name: string
  readonly labels: ReadonlyArray<string>
}

/**
 * Holds the columns of a term: for each row the places and values of the entries that are not 0.
 *
 * @category model
 * @since 0.1.0
 */
export interface CodedTerm {
  readonly width: number
  readonly entries: ReadonlyArray<ReadonlyArray<readonly [place: number, value: number]>>
}

/**
 * Holds a fit: the sum of squares that each term adds to those before it in the order of the fit, and the residual.
 *
 * @category model
 * @since 0.1.0
 */
export interface OrderedFit {
  readonly _tag: 'OrderedFit'
  /** Sums of squares, in the order of the terms given. */
  readonly squares: ReadonlyArray<number>
  readonly residual: number
}

/** Pivots below this share of a column's own square are rounding: the columns before determine it. */
const ALIASED = 1e-9

/**
 * Names the levels of a factor, in the order of their text.
 *
 * @category operations
 * @since 0.1.0
 */
export const levelsOf = (factor: Factor): ReadonlyArray<string> =>
  [...new Set(factor.labels)].sort()

/**
 * Codes one factor by its effects.
 *
 * @category constructors
 * @since 0.1.0
 */
export const codeFactor = (factor: Factor): CodedTerm => {
  const levels = levelsOf(factor)
  const places = new Map(levels.map((level, place) => [level, place]))
  const width = levels.length - 1
  const last = Array.from({ length: width }, (_, place) => [place, -1] as const)
  const entries = factor.labels.map((label) => {
    const place = places.get(label) ?? width
    return place === width ? last : [[place, 1] as const]
  })
  return { width, entries }
}

/**
 * Codes the interaction of two terms: the products of their columns.
 *
 * @category constructors
 * @since 0.1.0
 */
export const interact = (one: CodedTerm, other: CodedTerm): CodedTerm => ({
  width: one.width * other.width,
  entries: one.entries.map((row, i) =>
    row.flatMap(([a, x]) =>
      (other.entries[i] ?? []).map(([b, y]) => [a * other.width + b, x * y] as const),
    ),
  ),
})

/** The rows of all terms side by side: column 0 is the constant. */
const sideBySide = (
  terms: ReadonlyArray<CodedTerm>,
  rows: number,
): ReadonlyArray<ReadonlyArray<readonly [number, number]>> => {
  const starts: Array<number> = []
  let next = 1
  for (const term of terms) {
    starts.push(next)
    next += term.width
  }
  return Array.from({ length: rows }, (_, i) => [
    [0, 1] as const,
    ...terms.flatMap((term, t) =>
      (term.entries[i] ?? []).map(([place, value]) => [(starts[t] ?? 0) + place, value] as const),
    ),
  ])
}

/** Solves L'b = z for the lower triangle `l` of `size` columns. */
const solvedBack = (l: Float64Array, z: Float64Array, size: number): Float64Array => {
  const b = z.slice()
  for (let j = size - 1; j >= 0; j -= 1) {
    for (let i = j + 1; i < size; i += 1) {
      b[j] = (b[j] as number) - (l[i * size + j] as number) * (b[i] as number)
    }
    b[j] = (b[j] as number) / (l[j * size + j] as number)
  }
  return b
}

/** Turns cross-products into their Cholesky triangle in place; gives the first aliased column, or -1. */
const triangulated = (gram: Float64Array, size: number): number => {
  for (let j = 0; j < size; j += 1) {
    const own = gram[j * size + j] as number
    for (let i = j; i < size; i += 1) {
      let value = gram[i * size + j] as number
      for (let k = 0; k < j; k += 1) {
        value -= (gram[i * size + k] as number) * (gram[j * size + k] as number)
      }
      if (i > j) {
        gram[i * size + j] = value / (gram[j * size + j] as number)
        continue
      }
      if (!(value > ALIASED * own)) return j
      gram[j * size + j] = Math.sqrt(value)
    }
  }
  return -1
}

/**
 * Fits the terms to a response in their order, after a constant. Gives the place of the first aliased term instead,
 * where the terms before it determine one of its columns.
 *
 * @category operations
 * @since 0.1.0
 */
export const fitInOrder = (
  terms: ReadonlyArray<CodedTerm>,
  response: ReadonlyArray<number>,
): OrderedFit | { readonly _tag: 'Aliased'; readonly term: number } => {
  const rows = sideBySide(terms, response.length)
  const size = 1 + terms.reduce((sum, term) => sum + term.width, 0)
  const triangle = new Float64Array(size * size)
  const z = new Float64Array(size)
  rows.forEach((row, i) => {
    const y = response[i] as number
    for (const [a, x] of row) {
      z[a] = (z[a] as number) + x * y
      for (const [b, w] of row) {
        triangle[a * size + b] = (triangle[a * size + b] as number) + x * w
      }
    }
  })
  const aliased = triangulated(triangle, size)
  const ends = terms.map((_, t) => 1 + terms.slice(0, t + 1).reduce((s, term) => s + term.width, 0))
  if (aliased >= 0) return { _tag: 'Aliased', term: ends.findIndex((end) => aliased < end) }
  for (let j = 0; j < size; j += 1) {
    for (let k = 0; k < j; k += 1) {
      z[j] = (z[j] as number) - (triangle[j * size + k] as number) * (z[k] as number)
    }
    z[j] = (z[j] as number) / (triangle[j * size + j] as number)
  }
  const b = solvedBack(triangle, z, size)
  const residual = rows.reduce((sum, row, i) => {
    const fitted = row.reduce((value, [a, x]) => value + x * (b[a] as number), 0)
    const off = (response[i] as number) - fitted
    return sum + off * off
  }, 0)
  const squares = terms.map((term, t) => {
    const end = ends[t] ?? 0
    return z.subarray(end - term.width, end).reduce((sum, value) => sum + value * value, 0)
  })
  return { _tag: 'OrderedFit', squares, residual }
}
