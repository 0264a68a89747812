/**
 * Counterfactual: the same world, seller and rules, one choice changed.
 *
 * Both replays hold everything fixed that the buyer did not choose, so a difference is due to the choice. They need the
 * kind of seller that the bargain was played against; a live counterpart cannot be replayed this way.
 *
 * **Repeating the first offer**: the bargain is played again by a buyer that makes its own first offer at every counter.
 * The gain is the difference in SE+. Bargains without an offer have no such replay and are counted.
 * **The later ask**: from the settling move on, the buyer holds instead, and the seller's asks run on to the last round.
 * A deal above that last ask paid more than waiting would have shown to be needed.
 *
 * Laws
 *   L1 fixed      the replay of a buyer that repeated its first offer anyway gains exactly 0
 *   L2 shared     up to the first changed move, a replay's asks are those of the bargain
 *   L3 deadline   the later ask is the ask after the answer to the last counter
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { scriptedBuyer } from './buyers/anchor-buyers.js'
import { type BargainTranscript, bargain, offersOf, type SellerArchetype } from './protocol.js'
import { shareSurplus } from './surplus.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Pairs a bargain with its world.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayedBargain {
  readonly world: BargainingWorld
  readonly transcript: BargainTranscript
}

/**
 * Compares bargains with their replays in which the first offer is repeated: the mean gain in SE+, and in how many of
 * `n` the replay did better, worse or the same. `dropped` bargains made no offer or have no zone.
 *
 * @category model
 * @since 0.1.0
 */
export interface RepeatFirstOffer {
  readonly n: number
  readonly dropped: number
  readonly meanGain: number | null
  readonly better: number
  readonly worse: number
  readonly same: number
  /** Per bargain that has a replay, in order. */
  readonly gains: ReadonlyArray<number>
}

/**
 * Compares deals with the ask that the seller would have reached by the last round: how many of `n` deals were settled
 * above it, and by how many cents on average. `dropped` bargains had no deal.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettledAboveLaterAsk {
  readonly n: number
  readonly dropped: number
  readonly above: number
  readonly share: number | null
  readonly meanOverpayment: number | null
}

const total = sum('neumaier')

const meanOf = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : total(values) / values.length

/** Gains this close are the same. */
const SAME = 1e-12

/**
 * Replays one bargain with the buyer's first offer at every counter; `null` where it made none.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayFirstOffer =
  (archetype: SellerArchetype) =>
  ({ world, transcript }: PlayedBargain): BargainTranscript | null => {
    const [first] = offersOf(transcript)
    if (first === undefined) return null
    const repeated = transcript.moves.findIndex((move) => move._tag === 'Offer')
    const moves = Array.from({ length: transcript.rounds }, (_, turn) =>
      // What came before the first offer (holds) is not what is changed.
      turn < repeated
        ? (transcript.moves[turn] ?? { _tag: 'Hold' as const })
        : { _tag: 'Offer' as const, price: first },
    )
    return bargain(archetype)(scriptedBuyer('repeat-first-offer', moves))(world)
  }

/**
 * Compares bargains with their replays in which the first offer is repeated.
 *
 * @category operations
 * @since 0.1.0
 */
export const repeatFirstOffer =
  (archetype: SellerArchetype) =>
  (played: ReadonlyArray<PlayedBargain>): RepeatFirstOffer => {
    const gains = played.flatMap((one) => {
      const replay = replayFirstOffer(archetype)(one)
      if (replay === null) return []
      const before = shareSurplus(one.world)(one.transcript.outcome)
      const after = shareSurplus(one.world)(replay.outcome)
      return before._tag === 'Shared' && after._tag === 'Shared' ? [after.buyer - before.buyer] : []
    })
    return {
      n: gains.length,
      dropped: played.length - gains.length,
      meanGain: meanOf(gains),
      better: gains.filter((gain) => gain > SAME).length,
      worse: gains.filter((gain) => gain < -SAME).length,
      same: gains.filter((gain) => Math.abs(gain) <= SAME).length,
      gains,
    }
  }

/**
 * Gives the ask that the seller reaches after the last counter if the buyer holds from its settling move on; `null`
 * where the bargain was not settled by a deal.
 *
 * @category operations
 * @since 0.1.0
 */
export const laterAsk =
  (archetype: SellerArchetype) =>
  ({ world, transcript }: PlayedBargain): number | null => {
    if (transcript.outcome._tag !== 'Deal') return null
    const kept = transcript.moves.slice(0, -1)
    const moves = Array.from(
      { length: transcript.rounds },
      (_, turn) => kept[turn] ?? { _tag: 'Hold' as const },
    )
    const { asks } = bargain(archetype)(scriptedBuyer('hold-on', moves))(world)
    return asks.at(-1) ?? null
  }

/**
 * Compares deals with the later asks of their sellers.
 *
 * @category operations
 * @since 0.1.0
 */
export const settledAboveLaterAsk =
  (archetype: SellerArchetype) =>
  (played: ReadonlyArray<PlayedBargain>): SettledAboveLaterAsk => {
    const differences = played.flatMap((one) => {
      const { outcome } = one.transcript
      const later = laterAsk(archetype)(one)
      return outcome._tag === 'Deal' && later !== null ? [outcome.price - later] : []
    })
    const above = differences.filter((difference) => difference > 0)
    const n = differences.length
    return {
      n,
      dropped: played.length - n,
      above: above.length,
      share: n === 0 ? null : above.length / n,
      meanOverpayment: meanOf(above),
    }
  }

/**
 * Keeps the bargains whose worlds have a zone.
 *
 * @category operations
 * @since 0.1.0
 */
export const withZone = (played: ReadonlyArray<PlayedBargain>): ReadonlyArray<PlayedBargain> =>
  played.filter(({ world }) => zopaOf(world) > 0)
