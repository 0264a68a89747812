/**
 * Anchored: the bargain with a scripted seller as a dialogue, in which the buyer's seat is asked.
 *
 * The question holds what the buyer may know and the codec of its move; `renderAnchored` gives the text that a language
 * model reads. The scripted seller answers inside. An answer that is unreadable or a fault is played as a hold and
 * counted. Whether the buyer is told how its seller behaves is a switch: the text of `disclosure`, which cannot depend
 * on the world, is either in every question or in none.
 *
 * | option       | default  | meaning                                              |
 * | ------------ | -------- | ---------------------------------------------------- |
 * | `seller`     | -        | the kind of seller                                   |
 * | `buyer`      | `buyer`  | the buyer's name in the records                      |
 * | `words`      | dollars  | how prices are written in answers                    |
 * | `disclosure` | `null`   | what the buyer is told of the seller's behaviour     |
 *
 * Laws
 *   L1 equivalence       asking a scripted buyer gives exactly the transcript of `bargain`
 *   L2 observation       questions do not change with the cost for as long as the asks are the same
 *   L3 held turns        a fault or an unreadable answer is played as a hold, counted, and no deal of the buyer's making
 *   L4 anchored replay   replaying the log of a play gives its result, and any prefix resumes to it
 *   L5 disclosure        disclosing behaviour changes the questions in that member alone
 *
 * @module
 */
import type * as t from 'io-ts'
import { actionAnswer } from '../../core/episode/answer.js'
import { ask, map } from '../../core/episode/chain.js'
import type { Episode } from '../../core/episode/episode.js'
import { again, done, iterate, type Loop } from '../../core/episode/iterate.js'
import type { Policy } from '../../core/episode/log.js'
import { dollars } from '../amount-text.js'
import type { OfferOptions } from '../offer-text.js'
import {
  type BargainOutcome,
  type BargainTranscript,
  type Buyer,
  type BuyerObservation,
  observeSeat,
  type SellerArchetype,
  type SellerSeat,
} from '../protocol.js'
import type { SellerParameters } from '../seller-parameters.js'
import type { BargainingWorld } from '../world.js'
import { amountInWords, amountsInWords } from './price-words.js'
import {
  type BargainMove,
  BargainMoveCodec,
  countTurns,
  heldTurn,
  howToAnswer,
  type PlayedTurn,
  readTurn,
  type TurnCounts,
} from './turn.js'

/**
 * Shows a buyer what it may know at its turn, and what it is told of the seller's behaviour (`null`: nothing).
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoredObservation extends BuyerObservation {
  readonly disclosure: string | null
}

/**
 * Asks the buyer for its move.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoredQuestion {
  readonly seat: 'buyer'
  readonly observation: AnchoredObservation
  readonly action: t.Type<BargainMove>
}

/**
 * Records a bargain that was played as a dialogue: its transcript, the same as that of `bargain`, and every turn with
 * its defect. The transcript's `refused` are the turns that the seller's seat did not take as moves.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoredResult {
  readonly transcript: BargainTranscript
  readonly turns: ReadonlyArray<PlayedTurn>
  readonly counts: TurnCounts
}

/**
 * Holds the options of an anchored game.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoredOptions {
  readonly seller: SellerArchetype
  readonly buyer?: string
  readonly words?: OfferOptions
  readonly disclosure?: string | null
}

interface State {
  readonly seat: SellerSeat
  readonly asks: ReadonlyArray<number>
  readonly offers: ReadonlyArray<number | null>
  readonly turns: ReadonlyArray<PlayedTurn>
}

interface Closed {
  readonly asks: ReadonlyArray<number>
  readonly turns: ReadonlyArray<PlayedTurn>
  readonly outcome: BargainOutcome
}

/** Lets the seat answer a turn; one that it refuses is played as a hold. */
const answered = (state: State, turn: PlayedTurn): Loop<State, Closed> => {
  const [first, after] = state.seat.respond(turn.move)
  const played =
    first._tag === 'Refused'
      ? heldTurn('buyer', { _tag: 'Refused', move: turn.move, expected: first.expected })
      : turn
  const [reply, seat] =
    first._tag === 'Refused' ? state.seat.respond(played.move) : ([first, after] as const)
  const turns = [...state.turns, played]
  if (reply._tag === 'Settled') {
    const asks = reply.lastAsk === null ? state.asks : [...state.asks, reply.lastAsk]
    return done({ asks, turns, outcome: reply.outcome })
  }
  const asks = reply._tag === 'Ask' ? [...state.asks, reply.price] : state.asks
  const offer = played.move._tag === 'Offer' ? played.move.price : null
  // A seat that never settles cannot hang the bargain.
  return turns.length >= state.seat.view.rounds
    ? done({ asks, turns, outcome: { _tag: 'NoDeal', reason: 'deadline' } })
    : again({ seat, asks, offers: [...state.offers, offer], turns })
}

/**
 * Gives the bargain of a world with a scripted seller as an episode. Its questions are named `buyer-1`, `buyer-2`, ...
 *
 * @example
 * ```ts
 * import { anchoredGame, calibrated, reactiveArchetype } from 'edgeworth/bargaining'
 * import { playWith, textAnswer } from 'edgeworth/core'
 * const seller = reactiveArchetype('calibrated', calibrated.seller)
 * const game = anchoredGame({ seller })({ id: 'w', value: 12094, cost: 8110, list: 16070 })
 * const play = playWith(() => textAnswer('I offer $118.'))(game)
 * play._tag === 'Finished' && play.result.transcript.asks // => [16070, 14511, 14168]
 * play._tag === 'Finished' && play.result.transcript.outcome._tag // => 'Deal'
 * ```
 *
 * @category games
 * @since 0.1.0
 */
export const anchoredGame =
  (options: AnchoredOptions) =>
  (world: BargainingWorld): Episode<AnchoredQuestion, AnchoredResult> => {
    const { seller, buyer = 'buyer', words = dollars, disclosure = null } = options
    const step = (state: State): Episode<AnchoredQuestion, Loop<State, Closed>> => {
      const { seat, asks, offers, turns } = state
      const question: AnchoredQuestion = {
        seat: 'buyer',
        observation: { ...observeSeat(world, seat.view, asks, offers), disclosure },
        action: BargainMoveCodec,
      }
      const read = readTurn('buyer', words, seat.view.ask)
      return ask(`buyer-${turns.length + 1}`, question, (answer) => answered(state, read(answer)))
    }
    const seat = seller.open(world)
    const { rounds } = seat.view
    const start: State = { seat, asks: [seat.view.ask], offers: [], turns: [] }
    const recorded = ({ asks, turns, outcome }: Closed): AnchoredResult => {
      const counts = countTurns(turns)
      const moves = turns.map(({ move }) => move)
      const names = { worldId: world.id, seller: seller.name, buyer }
      return {
        transcript: { ...names, rounds, asks, moves, outcome, refused: counts.refused },
        turns,
        counts,
      }
    }
    return map(recorded)(iterate(step)(start))
  }

/**
 * Answers the questions of an anchored game by a scripted buyer.
 *
 * @category playing
 * @since 0.1.0
 */
export const answerByBuyer =
  (buyer: Buyer): Policy<AnchoredQuestion> =>
  (_id, { observation }) =>
    actionAnswer(buyer.move(observation))

/**
 * Describes a reactive seller's behaviour in words, without anything of a world: what `disclosure` may tell a buyer.
 *
 * @category rendering
 * @since 0.1.0
 */
export const describeSeller = (seller: SellerParameters): string =>
  [
    `The seller is a program. It opens at ${seller.openingMultiple} times the list price.`,
    `It keeps a private reservation price that falls from round to round and takes any offer at or above it.`,
    `An offer below ${seller.walkAway} of its standing ask makes it leave for good.`,
    `Otherwise it concedes ${seller.concession} of the way from its ask to its next reservation,`,
    `more (up to ${1 + seller.approach} times that) the further your offer approaches its ask over your last one,`,
    `and ${1 - seller.stalling} times that if you repeat your offer, lower it or make none.`,
  ].join(' ')

/**
 * Gives the text that a language model reads in the buyer's seat.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderAnchored = (seen: AnchoredObservation): string => {
  const ask = seen.asks.at(-1) ?? 0
  return [
    'You are buying one item. Your profit is your value minus the price; without a deal it is 0.',
    `Your value: ${amountInWords(seen.value)} (the seller does not know it). List price: ${amountInWords(seen.list)}.`,
    ...(seen.disclosure === null ? [] : [seen.disclosure]),
    `Round ${seen.counter} of ${seen.rounds}. Rounds after this one: ${seen.countersLeft}. The seller answers last.`,
    `The seller's asks so far: ${amountsInWords(seen.asks)}.`,
    `Your offers so far: ${amountsInWords(seen.offers)}.`,
    `The standing ask is ${amountInWords(ask)}.`,
    seen.onlyAccept
      ? 'Only an acceptance of the standing ask can still make a deal.'
      : 'You may accept it, make an offer, or leave.',
    howToAnswer,
  ].join('\n')
}
