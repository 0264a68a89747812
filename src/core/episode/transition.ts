/**
 * Transition: how an answer finds its question and what it changes on the way back.
 *
 * Combinators nest: the question of a bid may stand inside a round, inside a phase that waits for five seats. An answer
 * is led inwards along the route of its id, taken at the question, and the move is lifted back outwards, each
 * combinator putting together its next state from that of its part. Both ways are loops, so the depth of nesting costs
 * time, never stack. A move says which questions it closed and opened; a combinator that keeps an index of open
 * questions brings it up to date from that, without looking at the others.
 *
 * Inside, an episode is a `Machine`, the bare state of a combinator; the public `Asking` around it is made on the way
 * out. An `Asking` made by hand, or copied with another `answer`, is taken as it is, at the cost of comparing its open
 * questions before and after each answer.
 *
 * The types of the parts are existential (a chain forgets the type that stood between its steps), so the inside speaks
 * of `unknown`, and each combinator's public signature states what it puts together.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Answer, type Heard, heard } from './answer.js'
import {
  type Asking,
  type Ended,
  type Episode,
  type NotAsked,
  type NotAskedReason,
  notAsked,
  type QuestionId,
} from './episode.js'
import { list, type Source, sourceOf, view } from './questions.js'
import type { Tree } from './tree.js'

/**
 * Holds the inside of an episode that asks.
 *
 * @category model
 * @since 0.1.0
 */
export interface Machine {
  readonly _tag: 'Machine'
  readonly shape: Shape
  readonly source: Source
  readonly route: (id: QuestionId) => Route
}

/**
 * Holds a state on the inside.
 *
 * @category model
 * @since 0.1.0
 */
export type State = Machine | Ended<unknown>

/**
 * Takes the result of one step of a chain to the next.
 *
 * @category model
 * @since 0.1.0
 */
export type Continuation = (result: unknown) => State

/**
 * Tells how a machine is built, where a combinator around it makes use of that.
 *
 * @category model
 * @since 0.1.0
 */
export type Shape =
  | { readonly _tag: 'Plain' }
  | {
      readonly _tag: 'Question'
      readonly id: QuestionId
      readonly question: unknown
      readonly decode: (answer: Heard) => unknown
    }
  | { readonly _tag: 'Then'; readonly head: Machine; readonly rest: Tree<Continuation> }
  | { readonly _tag: 'Within'; readonly prefix: string; readonly inner: Machine }
  | {
      readonly _tag: 'Group'
      readonly members: () => Iterable<Machine>
      readonly contested: () => ReadonlyArray<QuestionId>
    }

/**
 * Says where the question of an id is: nowhere, here, or inside a part.
 *
 * @category model
 * @since 0.1.0
 */
export type Route =
  | { readonly _tag: 'Nowhere'; readonly reason: NotAskedReason }
  | {
      readonly _tag: 'Here'
      readonly take: (answer: Answer) => Either<NotAskedReason, Move>
    }
  | {
      readonly _tag: 'Inside'
      readonly part: Machine
      readonly id: QuestionId
      readonly lift: (move: Move) => Move
    }

/**
 * Says that a question opened or closed.
 *
 * @category model
 * @since 0.1.0
 */
export type Change =
  | { readonly _tag: 'Opened'; readonly id: QuestionId; readonly question: unknown }
  | { readonly _tag: 'Closed'; readonly id: QuestionId }

/**
 * Holds a next state and the changes that lead to its open questions, in order; `null` where all that was open is
 * closed and all that is open now has just been opened.
 *
 * @category model
 * @since 0.1.0
 */
export interface Move {
  readonly next: State
  readonly changes: ReadonlyArray<Change> | null
}

/**
 * The shape of a machine that no combinator needs to know more about.
 *
 * @category model
 * @since 0.1.0
 */
export const PLAIN: Shape = { _tag: 'Plain' }

/**
 * The route to a question that is not open.
 *
 * @category model
 * @since 0.1.0
 */
export const NOT_OPEN: Route = { _tag: 'Nowhere', reason: 'NotOpen' }

/** The key under which a public episode carries its inside. */
const insideKey: unique symbol = Symbol('inside')

interface Carrying extends Asking<unknown, unknown> {
  readonly [insideKey]?: {
    readonly machine: Machine
    readonly open: Asking<unknown, unknown>['open']
    readonly answer: Asking<unknown, unknown>['answer']
    readonly since: Since | null
  }
}

/** Holds what led to an episode: the machine that was answered, and what that changed. */
interface Since {
  readonly before: Machine
  readonly changes: Move['changes']
}

/** Leads an answer to its question and the move back. */
const deliver = (
  machine: Machine,
  id: QuestionId,
  answer: Answer,
): Either<NotAsked, Episode<unknown, unknown>> => {
  const lifts: Array<(move: Move) => Move> = []
  let route = machine.route(id)
  while (route._tag === 'Inside') {
    lifts.push(route.lift)
    route = route.part.route(route.id)
  }
  if (route._tag === 'Nowhere') return left(notAsked(id, route.reason))
  const taken = route.take(answer)
  if (isLeft(taken)) return left(notAsked(id, taken.left))
  let move = taken.right
  for (let lift = lifts.pop(); lift !== undefined; lift = lifts.pop()) move = lift(move)
  return right(shown(move.next, { before: machine, changes: move.changes }))
}

/**
 * Makes the public episode of a state.
 *
 * @category operations
 * @since 0.1.0
 */
export const shown = (state: State, since: Since | null = null): Episode<unknown, unknown> => {
  if (state._tag === 'Ended') return state
  const open = view(state.source)
  const answer: Asking<unknown, unknown>['answer'] = (id, given) => deliver(state, id, given)
  const asking: Carrying = {
    _tag: 'Asking',
    open,
    answer,
    [insideKey]: { machine: state, open, answer, since },
  }
  return asking
}

const closing = (id: QuestionId): Change => ({ _tag: 'Closed', id })

const opening = ([id, question]: readonly [QuestionId, unknown]): Change => ({
  _tag: 'Opened',
  id,
  question,
})

/**
 * Compares the questions before and after an answer to an episode of unknown make. What is still open stands in front,
 * in the old order; from the first entry that breaks it, all has been opened by the answer.
 */
const differences = (
  before: Source,
  after: Source,
  answered: QuestionId,
): ReadonlyArray<Change> => {
  const old = [...list(before, 'first')]
  const places = new Map(old.map(([id], place) => [id, place]))
  const fresh = [...list(after, 'first')]
  const kept = new Set<QuestionId>()
  let next = 0
  for (const [id, question] of fresh) {
    const place = id === answered ? -1 : (places.get(id) ?? -1)
    if (place < next || old[place]?.[1] !== question) break
    kept.add(id)
    next = place + 1
  }
  const closed = old.filter(([id]) => !kept.has(id)).map(([id]) => closing(id))
  return [...closed, ...fresh.slice(kept.size).map(opening)]
}

/** Gives what a public episode carries; a copy with a field of its own is an episode in its own right. */
const carriedBy = (asking: Carrying): NonNullable<Carrying[typeof insideKey]> | null => {
  const own = asking[insideKey]
  return own !== undefined && own.answer === asking.answer && own.open === asking.open ? own : null
}

const foreign = (asking: Asking<unknown, unknown>): Machine => {
  const source = sourceOf(asking.open)
  const take =
    (id: QuestionId) =>
    (answer: Answer): Either<NotAskedReason, Move> => {
      const answered = asking.answer(id, answer)
      if (isLeft(answered)) return left(answered.left.reason)
      const next = inside(answered.right)
      if (next._tag === 'Ended') return right({ next, changes: null })
      return right({ next, changes: differences(source, next.source, id) })
    }
  return {
    _tag: 'Machine',
    shape: PLAIN,
    source,
    route: (id) => (asking.open.has(id) ? { _tag: 'Here', take: take(id) } : NOT_OPEN),
  }
}

/**
 * Gives the state inside a public episode.
 *
 * @category operations
 * @since 0.1.0
 */
export const inside = (episode: Episode<unknown, unknown>): State => {
  if (episode._tag === 'Ended') return episode
  return carriedBy(episode)?.machine ?? foreign(episode)
}

/**
 * Gives the changes that one answer made to the open questions, told the episodes before and after it; `null` where all
 * have changed, or where the second did not come of an answer to the first in a way that is known.
 *
 * @category operations
 * @since 0.1.0
 */
export const changesBetween = (
  before: Episode<unknown, unknown>,
  after: Episode<unknown, unknown>,
): Move['changes'] => {
  if (before._tag === 'Ended' || after._tag === 'Ended') return null
  const since = carriedBy(after)?.since ?? null
  return since !== null && since.before === carriedBy(before)?.machine ? since.changes : null
}

/**
 * Makes the machine of one question, whose answer ends it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const questionMachine = (
  id: QuestionId,
  question: unknown,
  decode: (answer: Heard) => unknown,
): Machine => ({
  _tag: 'Machine',
  shape: { _tag: 'Question', id, question, decode },
  source: { _tag: 'One', id, question },
  route: (wanted) =>
    wanted === id
      ? {
          _tag: 'Here',
          take: (answer) =>
            right({ next: { _tag: 'Ended', result: decode(heard(answer)) }, changes: null }),
        }
      : NOT_OPEN,
})
