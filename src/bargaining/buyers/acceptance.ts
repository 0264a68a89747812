/**
 * Acceptance: when to take the standing offer instead of making another.
 *
 * Baarslag, Hindriks and Jonker, "Effective acceptance conditions in real-time automated negotiation", AcceptanceDecision Support
 * Systems 60 (2014). Gains are in cents: value - price for a buyer, price - cost for a seller; time runs from 0 at the
 * first own turn to 1 at the last.
 *
 * | rule       | accepts iff                                                                   |
 * | ---------- | ----------------------------------------------------------------------------- |
 * | `Next`     | offered gain >= factor * gain of the own next offer + constant (AC_next)      |
 * | `Constant` | offered gain >= gain (AC_const)                                               |
 * | `Time`     | time >= from, and the offered gain is not negative unless `anyGain` (AC_time) |
 *
 * Laws
 *   L1 monotone   a rule that accepts a gain accepts every larger one
 *   L2 otherwise  a buyer under a rule that never accepts plays as the buyer it was made from
 *
 * @module
 */

import type { Buyer, BuyerObservation } from '../protocol.js'
import { standingAsk } from './anchor-buyers.js'

/**
 * Describes an acceptance rule.
 *
 * @category model
 * @since 0.1.0
 */
export type AcceptanceRule =
  | { readonly _tag: 'Next'; readonly factor: number; readonly constant: number }
  | { readonly _tag: 'Constant'; readonly gain: number }
  | { readonly _tag: 'Time'; readonly from: number; readonly anyGain: boolean }

/**
 * Describes a decision: the gain on offer, the gain of the own next offer (`null` if there is none), and the time.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptanceDecision {
  readonly offered: number
  readonly next: number | null
  readonly time: number
}

/**
 * Decides by a rule. A comparison with NaN refuses, and so does `Next` without a next offer.
 *
 * @category operations
 * @since 0.1.0
 */
export const acceptsBy =
  (rule: AcceptanceRule) =>
  ({ offered, next, time }: AcceptanceDecision): boolean => {
    switch (rule._tag) {
      case 'Next':
        return next !== null && offered >= rule.factor * next + rule.constant
      case 'Constant':
        return offered >= rule.gain
      case 'Time':
        return time >= rule.from && (rule.anyGain || offered >= 0)
    }
  }

/**
 * Gives the time of a buyer's turn: 0 at the first counter, 1 at the last and at a last acceptance.
 *
 * @category operations
 * @since 0.1.0
 */
export const timeOf = ({ counter, rounds }: BuyerObservation): number =>
  rounds <= 2 ? 1 : Math.min(1, (counter - 1) / (rounds - 2))

/**
 * Makes a buyer that accepts by the rule and otherwise plays as the given one.
 *
 * @category constructors
 * @since 0.1.0
 */
export const accepting =
  (rule: AcceptanceRule) =>
  (buyer: Buyer): Buyer => ({
    name: `${buyer.name}+${rule._tag.toLowerCase()}`,
    move: (observation) => {
      const move = buyer.move(observation)
      const gainOf = (price: number): number => observation.value - price
      const decision: AcceptanceDecision = {
        offered: gainOf(standingAsk(observation)),
        next: move._tag === 'Offer' ? gainOf(move.price) : null,
        time: timeOf(observation),
      }
      return acceptsBy(rule)(decision) ? { _tag: 'Accept' } : move
    },
  })
