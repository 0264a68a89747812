/**
 * Elo: ratings that are moved after each game.
 *
 * Elo (1978): a player is expected to take E = 1 / (1 + 10^((Rb - Ra) / 400)) of a pair, and its rating moves by
 * K (S - E). A game of n players counts as its n(n-1)/2 pairs at K / (n-1), all from the ratings before the game. The
 * ratings after several games depend on the order of the games: they are played in the order given, which is a choice;
 * `bradley-terry.ts` rates the same games without one. What a pair exchanges is a whole number of 2^-40 rating points,
 * so that the changes of a game add up to exactly 0 and do not depend on the order of its players. There is no floor.
 *
 * | option  | default | meaning                                                                |
 * | ------- | ------- | ---------------------------------------------------------------------- |
 * | `k`     | 32      | the most that a pair of one game moves a rating                        |
 * | `base`  | 1500    | the rating of a player before its first game                           |
 * | `scale` | 400     | the gap at which the better player is expected to take 10 of 11        |
 *
 * Laws
 *   L1 zero sum       the changes of a game add up to exactly 0
 *   L2 permutation    the order of the players of a game changes nothing
 *   L3 equal          equal ratings with equal scores stay as they are
 *   L4 better gains   of two players with equal ratings the one with the higher score never gains less
 *
 * @module
 */

import { type Account, accountOf, type Unsupported, unsupported } from './evaluable.js'
import { type RatedGame, usableGames } from './game-results.js'

/**
 * Sets how ratings move; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface EloOptions {
  readonly k: number
  readonly base: number
  readonly scale: number
}

/**
 * Holds the rating of a player after its games.
 *
 * @category model
 * @since 0.1.0
 */
export interface EloRating {
  readonly player: string
  readonly rating: number
  readonly games: number
}

/**
 * Holds the ratings after all games, best first; `n` counts games, taken in the order given.
 *
 * @category model
 * @since 0.1.0
 */
export interface EloRatings extends Account {
  readonly _tag: 'EloRatings'
  readonly ratings: ReadonlyArray<EloRating>
  readonly k: number
  readonly base: number
  readonly scale: number
  readonly order: 'as_given'
}

const GRID = 1099511627776
/** Sums of exchanges up to this many points are exact integers of the grid. */
const MOST_EXACT = 4096
const defaults: EloOptions = { k: 32, base: 1500, scale: 400 }

/**
 * Gives the share that a player is expected to take of a pair: 1 / (1 + 10^((other - own) / scale)).
 *
 * @category operations
 * @since 0.1.0
 */
export const expectedShare = (own: number, other: number, scale = 400): number =>
  1 / (1 + 10 ** ((other - own) / scale))

interface RatedScore {
  readonly rating: number
  readonly score: number
}

const isMoving = (k: number, scale: number): boolean =>
  k > 0 && k <= MOST_EXACT && scale > 0 && Number.isFinite(scale)

const changesOf =
  (k: number, scale: number) =>
  (players: ReadonlyArray<RatedScore>): ReadonlyArray<number> => {
    const rivals = players.length - 1
    // Sums of what the pairs exchange, in units of the grid: undivided, and each pair's divided by n - 1.
    const whole = new Array<number>(players.length).fill(0)
    const divided = new Array<number>(players.length).fill(0)
    const exchange = (sums: Array<number>, i: number, j: number, units: number): void => {
      sums[i] = (sums[i] as number) + units
      sums[j] = (sums[j] as number) - units
    }
    players.forEach((one, i) => {
      players.slice(i + 1).forEach((other, offset) => {
        const result = one.score === other.score ? 0.5 : one.score > other.score ? 1 : 0
        // The better rated first, or the better scored, so that the exchange of a pair does not depend on who is named
        // first.
        const sign = (one.rating - other.rating || one.score - other.score) >= 0 ? 1 : -1
        const [high, low] = sign === 1 ? [one, other] : [other, one]
        const expected = expectedShare(high.rating, low.rating, scale)
        const surprise = (sign === 1 ? result : 1 - result) - expected
        exchange(whole, i, i + 1 + offset, sign * Math.round(k * surprise * GRID))
        exchange(divided, i, i + 1 + offset, sign * Math.round((k * surprise * GRID) / rivals))
      })
    })
    // Thirds of a point are on no binary grid; where the sums divide evenly their quotients are exact.
    const even = k * rivals <= MOST_EXACT && whole.every((units) => units % rivals === 0)
    const changes = even ? whole.map((units) => units / rivals) : divided
    return changes.map((units) => units / GRID)
  }

/**
 * Gives the change of every player's rating by one game: `players` are their ratings before it and their scores. Not
 * evaluable with a rating or a score that is not finite (`subject` is the player's place, from 1), or with options out
 * of their range.
 *
 * @example
 * ```ts
 * import { eloChanges } from 'edgeworth/statistics'
 *
 * const four = [10, 5, 5, 1].map((score) => ({ rating: 1500, score }))
 * eloChanges()(four) // => [16, 0, 0, -16]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const eloChanges =
  ({ k, scale }: Pick<EloOptions, 'k' | 'scale'> = defaults) =>
  (players: ReadonlyArray<RatedScore>): ReadonlyArray<number> | Unsupported => {
    const refuse = unsupported('elo_changes')
    if (!isMoving(k, scale)) return refuse('malformed_options', accountOf(players.length))
    const wrong = players.findIndex(
      ({ rating, score }) => !Number.isFinite(rating) || !Number.isFinite(score),
    )
    return wrong < 0
      ? changesOf(k, scale)(players)
      : refuse('not_finite', accountOf(players.length), String(wrong + 1))
  }

/**
 * Rates players by their games in the order given. Games of fewer than two players are dropped and counted. Not
 * evaluable without a game, with a score that is not finite, with a player named twice in a game, or with two games of
 * one id.
 *
 * @category operations
 * @since 0.1.0
 */
export const eloRatings =
  (options: Partial<EloOptions> = {}) =>
  (games: ReadonlyArray<RatedGame>): EloRatings | Unsupported => {
    const { k, base, scale } = { ...defaults, ...options }
    const refuse = unsupported('elo')
    if (!isMoving(k, scale) || !Number.isFinite(base)) {
      return refuse('malformed_options', accountOf(games.length))
    }
    const usable = usableGames(games)
    if ('reason' in usable) return refuse(usable.reason, accountOf(0), usable.subject)
    const ratings = new Map<string, { rating: number; games: number }>()
    for (const { scores } of usable.games) {
      const before = scores.map(({ player, score }) => ({
        rating: ratings.get(player)?.rating ?? base,
        score,
      }))
      const changes = changesOf(k, scale)(before)
      scores.forEach(({ player }, place) => {
        ratings.set(player, {
          rating: (before[place]?.rating ?? base) + (changes[place] ?? 0),
          games: (ratings.get(player)?.games ?? 0) + 1,
        })
      })
    }
    const rated = usable.players.map((player) => ({
      player,
      rating: ratings.get(player)?.rating ?? base,
      games: ratings.get(player)?.games ?? 0,
    }))
    return {
      _tag: 'EloRatings',
      ratings: rated.sort((a, b) => b.rating - a.rating),
      k,
      base,
      scale,
      order: 'as_given',
      ...usable.account,
    }
  }
