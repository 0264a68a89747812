/**
 * ScriptedSeller: a seller made of a rule for its next ask and a rule for offers, for every kind of seller that is not
 * the reactive one.
 *
 * A rule is a function of what the seller knows: its cost, the list price, the round, the asks and the buyer's offers.
 * The frame is that of the anchored bargain: an offer at or above the ask is a deal at the ask; otherwise the seller's
 * rule takes it, leaves over it or goes on; after the answer to the last counter there is no deal.
 *
 * Laws
 *   L1 pure    two seats that were answered alike reply alike
 *   L2 frame   no deal is above the ask, and none is made by a hold
 *
 * @module
 */

import { concededShare, imitatedPrice, priceConceded, type Tactic } from './buyers/tactics.js'
import { upward } from './concession.js'
import type {
  BargainSide,
  BuyerMove,
  Rounding,
  SellerArchetype,
  SellerReply,
  SellerSeat,
} from './protocol.js'
import { type BargainingWorld, LARGEST_AMOUNT } from './world.js'

/**
 * Shows a scripted seller what it knows. `counter` is the counter it answers (1-based) or, at the opening, 0; `offers`
 * holds `null` where the buyer held.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerObservation {
  readonly cost: number
  readonly list: number
  readonly counter: number
  readonly rounds: number
  readonly asks: ReadonlyArray<number>
  readonly offers: ReadonlyArray<number | null>
}

/**
 * Describes a scripted seller. `ask` gives the opening and every next ask in cents, rounded up to the cent where prices
 * are whole cents; `answer` decides on an offer below the ask.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerScript {
  readonly name: string
  readonly rounds: number
  readonly rounding: Rounding
  readonly ask: (known: SellerObservation) => number
  readonly answer: (known: SellerObservation, offer: number) => 'accept' | 'leave' | 'go_on'
}

interface Held {
  readonly asks: ReadonlyArray<number>
  readonly offers: ReadonlyArray<number | null>
  readonly closed: boolean
}

const noDeal = (reason: 'buyer_left' | 'seller_left'): SellerReply => ({
  _tag: 'Settled',
  outcome: { _tag: 'NoDeal', reason },
  lastAsk: null,
})

const deal = (by: BargainSide, counter: number, price: number): SellerReply => ({
  _tag: 'Settled',
  outcome: {
    _tag: 'Deal',
    price,
    acceptedBy: by === 'buyer' ? 'seller' : 'buyer',
    offer: { by, counter, price },
  },
  lastAsk: null,
})

const seatAt = (script: SellerScript, world: BargainingWorld, held: Held): SellerSeat => {
  const { rounds, rounding } = script
  const ask = held.asks.at(-1) ?? 0
  const counter = held.asks.length
  const knownAfter = (offers: ReadonlyArray<number | null>): SellerObservation => ({
    cost: world.cost,
    list: world.list,
    counter,
    rounds,
    asks: held.asks,
    offers,
  })
  const closing = (reply: SellerReply): readonly [SellerReply, SellerSeat] => [
    reply,
    seatAt(script, world, { ...held, closed: true }),
  ]
  const refused = (
    reason: 'closed' | 'malformed_offer',
    value: unknown,
    expected: string,
  ): readonly [SellerReply, SellerSeat] => [
    { _tag: 'Refused', reason, value, expected },
    seatAt(script, world, held),
  ]
  const goingOn = (offer: number | null): readonly [SellerReply, SellerSeat] => {
    const offers = [...held.offers, offer]
    const next = upward(rounding, script.ask(knownAfter(offers)))
    const after = { asks: [...held.asks, next], offers, closed: counter >= rounds - 1 }
    const reply: SellerReply = after.closed
      ? { _tag: 'Settled', outcome: { _tag: 'NoDeal', reason: 'deadline' }, lastAsk: next }
      : { _tag: 'Ask', price: next }
    return [reply, seatAt(script, world, after)]
  }
  const answering = (price: number): readonly [SellerReply, SellerSeat] => {
    if (
      !(price >= 0 && price <= LARGEST_AMOUNT && (rounding === 'none' || Number.isInteger(price)))
    ) {
      return refused('malformed_offer', price, 'a price in whole cents from 0 to 10^12')
    }
    if (price >= ask) return closing(deal('seller', counter, ask))
    const decision = script.answer(knownAfter([...held.offers, price]), price)
    if (decision === 'accept') return closing(deal('buyer', counter, price))
    return decision === 'leave' ? closing(noDeal('seller_left')) : goingOn(price)
  }
  const respond = (move: BuyerMove): readonly [SellerReply, SellerSeat] => {
    if (held.closed) return refused('closed', move, 'a bargain that is still open')
    switch (move._tag) {
      case 'Accept':
        return closing(deal('seller', counter, ask))
      case 'Leave':
        return closing(noDeal('buyer_left'))
      case 'Hold':
        return goingOn(null)
      case 'Offer':
        return answering(move.price)
    }
  }
  return { view: { ask, counter, rounds, onlyAccept: false, rounding }, respond }
}

/**
 * Makes the archetype of a scripted seller.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptedArchetype = (script: SellerScript): SellerArchetype => ({
  name: script.name,
  open: (world) => {
    const { cost, list } = world
    const known = { cost, list, counter: 0, rounds: script.rounds, asks: [], offers: [] }
    const opening = upward(script.rounding, script.ask(known))
    return seatAt(script, world, { asks: [opening], offers: [], closed: false })
  },
})

/**
 * Makes a seller that plays one of Faratin's tactics from the list price down to its cost and takes every offer at or
 * above its own next ask. `draw` gives the random generosity in [0, 1) at a counter; without one it is none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const tacticSeller = (
  name: string,
  tactic: Tactic,
  rounds: number,
  draw: (counter: number) => number = () => 0,
): SellerArchetype => {
  const ask = ({ cost, list, counter, asks, offers }: SellerObservation): number => {
    if (tactic._tag === 'Time') {
      return priceConceded('seller', cost, list, concededShare(tactic)(counter, rounds - 1))
    }
    const other = offers.flatMap((offer) => (offer === null ? [] : [offer]))
    const own = asks.at(-1) ?? list
    return imitatedPrice(tactic)({
      side: 'seller',
      low: cost,
      high: list,
      own,
      other,
      draw: draw(counter),
    })
  }
  return scriptedArchetype({
    name,
    rounds,
    rounding: 'cent',
    ask,
    answer: (known, offer) => (offer >= ask(known) ? 'accept' : 'go_on'),
  })
}
