/**
 * Rows of a ratio: read once, put on the grid, and gathered by world.
 *
 * A row names its world and adds to two sums. Several rows may name one world: they move together in every resample,
 * since the world is what was sampled. Two orders are used: the one in which rows were given, for sums that no order
 * changes, and worlds sorted by the UTF-16 units of their names, for everything else.
 *
 * Laws
 *   L1 worlds     gathered rows have each world once, in order, with the exact sums of its rows
 *   L2 shuffled   gathering does not depend on the order of the rows
 *
 * @module
 */

import {
  addTotals,
  fitsGrid,
  type GridTotals,
  noTotals,
  restOf,
  toUnits,
  unitsInOne,
} from './grid.js'
import type { NoIntervalReason } from './interval.js'
import { worldKey } from './keyed-weights.js'

/**
 * Adds `numerator` and `denominator` to the sums of the world named `key`: a text that is the same on every machine
 * and stays with the world, not its position.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioRow {
  readonly key: string
  readonly numerator: number
  readonly denominator: number
}

/**
 * Holds rows on the grid: names, two words of key a row, two columns interleaved (in units), and their totals.
 *
 * @category model
 * @since 0.1.0
 */
export interface GridRows {
  readonly names: ReadonlyArray<string>
  readonly keys: Int32Array
  readonly columns: Float64Array
  readonly totals: GridTotals
}

const isRow = (row: unknown): row is RatioRow => {
  if (typeof row !== 'object' || row === null) return false
  const { key, numerator, denominator } = row as Partial<RatioRow> // read, then checked
  return typeof key === 'string' && typeof numerator === 'number' && typeof denominator === 'number'
}

/**
 * Puts rows on the grid of 2^-gridBits, in their order, or names what is wrong with them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readRatioRows =
  (gridBits: number) =>
  (rows: ReadonlyArray<RatioRow>): GridRows | NoIntervalReason => {
    if (!Array.isArray(rows)) return 'malformed_rows'
    const units = unitsInOne(gridBits)
    const names = new Array<string>(rows.length)
    const keys = new Int32Array(2 * rows.length)
    const columns = new Float64Array(2 * rows.length)
    // Plain numbers in the loop: a million rows would make as many records of totals.
    let [numerator, denominator, sizeOfNumerator, sizeOfDenominator] = [0, 0, 0, 0]
    let [restOfNumerator, restOfDenominator] = [0, 0]
    for (let i = 0; i < rows.length; i += 1) {
      const row: unknown = rows[i]
      if (!isRow(row)) return 'malformed_rows'
      if (!Number.isFinite(row.numerator) || !Number.isFinite(row.denominator)) return 'not_finite'
      const above = toUnits(units, row.numerator)
      const below = toUnits(units, row.denominator)
      names[i] = row.key
      keys.set(worldKey(row.key), 2 * i)
      columns[2 * i] = above
      columns[2 * i + 1] = below
      numerator += above
      denominator += below
      sizeOfNumerator += Math.abs(above)
      sizeOfDenominator += Math.abs(below)
      restOfNumerator += restOf(units, row.numerator, above)
      restOfDenominator += restOf(units, row.denominator, below)
    }
    const totals: GridTotals = {
      rows: rows.length,
      numerator,
      denominator,
      numeratorSize: sizeOfNumerator,
      denominatorSize: sizeOfDenominator,
      numeratorRest: restOfNumerator,
      denominatorRest: restOfDenominator,
    }
    return fitsGrid(totals) ? { names, keys, columns, totals } : 'grid_overflow'
  }

/**
 * Counts the worlds that are named.
 *
 * @category operations
 * @since 0.1.0
 */
export const countWorlds = (rows: GridRows): number => new Set(rows.names).size

/** Tells whether the names ascend, each once: whether there is nothing to gather. */
const isGathered = (names: ReadonlyArray<string>): boolean =>
  names.every((name, i) => i === 0 || (names[i - 1] as string) < name)

/**
 * Adds up the rows of each world, worlds in the order of their names; totals are kept.
 *
 * @category operations
 * @since 0.1.0
 */
export const gatherWorlds = (rows: GridRows): GridRows => {
  if (isGathered(rows.names)) return rows
  const names = [...new Set(rows.names)].sort()
  const place = new Map(names.map((name, i) => [name, i]))
  const keys = new Int32Array(2 * names.length)
  const columns = new Float64Array(2 * names.length)
  for (const [i, name] of rows.names.entries()) {
    const at = 2 * (place.get(name) as number) // every name has a place
    keys[at] = rows.keys[2 * i] as number
    keys[at + 1] = rows.keys[2 * i + 1] as number
    columns[at] = (columns[at] as number) + (rows.columns[2 * i] as number)
    columns[at + 1] = (columns[at + 1] as number) + (rows.columns[2 * i + 1] as number)
  }
  return { names, keys, columns, totals: rows.totals }
}

/**
 * Joins two lots of rows, the first before the second.
 *
 * @category operations
 * @since 0.1.0
 */
export const joinRows = (a: GridRows, b: GridRows): GridRows => {
  const keys = new Int32Array(a.keys.length + b.keys.length)
  const columns = new Float64Array(a.columns.length + b.columns.length)
  keys.set(a.keys)
  keys.set(b.keys, a.keys.length)
  columns.set(a.columns)
  columns.set(b.columns, a.columns.length)
  return {
    names: [...a.names, ...b.names],
    keys,
    columns,
    totals: addTotals(a.totals, b.totals),
  }
}

/**
 * Holds no rows.
 *
 * @category instances
 * @since 0.1.0
 */
export const noRatioRows: GridRows = {
  names: [],
  keys: new Int32Array(0),
  columns: new Float64Array(0),
  totals: noTotals,
}
