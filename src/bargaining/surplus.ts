/**
 * Surplus: what a bargain gave each side, as a share of what there was to share.
 *
 * In one world SE+ is the buyer's share (v - p)/(v - c) of the zone of possible agreement if there was a deal at p, and
 * 0 if there was none; where v <= c there is nothing to share and no number. The seller's share stands beside it,
 * because SE+ = 1 means that the seller received nothing. Over worlds two aggregations exist and are never mixed: SE+ is
 * a **mean of per-world ratios**, AER is a **ratio of sums** (joint gains realised over joint gains attainable). AER is
 * blind to the price; SE+ is not.
 *
 * Laws
 *   L1 whole      where there was a deal the two shares add up to 1, up to one rounding; without a deal both are 0
 *   L2 blind      moving the price of a deal leaves AER as it was and moves SE+
 *   L3 paycost    a deal at the cost is SE+ 1, a deal at the value is SE+ 0
 *   L4 scale      counting all amounts in another unit changes no share, up to rounding
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import type { BargainOutcome } from './protocol.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Says what one bargain gave, or that its world had nothing to give. Shares are of the zone, `zopa` is in cents.
 *
 * @category model
 * @since 0.1.0
 */
export type SurplusShare =
  | {
      readonly _tag: 'Shared'
      readonly worldId: string
      readonly deal: boolean
      /** SE+ of the buyer. */
      readonly buyer: number
      readonly seller: number
      readonly zopa: number
    }
  | { readonly _tag: 'NoZone'; readonly worldId: string; readonly zopa: number }
  /** What was given is no outcome of a bargain, or a deal without a finite price. */
  | { readonly _tag: 'NoOutcome'; readonly worldId: string; readonly value: unknown }

/**
 * Sums bargains up. `sePlus` and `sellerShare` are means of per-world ratios; `aer` and `buyerShareOfSums` are ratios
 * of sums. `undefinedWorlds` counts worlds without a zone or without an outcome, which are in no mean and no
 * sum.
 *
 * @category model
 * @since 0.1.0
 */
export type SurplusSummary =
  | {
      readonly status: 'ok'
      readonly n: number
      readonly undefinedWorlds: number
      readonly deals: number
      readonly dealRate: number
      readonly sePlus: { readonly aggregation: 'mean_of_ratios'; readonly value: number }
      readonly sellerShare: { readonly aggregation: 'mean_of_ratios'; readonly value: number }
      readonly aer: { readonly aggregation: 'ratio_of_sums'; readonly value: number }
      readonly buyerShareOfSums: { readonly aggregation: 'ratio_of_sums'; readonly value: number }
    }
  | {
      readonly status: 'not_evaluable'
      readonly reason: string
      readonly n: 0
      readonly undefinedWorlds: number
    }

/**
 * Measures both sides' shares of one bargain. A price outside the zone gives a share below 0 to one side and above 1 to
 * the other; nothing is clipped.
 *
 * @category operations
 * @since 0.1.0
 */
export const shareSurplus =
  (world: BargainingWorld) =>
  (outcome: BargainOutcome): SurplusShare => {
    const zopa = zopaOf(world)
    const worldId = world.id
    if (zopa <= 0) return { _tag: 'NoZone', worldId, zopa }
    if (
      outcome?._tag !== 'NoDeal' &&
      !(outcome?._tag === 'Deal' && Number.isFinite(outcome.price))
    ) {
      return { _tag: 'NoOutcome', worldId, value: outcome }
    }
    if (outcome._tag === 'NoDeal') {
      return { _tag: 'Shared', worldId, deal: false, buyer: 0, seller: 0, zopa }
    }
    return {
      _tag: 'Shared',
      worldId,
      deal: true,
      buyer: (world.value - outcome.price) / zopa,
      seller: (outcome.price - world.cost) / zopa,
      zopa,
    }
  }

const total = sum('neumaier')

/**
 * Sums up the shares of several bargains. Without a world that has a zone there is no number.
 *
 * @category operations
 * @since 0.1.0
 */
export const summarizeSurplus = (shares: ReadonlyArray<SurplusShare>): SurplusSummary => {
  const shared = shares.flatMap((share) => (share._tag === 'Shared' ? [share] : []))
  const undefinedWorlds = shares.length - shared.length
  const n = shared.length
  if (n === 0) {
    return { status: 'not_evaluable', reason: 'no world has value > cost', n, undefinedWorlds }
  }
  const dealt = shared.filter((share) => share.deal)
  const attainable = total(shared.map((share) => share.zopa))
  const mean = (values: ReadonlyArray<number>): number => total(values) / n
  return {
    status: 'ok',
    n,
    undefinedWorlds,
    deals: dealt.length,
    dealRate: dealt.length / n,
    sePlus: { aggregation: 'mean_of_ratios', value: mean(shared.map((share) => share.buyer)) },
    sellerShare: {
      aggregation: 'mean_of_ratios',
      value: mean(shared.map((share) => share.seller)),
    },
    aer: {
      aggregation: 'ratio_of_sums',
      // A deal realises the whole zone whatever its price: that is what AER cannot see.
      value: total(dealt.map((share) => share.zopa)) / attainable,
    },
    buyerShareOfSums: {
      aggregation: 'ratio_of_sums',
      value: total(shared.map((share) => share.buyer * share.zopa)) / attainable,
    },
  }
}
