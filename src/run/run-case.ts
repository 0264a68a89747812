/**
 * Run of a case: one market over one seed, played by those that its roles seat, to files that replay.
 *
 * @module
 */

import type { SubmittedPhase } from '../agents/submitted.js'
import type { Summation } from '../core/arithmetic.js'
import type { LogEntry } from '../core/episode/index.js'
import type { ExchangeConfig } from '../economy/config.js'
import type { ExchangeResult } from '../exchange/exchange-result.js'
import type { ReasoningChannel } from '../exchange/question.js'
import type { Roles } from '../exchange/roles.js'
import type { SeatPin } from '../exchange/seat-pins.js'
import type { RunFiles } from '../trace/run-files.js'
import type { CallRecord, CallUsage } from './call-record.js'
import type { LanguageModel } from './language-model.js'
import type { Timers } from './timers.js'

/**
 * Holds one answer that entered a game, with the calls that it came of: none for a script's, which is never kept.
 *
 * @category model
 * @since 0.1.0
 */
export interface JournalEntry extends LogEntry {
  readonly calls: ReadonlyArray<CallRecord>
}

/**
 * Keeps answers. An answer enters the game only after the promise of its keeping is kept, and entries are given one at a
 * time, in the order in which they enter.
 *
 * @category model
 * @since 0.1.0
 */
export interface Journal {
  readonly append: (entry: JournalEntry) => Promise<void>
}

/**
 * Bounds a run. All have defaults; see the table of `limits.ts`.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunLimits {
  readonly concurrency?: number | undefined
  readonly timeoutMs?: number | null | undefined
  readonly retries?: number | undefined
  /** Says whether an error is worth another attempt: a number is the wait in milliseconds, `true` the usual one. */
  readonly retryOn?: ((error: unknown, attempt: number) => boolean | number) | undefined
  /** Gives the wait in milliseconds before attempt `attempt + 1`; `jitter` is uniform in [0, 1), by seed and question. */
  readonly backoff?: ((attempt: number, jitter: number) => number) | undefined
  readonly budgetTokens?: number | null | undefined
  readonly budgetUsd?: number | null | undefined
  /** Bounds on the tokens of an answer: the next is tried when nothing was said. */
  readonly tokenLadder?: ReadonlyArray<number> | undefined
  /** How many calls may fail for good, by error or deadline, before the run does. */
  readonly maxFaults?: number | undefined
  readonly longestText?: number | undefined
  readonly mute?: MuteLimits | null | undefined
}

/**
 * Says when silence ends a run: after `after` calls of models, looked at every `every` calls, above `above` blank ones.
 *
 * @category model
 * @since 0.1.0
 */
export interface MuteLimits {
  readonly after: number
  readonly every: number
  readonly above: number
}

/**
 * Adds up calls: how many, how many said nothing or failed, tokens, and US dollars of those with a known price.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatSpend extends CallUsage {
  readonly calls: number
  readonly attempts: number
  readonly blank: number
  readonly faults: number
  readonly costUsd: number
  readonly unpriced: number
}

/**
 * Adds up the calls of a run, in all and by seat.
 *
 * @category model
 * @since 0.1.0
 */
export interface Spend extends SeatSpend {
  readonly bySeat: Readonly<Record<string, SeatSpend>>
}

/**
 * Tells an observer of a run what happens. `calls` are those of the answer, none of a script's.
 *
 * @category model
 * @since 0.1.0
 */
export type RunEvent =
  | { readonly _tag: 'Asked'; readonly id: string; readonly out: number }
  | {
      readonly _tag: 'Retried'
      readonly id: string
      readonly attempt: number
      readonly reason: string
    }
  | {
      readonly _tag: 'Answered'
      readonly id: string
      readonly calls: ReadonlyArray<CallRecord>
      readonly answered: number
      readonly spend: Spend
    }

/**
 * Acts for a submitted agent: it is given the text of a question and the phase, and nothing else.
 *
 * @category model
 * @since 0.1.0
 */
export type SubmittedModel = (
  observation: string,
  phase: SubmittedPhase,
  call: { readonly id: string; readonly signal: AbortSignal },
) => string | Promise<string>

/**
 * Describes a run.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunCaseOptions {
  readonly config: ExchangeConfig
  readonly seed: number
  readonly roles: Roles
  /** By the name that the roles give them. */
  readonly models: Readonly<Record<string, LanguageModel>>
  /** By the name that the roles give them, `submitted` without one. */
  readonly submitted?: Readonly<Record<string, SubmittedModel>> | undefined
  readonly reasoning?: ReasoningChannel | undefined
  readonly summation?: Summation | undefined
  readonly runId?: string | undefined
  readonly journal?: Journal | undefined
  readonly recovered?: ReadonlyArray<JournalEntry> | undefined
  readonly limits?: RunLimits | undefined
  readonly signal?: AbortSignal | undefined
  readonly observe?: ((event: RunEvent) => void) | undefined
  readonly timers?: Timers | undefined
}

/**
 * Names why a run failed: it cannot be set up; its models fell silent; the budget is used up; it was aborted; another
 * model answered than the pinned one; calls failed for good; answers could not be kept, or kept ones are not of this
 * game; the game could not go on, or not be recorded.
 *
 * @category failures
 * @since 0.1.0
 */
export type RunFailure =
  | 'setup'
  | 'mute'
  | 'budget'
  | 'aborted'
  | 'pin_drift'
  | 'faults'
  | 'journal'
  | 'stuck'
  | 'unrecorded'

interface Accounted {
  readonly spend: Spend
  /** What became of the pins of the roles, so far. */
  readonly pins: ReadonlyArray<SeatPin>
  /** All that was kept, what was recovered included. */
  readonly journal: ReadonlyArray<JournalEntry>
}

/**
 * Tells how a run went. One that failed has no score; it goes on from its journal.
 *
 * @category model
 * @since 0.1.0
 */
export type CaseOutcome =
  | (Accounted & {
      readonly status: 'ok'
      readonly result: ExchangeResult
      readonly files: RunFiles
    })
  | (Accounted & {
      readonly status: 'failed'
      readonly reason: RunFailure
      readonly detail: string
    })
