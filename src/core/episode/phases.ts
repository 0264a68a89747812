/**
 * Phases: a round of a market written as the list of its phases.
 *
 * An episode whose result is a record gains a field a phase. Each phase sees the fields of those before it.
 *
 * Laws
 *   L1 chain    `bind` is a chain that keeps what came before and adds a field
 *   L2 derive   `derive` is the `bind` of an episode that asks nothing
 *   L3 phase    `phase` is the `bind` of an episode within its own name
 *
 * @module
 */
import { chain, map } from './chain.js'
import { type Ended, type Episode, ended } from './episode.js'
import { within } from './within.js'

/**
 * Holds a record with one more field.
 *
 * @category model
 * @since 0.1.0
 */
export type With<S, N extends string, A> = {
  readonly [K in keyof S | N]: K extends keyof S ? S[K] : A
}

/**
 * Begins a list of phases with the fields that are known before the first.
 *
 * @category constructors
 * @since 0.1.0
 */
export const phases = <S extends object>(known: S): Ended<S> => ended(known)

/** Adds a field. The name is new, so nothing is lost. */
const extended = <S, N extends string, A>(state: S, name: N, value: A): With<S, N, A> =>
  // The spread holds the fields of `S`, the last one is `N`.
  ({ ...state, [name]: value }) as With<S, N, A>

/**
 * Plays an episode that depends on the fields so far, and keeps its result under a name.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const bind = <N extends string, S, A, Q2 = never>(
  name: Exclude<N, keyof S>,
  next: (state: S) => Episode<Q2, A>,
): (<Q1 = never>(episode: Episode<Q1, S>) => Episode<Q1 | Q2, With<S, N, A>>) =>
  chain((state: S) => map((value: A) => extended<S, N, A>(state, name, value))(next(state)))

/**
 * Computes a field from those so far.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const derive = <N extends string, S, A>(
  name: Exclude<N, keyof S>,
  value: (state: S) => A,
): (<Q = never>(episode: Episode<Q, S>) => Episode<Q, With<S, N, A>>) =>
  map((state: S) => extended<S, N, A>(state, name, value(state)))

/**
 * Plays an episode as `bind` does, with the name of the phase before the ids of its questions.
 *
 * @example
 * ```ts
 * import { ask, derive, type Heard, openQuestions, phase, phases } from 'edgeworth/core'
 * import { pipe } from 'fp-ts/lib/function.js'
 *
 * const words = (answer: Heard): string => (answer._tag === 'Text' ? answer.text : '')
 * const round = pipe(
 *   phases({ round: 3 }),
 *   phase('proposal', ({ round }) => ask('a1', `Propose for round ${round}.`, words)),
 *   derive('length', ({ proposal }) => proposal.length),
 *   phase('response', ({ proposal }) => ask('a2', `Do you consent to: ${proposal}`, words)),
 * )
 * const ids = [...openQuestions(round).keys()]
 * ids // => ['proposal/a1']
 * ```
 *
 * @category sequencing
 * @since 0.1.0
 */
export const phase = <N extends string, S, A, Q2 = never>(
  name: Exclude<N, keyof S>,
  next: (state: S) => Episode<Q2, A>,
): (<Q1 = never>(episode: Episode<Q1, S>) => Episode<Q1 | Q2, With<S, N, A>>) =>
  bind<N, S, A, Q2>(name, (state) => within(name)(next(state)))
