/**
 * Iterate: a loop of episodes.
 *
 * A step is an episode that ends by saying whether to go on, and from which state. Steps that ask nothing run in a
 * plain loop; one that asks is followed by the loop itself, so neither kind needs stack, and the cost of a step does not
 * depend on how many came before.
 *
 * Laws
 *   L1 unfolding  a loop is its first step, chained to the loop from the state that the step gives
 *   L2 stack      10^5 steps that ask nothing, and 10^5 that ask, need no deeper stack than one
 *
 * @module
 */

import { type Episode, ended } from './episode.js'
import { followed } from './sequel.js'
import { type Continuation, inside, type State, shown } from './transition.js'
import { single } from './tree.js'

/**
 * Says whether a loop goes on from a new state or is done.
 *
 * @category model
 * @since 0.1.0
 */
export type Loop<S, R> =
  | { readonly _tag: 'Again'; readonly state: S }
  | { readonly _tag: 'Done'; readonly result: R }

/**
 * Goes on from a new state.
 *
 * @category constructors
 * @since 0.1.0
 */
export const again = <S>(state: S): Loop<S, never> => ({ _tag: 'Again', state })

/**
 * Leaves a loop with its result.
 *
 * @category constructors
 * @since 0.1.0
 */
export const done = <R>(result: R): Loop<never, R> => ({ _tag: 'Done', result })

/**
 * Repeats a step from a state until it says that it is done. A step that goes on for ever without asking never returns.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const iterate =
  <S, R, Q = never>(step: (state: S) => Episode<Q, Loop<S, R>>) =>
  (start: S): Episode<Q, R> => {
    const from = (state: S): State => {
      let loop: Loop<S, R> = again(state)
      while (loop._tag === 'Again') {
        const episode = step(loop.state)
        const now = inside(episode)
        if (now._tag === 'Machine') return followed(now, single(goOn))
        // An episode of results `Loop<S, R>` ends in nothing else.
        loop = now.result as Loop<S, R>
      }
      return ended(loop.result)
    }
    const goOn: Continuation = (result) => {
      // An episode of results `Loop<S, R>` gives nothing else to what follows it.
      const loop = result as Loop<S, R>
      return loop._tag === 'Done' ? ended(loop.result) : from(loop.state)
    }
    // The loop asks what its steps ask and ends in what they are done with.
    return shown(from(start)) as Episode<Q, R>
  }
