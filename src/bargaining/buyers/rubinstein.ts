/**
 * Rubinstein: the shares of alternating offers with discounting, and a buyer that plays them.
 *
 * Rubinstein, "Perfect equilibrium in a bargaining model", Econometrica 50 (1982): the first proposer's share is
 * (1 - d2)/(1 - d1*d2). A breakdown with hazard q after every turn, without an outside option, acts as d = 1 - q, which
 * gives 1/(2 - q). Both players fully patient leave the share undefined: every division is then an equilibrium. With a
 * known last proposal the share follows by backward induction; the limit of many proposals is Rubinstein's.
 *
 * Laws
 *   L1 responder   the responder's share is what it could wait for: d2 times its own first share
 *   L2 hazard      the hazard form is the discount form at d1 = d2 = 1 - q
 *   L3 limit       backward induction over more and more proposals tends to the stationary share
 *   L4 patience    a proposer's share grows with its own patience and falls with the other's
 *
 * | parameter | meaning                                                                  |
 * | --------- | ------------------------------------------------------------------------ |
 * | d1, d2    | discount of the proposer and of the responder per proposal, in [0, 1]    |
 * | q         | hazard of a breakdown after every turn, in (0, 1]                        |
 * | `margin`  | the buyer's belief: cost = value*(1 - margin), in (0, 1]                 |
 *
 * @module
 */

import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure, nonEmpty } from '../../core/failure.js'
import type { Buyer } from '../protocol.js'
import { offering, standingAsk } from './anchor-buyers.js'

const isDiscount = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value <= 1

const discountDefects = (proposer: unknown, responder: unknown) =>
  (
    [
      ['proposer', proposer],
      ['responder', responder],
    ] as const
  ).flatMap(([name, value]) =>
    isDiscount(value)
      ? []
      : [failure('BadDiscount' as const, [name], value, 'a discount from 0 to 1')],
  )

/**
 * Gives the first proposer's share (1 - d2)/(1 - d1*d2). Fails for discounts outside [0, 1] and where both are 1.
 *
 * @example
 * ```ts
 * import { firstProposerShare } from 'edgeworth/bargaining'
 * const share = firstProposerShare(0.8, 0.9)
 * share._tag === 'Right' ? share.right.toFixed(5) : share // => '0.35714'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const firstProposerShare = (
  proposer: number,
  responder: number,
): Either<Failures<'BadDiscount'>, number> => {
  const failures = nonEmpty(discountDefects(proposer, responder))
  if (failures !== null) return left(failures)
  if (proposer === 1 && responder === 1) {
    const expected = 'at least one discount below 1 (every division is an equilibrium otherwise)'
    return left([failure('BadDiscount', [], [proposer, responder], expected)])
  }
  return right((1 - responder) / (1 - proposer * responder))
}

/**
 * Gives the first proposer's share under a breakdown hazard, 1/(2 - q). Fails unless 0 < q <= 1.
 *
 * @category operations
 * @since 0.1.0
 */
export const firstProposerShareUnderHazard = (
  hazard: number,
): Either<Failures<'BadDiscount'>, number> =>
  hazard > 0 && hazard <= 1
    ? right(1 / (2 - hazard))
    : left([failure('BadDiscount', ['hazard'], hazard, 'a hazard above 0 and at most 1')])

/**
 * Gives the first proposer's share where exactly `proposals` are left, alternating, and nothing after the last, by
 * backward induction. Fails for discounts outside [0, 1] and unless there is at least one proposal.
 *
 * @category operations
 * @since 0.1.0
 */
export const firstProposerShareOf = (
  proposer: number,
  responder: number,
  proposals: number,
): Either<Failures<'BadDiscount'>, number> => {
  const count = Number.isInteger(proposals) && proposals >= 1 && proposals <= 1_000_000
  const failures = nonEmpty([
    ...discountDefects(proposer, responder),
    ...(count
      ? []
      : [
          failure(
            'BadDiscount' as const,
            ['proposals'],
            proposals,
            'a whole number from 1 to 10^6',
          ),
        ]),
  ])
  if (failures !== null) return left(failures)
  let share = 1
  for (let remaining = 2; remaining <= proposals; remaining += 1) {
    // The one who responds now is the one who would propose next, with one proposal fewer left.
    const waiting = (proposals - remaining) % 2 === 0 ? responder : proposer
    share = 1 - waiting * share
  }
  return right(share)
}

/**
 * Sets what a Rubinstein buyer believes: its own discount, the seller's, and the seller's margin.
 *
 * @category model
 * @since 0.1.0
 */
export interface RubinsteinBelief {
  readonly buyer: number
  readonly seller: number
  readonly margin: number
}

/**
 * Makes a buyer that proposes the equilibrium division of the zone it believes in, and accepts an ask that leaves it at
 * least what it would get by proposing next round. Fails for discounts without an equilibrium and for a margin outside
 * (0, 1].
 *
 * @category constructors
 * @since 0.1.0
 */
export const rubinsteinBuyer = ({
  buyer,
  seller,
  margin,
}: RubinsteinBelief): Either<Failures<'BadDiscount'>, Buyer> => {
  const share = firstProposerShare(buyer, seller)
  if (isLeft(share)) return share
  if (!(margin > 0 && margin <= 1)) {
    return left([failure('BadDiscount', ['margin'], margin, 'a margin above 0 and at most 1')])
  }
  const proposed = share.right
  const worthWaitingFor = buyer * proposed
  return right({
    name: `rubinstein(${buyer},${seller},${margin})`,
    move: (observation) => {
      const zone = observation.value * margin
      const ask = standingAsk(observation)
      if (observation.value - ask >= worthWaitingFor * zone) return { _tag: 'Accept' }
      return offering({ capped: true })(observation, observation.value - proposed * zone)
    },
  })
}
