/**
 * Anchors: the scores that say what a score against a scripted seller means.
 *
 * Beside a buyer's SE+ stand, on the same worlds: accepting the opening, the stubborn rule, the best fixed schedule by
 * grid search, the best schedule per world in hindsight, the exact ceiling in hindsight, and paying the seller's cost.
 * The best schedule is found on these very worlds; what it earns on others (`heldOut`) is shown where such are given.
 * Every anchor carries the counterparty's share, and its number of worlds and deals.
 *
 * | on the 30 pinned worlds, calibrated seller | whole cents | unrounded | published |
 * | ------------------------------------------ | ----------- | --------- | --------- |
 * | accept the opening                         | -.5649      | -.5649    | -.565     |
 * | stubborn (21 deals, 3 counters everywhere) | .1878       | .1880     | .188      |
 * | best fixed schedule, (.50, .80, .95)       | .4680       | .4682     | .468      |
 * | best schedule per world                    | .6061       | .6063     | -         |
 * | exact ceiling                              | .6126       | .6127     | .613      |
 * | pay cost                                   | 1           | 1         | 1.0       |
 *
 * Those worlds were selected for the joint match; on fresh worlds of the same generator the values differ, so show
 * both.
 *
 * Laws
 *   L1 order      stubborn and best fixed <= exact ceiling <= pay cost, and best fixed <= grid hindsight <= exact ceiling
 *   L2 replayed   every anchor is the mean over ordinary bargains that anybody can replay
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { acceptOpening, scheduleOf, stubborn, stubbornCapped } from './buyers/anchor-buyers.js'
import { hindsightIn } from './hindsight.js'
import { type BargainTranscript, type Buyer, bargain, offersOf } from './protocol.js'
import { type ScheduleSearchOptions, searchSchedules } from './schedule-search.js'
import { reactiveArchetype } from './seller.js'
import type { SellerParameters } from './seller-parameters.js'
import { type SurplusSummary, shareSurplus, summarizeSurplus } from './surplus.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Describes one anchor that is a policy: what it earned, and how it bargained. `counters` are the fewest and the most
 * offers it made in a world; `falling` counts the worlds in which its last offer was below its first.
 *
 * @category model
 * @since 0.1.0
 */
export interface PolicyAnchor {
  readonly buyer: string
  readonly surplus: SurplusSummary
  readonly counters: { readonly fewest: number; readonly most: number }
  readonly falling: number
}

/**
 * Describes one anchor that is a bound: a mean of per-world ratios that no policy has to reach. `proven` says whether
 * every world's bound is exact.
 *
 * @category model
 * @since 0.1.0
 */
export interface BoundAnchor {
  readonly mean: number | null
  readonly n: number
  readonly proven: boolean
}

/**
 * Collects the anchors of a seller on a list of worlds. `heldOut` is what the schedule found here earns on other worlds.
 *
 * @category model
 * @since 0.1.0
 */
export interface Anchors {
  readonly worlds: number
  readonly acceptOpening: PolicyAnchor
  readonly stubborn: PolicyAnchor
  readonly bestFixed: PolicyAnchor & {
    readonly schedule: ReadonlyArray<number>
    readonly schedules: number
  }
  readonly heldOut: PolicyAnchor | null
  readonly gridHindsight: BoundAnchor
  readonly exactCeiling: BoundAnchor
  readonly payCost: BoundAnchor
}

/**
 * Sets the grid of the search, whether the anchor buyers cap their offers at their value, and other worlds to try the
 * best schedule on.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchorOptions extends ScheduleSearchOptions {
  readonly heldOut?: ReadonlyArray<BargainingWorld> | undefined
}

const total = sum('neumaier')

const meanOf = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : total(values) / values.length

const fell = (transcript: BargainTranscript): boolean => {
  const offers = offersOf(transcript)
  return offers.length > 1 && (offers.at(-1) ?? 0) < (offers[0] ?? 0)
}

/**
 * Measures one policy on worlds: every bargain is played as any other.
 *
 * @category operations
 * @since 0.1.0
 */
export const measurePolicy =
  (parameters: SellerParameters, worlds: ReadonlyArray<BargainingWorld>) =>
  (buyer: Buyer): PolicyAnchor => {
    const play = bargain(reactiveArchetype('reactive', parameters))(buyer)
    const played = worlds.map((world) => ({ world, transcript: play(world) }))
    const counters = played.map(({ transcript }) => offersOf(transcript).length)
    return {
      buyer: buyer.name,
      surplus: summarizeSurplus(
        played.map(({ world, transcript }) => shareSurplus(world)(transcript.outcome)),
      ),
      counters: {
        fewest: counters.reduce((a, b) => Math.min(a, b), counters[0] ?? 0),
        most: counters.reduce((a, b) => Math.max(a, b), 0),
      },
      falling: played.filter(({ transcript }) => fell(transcript)).length,
    }
  }

/**
 * Computes all anchors of a reactive seller on worlds. Worlds without a zone are in no mean; their number is in every
 * summary as `undefinedWorlds`.
 *
 * @category operations
 * @since 0.1.0
 */
export const anchorsOf =
  (parameters: SellerParameters, options: AnchorOptions = {}) =>
  (worlds: ReadonlyArray<BargainingWorld>): Anchors => {
    const measure = measurePolicy(parameters, worlds)
    const search = searchSchedules(parameters, options)(worlds)
    const best = scheduleOf(search.schedule, options)
    const ceilings = worlds.flatMap((world) => {
      const hindsight = hindsightIn(parameters)(world)
      return hindsight.share === null ? [] : [{ ...hindsight, share: hindsight.share }]
    })
    const zoned = worlds.filter((world) => zopaOf(world) > 0)
    return {
      worlds: worlds.length,
      acceptOpening: measure(acceptOpening),
      stubborn: measure(options.capped === true ? stubbornCapped : stubborn),
      bestFixed: { ...measure(best), schedule: search.schedule, schedules: search.schedules },
      heldOut:
        options.heldOut === undefined ? null : measurePolicy(parameters, options.heldOut)(best),
      gridHindsight: { mean: meanOf(search.hindsight), n: search.worlds, proven: true },
      exactCeiling: {
        mean: meanOf(ceilings.map((ceiling) => ceiling.share)),
        n: ceilings.length,
        proven: ceilings.every((ceiling) => ceiling.proven),
      },
      payCost: {
        mean: meanOf(zoned.map((world) => (world.value - world.cost) / zopaOf(world))),
        n: zoned.length,
        proven: true,
      },
    }
  }
