/**
 * Seller: the reactive seller of the anchored bargain, which concedes faster to a buyer that approaches, slower to one
 * that stalls, and ends the bargain over an offer far beneath its ask.
 *
 * The private reservation when answering counter k is r_k = c + rho*((T-k)/T)*(L-c). The answer to an offer o_k is, in
 * this order: (1) o_k >= a_k: a deal at a_k; (2) o_k >= r_k: a deal at o_k; (3) o_k < omega*a_k: the seller ends it;
 * (4) the next ask. For (4) the buyer's approach is m_k = (o_k - o_{k-1})/(a_k - o_{k-1}) for k >= 2, the concession is
 * kappa at k = 1, kappa*(1 + alpha*m_k) where m_k is above the stall threshold and kappa*(1 - sigma) otherwise, clipped
 * to [0, 1]; the target is t = r_{k+1} (r_k at the last counter), and a_{k+1} = max(t, a_k - kappa_k*(a_k - t)). After
 * a hold the seller neither settles nor leaves; it concedes as to a buyer that stalls. An ask at or below the buyer's
 * previous offer measures no approach, so that too counts as stalling.
 *
 * Prices are cents. With rounding `cent` asks are rounded up to the cent, a reservation is met by the first whole cent
 * at or above it, and offers must be whole cents; a millionth of a cent is forgiven to the rounding of doubles. Only
 * + - * / decide a price, so the bits are the same on every engine.
 *
 * Laws
 *   L1 order       the answer follows the four rules in their order
 *   L2 floor       the seller never deals below its reservation, and no reservation is below its cost
 *   L3 descent     an ask never rises and never falls below the reservation it aims at
 *   L4 reaction    of two offers that both leave the bargain open, the one that approaches more is answered by an ask
 *                  that is no higher
 *   L5 finite      a seller answers T-1 counters, and one acceptance more where `finalAccept` says so
 *
 * The parameters and their defaults are in `seller-parameters.ts`.
 *
 * @module
 */

import { nextAsk, reservationAt, slackOf, upward } from './concession.js'
import type {
  BargainOutcome,
  BuyerMove,
  Rounding,
  SeatView,
  SellerArchetype,
  SellerReply,
  SellerSeat,
} from './protocol.js'
import type { SellerParameters } from './seller-parameters.js'
import { type BargainingWorld, LARGEST_AMOUNT } from './world.js'

/**
 * Holds a reactive seller in the middle of a bargain, as plain data. `counter` is the one it will answer next;
 * `previousOffer` is the buyer's last offer, `null` before the first. A seller in phase `last` grants only acceptance.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReactiveSeller {
  readonly parameters: SellerParameters
  readonly cost: number
  readonly list: number
  readonly reservation: number
  readonly counter: number
  readonly ask: number
  readonly previousOffer: number | null
  readonly phase: 'open' | 'last' | 'closed'
}

/**
 * Opens a bargain in a world: the seller posts its opening ask and expects the first counter. A reservation share of
 * the world takes the place of the seller's own.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openSeller = (
  parameters: SellerParameters,
  world: BargainingWorld,
): ReactiveSeller => ({
  parameters,
  cost: world.cost,
  list: world.list,
  reservation: world.reservationShare ?? parameters.reservation,
  counter: 1,
  ask: upward(parameters.rounding, parameters.openingMultiple * world.list),
  previousOffer: null,
  phase: 'open',
})

/**
 * Gives the seller's private reservation r_k in cents, not rounded. Privileged: no buyer observes it.
 *
 * @category operations
 * @since 0.1.0
 */
export const reservationOf =
  (seller: ReactiveSeller) =>
  (counter: number): number =>
    reservationAt(seller.parameters.rounds, seller.reservation, seller.cost, seller.list, counter)

const isPrice = (rounding: Rounding, price: unknown): boolean =>
  typeof price === 'number' &&
  price >= 0 &&
  price <= LARGEST_AMOUNT &&
  (rounding === 'none' || Number.isInteger(price))

const settled = (
  seller: ReactiveSeller,
  outcome: BargainOutcome,
): readonly [SellerReply, ReactiveSeller] => [
  { _tag: 'Settled', outcome, lastAsk: null },
  { ...seller, phase: 'closed' },
]

const dealAtAsk = (seller: ReactiveSeller): readonly [SellerReply, ReactiveSeller] =>
  settled(seller, {
    _tag: 'Deal',
    price: seller.ask,
    acceptedBy: 'buyer',
    offer: { by: 'seller', counter: seller.counter, price: seller.ask },
  })

/** Posts the next ask after an offer, or after a hold (`null`). */
const conceded = (
  seller: ReactiveSeller,
  offer: number | null,
): readonly [SellerReply, ReactiveSeller] => {
  const { parameters, counter } = seller
  const ask = nextAsk(
    parameters,
    seller.reservation,
    seller.cost,
    seller.list,
    counter,
    seller.ask,
    seller.previousOffer,
    offer,
  )
  const next = {
    ...seller,
    ask,
    counter: counter + 1,
    previousOffer: offer ?? seller.previousOffer,
  }
  if (counter < parameters.rounds - 1) return [{ _tag: 'Ask', price: ask }, next]
  if (parameters.finalAccept)
    return [
      { _tag: 'Ask', price: ask },
      { ...next, phase: 'last' },
    ]
  return [
    { _tag: 'Settled', outcome: { _tag: 'NoDeal', reason: 'deadline' }, lastAsk: ask },
    { ...next, phase: 'closed' },
  ]
}

const answered = (
  seller: ReactiveSeller,
  offer: number,
): readonly [SellerReply, ReactiveSeller] => {
  const { parameters, counter, ask, phase } = seller
  if (offer >= ask) return dealAtAsk(seller)
  if (phase === 'last') return settled(seller, { _tag: 'NoDeal', reason: 'deadline' })
  if (offer >= upward(parameters.rounding, reservationOf(seller)(counter))) {
    return settled(seller, {
      _tag: 'Deal',
      price: offer,
      acceptedBy: 'seller',
      offer: { by: 'buyer', counter, price: offer },
    })
  }
  if (offer < parameters.walkAway * ask - slackOf(parameters.rounding)) {
    return settled(seller, { _tag: 'NoDeal', reason: 'seller_left' })
  }
  return conceded(seller, offer)
}

/**
 * Answers a buyer's move; gives the reply beside the seller after it. The seller given is not changed, so the same
 * seller can be answered again. A move after the end, or an offer that is not a price (negative, NaN, not a whole cent),
 * is `Refused` and leaves the seller as it was.
 *
 * @example
 * ```ts
 * import { calibrated, openSeller, respond } from 'edgeworth/bargaining'
 * const seller = openSeller(calibrated.seller, { id: 'w', value: 12094, cost: 8110, list: 16070 })
 * const [reply, next] = respond(seller)({ _tag: 'Offer', price: 8035 })
 * reply // => { _tag: 'Ask', price: 14511 }
 * next.counter // => 2
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const respond =
  (seller: ReactiveSeller) =>
  (move: BuyerMove): readonly [SellerReply, ReactiveSeller] => {
    if (seller.phase === 'closed') {
      return [
        {
          _tag: 'Refused',
          reason: 'closed',
          value: move,
          expected: 'a bargain that is still open',
        },
        seller,
      ]
    }
    switch (move?._tag) {
      case 'Accept':
        return dealAtAsk(seller)
      case 'Leave':
        return settled(seller, { _tag: 'NoDeal', reason: 'buyer_left' })
      case 'Hold':
        return seller.phase === 'last'
          ? settled(seller, { _tag: 'NoDeal', reason: 'deadline' })
          : conceded(seller, null)
      case 'Offer':
        return isPrice(seller.parameters.rounding, move.price)
          ? answered(seller, move.price)
          : [
              {
                _tag: 'Refused',
                reason: 'malformed_offer',
                value: move.price,
                expected: 'a price in whole cents from 0 to 10^12',
              },
              seller,
            ]
      default:
        return [
          {
            _tag: 'Refused',
            reason: 'malformed_offer',
            value: move,
            expected: 'a move: Accept, Offer, Leave or Hold',
          },
          seller,
        ]
    }
  }

/**
 * Shows the public side of a seller.
 *
 * @category operations
 * @since 0.1.0
 */
export const viewOf = (seller: ReactiveSeller): SeatView => ({
  ask: seller.ask,
  counter: seller.counter,
  rounds: seller.parameters.rounds,
  onlyAccept: seller.phase === 'last',
  rounding: seller.parameters.rounding,
})

/**
 * Seats a reactive seller: its view and its answers, nothing of what it hides.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seatOf = (seller: ReactiveSeller): SellerSeat => ({
  view: viewOf(seller),
  respond: (move) => {
    const [reply, next] = respond(seller)(move)
    return [reply, seatOf(next)]
  },
})

/**
 * Makes the archetype of a reactive seller under a name.
 *
 * @category constructors
 * @since 0.1.0
 */
export const reactiveArchetype = (name: string, parameters: SellerParameters): SellerArchetype => ({
  name,
  open: (world) => seatOf(openSeller(parameters, world)),
})
