/**
 * MockBuyers: stand-ins for language models whose behaviour is known because it was built in.
 *
 * A measure of behaviour that does not find in these what was put into them measures something else. All but one speak
 * in words, so that the whole way from a model's text to the table is on trial.
 *
 * | buyer             | says                                                                           |
 * | ----------------- | ------------------------------------------------------------------------------ |
 * | `sayingInTurn`    | given texts in order, over and over                                            |
 * | `noisyBuyer`      | an offer of a share of the ask, drawn from a seed by world and counter         |
 * | `biddingUp`       | a first share of the opening ask, then higher by a fixed part of it each round |
 * | `silentBuyer`     | nothing                                                                        |
 * | `catchingFaults`  | what another policy says; where that throws, the fault `threw`                 |
 *
 * Laws
 *   L1 built in   a mock's answers are a function of the question
 *   L2 caught     a policy that throws gives a fault, and one that does not is left alone
 *
 * @module
 */
import { faultAnswer, textAnswer } from '../../core/episode/answer.js'
import type { Policy } from '../../core/episode/log.js'
import { drawAt } from '../../core/random/philox.js'
import type { AnchoredObservation, AnchoredQuestion } from './anchored.js'
import { amountInWords } from './price-words.js'

const offering = (cents: number): string =>
  `I offer $${amountInWords(Math.max(0, Math.floor(cents + 0.5)))}.`

const saying =
  (words: (seen: AnchoredObservation) => string): Policy<AnchoredQuestion> =>
  (_id, { observation }) =>
    textAnswer(words(observation))

/**
 * Says given texts, one a turn, over and over.
 *
 * @category buyers
 * @since 0.1.0
 */
export const sayingInTurn = (texts: ReadonlyArray<string>): Policy<AnchoredQuestion> =>
  saying(({ offers }) => texts[offers.length % Math.max(1, texts.length)] ?? '')

/**
 * Offers a share of the standing ask between two bounds, drawn from the seed by the buyer's value, the list price and
 * the counter.
 *
 * @category buyers
 * @since 0.1.0
 */
export const noisyBuyer = (seed: bigint, low: number, high: number): Policy<AnchoredQuestion> =>
  saying(({ value, list, counter, asks }) => {
    const share = low + (high - low) * drawAt(seed, value, list, counter)
    return offering(share * (asks.at(-1) ?? 0))
  })

/**
 * Offers a first share of the opening ask and raises its own offer by a fixed part of it every round, whatever the
 * seller concedes.
 *
 * @category buyers
 * @since 0.1.0
 */
export const biddingUp = (first: number, step: number): Policy<AnchoredQuestion> =>
  saying(({ asks, counter }) => offering((first + step * (counter - 1)) * (asks[0] ?? 0)))

/**
 * Says nothing.
 *
 * @category buyers
 * @since 0.1.0
 */
export const silentBuyer: Policy<AnchoredQuestion> = () => textAnswer('')

/**
 * Turns what a policy throws into the fault `threw`.
 *
 * @category playing
 * @since 0.1.0
 */
export const catchingFaults =
  <Q>(policy: Policy<Q>): Policy<Q> =>
  (id, question) => {
    try {
      return policy(id, question)
    } catch (reason) {
      return faultAnswer('threw', reason instanceof Error ? reason.message : String(reason))
    }
  }
