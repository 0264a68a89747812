/**
 * Strength: ratings of all games at once, by maximum likelihood.
 *
 * **Bradley-Terry** (Zermelo 1929; Bradley and Terry 1952) rates the pairs of every game; a tie counts as half a win
 * for each, or, in Davidson's (1970) form, has a chance of its own, proportional to nu times the geometric mean of the
 * strengths. **Plackett-Luce** rates the finishing orders, for games without ties. The order of the games does not
 * matter. A log strength beta is shown as 1500 + 400 / ln(10) * beta, so that gaps read as Elo's; the mean of a
 * component is 1500.
 *
 * Players that no chain of games joins are in different components, and there is no gap between them. Where one group
 * was never beaten by the rest of its component the gap is infinite: the component is separated, its strata are named,
 * best first, and it has no ratings. A `ridge` adds that many wins each way to every pair that met, and to no other; it
 * makes separated components finite, at the price of a bias to equality that the caller has chosen.
 *
 * Standard errors come from Fisher's information and take the pairs of one game as independent; for games of more than
 * two players `rating-interval.ts` resamples whole games instead.
 *
 * | option  | default         | meaning                                                           |
 * | ------- | --------------- | ----------------------------------------------------------------- |
 * | `model` | `bradley_terry` | or `plackett_luce`                                                |
 * | `ties`  | `half_wins`     | or `davidson`; of Bradley-Terry                                   |
 * | `ridge` | 0               | wins added each way to the pairs that met; of Bradley-Terry       |
 * | `level` | 0.95            | of the intervals                                                  |
 *
 * Laws
 *   L1 game order     permuting the games, and the players of a game, changes nothing
 *   L2 two players    two players' gap is the log odds of their wins
 *   L3 separated      a group that was never beaten is said to be separated
 *   L4 disconnected   adding games among other players changes nobody's rating
 *   L5 one model      for games of two players Plackett-Luce is Bradley-Terry
 *
 * @module
 */

import { type ChoiceFit, type Contest, fitChoices, minoriseMaximise } from './choice-model.js'
import { type Account, accountOf, isLevel, type Unsupported, unsupported } from './evaluable.js'
import {
  componentsOf,
  type PairTally,
  type RatedGame,
  strataOf,
  tallyPairs,
  usableGames,
} from './game-results.js'
import { normalQuantile } from './normal.js'

/**
 * Sets how strengths are estimated; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface StrengthOptions {
  readonly model: 'bradley_terry' | 'plackett_luce'
  readonly ties: 'half_wins' | 'davidson'
  readonly ridge: number
  readonly level: number
}

/**
 * Holds the rating of a player on Elo's scale, with its standard error and interval.
 *
 * @category model
 * @since 0.1.0
 */
export interface StrengthRating {
  readonly player: string
  readonly rating: number
  readonly error: number
  readonly low: number
  readonly high: number
}

/**
 * Holds the players that a chain of games joins: their ratings, best first, or the strata between which the gaps are
 * infinite. `ties` is Davidson's nu, `null` where ties are half wins.
 *
 * @category model
 * @since 0.1.0
 */
export type RatedComponent =
  | {
      readonly status: 'rated'
      readonly ratings: ReadonlyArray<StrengthRating>
      readonly ties: number | null
    }
  | { readonly status: 'separated'; readonly strata: ReadonlyArray<ReadonlyArray<string>> }

/**
 * Holds the strengths of all players by component; `n` counts games.
 *
 * @category model
 * @since 0.1.0
 */
export interface Strengths extends Account {
  readonly _tag: 'Strengths'
  readonly model: StrengthOptions['model']
  readonly tiesAs: StrengthOptions['ties']
  readonly ridge: number
  readonly level: number
  readonly components: ReadonlyArray<RatedComponent>
}

const ELO_POINTS = 400 / Math.LN10
const BASE = 1500
const WARM_STEPS = 20

const defaults: StrengthOptions = {
  model: 'bradley_terry',
  ties: 'half_wins',
  ridge: 0,
  level: 0.95,
}

/**
 * Shows a log strength on Elo's scale: 1500 + 400 / ln(10) * beta.
 *
 * @category operations
 * @since 0.1.0
 */
export const ratingOfStrength = (beta: number): number => BASE + ELO_POINTS * beta

/** What a component is fitted from: players by their places in it, and Davidson's parameter after the last of them. */
interface Problem {
  readonly players: ReadonlyArray<string>
  readonly contests: ReadonlyArray<Contest>
  /** The contests between single players, which a start is found by. */
  readonly start: ReadonlyArray<Contest>
  readonly extra: number
}

const single = (place: number, chosen: number): Contest[number] => ({
  parts: [[place, 1]],
  chosen,
})

const pairProblem = (
  players: ReadonlyArray<string>,
  pairs: ReadonlyArray<PairTally>,
  { ties, ridge }: StrengthOptions,
): Problem => {
  const davidson = ties === 'davidson' && pairs.some((pair) => pair.ties > 0)
  const start = pairs.map((pair) => [
    single(pair.first, pair.wins + pair.ties / 2 + ridge),
    single(pair.second, pair.losses + pair.ties / 2 + ridge),
  ])
  const nu = players.length
  const tied = pairs.map((pair) => [
    single(pair.first, pair.wins + ridge),
    single(pair.second, pair.losses + ridge),
    {
      parts: [[pair.first, 0.5] as const, [pair.second, 0.5] as const, [nu, 1] as const],
      chosen: pair.ties,
    },
  ])
  return { players, contests: davidson ? tied : start, start, extra: davidson ? 1 : 0 }
}

const orderProblem = (players: ReadonlyArray<string>, games: ReadonlyArray<RatedGame>): Problem => {
  const places = new Map(players.map((player, place) => [player, place]))
  const contests = games.flatMap(({ scores }) => {
    const order = [...scores]
      .sort((a, b) => b.score - a.score)
      .map(({ player }) => places.get(player) ?? 0)
    return order
      .slice(0, -1)
      .map((_, stage) => order.slice(stage).map((place, at) => single(place, at === 0 ? 1 : 0)))
  })
  return { players, contests, start: contests, extra: 0 }
}

const fitted = ({ players, contests, start, extra }: Problem): ChoiceFit | null => {
  const level = new Array<number>(players.length).fill(0)
  const near = minoriseMaximise(start, players.length)(WARM_STEPS, level)
  const warm = near.every(Number.isFinite) ? near : level
  return fitChoices(contests, players.length)([...warm, ...new Array<number>(extra).fill(0)])
}

const shown = (fit: ChoiceFit, { players, extra }: Problem, level: number): RatedComponent => {
  const z = normalQuantile((1 + level) / 2)
  const size = fit.theta.length
  const ratings = players.map((player, place): StrengthRating => {
    const rating = ratingOfStrength(fit.theta[place] as number)
    const variance = Math.max(0, fit.covariance[place * size + place] as number)
    const error = ELO_POINTS * Math.sqrt(variance)
    return { player, rating, error, low: rating - z * error, high: rating + z * error }
  })
  return {
    status: 'rated',
    ratings: ratings.sort((a, b) => b.rating - a.rating),
    ties: extra === 0 ? null : Math.exp(fit.theta[players.length] as number),
  }
}

const isTied = ({ scores }: RatedGame): boolean =>
  new Set(scores.map(({ score }) => score)).size < scores.length

/** The pairs of a component, by the places of its own players. */
const pairsWithin = (
  component: ReadonlyArray<number>,
  pairs: ReadonlyArray<PairTally>,
): ReadonlyArray<PairTally> => {
  const places = new Map(component.map((place, own) => [place, own]))
  return pairs.flatMap((pair) => {
    const first = places.get(pair.first)
    const second = places.get(pair.second)
    return first === undefined || second === undefined ? [] : [{ ...pair, first, second }]
  })
}

/**
 * Rates the players of games by maximum likelihood. Games of fewer than two players, and tied games under
 * Plackett-Luce, are dropped and counted. Not evaluable without a game, with a score that is not finite, a player named
 * twice in a game, games that all tie under Davidson's form, or where the fit does not settle.
 *
 * @example
 * ```ts
 * import { strengths } from 'edgeworth/statistics'
 *
 * const game = (winner: string, loser: string, id: string) =>
 *   ({ id, scores: [{ player: winner, score: 1 }, { player: loser, score: 0 }] })
 * const found = strengths()([game('a', 'b', '1'), game('a', 'b', '2'), game('b', 'a', '3')])
 * const [component] = found._tag === 'Strengths' ? found.components : []
 * component?.status === 'rated' && component.ratings.map((rated) => rated.rating.toFixed(1)) // => ['1560.2', '1439.8']
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const strengths =
  (options: Partial<StrengthOptions> = {}) =>
  (games: ReadonlyArray<RatedGame>): Strengths | Unsupported => {
    const chosen = { ...defaults, ...options }
    const { model, ties, ridge, level } = chosen
    const refuse = unsupported(model)
    const plackett = model === 'plackett_luce'
    if (!(ridge >= 0 && Number.isFinite(ridge)) || !isLevel(level) || (plackett && ridge > 0)) {
      return refuse('malformed_options', accountOf(games.length))
    }
    const offered = plackett ? games.filter((game) => !isTied(game)) : games
    const tied = games.length - offered.length
    const usable = usableGames(offered)
    if ('reason' in usable) {
      return refuse(usable.reason, accountOf(0, tied, 'tied_order'), usable.subject)
    }
    const { players } = usable
    const { n, dropped, droppedBecause } = usable.account
    const account = accountOf(n, dropped + tied, tied > 0 ? 'tied_order' : droppedBecause)
    const pairs = tallyPairs(usable)
    const components: Array<RatedComponent> = []
    for (const component of componentsOf(players.length, pairs)) {
      const own = component.map((place) => players[place] as string)
      const strata = strataOf(players.length, component, pairs)
      if (strata.length > 1 && ridge === 0) {
        const named = strata.map((stratum) => stratum.map((place) => players[place] as string))
        components.push({ status: 'separated', strata: named })
        continue
      }
      const met = pairsWithin(component, pairs)
      if (
        ties === 'davidson' &&
        ridge === 0 &&
        met.every(({ wins, losses }) => wins + losses === 0)
      ) {
        return refuse('not_separable', account)
      }
      const members = new Set(own)
      const problem = plackett
        ? orderProblem(
            own,
            usable.games.filter(({ scores }) => members.has(scores[0]?.player ?? '')),
          )
        : pairProblem(own, met, chosen)
      const fit = fitted(problem)
      if (fit === null) return refuse('not_converged', account)
      components.push(shown(fit, problem, level))
    }
    return { _tag: 'Strengths', model, tiesAs: ties, ridge, level, components, ...account }
  }

/**
 * Gives the gap between two players' ratings: a number where one component rates both, and otherwise why there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const ratingGap =
  (one: string, other: string) =>
  ({ components }: Strengths): number | 'disconnected' | 'separated' | 'unknown_player' => {
    const placeOf = (player: string): number =>
      components.findIndex((component) =>
        component.status === 'rated'
          ? component.ratings.some((rated) => rated.player === player)
          : component.strata.some((stratum) => stratum.includes(player)),
      )
    const place = placeOf(one)
    const component = components[place]
    if (component === undefined || placeOf(other) < 0) return 'unknown_player'
    if (placeOf(other) !== place) return 'disconnected'
    if (component.status === 'separated') return 'separated'
    const ratingOf = (player: string): number =>
      component.ratings.find((rated) => rated.player === player)?.rating ?? BASE
    return ratingOf(one) - ratingOf(other)
  }
