/**
 * React: games that respond to each thing as it happens.
 *
 * Several episodes are in progress at once. Whenever one ends, a rule sees its result and the state so far, and decides:
 * finish, or go on with a new state, begin further episodes, withdraw some that are under way. A negotiation is of this
 * kind: a proposal begins the addressee's question, an acceptance withdraws what it makes void. What the rule sees
 * depends on the order in which answers arrive, and so that order is part of the log. `all` and `race` are the two rules
 * that everybody needs.
 *
 * Names serve to withdraw: several members may share one, and an unnamed member can only run to its end. They are not
 * part of any id; `within` is.
 *
 * Laws
 *   L1 reaction    the rule sees each result once, in the order of the endings, members that ask nothing in the order given
 *   L2 quiet       a game in which nothing is left to wait for ends, with what `onQuiet` makes of the state
 *   L3 withdrawal  the questions of a withdrawn member are closed at once, and its rule is never called
 *   L4 contest     an id open twice is listed once and refused until it is open once
 *
 * @module
 */
import { type Episode, ended, type QuestionId } from './episode.js'
import {
  advance,
  contestedIn,
  type Draft,
  draftOf,
  enterAll,
  type Group,
  groupOf,
  leave,
  type Member,
  memberAsking,
  NO_MEMBERS,
  sourceIn,
  withdrawNamed,
} from './group.js'
import { prefixed } from './questions.js'
import { inside, type Machine, type Move, type Route, type State, shown } from './transition.js'
import { elements } from './tree.js'

/**
 * Holds an episode to be begun, under a name by which it can be withdrawn.
 *
 * @category model
 * @since 0.1.0
 */
export interface Begun<Q, A> {
  readonly name?: string
  readonly episode: Episode<Q, A>
}

/**
 * Says how a game goes on: with a state, episodes to begin and names to withdraw (first, so that a name may be begun
 * anew), or not at all.
 *
 * @category model
 * @since 0.1.0
 */
export type Reaction<Q, A, S, R> =
  | {
      readonly _tag: 'Continue'
      readonly state: S
      readonly begin?: ReadonlyArray<Begun<Q, A>>
      readonly withdraw?: ReadonlyArray<string>
    }
  | { readonly _tag: 'Finish'; readonly result: R }

/**
 * Holds the rules of a game that reacts.
 *
 * @category model
 * @since 0.1.0
 */
export interface Rules<Q, A, S, R> {
  /** Responds to the result of a member, given its name (empty if unnamed) and its number in the order of beginning. */
  readonly onEnded: (state: S, result: A, name: string, number: number) => Reaction<Q, A, S, R>
  /** Gives the result when no member is left. */
  readonly onQuiet: (state: S) => R
}

/** An ending that the rule has not seen yet. */
interface Ending {
  readonly name: string
  readonly number: number
  readonly result: unknown
}

type AnyRules = Rules<unknown, unknown, unknown, unknown>
type AnyReaction = Reaction<unknown, unknown, unknown, unknown>

const begin = (
  draft: Draft,
  begun: ReadonlyArray<Begun<unknown, unknown>>,
  endings: Array<Ending>,
): void => {
  const members: Array<Member> = []
  for (const { name = '', episode } of begun) {
    const number = draft.nextNumber
    draft.nextNumber += 1
    const state = inside(episode)
    if (state._tag === 'Ended') endings.push({ name, number, result: state.result })
    else members.push({ name, number, machine: state })
  }
  enterAll(draft, members)
}

/** Follows a reaction and those to the endings it brings about, until the game waits or ends. */
const settle = (rules: AnyRules, draft: Draft, opening: AnyReaction): State => {
  const endings: Array<Ending> = []
  let reaction = opening
  for (let seen = 0; reaction._tag === 'Continue'; seen += 1) {
    for (const name of reaction.withdraw ?? []) withdrawNamed(draft, name)
    begin(draft, reaction.begin ?? [], endings)
    const ending = endings[seen]
    if (ending === undefined) {
      return draft.members === null
        ? ended(rules.onQuiet(reaction.state))
        : machineOf(rules, groupOf(draft), reaction.state)
    }
    reaction = rules.onEnded(reaction.state, ending.result, ending.name, ending.number)
  }
  return ended(reaction.result)
}

/** Brings the end of a member, or its next state, into the group. */
const lifted =
  (rules: AnyRules, group: Group, state: unknown, member: Member) =>
  (move: Move): Move => {
    const draft = draftOf(group)
    if (move.next._tag === 'Machine') {
      advance(draft, member, move.next, move.changes)
      return { next: machineOf(rules, groupOf(draft), state), changes: draft.changes }
    }
    leave(draft, member)
    const reaction = rules.onEnded(state, move.next.result, member.name, member.number)
    const next = settle(rules, draft, reaction)
    return { next, changes: next._tag === 'Ended' ? null : draft.changes }
  }

const machineOf = (rules: AnyRules, group: Group, state: unknown): Machine => {
  const route = (id: QuestionId): Route => {
    const member = memberAsking(group, id)
    return typeof member === 'string'
      ? { _tag: 'Nowhere', reason: member }
      : { _tag: 'Inside', part: member.machine, id, lift: lifted(rules, group, state, member) }
  }
  function* members(): Generator<Machine, undefined> {
    for (const { machine } of elements(group.members, 'first')) yield machine
    return undefined
  }
  return {
    _tag: 'Machine',
    shape: { _tag: 'Group', members, contested: () => contestedIn(group) },
    source: sourceIn(group),
    route,
  }
}

/**
 * Plays several episodes at once and responds to the end of each. The opening is what the game continues with at first.
 *
 * @category reacting
 * @since 0.1.0
 */
export const react =
  <A, S, R, Q1 = never>(rules: Rules<Q1, A, S, R>) =>
  <Q2 = never>(opening: Reaction<Q2, A, S, R>): Episode<Q1 | Q2, R> => {
    const state = settle(rules as AnyRules, draftOf(NO_MEMBERS), opening as AnyReaction)
    // The rules are only ever given the states they returned and the results of the members they began.
    return shown(state) as Episode<Q1 | Q2, R>
  }

/**
 * Lists the ids that more than one part of an episode asks under, each once. Such a question cannot be answered.
 * Takes time in the number of all open questions: a check for tests, and for a driver that got stuck.
 *
 * @category reacting
 * @since 0.1.0
 */
export const contestedIds = <Q, R>(episode: Episode<Q, R>): ReadonlyArray<QuestionId> => {
  const ids = new Set<QuestionId>()
  const state = inside(episode)
  const waiting: Array<readonly [path: ReadonlyArray<string>, machine: Machine]> =
    state._tag === 'Ended' ? [] : [[[], state]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, { shape }] = next
    if (shape._tag === 'Then') waiting.push([path, shape.head])
    if (shape._tag === 'Within') waiting.push([[shape.prefix, ...path], shape.inner])
    if (shape._tag === 'Group') {
      for (const id of shape.contested())
        ids.add(path.reduce((inner, prefix) => prefixed(prefix, inner), id))
      for (const machine of shape.members()) waiting.push([path, machine])
    }
  }
  return [...ids]
}
