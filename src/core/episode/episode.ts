/**
 * Episode: a game as a pure dialogue.
 *
 * A game stops to ask questions, is given answers one at a time and in any order, and ends in a result. A live model,
 * a script, a person and a recorded log are ways of answering the same questions. An episode is a value: answering one
 * twice gives two branches that know nothing of each other. Nothing is stored but the log of answers, from which every
 * state is computed again.
 *
 * Ids. A question keeps its id while it is open, and a log names it by that id. No id may be open twice at one time. An
 * episode that breaks this rule (two members of `all` that ask under one name, say) is not refused when it is built:
 * the clash may come about only later, with the answers. Instead the contested id is listed once and cannot be answered
 * (`NotAsked` with reason `Contested`) until one of the two is withdrawn, so no answer ever reaches the wrong question,
 * whatever the order of arrival. `contestedIds` lists such ids; `within` keeps them from arising. An id may be asked
 * again after it has been answered, but only where every id is new can no late answer reach a later question.
 *
 * Continuations (decoders, rules, steps of a loop) are pure and total by law. One that throws lets its exception through
 * `answer`; the episode that was being answered is unharmed.
 *
 * Laws
 *   L1 refusal       an answer to an id that is not open is `NotAsked` and changes nothing
 *   L2 branches      answering one episode twice gives independent episodes, and leaves it as it was
 *   L3 order         questions are listed in the order of their opening: an answer removes some, and adds behind the rest
 *   L4 awaiting      an episode that asks has at least one open question
 *   L5 agreement     every episode behaves as a plain interpreter of the same game does
 *
 * Time is O(log n) an answer in the number n of open questions, for every combinator that the answer passes through,
 * plus O(log n) for each question opened or withdrawn.
 *
 * @module
 */
import { type Either, left } from 'fp-ts/lib/Either.js'
import { type Failure, failure } from '../failure.js'
import type { Answer } from './answer.js'

/**
 * Names a question within an episode.
 *
 * @category model
 * @since 0.1.0
 */
export type QuestionId = string

/**
 * Waits for answers.
 *
 * @category model
 * @since 0.1.0
 */
export interface Asking<Q, R> {
  readonly _tag: 'Asking'
  /** The outstanding questions in the order of their opening. A view: it costs nothing to make, and never changes. */
  readonly open: ReadonlyMap<QuestionId, Q>
  /** Answers one open question; the episode itself stays as it is. */
  readonly answer: (id: QuestionId, answer: Answer) => Either<NotAsked, Episode<Q, R>>
}

/**
 * Has come to its result.
 *
 * @category model
 * @since 0.1.0
 */
export interface Ended<R> {
  readonly _tag: 'Ended'
  readonly result: R
}

/**
 * Holds a game that asks questions of type `Q` and ends in a result of type `R`.
 *
 * @category model
 * @since 0.1.0
 */
export type Episode<Q, R> = Asking<Q, R> | Ended<R>

/**
 * Gives the type of the questions that an episode asks.
 *
 * @category model
 * @since 0.1.0
 */
export type QuestionOf<E> = E extends Asking<infer Q, unknown> ? Q : never

/**
 * Gives the type of the result that an episode ends in.
 *
 * @category model
 * @since 0.1.0
 */
export type ResultOf<E> =
  E extends Ended<infer R> ? R : E extends Asking<unknown, infer R> ? R : never

/**
 * Names why an answer was not taken: no such question is open, two questions are open under that id, or the episode
 * has ended.
 *
 * @category failures
 * @since 0.1.0
 */
export type NotAskedReason = 'NotOpen' | 'Contested' | 'Ended'

/**
 * Says that an answer belongs to no question.
 *
 * @category failures
 * @since 0.1.0
 */
export interface NotAsked extends Failure<'NotAsked'> {
  readonly id: QuestionId
  readonly reason: NotAskedReason
}

const EXPECTED: Readonly<Record<NotAskedReason, string>> = {
  NotOpen: 'the id of an open question',
  Contested: 'an id under which one question alone is open',
  Ended: 'no answer after the end',
}

/**
 * Makes the failure of an answer that was not taken.
 *
 * @category failures
 * @since 0.1.0
 */
export const notAsked = (id: QuestionId, reason: NotAskedReason): NotAsked => ({
  ...failure('NotAsked', ['id'], id, EXPECTED[reason]),
  id,
  reason,
})

/**
 * Makes an episode that asks nothing and ends in a result.
 *
 * @category constructors
 * @since 0.1.0
 */
export const ended = <R>(result: R): Ended<R> => ({ _tag: 'Ended', result })

const NONE: ReadonlyMap<QuestionId, never> = new Map<QuestionId, never>()

/**
 * Gives the open questions of an episode; none once it has ended.
 *
 * @category operations
 * @since 0.1.0
 */
export const openQuestions = <Q, R>(episode: Episode<Q, R>): ReadonlyMap<QuestionId, Q> =>
  episode._tag === 'Asking' ? episode.open : NONE

/**
 * Answers one question of an episode, ended ones included: those refuse.
 *
 * @category operations
 * @since 0.1.0
 */
export const answerQuestion =
  (id: QuestionId, answer: Answer) =>
  <Q, R>(episode: Episode<Q, R>): Either<NotAsked, Episode<Q, R>> =>
    episode._tag === 'Asking' ? episode.answer(id, answer) : left(notAsked(id, 'Ended'))
