/**
 * Sweep summary: what the rows of a sweep come to, for every agent and case, and what they cost.
 *
 * Agents are developed on the development seeds, so their ratio there, with its interval, says how they were tuned; the
 * ratio on all other seeds, the held-out point, says how they hold up. The two are never pooled.
 *
 * | column                          | meaning                                                             |
 * | ------------------------------- | ------------------------------------------------------------------- |
 * | `dev_aer`, `dev_low`, `dev_high` | AER on the development seeds with its interval over worlds; empty where there is none |
 * | `engine`                        | by which worlds were resampled for that interval; empty where there is none |
 * | `held_out_aer`                  | AER on all other seeds; empty where there is none                   |
 * | `dev_n`, `held_out_n`           | rows that are scored in either                                      |
 * | `ok` to `withdrawn`             | rows by status; withdrawn rows are counted there alone              |
 * | `degenerate`                    | rows that offered nothing to gain: listed, never scored             |
 * | `cost_usd`                      | of calls with a known price, those of failed games included; empty where no call has one |
 * | `unpriced`                      | calls without a known price                                         |
 *
 * Laws
 *   L1 all counted   the counts of all groups add up to the number of rows
 *
 * @module
 */
import { developmentSeeds } from '../exchange/cases-official.js'
import { scoreAER } from '../scoring/aer.js'
import type { AerOutcome } from '../scoring/aer-outcome.js'
import type { AerRow } from '../scoring/aer-row.js'
import { groupsBy } from '../scoring/groups.js'
import {
  type BargainGroup,
  bargainColumns,
  bargainFigures,
  bargainGroup,
  costFigures,
  type RowCounts,
} from './bargain-summary.js'
import { type ResultRow, scoredRow } from './result-row.js'
import type { SeatCost } from './row-identity.js'
import type { SweepStatus } from './sweep-guard.js'

/**
 * Holds what one agent came to in one case of markets.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepGroup {
  readonly agent: string
  readonly case: string
  readonly counts: RowCounts
  readonly development: AerOutcome
  readonly heldOut: AerOutcome
  readonly seats: Readonly<Record<string, SeatCost>>
  /** What was spent on games that failed, in US dollars: they leave no manifest, so it is in no seat. */
  readonly failedCost: number
}

/**
 * Holds what a sweep came to.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepSummary {
  readonly status: SweepStatus
  readonly detail: string
  readonly counts: RowCounts
  readonly groups: ReadonlyArray<SweepGroup>
  /** The groups of a sweep of bargains, which has no others; absent in a sweep of markets. */
  readonly bargains?: ReadonlyArray<BargainGroup>
  /** Pins that no answer has confirmed, with how many scored games; absent without any. */
  readonly unconfirmedPins?: Readonly<Record<string, number>>
  /** The reasons of failed rows that are not withdrawn, with how many there are of each. */
  readonly failures: Readonly<Record<string, number>>
  readonly withdrawn: ReadonlyArray<{
    readonly agent: string
    readonly case: string
    readonly seed: number
    readonly reason: string
  }>
  readonly seats: Readonly<Record<string, SeatCost>>
}

const noCost: SeatCost = { calls: 0, blank: 0, cost_usd: 0, unpriced: 0 }

/**
 * Adds up the calls of rows by seat. Rows without a score are not in it: a failed game leaves no manifest.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatCosts = (rows: ReadonlyArray<ResultRow>): Readonly<Record<string, SeatCost>> => {
  const total = new Map<string, SeatCost>()
  for (const row of rows) {
    if (row.status !== 'ok') continue
    for (const [seat, own] of Object.entries(row.seats)) {
      const before = total.get(seat) ?? noCost
      total.set(seat, {
        calls: before.calls + own.calls,
        blank: before.blank + own.blank,
        cost_usd: before.cost_usd + own.cost_usd,
        unpriced: before.unpriced + own.unpriced,
      })
    }
  }
  return Object.fromEntries([...total].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const countRows = (rows: ReadonlyArray<ResultRow>): RowCounts => {
  const counted = rows.filter(({ withdrawn }) => withdrawn === undefined)
  const count = (status: ResultRow['status']): number =>
    counted.filter((row) => row.status === status).length
  return {
    ok: count('ok'),
    failed: count('failed'),
    missing: count('missing'),
    withdrawn: rows.length - counted.length,
  }
}

const development: ReadonlySet<number> = /* @__PURE__ */ new Set(developmentSeeds)

const scoreOf = (rows: ReadonlyArray<ResultRow>, isDevelopment: boolean): AerOutcome =>
  scoreAER(
    rows
      .filter(({ seed }) => development.has(seed) === isDevelopment)
      .flatMap((row): ReadonlyArray<AerRow> => {
        const scored = scoredRow(row)
        return scored === null ? [] : [scored]
      }),
  )

type Common = Pick<SweepGroup, 'agent' | 'case' | 'counts' | 'seats' | 'failedCost'>

const commonOf = (rows: ReadonlyArray<ResultRow>): Common => ({
  agent: rows[0]?.agent ?? '',
  case: rows[0]?.case ?? '',
  counts: countRows(rows),
  seats: seatCosts(rows),
  failedCost: rows.reduce(
    (total, row) => (row.status === 'failed' ? total + row.cost_usd : total),
    0,
  ),
})

const groupOf = (rows: ReadonlyArray<ResultRow>): SweepGroup => {
  const { seats, failedCost, ...named } = commonOf(rows)
  const development = scoreOf(rows, true)
  const heldOut = scoreOf(rows, false)
  return { ...named, development, heldOut, seats, failedCost }
}

const tally = (names: ReadonlyArray<string>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)))
}

const failuresIn = (rows: ReadonlyArray<ResultRow>): Readonly<Record<string, number>> =>
  tally(
    rows.flatMap((row) =>
      row.status === 'failed' && row.withdrawn === undefined ? [row.reason] : [],
    ),
  )

/**
 * Counts the games that stand although no answer has confirmed a pin, by pin; nothing without any.
 *
 * @category operations
 * @since 0.1.0
 */
export const unconfirmedIn = (
  rows: ReadonlyArray<ResultRow>,
): Pick<SweepSummary, 'unconfirmedPins'> => {
  const pins = rows.flatMap((row) =>
    row.status === 'ok' && row.withdrawn === undefined ? (row.unconfirmed_pins ?? []) : [],
  )
  return pins.length === 0 ? {} : { unconfirmedPins: tally(pins) }
}

const groupsIn = (
  rows: ReadonlyArray<ResultRow>,
  game: 'market' | 'bargains',
): Pick<SweepSummary, 'groups' | 'bargains'> => {
  const groups = groupsBy((row: ResultRow) => JSON.stringify([row.agent, row.case]))(rows)
  return game === 'market'
    ? { groups: groups.map((group) => groupOf(group.rows)) }
    : {
        groups: [],
        bargains: groups.map((group) => bargainGroup(commonOf(group.rows), group.rows)),
      }
}

/**
 * Sums up the rows of a sweep of markets, or of one of bargains.
 *
 * @category operations
 * @since 0.1.0
 */
export const summarizeSweep = (
  rows: ReadonlyArray<ResultRow>,
  status: SweepStatus,
  detail = '',
  game: 'market' | 'bargains' = 'market',
): SweepSummary => ({
  status,
  detail,
  counts: countRows(rows),
  ...groupsIn(rows, game),
  ...unconfirmedIn(rows),
  failures: failuresIn(rows),
  withdrawn: rows.flatMap(({ agent, case: name, seed, withdrawn }) =>
    withdrawn === undefined ? [] : [{ agent, case: name, seed, reason: withdrawn }],
  ),
  seats: seatCosts(rows),
})

const columns = [
  'agent',
  'case',
  'dev_aer',
  'dev_low',
  'dev_high',
  'engine',
  'dev_n',
  'held_out_aer',
  'held_out_n',
  'ok',
  'failed',
  'missing',
  'withdrawn',
  'degenerate',
  'cost_usd',
  'unpriced',
] as const

type Figure = string | number | null

const pointOf = (score: AerOutcome): number | null => (score.status === 'ok' ? score.aer : null)

const sizeOf = (score: AerOutcome): number => (score.status === 'ok' ? score.n : 0)

const degenerateIn = (score: AerOutcome): number =>
  score.status === 'invalid' ? 0 : score.droppedCounts.degenerate_denominator

const figuresOf = ({
  agent,
  case: name,
  counts,
  development: dev,
  heldOut,
  seats,
  failedCost,
}: SweepGroup): ReadonlyArray<Figure> => {
  const interval = dev.status === 'ok' && dev.interval._tag === 'Interval' ? dev.interval : null
  return [
    agent,
    name,
    pointOf(dev),
    interval?.low ?? null,
    interval?.high ?? null,
    interval?.engine ?? null,
    sizeOf(dev),
    pointOf(heldOut),
    sizeOf(heldOut),
    counts.ok,
    counts.failed,
    counts.missing,
    counts.withdrawn,
    degenerateIn(dev) + degenerateIn(heldOut),
    ...costFigures(seats, failedCost),
  ]
}

/**
 * Gives the summary of a sweep as a table: a header, and one row for every agent and case.
 *
 * @category rendering
 * @since 0.1.0
 */
export const sweepTable = (
  summary: SweepSummary,
): {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Figure>>
} =>
  summary.bargains === undefined
    ? { header: columns, rows: summary.groups.map(figuresOf) }
    : { header: bargainColumns, rows: summary.bargains.map(bargainFigures) }

/**
 * Writes the summary of a sweep as CSV (RFC 4180). Names of cases and agents hold nothing that would need quotes.
 *
 * @category rendering
 * @since 0.1.0
 */
export const sweepCsv = (summary: SweepSummary): string => {
  const { header, rows } = sweepTable(summary)
  return [header, ...rows].map((row) => `${row.map((cell) => cell ?? '').join(',')}\r\n`).join('')
}
