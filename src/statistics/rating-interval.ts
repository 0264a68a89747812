/**
 * RatingInterval: how well ratings are known, by resampling whole games.
 *
 * The pairs of one game are not independent, so the games are what is drawn: a cluster bootstrap with the games as
 * clusters, percentile ends, seeded. A resample in which some player is missing, or whose graph of wins is no longer
 * one connected and unseparated component, has no ratings to compare: it is dropped and counted, and with more than a
 * share `mostDropped` of those there are no intervals.
 *
 * | option        | default | meaning                                       |
 * | ------------- | ------- | --------------------------------------------- |
 * | `replicates`  | 500     | resamples of the games                        |
 * | `seed`        | 7       | seed of the stream that draws them            |
 * | `level`       | 0.95    | of the intervals                              |
 * | `mostDropped` | 0.05    | share of resamples that may have no ratings   |
 *
 * Laws
 *   L1 seeded games   equal seeds give equal intervals
 *   L2 kept games     replicates kept and dropped add up to those drawn
 *
 * @module
 */

import { seedStream, withStream } from '../core/random/stream.js'
import {
  type Account,
  accountOf,
  isResampleCount,
  type Unsupported,
  unsupported,
} from './evaluable.js'
import type { RatedGame } from './game-results.js'
import { plainSeed } from './interval.js'
import { centralInterval } from './quantile.js'
import { type StrengthOptions, type StrengthRating, strengths } from './strength.js'

/**
 * Sets how games are resampled, and how each resample is rated; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatingIntervalOptions extends StrengthOptions {
  readonly replicates: number
  readonly seed: bigint
  readonly mostDropped: number
}

/**
 * Holds the interval of a player's rating.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatingInterval {
  readonly player: string
  readonly rating: number
  readonly low: number
  readonly high: number
}

/**
 * Holds ratings with intervals by resampled games, best first; `n` counts games, `kept` and `droppedReplicates`
 * resamples.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatingIntervals extends Account {
  readonly _tag: 'RatingIntervals'
  readonly model: StrengthOptions['model']
  readonly ratings: ReadonlyArray<RatingInterval>
  readonly level: number
  readonly kept: number
  readonly droppedReplicates: number
  readonly seed: number | string
}

type Ratings = ReadonlyArray<StrengthRating>

/** The ratings of games that one component rates as a whole. */
const ratedWhole = (
  options: Partial<StrengthOptions>,
  games: ReadonlyArray<RatedGame>,
): Ratings | null => {
  const found = strengths(options)(games)
  if (found._tag === 'NotEvaluable' || found.components.length !== 1) return null
  const [component] = found.components
  return component?.status === 'rated' ? component.ratings : null
}

/**
 * Rates players with intervals by resampling whole games. Not evaluable where the games themselves are (see
 * `strengths`), are disconnected or separated, or where too many resamples are.
 *
 * @category operations
 * @since 0.1.0
 */
export const ratingIntervals =
  (options: Partial<RatingIntervalOptions> = {}) =>
  (games: ReadonlyArray<RatedGame>): RatingIntervals | Unsupported => {
    const { replicates = 500, seed = 7n, mostDropped = 0.05, level = 0.95 } = options
    const { model = 'bradley_terry' } = options
    const found = strengths(options)(games)
    if (found._tag === 'NotEvaluable') return found
    const { n, dropped, droppedBecause } = found
    const account = accountOf(n, dropped, droppedBecause)
    const refuse = unsupported(`${model}_intervals`)
    const share = mostDropped >= 0 && mostDropped <= 1
    if (!isResampleCount(replicates) || !share) return refuse('malformed_options', account)
    const rated = ratedWhole(options, games)
    if (rated === null) return refuse('not_separable', account)
    const columns = new Map(rated.map(({ player }) => [player, [] as Array<number>]))
    const [kept] = withStream(seedStream(seed), (draw) => {
      let count = 0
      for (let replicate = 0; replicate < replicates; replicate += 1) {
        const drawn = games.map((_, place) => ({
          ...(games[draw.randrange(games.length)] as RatedGame), // a place within the games
          id: String(place), // a game that is drawn twice is two games
        }))
        const ratings = ratedWhole(options, drawn)
        if (ratings === null || ratings.length < rated.length) continue
        for (const { player, rating } of ratings) columns.get(player)?.push(rating)
        count += 1
      }
      return count
    })
    if (kept === 0) return refuse('no_replicate_kept', account)
    if (replicates - kept > mostDropped * replicates) return refuse('too_many_dropped', account)
    const ratings = rated.map(({ player, rating }) => {
      const ends = centralInterval(level)(Float64Array.from(columns.get(player) ?? []))
      return { player, rating, low: ends?.[0] ?? rating, high: ends?.[1] ?? rating }
    })
    return {
      _tag: 'RatingIntervals',
      model,
      ratings,
      level,
      kept,
      droppedReplicates: replicates - kept,
      seed: plainSeed(seed),
      ...account,
    }
  }
