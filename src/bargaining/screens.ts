/**
 * Screens: what a kind of seller must pass before scores against it mean anything.
 *
 * | screen        | passes when                                                                                 |
 * | ------------- | ------------------------------------------------------------------------------------------- |
 * | `skill`       | informed play (the best fixed schedule) earns at least .05 SE+ more than naive (stubborn)   |
 * | `asks`        | the best linear predictor of the cost from an ask errs by at least 5% of the zone on average |
 * | `list`        | the audit of the worlds finds the cost not recoverable from value and list price            |
 * | `consequence` | offers matter: raising the own offer and repeating it are answered by different asks        |
 *
 * `asks` is judged one ask at a time: the cost is predicted from a_k alone, for every k and for every probing buyer who
 * comes to it in at least half of the worlds, and the best of these counts. Beside it stand `jointErrors`, the errors of predicting from the list price and the
 * first two, three, ... asks together. The reactive seller's asks are linear in cost and list price, so whoever knows
 * its parameters reads the cost off the second ask. Drawing its reservation share anew in every world hides the cost
 * from the second ask, but not from a second and third together: c = 2*r_3 - r_2 whatever the share.
 *
 * Laws
 *   L1 rejects   each of the rejected candidates fails the screen that it was rejected by
 *   L2 passes    the presets pass all four
 *   L3 reasons   the verdict lists every screen that failed, and is a pass exactly when there is none
 *
 * @module
 */

import { scheduleOf, stubborn, stubbornCapped } from './buyers/anchor-buyers.js'
import { nearest } from './concession.js'
import { drawWorlds, type WorldSource } from './generators.js'
import { type Case, crossPredicted, fitLinear } from './linear-predictor.js'
import {
  type BargainTranscript,
  type Buyer,
  bargain,
  type SellerArchetype,
  type SellerSeat,
} from './protocol.js'
import { recoverability, recoveryOf } from './recoverability.js'
import { defaultShares, searchSchedulesOf, shareGrid } from './schedule-search.js'
import { shareSurplus, summarizeSurplus } from './surplus.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Names a screen.
 *
 * @category model
 * @since 0.1.0
 */
export type ScreenName = 'skill' | 'asks' | 'list' | 'consequence'

/**
 * Sets the worlds and the thresholds.
 *
 * @category model
 * @since 0.1.0
 */
export interface ScreenOptions {
  readonly worlds?: number | undefined
  readonly seed?: bigint | undefined
  readonly capped?: boolean | undefined
  readonly leastGap?: number | undefined
  readonly leastError?: number | undefined
}

/**
 * Reports the screening of a kind of seller in the worlds of a source. A number is `null` where it could not be
 * measured; its screen then fails.
 *
 * @category model
 * @since 0.1.0
 */
export interface Screening {
  readonly seller: string
  readonly source: string
  readonly n: number
  readonly informed: number | null
  readonly naive: number | null
  readonly gap: number | null
  readonly schedule: ReadonlyArray<number>
  /** The smallest mean error of predicting the cost from a single ask, as a share of the zone. */
  readonly askError: number | null
  /** The same from the list price and the first two, three, ... asks together. */
  readonly jointErrors: ReadonlyArray<number | null>
  readonly recoverable: boolean | null
  /** Share of worlds in which a raised and a repeated offer were answered by different asks. */
  readonly consequence: number | null
  readonly failed: ReadonlyArray<ScreenName>
  readonly passed: boolean
}

const FEWEST_CASES = 16
/** An ask that fewer of the worlds come to is seen in selected worlds alone, whose cost is half given away by that. */
const LEAST_SHARE = 0.5

const sePlusOf = (
  worlds: ReadonlyArray<BargainingWorld>,
  played: ReadonlyArray<BargainTranscript>,
) => {
  const summary = summarizeSurplus(
    worlds.flatMap((world, index) => {
      const transcript = played[index]
      return transcript === undefined ? [] : [shareSurplus(world)(transcript.outcome)]
    }),
  )
  return summary.status === 'ok' ? summary.sePlus.value : null
}

/** The mean error of predicting the cost from chosen asks, in the worlds where all of them were seen. */
const errorFrom = (
  worlds: ReadonlyArray<BargainingWorld>,
  played: ReadonlyArray<BargainTranscript>,
  inputsOf: (world: BargainingWorld, asks: ReadonlyArray<number>) => ReadonlyArray<number> | null,
  leastShare = 0,
): number | null => {
  const seen = worlds.flatMap((world, index) => {
    const inputs = inputsOf(world, played[index]?.asks ?? [])
    return inputs === null ? [] : [{ world, inputs }]
  })
  if (seen.length < Math.max(FEWEST_CASES, leastShare * worlds.length)) return null
  const cases: ReadonlyArray<Case> = seen.map(({ world, inputs }) => ({
    inputs,
    target: world.cost,
  }))
  const predicted = crossPredicted(fitLinear)(cases)
  return recoveryOf(
    seen.map(({ world }) => world),
    predicted,
  ).meanError
}

const smallest = (errors: ReadonlyArray<number | null>): number | null =>
  errors.reduce<number | null>(
    (least, error) => (error === null ? least : least === null ? error : Math.min(least, error)),
    null,
  )

const askErrorOf = (
  worlds: ReadonlyArray<BargainingWorld>,
  runs: ReadonlyArray<ReadonlyArray<BargainTranscript>>,
  rounds: number,
): number | null =>
  smallest(
    runs.flatMap((played) =>
      Array.from({ length: rounds }, (_, place) =>
        errorFrom(
          worlds,
          played,
          (_world, asks) => {
            const ask = asks[place]
            return ask === undefined ? null : [ask]
          },
          LEAST_SHARE,
        ),
      ),
    ),
  )

const jointErrorsOf = (
  worlds: ReadonlyArray<BargainingWorld>,
  runs: ReadonlyArray<ReadonlyArray<BargainTranscript>>,
  rounds: number,
): ReadonlyArray<number | null> =>
  Array.from({ length: rounds - 1 }, (_, place) =>
    smallest(
      runs.map((played) =>
        errorFrom(worlds, played, (world, asks) =>
          asks.length < place + 2 ? null : [world.list, ...asks.slice(0, place + 2)],
        ),
      ),
    ),
  )

/** Shares of the way from the own offer to the ask that a raised offer may go. */
const raises = shareGrid(0.1, 0.9, 0.1)

/** The ask that answers an offer, or `null` where the offer ends the bargain. */
const askAfter = (seat: SellerSeat, price: number): readonly [number, SellerSeat] | null => {
  const [reply, next] = seat.respond({ _tag: 'Offer', price: nearest(seat.view.rounding, price) })
  return reply._tag === 'Ask' ? [reply.price, next] : null
}

/** Whether raising an offer is answered otherwise than repeating it; `null` where no offer leaves both open. */
const offersMatter = (seat: SellerSeat): boolean | null => {
  for (const share of defaultShares) {
    const offer = share * seat.view.ask
    const opened = askAfter(seat, offer)
    if (opened === null) continue
    const [ask, next] = opened
    const repeated = askAfter(next, offer)
    const raised = raises.flatMap((raise) => {
      const answer = askAfter(next, offer + raise * (ask - offer))
      return answer === null ? [] : [answer[0]]
    })
    if (repeated !== null && raised.length > 0) return raised.some((price) => price !== repeated[0])
  }
  return null
}

const consequenceOf = (seats: ReadonlyArray<SellerSeat>): number | null => {
  const told = seats.map(offersMatter).filter((matter) => matter !== null)
  return told.length === 0 ? null : told.filter(Boolean).length / told.length
}

/**
 * Screens a kind of seller in the worlds of a source.
 *
 * @category operations
 * @since 0.1.0
 */
export const screenSeller = (
  archetype: SellerArchetype,
  source: WorldSource,
  options: ScreenOptions = {},
): Screening => {
  const seed = options.seed ?? 0n
  const drawn = drawWorlds(source)(seed, options.worlds ?? 200)
  const worlds = drawn.filter((world) => zopaOf(world) > 0)
  const rounds = worlds[0] === undefined ? 2 : archetype.open(worlds[0]).view.rounds
  const search = searchSchedulesOf(archetype, options)(worlds)
  const play = (buyer: Buyer): ReadonlyArray<BargainTranscript> =>
    worlds.map(bargain(archetype)(buyer))
  const naivePlays = play(options.capped === true ? stubbornCapped : stubborn)
  const informedPlays = play(scheduleOf(search.schedule, options))
  const runs = [naivePlays, informedPlays]
  const naive = sePlusOf(worlds, naivePlays)
  const informed = search.mean
  const gap = naive === null || informed === null ? null : informed - naive
  const askError = askErrorOf(worlds, runs, rounds)
  const audit = recoverability(source, { seed })
  const recoverable = audit.status === 'ok' ? audit.recoverable : null
  const consequence = consequenceOf(worlds.map((world) => archetype.open(world)))
  const failed: Array<ScreenName> = []
  if (gap === null || gap < (options.leastGap ?? 0.05)) failed.push('skill')
  if (askError === null || askError < (options.leastError ?? 0.05)) failed.push('asks')
  if (recoverable !== false) failed.push('list')
  if (consequence === null || consequence < 0.5) failed.push('consequence')
  return {
    seller: archetype.name,
    source: source.name,
    n: worlds.length,
    informed,
    naive,
    gap,
    schedule: search.schedule,
    askError,
    jointErrors: jointErrorsOf(worlds, runs, rounds),
    recoverable,
    consequence,
    failed,
    passed: failed.length === 0,
  }
}
