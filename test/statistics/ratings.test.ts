import { describe, expect, it } from 'vitest'
import { seedStream, withStream } from '../../src/core/random/stream.js'
import { type Contest, fitChoices, minoriseMaximise } from '../../src/statistics/choice-model.js'
import { eloChanges, eloRatings, expectedShare } from '../../src/statistics/elo.js'
import type { RatedGame } from '../../src/statistics/game-results.js'
import { centralInterval } from '../../src/statistics/quantile.js'
import { ratingIntervals } from '../../src/statistics/rating-interval.js'
import {
  type RatedComponent,
  ratingGap,
  type StrengthOptions,
  type Strengths,
  strengths,
} from '../../src/statistics/strength.js'
import { tagged } from './tagged.js'

let number = 0
const game = (...scores: ReadonlyArray<readonly [string, number]>): RatedGame => {
  number += 1
  return { id: `g${number}`, scores: scores.map(([player, score]) => ({ player, score })) }
}
const duels = (winner: string, loser: string, times: number): ReadonlyArray<RatedGame> =>
  Array.from({ length: times }, () => game([winner, 1], [loser, 0]))
const draws = (one: string, other: string, times: number): ReadonlyArray<RatedGame> =>
  Array.from({ length: times }, () => game([one, 1], [other, 1]))
const rated = (component: RatedComponent | undefined) => {
  if (component?.status !== 'rated') throw new Error(`not rated: ${JSON.stringify(component)}`)
  return component
}
const only = (found: ReturnType<ReturnType<typeof strengths>>) => {
  const { components } = tagged(found, 'Strengths')
  expect(components).toHaveLength(1)
  return rated(components[0])
}
type Field = Parameters<ReturnType<typeof eloChanges>>[0]
const changesAt = (k: number, players: Field): ReadonlyArray<number> => {
  const changes = eloChanges({ k, scale: 400 })(players)
  if ('_tag' in changes) throw new Error(changes.reason)
  return changes
}
const changesOf = (players: Field): ReadonlyArray<number> => changesAt(32, players)
const POINTS = 400 / Math.log(10)

describe('Elo', () => {
  it.each([
    [
      [1500, 1500, 1500, 1500],
      [10, 5, 5, 1],
      [1516, 1500, 1500, 1484],
    ],
    [
      [1600, 1500, 1400],
      [1, 2, 3],
      [1577.603, 1500, 1422.397],
    ],
    [
      [1500, 1500],
      [0, 0],
      [1500, 1500],
    ],
    [
      [1500, 1500],
      [0, -1],
      [1516, 1484],
    ],
    [
      [2000, 1000],
      [1, 0],
      [2000.101, 999.899],
    ],
  ])('ratings %j with scores %j become %j', (ratings, scores, expected) => {
    const changes = changesOf(ratings.map((rating, i) => ({ rating, score: scores[i] ?? 0 })))
    changes.forEach((change, i) => {
      expect((ratings[i] ?? 0) + change).toBeCloseTo(expected[i] ?? 0, 3)
    })
    expect(changes.reduce((sum, change) => sum + change, 0)).toBe(0)
  })

  it('gives the exact numbers of a game among four equals', () => {
    expect(eloChanges()([10, 5, 5, 1].map((score) => ({ rating: 1500, score })))).toEqual([
      16, 0, 0, -16,
    ])
  })

  it('gives the same bits whoever is named first, at any gap', () => {
    const different = Array.from({ length: 4000 }, (_, gap) => gap / 3).filter((gap) => {
      const [one, other] = [
        { rating: 1500 + gap, score: 0 },
        { rating: 1500, score: 1 },
      ] as const
      const [lost, won] = changesOf([one, other])
      const [wonToo, lostToo] = changesOf([other, one])
      return lost !== lostToo || won !== wonToo
    })
    expect(different).toEqual([])
  })

  it.each([
    [Number.NaN, 1, '1'],
    [1, Number.NaN, '1'],
    [1, Number.POSITIVE_INFINITY, '1'],
  ])('a rating of %d with a score of %d has no changes', (rating, score, subject) => {
    const [fine, wrong] = [
      { rating: 1, score: 1 },
      { rating, score },
    ] as const
    const refused = { _tag: 'NotEvaluable', statistic: 'elo_changes', reason: 'not_finite', n: 2 }
    expect(eloChanges()([wrong, fine])).toMatchObject({ ...refused, subject })
    expect(eloChanges()([fine, wrong])).toMatchObject({ ...refused, subject: '2' })
  })

  it.each([
    [0, 400],
    [-1, 400],
    [4096.5, 400],
    [Number.NaN, 400],
    [32, 0],
    [32, -1],
    [32, Number.POSITIVE_INFINITY],
    [32, Number.NaN],
  ])('k of %d at a scale of %d is out of range', (k, scale) => {
    const reason = 'malformed_options'
    expect(eloChanges({ k, scale })([])).toEqual({
      _tag: 'NotEvaluable',
      statistic: 'elo_changes',
      reason,
      subject: null,
      n: 0,
      dropped: 0,
      droppedBecause: null,
    })
    expect(eloRatings({ k, scale })([game(['a', 1], ['b', 0])])).toMatchObject({
      statistic: 'elo',
      reason,
    })
  })

  it('exchanges at most 4096 points a pair, and whole units of 2^-40', () => {
    const two = [1, 0].map((score) => ({ rating: 1500, score }))
    expect(eloChanges({ k: 4096, scale: 1 })(two)).toEqual([2048, -2048])
    const unit = 2 ** -40
    // Half a unit goes to the winner, whoever is named first.
    expect(eloChanges({ k: unit, scale: 400 })(two)).toEqual([unit, -unit])
    expect(eloChanges({ k: unit, scale: 400 })([...two].reverse())).toEqual([-unit, unit])
  })

  it('halves the sums of three players where they are exact and even, and else what each pair exchanges', () => {
    const counts = { 32: 0, 2048: 0, 4096: 0 }
    for (const k of [32, 2048, 4096] as const) {
      for (let gap = 1; gap < 60; gap += 1) {
        const players = [gap, 0, -2 * gap].map((over, i) => ({ rating: 1500 + over, score: -i }))
        const [ab = 0, ac = 0, bc = 0] = [
          [gap, 0],
          [gap, -2 * gap],
          [0, -2 * gap],
        ].map(([own = 0, other = 0]) => k * (1 - expectedShare(1500 + own, 1500 + other)) * 2 ** 40)
        const summed = (units: (exchange: number) => number) => [
          units(ab) + units(ac),
          units(bc) - units(ab),
          -units(ac) - units(bc),
        ]
        const halves = summed(Math.round).map((sum) => sum / 2)
        const pairs = summed((exchange) => Math.round(exchange / 2))
        const even = k <= 2048 && halves.every(Number.isInteger)
        const changes = changesAt(k, players).map((change) => change * 2 ** 40)
        expect(changes).toEqual(even ? halves : pairs)
        if (halves.some((half, i) => half !== pairs[i])) counts[k] += 1
      }
    }
    // The two rules differ for all of them, so that the test can tell which was followed.
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
  })

  it('goes on from the rating that the game before left', () => {
    const once = tagged(eloRatings()(duels('a', 'b', 1)), 'EloRatings')
    const twice = tagged(eloRatings()(duels('a', 'b', 2)), 'EloRatings')
    const [change = 0] = changesOf([
      { rating: 1516, score: 1 },
      { rating: 1484, score: 0 },
    ])
    expect(change).toBeCloseTo(32 * (1 - 1 / (1 + 10 ** -0.08)), 9)
    expect(once).toMatchObject({ k: 32, base: 1500, scale: 400 })
    expect(twice.ratings).toEqual([
      { player: 'a', rating: 1516 + change, games: 2 },
      { player: 'b', rating: 1484 - change, games: 2 },
    ])
  })

  it('expects 10 of 11 from 400 points more', () => {
    expect(expectedShare(1900, 1500)).toBeCloseTo(10 / 11, 14)
    expect(expectedShare(1500, 1500)).toBe(0.5)
  })

  it('has no floor: a hundred losses go below any', () => {
    const found = tagged(eloRatings({ base: 10 })(duels('a', 'b', 100)), 'EloRatings')
    expect(found.ratings[1]?.rating).toBeLessThan(0)
  })

  it('depends on the order of the games, which it says', () => {
    const games = [...duels('a', 'b', 2), ...duels('b', 'a', 2)]
    const forward = tagged(eloRatings()(games), 'EloRatings')
    const backward = tagged(eloRatings()([...games].reverse()), 'EloRatings')
    expect(forward.order).toBe('as_given')
    expect(forward.ratings[0]?.player).toBe('b')
    expect(backward.ratings[0]?.player).toBe('a')
  })

  it('counts games, and drops those of one player', () => {
    const found = tagged(eloRatings()([game(['a', 3]), ...duels('a', 'b', 1)]), 'EloRatings')
    expect(found).toMatchObject({ n: 1, dropped: 1, droppedBecause: 'too_few_players' })
    expect(found.ratings.map(({ player, rating, games }) => [player, rating, games])).toEqual([
      ['a', 1516, 1],
      ['b', 1484, 1],
    ])
  })

  it('a player may be called anything', () => {
    const found = tagged(eloRatings()(duels('__proto__', 'constructor', 1)), 'EloRatings')
    expect(found.ratings.map(({ player }) => player)).toEqual(['__proto__', 'constructor'])
  })

  it.each([
    [() => eloRatings()([]), 'no_data'],
    [() => eloRatings()([game(['a', 1], ['a', 2])]), 'duplicate_player'],
    [() => eloRatings()([game(['a', 1], ['b', Number.NaN])]), 'not_finite'],
    [() => eloRatings()([...duels('a', 'b', 1)].flatMap((one) => [one, one])), 'duplicate_game'],
    [() => eloRatings({ k: 0 })(duels('a', 'b', 1)), 'malformed_options'],
    [() => eloRatings({ base: Number.NaN })(duels('a', 'b', 1)), 'malformed_options'],
  ] as const)('%#: is not evaluable: %s', (found, reason) => {
    expect(found()).toMatchObject({ _tag: 'NotEvaluable', statistic: 'elo', reason })
  })
})

// American League, Eastern division, 1987 (Agresti 1990, table 10.10): home wins and losses of the first team.
const league = [
  ['Mil', 'Det', 4, 3],
  ['Mil', 'Tor', 4, 2],
  ['Mil', 'NY', 4, 3],
  ['Mil', 'Bos', 6, 1],
  ['Mil', 'Cle', 4, 2],
  ['Mil', 'Bal', 6, 0],
  ['Det', 'Mil', 3, 3],
  ['Det', 'Tor', 4, 2],
  ['Det', 'NY', 4, 3],
  ['Det', 'Bos', 6, 0],
  ['Det', 'Cle', 6, 1],
  ['Det', 'Bal', 4, 3],
  ['Tor', 'Mil', 2, 5],
  ['Tor', 'Det', 4, 3],
  ['Tor', 'NY', 2, 4],
  ['Tor', 'Bos', 4, 3],
  ['Tor', 'Cle', 4, 2],
  ['Tor', 'Bal', 6, 0],
  ['NY', 'Mil', 3, 3],
  ['NY', 'Det', 5, 1],
  ['NY', 'Tor', 2, 5],
  ['NY', 'Bos', 4, 3],
  ['NY', 'Cle', 4, 2],
  ['NY', 'Bal', 6, 1],
  ['Bos', 'Mil', 5, 1],
  ['Bos', 'Det', 2, 5],
  ['Bos', 'Tor', 3, 3],
  ['Bos', 'NY', 4, 2],
  ['Bos', 'Cle', 5, 2],
  ['Bos', 'Bal', 6, 0],
  ['Cle', 'Mil', 2, 5],
  ['Cle', 'Det', 3, 3],
  ['Cle', 'Tor', 3, 4],
  ['Cle', 'NY', 4, 3],
  ['Cle', 'Bos', 4, 2],
  ['Cle', 'Bal', 2, 4],
  ['Bal', 'Mil', 2, 5],
  ['Bal', 'Det', 1, 5],
  ['Bal', 'Tor', 1, 6],
  ['Bal', 'NY', 2, 4],
  ['Bal', 'Bos', 1, 6],
  ['Bal', 'Cle', 3, 4],
] as const

describe('Bradley-Terry', () => {
  it('fits the published league: the log odds over Baltimore', () => {
    const games = league.flatMap(([home, away, won, lost]) => [
      ...duels(home, away, won),
      ...duels(away, home, lost),
    ])
    const { ratings } = only(strengths()(games))
    const at = new Map(ratings.map(({ player, rating }) => [player, rating]))
    const over = (team: string) => ((at.get(team) ?? 0) - (at.get('Bal') ?? 0)) / POINTS
    const published = {
      Mil: 1.5814,
      Det: 1.4364,
      Tor: 1.2945,
      NY: 1.2476,
      Bos: 1.1077,
      Cle: 0.6839,
    }
    for (const [team, value] of Object.entries(published)) expect(over(team)).toBeCloseTo(value, 4)
    const mean = ratings.reduce((sum, { rating }) => sum + rating, 0) / ratings.length
    expect(mean).toBeCloseTo(1500, 8)
    expect(ratings.map(({ player }) => player)).toEqual([
      'Mil',
      'Det',
      'Tor',
      'NY',
      'Bos',
      'Cle',
      'Bal',
    ])
  })

  it('names the best first, and says why a game was left out', () => {
    const found = tagged(
      strengths()([game(['c', 1]), ...duels('b', 'a', 2), ...duels('a', 'b', 1)]),
      'Strengths',
    )
    expect(rated(found.components[0]).ratings.map(({ player }) => player)).toEqual(['b', 'a'])
    expect(found).toMatchObject({ n: 3, dropped: 1, droppedBecause: 'too_few_players' })
  })

  it('two players’ gap is the log odds, its error that of a logit', () => {
    const { ratings } = only(strengths()([...duels('a', 'b', 6), ...duels('b', 'a', 2)]))
    const [a, b] = ratings
    expect((a?.rating ?? 0) - (b?.rating ?? 0)).toBeCloseTo(POINTS * Math.log(3), 8)
    // Each of two centred ratings has half the gap, and half its error sqrt(1/6 + 1/2).
    expect(a?.error).toBeCloseTo((POINTS * Math.sqrt(1 / 6 + 1 / 2)) / 2, 8)
    expect((a?.high ?? 0) - (a?.rating ?? 0)).toBeCloseTo(1.959963984540054 * (a?.error ?? 0), 8)
  })

  it('A beats B 3-0: separated, said so', () => {
    const found = tagged(strengths()(duels('A', 'B', 3)), 'Strengths')
    expect(found.components).toEqual([{ status: 'separated', strata: [['A'], ['B']] }])
    expect(ratingGap('A', 'B')(found)).toBe('separated')
  })

  it('{A,B} and {C,D} never met: disconnected, no gap between components', () => {
    const games = [
      ...duels('A', 'B', 2),
      ...duels('B', 'A', 1),
      ...duels('C', 'D', 1),
      ...duels('D', 'C', 1),
    ]
    const found = tagged(strengths()(games), 'Strengths')
    expect(
      found.components.map((component) => rated(component).ratings.map(({ player }) => player)),
    ).toEqual([
      ['A', 'B'],
      ['C', 'D'],
    ])
    expect(ratingGap('A', 'C')(found)).toBe('disconnected')
    expect(ratingGap('A', 'B')(found)).toBeCloseTo(POINTS * Math.log(2), 8)
    expect(ratingGap('A', 'X')(found)).toBe('unknown_player')
    expect(ratingGap('X', 'A')(found)).toBe('unknown_player')
  })

  it('a ridge bounds a separated gap, on pairs that met and no others', () => {
    const ridged = (games: ReadonlyArray<RatedGame>) =>
      tagged(strengths({ ridge: 0.5 })(games), 'Strengths')
    const found = ridged(duels('A', 'B', 3))
    expect(ratingGap('A', 'B')(found)).toBeCloseTo(POINTS * Math.log(3.5 / 0.5), 8)
    const none = strengths({ ridge: 1e-300 })(duels('A', 'B', 3))
    expect(none).toMatchObject({ reason: 'not_converged', statistic: 'bradley_terry', n: 3 })
    const apart = ridged([...duels('A', 'B', 3), ...duels('C', 'D', 3)])
    expect(ratingGap('A', 'D')(apart)).toBe('disconnected')
  })

  it('strata are in order, the best first', () => {
    const games = [
      ...duels('a', 'b', 1),
      ...duels('b', 'a', 1),
      ...duels('b', 'c', 2),
      ...duels('c', 'd', 1),
      ...draws('d', 'e', 1),
    ]
    expect(tagged(strengths()(games), 'Strengths').components).toEqual([
      { status: 'separated', strata: [['a', 'b'], ['c'], ['d', 'e']] },
    ])
  })

  it('a game of several players counts as all its pairs', () => {
    const whole = [
      game(['a', 3], ['b', 2], ['c', 1]),
      game(['c', 3], ['b', 2], ['a', 1]),
      game(['b', 9], ['a', 5], ['c', 0]),
    ]
    const pairs = [
      ...duels('a', 'b', 1),
      ...duels('b', 'a', 2),
      ...duels('a', 'c', 2),
      ...duels('c', 'a', 1),
      ...duels('b', 'c', 2),
      ...duels('c', 'b', 1),
    ]
    expect(only(strengths()(whole)).ratings.map(({ rating }) => rating.toFixed(6))).toEqual(
      only(strengths()(pairs)).ratings.map(({ rating }) => rating.toFixed(6)),
    )
  })

  it('the steps of Hunter reach the maximum that Newton finds', () => {
    const contests: ReadonlyArray<Contest> = [
      [
        { parts: [[0, 1]], chosen: 3 },
        { parts: [[1, 1]], chosen: 1 },
      ],
      [
        { parts: [[1, 1]], chosen: 2 },
        { parts: [[2, 1]], chosen: 2 },
      ],
      [
        { parts: [[0, 1]], chosen: 1 },
        { parts: [[2, 1]], chosen: 1 },
      ],
    ]
    const slow = minoriseMaximise(contests, 3)(2000, [0, 0, 0])
    const quick = fitChoices(contests, 3)([0, 0, 0])
    slow.forEach((beta, i) => {
      expect(beta).toBeCloseTo(quick?.theta[i] ?? Number.NaN, 9)
    })
  })
})

describe('ties', () => {
  it('count as half a win each, or have a chance of their own', () => {
    const games = [...duels('a', 'b', 4), ...duels('b', 'a', 2), ...draws('a', 'b', 2)]
    const half = tagged(strengths()(games), 'Strengths')
    expect(ratingGap('a', 'b')(half)).toBeCloseTo(POINTS * Math.log(5 / 3), 8)
    // With two players Davidson's likelihood is saturated: odds 4 to 2, and nu = 2 / sqrt(4 * 2).
    const own = tagged(strengths({ ties: 'davidson' })(games), 'Strengths')
    expect(ratingGap('a', 'b')(own)).toBeCloseTo(POINTS * Math.log(2), 8)
    expect(rated(own.components[0]).ties).toBeCloseTo(2 / Math.sqrt(8), 8)
    expect(rated(half.components[0]).ties).toBeNull()
  })

  it('have a chance of their own under a ridge too, which counts as wins each way', () => {
    const davidson = (games: ReadonlyArray<RatedGame>, ridge: number) =>
      tagged(strengths({ ties: 'davidson', ridge })(games), 'Strengths')
    const some = davidson([...duels('a', 'b', 4), ...duels('b', 'a', 2), ...draws('a', 'b', 2)], 1)
    expect(ratingGap('a', 'b')(some)).toBeCloseTo(POINTS * Math.log(5 / 3), 8)
    expect(rated(some.components[0]).ties).toBeCloseTo(2 / Math.sqrt(15), 8)
    const drawn = davidson(draws('a', 'b', 3), 0.5)
    expect(rated(drawn.components[0]).ties).toBeCloseTo(6, 8)
  })

  it('of one pair are enough for Davidson’s form, and of another pair not too many', () => {
    const even = [...duels('a', 'b', 1), ...duels('b', 'a', 1), ...draws('a', 'b', 1)]
    expect(only(strengths({ ties: 'davidson' })(even)).ties).toBeCloseTo(1, 8)
    const games = [
      ...draws('a', 'b', 4),
      ...duels('a', 'c', 3),
      ...duels('c', 'a', 1),
      ...duels('b', 'c', 2),
      ...duels('c', 'b', 2),
    ]
    const { ratings, ties } = only(strengths({ ties: 'davidson' })(games))
    const strengthOf = (player: string): number =>
      Math.exp(((ratings.find((one) => one.player === player)?.rating ?? 0) - 1500) / POINTS)
    // At the maximum as many ties are expected as there were: 4 in 12 games.
    const expected = ['ab', 'ac', 'bc'].map(([one = '', other = '']) => {
      const tie = (ties ?? 0) * Math.sqrt(strengthOf(one) * strengthOf(other))
      return (4 * tie) / (tie + strengthOf(one) + strengthOf(other))
    })
    expect(expected.reduce((sum, count) => sum + count, 0)).toBeCloseTo(4, 8)
  })

  it('are those of a component', () => {
    const apart = [...duels('a', 'b', 2), ...duels('b', 'a', 1)]
    const davidson = strengths({ ties: 'davidson' })
    const { components } = tagged(
      davidson([...apart, ...duels('c', 'd', 1), ...duels('d', 'c', 1), ...draws('c', 'd', 1)]),
      'Strengths',
    )
    expect(components.map((component) => rated(component).ties)).toEqual([
      null,
      expect.closeTo(1, 8),
    ])
    expect(davidson([...apart, ...draws('c', 'd', 2)])).toMatchObject({ reason: 'not_separable' })
  })

  it('of every game leave Davidson’s form without a maximum', () => {
    const games = draws('a', 'b', 3)
    expect(tagged(strengths({ ties: 'davidson' })(games), 'NotEvaluable').reason).toBe(
      'not_separable',
    )
    expect(only(strengths()(games)).ratings.map(({ rating }) => rating)).toEqual([1500, 1500])
  })

  it('of no game leave Davidson’s form as Bradley and Terry’s', () => {
    const games = [...duels('a', 'b', 4), ...duels('b', 'a', 2)]
    expect(only(strengths({ ties: 'davidson' })(games)).ratings).toEqual(
      only(strengths()(games)).ratings,
    )
  })
})

describe('Plackett-Luce', () => {
  const orders = [
    game(['a', 3], ['b', 2], ['c', 1]),
    game(['a', 3], ['c', 2], ['b', 1]),
    game(['b', 3], ['a', 2], ['c', 1]),
    game(['a', 1], ['b', 2], ['c', 3]),
  ]

  it('is stationary: every player is expected to be chosen as often as it was', () => {
    const { ratings } = only(strengths({ model: 'plackett_luce' })(orders))
    const strength = new Map(
      ratings.map(({ player, rating }) => [player, Math.exp((rating - 1500) / POINTS)]),
    )
    const stages = [
      ['a', 'b', 'c'],
      ['b', 'c'],
      ['a', 'b', 'c'],
      ['c', 'b'],
      ['b', 'a', 'c'],
      ['a', 'c'],
      ['c', 'b', 'a'],
      ['b', 'a'],
    ]
    for (const player of ['a', 'b', 'c']) {
      const chosen = stages.filter(([first]) => first === player).length
      const expected = stages
        .filter((stage) => stage.includes(player))
        .reduce(
          (sum, stage) =>
            sum +
            (strength.get(player) ?? 0) /
              stage.reduce((all, name) => all + (strength.get(name) ?? 0), 0),
          0,
        )
      expect(expected).toBeCloseTo(chosen, 8)
    }
  })

  it('drops games with tied players, and has no ridge', () => {
    const found = tagged(
      strengths({ model: 'plackett_luce' })([...orders, ...draws('a', 'b', 2)]),
      'Strengths',
    )
    expect(found).toMatchObject({ n: 4, dropped: 2, droppedBecause: 'tied_order' })
    expect(
      tagged(strengths({ model: 'plackett_luce', ridge: 1 })(orders), 'NotEvaluable').reason,
    ).toBe('malformed_options')
    expect(
      tagged(strengths({ model: 'plackett_luce' })(draws('a', 'b', 2)), 'NotEvaluable'),
    ).toEqual({
      _tag: 'NotEvaluable',
      statistic: 'plackett_luce',
      reason: 'no_data',
      subject: null,
      n: 0,
      dropped: 2,
      droppedBecause: 'tied_order',
    })
  })

  it('rates a component by its own games', () => {
    const model = 'plackett_luce' as const
    const others = [game(['y', 2], ['z', 1]), game(['z', 2], ['y', 1]), game(['y', 3], ['z', 2])]
    const both = tagged(strengths({ model })([...others, ...orders]), 'Strengths')
    expect(both.components).toEqual([
      only(strengths({ model })(orders)),
      only(strengths({ model })(others)),
    ])
  })
})

describe('intervals by resampled games', () => {
  const season = [
    ...duels('a', 'b', 30),
    ...duels('b', 'a', 20),
    ...duels('b', 'c', 28),
    ...duels('c', 'b', 22),
    ...duels('a', 'c', 33),
    ...duels('c', 'a', 17),
  ]

  // Each beats the next, and the last the first: a resample has to have every game.
  const ring = ['ab', 'bc', 'cd', 'de', 'ef', 'fg', 'gh', 'ha'].map(([won = '', lost = '']) =>
    game([won, 1], [lost, 0]),
  )

  it('are near those of the information where every game is a pair', () => {
    const found = tagged(ratingIntervals({ replicates: 400 })(season), 'RatingIntervals')
    const { ratings } = only(strengths()(season))
    expect([found.kept, found.droppedReplicates, found.n]).toEqual([400, 0, 150])
    found.ratings.forEach(({ player, rating, low, high }, i) => {
      const same = ratings[i]
      expect([player, rating]).toEqual([same?.player, same?.rating])
      expect((high - low) / ((same?.high ?? 0) - (same?.low ?? 0))).toBeGreaterThan(0.8)
      expect((high - low) / ((same?.high ?? 0) - (same?.low ?? 0))).toBeLessThan(1.25)
    })
  })

  it('are wider where the pairs of a game move together', () => {
    const teams = Array.from({ length: 30 }, (_, i) =>
      i % 5 < 3
        ? game(['a', 4], ['b', 3], ['c', 2], ['d', 1])
        : game(['d', 4], ['c', 3], ['b', 2], ['a', 1]),
    )
    const found = tagged(ratingIntervals({ replicates: 300 })(teams), 'RatingIntervals')
    const { ratings } = only(strengths()(teams))
    const width = (entry: { low: number; high: number } | undefined) =>
      (entry?.high ?? 0) - (entry?.low ?? 0)
    expect(width(found.ratings[0])).toBeGreaterThan(1.2 * width(ratings[0]))
  })

  it.each([
    [() => ratingIntervals()(duels('A', 'B', 3)), 'not_separable'],
    [
      () =>
        ratingIntervals()(['AB', 'BA', 'CD', 'DC'].map(([a = '', b = '']) => game([a, 1], [b, 0]))),
      'not_separable',
    ],
    [() => ratingIntervals()([...duels('A', 'B', 3), ...duels('B', 'A', 1)]), 'too_many_dropped'],
    [() => ratingIntervals()([]), 'no_data'],
    [() => ratingIntervals({ replicates: 0 })(season), 'malformed_options'],
    [() => ratingIntervals({ mostDropped: 2 })(season), 'malformed_options'],
    [() => ratingIntervals({ mostDropped: -0.1 })(season), 'malformed_options'],
    [() => ratingIntervals({ mostDropped: Number.NaN })(season), 'malformed_options'],
    [() => ratingIntervals({ replicates: 1, mostDropped: 1 })(ring), 'no_replicate_kept'],
  ] as const)('%#: are not evaluable: %s', (found, reason) => {
    expect(found()).toMatchObject({
      _tag: 'NotEvaluable',
      statistic: reason === 'no_data' ? 'bradley_terry' : 'bradley_terry_intervals',
      reason,
    })
  })

  it('a level out of range is refused as the ratings themselves are', () => {
    expect(ratingIntervals({ level: 1 })(season)).toEqual(strengths({ level: 1 })(season))
  })

  it('may have as many resamples dropped as was said, and no more', () => {
    const whole = tagged(
      ratingIntervals({ replicates: 40, mostDropped: 0 })(season),
      'RatingIntervals',
    )
    expect(whole).toMatchObject({ model: 'bradley_terry', level: 0.95, seed: 7, kept: 40 })
    const few = [...duels('A', 'B', 3), ...duels('B', 'A', 2)]
    const all = tagged(ratingIntervals({ replicates: 64, mostDropped: 1 })(few), 'RatingIntervals')
    expect(all.droppedReplicates).toBeGreaterThan(0)
    const mostDropped = all.droppedReplicates / 64
    expect(ratingIntervals({ replicates: 64, mostDropped })(few)).toEqual(all)
    expect(
      ratingIntervals({ replicates: 64, mostDropped: mostDropped - 1 / 64 })(few),
    ).toMatchObject({ reason: 'too_many_dropped' })
  })

  /** The twin: the games of every resample, drawn by hand, and the ratings of those that rate all `size` players. */
  const resampled = (
    options: Partial<StrengthOptions>,
    games: ReadonlyArray<RatedGame>,
    replicates: number,
    size: number,
  ) =>
    withStream(seedStream(7n), (draw) =>
      Array.from({ length: replicates }, () =>
        games.map((_, i) => ({
          ...(games[draw.randrange(games.length)] as RatedGame),
          id: `${i}`,
        })),
      ),
    )[0].flatMap((drawn) => {
      const found = strengths(options)(drawn)
      if (found._tag === 'NotEvaluable' || found.components.length > 1) return []
      const [component] = found.components
      return component?.status === 'rated' && component.ratings.length === size
        ? [new Map(component.ratings.map(({ player, rating }) => [player, rating]))]
        : []
    })

  it.each([
    [
      'a player is often missing',
      {},
      [...duels('a', 'b', 6), ...duels('b', 'a', 5), ...draws('b', 'c', 1)],
    ],
    [
      'two pairs often come apart',
      {},
      [...draws('a', 'b', 3), ...draws('c', 'd', 3), ...draws('b', 'c', 1)],
    ],
    [
      'all games may tie',
      { ties: 'davidson' },
      [...duels('a', 'b', 1), ...duels('b', 'a', 1), ...draws('a', 'b', 2)],
    ],
    ['no game may be of two', {}, [game(['a', 1]), game(['b', 1]), ...draws('a', 'b', 1)]],
  ] as const)('rest on the resamples that rate every player, where %s', (_, options, games) => {
    const size = new Set(games.flatMap(({ scores }) => scores.map(({ player }) => player))).size
    const kept = resampled(options, games, 40, size)
    const found = tagged(
      ratingIntervals({ ...options, replicates: 40, mostDropped: 1 })(games),
      'RatingIntervals',
    )
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.length).toBeLessThan(40)
    expect([found.kept, found.droppedReplicates]).toEqual([kept.length, 40 - kept.length])
    for (const { player, low, high } of found.ratings) {
      const column = Float64Array.from(kept, (ratings) => ratings.get(player) ?? Number.NaN)
      expect([low, high]).toEqual(centralInterval(0.95)(column))
    }
  })
})

describe('malformed games', () => {
  it.each([
    [() => strengths()([]), 'no_data', null],
    [
      () =>
        strengths()([
          { ...game(['a', 1], ['b', 0]), id: 'same' },
          { ...game(['a', 0], ['b', 1]), id: 'same' },
        ]),
      'duplicate_game',
      'same',
    ],
    [
      () =>
        strengths()([
          {
            id: 'x',
            scores: [
              { player: 'a', score: 1 },
              { player: 'a', score: 0 },
            ],
          },
        ]),
      'duplicate_player',
      'x',
    ],
    [
      () =>
        strengths()([
          {
            id: 'y',
            scores: [
              { player: 'a', score: 1 },
              { player: 'b', score: Number.POSITIVE_INFINITY },
            ],
          },
        ]),
      'not_finite',
      'y',
    ],
    [() => strengths({ ridge: -1 })(duels('a', 'b', 1)), 'malformed_options', null],
    [() => strengths({ ridge: Number.NaN })(duels('a', 'b', 1)), 'malformed_options', null],
    [
      () => strengths({ ridge: Number.POSITIVE_INFINITY })(duels('a', 'b', 1)),
      'malformed_options',
      null,
    ],
    [() => strengths({ level: 1 })(duels('a', 'b', 1)), 'malformed_options', null],
  ] as const)(
    '%#: are not evaluable: %s',
    (found: () => Strengths | ReturnType<ReturnType<typeof strengths>>, reason, subject) => {
      expect(found()).toMatchObject({ _tag: 'NotEvaluable', reason, subject })
    },
  )
})
