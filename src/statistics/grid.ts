/**
 * The grid: values as whole multiples of a declared binary unit, so that sums do not depend on their order.
 *
 * Every value is rounded once, to the nearest multiple of 2^-gridBits (halves away from zero). Sums of whole numbers below 2^53
 * are exact, hence the same in every order and every split into shards. The unit is declared beforehand: one that is
 * taken from the data would differ from shard to shard. What rounding took away is summed too, on a grid 2^20 times
 * finer, and its effect on the estimate is reported.
 *
 * Laws
 *   L1 exact      values on the grid are not changed
 *   L2 monoid     totals combine in any order and grouping to the same bits, and the empty total changes nothing
 *   L3 refusal    a value or sum that the grid cannot hold exactly is refused
 *
 * @module
 */

import { LARGEST_WEIGHT } from './keyed-weights.js'

/**
 * Adds up rows on the grid: rows, the two sums, the two sums of magnitudes (all in units), and what rounding took away
 * (in 2^-20 of a unit).
 *
 * @category model
 * @since 0.1.0
 */
export interface GridTotals {
  readonly rows: number
  readonly numerator: number
  readonly denominator: number
  readonly numeratorSize: number
  readonly denominatorSize: number
  readonly numeratorRest: number
  readonly denominatorRest: number
}

/** The units that a column may hold in magnitudes, so that no weighted sum reaches 2^53. */
const MOST_UNITS = Math.floor(9007199254740991 / LARGEST_WEIGHT)
const FINER = 1048576

/**
 * Gives the number of units in 1, 2^bits.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unitsInOne = (bits: number): number => {
  let units = 1
  for (let i = 0; i < bits; i += 1) units *= 2
  for (let i = 0; i > bits; i -= 1) units /= 2
  return units
}

/** Rounds to a whole number, halves away from zero; the zero is never negative. */
const rounded = (value: number): number =>
  value < 0 ? 0 - Math.round(-value) : Math.round(value + 0)

/**
 * Rounds a finite value to whole units.
 *
 * @category operations
 * @since 0.1.0
 */
export const toUnits = (units: number, value: number): number => rounded(value * units)

/**
 * Gives what rounding to whole units took away, in 2^-20 of a unit.
 *
 * @category operations
 * @since 0.1.0
 */
export const restOf = (units: number, value: number, whole: number): number =>
  rounded((value * units - whole) * FINER)

/**
 * Is the total of no rows.
 *
 * @category instances
 * @since 0.1.0
 */
export const noTotals: GridTotals = {
  rows: 0,
  numerator: 0,
  denominator: 0,
  numeratorSize: 0,
  denominatorSize: 0,
  numeratorRest: 0,
  denominatorRest: 0,
}

/**
 * Combines the totals of two parts.
 *
 * @category instances
 * @since 0.1.0
 */
export const addTotals = (a: GridTotals, b: GridTotals): GridTotals => ({
  rows: a.rows + b.rows,
  numerator: a.numerator + b.numerator,
  denominator: a.denominator + b.denominator,
  numeratorSize: a.numeratorSize + b.numeratorSize,
  denominatorSize: a.denominatorSize + b.denominatorSize,
  numeratorRest: a.numeratorRest + b.numeratorRest,
  denominatorRest: a.denominatorRest + b.denominatorRest,
})

/**
 * Tells whether every weighted sum of the rows is exact.
 *
 * @category operations
 * @since 0.1.0
 */
export const fitsGrid = (totals: GridTotals): boolean =>
  totals.numeratorSize <= MOST_UNITS && totals.denominatorSize <= MOST_UNITS

/**
 * Gives the relative change of the ratio of the sums by rounding; the absolute one where the ratio is 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const gridEffect = (totals: GridTotals): number => {
  const rounded = totals.numerator / totals.denominator
  const finer =
    (totals.numerator + totals.numeratorRest / FINER) /
    (totals.denominator + totals.denominatorRest / FINER)
  const change = Math.abs(finer - rounded)
  const effect = rounded === 0 ? change : change / Math.abs(rounded)
  return Number.isFinite(effect) ? effect : 0
}
