/**
 * SolutionList: bargaining solutions on a finite list of outcomes, for any number of players.
 *
 * A list is not a convex set, and definitions that agree on one differ on the other. Of the outcomes that give every
 * player at least its disagreement utility: **Nash** maximises the product of gains (weighted: of their powers);
 * **Kalai-Smorodinsky** minimises the difference between the largest and the smallest normalised gain, each gain divided
 * by the player's largest in the list (NegMAS's reading); **Kalai-Smorodinsky leximin** maximises the smallest normalised
 * gain, then the next smallest, and so on. The first of the two can choose an outcome that is worse for everybody, when
 * that is more even; the second cannot. **Egalitarian** maximises the smallest gain, then the next; **utilitarian** the
 * sum. Of outcomes that are level the first in the list is chosen and all are named.
 *
 * Laws
 *   L1 rational   the chosen outcome gives every player at least its disagreement utility
 *   L2 efficient  no outcome is better for every player than the Nash, leximin, egalitarian or utilitarian choice
 *   L3 order      appending an outcome that is not better changes no choice
 *   L4 affine     Nash and both readings of Kalai-Smorodinsky do not depend on a player's scale and origin
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { powerOfShare } from './power.js'

/**
 * Holds outcomes: each a list of utilities, one for every player in one order.
 *
 * @category model
 * @since 0.1.0
 */
export interface OutcomeList {
  readonly outcomes: ReadonlyArray<ReadonlyArray<number>>
  readonly disagreement: ReadonlyArray<number>
}

/**
 * Names the chosen outcome by its 0-based place in the list, with all that are level with it, or says why none is.
 *
 * @category model
 * @since 0.1.0
 */
export type ListSolution =
  | {
      readonly _tag: 'Chosen'
      readonly index: number
      readonly utilities: ReadonlyArray<number>
      readonly level: ReadonlyArray<number>
    }
  | { readonly _tag: 'NoSolution'; readonly reason: string }

interface Candidate {
  readonly index: number
  readonly utilities: ReadonlyArray<number>
  readonly gains: ReadonlyArray<number>
  readonly normal: ReadonlyArray<number>
}

const total = sum('neumaier')

/** Normalised gains and criteria this close are level. */
const LEVEL = 1e-12

const candidatesOf = ({ outcomes, disagreement }: OutcomeList): ReadonlyArray<Candidate> => {
  const rational = outcomes.flatMap((utilities, index) => {
    const gains = disagreement.map((least, player) => (utilities[player] ?? Number.NaN) - least)
    // A missing or NaN utility is no gain, so such an outcome is never a candidate.
    return utilities.length === disagreement.length && gains.every((gain) => gain >= 0)
      ? [{ index, utilities, gains }]
      : []
  })
  const most = disagreement.map((_, player) =>
    rational.reduce((best, { gains }) => Math.max(best, gains[player] ?? 0), 0),
  )
  return rational.map((one) => ({
    ...one,
    normal: one.gains.map((gain, player) =>
      (most[player] ?? 0) > 0 ? gain / (most[player] ?? 1) : 0,
    ),
  }))
}

const ascending = (values: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...values].sort((a, b) => a - b)

/** Orders by the first entry that differs by more than the tolerance, the larger one better. */
const compareLists = (a: ReadonlyArray<number>, b: ReadonlyArray<number>): number => {
  for (const [place, entry] of a.entries()) {
    const other = b[place] ?? 0
    const scale = Math.max(1, Math.abs(entry), Math.abs(other))
    if (Math.abs(entry - other) > LEVEL * scale) return entry - other
  }
  return 0
}

const choose =
  (criteria: (candidate: Candidate) => ReadonlyArray<number>) =>
  (list: OutcomeList): ListSolution => {
    const rated = candidatesOf(list).map((candidate) => ({ candidate, rank: criteria(candidate) }))
    const [first] = rated
    if (first === undefined) {
      return {
        _tag: 'NoSolution',
        reason: 'no outcome gives every player its disagreement utility',
      }
    }
    const best = rated.reduce((a, b) => (compareLists(b.rank, a.rank) > 0 ? b : a), first)
    const level = rated.filter(({ rank }) => compareLists(rank, best.rank) === 0)
    const { index, utilities } = (level[0] ?? best).candidate
    return {
      _tag: 'Chosen',
      index,
      utilities,
      level: level.map(({ candidate }) => candidate.index),
    }
  }

/**
 * Chooses by Nash, with weights where given (one per player, positive; only their ratios count). Where no outcome gives
 * every player a gain all products are 0, and the larger sum of normalised gains decides.
 *
 * @category operations
 * @since 0.1.0
 */
export const nashOfList =
  (weights?: ReadonlyArray<number>) =>
  (list: OutcomeList): ListSolution => {
    const given = weights ?? list.disagreement.map(() => 1)
    const whole = total(given)
    const good = given.length === list.disagreement.length && given.every((weight) => weight > 0)
    if (!good || !Number.isFinite(whole)) {
      return { _tag: 'NoSolution', reason: 'weights must be positive, one for each player' }
    }
    return choose(({ normal }) => [
      normal.reduce(
        (product, gain, player) => product * powerOfShare(gain, (given[player] ?? 0) / whole),
        1,
      ),
      total(normal),
    ])(list)
  }

/**
 * Chooses the outcome whose normalised gains are most even; of several the one with the largest smallest gain.
 *
 * @category operations
 * @since 0.1.0
 */
export const kalaiSmorodinskyOfList: (list: OutcomeList) => ListSolution = choose(({ normal }) => {
  const sorted = ascending(normal)
  return [(sorted[0] ?? 0) - (sorted.at(-1) ?? 0), ...sorted]
})

/**
 * Chooses the outcome whose smallest normalised gain is largest, then the next smallest, and so on.
 *
 * @category operations
 * @since 0.1.0
 */
export const kalaiSmorodinskyLeximin: (list: OutcomeList) => ListSolution = choose(({ normal }) =>
  ascending(normal),
)

/**
 * Chooses the outcome whose smallest gain is largest, then the next smallest, and so on.
 *
 * @category operations
 * @since 0.1.0
 */
export const egalitarianOfList: (list: OutcomeList) => ListSolution = choose(({ gains }) =>
  ascending(gains),
)

/**
 * Chooses the outcome with the largest sum of gains.
 *
 * @category operations
 * @since 0.1.0
 */
export const utilitarianOfList: (list: OutcomeList) => ListSolution = choose(({ gains }) => [
  total(gains),
])
