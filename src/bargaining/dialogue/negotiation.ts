/**
 * Negotiation: the rules of alternating offers, as a pure state that is told one turn at a time.
 *
 * Proposers alternate from the opener. The side that is asked accepts the standing price or becomes the proposer; a
 * proposal made after the last turn is not heard. Each side knows its own reservation (the buyer its value, the seller
 * its cost) and what was proposed, and nothing of the other's. A proposal or an acceptance beyond one's own reservation
 * is vetoed; vetoed, unreadable and refused turns are holds. A hold proposes nothing, and what stood lapses: it can
 * neither settle nor, by itself, break off.
 *
 * Four rules make the anchored bargain out of this one, each a switch that is off in the symmetric protocol.
 *
 * | switch              | on                                                                                       |
 * | ------------------- | ---------------------------------------------------------------------------------------- |
 * | `sellerAnswersLast` | a last proposal of the seller is not answered                                            |
 * | `listPublished`     | the seller opens in every cell, with the list price, which both sides see                |
 * | `counterResets`     | a counter of the buyer is the reference for the next: the seller is due a concession     |
 * |                     | (`step`) only for an offer that is above the one before; off: for every own proposal     |
 * | `deadlineKnown`     | the last turn is `deadline`, and both sides see how many are left; off: the world's draw |
 *
 * Laws
 *   L1 own knowledge   an observation depends on the own reservation, the list price where it is published, and the
 *                      moves that were played; never on the other's reservation or the drawn last turn
 *   L2 veto            no deal gives either side less than nothing
 *   L3 alternation     the sides take turns, and turns count up by one
 *   L4 finite          a negotiation asks at most one question more than it has turns
 *   L5 one division    the shares of a deal are one quotient and 1 minus it, and add up to exactly 1
 *
 * @module
 */

import type { BargainSide } from '../protocol.js'
import { LARGEST_AMOUNT } from '../world.js'
import type { SymmetricWorld } from './symmetric-world.js'
import { type BargainMove, heldTurn, type PlayedTurn } from './turn.js'

/**
 * Chooses the four rules that give a seat of the anchored bargain its advantage.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoringSwitches {
  readonly sellerAnswersLast: boolean
  readonly listPublished: boolean
  readonly counterResets: boolean
  readonly deadlineKnown: boolean
}

/**
 * Holds the rules of a negotiation. `deadline` counts proposals and matters where it is known: seven are the four asks
 * and three counters of the anchored bargain.
 *
 * @category model
 * @since 0.1.0
 */
export interface NegotiationRules extends AnchoringSwitches {
  readonly deadline: number
}

/**
 * Holds the rules of the symmetric protocol: every switch off.
 *
 * @category model
 * @since 0.1.0
 */
export const symmetricRules: NegotiationRules = {
  sellerAnswersLast: false,
  listPublished: false,
  counterResets: false,
  deadlineKnown: false,
  deadline: 7,
}

/**
 * Shows a side what it may know at its turn. `reservation` is its own value or cost; `standing` the price it can accept;
 * the offers hold `null` where a side held. `step` counts the concessions that it is due, `turnsLeft` the proposals that
 * can still be answered, this side's next one included; both are the protocol's to say.
 *
 * @category model
 * @since 0.1.0
 */
export interface NegotiationObservation {
  readonly side: BargainSide
  readonly reservation: number
  readonly opener: boolean
  readonly turn: number
  readonly standing: number | null
  readonly ownOffers: ReadonlyArray<number | null>
  readonly otherOffers: ReadonlyArray<number | null>
  readonly step: number
  readonly turnsLeft: number | null
  readonly list: number | null
}

/**
 * Says how a negotiation ended: a deal names whose proposal of which turn was accepted.
 *
 * @category model
 * @since 0.1.0
 */
export type NegotiationOutcome =
  | {
      readonly _tag: 'Deal'
      readonly price: number
      readonly proposer: BargainSide
      readonly turn: number
    }
  | { readonly _tag: 'NoDeal'; readonly reason: 'breakdown' | 'buyer_left' | 'seller_left' }

/**
 * Holds a negotiation that waits for `mover`. `turn` is the number its proposal would have.
 *
 * @category model
 * @since 0.1.0
 */
export interface Negotiation {
  readonly opener: BargainSide
  readonly mover: BargainSide
  readonly turn: number
  /** The last proposal that can be answered. */
  readonly last: number
  readonly standing: number | null
  readonly offers: Readonly<Record<BargainSide, ReadonlyArray<number | null>>>
  readonly outcome: NegotiationOutcome | null
}

/**
 * Gives the other side.
 *
 * @category operations
 * @since 0.1.0
 */
export const otherSide = (side: BargainSide): BargainSide => (side === 'buyer' ? 'seller' : 'buyer')

const reservationOfSide = (world: SymmetricWorld, side: BargainSide): number =>
  side === 'buyer' ? world.value : world.cost

/**
 * Gives what a side gains from a price over its reservation, in cents.
 *
 * @category operations
 * @since 0.1.0
 */
export const gainOf = (side: BargainSide, reservation: number, price: number): number =>
  side === 'buyer' ? reservation - price : price - reservation

/**
 * Gives the shares of the zone that a price gives both sides: one division, so that they add up to exactly 1.
 *
 * @category operations
 * @since 0.1.0
 */
export const sharesOf = (
  world: SymmetricWorld,
  price: number,
): Readonly<Record<BargainSide, number>> => {
  const buyer = (world.value - price) / (world.value - world.cost)
  return { buyer, seller: 1 - buyer }
}

const brokenOff: NegotiationOutcome = { _tag: 'NoDeal', reason: 'breakdown' }

/**
 * Begins a negotiation. Where the list price is published the seller's first proposal is already made, and the buyer is
 * the first to be asked, whoever was to open.
 *
 * @category constructors
 * @since 0.1.0
 */
export const beginNegotiation = (
  rules: NegotiationRules,
  world: SymmetricWorld,
  opens: BargainSide,
): Negotiation => {
  const opener = rules.listPublished ? 'seller' : opens
  const end = rules.deadlineKnown ? rules.deadline : world.lastTurn
  const proposer = end % 2 === 1 ? opener : otherSide(opener)
  const last = rules.sellerAnswersLast && proposer === 'seller' ? end - 1 : end
  const begun: Negotiation = {
    opener,
    mover: opener,
    turn: 1,
    last,
    standing: null,
    offers: { buyer: [], seller: [] },
    outcome: last >= 1 ? null : brokenOff,
  }
  return rules.listPublished && begun.outcome === null
    ? {
        ...begun,
        mover: 'buyer',
        turn: 2,
        standing: world.list,
        offers: { buyer: [], seller: [world.list] },
      }
    : begun
}

const madeBy = (offers: ReadonlyArray<number | null>): number =>
  offers.reduce<number>((count, offer) => (offer === null ? count : count + 1), 0)

/** Offers that are above the last one made before them. */
const approaches = (offers: ReadonlyArray<number | null>): number => {
  const made = offers.flatMap((offer) => (offer === null ? [] : [offer]))
  return made.filter((offer, place) => offer > (made[place - 1] ?? offer)).length
}

/**
 * Shows the mover what it may know.
 *
 * @category operations
 * @since 0.1.0
 */
export const observeNegotiation = (
  rules: NegotiationRules,
  world: SymmetricWorld,
  state: Negotiation,
): NegotiationObservation => {
  const { mover, offers, turn } = state
  const own = offers[mover]
  const due = rules.counterResets && mover === 'seller' ? approaches(offers.buyer) : madeBy(own)
  return {
    side: mover,
    reservation: reservationOfSide(world, mover),
    opener: mover === state.opener,
    turn,
    standing: state.standing,
    ownOffers: own,
    otherOffers: offers[otherSide(mover)],
    step: due,
    turnsLeft: rules.deadlineKnown ? Math.max(0, state.last - turn + 1) : null,
    list: rules.listPublished ? world.list : null,
  }
}

const EXPECTED_PRICE = 'a price in whole cents from 0 to 10^12'

/** What a turn is played as: itself, or a hold where it is no move of the protocol or beyond the reservation. */
const judged = (world: SymmetricWorld, state: Negotiation, turn: PlayedTurn): PlayedTurn => {
  const { move } = turn
  const { mover } = state
  if (move._tag === 'Leave' || move._tag === 'Hold') return turn
  const price = move._tag === 'Offer' ? move.price : state.standing
  if (price === null) {
    return heldTurn(mover, { _tag: 'Refused', move, expected: 'a standing price to accept' })
  }
  if (!(Number.isInteger(price) && price >= 0 && price <= LARGEST_AMOUNT)) {
    return heldTurn(mover, { _tag: 'Refused', move, expected: EXPECTED_PRICE })
  }
  const bound = reservationOfSide(world, mover)
  return gainOf(mover, bound, price) < 0 ? heldTurn(mover, { _tag: 'Vetoed', move, bound }) : turn
}

const closed = (state: Negotiation, outcome: NegotiationOutcome): Negotiation => ({
  ...state,
  standing: null,
  outcome,
})

const moved = (state: Negotiation, move: BargainMove): Negotiation => {
  const { mover, turn, standing, offers, last } = state
  if (move._tag === 'Accept' && standing !== null) {
    const proposer = otherSide(mover)
    return closed(state, { _tag: 'Deal', price: standing, proposer, turn: turn - 1 })
  }
  if (move._tag === 'Leave') {
    return closed(state, { _tag: 'NoDeal', reason: `${mover}_left` })
  }
  // The negotiation broke down after the turn before: what is proposed now is not heard.
  if (turn > last) return closed(state, brokenOff)
  const price = move._tag === 'Offer' ? move.price : null
  const next: Negotiation = {
    ...state,
    mover: otherSide(mover),
    turn: turn + 1,
    standing: price,
    offers: { ...offers, [mover]: [...offers[mover], price] },
  }
  // Nothing stands and nothing more is heard: nobody needs to be asked.
  return price === null && next.turn > last ? closed(next, brokenOff) : next
}

/**
 * Tells a negotiation the mover's turn; gives what it was played as beside the negotiation after it. One that has ended
 * stays as it is.
 *
 * @category operations
 * @since 0.1.0
 */
export const advanceNegotiation = (
  world: SymmetricWorld,
  state: Negotiation,
  turn: PlayedTurn,
): readonly [PlayedTurn, Negotiation] => {
  if (state.outcome !== null) return [turn, state]
  const played = judged(world, state, turn)
  return [played, moved(state, played.move)]
}
