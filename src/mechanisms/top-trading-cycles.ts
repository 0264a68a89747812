/**
 * Top trading cycles: a market without money where everybody owns one good and wants one.
 *
 * Shapley and Scarf, Journal of Mathematical Economics 1, 1974 (the algorithm is Gale's). Everybody points to the
 * owner of the good it likes best among those left; who stands on a cycle gets what it points to and leaves; repeat.
 * Goods are named by their owners, agents are numbered from 1. A list may end early: one's own good always follows, so
 * what stands after it is never reached. With strict lists the outcome is the only one in the core, whatever cycle is
 * cleared first.
 *
 * Laws
 *   L1 cycle core              no group does better for all its members by trading its own goods among themselves
 *   L2 unique core             no other assignment has that property in the weak sense, by trying all
 *   L3 keeps or gains          nobody gets a good that it likes less than its own
 *   L4 cycle strategy-proof    no other list gets an agent a good that it likes better
 *   L5 clearing order          renumbering the agents renumbers the outcome
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'

/**
 * Names what can be wrong with lists of preferences: a list that is none, a good that nobody owns, a good listed twice.
 *
 * @category failures
 * @since 0.1.0
 */
export type PreferenceFailure = 'NotAList' | 'UnknownGood' | 'RepeatedGood'

/**
 * Holds the outcome: per agent, in order, whose good it gets, and the cycles that were cleared, each from its lowest
 * member along the pointing, in order of those members. An agent alone in its cycle keeps its own good.
 *
 * @category model
 * @since 0.1.0
 */
export interface TradingCycles {
  readonly assignment: ReadonlyArray<number>
  readonly cycles: ReadonlyArray<ReadonlyArray<number>>
}

const listDefects = (
  list: ReadonlyArray<number>,
  agents: number,
  row: number,
): ReadonlyArray<Failure<PreferenceFailure>> => {
  if (!Array.isArray(list)) return [failure('NotAList', [row], list, 'a list of goods, best first')]
  const seen = new Set<number>()
  return list.flatMap((good, place): ReadonlyArray<Failure<PreferenceFailure>> => {
    const repeated = seen.has(good)
    seen.add(good)
    if (!Number.isInteger(good) || good < 1 || good > agents) {
      return [failure('UnknownGood', [row, place], good, `the owner of a good, 1 to ${agents}`)]
    }
    return repeated ? [failure('RepeatedGood', [row, place], good, 'a good listed once')] : []
  })
}

const fromLowest = (cycle: ReadonlyArray<number>): ReadonlyArray<number> => {
  const start = cycle.indexOf(Math.min(...cycle))
  return [...cycle.slice(start), ...cycle.slice(0, start)]
}

/**
 * Clears all cycles. Row i of the preferences is the list of agent i + 1, best first; malformed lists are reported. The
 * work grows with the total length of the lists.
 *
 * @example
 * ```ts
 * import { topTradingCycles } from 'edgeworth/mechanisms'
 *
 * const cleared = topTradingCycles([[2, 1], [3, 2], [1, 3], [1]])
 * cleared._tag === 'Right' && cleared.right.assignment // => [2, 3, 1, 4]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const topTradingCycles = (
  preferences: ReadonlyArray<ReadonlyArray<number>>,
): Either<Failures<PreferenceFailure>, TradingCycles> => {
  const agents = preferences.length
  const failures = nonEmpty(preferences.flatMap((list, row) => listDefects(list, agents, row)))
  if (failures !== null) return left(failures)
  const assignment = new Array<number>(agents).fill(0)
  const reached = new Array<number>(agents).fill(0)
  const cycles: Array<ReadonlyArray<number>> = []
  /** Gives the owner of the best good that is left; lists are walked once, since a good that left stays away. */
  const favourite = (agent: number): number => {
    const list = preferences[agent - 1] ?? []
    let place = reached[agent - 1] ?? 0
    while (place < list.length && assignment[(list[place] ?? agent) - 1] !== 0) place += 1
    reached[agent - 1] = place
    return list[place] ?? agent
  }
  for (let start = 1; start <= agents; start += 1) {
    const path: Array<number> = []
    const placeOn = new Map<number, number>()
    let agent = start
    while (assignment[start - 1] === 0) {
      const place = placeOn.get(agent)
      if (place === undefined) {
        placeOn.set(agent, path.length)
        path.push(agent)
        agent = favourite(agent)
        continue
      }
      const cycle = path.splice(place)
      for (const [i, member] of cycle.entries()) {
        placeOn.delete(member)
        assignment[member - 1] = cycle[i + 1] ?? cycle[0] ?? member
      }
      cycles.push(fromLowest(cycle))
      // Whoever pointed into the cycle points anew; the walk goes on from there.
      agent = path.pop() ?? start
      placeOn.delete(agent)
    }
  }
  return right({ assignment, cycles: cycles.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)) })
}
