import { describe, expect, it } from 'vitest'
import {
  componentsOf,
  type PairTally,
  type RatedGame,
  strataOf,
  tallyPairs,
  usableGames,
} from '../../src/statistics/game-results.js'

const game = (id: string, ...scores: ReadonlyArray<readonly [string, number]>): RatedGame => ({
  id,
  scores: scores.map(([player, score]) => ({ player, score })),
})
const pair = (first: number, second: number, wins: number, losses = 0, ties = 0): PairTally => ({
  first,
  second,
  wins,
  losses,
  ties,
})

describe('usable games', () => {
  it('are those of two players or more, their players in the order of their names', () => {
    const [played, alone] = [game('x', ['b', 0], ['a', 0]), game('y', ['c', 1])]
    expect(usableGames([played, alone])).toEqual({
      games: [played],
      players: ['a', 'b'],
      account: { n: 1, dropped: 1, droppedBecause: 'too_few_players' },
    })
    expect(usableGames([alone])).toEqual({ reason: 'no_data', subject: null })
  })

  it.each([
    ['duplicate_game', [game('x', ['a', 1], ['b', 0]), game('x', ['a', 1], ['b', 0])]],
    ['not_finite', [game('w', ['a', 1], ['b', 0]), game('x', ['a', 1], ['b', Number.NaN])]],
    ['duplicate_player', [game('x', ['a', 1], ['b', 1], ['a', 0])]],
  ])('are none with a defect, which has the name of the game: %s', (reason, games) => {
    expect(usableGames(games)).toEqual({ reason, subject: 'x' })
  })
})

describe('tallies', () => {
  it('are in the order of the places, whatever the order of the games', () => {
    const games = [
      game('1', ['c', 1], ['b', 0]),
      game('2', ['b', 2], ['c', 0], ['a', 2]),
      game('3', ['a', 0], ['b', 1]),
    ]
    expect(tallyPairs({ games, players: ['a', 'b', 'c'] })).toEqual([
      pair(0, 1, 0, 1, 1),
      pair(0, 2, 1),
      pair(1, 2, 1, 1),
    ])
  })
})

describe('the graph of games', () => {
  const pairs = [pair(0, 4, 1), pair(0, 2, 1), pair(2, 4, 0, 1), pair(1, 3, 1)]

  it('has components whose places are in order', () => {
    expect(componentsOf(6, pairs)).toEqual([[0, 2, 4], [1, 3], [5]])
  })

  it('has strata, the best first', () => {
    expect(strataOf(6, [0, 2, 4], pairs)).toEqual([[0], [4], [2]])
    expect(strataOf(6, [0, 2, 4], [...pairs, pair(0, 2, 0, 0, 1)])).toEqual([[0, 2, 4]])
    expect(strataOf(2, [0, 1], [pair(0, 1, 1, 0, 1)])).toEqual([[0, 1]])
    expect(strataOf(2, [0, 1], [pair(0, 1, 0, 1, 1)])).toEqual([[0, 1]])
  })
})
