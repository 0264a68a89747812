import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Contest,
  fitChoices,
  logLikelihood,
  minoriseMaximise,
} from '../../src/statistics/choice-model.js'
import { eloChanges, eloRatings } from '../../src/statistics/elo.js'
import {
  componentsOf,
  type RatedGame,
  strataOf,
  tallyPairs,
  usableGames,
} from '../../src/statistics/game-results.js'
import { ratingIntervals } from '../../src/statistics/rating-interval.js'
import { ratingGap, type Strengths, strengths } from '../../src/statistics/strength.js'

const players = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const games: fc.Arbitrary<ReadonlyArray<RatedGame>> = fc
  .array(
    fc.uniqueArray(fc.record({ player: players, score: fc.integer({ min: 0, max: 3 }) }), {
      minLength: 2,
      maxLength: 4,
      selector: ({ player }) => player,
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((list) => list.map((scores, i) => ({ id: `g${i}`, scores })))
const shuffledOf = (list: ReadonlyArray<RatedGame>) =>
  fc.shuffledSubarray([...list], { minLength: list.length, maxLength: list.length })
const field = fc.array(
  fc.record({ rating: fc.integer({ min: 800, max: 2200 }), score: fc.integer({ min: 0, max: 3 }) }),
  { minLength: 2, maxLength: 7 },
)
const changesOf = (list: Parameters<ReturnType<typeof eloChanges>>[0], k = 32) => {
  const changes = eloChanges({ k, scale: 400 })(list)
  if ('_tag' in changes) throw new Error(changes.reason)
  return changes
}
const usable = (list: ReadonlyArray<RatedGame>) => {
  const found = usableGames(list)
  if ('reason' in found) throw new Error(found.reason)
  return found
}
const total = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0)

describe('the laws of games', () => {
  it('L1 all pairs', () => {
    fc.assert(
      fc.property(games, (list) => {
        const pairs = tallyPairs(usable(list))
        const met = total(list.map(({ scores }) => (scores.length * (scores.length - 1)) / 2))
        expect(total(pairs.map(({ wins, losses, ties }) => wins + losses + ties))).toBe(met)
        expect(pairs.every(({ first, second }) => first < second)).toBe(true)
      }),
    )
  })

  it('L2 components', () => {
    fc.assert(
      fc.property(games, (list) => {
        const found = usable(list)
        const components = componentsOf(found.players.length, tallyPairs(found))
        // The twin: names that keep the least name of everybody they met, until nothing changes.
        const least = new Map(found.players.map((player) => [player, player]))
        for (let round = 0; round < 10; round += 1) {
          for (const { scores } of list) {
            const names = scores.map(({ player }) => least.get(player) ?? player).sort()
            for (const { player } of scores) least.set(player, names[0] ?? player)
          }
        }
        const groups = new Set(least.values())
        expect(components).toHaveLength(groups.size)
        for (const component of components) {
          expect(
            new Set(component.map((place) => least.get(found.players[place] ?? ''))).size,
          ).toBe(1)
        }
        expect(components.flat().sort()).toEqual(found.players.map((_, place) => place))
      }),
    )
  })

  it('L3 strata', () => {
    fc.assert(
      fc.property(games, (list) => {
        const found = usable(list)
        const size = found.players.length
        const pairs = tallyPairs(found)
        // The twin: Warshall's closure of "beat or tied".
        const beats = Array.from({ length: size }, (_, i) =>
          Array.from({ length: size }, (__, j) => i === j),
        )
        for (const { first, second, wins, losses, ties } of pairs) {
          if (wins + ties > 0) (beats[first] as Array<boolean>)[second] = true
          if (losses + ties > 0) (beats[second] as Array<boolean>)[first] = true
        }
        for (let k = 0; k < size; k += 1)
          for (let i = 0; i < size; i += 1)
            for (let j = 0; j < size; j += 1)
              if (beats[i]?.[k] && beats[k]?.[j]) (beats[i] as Array<boolean>)[j] = true
        for (const component of componentsOf(size, pairs)) {
          const strata = strataOf(size, component, pairs)
          expect(strata.flat().sort()).toEqual([...component].sort())
          strata.forEach((stratum, at) => {
            for (const one of stratum) {
              for (const other of stratum) expect(beats[one]?.[other]).toBe(true)
              for (const better of strata.slice(0, at).flat())
                expect(beats[one]?.[better]).toBe(false)
            }
          })
        }
      }),
    )
  })
})

describe('the laws of Elo', () => {
  it('L1 zero sum', () => {
    fc.assert(
      fc.property(field, fc.integer({ min: 1, max: 64 }), (list, k) => {
        expect(total(changesOf(list, k))).toBe(0)
      }),
    )
  })

  it('L2 permutation', () => {
    const both = field.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(
          list.map((_, i) => i),
          { minLength: list.length, maxLength: list.length },
        ),
      ),
    )
    fc.assert(
      fc.property(both, ([list, order]) => {
        const changes = changesOf(list)
        const shuffled = changesOf(order.map((i) => list[i] ?? { rating: 0, score: 0 }))
        expect(shuffled).toEqual(order.map((i) => changes[i]))
      }),
    )
  })

  it('L3 equal', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 8 }),
        fc.integer(),
        fc.double({ min: 0, max: 3000, noNaN: true }),
        (n, score, rating) => {
          const list = Array.from({ length: n }, () => ({ rating, score }))
          expect(eloChanges()(list)).toEqual(list.map(() => 0))
        },
      ),
    )
  })

  it('L4 better gains', () => {
    fc.assert(
      fc.property(field, (list) => {
        const level = list.map(({ score }) => ({ rating: 1500, score }))
        const changes = changesOf(level)
        level.forEach((one, i) => {
          level.forEach((other, j) => {
            if (one.score > other.score)
              expect(changes[i] as number).toBeGreaterThan(changes[j] as number)
          })
        })
        const found = eloRatings()([
          { id: 'x', scores: list.map(({ score }, i) => ({ player: `p${i}`, score })) },
        ])
        if (found._tag === 'EloRatings')
          expect(total(found.ratings.map(({ rating }) => rating - 1500))).toBeCloseTo(0, 9)
      }),
    )
  })
})

const contestsOf = (list: ReadonlyArray<RatedGame>): readonly [number, ReadonlyArray<Contest>] => {
  const found = usable(list)
  // Half a win each way keeps every maximum finite.
  const contests = tallyPairs(found).map(
    ({ first, second, wins, losses, ties }): Contest => [
      { parts: [[first, 1]], chosen: wins + ties / 2 + 0.5 },
      { parts: [[second, 1]], chosen: losses + ties / 2 + 0.5 },
    ],
  )
  return [found.players.length, contests]
}
const connected = games.filter((list) => {
  const found = usable(list)
  return componentsOf(found.players.length, tallyPairs(found)).length === 1
})

describe('the laws of the choice model', () => {
  it('L1 stationary', () => {
    fc.assert(
      fc.property(connected, (list) => {
        const [size, contests] = contestsOf(list)
        const fit = fitChoices(contests, size)(new Array<number>(size).fill(0))
        expect(fit).not.toBeNull()
        for (let player = 0; player < size; player += 1) {
          let won = 0
          let expected = 0
          for (const contest of contests) {
            const strengthOf = (place: number) => Math.exp(fit?.theta[place] ?? Number.NaN)
            const own = contest.find(({ parts }) => parts[0]?.[0] === player)
            if (own === undefined) continue
            won += own.chosen
            const all = total(contest.map(({ parts }) => strengthOf(parts[0]?.[0] ?? 0)))
            expected += (total(contest.map(({ chosen }) => chosen)) * strengthOf(player)) / all
          }
          expect(expected).toBeCloseTo(won, 7)
        }
      }),
    )
  })

  it('L2 centred', () => {
    fc.assert(
      fc.property(connected, (list) => {
        const [size, contests] = contestsOf(list)
        const fit = fitChoices(contests, size)(new Array<number>(size).fill(3))
        expect(total(fit?.theta ?? [Number.NaN])).toBeCloseTo(0, 10)
      }),
    )
  })

  it('L3 ascent', () => {
    fc.assert(
      fc.property(
        connected,
        fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (list, start) => {
          const [size, contests] = contestsOf(list)
          const likelihood = logLikelihood(contests)
          let theta: ReadonlyArray<number> = start.slice(0, size)
          for (let step = 0; step < 5; step += 1) {
            const next = minoriseMaximise(contests, size)(1, theta)
            expect(likelihood(next)).toBeGreaterThanOrEqual(likelihood(theta) - 1e-9)
            theta = next
          }
        },
      ),
    )
  })
})

const byPlayer = (found: ReturnType<ReturnType<typeof strengths>>) =>
  found._tag === 'NotEvaluable'
    ? found.reason
    : found.components.map((component) =>
        component.status === 'rated'
          ? component.ratings.map(({ player, rating }) => `${player} ${rating.toFixed(6)}`).sort()
          : component.strata,
      )

describe('the laws of strengths', () => {
  const models = fc.constantFrom<
    Partial<Strengths> & { model?: 'bradley_terry' | 'plackett_luce'; ties?: 'davidson' }
  >({}, { ties: 'davidson' } as const, { model: 'plackett_luce' } as const)

  it('L1 game order', () => {
    const both = games.chain((list) => fc.tuple(fc.constant(list), shuffledOf(list)))
    fc.assert(
      fc.property(both, models, ([list, other], options) => {
        const turned = other.map((each) => ({ ...each, scores: [...each.scores].reverse() }))
        expect(byPlayer(strengths(options)(turned))).toEqual(byPlayer(strengths(options)(list)))
      }),
    )
  })

  const duels = (first: string, second: string, wins: number, losses: number) => [
    ...Array.from({ length: wins }, (_, i) => ({
      id: `w${first}${i}`,
      scores: [
        { player: first, score: 1 },
        { player: second, score: 0 },
      ],
    })),
    ...Array.from({ length: losses }, (_, i) => ({
      id: `l${first}${i}`,
      scores: [
        { player: first, score: 0 },
        { player: second, score: 1 },
      ],
    })),
  ]
  const times = fc.integer({ min: 1, max: 40 })

  it('L2 two players', () => {
    fc.assert(
      fc.property(times, times, (wins, losses) => {
        const found = strengths()(duels('a', 'b', wins, losses))
        const gap = found._tag === 'Strengths' ? ratingGap('a', 'b')(found) : found.reason
        expect(gap).toBeCloseTo((400 / Math.LN10) * Math.log(wins / losses), 6)
      }),
    )
  })

  it('L3 separated', () => {
    fc.assert(
      fc.property(games, (list) => {
        // A player that beats everybody, in every game.
        const topped = list.map((each) => ({
          ...each,
          scores: [...each.scores, { player: 'top', score: 99 }],
        }))
        const found = strengths()(topped)
        const [component] = found._tag === 'Strengths' ? found.components : []
        expect(component?.status === 'separated' && component.strata[0]).toEqual(['top'])
      }),
    )
  })

  it('L4 disconnected', () => {
    fc.assert(
      fc.property(connected, times, times, (list, wins, losses) => {
        const alone = strengths()(list)
        const beside = strengths()([...list, ...duels('y', 'z', wins, losses)])
        if (alone._tag === 'NotEvaluable' || beside._tag === 'NotEvaluable')
          throw new Error('evaluable')
        expect(beside.components).toHaveLength(2)
        expect(beside.components[0]).toEqual(alone.components[0])
      }),
    )
  })

  it('L5 one model', () => {
    const pairsOnly = connected.map((list) =>
      list.map(({ id, scores }) => ({
        id,
        scores: scores.slice(0, 2).map(({ player }, i) => ({ player, score: i })),
      })),
    )
    fc.assert(
      fc.property(pairsOnly, (list) => {
        expect(byPlayer(strengths({ model: 'plackett_luce' })(list))).toEqual(
          byPlayer(strengths()(list)),
        )
      }),
    )
  })
})

describe('the laws of rating intervals', () => {
  it('L1 seeded games', () => {
    fc.assert(
      fc.property(connected, fc.bigInt({ min: 0n, max: 9n }), (list, seed) => {
        const run = () =>
          ratingIntervals({ seed, replicates: 10, mostDropped: 1, ridge: 0.5 })(list)
        expect(run()).toEqual(run())
      }),
      { numRuns: 20 },
    )
  })

  it('L2 kept games', () => {
    fc.assert(
      fc.property(connected, (list) => {
        const found = ratingIntervals({ replicates: 20, mostDropped: 1, ridge: 0.5 })(list)
        if (found._tag === 'NotEvaluable') expect(found.reason).toBe('no_replicate_kept')
        else expect(found.kept + found.droppedReplicates).toBe(20)
      }),
      { numRuns: 30 },
    )
  })
})
