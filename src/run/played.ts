/**
 * Played: what a play is given beside its game and its answerers, what it tells on the way, and how it went.
 *
 * @module
 */
import type { Answer, Episode, Log, LogEntry, QuestionId } from '../core/episode/index.js'
import type { Answerer } from './answerer.js'
import type { Usage } from './reply.js'
import type { Timers } from './timers.js'

/**
 * Tells an observer what happens: a question goes out, its answer comes in, or nobody waits for it any more.
 *
 * @category model
 * @since 0.1.0
 */
export type PlayEvent<Q> =
  | { readonly _tag: 'Asked'; readonly id: QuestionId; readonly question: Q; readonly out: number }
  | {
      readonly _tag: 'Answered'
      readonly id: QuestionId
      readonly answer: Answer
      readonly usage: Usage
      /** Answers taken so far, this one included. */
      readonly answered: number
    }
  | { readonly _tag: 'Dropped'; readonly id: QuestionId }

/**
 * Is an answer that the game would take next, offered to be kept first.
 *
 * @category model
 * @since 0.1.0
 */
export interface Keepable<Q> extends LogEntry {
  readonly question: Q
  readonly usage: Usage
  readonly by: Answerer<Q>['_tag']
}

/**
 * Holds the options of a play; see the table of `play.ts`.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunOptions<Q> {
  readonly concurrency?: number | undefined
  readonly timeout?: number | null | undefined
  readonly limit?: number | undefined
  readonly longestText?: number | undefined
  readonly keep?: ((entry: Keepable<Q>) => Promise<boolean>) | undefined
  readonly mayAsk?: (() => boolean) | undefined
  readonly signal?: AbortSignal | undefined
  readonly timers?: Timers | undefined
  readonly observe?: ((event: PlayEvent<Q>) => void) | undefined
}

/**
 * Counts what a play has come to.
 *
 * @category model
 * @since 0.1.0
 */
export interface Progress {
  /** The answers that were taken, in the order of their arrival. */
  readonly log: Log
  /** What the calls used, added up by name; calls whose answers were dropped are not in it. */
  readonly usage: Usage
  /** Questions that were asked and then withdrawn by another answer. */
  readonly dropped: number
}

/**
 * Tells how a play went: to its end; until it was aborted; until the bound on answers, or
 * until no more may be asked or an answer was not kept (`Stopped`); or up to where no answer can be
 * taken, because the ids that are left are contested (`Contested`) or the rules of the game threw at an answer
 * (`RulesThrew`, with that answer). Where it did not finish, `episode` is where it can go on.
 *
 * @category model
 * @since 0.1.0
 */
export type Played<Q, R> =
  | (Progress & { readonly _tag: 'Finished'; readonly result: R })
  | (Progress & { readonly _tag: 'Aborted'; readonly episode: Episode<Q, R> })
  | (Progress & { readonly _tag: 'Stopped'; readonly episode: Episode<Q, R> })
  | (Progress & {
      readonly _tag: 'Stuck'
      readonly episode: Episode<Q, R>
      readonly reason: 'Contested' | 'RulesThrew'
      readonly at: LogEntry | null
      readonly detail: string
    })
