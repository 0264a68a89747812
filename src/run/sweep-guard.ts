/**
 * Sweep guard: when a sweep has to stop although jobs are left.
 *
 * | status           | when                                                                                      |
 * | ---------------- | ----------------------------------------------------------------------------------------- |
 * | `complete`       | no job is left                                                                            |
 * | `errors`         | of at least 8 jobs that ended, more than 25% failed                                       |
 * | `replay_differs` | the replay of one recorded run differs from the run                                       |
 * | `pin_drift`      | another model answered than the pinned one                                                |
 * | `journal`        | answers could not be kept                                                                 |
 * | `budget`         | the money or the tokens of the sweep are used up                                          |
 * | `stop_file`      | there is a file `STOP` in its directory                                                   |
 * | `aborted`        | whoever started it called it off                                                          |
 *
 * Rows that are withdrawn count for no guard.
 *
 * Laws
 *   L1 few errors    fewer than `after` ended jobs stop nothing, whatever became of them
 *   L2 monotone      one more failed job never lifts the guard on errors
 *
 * @module
 */
import type { ResultRow } from './result-row.js'

/**
 * Says how a sweep ended.
 *
 * @category model
 * @since 0.1.0
 */
export type SweepStatus =
  | 'complete'
  | 'errors'
  | 'replay_differs'
  | 'pin_drift'
  | 'journal'
  | 'budget'
  | 'stop_file'
  | 'aborted'

/**
 * Bounds the share of jobs that may fail: looked at from `after` ended jobs on, above `above`.
 *
 * @category model
 * @since 0.1.0
 */
export interface ErrorGuard {
  readonly after: number
  readonly above: number
}

/**
 * Is the usual bound: above 25% of at least 8 jobs.
 *
 * @category model
 * @since 0.1.0
 */
export const errorGuard: ErrorGuard = { after: 8, above: 0.25 }

/**
 * Tells whether too many jobs have failed.
 *
 * @category operations
 * @since 0.1.0
 */
export const tooManyErrors =
  ({ after, above }: ErrorGuard = errorGuard) =>
  (rows: ReadonlyArray<ResultRow>): boolean => {
    const ended = rows.filter((row) => row.status !== 'missing' && row.withdrawn === undefined)
    const failed = ended.filter(({ status }) => status === 'failed').length
    return ended.length >= after && failed > above * ended.length
  }

const stopping: Readonly<Record<string, SweepStatus>> = {
  replay: 'replay_differs',
  pin_drift: 'pin_drift',
  journal: 'journal',
}

/**
 * Gives the status with which one row ends its sweep; `null` for a row after which it goes on.
 *
 * @category operations
 * @since 0.1.0
 */
export const stopOfRow = (row: ResultRow): SweepStatus | null =>
  row.status === 'failed' && Object.hasOwn(stopping, row.reason)
    ? (stopping[row.reason] ?? null)
    : null
