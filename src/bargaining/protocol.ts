/**
 * Protocol: the anchored bargain over one price, as the two seats see it.
 *
 * The seller opens with an ask. At each of the counters 1..T-1 the buyer accepts the ask, offers a price, leaves or
 * holds; the seller answers last: it takes the offer, ends the bargain, or posts the next ask. After the answer to the
 * last counter the bargain ends without a deal, unless the protocol grants a last acceptance. A hold is what a buyer's
 * turn becomes when nothing could be read from it: it offers nothing, so it can neither settle nor break a bargain.
 *
 * A seller is offered as a seat: a persistent value whose `respond` gives the reply and the next seat. Answering one
 * seat twice gives two independent branches, so a planner searches it without copies. A buyer is a function of its
 * observation, which holds nothing that depends on the seller's cost except through an ask.
 *
 * Laws
 *   L1 hiding       two worlds that differ in the cost alone give one observation for as long as the asks agree
 *   L2 persistent   answering a seat twice with one move gives equal replies; another move does not disturb the first
 *   L3 ends         every bargain ends within T buyer's turns
 *   L4 named        a deal names who accepted, and which side's offer of which counter it was
 *
 * @module
 */

import type { BargainingWorld } from './world.js'

/**
 * Names the two sides of a bargain.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainSide = 'buyer' | 'seller'

/**
 * Names how prices are kept: asks rounded up to the cent and offers in whole cents, or not rounded at all (cents as
 * real numbers, for comparison with unrounded traces).
 *
 * @category model
 * @since 0.1.0
 */
export type Rounding = 'cent' | 'none'

/**
 * Says what a buyer does at its turn. Prices are in cents.
 *
 * @category model
 * @since 0.1.0
 */
export type BuyerMove =
  | { readonly _tag: 'Accept' }
  | { readonly _tag: 'Offer'; readonly price: number }
  | { readonly _tag: 'Leave' }
  | { readonly _tag: 'Hold' }

/**
 * Names one offer of a bargain: whose it was and at which counter it stood (an ask a_k stands at counter k).
 *
 * @category model
 * @since 0.1.0
 */
export interface NamedOffer {
  readonly by: BargainSide
  readonly counter: number
  readonly price: number
}

/**
 * Says how a bargain ended.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainOutcome =
  | {
      readonly _tag: 'Deal'
      readonly price: number
      readonly acceptedBy: BargainSide
      readonly offer: NamedOffer
    }
  | { readonly _tag: 'NoDeal'; readonly reason: 'buyer_left' | 'seller_left' | 'deadline' }

/**
 * Says what a seller answers. `Ask` goes on; `Settled` ends (with the last ask beside a deadline, where one was posted);
 * `Refused` leaves the seat as it was: the move was not a move of this protocol.
 *
 * @category model
 * @since 0.1.0
 */
export type SellerReply =
  | { readonly _tag: 'Ask'; readonly price: number }
  | { readonly _tag: 'Settled'; readonly outcome: BargainOutcome; readonly lastAsk: number | null }
  | {
      readonly _tag: 'Refused'
      readonly reason: 'malformed_offer' | 'closed'
      readonly value: unknown
      readonly expected: string
    }

/**
 * Shows the public side of a seat: the standing ask, the counter the buyer is about to make (1-based), how many rounds
 * there are, and whether only an acceptance is left.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatView {
  readonly ask: number
  readonly counter: number
  readonly rounds: number
  readonly onlyAccept: boolean
  readonly rounding: Rounding
}

/**
 * Offers a seller as a persistent value.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerSeat {
  readonly view: SeatView
  readonly respond: (move: BuyerMove) => readonly [SellerReply, SellerSeat]
}

/**
 * Describes a kind of seller: a name for the records, and how it opens in a world.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerArchetype {
  readonly name: string
  readonly open: (world: BargainingWorld) => SellerSeat
}

/**
 * Shows a buyer all it may know at its turn. `offers` has one entry per past turn, `null` where the buyer held.
 *
 * @category model
 * @since 0.1.0
 */
export interface BuyerObservation {
  readonly value: number
  readonly list: number
  readonly counter: number
  readonly rounds: number
  /** Counters that remain after this one. */
  readonly countersLeft: number
  readonly onlyAccept: boolean
  readonly rounding: Rounding
  /** The asks so far, the standing one last. */
  readonly asks: ReadonlyArray<number>
  readonly offers: ReadonlyArray<number | null>
}

/**
 * Describes a scripted buyer: a name for the records, and its move as a pure function of what it observes.
 *
 * @category model
 * @since 0.1.0
 */
export interface Buyer {
  readonly name: string
  readonly move: (observation: BuyerObservation) => BuyerMove
}

/**
 * Records one bargain: the asks in order, the buyer's moves in order, and the end. A deadline's last ask is among the
 * asks. `refused` counts moves that were not moves of the protocol and were played as holds.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainTranscript {
  readonly worldId: string
  readonly seller: string
  readonly buyer: string
  readonly rounds: number
  readonly asks: ReadonlyArray<number>
  readonly moves: ReadonlyArray<BuyerMove>
  readonly outcome: BargainOutcome
  readonly refused: number
}

/**
 * Builds the buyer's observation from its own value, the list price, the seat's public side and the history.
 *
 * @category operations
 * @since 0.1.0
 */
export const observeSeat = (
  known: { readonly value: number; readonly list: number },
  view: SeatView,
  asks: ReadonlyArray<number>,
  offers: ReadonlyArray<number | null>,
): BuyerObservation => ({
  value: known.value,
  list: known.list,
  counter: view.counter,
  rounds: view.rounds,
  countersLeft: Math.max(0, view.rounds - 1 - view.counter),
  onlyAccept: view.onlyAccept,
  rounding: view.rounding,
  asks,
  offers,
})

const offerOf = (move: BuyerMove): number | null => (move._tag === 'Offer' ? move.price : null)

const unanswered: BargainOutcome = { _tag: 'NoDeal', reason: 'deadline' }

/**
 * Plays a whole bargain between a seller and a scripted buyer in one world. Deterministic; a move that the seat refuses
 * is played as a hold and counted.
 *
 * @category operations
 * @since 0.1.0
 */
export const bargain =
  (archetype: SellerArchetype) =>
  (buyer: Buyer) =>
  (world: BargainingWorld): BargainTranscript => {
    let seat = archetype.open(world)
    const asks: Array<number> = [seat.view.ask]
    const moves: Array<BuyerMove> = []
    const offers: Array<number | null> = []
    let refused = 0
    let outcome: BargainOutcome | null = null
    const { rounds } = seat.view
    // One turn for each counter and one for the last acceptance: a seat that never settles cannot hang the bargain.
    for (let turn = 0; turn < rounds && outcome === null; turn += 1) {
      // Copies, so that an observation a buyer keeps does not change under it.
      let move = buyer.move(observeSeat(world, seat.view, [...asks], [...offers]))
      let [reply, next] = seat.respond(move)
      if (reply._tag === 'Refused') {
        refused += 1
        move = { _tag: 'Hold' }
        ;[reply, next] = seat.respond(move)
      }
      moves.push(move)
      offers.push(offerOf(move))
      seat = next
      if (reply._tag === 'Ask') asks.push(reply.price)
      if (reply._tag === 'Settled') {
        if (reply.lastAsk !== null) asks.push(reply.lastAsk)
        outcome = reply.outcome
      }
    }
    return {
      worldId: world.id,
      seller: archetype.name,
      buyer: buyer.name,
      rounds,
      asks,
      moves,
      outcome: outcome ?? unanswered,
      refused,
    }
  }

/**
 * Lists the prices a buyer offered, in order; turns without an offer are left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const offersOf = (transcript: BargainTranscript): ReadonlyArray<number> =>
  transcript.moves.flatMap((move) => (move._tag === 'Offer' ? [move.price] : []))
