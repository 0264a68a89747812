/**
 * GameResults: the games that ratings are made of, as scores of players.
 *
 * A game ranks two players or more by a terminal score, the higher the better. It counts as one result of every pair of
 * its players: 1 for the better, 0 for the worse, a half each for equal scores. A score of 0 is a score. Pairs that
 * won in one direction only, or that never met, are what a rating cannot place: the graph of who has beaten whom says so.
 *
 * Laws
 *   L1 all pairs    a game of n players gives n(n-1)/2 pairs, whose results add up to as many
 *   L2 components   players are connected if and only if a chain of games joins them
 *   L3 strata       every player of a stratum has beaten, in a chain, every other of it, and none has so beaten a player
 *                   of a stratum before it
 *
 * @module
 */

import { type Account, accountOf, type UnsupportedReason } from './evaluable.js'

/**
 * Scores a player in a game.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayerScore {
  readonly player: string
  readonly score: number
}

/**
 * Records a game: its players with their terminal scores.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatedGame {
  readonly id: string
  readonly scores: ReadonlyArray<PlayerScore>
}

/**
 * Holds the games that can be rated, the players in the order of their names, and the account of the games.
 *
 * @category model
 * @since 0.1.0
 */
export interface UsableGames {
  readonly games: ReadonlyArray<RatedGame>
  readonly players: ReadonlyArray<string>
  readonly account: Account
}

/**
 * Keeps the games of two players or more. A score that is not finite, a player named twice in a game, and a second game
 * of one id (a game that was read twice would count twice) are refused with the name of the game.
 *
 * @category operations
 * @since 0.1.0
 */
export const usableGames = (
  games: ReadonlyArray<RatedGame>,
): UsableGames | { readonly reason: UnsupportedReason; readonly subject: string | null } => {
  const ids = new Set<string>()
  for (const { id, scores } of games) {
    if (ids.has(id)) return { reason: 'duplicate_game', subject: id }
    ids.add(id)
    if (!scores.every(({ score }) => Number.isFinite(score))) {
      return { reason: 'not_finite', subject: id }
    }
    if (new Set(scores.map(({ player }) => player)).size < scores.length) {
      return { reason: 'duplicate_player', subject: id }
    }
  }
  const kept = games.filter(({ scores }) => scores.length >= 2)
  if (kept.length === 0) return { reason: 'no_data', subject: null }
  const names = kept.flatMap(({ scores }) => scores.map(({ player }) => player))
  return {
    games: kept,
    players: [...new Set(names)].sort(),
    account: accountOf(kept.length, games.length - kept.length, 'too_few_players'),
  }
}

/**
 * Holds the results of one pair of players, by their places among all players: times the first was better, times the
 * second was, and ties.
 *
 * @category model
 * @since 0.1.0
 */
export interface PairTally {
  readonly first: number
  readonly second: number
  readonly wins: number
  readonly losses: number
  readonly ties: number
}

/**
 * Tallies the results of all pairs that met, in the order of their places.
 *
 * @category operations
 * @since 0.1.0
 */
export const tallyPairs = ({
  games,
  players,
}: Pick<UsableGames, 'games' | 'players'>): ReadonlyArray<PairTally> => {
  const places = new Map(players.map((player, place) => [player, place]))
  const size = players.length
  const tallies = new Map<number, { wins: number; losses: number; ties: number }>()
  for (const { scores } of games) {
    const seated = scores.map(({ player, score }) => ({ place: places.get(player) ?? 0, score }))
    seated.sort((a, b) => a.place - b.place)
    seated.forEach((one, i) => {
      for (const other of seated.slice(i + 1)) {
        const key = one.place * size + other.place
        const tally = tallies.get(key) ?? { wins: 0, losses: 0, ties: 0 }
        if (one.score > other.score) tally.wins += 1
        else if (one.score < other.score) tally.losses += 1
        else tally.ties += 1
        tallies.set(key, tally)
      }
    })
  }
  return [...tallies.entries()]
    .sort(([a], [b]) => a - b)
    .map(([key, tally]) => ({ first: Math.floor(key / size), second: key % size, ...tally }))
}

type Edges = ReadonlyArray<ReadonlyArray<number>>

/** Gives every place that a chain of edges reaches from `start`. */
const reached = (edges: Edges, start: number): ReadonlySet<number> => {
  const seen = new Set([start])
  const waiting = [start]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    for (const next of edges[place] ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      waiting.push(next)
    }
  }
  return seen
}

const edgesOf = (
  size: number,
  pairs: ReadonlyArray<readonly [from: number, to: number]>,
): Edges => {
  const edges = Array.from({ length: size }, (): Array<number> => [])
  for (const [from, to] of pairs) edges[from]?.push(to)
  return edges
}

/**
 * Splits the places into those that a chain of games joins: between components there is no gap to speak of.
 *
 * @category operations
 * @since 0.1.0
 */
export const componentsOf = (
  size: number,
  pairs: ReadonlyArray<PairTally>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const edges = edgesOf(
    size,
    pairs.flatMap(({ first, second }) => [[first, second] as const, [second, first] as const]),
  )
  const placed = new Set<number>()
  const components: Array<ReadonlyArray<number>> = []
  for (let place = 0; place < size; place += 1) {
    if (placed.has(place)) continue
    const component = [...reached(edges, place)].sort((a, b) => a - b)
    for (const member of component) placed.add(member)
    components.push(component)
  }
  return components
}

/**
 * Splits the places of one component into strata, the best first: within a stratum everybody has beaten everybody
 * through a chain (a tie counts both ways), and nobody of a later stratum has so beaten one of an earlier. With one
 * stratum a maximum likelihood exists (Ford 1957); with more, the gaps between them are infinite.
 *
 * @category operations
 * @since 0.1.0
 */
export const strataOf = (
  size: number,
  component: ReadonlyArray<number>,
  pairs: ReadonlyArray<PairTally>,
): ReadonlyArray<ReadonlyArray<number>> => {
  const beats = edgesOf(
    size,
    pairs.flatMap(({ first, second, wins, losses, ties }) => [
      ...(wins + ties > 0 ? [[first, second] as const] : []),
      ...(losses + ties > 0 ? [[second, first] as const] : []),
    ]),
  )
  const below = new Map(component.map((place) => [place, reached(beats, place)]))
  const placed = new Set<number>()
  const strata = component.flatMap((place): ReadonlyArray<ReadonlyArray<number>> => {
    if (placed.has(place)) return []
    const own = below.get(place)
    const stratum = component.filter(
      (other) => own?.has(other) === true && below.get(other)?.has(place) === true,
    )
    for (const member of stratum) placed.add(member)
    return [stratum]
  })
  const reach = (stratum: ReadonlyArray<number>): number => below.get(stratum[0] ?? -1)?.size ?? 0
  // Whoever beats a stratum reaches all that it reaches, and itself: more reach is a better stratum.
  return [...strata].sort((a, b) => reach(b) - reach(a))
}
