/**
 * ScheduleSearch: the best fixed schedule of shares of the standing ask, and the best one per world in hindsight.
 *
 * All schedules over a grid of shares are tried, 15^3 = 3,375 in the four-round bargain. Schedules that begin alike
 * share their beginning: the search walks the tree of prefixes once and carries, per depth, the ask and the last offer
 * of every world that is still open. The winner is the first in the order of the grid whose mean is not beaten by more
 * than 1e-12, so that the order of additions cannot choose between schedules that are equal.
 *
 * Laws
 *   L1 exact       the winner and its mean are those of playing every schedule in every world
 *   L2 hindsight   the grid hindsight of a world is at least the share of any schedule in it, and at least 0
 *   L3 nested      a grid that contains another has a mean and a hindsight no lower
 *
 * | option   | default              | meaning                                             |
 * | -------- | -------------------- | --------------------------------------------------- |
 * | `shares` | .30, .35, ..., 1.00  | the shares of the standing ask                      |
 * | `capped` | false                | whether offers stay at or below the buyer's value   |
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { nearest, nextAsk, reservationAt, slackOf, upward } from './concession.js'
import type { SellerArchetype, SellerSeat } from './protocol.js'
import type { SellerParameters } from './seller-parameters.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Sets the grid of a search.
 *
 * @category model
 * @since 0.1.0
 */
export interface ScheduleSearchOptions {
  readonly shares?: ReadonlyArray<number> | undefined
  readonly capped?: boolean | undefined
}

/**
 * Describes the result of a search: the best schedule and the mean SE+ it earns over the `worlds` worlds with a zone
 * (`null` where there is no world or no share), how many schedules were tried, and the best SE+ of any schedule (or of
 * leaving) in each of those worlds.
 *
 * @category model
 * @since 0.1.0
 */
export interface ScheduleSearch {
  readonly schedule: ReadonlyArray<number>
  readonly mean: number | null
  readonly schedules: number
  readonly worlds: number
  readonly hindsight: ReadonlyArray<number>
}

/**
 * Lists the shares from `low` to `high` by `step`, in whole hundredths so that .35 is the double nearest to .35.
 *
 * @category constructors
 * @since 0.1.0
 */
export const shareGrid = (low: number, high: number, step: number): ReadonlyArray<number> => {
  const [from, to, by] = [low, high, step].map((share) => Math.floor(share * 100 + 0.5))
  if (from === undefined || to === undefined || by === undefined || !(by >= 1)) return []
  const length = Math.max(0, Math.floor((to - from) / by) + 1)
  return Array.from({ length }, (_, index) => (from + index * by) / 100)
}

/**
 * Lists the grid of the published anchor: .30 to 1.00 by .05.
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaultShares: ReadonlyArray<number> = shareGrid(0.3, 1, 0.05)

/** A mean must be better by more than this to displace a schedule found before it. */
const TIE = 1e-12

/** Follows the best schedule and the hindsight while a search runs. */
interface Tally {
  readonly leaf: (path: ReadonlyArray<number>, total: number) => void
  readonly settled: (world: number, share: number) => void
  readonly result: () => ScheduleSearch
}

const tallyOf = (worlds: number): Tally => {
  const hindsight = new Array<number>(worlds).fill(0)
  let schedule: ReadonlyArray<number> = []
  let best = Number.NEGATIVE_INFINITY
  let schedules = 0
  return {
    leaf: (path, total) => {
      schedules += 1
      if (schedule.length > 0 && !(total > best + TIE * worlds)) return
      best = total
      schedule = [...path]
    },
    settled: (world, share) => {
      if (share > (hindsight[world] ?? 0)) hindsight[world] = share
    },
    result: () => {
      const mean = worlds === 0 || schedule.length === 0 ? null : best / worlds
      return { schedule, mean, schedules, worlds, hindsight }
    },
  }
}

/** The columns of the search at one depth: what is known of every world that is still open there. */
interface Depth {
  readonly index: Int32Array
  readonly ask: Float64Array
  readonly previous: Float64Array
  open: number
}

const depthOf = (worlds: number): Depth => ({
  index: new Int32Array(worlds),
  ask: new Float64Array(worlds),
  previous: new Float64Array(worlds),
  open: 0,
})

/**
 * Searches the best fixed schedule against a reactive seller over worlds; worlds without a zone are left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const searchSchedules =
  (parameters: SellerParameters, options: ScheduleSearchOptions = {}) =>
  (worlds: ReadonlyArray<BargainingWorld>): ScheduleSearch => {
    const shares = options.shares ?? defaultShares
    const zoned = worlds.filter((world) => zopaOf(world) > 0)
    const { rounds, rounding, walkAway } = parameters
    const slack = slackOf(rounding)
    const value = Float64Array.from(zoned, (world) => world.value)
    const cost = Float64Array.from(zoned, (world) => world.cost)
    const list = Float64Array.from(zoned, (world) => world.list)
    const held = Float64Array.from(
      zoned,
      (world) => world.reservationShare ?? parameters.reservation,
    )
    const limit = options.capped === true ? value : value.map(() => Number.POSITIVE_INFINITY)
    const depths = Array.from({ length: rounds }, () => depthOf(zoned.length))
    const tally = tallyOf(zoned.length)
    const path: Array<number> = []

    const descend = (depth: number, settledBefore: number): void => {
      const here = depths[depth]
      const next = depths[depth + 1]
      if (here === undefined || next === undefined) return
      const counter = depth + 1
      for (const share of shares) {
        let total = settledBefore
        next.open = 0
        for (let row = 0; row < here.open; row += 1) {
          const w = here.index[row] as number // typed arrays of one length, read within it
          const ask = here.ask[row] as number
          const c = cost[w] as number
          const l = list[w] as number
          const rho = held[w] as number
          const offer = nearest(rounding, Math.min(share * ask, limit[w] as number))
          const reservation = upward(rounding, reservationAt(rounds, rho, c, l, counter))
          if (offer >= ask || offer >= reservation) {
            const price = offer >= ask ? ask : offer
            const gained = ((value[w] as number) - price) / ((value[w] as number) - c)
            total += gained
            tally.settled(w, gained)
            continue
          }
          if (offer < walkAway * ask - slack) continue
          const before = depth === 0 ? null : (here.previous[row] as number)
          next.index[next.open] = w
          next.ask[next.open] = nextAsk(parameters, rho, c, l, counter, ask, before, offer)
          next.previous[next.open] = offer
          next.open += 1
        }
        path.push(share)
        if (counter === rounds - 1) tally.leaf(path, total)
        else descend(depth + 1, total)
        path.pop()
      }
    }

    const first = depths[0]
    if (first !== undefined) {
      first.open = zoned.length
      first.index.set(zoned.map((_, row) => row))
      first.ask.set(list.map((price) => upward(rounding, parameters.openingMultiple * price)))
    }
    descend(0, 0)
    return tally.result()
  }

/**
 * Searches the best fixed schedule against any seller, by playing the tree of prefixes on its persistent seats.
 *
 * @category operations
 * @since 0.1.0
 */
export const searchSchedulesOf =
  (archetype: SellerArchetype, options: ScheduleSearchOptions = {}) =>
  (worlds: ReadonlyArray<BargainingWorld>): ScheduleSearch => {
    const shares = options.shares ?? defaultShares
    const zoned = worlds.filter((world) => zopaOf(world) > 0)
    const tally = tallyOf(zoned.length)
    const path: Array<number> = []
    const opened = zoned.map((world) => archetype.open(world))
    const rounds = opened.reduce((most, seat) => Math.max(most, seat.view.rounds), 2)

    const descend = (
      depth: number,
      seats: ReadonlyArray<SellerSeat | null>,
      before: number,
    ): void => {
      for (const share of shares) {
        const gains: Array<number> = []
        const next = seats.map((seat, index) => {
          const world = zoned[index]
          if (seat === null || world === undefined) return null
          const { ask, rounding } = seat.view
          const wanted = options.capped === true ? Math.min(share * ask, world.value) : share * ask
          const [reply, after] = seat.respond({ _tag: 'Offer', price: nearest(rounding, wanted) })
          if (reply._tag === 'Settled' && reply.outcome._tag === 'Deal') {
            const gained = (world.value - reply.outcome.price) / zopaOf(world)
            gains.push(gained)
            tally.settled(index, gained)
          }
          return reply._tag === 'Ask' ? after : null
        })
        path.push(share)
        const total = before + sum('plain')(gains)
        if (depth === rounds - 2) tally.leaf(path, total)
        else descend(depth + 1, next, total)
        path.pop()
      }
    }
    descend(0, opened, 0)
    return tally.result()
  }
