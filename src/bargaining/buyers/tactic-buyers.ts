/**
 * TacticBuyers: buyers that play Faratin's tactics between two limits of their own.
 *
 * The lower limit is a share of the public list price, the upper one a share of the buyer's value; where the two cross,
 * the upper one holds. A turn of the tactic is a counter of the bargain, so the last counter is played at the upper
 * limit by every time-dependent tactic.
 *
 * | parameter   | default | meaning                                       |
 * | ----------- | ------- | --------------------------------------------- |
 * | `fromShare` | .5      | the lower limit, as a share of the list price |
 * | `toShare`   | 1       | the upper limit, as a share of the value      |
 *
 * Laws
 *   L1 limits   every offer lies between the two limits, to the cent
 *   L2 seeded   equal seeds give equal offers; the same observation is always answered alike
 *
 * @module
 */

import { type Either, left, map } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import { drawAt } from '../../core/random/philox.js'
import type { Buyer, BuyerObservation } from '../protocol.js'
import { offering } from './anchor-buyers.js'
import {
  type BehaviourTactic,
  checkTactic,
  concededShare,
  imitatedPrice,
  priceConceded,
  type Tactic,
  type TimeTactic,
} from './tactics.js'

/**
 * Sets the limits between which a tactic plays.
 *
 * @category model
 * @since 0.1.0
 */
export interface TacticLimits {
  readonly fromShare: number
  readonly toShare: number
}

const defaultLimits: TacticLimits = { fromShare: 0.5, toShare: 1 }

const limitsIn = (
  limits: TacticLimits,
  observation: BuyerObservation,
): { readonly low: number; readonly high: number } => {
  const high = limits.toShare * observation.value
  return { low: Math.min(limits.fromShare * observation.list, high), high }
}

const timePrice = (
  tactic: TimeTactic,
  limits: TacticLimits,
  observation: BuyerObservation,
): number => {
  const { low, high } = limitsIn(limits, observation)
  const alpha = concededShare(tactic)(observation.counter - 1, observation.rounds - 2)
  return priceConceded('buyer', low, high, alpha)
}

const imitated = (
  tactic: BehaviourTactic,
  limits: TacticLimits,
  observation: BuyerObservation,
): number => {
  const { low, high } = limitsIn(limits, observation)
  const own = observation.offers.filter((offer) => offer !== null).at(-1) ?? null
  if (own === null) return low
  const { value, list, counter, asks } = observation
  // Keyed by what is observed, so that the buyer stays a function of its observation.
  const draw = tactic._tag === 'RandomAbsolute' ? drawAt(tactic.seed, counter, value, list) : 0
  return imitatedPrice(tactic)({ side: 'buyer', low, high, own, other: asks, draw })
}

const nameOf = (tactic: Tactic): string => {
  switch (tactic._tag) {
    case 'Time':
      return `time(${tactic.family},${tactic.beta})`
    case 'Relative':
      return `tit-for-tat(relative,${tactic.lag})`
    case 'RandomAbsolute':
      return `tit-for-tat(random-absolute,${tactic.lag},${tactic.most})`
    case 'Averaged':
      return `tit-for-tat(averaged,${tactic.window})`
  }
}

const limitDefects = (limits: TacticLimits): ReadonlyArray<Failure<'BadTactic'>> =>
  (['fromShare', 'toShare'] as const).flatMap((field) => {
    const share: unknown = limits[field]
    const good = typeof share === 'number' && share >= 0 && share <= 1000
    return good ? [] : [failure('BadTactic', [field], share, 'a share from 0 to 1000')]
  })

/**
 * Makes a buyer of a time- or behaviour-dependent tactic. Fails with every parameter that is out of its range.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tacticBuyer = (
  tactic: Tactic,
  limits: Partial<TacticLimits> = {},
): Either<Failures<'BadTactic'>, Buyer> => {
  const whole = { ...defaultLimits, ...limits }
  const failures = nonEmpty(limitDefects(whole))
  if (failures !== null) return left(failures)
  return map(
    (checked: Tactic): Buyer => ({
      name: nameOf(checked),
      move: (observation) =>
        offering({})(
          observation,
          checked._tag === 'Time'
            ? timePrice(checked, whole, observation)
            : imitated(checked, whole, observation),
        ),
    }),
  )(checkTactic(tactic))
}
