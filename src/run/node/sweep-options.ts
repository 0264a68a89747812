/**
 * What a sweep is told and what it tells: how a game is played, what bounds the games together, what an observer sees.
 *
 * @module
 */
import type { ResultRow } from '../result-row.js'
import type { Journal, JournalEntry } from '../run-case.js'
import type { ErrorGuard } from '../sweep-guard.js'
import type { GameFiles, SweepJob } from '../sweep-job.js'
import type { SweepSummary } from '../sweep-summary.js'

/**
 * Counts what games have used so far.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepSpend {
  readonly costUsd: number
  readonly tokens: number
}

/**
 * Holds what the one who plays a game is given beside it: where answers are kept, those that were kept before, what is
 * left of the budget, the signal that calls the game off, and whom to tell what the game has used so far.
 *
 * @category model
 * @since 0.1.0
 */
export interface JobContext {
  readonly journal: Journal
  readonly recovered: ReadonlyArray<JournalEntry>
  readonly signal: AbortSignal
  readonly spent: (spend: SweepSpend) => void
}

/**
 * Tells how a game ended: with files, without a score, or unfinished because it was called off.
 *
 * @category model
 * @since 0.1.0
 */
export type JobEnd =
  | { readonly status: 'ok'; readonly files: GameFiles }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string }
  | { readonly status: 'unfinished' }

/**
 * Plays a game of a sweep.
 *
 * @category model
 * @since 0.1.0
 */
export type PlayJob = (job: SweepJob, context: JobContext) => Promise<JobEnd>

/**
 * Tells an observer of a sweep what happens.
 *
 * @category model
 * @since 0.1.0
 */
export type SweepEvent =
  | { readonly _tag: 'Opened'; readonly jobs: number; readonly done: number }
  | { readonly _tag: 'Kept'; readonly job: SweepJob; readonly answers: number }
  | {
      readonly _tag: 'Ended'
      readonly job: SweepJob
      readonly row: ResultRow
      readonly done: number
      readonly spend: SweepSpend
    }

/**
 * Holds the options of a sweep; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepOptions {
  readonly workers?: number | undefined
  readonly errors?: ErrorGuard | undefined
  readonly budgetUsd?: number | null | undefined
  readonly budgetTokens?: number | null | undefined
  readonly retryFailed?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  readonly observe?: ((event: SweepEvent) => void) | undefined
}

/**
 * Is what a sweep came to: its summary and its rows, in the order of the plan.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepEnd {
  readonly summary: SweepSummary
  readonly rows: ReadonlyArray<ResultRow>
}
