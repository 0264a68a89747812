/**
 * Symmetric: alternating offers between two sides that know only their own value, as a dialogue and as a plain loop.
 *
 * Both are the rules of `negotiation.ts`. The dialogue asks whoever sits in a seat; the loop asks scripted policies and
 * is for statistics over thousands of worlds. A world is played in four cells: which side a participant holds, and who
 * opens. Both participants of every negotiation are scored.
 *
 * Laws
 *   L1 twin               asking two scripted policies gives exactly the record of the plain loop
 *   L2 symmetric replay   replaying the log of a play gives its record, and any prefix resumes to it
 *   L3 symmetric hiding   a side's questions do not change with the other side's reservation or the drawn last turn, for
 *                         as long as the same moves are played
 *   L4 silent seats       two seats that never say anything come to no deal, and every turn of theirs is counted
 *
 * @module
 */
import type * as t from 'io-ts'
import { actionAnswer } from '../../core/episode/answer.js'
import { ask } from '../../core/episode/chain.js'
import { type Episode, ended } from '../../core/episode/episode.js'
import { again, done, iterate, type Loop } from '../../core/episode/iterate.js'
import type { Policy } from '../../core/episode/log.js'
import { dollars } from '../amount-text.js'
import type { OfferOptions } from '../offer-text.js'
import type { BargainSide } from '../protocol.js'
import type { Negotiator } from './margin-policy.js'
import {
  advanceNegotiation,
  beginNegotiation,
  type Negotiation,
  type NegotiationObservation,
  type NegotiationOutcome,
  type NegotiationRules,
  observeNegotiation,
  sharesOf,
  symmetricRules,
} from './negotiation.js'
import { amountInWords, amountsInWords } from './price-words.js'
import type { SymmetricWorld } from './symmetric-world.js'
import {
  type BargainMove,
  BargainMoveCodec,
  countTurns,
  howToAnswer,
  type PlayedTurn,
  readTurn,
  scriptedTurn,
  type TurnCounts,
} from './turn.js'

/**
 * Asks a side for its move.
 *
 * @category model
 * @since 0.1.0
 */
export interface NegotiationQuestion {
  readonly seat: BargainSide
  readonly observation: NegotiationObservation
  readonly action: t.Type<BargainMove>
}

/**
 * Records one negotiation. `shares` are those of the zone; `null` where there was no deal, or no zone to share.
 *
 * @category model
 * @since 0.1.0
 */
export interface NegotiationRecord {
  readonly worldId: string
  readonly opener: BargainSide
  readonly outcome: NegotiationOutcome
  readonly shares: Readonly<Record<BargainSide, number>> | null
  readonly turns: ReadonlyArray<PlayedTurn>
  readonly counts: Readonly<Record<BargainSide, TurnCounts>>
}

/**
 * Holds the options of a symmetric game. The rules are those of the symmetric protocol unless switches are given.
 *
 * @category model
 * @since 0.1.0
 */
export interface SymmetricOptions {
  readonly opener: BargainSide
  readonly rules?: NegotiationRules
  readonly words?: OfferOptions
}

interface State {
  readonly negotiation: Negotiation
  readonly turns: ReadonlyArray<PlayedTurn>
}

const recordOf = (
  world: SymmetricWorld,
  opener: BargainSide,
  outcome: NegotiationOutcome,
  turns: ReadonlyArray<PlayedTurn>,
): NegotiationRecord => {
  const countsOf = (side: BargainSide): TurnCounts =>
    countTurns(turns.filter((turn) => turn.side === side))
  return {
    worldId: world.id,
    opener,
    outcome,
    shares:
      outcome._tag === 'Deal' && world.value > world.cost ? sharesOf(world, outcome.price) : null,
    turns,
    counts: { buyer: countsOf('buyer'), seller: countsOf('seller') },
  }
}

/**
 * Gives the negotiation of a world as an episode. Its questions are named by side and turn: `buyer-1`, `seller-2`, ...
 *
 * @category games
 * @since 0.1.0
 */
export const symmetricGame =
  (options: SymmetricOptions) =>
  (world: SymmetricWorld): Episode<NegotiationQuestion, NegotiationRecord> => {
    const { rules = symmetricRules, words = dollars } = options
    const step = ({
      negotiation,
      turns,
    }: State): Episode<NegotiationQuestion, Loop<State, NegotiationRecord>> => {
      const { mover, outcome, turn, standing, opener } = negotiation
      if (outcome !== null) return ended(done(recordOf(world, opener, outcome, turns)))
      const question: NegotiationQuestion = {
        seat: mover,
        observation: observeNegotiation(rules, world, negotiation),
        action: BargainMoveCodec,
      }
      const read = readTurn(mover, words, standing)
      return ask(`${mover}-${turn}`, question, (answer) => {
        const [played, next] = advanceNegotiation(world, negotiation, read(answer))
        return again({ negotiation: next, turns: [...turns, played] })
      })
    }
    return iterate(step)({ negotiation: beginNegotiation(rules, world, options.opener), turns: [] })
  }

/**
 * Answers the questions of a negotiation by two scripted policies.
 *
 * @category playing
 * @since 0.1.0
 */
export const answerByNegotiators =
  (seats: Readonly<Record<BargainSide, Negotiator>>): Policy<NegotiationQuestion> =>
  (_id, { seat, observation }) =>
    actionAnswer(seats[seat].move(observation))

/**
 * Plays a negotiation between two scripted policies in a plain loop.
 *
 * @category playing
 * @since 0.1.0
 */
export const negotiate =
  (seats: Readonly<Record<BargainSide, Negotiator>>, rules: NegotiationRules = symmetricRules) =>
  (opens: BargainSide) =>
  (world: SymmetricWorld): NegotiationRecord => {
    let state = beginNegotiation(rules, world, opens)
    const turns: Array<PlayedTurn> = []
    while (state.outcome === null) {
      const { mover, standing } = state
      const move = seats[mover].move(observeNegotiation(rules, world, state))
      const turn = scriptedTurn(mover, move, standing)
      const [played, next] = advanceNegotiation(world, state, turn)
      turns.push(played)
      state = next
    }
    return recordOf(world, state.opener, state.outcome, turns)
  }

const roles = {
  buyer: ['buying', 'value', 'your value minus the price', 'seller'],
  seller: ['selling', 'cost', 'the price minus your cost', 'buyer'],
} as const

/**
 * Gives the text that a language model reads in either seat. The two wordings mirror each other.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderNegotiation = (seen: NegotiationObservation): string => {
  const [doing, own, profit, other] = roles[seen.side]
  const left =
    seen.turnsLeft === null
      ? 'After every turn the negotiation may break down, with a probability that does not change.'
      : `Proposals that can still be answered, your next one included: ${seen.turnsLeft}.`
  return [
    `You are ${doing} one item. Your profit is ${profit}; without a deal it is 0.`,
    `Your ${own}: ${amountInWords(seen.reservation)}. The ${other} does not know it, and you do not know the ${other}'s.`,
    ...(seen.list === null ? [] : [`List price: ${amountInWords(seen.list)}.`]),
    left,
    `Turn ${seen.turn}. Your proposals so far: ${amountsInWords(seen.ownOffers)}.`,
    `The ${other}'s proposals so far: ${amountsInWords(seen.otherOffers)}.`,
    seen.standing === null
      ? 'No price stands. Propose one, or leave.'
      : `The ${other} proposes ${amountInWords(seen.standing)}. Accept it, propose another price, or leave.`,
    howToAnswer,
  ].join('\n')
}
