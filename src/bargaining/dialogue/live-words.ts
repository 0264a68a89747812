/**
 * LiveWords: what language models read in the two seats of a bargain without a scripted seller.
 *
 * The two texts say the same things in the same order, each from its own side, so that a difference between the seats
 * is not one of wording.
 *
 * Laws
 *   L1 words hide  the text of a seat depends on its observation alone, and never names the other side's number
 *
 * @module
 */
import type { BuyerObservation } from '../protocol.js'
import type { SellerObservation } from '../scripted-seller.js'
import type { LiveQuestion } from './live.js'
import { amountInWords, amountsInWords } from './price-words.js'
import { howToAnswer } from './turn.js'

const buyerText = (seen: BuyerObservation): ReadonlyArray<string> => [
  'You are buying one item from a seller. Get the best price you can: your profit is your value minus the price, and 0 without a deal.',
  `Your value: ${amountInWords(seen.value)} (the seller does not know it). List price: ${amountInWords(seen.list)}.`,
  `Round ${seen.counter} of ${seen.rounds - 1}. The seller answers last.`,
  `The seller's asks so far: ${amountsInWords(seen.asks)}.`,
  `Your offers so far: ${amountsInWords(seen.offers)}.`,
  `The standing price is the seller's ask of ${amountInWords(seen.asks.at(-1) ?? 0)}. You may accept it, make an offer, or leave.`,
]

const sellerText = (seen: SellerObservation): ReadonlyArray<string> => {
  const standing = seen.offers.at(-1) ?? null
  return [
    'You are selling one item to a buyer. Get the best price you can: your profit is the price minus your cost, and 0 without a deal.',
    `Your cost: ${amountInWords(seen.cost)} (the buyer does not know it). List price: ${amountInWords(seen.list)}.`,
    `Round ${seen.counter} of ${seen.rounds - 1}. You answer last.`,
    `Your asks so far: ${amountsInWords(seen.asks)}.`,
    `The buyer's offers so far: ${amountsInWords(seen.offers)}.`,
    standing === null
      ? 'The buyer made no offer, so there is nothing to accept. You may ask a price or leave.'
      : `The standing price is the buyer's offer of ${amountInWords(standing)}. You may accept it, ask another price, or leave.`,
  ]
}

/**
 * Gives the text that a language model reads in the seat that is asked.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderLive = (question: LiveQuestion): string =>
  [
    ...(question.seat === 'buyer'
      ? buyerText(question.observation)
      : sellerText(question.observation)),
    howToAnswer,
  ].join('\n')
