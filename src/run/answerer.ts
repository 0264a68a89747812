/**
 * Answerer: who answers a question, as the caller passes it in.
 *
 * A model is an asynchronous function of the question: a language model behind any client, a person, another process.
 * A script is a pure function of the question and is answered at once. Where several answer, the caller gives a
 * function from question to answerer; `bySeat` makes it from a record.
 *
 * Laws
 *   L1 seated   `bySeat` gives every question to the answerer of its own seat, and a seat that nobody holds a fault
 *   L2 bare     an asynchronous function in place of a choice is heard as the model that it is; what is no answerer at all
 *               answers with a fault that says what to give
 *
 * @module
 */
import { type Answer, faultAnswer, type Policy, type QuestionId } from '../core/episode/index.js'
import { faultOfError, type Reply, readScripted } from './reply.js'

/**
 * Tells a model what belongs to the call rather than to the question: the id, and a signal that fires when nobody
 * waits for the answer any more (deadline passed, question withdrawn, game over or aborted).
 *
 * @category model
 * @since 0.1.0
 */
export interface ModelCall {
  readonly id: QuestionId
  readonly signal: AbortSignal
}

/**
 * Answers a question in its own time. It may fail in any way: a rejected promise is a fault, not an exception.
 *
 * @category model
 * @since 0.1.0
 */
export type Model<Q> = (question: Q, call: ModelCall) => Promise<string | Reply>

/**
 * Answers questions: a model, or a script.
 *
 * @category model
 * @since 0.1.0
 */
export type Answerer<Q> =
  | { readonly _tag: 'Model'; readonly ask: Model<Q> }
  | { readonly _tag: 'Script'; readonly policy: Policy<Q> }

/**
 * Answers the questions of a game: one answerer for all, or a choice by question.
 *
 * @category model
 * @since 0.1.0
 */
export type Answerers<Q> = Answerer<Q> | ((question: Q, id: QuestionId) => Answerer<Q>)

/**
 * Makes an answerer of an asynchronous function.
 *
 * @category constructors
 * @since 0.1.0
 */
export const modelOf = <Q>(ask: Model<Q>): Answerer<Q> => ({ _tag: 'Model', ask })

/**
 * Makes an answerer of a pure function.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptOf = <Q>(policy: Policy<Q>): Answerer<Q> => ({ _tag: 'Script', policy })

const nobody = (seat: string): Answerer<unknown> =>
  scriptOf(() => faultAnswer('threw', `nobody answers for ${seat}`))

/**
 * Chooses the answerer by the seat that a question is put to.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bySeat =
  <Q, Seat extends string>(
    seatOf: (question: Q) => Seat,
    seats: Readonly<Record<Seat, Answerer<Q>>>,
  ): ((question: Q) => Answerer<Q>) =>
  (question) => {
    const seat = seatOf(question)
    return Object.hasOwn(seats, seat) ? seats[seat] : nobody(seat)
  }

/** Whether a value is a promise, of whatever make. */
const isPromise = (value: unknown): value is Promise<string | Reply> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** What was given in place of an answerer, from plain JavaScript. */
const makeshift = (given: unknown): Answerer<unknown> =>
  isPromise(given)
    ? modelOf(() => given)
    : scriptOf(() =>
        faultAnswer(
          'threw',
          'no answerer: give modelOf(f) for an asynchronous f, scriptOf(f) for a pure one',
        ),
      )

/**
 * Gives who answers a question. What a choosing function throws is thrown on. A function that answers in place of choosing
 * is taken for a model, without the signal of a call.
 *
 * @category operations
 * @since 0.1.0
 */
export const answererOf = <Q>(
  answerers: Answerers<Q>,
  question: Q,
  id: QuestionId,
): Answerer<Q> => {
  const given = typeof answerers === 'function' ? answerers(question, id) : answerers
  const isAnswerer = given?._tag === 'Model' || given?._tag === 'Script'
  return isAnswerer ? given : makeshift(given)
}

/**
 * Asks a script. What it gives that is no answer, and what it throws, becomes a fault.
 *
 * @category operations
 * @since 0.1.0
 */
export const askScript = <Q>(
  { policy }: Extract<Answerer<Q>, { _tag: 'Script' }>,
  id: QuestionId,
  question: Q,
  longest: number,
): Answer => {
  try {
    return readScripted(policy(id, question), longest)
  } catch (error) {
    return faultOfError(error)
  }
}
