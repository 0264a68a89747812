/**
 * Log: the answers of an episode in the order of their arrival, and nothing else.
 *
 * State is never stored; whoever has the game and its log has every state. `replay` feeds a log to an episode, `playWith`
 * makes one by asking a policy.
 *
 * Laws
 *   L1 replay      replaying the log of a play comes to the same end
 *   L2 prefix      replaying a prefix and then the rest is replaying the whole
 *   L3 divergence  a log that does not fit is used up to the first entry that has no question, and that entry is named
 *   L4 orders      a play answers every question it is shown exactly once, in whichever order it is told to
 *   L5 bound       a play stops after `limit` answers
 *
 * | option  | default   | meaning                                                       |
 * | ------- | --------- | ------------------------------------------------------------- |
 * | `order` | `oldest`  | which of the open questions is answered next                  |
 * | `limit` | 1,000,000 | how many answers are given before the play is left unfinished |
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { drawAt } from '../random/philox.js'
import type { Answer } from './answer.js'
import { answerQuestion, type Episode, type NotAsked, type QuestionId } from './episode.js'
import { questionAt } from './questions.js'

/**
 * Holds one answer and the id of the question that it answers.
 *
 * @category model
 * @since 0.1.0
 */
export interface LogEntry {
  readonly id: QuestionId
  readonly answer: Answer
}

/**
 * Holds answers in the order of their arrival.
 *
 * @category model
 * @since 0.1.0
 */
export type Log = ReadonlyArray<LogEntry>

/**
 * Tells what became of a log: all of it was used, or an entry had no question. `at` is the index of that entry,
 * `failure` says why it was not taken (its path begins with the index), and `episode` is the state that the entries
 * before it lead to.
 *
 * @category model
 * @since 0.1.0
 */
export type Replay<Q, R> =
  | { readonly _tag: 'Replayed'; readonly episode: Episode<Q, R>; readonly used: number }
  | {
      readonly _tag: 'Diverged'
      readonly at: number
      readonly failure: NotAsked
      readonly episode: Episode<Q, R>
    }

/**
 * Feeds a log to an episode, entry by entry. A pure fold: nothing is asked.
 *
 * @category replay
 * @since 0.1.0
 */
export const replay =
  (log: Log) =>
  <Q, R>(start: Episode<Q, R>): Replay<Q, R> => {
    let episode = start
    for (const [at, { id, answer }] of log.entries()) {
      const next = answerQuestion(id, answer)(episode)
      if (isLeft(next)) {
        const failure = { ...next.left, path: [at, ...next.left.path] }
        return { _tag: 'Diverged', at, failure, episode }
      }
      episode = next.right
    }
    return { _tag: 'Replayed', episode, used: log.length }
  }

/**
 * Answers a question: a pure function of what is asked.
 *
 * @category model
 * @since 0.1.0
 */
export type Policy<Q> = (id: QuestionId, question: Q) => Answer

/**
 * Chooses which question is answered next: an index below the number of open questions (0 is the oldest), given that
 * number and how many answers were given before.
 *
 * @category model
 * @since 0.1.0
 */
export type AnsweringOrder = (open: number, step: number) => number

/**
 * Answers the oldest question first.
 *
 * @category playing
 * @since 0.1.0
 */
export const oldest: AnsweringOrder = () => 0

/**
 * Answers the newest question first.
 *
 * @category playing
 * @since 0.1.0
 */
export const newest: AnsweringOrder = (open) => open - 1

/**
 * Answers questions in an order drawn from a seed (Philox, by the number of the answer).
 *
 * @category playing
 * @since 0.1.0
 */
export const shuffledBy =
  (seed: bigint): AnsweringOrder =>
  (open, step) =>
    Math.floor(drawAt(seed, step) * open)

/**
 * Holds the options of a play.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayOptions {
  readonly order?: AnsweringOrder
  readonly limit?: number
}

/**
 * Tells how a play went: to its end; no further than its limit; or up to a question that cannot be answered, because
 * its id is contested or the order named a position where nothing is open.
 *
 * @category model
 * @since 0.1.0
 */
export type Play<Q, R> =
  | { readonly _tag: 'Finished'; readonly result: R; readonly log: Log }
  | { readonly _tag: 'Unfinished'; readonly episode: Episode<Q, R>; readonly log: Log }
  | {
      readonly _tag: 'Stuck'
      readonly episode: Episode<Q, R>
      readonly log: Log
      readonly failure: NotAsked | null
    }

const LIMIT = 1_000_000

/**
 * Plays an episode by asking a policy, one question at a time, and keeps the log.
 *
 * @category playing
 * @since 0.1.0
 */
export const playWith =
  <Q>(policy: Policy<Q>, options: PlayOptions = {}) =>
  <R>(start: Episode<Q, R>): Play<Q, R> => {
    const { order = oldest, limit = LIMIT } = options
    const log: Array<LogEntry> = []
    let episode = start
    while (episode._tag === 'Asking') {
      if (!(log.length < limit)) return { _tag: 'Unfinished', episode, log }
      const asked = questionAt(order(episode.open.size, log.length), episode.open)
      if (asked === null) return { _tag: 'Stuck', episode, log, failure: null }
      const [id, question] = asked
      const answer = policy(id, question)
      const next = episode.answer(id, answer)
      if (isLeft(next)) return { _tag: 'Stuck', episode, log, failure: next.left }
      log.push({ id, answer })
      episode = next.right
    }
    return { _tag: 'Finished', result: episode.result, log }
  }
