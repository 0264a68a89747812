/**
 * Tactics: Faratin's families of concession, for either side of a bargain.
 *
 * Faratin, Sierra and Jennings, "Negotiation decision functions for autonomous agents", Robotics and Autonomous Systems
 * 24 (1998). A **time-dependent** tactic concedes by the clock: with t the number of own turns so far and T the last,
 * alpha(t) = kappa + (1 - kappa)*(min(t,T)/T)^(1/beta) (polynomial) or kappa^((1 - min(t,T)/T)^beta) (exponential). A
 * buyer's price is low + alpha*(high - low), a seller's is low + (1 - alpha)*(high - low). beta < 1 is a Boulware
 * (concedes late), 1 linear, > 1 a conceder. The exponent is **1/beta**: NegMAS writes its aspiration as 1 - t^e with
 * e = 4 a Boulware and e = 1/4 a conceder, so e = 1/beta (`betaOfExponent`).
 *
 * A **behaviour-dependent** tactic answers the other side's steps. With x the own prices and y the other's, the next
 * price is x*y[m-d]/y[m-d+1] (relative), x + (y[m-d] - y[m-d+1]) plus a random generosity in [0, M] (random absolute,
 * added by a buyer, subtracted by a seller), or x*y[m-g]/y[m] (averaged over a window g), clipped to [low, high].
 *
 * Powers are taken by multiplication and square roots (`power.ts`), so a price is the same on every engine.
 *
 * Laws
 *   L1 ends       alpha is kappa at the first turn and 1 at the last (polynomial and exponential)
 *   L2 monotone   alpha never falls
 *   L3 order      at every turn a conceder has conceded at least as much as a linear tactic, and that as a Boulware
 *   L4 clip       every price lies in [low, high]
 *   L5 mirror     a tactic without generosity answers no step of the other side with no step of its own
 *   L6 window     averaging over a window of 1 is the relative tactic with lag 1
 *
 * | parameter | range          | meaning                                            |
 * | --------- | -------------- | -------------------------------------------------- |
 * | `beta`    | [1/1000, 1000] | how early the tactic concedes                      |
 * | `kappa`   | [0, 1], exponential (0, 1] | share conceded at the first turn       |
 * | `lag`     | 1..            | how many steps back the imitated step lies         |
 * | `window`  | 1..            | over how many steps the other's move is averaged   |
 * | `most`    | >= 0, cents    | the largest random generosity                      |
 *
 * @module
 */

import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import { powerOfShare } from '../power.js'
import type { BargainSide } from '../protocol.js'

/**
 * Describes a time-dependent tactic.
 *
 * @category model
 * @since 0.1.0
 */
export interface TimeTactic {
  readonly _tag: 'Time'
  readonly family: 'polynomial' | 'exponential'
  readonly beta: number
  readonly kappa: number
}

/**
 * Describes a behaviour-dependent tactic. `seed` keys the random generosity.
 *
 * @category model
 * @since 0.1.0
 */
export type BehaviourTactic =
  | { readonly _tag: 'Relative'; readonly lag: number }
  | {
      readonly _tag: 'RandomAbsolute'
      readonly lag: number
      readonly most: number
      readonly seed: bigint
    }
  | { readonly _tag: 'Averaged'; readonly window: number }

/**
 * Describes any of the tactics.
 *
 * @category model
 * @since 0.1.0
 */
export type Tactic = TimeTactic | BehaviourTactic

/**
 * Bounds beta from both sides: beyond them a tactic concedes at one end only.
 *
 * @category model
 * @since 0.1.0
 */
export const LARGEST_BETA = 1000

const wrong = (field: string, value: unknown, expected: string): Failure<'BadTactic'> =>
  failure('BadTactic', [field], value, expected)

const within = (value: unknown, low: number, high: number): boolean =>
  typeof value === 'number' && value >= low && value <= high

const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 1

const defectsOf = (tactic: Tactic): ReadonlyArray<Failure<'BadTactic'>> => {
  const found: Array<Failure<'BadTactic'>> = []
  switch (tactic._tag) {
    case 'Time':
      if (!within(tactic.beta, 1 / LARGEST_BETA, LARGEST_BETA)) {
        found.push(wrong('beta', tactic.beta, `a number from 1/${LARGEST_BETA} to ${LARGEST_BETA}`))
      }
      if (!within(tactic.kappa, 0, 1))
        found.push(wrong('kappa', tactic.kappa, 'a share from 0 to 1'))
      if (tactic.family === 'exponential' && tactic.kappa === 0) {
        found.push(wrong('kappa', 0, 'a share above 0: an exponential tactic starts at it'))
      }
      return found
    case 'Averaged':
      if (!isCount(tactic.window)) found.push(wrong('window', tactic.window, 'a whole number >= 1'))
      return found
    case 'RandomAbsolute':
      if (!within(tactic.most, 0, Number.MAX_SAFE_INTEGER)) {
        found.push(wrong('most', tactic.most, 'an amount in cents >= 0'))
      }
      if (typeof tactic.seed !== 'bigint') found.push(wrong('seed', tactic.seed, 'a bigint'))
      break
  }
  if (!isCount(tactic.lag)) found.push(wrong('lag', tactic.lag, 'a whole number >= 1'))
  return found
}

/**
 * Checks a tactic; gives it back or every parameter that is out of its range.
 *
 * @category constructors
 * @since 0.1.0
 */
export const checkTactic = <T extends Tactic>(tactic: T): Either<Failures<'BadTactic'>, T> => {
  const failures = nonEmpty(defectsOf(tactic))
  return failures === null ? right(tactic) : left(failures)
}

/**
 * Converts the exponent of an aspiration written as 1 - t^e (NegMAS) to beta = 1/e.
 *
 * @category operations
 * @since 0.1.0
 */
export const betaOfExponent = (exponent: number): number => 1 / exponent

/**
 * Gives alpha(t), the share of the way to its limit that a time-dependent tactic has conceded at own turn `turn`
 * (from 0) of turns 0..`last`. Where there is one turn only, it is the last.
 *
 * @category operations
 * @since 0.1.0
 */
export const concededShare =
  (tactic: TimeTactic) =>
  (turn: number, last: number): number => {
    const time = last <= 0 ? 1 : Math.min(Math.max(turn, 0), last) / last
    return tactic.family === 'polynomial'
      ? tactic.kappa + (1 - tactic.kappa) * powerOfShare(time, 1 / tactic.beta)
      : powerOfShare(tactic.kappa, powerOfShare(1 - time, tactic.beta))
  }

/**
 * Gives the price of a side that has conceded the share `alpha` of the way between its two limits.
 *
 * @category operations
 * @since 0.1.0
 */
export const priceConceded = (
  side: BargainSide,
  low: number,
  high: number,
  alpha: number,
): number => (side === 'buyer' ? low + alpha * (high - low) : low + (1 - alpha) * (high - low))

/** What a behaviour-dependent tactic answers to. */
interface Exchange {
  readonly side: BargainSide
  readonly low: number
  readonly high: number
  /** The side's own last price. */
  readonly own: number
  /** The other side's prices, the latest last. */
  readonly other: ReadonlyArray<number>
  /** A draw in [0, 1) for the random generosity. */
  readonly draw: number
}

const clip = (low: number, high: number, price: number): number =>
  Math.min(Math.max(price, low), high)

const ratio = (earlier: number, later: number): number => (later > 0 ? earlier / later : 1)

/**
 * Gives the next price of a behaviour-dependent tactic. While the other side has not yet made the step it would
 * imitate, the own price stands; an averaging tactic takes the longest window there is.
 *
 * @category operations
 * @since 0.1.0
 */
export const imitatedPrice =
  (tactic: BehaviourTactic) =>
  ({ side, low, high, own, other, draw }: Exchange): number => {
    const latest = other.length - 1
    const back = tactic._tag === 'Averaged' ? Math.min(tactic.window, latest) : tactic.lag
    const earlier = other[latest - back]
    const later = other[tactic._tag === 'Averaged' ? latest : latest - back + 1]
    if (earlier === undefined || later === undefined) return clip(low, high, own)
    if (tactic._tag !== 'RandomAbsolute') return clip(low, high, own * ratio(earlier, later))
    const generosity = (side === 'buyer' ? 1 : -1) * draw * tactic.most
    return clip(low, high, own + (earlier - later) + generosity)
  }
