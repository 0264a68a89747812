/**
 * CounterfactualTable: what buyers did, beside what would have become of it with one choice changed.
 *
 * World, seller and rules are held fixed (`counterfactual.ts`); the rows take the transcripts of played dialogues, so
 * they stand for what was read of a model's words.
 *
 * Laws
 *   L1 one row a buyer     every bargain is in its buyer's row, and in no other
 *   L2 from transcripts    a row depends on what was played, not on who or what answered
 *
 * @module
 */
import { type BehaviourSummary, summarizeBehaviour } from '../behaviour.js'
import {
  type PlayedBargain,
  type RepeatFirstOffer,
  repeatFirstOffer,
  type SettledAboveLaterAsk,
  settledAboveLaterAsk,
} from '../counterfactual.js'
import type { SellerArchetype } from '../protocol.js'
import { type SurplusSummary, shareSurplus, summarizeSurplus } from '../surplus.js'
import type { BargainingWorld } from '../world.js'
import type { AnchoredResult } from './anchored.js'
import { addCounts, countTurns, type TurnCounts } from './turn.js'

/**
 * Pairs a played dialogue with its world.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayedDialogue {
  readonly world: BargainingWorld
  readonly result: AnchoredResult
}

/**
 * Holds one buyer's row.
 *
 * @category model
 * @since 0.1.0
 */
export interface CounterfactualRow {
  readonly buyer: string
  readonly surplus: SurplusSummary
  readonly repeatFirst: RepeatFirstOffer
  readonly laterAsk: SettledAboveLaterAsk
  readonly behaviour: BehaviourSummary
  readonly counts: TurnCounts
}

const rowOf = (
  seller: SellerArchetype,
  buyer: string,
  played: ReadonlyArray<PlayedDialogue>,
): CounterfactualRow => {
  const bargains = played.map(
    ({ world, result }): PlayedBargain => ({ world, transcript: result.transcript }),
  )
  return {
    buyer,
    surplus: summarizeSurplus(
      bargains.map(({ world, transcript }) => shareSurplus(world)(transcript.outcome)),
    ),
    repeatFirst: repeatFirstOffer(seller)(bargains),
    laterAsk: settledAboveLaterAsk(seller)(bargains),
    behaviour: summarizeBehaviour(bargains.map(({ transcript }) => transcript)),
    counts: played.reduce((all, { result }) => addCounts(all, result.counts), countTurns([])),
  }
}

/**
 * Makes the table of played dialogues, a row for each buyer in the order of their first bargains. The seller is the one
 * that the bargains were played with.
 *
 * @category operations
 * @since 0.1.0
 */
export const counterfactualTable =
  (seller: SellerArchetype) =>
  (played: ReadonlyArray<PlayedDialogue>): ReadonlyArray<CounterfactualRow> =>
    [...new Set(played.map(({ result }) => result.transcript.buyer))].map((buyer) =>
      rowOf(
        seller,
        buyer,
        played.filter(({ result }) => result.transcript.buyer === buyer),
      ),
    )
