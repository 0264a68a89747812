/**
 * Bargain summary: what the rows of a sweep of bargains come to, for every agent and case.
 *
 * A mean of shares is taken over the worlds of one agent in one case, against one counterpart, and its interval over
 * worlds: several deals of one world move together. A row that failed is in no mean: a mute agent has no number.
 *
 * | column                    | meaning                                                                        |
 * | ------------------------- | ------------------------------------------------------------------------------ |
 * | `measure`                 | `se_plus`: of all worlds with a zone, 0 without a deal; `capture`: of closed deals |
 * | `mean`, `low`, `high`     | the mean of the shares with its interval over worlds; empty where there is none |
 * | `engine`                  | by which worlds were resampled for that interval; empty where there is none    |
 * | `n`                       | shares in the mean                                                             |
 * | `bargains`, `deals`       | bargains that were played, and those that ended in a deal                      |
 * | `turns`, `held`           | turns of the agent, and those that were played as holds because of a defect    |
 * | `ok` to `withdrawn`       | rows by status; withdrawn rows are counted there alone                         |
 * | `cost_usd`                | of calls with a known price, those of failed games included; empty where no call has one |
 * | `unpriced`                | calls without a known price                                                    |
 *
 * Laws
 *   L1 own mean     the mean of a group is that of the shares of its rows that are ok and not withdrawn, and of no other
 *
 * @module
 */
import { addCounts, countTurns, type TurnCounts } from '../bargaining/index.js'
import { sum } from '../core/arithmetic.js'
import { type IntervalOutcome, meanInterval } from '../statistics/index.js'
import type { BargainRow } from './bargain-row.js'
import { isBargainRow, type ResultRow } from './result-row.js'
import type { SeatCost } from './row-identity.js'

/**
 * Counts rows.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowCounts {
  readonly ok: number
  readonly failed: number
  readonly missing: number
  readonly withdrawn: number
}

/**
 * Holds what one agent came to in one case of bargains. `counterpart` and `measure` are `null` where no row is ok.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainGroup {
  readonly agent: string
  readonly case: string
  readonly counts: RowCounts
  readonly counterpart: string | null
  readonly measure: BargainRow['measure'] | null
  /** The mean of the shares; `null` where there are none. */
  readonly mean: number | null
  /** The interval of that mean over worlds. */
  readonly interval: IntervalOutcome
  readonly bargains: number
  readonly deals: number
  readonly turns: TurnCounts
  readonly seats: Readonly<Record<string, SeatCost>>
  /** What was spent on games that failed, in US dollars. */
  readonly failedCost: number
}

const add = sum('neumaier')

/**
 * Sums up the rows of one agent in one case, beside what any group has.
 *
 * @category operations
 * @since 0.1.0
 */
export const bargainGroup = (
  common: Pick<BargainGroup, 'agent' | 'case' | 'counts' | 'seats' | 'failedCost'>,
  rows: ReadonlyArray<ResultRow>,
): BargainGroup => {
  const ok = rows.filter(isBargainRow).filter(({ withdrawn }) => withdrawn === undefined)
  const total = (of: (row: BargainRow) => number): number =>
    ok.reduce((all, row) => all + of(row), 0)
  const shares = ok.flatMap(({ world, shares: own }) => own.map((value) => ({ key: world, value })))
  return {
    ...common,
    counterpart: ok[0]?.counterpart ?? null,
    measure: ok[0]?.measure ?? null,
    mean: shares.length === 0 ? null : add(shares.map(({ value }) => value)) / shares.length,
    interval: meanInterval()(shares),
    bargains: total(({ bargains }) => bargains),
    deals: total(({ deals }) => deals),
    turns: ok.map(({ turns }) => turns).reduce(addCounts, countTurns([])),
  }
}

/**
 * Gives what calls have cost in US dollars, with how many have no known price. Where none has one, nobody knows what they
 * have cost: `null`, which is not 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const costFigures = (
  seats: Readonly<Record<string, SeatCost>>,
  failedCost: number,
): readonly [costUsd: number | null, unpriced: number] => {
  const found = Object.values(seats)
  const cost = found.reduce((all, { cost_usd }) => all + cost_usd, failedCost)
  const unpriced = found.reduce((all, one) => all + one.unpriced, 0)
  return [cost === 0 && unpriced > 0 ? null : cost, unpriced]
}

/**
 * Lists the columns of the table of bargains.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainColumns: ReadonlyArray<string> = [
  'agent',
  'case',
  'counterpart',
  'measure',
  'mean',
  'low',
  'high',
  'engine',
  'n',
  'bargains',
  'deals',
  'turns',
  'held',
  'ok',
  'failed',
  'missing',
  'withdrawn',
  'cost_usd',
  'unpriced',
]

/**
 * Gives the row of the table of one group.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainFigures = (group: BargainGroup): ReadonlyArray<string | number | null> => {
  const { interval: found, counts, turns } = group
  const interval = found._tag === 'Interval' ? found : null
  return [
    group.agent,
    group.case,
    group.counterpart,
    group.measure,
    group.mean,
    interval?.low ?? null,
    interval?.high ?? null,
    interval?.engine ?? null,
    found.rows,
    group.bargains,
    group.deals,
    turns.turns,
    turns.unreadable + turns.faults + turns.vetoes + turns.refused,
    counts.ok,
    counts.failed,
    counts.missing,
    counts.withdrawn,
    ...costFigures(group.seats, group.failedCost),
  ]
}
