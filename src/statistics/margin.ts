/**
 * Margins over a floor: how much better than a floor a subject is, case by case, on the same worlds.
 *
 * A cell is a world of a case. A cell counts where both the subject and the floor have a value for it; every other cell
 * is listed with its reason, so that a subject that fails on hard worlds cannot gain by their absence unseen.
 *
 * Laws
 *   L1 cells        in each case, joined and dropped cells are all cells, each once
 *   L2 paired       the margin of a case is the difference of ratios of its joined cells
 *
 * @module
 */

import type { IntervalOptions, IntervalOutcome } from './interval.js'
import { intervalOptions } from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { type CaseRow, haveCases, rowsByCase } from './macro.js'
import { pairedDifference } from './paired.js'

/**
 * Is a cell's value, or a cell that has none (`numerator: null`).
 *
 * @category model
 * @since 0.1.0
 */
export interface MarginRow extends Omit<CaseRow, 'numerator'> {
  readonly numerator: number | null
}

/**
 * Names a cell that does not count, and why: the subject or the floor did not play it, or played it without a score.
 *
 * @category model
 * @since 0.1.0
 */
export interface DroppedCell {
  readonly key: string
  readonly reason: 'no_subject' | 'no_floor' | 'subject_not_scored' | 'floor_not_scored'
}

/**
 * Holds the margin of a case: subject minus floor, pooled over cells and as the mean over cells.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseMargin {
  readonly case: string
  readonly margin: IntervalOutcome
  readonly meanMargin: IntervalOutcome
  readonly cells: number
  readonly dropped: ReadonlyArray<DroppedCell>
}

const keysOf = (rows: ReadonlyArray<MarginRow>): ReadonlySet<string> =>
  new Set(rows.map((row) => row.key))

const unscoredOf = (rows: ReadonlyArray<MarginRow>): ReadonlySet<string> =>
  keysOf(rows.filter((row) => row.numerator === null))

const dropReason = (
  key: string,
  subject: ReadonlyArray<ReadonlySet<string>>,
  floor: ReadonlyArray<ReadonlySet<string>>,
): DroppedCell['reason'] | null => {
  const [inSubject, unscored] = subject
  const [inFloor, floorUnscored] = floor
  if (!inSubject?.has(key)) return 'no_subject'
  if (!inFloor?.has(key)) return 'no_floor'
  if (unscored?.has(key)) return 'subject_not_scored'
  return floorUnscored?.has(key) ? 'floor_not_scored' : null
}

const marginOf =
  (options: Partial<IntervalOptions>) =>
  (
    name: string,
    subject: ReadonlyArray<MarginRow>,
    floor: ReadonlyArray<MarginRow>,
  ): CaseMargin => {
    const ofSubject = [keysOf(subject), unscoredOf(subject)]
    const ofFloor = [keysOf(floor), unscoredOf(floor)]
    const keys = [...new Set([...keysOf(subject), ...keysOf(floor)])].sort()
    const dropped = keys.flatMap((key) => {
      const reason = dropReason(key, ofSubject, ofFloor)
      return reason === null ? [] : [{ key, reason }]
    })
    const gone = new Set(dropped.map((cell) => cell.key))
    const counted = (rows: ReadonlyArray<MarginRow>): ReadonlyArray<CaseRow> =>
      rows.flatMap((row) => {
        const { numerator } = row
        return numerator === null || gone.has(row.key) ? [] : [{ ...row, numerator }]
      })
    const difference = pairedDifference(options)(counted(subject), counted(floor))
    return {
      case: name,
      margin: difference.differenceOfRatios,
      meanMargin: difference.meanOfDifferences,
      cells: keys.length - dropped.length,
      dropped,
    }
  }

/**
 * Computes the margin of a subject over a floor in each case that either played. A world of which one row has no score
 * is dropped whole. Options are those of `pairedDifference`.
 *
 * @example
 * ```ts
 * import { marginOverFloor } from 'edgeworth/statistics'
 *
 * const arm = (numerators: ReadonlyArray<number | null>) =>
 *   numerators.map((numerator, i) => ({ case: 'c', key: `w${i}`, numerator, denominator: 10 }))
 * const [margin] = marginOverFloor()(arm([6, 7, null, 8]), arm([4, 4, 6, 6, 1]))
 * margin?.dropped // => [{ key: 'w2', reason: 'subject_not_scored' }, { key: 'w4', reason: 'no_subject' }]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const marginOverFloor =
  (options: Partial<IntervalOptions> = {}) =>
  (
    subject: ReadonlyArray<MarginRow>,
    floor: ReadonlyArray<MarginRow>,
  ): ReadonlyArray<CaseMargin> => {
    if (!haveCases(subject) || !haveCases(floor)) {
      const refused = refusedEarly(
        intervalOptions(options),
        'difference_of_ratios',
        'malformed_rows',
      )
      return [{ case: '', margin: refused, meanMargin: refused, cells: 0, dropped: [] }]
    }
    const ofFloor = new Map(rowsByCase(floor))
    const ofSubject = new Map(rowsByCase(subject))
    const names = [...new Set([...ofSubject.keys(), ...ofFloor.keys()])].sort()
    const margin = marginOf(options)
    return names.map((name) => margin(name, ofSubject.get(name) ?? [], ofFloor.get(name) ?? []))
  }
