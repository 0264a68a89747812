/**
 * Together: phases that need everybody, and races.
 *
 * `all` waits until each of its episodes has ended, so it cannot tell in which order the answers came: only the list of
 * open questions, which is in the order of their opening, shows something of it. `race` ends with the first to end and
 * withdraws the others.
 *
 * Laws
 *   L1 arrival     the result of `all` is the same for every order of arrival
 *   L2 collection  `all` of ended episodes is their results in the order given; `all` of none is the empty list
 *   L3 names       `allOf` is `all` of the same episodes, each within its own name
 *   L4 first       `race` ends with the first of its episodes to end, and asks nothing from then on
 *   L5 stack       10^5 episodes in one `all` need no deeper stack than one
 *
 * @module
 */
import { map } from './chain.js'
import type { Episode, QuestionOf, ResultOf } from './episode.js'
import { panelOf } from './panel.js'
import { type Rules, react } from './react.js'
import { inside, shown } from './transition.js'
import { within } from './within.js'

/** Results so far, the latest first: adding one shares the others. */
interface Collected<A> {
  readonly index: number
  readonly result: A
  readonly others: Collected<A> | null
}

/** Puts every result in its place: there is one for each place by the time this is called. */
const inOrder = <A>(count: number, collected: Collected<A> | null): ReadonlyArray<A> => {
  const results = new Array<A>(count)
  for (let at = collected; at !== null; at = at.others) results[at.index] = at.result
  return results
}

/** The rules hold the number of results, not the episodes, which would stay in memory until the end. */
const collecting = <A>(count: number): Rules<never, A, Collected<A> | null, ReadonlyArray<A>> => ({
  onEnded: (others, result, _name, index) => ({
    _tag: 'Continue',
    state: { index, result, others },
  }),
  onQuiet: (collected) => inOrder(count, collected),
})

const collect = <Q, A>(episodes: ReadonlyArray<Episode<Q, A>>): Episode<Q, ReadonlyArray<A>> => {
  const panel = panelOf(episodes.map(inside))
  // A panel asks the very questions of the episodes and ends in their results.
  if (panel !== null) return shown(panel) as Episode<Q, ReadonlyArray<A>>
  return react(collecting<A>(episodes.length))({
    _tag: 'Continue',
    state: null,
    begin: episodes.map((episode) => ({ episode })),
  })
}

/** Stands for any episode in a constraint on types. */
type AnyEpisode = Episode<unknown, unknown>

/**
 * Plays episodes at once. A tuple written out keeps the type of each place; a list of any length has one type for all.
 *
 * @category model
 * @since 0.1.0
 */
export interface All {
  <const E extends readonly [AnyEpisode, ...ReadonlyArray<AnyEpisode>]>(
    episodes: E,
  ): Episode<QuestionOf<E[number]>, { readonly [K in keyof E]: ResultOf<E[K]> }>
  <Q, A>(episodes: ReadonlyArray<Episode<Q, A>>): Episode<Q, ReadonlyArray<A>>
}

/**
 * Plays episodes at once and ends in all their results, in the order in which the episodes were given.
 *
 * @category together
 * @since 0.1.0
 */
// The results stand in the order of the episodes, so each has the type of its own.
export const all: All = collect as All

/**
 * Plays the episodes of a record at once, each with its name before its ids, and ends in the record of their results.
 *
 * @category together
 * @since 0.1.0
 */
export const allOf = <const E extends Readonly<Record<string, AnyEpisode>>>(
  episodes: E,
): Episode<QuestionOf<E[keyof E]>, { readonly [K in keyof E]: ResultOf<E[K]> }> => {
  const names = Object.keys(episodes)
  const named = Object.entries(episodes).map(([name, episode]) => within(name)(episode))
  const record = (results: ReadonlyArray<unknown>): object =>
    Object.fromEntries(names.map((name, index) => [name, results[index]]))
  // Every name holds the result of the episode of that name.
  return map(record)(collect(named)) as Episode<
    QuestionOf<E[keyof E]>,
    { readonly [K in keyof E]: ResultOf<E[K]> }
  >
}

/**
 * Plays episodes at once until the first of them ends, with its result. Where several have ended from the start, the
 * one given first wins.
 *
 * @category together
 * @since 0.1.0
 */
export const race = <Q, A>(
  episodes: readonly [Episode<Q, A>, ...ReadonlyArray<Episode<Q, A>>],
): Episode<Q, A> =>
  // There is at least one member, so the game finishes before it can fall quiet.
  react<A, null, A | null>({
    onEnded: (_state, result) => ({ _tag: 'Finish', result }),
    onQuiet: (none) => none,
  })({
    _tag: 'Continue',
    state: null,
    begin: episodes.map((episode) => ({ episode })),
  }) as Episode<Q, A>
