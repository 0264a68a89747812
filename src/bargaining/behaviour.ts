/**
 * Behaviour: how a buyer bargained, read from transcripts alone.
 *
 * **Self-bidding**: a step at which the buyer raised its own offer although the seller had lowered its ask since the
 * buyer's previous offer; a bargain counts if it holds such a step, and only bargains with two offers or more can.
 * **Direction**: whether the last offer lies below, above or at the first. **Patience**: turns played as a share of those
 * there were. **Concession curves**: where asks and offers stand in the zone, (price - cost)/(value - cost), by counter,
 * averaged over the bargains that got there.
 *
 * Laws
 *   L1 falling    a buyer that never raises its own offer has no self-bidding
 *   L2 parts      falling, rising and level bargains add up to those with two offers or more
 *   L3 bounds     patience and every rate lie in [0, 1]
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import type { PlayedBargain } from './counterfactual.js'
import { type BargainTranscript, offersOf } from './protocol.js'
import { zopaOf } from './world.js'

/**
 * Names where a buyer's offers went, from its first to its last; `single` with fewer than two offers.
 *
 * @category model
 * @since 0.1.0
 */
export type Direction = 'falling' | 'rising' | 'level' | 'single'

/**
 * Describes one bargain's behaviour. `steps` counts pairs of consecutive offers, `selfBids` those that are self-bids;
 * `monotone` says that no later offer goes against the direction.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainBehaviour {
  readonly worldId: string
  readonly offers: number
  readonly holds: number
  readonly direction: Direction
  readonly monotone: boolean
  readonly steps: number
  readonly selfBids: number
  readonly patience: number
}

/**
 * Sums up behaviour over bargains. A rate is `null` where nothing could show it.
 *
 * @category model
 * @since 0.1.0
 */
export interface BehaviourSummary {
  readonly n: number
  /** Bargains with two offers or more. */
  readonly multiOffer: number
  readonly selfBidding: number
  readonly selfBiddingRate: number | null
  readonly falling: number
  readonly rising: number
  readonly level: number
  readonly meanPatience: number | null
  readonly meanOffers: number | null
}

/**
 * Holds one place of a concession curve: the mean position of the prices in the zone (0 at cost, 1 at value), and the
 * number of bargains that got there.
 *
 * @category model
 * @since 0.1.0
 */
export interface CurvePlace {
  readonly counter: number
  readonly mean: number
  readonly n: number
}

/**
 * Holds the two concession curves of a set of bargains.
 *
 * @category model
 * @since 0.1.0
 */
export interface ConcessionCurves {
  readonly asks: ReadonlyArray<CurvePlace>
  readonly offers: ReadonlyArray<CurvePlace>
}

const total = sum('neumaier')

const meanOf = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : total(values) / values.length

interface Placed {
  readonly turn: number
  readonly price: number
}

const placedOffers = (transcript: BargainTranscript): ReadonlyArray<Placed> =>
  transcript.moves.flatMap((move, turn) =>
    move._tag === 'Offer' ? [{ turn, price: move.price }] : [],
  )

const directionOf = (offers: ReadonlyArray<number>): Direction => {
  const [first] = offers
  const last = offers.at(-1)
  if (first === undefined || last === undefined || offers.length < 2) return 'single'
  return last < first ? 'falling' : last > first ? 'rising' : 'level'
}

const isMonotone = (offers: ReadonlyArray<number>): boolean => {
  const steps = offers.slice(1).map((offer, place) => offer - (offers[place] ?? offer))
  return steps.every((step) => step >= 0) || steps.every((step) => step <= 0)
}

/**
 * Describes how the buyer of one bargain behaved.
 *
 * @category operations
 * @since 0.1.0
 */
export const behaviourOf = (transcript: BargainTranscript): BargainBehaviour => {
  const placed = placedOffers(transcript)
  const prices = placed.map(({ price }) => price)
  const selfBids = placed.slice(1).filter(({ turn, price }, place) => {
    const before = placed[place]
    if (before === undefined) return false
    // asks[t] is the ask that stood at turn t.
    const [stood, stands] = [transcript.asks[before.turn], transcript.asks[turn]]
    return price > before.price && stood !== undefined && stands !== undefined && stands < stood
  }).length
  return {
    worldId: transcript.worldId,
    offers: placed.length,
    holds: transcript.moves.filter((move) => move._tag === 'Hold').length,
    direction: directionOf(prices),
    monotone: isMonotone(prices),
    steps: Math.max(0, placed.length - 1),
    selfBids,
    patience: Math.min(1, transcript.moves.length / Math.max(1, transcript.rounds - 1)),
  }
}

/**
 * Sums up the behaviour of bargains.
 *
 * @category operations
 * @since 0.1.0
 */
export const summarizeBehaviour = (
  transcripts: ReadonlyArray<BargainTranscript>,
): BehaviourSummary => {
  const all = transcripts.map(behaviourOf)
  const multi = all.filter(({ steps }) => steps > 0)
  const selfBidding = multi.filter(({ selfBids }) => selfBids > 0).length
  const count = (direction: Direction): number =>
    all.filter((one) => one.direction === direction).length
  return {
    n: all.length,
    multiOffer: multi.length,
    selfBidding,
    selfBiddingRate: multi.length === 0 ? null : selfBidding / multi.length,
    falling: count('falling'),
    rising: count('rising'),
    level: count('level'),
    meanPatience: meanOf(all.map(({ patience }) => patience)),
    meanOffers: meanOf(all.map(({ offers }) => offers)),
  }
}

const curveOf = (
  played: ReadonlyArray<PlayedBargain>,
  pricesOf: (transcript: BargainTranscript) => ReadonlyArray<Placed>,
): ReadonlyArray<CurvePlace> => {
  const places = played.flatMap(({ world, transcript }) => {
    const zopa = zopaOf(world)
    return zopa <= 0
      ? []
      : pricesOf(transcript).map(({ turn, price }) => ({
          turn,
          place: (price - world.cost) / zopa,
        }))
  })
  const turns = [...new Set(places.map(({ turn }) => turn))].sort((a, b) => a - b)
  return turns.map((turn) => {
    const here = places.filter((one) => one.turn === turn).map(({ place }) => place)
    return { counter: turn + 1, mean: total(here) / here.length, n: here.length }
  })
}

/**
 * Averages where the asks and the offers of bargains stood in their zones, counter by counter. Worlds without a zone
 * are left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const concessionCurves = (played: ReadonlyArray<PlayedBargain>): ConcessionCurves => ({
  asks: curveOf(played, ({ asks }) => asks.map((price, turn) => ({ turn, price }))),
  offers: curveOf(played, placedOffers),
})

/**
 * Tells whether a buyer never raised its own offer in a bargain.
 *
 * @category operations
 * @since 0.1.0
 */
export const neverRaised = (transcript: BargainTranscript): boolean => {
  const offers = offersOf(transcript)
  return offers.every((offer, place) => place === 0 || offer <= (offers[place - 1] ?? offer))
}
