/**
 * Within: names for the parts of a game.
 *
 * A prefix stands before every id that an episode ever asks under, so a round can be written once and played many times
 * without two questions of one name. The prefixed questions are a view of the ones inside; nothing is copied.
 *
 * Laws
 *   L1 prefix   the open ids are those of the episode with the prefix before them, in the same order, with the same questions
 *   L2 result   prefixing changes no result
 *   L3 nesting  a prefix within a prefix is the two joined by a slash
 *
 * @module
 */
import type { Episode } from './episode.js'
import { prefixed, sourceBelow, unprefixed } from './questions.js'
import { type Change, inside, type Machine, type Move, type Route, shown } from './transition.js'

const renamed =
  (prefix: string) =>
  (change: Change): Change => ({ ...change, id: prefixed(prefix, change.id) })

const below = (prefix: string, machine: Machine): Machine => {
  const { shape } = machine
  if (shape._tag === 'Within') return below(prefixed(prefix, shape.prefix), shape.inner)
  const lift = ({ next, changes }: Move): Move => ({
    next: next._tag === 'Machine' ? below(prefix, next) : next,
    changes: changes === null ? null : changes.map(renamed(prefix)),
  })
  const route = (id: string): Route => {
    const inner = unprefixed(prefix, id)
    return inner === null
      ? { _tag: 'Nowhere', reason: 'NotOpen' }
      : { _tag: 'Inside', part: machine, id: inner, lift }
  }
  return {
    _tag: 'Machine',
    shape: { _tag: 'Within', prefix, inner: machine },
    source: sourceBelow(prefix, machine.source),
    route,
  }
}

/**
 * Puts a prefix and a slash before every id of an episode, also of the questions still to come.
 *
 * @category sequencing
 * @since 0.1.0
 */
export const within =
  (prefix: string) =>
  <R, Q = never>(episode: Episode<Q, R>): Episode<Q, R> => {
    const state = inside(episode)
    // The prefix changes names alone.
    return state._tag === 'Ended' ? episode : (shown(below(prefix, state)) as Episode<Q, R>)
  }
