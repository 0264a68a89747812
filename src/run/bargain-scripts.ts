/**
 * Bargain scripts: who bargains without a model, by name.
 *
 * | seat                          | names                                                                          |
 * | ----------------------------- | ------------------------------------------------------------------------------ |
 * | buyer                         | `accept-open`, `stubborn`, `stubborn-capped`, `boulware`, `linear`, `conceder`, `tit-for-tat`, `averaged`, `rubinstein` |
 * | seller that is asked          | `boulware`, `linear`, `conceder` (from the list price to the cost), `reactive` |
 * | either side, symmetric rules  | `reference`, `accept-anything`, `never-concede`, `global-clock`                |
 *
 * Laws
 *   L1 own script   a seller that is asked bargains as it does when it answers inside, but that its ask at or below the
 *                   standing offer is a deal there
 *
 * @module
 */
import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import {
  acceptAnything,
  acceptOpening,
  type BargainMove,
  type Buyer,
  calibrated,
  globalClock,
  type Negotiator,
  neverConcede,
  reactiveArchetype,
  referencePolicy,
  rubinsteinBuyer,
  type SellerArchetype,
  type SellerObservation,
  type SellerReply,
  stubborn,
  stubbornCapped,
  tacticBuyer,
  tacticSeller,
} from '../bargaining/index.js'
import type { Failures } from '../core/failure.js'

const known = <A>(made: Either<Failures, A>): A | null => (isLeft(made) ? null : made.right)

const BETAS = { boulware: 0.2, linear: 1, conceder: 5 } as const

const timed = (beta: number): Buyer | null =>
  known(tacticBuyer({ _tag: 'Time', family: 'polynomial', beta, kappa: 0 }))

/** The margin that a Rubinstein buyer believes in: the middle of what the generator of its worlds draws. */
const believedMargin: Readonly<Record<string, number>> = { calibrated: 0.333, wide: 0.325 }

const buyers: Readonly<Record<string, (generator: string) => Buyer | null>> = {
  'accept-open': () => acceptOpening,
  stubborn: () => stubborn,
  'stubborn-capped': () => stubbornCapped,
  boulware: () => timed(BETAS.boulware),
  linear: () => timed(BETAS.linear),
  conceder: () => timed(BETAS.conceder),
  'tit-for-tat': () => known(tacticBuyer({ _tag: 'Relative', lag: 1 })),
  averaged: () => known(tacticBuyer({ _tag: 'Averaged', window: 2 })),
  rubinstein: (generator) =>
    known(rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: believedMargin[generator] ?? 0.333 })),
}

const timedSeller =
  (name: keyof typeof BETAS) =>
  (rounds: number): SellerArchetype =>
    tacticSeller(name, { _tag: 'Time', family: 'polynomial', beta: BETAS[name], kappa: 0 }, rounds)

const sellers: Readonly<Record<string, (rounds: number) => SellerArchetype>> = {
  boulware: timedSeller('boulware'),
  linear: timedSeller('linear'),
  conceder: timedSeller('conceder'),
  reactive: (rounds) => reactiveArchetype('reactive', { ...calibrated.seller, rounds }),
}

const negotiators: Readonly<Record<string, Negotiator>> = {
  reference: referencePolicy,
  'accept-anything': acceptAnything,
  'never-concede': neverConcede,
  'global-clock': globalClock,
}

/**
 * Lists the names of the buyers that are built in.
 *
 * @category model
 * @since 0.1.0
 */
export const scriptedBuyers: ReadonlyArray<string> = /* @__PURE__ */ Object.keys(buyers)

/**
 * Lists the names of the sellers that are built in, for a bargain in which the seller is asked.
 *
 * @category model
 * @since 0.1.0
 */
export const scriptedSellers: ReadonlyArray<string> = /* @__PURE__ */ Object.keys(sellers)

/**
 * Lists the names of the negotiators that are built in, for either side of a symmetric negotiation.
 *
 * @category model
 * @since 0.1.0
 */
export const scriptedNegotiators: ReadonlyArray<string> = /* @__PURE__ */ Object.keys(negotiators)

/**
 * Finds a buyer by name; `generator` is the name of what drew its worlds. `null` for a name that nobody has.
 *
 * @category operations
 * @since 0.1.0
 */
export const scriptedBuyer = (name: string, generator: string): Buyer | null =>
  Object.hasOwn(buyers, name) ? (buyers[name]?.(generator) ?? null) : null

/**
 * Finds a seller by name, for a bargain of so many rounds; `null` for a name that nobody has.
 *
 * @category operations
 * @since 0.1.0
 */
export const scriptedSeller = (name: string, rounds: number): SellerArchetype | null =>
  Object.hasOwn(sellers, name) ? (sellers[name]?.(rounds) ?? null) : null

/**
 * Finds a negotiator by name; `null` for a name that nobody has.
 *
 * @category operations
 * @since 0.1.0
 */
export const scriptedNegotiator = (name: string): Negotiator | null =>
  Object.hasOwn(negotiators, name) ? (negotiators[name] ?? null) : null

const moveOf = (reply: SellerReply | null): BargainMove => {
  if (reply?._tag === 'Ask') return { _tag: 'Offer', price: reply.price }
  if (reply?._tag !== 'Settled') return { _tag: 'Hold' }
  const { outcome, lastAsk } = reply
  if (outcome._tag === 'Deal') return { _tag: 'Accept' }
  if (outcome.reason === 'seller_left') return { _tag: 'Leave' }
  return lastAsk === null ? { _tag: 'Hold' } : { _tag: 'Offer', price: lastAsk }
}

/**
 * Gives the move of a seller that is asked: its seat is told all offers so far, and its last reply is the move.
 *
 * @category playing
 * @since 0.1.0
 */
export const sellerMove = (
  seller: SellerArchetype,
  { cost, list, offers }: SellerObservation,
): BargainMove => {
  // A seller knows no value, so any will do.
  let seat = seller.open({ id: 'asked', value: list, cost, list })
  let reply: SellerReply | null = null
  for (const price of offers) {
    const [next, after] = seat.respond(price === null ? { _tag: 'Hold' } : { _tag: 'Offer', price })
    reply = next
    seat = after
  }
  return moveOf(reply)
}
