/**
 * Chain: asking one thing after another.
 *
 * `ask` is a game of one question. `map` and `chain` continue from a result; together they make episodes a monad.
 * The steps that are still to come stand in a balanced sequence beside the part that is asking, so a chain built from
 * the left, 10^5 steps long, costs O(log n) to prolong, to answer and to advance, however often it is branched.
 *
 * A step after an ended episode runs at once: only questions make a game wait. Games that go on for long are therefore
 * written with `iterate`, which is a loop, and not as functions that call themselves.
 *
 * Laws (equality of games: the same questions under the same ids in the same order, and the same result, whatever is
 * answered in whatever order)
 *   L1 identity        mapping the identity changes nothing
 *   L2 composition     mapping f, then g, is mapping g after f
 *   L3 left identity   chaining f to an ended episode is f of its result
 *   L4 right identity  chaining `ended` changes nothing
 *   L5 associativity   chaining f, then g, is chaining the chain of f and g
 *   L6 stack           10^5 chained steps, silent or asking, nested to either side, need no deeper stack than one
 *
 * @module
 */
import type { Heard } from './answer.js'
import { type Episode, ended, type QuestionId } from './episode.js'
import { followed } from './sequel.js'
import { type Continuation, inside, questionMachine, shown } from './transition.js'
import { single } from './tree.js'

/**
 * Asks one question and ends in what its answer is decoded to. The decoder is total: it gets whatever was answered,
 * faults included, without the private text.
 *
 * @example
 * ```ts
 * import { answerQuestion, ask, matchAnswer, textAnswer } from 'edgeworth/core'
 *
 * const yes = matchAnswer({ text: (said) => said === 'yes', action: () => false, fault: () => false })
 * const game = ask('deal', 'Do you accept 61?', yes)
 * answerQuestion('deal', textAnswer('yes'))(game) // => { _tag: 'Right', right: { _tag: 'Ended', result: true } }
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ask = <const Q, A>(
  id: QuestionId,
  question: Q,
  decode: (answer: Heard) => A,
): Episode<Q, A> =>
  // The machine asks this very question and ends in what `decode` gives.
  shown(questionMachine(id, question, decode)) as Episode<Q, A>

/**
 * Continues with the episode that a function makes of the result.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const chain =
  <A, B, Q2 = never>(next: (result: A) => Episode<Q2, B>) =>
  <Q1 = never>(episode: Episode<Q1, A>): Episode<Q1 | Q2, B> => {
    if (episode._tag === 'Ended') return next(episode.result)
    // An episode of results `A` gives nothing else to what follows it.
    const follow: Continuation = (result) => inside(next(result as A))
    return continued(episode, follow)
  }

/** Lets one continuation follow an episode; the caller's signature says what comes out. */
const continued = <Q, B>(
  episode: Episode<unknown, unknown>,
  follow: Continuation,
): Episode<Q, B> => {
  const state = inside(episode)
  const next = state._tag === 'Ended' ? follow(state.result) : followed(state, single(follow))
  // Both callers continue with episodes of these questions and results.
  return shown(next) as Episode<Q, B>
}

/**
 * Applies a function to the result.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const map =
  <A, B>(f: (result: A) => B) =>
  <Q = never>(episode: Episode<Q, A>): Episode<Q, B> =>
    episode._tag === 'Ended'
      ? ended(f(episode.result))
      : // An episode of results `A` gives nothing else to what follows it.
        continued(episode, (result) => ended(f(result as A)))
