/**
 * Macro means: the mean of the ratios of cases, whatever their sizes, bootstrapped within each case.
 *
 * The cases are fixed, their worlds are a sample; so every replicate resamples each case on its own (a world that two
 * cases share is two worlds) and takes the mean of the ratios. One case of a single world would add no spread and make
 * the interval too narrow: it is refused, and named.
 *
 * Laws
 *   L1 renamed      renaming worlds within cases changes the estimate in no bit
 *   L2 one-case     the macro mean of one case is estimated by its pooled ratio
 *   L3 any-order    the order of rows and of cases changes no bit
 *
 * @module
 */

import { combinedInterval } from './combined-ratios.js'
import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  type NoIntervalReason,
  wellFormedOptions,
} from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { worldKey } from './keyed-weights.js'
import { type GridRows, gatherWorlds, type RatioRow, readRatioRows } from './ratio-rows.js'
import { engineFor, leastDenominator } from './resample.js'

/**
 * Is a row of a ratio that belongs to a case.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseRow extends RatioRow {
  readonly case: string
}

/**
 * Holds the ratio of one case, `null` where its denominators add up to nothing, and its worlds.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseRatio {
  readonly case: string
  readonly ratio: number | null
  readonly n: number
}

/**
 * Holds the interval of the mean of the ratios, the ratios, and the cases that forbid an interval, if any do.
 *
 * @category model
 * @since 0.1.0
 */
export interface MacroInterval {
  readonly interval: IntervalOutcome
  readonly cases: ReadonlyArray<CaseRatio>
  readonly unsupported: ReadonlyArray<string>
}

/**
 * Gathers rows by case, cases in the order of the UTF-16 units of their names.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowsByCase = <Row extends { readonly case: string }>(
  rows: ReadonlyArray<Row>,
): ReadonlyArray<readonly [string, ReadonlyArray<Row>]> => {
  const cases = new Map<string, Array<Row>>()
  for (const row of rows) {
    const known = cases.get(row.case)
    if (known === undefined) cases.set(row.case, [row])
    else known.push(row)
  }
  return [...cases].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Tells whether every row is a record that names its case.
 *
 * @category operations
 * @since 0.1.0
 */
export const haveCases = (rows: ReadonlyArray<unknown>): boolean =>
  Array.isArray(rows) &&
  rows.every((row) => typeof (row as { case?: unknown } | null)?.case === 'string')

/** The seed of a case: the seed and the name of the case, so that cases are resampled independently. */
const seedOfCase = (seed: bigint, name: string): bigint => {
  const [first, second] = worldKey(name)
  return (((seed << 32n) | BigInt(first >>> 0)) << 32n) | BigInt(second >>> 0)
}

interface NamedRows {
  readonly name: string
  readonly rows: GridRows
}

const readCases = (
  gridBits: number,
  rows: ReadonlyArray<CaseRow>,
): ReadonlyArray<NamedRows> | NoIntervalReason => {
  if (!haveCases(rows)) return 'malformed_rows'
  const read = rowsByCase(rows).map(([name, own]) => [name, readRatioRows(gridBits)(own)] as const)
  const defect = read.map(([, own]) => own).find((own) => typeof own === 'string')
  if (defect !== undefined) return defect
  return read.flatMap(([name, own]) =>
    typeof own === 'string' ? [] : [{ name, rows: gatherWorlds(own) }],
  )
}

/**
 * Computes an interval of the mean of the ratios of cases. The methods are `percentile`, `basic` and `bca`; the engine
 * is not `cpython`, and `auto` looks at the case of fewest worlds.
 *
 * @example
 * ```ts
 * import { macroInterval } from 'edgeworth/statistics'
 *
 * const rows = [1, 2, 3, 4].flatMap((numerator, i) => [
 *   { case: 'small', key: `s${i}`, numerator, denominator: 10 },
 *   { case: 'large', key: `l${i}`, numerator: 100 * numerator, denominator: 500 },
 * ])
 * macroInterval()(rows).interval.estimate // => 0.375
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const macroInterval =
  (options: Partial<IntervalOptions> = {}) =>
  (rows: ReadonlyArray<CaseRow>): MacroInterval => {
    const chosen = intervalOptions(options)
    const refused = (reason: NoIntervalReason): MacroInterval => ({
      interval: refusedEarly(chosen, 'mean_of_case_ratios', reason),
      cases: [],
      unsupported: [],
    })
    if (!wellFormedOptions(chosen)) return refused('malformed_options')
    if (chosen.engine === 'cpython' || chosen.method === 'studentized') {
      return refused('method_not_offered')
    }
    const cases = readCases(chosen.gridBits, rows)
    if (typeof cases === 'string') return refused(cases)
    const least = leastDenominator(chosen.gridBits)
    const fewest = Math.min(...cases.map((own) => own.rows.names.length))
    const ratios = cases.map(({ name, rows: { names, totals } }) => ({
      case: name,
      ratio: totals.denominator > least ? totals.numerator / totals.denominator : null,
      n: names.length,
    }))
    return {
      interval: combinedInterval(chosen, {
        statistic: 'mean_of_case_ratios',
        engine: engineFor(chosen.engine, fewest) === 'keyed' ? 'keyed' : 'multinomial',
        together: false,
        parts: cases.map((own) => ({
          rows: own.rows,
          factor: 1 / cases.length,
          seed: seedOfCase(BigInt(chosen.seed), own.name),
        })),
      }),
      cases: ratios,
      unsupported: ratios.flatMap((own) => (own.ratio === null || own.n < 2 ? [own.case] : [])),
    }
  }
