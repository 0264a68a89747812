/**
 * Live: the bargain in which the seller is asked too, and no concession is scripted.
 *
 * The seller opens at the list price. At each of the counters 1..T-1 the buyer is asked first, then the seller, which
 * knows its cost and answers last: it takes the buyer's standing offer, asks another price, leaves or holds. A hold of
 * the seller leaves its ask standing; a hold of the buyer leaves nothing to accept. An offer at or above the ask is a
 * deal at the ask; an ask at or below the standing offer is a deal at the offer.
 *
 * The engine vetoes an acceptance below cost, and an ask below cost, which a buyer could take with the same effect.
 * Both are played as holds and counted. What the seller is capable of depends on who sits there, so every result
 * carries the counterpart's id, and results of several counterparts are not pooled (`pool-live.ts`).
 *
 * | option        | default | meaning                                                 |
 * | ------------- | ------- | ------------------------------------------------------- |
 * | `counterpart` | -       | the id of whoever sits in the seller's seat             |
 * | `rounds`      | 4       | asks, the opening included: T                           |
 * | `buyer`       | `buyer` | the buyer's name in the records                         |
 * | `words`       | dollars | how prices are written in answers                       |
 *
 * Laws
 *   L1 live floor        no deal is below the seller's cost
 *   L2 live hiding       the buyer's questions do not change with the cost, the seller's not with the value, for as long
 *                        as the same moves are played
 *   L3 live scripted     a scripted seller that is asked bargains as it does when it answers inside
 *   L4 live replay       replaying the log of a play gives its result, and any prefix resumes to it
 *   L5 live holds        a fault or an unreadable answer of either seat is a hold, counted, and never a deal
 *
 * @module
 */
import type * as t from 'io-ts'
import { ask, chain, map } from '../../core/episode/chain.js'
import { type Episode, ended } from '../../core/episode/episode.js'
import { again, done, iterate, type Loop } from '../../core/episode/iterate.js'
import { dollars } from '../amount-text.js'
import type { OfferOptions } from '../offer-text.js'
import type { BargainSide } from '../protocol.js'
import {
  type BargainOutcome,
  type BargainTranscript,
  type BuyerObservation,
  observeSeat,
  type SeatView,
} from '../protocol.js'
import type { SellerObservation } from '../scripted-seller.js'
import { type SurplusShare, shareSurplus } from '../surplus.js'
import { type BargainingWorld, LARGEST_AMOUNT } from '../world.js'
import {
  type BargainMove,
  BargainMoveCodec,
  countTurns,
  heldTurn,
  type PlayedTurn,
  readTurn,
  type TurnCounts,
} from './turn.js'

/**
 * Asks one of the two seats for its move. The seller sees its cost, the list price, all asks and offers; the standing
 * offer is the last of `offers`, `null` where the buyer held.
 *
 * @category model
 * @since 0.1.0
 */
export type LiveQuestion =
  | {
      readonly seat: 'buyer'
      readonly observation: BuyerObservation
      readonly action: t.Type<BargainMove>
    }
  | {
      readonly seat: 'seller'
      readonly observation: SellerObservation
      readonly action: t.Type<BargainMove>
    }

/**
 * Records a bargain with a live seller. The transcript holds the buyer's moves; `turns` holds those of both seats.
 *
 * @category model
 * @since 0.1.0
 */
export interface LiveResult<Counterpart extends string = string> {
  readonly counterpart: Counterpart
  readonly transcript: BargainTranscript
  readonly surplus: SurplusShare
  readonly turns: ReadonlyArray<PlayedTurn>
  readonly counts: Readonly<Record<BargainSide, TurnCounts>>
}

/**
 * Holds the options of a bargain with a live seller.
 *
 * @category model
 * @since 0.1.0
 */
export interface LiveOptions<Counterpart extends string> {
  readonly counterpart: Counterpart
  readonly rounds?: number
  readonly buyer?: string
  readonly words?: OfferOptions
}

interface State {
  readonly asks: ReadonlyArray<number>
  readonly offers: ReadonlyArray<number | null>
  readonly turns: ReadonlyArray<PlayedTurn>
}

interface Closed {
  readonly asks: ReadonlyArray<number>
  readonly turns: ReadonlyArray<PlayedTurn>
  readonly outcome: BargainOutcome
}

type Next = Loop<State, Closed>

const EXPECTED_PRICE = 'a price in whole cents from 0 to 10^12'

const lawful = (turn: PlayedTurn): PlayedTurn => {
  const { move, side } = turn
  if (move._tag !== 'Offer') return turn
  const { price } = move
  return Number.isInteger(price) && price >= 0 && price <= LARGEST_AMOUNT
    ? turn
    : heldTurn(side, { _tag: 'Refused', move, expected: EXPECTED_PRICE })
}

/** The veto of the engine: neither an acceptance nor an ask below cost reaches the bargain. */
const aboveCost = (cost: number, offer: number | null, turn: PlayedTurn): PlayedTurn => {
  const { move } = turn
  const price = move._tag === 'Accept' ? offer : move._tag === 'Offer' ? move.price : null
  return price !== null && price < cost
    ? heldTurn('seller', { _tag: 'Vetoed', move, bound: cost })
    : turn
}

const closing = (state: State, turn: PlayedTurn, outcome: BargainOutcome): Next =>
  done({ asks: state.asks, turns: [...state.turns, turn], outcome })

const dealt = (by: BargainSide, counter: number, price: number): BargainOutcome => ({
  _tag: 'Deal',
  price,
  acceptedBy: by === 'buyer' ? 'seller' : 'buyer',
  offer: { by, counter, price },
})

/**
 * Gives the bargain of a world with a live seller as an episode. Its questions are named `buyer-1`, `seller-1`,
 * `buyer-2`, ... in their order.
 *
 * @category games
 * @since 0.1.0
 */
export const liveGame =
  <const Counterpart extends string>(options: LiveOptions<Counterpart>) =>
  (world: BargainingWorld): Episode<LiveQuestion, LiveResult<Counterpart>> => {
    const { counterpart, rounds = 4, buyer = 'buyer', words = dollars } = options
    const { cost, list } = world

    const sellerReplied = (state: State, counter: number, given: PlayedTurn): Next => {
      const standing = state.asks.at(-1) ?? list
      const offer = state.offers.at(-1) ?? null
      const turn = aboveCost(cost, offer, lawful(given))
      const { move } = turn
      if (move._tag === 'Accept' && offer !== null) {
        return closing(state, turn, dealt('buyer', counter, offer))
      }
      if (move._tag === 'Leave') {
        return closing(state, turn, { _tag: 'NoDeal', reason: 'seller_left' })
      }
      const next = move._tag === 'Offer' ? move.price : standing
      if (move._tag === 'Offer' && offer !== null && next <= offer) {
        return closing(state, turn, dealt('buyer', counter, offer))
      }
      const after = { ...state, asks: [...state.asks, next] }
      return !(counter < rounds - 1)
        ? closing(after, turn, { _tag: 'NoDeal', reason: 'deadline' })
        : again({ ...after, turns: [...state.turns, turn] })
    }

    const askSeller = (state: State, counter: number): Episode<LiveQuestion, Next> => {
      const { asks, offers } = state
      const observation: SellerObservation = { cost, list, counter, rounds, asks, offers }
      const read = readTurn('seller', words, offers.at(-1) ?? null)
      return ask(
        `seller-${counter}`,
        { seat: 'seller', observation, action: BargainMoveCodec },
        (answer) => sellerReplied(state, counter, read(answer)),
      )
    }

    const buyerMoved = (
      state: State,
      counter: number,
      given: PlayedTurn,
    ): Episode<LiveQuestion, Next> => {
      const turn = lawful(given)
      const { move } = turn
      const standing = state.asks.at(-1) ?? list
      if (move._tag === 'Accept' || (move._tag === 'Offer' && move.price >= standing)) {
        return ended(closing(state, turn, dealt('seller', counter, standing)))
      }
      if (move._tag === 'Leave') {
        return ended(closing(state, turn, { _tag: 'NoDeal', reason: 'buyer_left' }))
      }
      const offer = move._tag === 'Offer' ? move.price : null
      const after = { ...state, offers: [...state.offers, offer], turns: [...state.turns, turn] }
      return askSeller(after, counter)
    }

    const step = (state: State): Episode<LiveQuestion, Next> => {
      const { asks, offers } = state
      const counter = asks.length
      const standing = asks.at(-1) ?? list
      const view: SeatView = {
        ask: standing,
        counter,
        rounds,
        onlyAccept: false,
        rounding: 'cent',
      }
      const read = readTurn('buyer', words, standing)
      const question: LiveQuestion = {
        seat: 'buyer',
        observation: observeSeat(world, view, asks, offers),
        action: BargainMoveCodec,
      }
      const asked = ask(`buyer-${counter}`, question, read)
      return chain((turn: PlayedTurn) => buyerMoved(state, counter, turn))(asked)
    }

    const recorded = ({ asks, turns, outcome }: Closed): LiveResult<Counterpart> => {
      const ofSide = (side: BargainSide): ReadonlyArray<PlayedTurn> =>
        turns.filter((turn) => turn.side === side)
      const counts = { buyer: countTurns(ofSide('buyer')), seller: countTurns(ofSide('seller')) }
      const moves = ofSide('buyer').map(({ move }) => move)
      const names = { worldId: world.id, seller: counterpart, buyer }
      const { refused } = counts.buyer
      const transcript = { ...names, rounds, asks, moves, outcome, refused }
      return { counterpart, transcript, surplus: shareSurplus(world)(outcome), turns, counts }
    }

    return map(recorded)(iterate(step)({ asks: [list], offers: [], turns: [] }))
  }
