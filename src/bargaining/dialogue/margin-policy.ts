/**
 * MarginPolicy: the reference policy of the symmetric protocol, and the fixtures that show what its figures rest on.
 *
 * The reference demands a margin of M*r^j over its own reservation, j being the concessions it is due (its own previous
 * proposals), and accepts what is worth at least its own next demand. It takes no model calls and is never adjusted
 * between runs. Where it sees that no proposal of its own can be answered any more, its next demand is nothing. Margins
 * are rounded to the nearest cent; the power is a repeated multiplication.
 *
 * | parameter | default | meaning                          |
 * | --------- | ------- | -------------------------------- |
 * | `margin`  | 4000    | M, in cents                      |
 * | `keep`    | .757    | r, what is kept of it at a step  |
 *
 * Laws
 *   L1 margin      the reference's j-th proposal is M*r^j over its reservation, to the cent
 *   L2 acceptance  it accepts exactly what gives it at least its next demand
 *   L3 mirror      in the two sides of a mirrored position it demands and accepts alike
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import type { BargainSide } from '../protocol.js'
import { gainOf, type NegotiationObservation } from './negotiation.js'
import type { BargainMove } from './turn.js'

/**
 * Describes a scripted negotiator: a name for the records, and its move as a pure function of what it observes.
 *
 * @category model
 * @since 0.1.0
 */
export interface Negotiator {
  readonly name: string
  readonly move: (observation: NegotiationObservation) => BargainMove
}

/**
 * Holds the parameters of a margin policy.
 *
 * @category model
 * @since 0.1.0
 */
export interface MarginParameters {
  readonly margin: number
  readonly keep: number
}

/**
 * Holds the parameters of the reference policy.
 *
 * @category model
 * @since 0.1.0
 */
export const referenceParameters: MarginParameters = { margin: 4000, keep: 0.757 }

/**
 * Gives the margin M*r^j, in whole cents, by repeated multiplication.
 *
 * @category operations
 * @since 0.1.0
 */
export const marginAt = ({ margin, keep }: MarginParameters, step: number): number => {
  let left = margin
  for (let done = 0; done < step && left >= 0.5; done += 1) left *= keep
  return Math.floor(left + 0.5)
}

const priceOf = (side: BargainSide, reservation: number, margin: number): number =>
  side === 'buyer' ? Math.max(0, reservation - margin) : reservation + margin

const demanding = (
  name: string,
  demandOf: (observation: NegotiationObservation) => number,
): Negotiator => ({
  name,
  move: (seen) => {
    const demand = demandOf(seen)
    const gain = seen.standing === null ? null : gainOf(seen.side, seen.reservation, seen.standing)
    if (gain !== null && gain >= (seen.turnsLeft === 0 ? 0 : demand)) return { _tag: 'Accept' }
    return { _tag: 'Offer', price: priceOf(seen.side, seen.reservation, demand) }
  },
})

const named = (parameters: MarginParameters, name: string): Negotiator =>
  demanding(name, ({ step }) => marginAt(parameters, step))

/**
 * Is the reference policy.
 *
 * @category negotiators
 * @since 0.1.0
 */
export const referencePolicy: Negotiator = /* @__PURE__ */ named(referenceParameters, 'reference')

/**
 * Makes a margin policy. Fails with a margin that is not a finite number of cents >= 0 and with an r outside [0, 1].
 *
 * @category constructors
 * @since 0.1.0
 */
export const marginPolicy = (
  parameters: MarginParameters,
  name: string = `margin(${parameters.margin}, ${parameters.keep})`,
): Either<Failures<'BadNegotiator'>, Negotiator> => {
  const { margin, keep } = parameters
  const found: ReadonlyArray<Failure<'BadNegotiator'>> = [
    ...(margin >= 0 && Number.isFinite(margin)
      ? []
      : [failure('BadNegotiator', ['margin'], margin, 'a finite number of cents >= 0')]),
    ...(keep >= 0 && keep <= 1
      ? []
      : [failure('BadNegotiator', ['keep'], keep, 'a share from 0 to 1')]),
  ]
  const failures = nonEmpty(found)
  return failures === null ? right(named(parameters, name)) : left(failures)
}

/**
 * Accepts whatever stands; opens as the reference does.
 *
 * @category negotiators
 * @since 0.1.0
 */
export const acceptAnything: Negotiator = {
  name: 'accept-anything',
  move: (seen) => (seen.standing === null ? referencePolicy.move(seen) : { _tag: 'Accept' }),
}

/**
 * Demands the reference's first margin for ever.
 *
 * @category negotiators
 * @since 0.1.0
 */
export const neverConcede: Negotiator = /* @__PURE__ */ named(
  { ...referenceParameters, keep: 1 },
  'never-concede',
)

/**
 * Concedes by the number of the turn, on a clock that both sides share, instead of by its own proposals.
 *
 * @category negotiators
 * @since 0.1.0
 */
export const globalClock: Negotiator = /* @__PURE__ */ demanding('global-clock', ({ turn }) =>
  marginAt(referenceParameters, turn - 1),
)
