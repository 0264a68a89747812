/**
 * The aggregate efficiency ratio (AER): what a market realized of what it could have gained.
 *
 *     AER = sum over worlds (W_realized - W_initial) / sum over worlds (W* - W_initial)
 *
 * A ratio of sums, so a world with much to gain weighs more than one with little. It is raw: destroyed value stays
 * negative, and nothing stops it at 1 (trades in fractions can beat an optimum in whole units); `clipped` is its
 * companion within [0, 1]. It is blind to who gets what; `capture.ts` is not. The tier says which optimum is below the
 * line (`aer-row.ts`), and ratios over different optima are never pooled: mixed tiers are an outcome that names them,
 * and with literal row types they do not compile. Worlds that offered nothing, failed episodes and withdrawn rows are
 * listed with their reasons; none of them is scored as 0.
 *
 * The interval resamples worlds by their names (`aer-interval.ts`): rows that share a case and a world move together.
 * Published intervals were made by the recorded engine, `bootstrap: { engine: 'cpython' }`.
 *
 * | option                 | default    | meaning                                                     |
 * | ---------------------- | ---------- | ----------------------------------------------------------- |
 * | `bootstrap`            | `{}`       | options of the interval (`aer-interval.ts`); `false`: none  |
 * | `summation`            | `neumaier` | the rule by which gains are added                           |
 *
 * Laws
 *   L1 scale        multiplying every gain by a power of two changes neither the score nor its recorded interval, short
 *                   of overflow and underflow
 *   L2 order        the order of the rows does not change the score where sums are exact
 *   L3 degenerate   a row that offers nothing changes nothing but the list of dropped rows
 *   L4 withdrawal   a withdrawn or failed row changes nothing but the list of dropped rows
 *   L5 tiers        rows of different tiers never give a number
 *   L6 clip         clipping is idempotent and changes no score within [0, 1]
 *   L7 blindness    who made a gain does not matter
 *   L8 repetition   playing every world twice alike changes neither score nor interval where sums are exact
 *   L9 total        scoring never throws, not even where reading a member of a row does, and no number it gives is NaN
 *                   or infinite
 *   L10 options     an option of another name is reported with its name
 *
 * @module
 */

import { defaultSummation, EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { type Failure, failure, nonEmpty, renderFailure } from '../core/failure.js'
import {
  type BootstrapOptions,
  intervalOf,
  isBootstrapOption,
  malformedBootstrap,
  worldSums,
} from './aer-interval.js'
import type {
  Accounted,
  AerInvalid,
  AerOutcome,
  AerRefusal,
  DroppedRow,
  DropReason,
  MixedTiers,
  OneTier,
} from './aer-outcome.js'
import { type AerRow, isPlayed, malformedRows, type ScoredRow } from './aer-row.js'
import { groupsBy } from './groups.js'

/**
 * Chooses how a score is computed; see the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface AerOptions {
  readonly bootstrap?: BootstrapOptions | false | undefined
  readonly summation?: Summation | undefined
}

interface Account<Tier extends string> extends Accounted {
  readonly scored: ReadonlyArray<ScoredRow<Tier>>
}

const droppedRow = (row: AerRow, reason: DropReason): DroppedRow => ({
  world: row.world,
  case: row.case ?? null,
  agent: row.agent ?? null,
  tier: row.tier,
  reason,
  detail: row.reason ?? null,
})

/** Parts the rows that a score rests on from those that are only listed. */
const account = <Tier extends string>(rows: ReadonlyArray<AerRow<Tier>>): Account<Tier> => {
  const scored: Array<ScoredRow<Tier>> = []
  const dropped: Array<DroppedRow> = []
  const droppedCounts = { degenerate_denominator: 0, error: 0, withdrawn: 0 }
  rows.forEach((row) => {
    if (isPlayed(row) && row.attainable > EPSILON) {
      scored.push(row)
      return
    }
    const reason = isPlayed(row) ? 'degenerate_denominator' : row.status
    droppedCounts[reason] += 1
    dropped.push(droppedRow(row, reason))
  })
  return { scored, n: scored.length, dropped, droppedCounts }
}

const withoutNumber = ({ dropped, droppedCounts }: Accounted): Accounted => ({
  n: 0,
  dropped,
  droppedCounts,
})

const nothingScored = (accounted: Accounted): AerRefusal => {
  const { degenerate_denominator: degenerate, error, withdrawn } = accounted.droppedCounts
  const status = degenerate > 0 ? 'degenerate_denominator' : 'not_evaluable'
  const reason =
    degenerate > 0
      ? `nothing could be gained in any of the worlds that were played (${degenerate} rows)`
      : `no row was played (${error} failed, ${withdrawn} withdrawn)`
  return { status, reason, ...withoutNumber(accounted) }
}

/**
 * Refuses rows whose scored members belong to several tiers; `null` where they belong to one or none. The rows must be
 * well formed.
 *
 * @category operations
 * @since 0.1.0
 */
export const mixedTiers = (rows: ReadonlyArray<AerRow>): MixedTiers | null => {
  const accounted = account(rows)
  const tiers = groupsBy((row: AerRow) => row.tier)(accounted.scored).map((group) => ({
    tier: group.key,
    n: group.rows.length,
  }))
  if (tiers.length < 2) return null
  const named = tiers.map(({ tier, n }) => `${tier} (${n})`).join(', ')
  const reason = `rows of different tiers have no pooled score: ${named}`
  return { status: 'mixed_tiers', reason, tiers, ...withoutNumber(accounted) }
}

/**
 * Limits a score to [0, 1].
 *
 * @category operations
 * @since 0.1.0
 */
export const clipScore = (aer: number): number => Math.max(0, Math.min(1, aer))

/**
 * Reports rows or options that could not be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const invalidScore = (failures: AerInvalid['failures']): AerInvalid => {
  const [first, ...more] = failures
  const rest = more.length === 0 ? '' : ` (and ${more.length} more)`
  return { status: 'invalid', reason: `${renderFailure(first)}${rest}`, failures }
}

const malformedSummation = (
  summation: Summation | undefined,
): ReadonlyArray<Failure<'MalformedOption'>> =>
  summation === undefined || summation === 'plain' || summation === 'neumaier'
    ? []
    : [failure('MalformedOption', ['summation'], summation, "'plain' or 'neumaier'")]

const unknownOptions = (options: object): ReadonlyArray<Failure<'MalformedOption'>> =>
  Object.entries(options)
    .filter(([key, value]) => value !== undefined && key !== 'bootstrap' && key !== 'summation')
    .map(([key, value]) => {
      const place = isBootstrapOption(key) ? `bootstrap: { ${key} }` : 'bootstrap or summation'
      return failure('MalformedOption', [key], value, `no such option but ${place}`)
    })

/**
 * Finds everything that is malformed in the rows and options of a score; `null` where nothing is.
 *
 * @category operations
 * @since 0.1.0
 */
export const malformedScore = (rows: unknown, options: AerOptions): AerInvalid | null => {
  if (typeof options !== 'object' || options === null) {
    return invalidScore([failure('MalformedOption', [], options, 'an object of options')])
  }
  const failures = nonEmpty([
    ...(malformedRows(rows) ?? []),
    ...malformedBootstrap(options.bootstrap),
    ...malformedSummation(options.summation),
    ...unknownOptions(options),
  ])
  return failures === null ? null : invalidScore(failures)
}

/**
 * Scores rows of one tier. Rows are plain data from any framework; what is malformed is reported with its place and
 * nothing is thrown. Rows of several tiers give the outcome `mixed_tiers`; where the tiers are literal types they do
 * not compile. (A tier whose type is a union of names counts as several; widen it to `string` or split the rows with
 * `scoreAERByTier`.)
 *
 * @example
 * ```ts
 * import { scoreAER } from 'edgeworth/scoring'
 * const outcome = scoreAER([
 *   { world: '1200', case: 'case01', realized: 3, attainable: 8, tier: 'wstar_grid' },
 *   { world: '1201', case: 'case01', realized: -1, attainable: 8, tier: 'wstar_grid' },
 *   { world: '1202', case: 'case01', tier: 'wstar_grid', status: 'error', reason: 'timeout' },
 * ])
 * outcome.status === 'ok' ? [outcome.aer, outcome.n, outcome.dropped.length] : outcome // => [0.125, 2, 1]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const scoreAER = <Tier extends string>(
  rows: ReadonlyArray<AerRow<Tier>> & OneTier<Tier>,
  options: AerOptions = {},
): AerOutcome<Tier> => {
  const invalid = malformedScore(rows, options)
  if (invalid !== null) return invalid
  const mixed = mixedTiers(rows)
  if (mixed !== null) return mixed
  const { scored, ...accounted } = account<Tier>(rows)
  const [first] = scored
  if (first === undefined) return nothingScored(accounted)
  const summation = options.summation ?? defaultSummation
  const total = sum(summation)
  const realized = total(scored.map((row) => row.realized))
  const attainable = total(scored.map((row) => row.attainable))
  const aer = realized / attainable
  if (![realized, attainable, aer].every(Number.isFinite)) {
    const reason = 'the sums of the gains or their ratio are beyond the range of a double'
    return { status: 'not_evaluable', reason, ...withoutNumber(accounted) }
  }
  const worlds = worldSums(summation)(scored)
  return {
    status: 'ok',
    aer,
    clipped: clipScore(aer),
    interval: intervalOf(options.bootstrap ?? {}, summation)(scored, worlds),
    tier: first.tier,
    worlds: worlds.length,
    realized,
    attainable,
    method: 'ratio_of_sums',
    summation,
    ...accounted,
  }
}
