/**
 * Rows: what the aggregate efficiency ratio is computed from.
 *
 * A row is one episode in one world, as plain data from any framework: what was realized and what was attainable, both
 * as gains over the world's start, and the tier that says which optimum `attainable` is. A row that could not be played
 * (`error`) or that was taken back (`withdrawn`) carries no claim about either; it is counted and listed, never scored.
 *
 * | tier            | `attainable` is the gain of                                                                  |
 * | --------------- | -------------------------------------------------------------------------------------------- |
 * | `wstar_grid`    | the social optimum in whole units, full information; recordings name it `wstar_fallback`      |
 * | `wstar_exact`   | the social optimum in divisible goods, full information                                       |
 * | `exact_wbayes`  | the best that the information allows, computed exactly                                        |
 * | `mc_wbayes`     | the best that the information allows, estimated by simulation, with `attainableInterval`      |
 *
 * Any other non-empty name is a tier of its own: the library does not need to know it to keep it apart. The world is
 * the unit of resampling. It is named by `case` and `world` together, so one seed played under two cases is two
 * worlds, and several rows of one world (repeats, or several agents) are one.
 *
 * Malformed is what no rule could score: a row that is not an object, a missing or empty `world` or `tier`, a scored
 * row whose numbers are not finite. A finite `attainable` at or below EPSILON, negative ones included, is not
 * malformed: that world offers nothing to gain, and the score lists it as degenerate.
 *
 * Laws
 *   L1 total      reading never throws, and reports every malformed field with its path
 *
 * @module
 */

import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'

/**
 * Names the tiers that this library computes.
 *
 * @category model
 * @since 0.1.0
 */
export type KnownTier = 'wstar_grid' | 'wstar_exact' | 'exact_wbayes' | 'mc_wbayes'

/**
 * The name under which recordings keep each tier that has another name there.
 *
 * @category model
 * @since 0.1.0
 */
export const recordedTierNames: Readonly<Record<string, KnownTier>> = {
  wstar_fallback: 'wstar_grid',
}

interface RowIdentity<Tier extends string> {
  /** The stable id of the world, for instance its seed; not its position in a list. */
  readonly world: string
  readonly tier: Tier
  readonly case?: string | null | undefined
  readonly agent?: string | null | undefined
  /** Why the row was excluded or annotated. */
  readonly reason?: string | null | undefined
}

/**
 * Describes an episode that was played to its end. Both gains are in units of welfare over the world's start.
 *
 * @category model
 * @since 0.1.0
 */
export interface ScoredRow<Tier extends string = string> extends RowIdentity<Tier> {
  readonly status?: 'ok' | null | undefined
  readonly realized: number
  readonly attainable: number
  /** The 95% interval of an `attainable` that was estimated by simulation (`mc_wbayes`); other tiers ignore it. */
  readonly attainableInterval?: readonly [number, number] | null | undefined
}

/**
 * Describes an episode that has no score: the harness failed, or the row was withdrawn. Its gains are not read.
 *
 * @category model
 * @since 0.1.0
 */
export interface ExcludedRow<Tier extends string = string> extends RowIdentity<Tier> {
  readonly status: 'error' | 'withdrawn'
  readonly realized?: number | null | undefined
  readonly attainable?: number | null | undefined
  readonly attainableInterval?: readonly [number, number] | null | undefined
}

/**
 * Describes one row of a score: played, failed or withdrawn.
 *
 * @category model
 * @since 0.1.0
 */
export type AerRow<Tier extends string = string> = ScoredRow<Tier> | ExcludedRow<Tier>

const malformed = (path: Failure['path'], value: unknown, expected: string) =>
  failure('MalformedRow', path, value, expected)

type Defects = ReadonlyArray<Failure<'MalformedRow'>>

const isFilled = (value: unknown): boolean => typeof value === 'string' && value !== ''

const isAbsent = (value: unknown): boolean => value === undefined || value === null

const intervalDefects = (index: number, interval: unknown): Defects => {
  if (isAbsent(interval)) return []
  const [low, high] = Array.isArray(interval) ? interval : []
  const ordered = Number.isFinite(low) && Number.isFinite(high) && low <= high
  return ordered
    ? []
    : [malformed([index, 'attainableInterval'], interval, 'two finite ends, the lower first')]
}

const defectsOf = (row: unknown, index: number): Defects => {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    return [malformed([index], row, 'a row as an object')]
  }
  const fields = row as Readonly<Record<string, unknown>> // an object has string keys of unknown values
  const defects: Array<Failure<'MalformedRow'>> = []
  const demand = (key: string, holds: boolean, expected: string): void => {
    if (!holds) defects.push(malformed([index, key], fields[key], expected))
  }
  const { status } = fields
  for (const key of ['world', 'tier']) demand(key, isFilled(fields[key]), 'a non-empty string')
  for (const key of ['case', 'agent']) {
    demand(key, isAbsent(fields[key]) || isFilled(fields[key]), 'a non-empty string, or nothing')
  }
  demand(
    'reason',
    isAbsent(fields.reason) || typeof fields.reason === 'string',
    'a string, or nothing',
  )
  demand(
    'status',
    isAbsent(status) || status === 'ok' || status === 'error' || status === 'withdrawn',
    "'ok', 'error' or 'withdrawn', or nothing",
  )
  if (status === 'error' || status === 'withdrawn') return defects
  for (const key of ['realized', 'attainable']) {
    demand(key, Number.isFinite(fields[key]), 'a finite number')
  }
  return [...defects, ...intervalDefects(index, fields.attainableInterval)]
}

const rowDefects = (row: unknown, index: number): Defects => {
  try {
    return defectsOf(row, index)
  } catch {
    // A getter or a proxy of the caller threw.
    return [malformed([index], row, 'a row whose members can be read')]
  }
}

/**
 * Finds everything that is malformed in a list of rows; `null` where nothing is. Paths start at the list.
 *
 * @category operations
 * @since 0.1.0
 */
export const malformedRows = (rows: unknown): Failures<'MalformedRow'> | null =>
  Array.isArray(rows)
    ? nonEmpty(Array.from(rows, rowDefects).flat())
    : [malformed([], rows, 'a list of rows')]

/**
 * Tells whether a row takes part in a score.
 *
 * @category operations
 * @since 0.1.0
 */
export const isPlayed = <Tier extends string>(row: AerRow<Tier>): row is ScoredRow<Tier> =>
  row.status !== 'error' && row.status !== 'withdrawn'
