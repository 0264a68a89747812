import { describe, expect, it } from 'vitest'
import { benjaminiHochberg, holm, simultaneousLevel } from '../../src/statistics/comparisons.js'
import { rankSets } from '../../src/statistics/rank-sets.js'
import { tagged } from './tagged.js'

// Benjamini and Hochberg (1995), section 3.2: fifteen p values; four stand at .05, Holm (as Bonferroni) leaves three.
const published = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719,
  0.6528, 0.759, 1,
]

describe('adjusted p values', () => {
  it('four of the fifteen published hypotheses stand by Benjamini and Hochberg, three by Holm', () => {
    const standing = (found: ReturnType<ReturnType<typeof holm>>) =>
      tagged(found, 'AdjustedComparisons').rejected.filter((rejected) => rejected).length
    expect(standing(benjaminiHochberg()(published))).toBe(4)
    expect(standing(holm()(published))).toBe(3)
  })

  it.each([
    ['holm', [0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]],
    ['bh', [0.01, 0.04, 0.03, 0.005], [0.02, 0.04, 0.04, 0.02]],
    ['holm', [0.5, 0.5], [1, 1]],
    ['bh', [0.5, 0.5], [0.5, 0.5]],
    ['holm', [0.2], [0.2]],
    ['holm', [0.01, null, 0.04], [0.02, null, 0.04]],
  ])('%s of %j is %j', (method, ps, expected) => {
    const found = tagged(
      (method === 'holm' ? holm : benjaminiHochberg)()(ps),
      'AdjustedComparisons',
    )
    expect(found.adjusted.map((p) => (p === null ? null : Number(p.toFixed(12))))).toEqual(expected)
  })

  it('counts missing p values, and calls none of them a discovery', () => {
    const found = tagged(holm()([0.001, null]), 'AdjustedComparisons')
    expect(found).toEqual({
      _tag: 'AdjustedComparisons',
      method: 'holm',
      alpha: 0.05,
      adjusted: [0.001, null],
      rejected: [true, false],
      n: 1,
      dropped: 1,
      droppedBecause: 'missing_value',
    })
  })

  it('rejects at exactly alpha, and takes 0 and 1 for probabilities', () => {
    const found = tagged(benjaminiHochberg(0.25)([0, 0.25, 1]), 'AdjustedComparisons')
    expect(found.adjusted).toEqual([0, 0.375, 1])
    expect(tagged(holm(0.25)([0.25]), 'AdjustedComparisons').rejected).toEqual([true])
  })

  it.each([
    [() => holm()([]), 'no_data'],
    [() => holm()([1.1]), 'not_a_probability'],
    [() => benjaminiHochberg()([Number.NaN]), 'not_a_probability'],
    [() => holm()([0.5, -0.1]), 'not_a_probability'],
    [() => holm()([0.5, 1.1]), 'not_a_probability'],
    [() => holm(0)([0.1]), 'malformed_options'],
    [() => holm(1)([0.1]), 'malformed_options'],
  ] as const)('%#: is not evaluable: %s', (found, reason) => {
    expect(found()).toMatchObject({ _tag: 'NotEvaluable', reason })
  })

  it('ten intervals hold together at 99.5% each, or 99.488% by Sidak', () => {
    expect(simultaneousLevel()(10)).toBeCloseTo(0.995, 12)
    expect(simultaneousLevel('sidak')(10)).toBeCloseTo(0.9948838, 7)
    expect([simultaneousLevel('sidak')(1), simultaneousLevel()(1)]).toEqual([0.95, 0.95])
    expect([simultaneousLevel()(0), simultaneousLevel('bonferroni', 1)(3)]).toEqual([null, null])
  })
})

describe('rank sets', () => {
  const entry = (name: string, low: number, high: number) => ({
    name,
    estimate: (low + high) / 2,
    low,
    high,
  })

  it('names the entries that cannot be told from the leader', () => {
    const found = tagged(
      rankSets()([entry('c', 1, 2), entry('a', 5, 9), entry('b', 4, 6), entry('d', 3, 4.5)]),
      'RankSets',
    )
    expect(found.sets.map(({ name, best, worst }) => [name, best, worst])).toEqual([
      ['a', 1, 2],
      ['b', 1, 3],
      ['d', 2, 3],
      ['c', 4, 4],
    ])
    expect([found.leader, found.tiedWithLeader, found.unresolved]).toEqual(['a', ['b'], true])
  })

  it('stand in the order of their estimates, whatever the gaps', () => {
    const of = (...estimates: ReadonlyArray<number>) =>
      tagged(rankSets()(estimates.map((e) => entry(`${e}`, e, e))), 'RankSets').sets
    const tied = [entry('b', 1, 1), entry('a', 1, 1)]
    for (const better of ['higher', 'lower'] as const)
      expect(tagged(rankSets(better)(tied), 'RankSets').sets.map(({ name }) => name)).toEqual([
        'b',
        'a',
      ])
    expect(of(0.1, 5, 0.3, 9).map(({ estimate }) => estimate)).toEqual([9, 5, 0.3, 0.1])
  })

  it('are not told apart by intervals that touch', () => {
    for (const better of ['higher', 'lower'] as const) {
      const touching = tagged(rankSets(better)([entry('a', 1, 2), entry('b', 2, 3)]), 'RankSets')
      expect([touching.unresolved, touching.tiedWithLeader.length]).toEqual([true, 1])
      const apart = tagged(rankSets(better)([entry('a', 1, 2), entry('b', 2.1, 3)]), 'RankSets')
      expect([apart.unresolved, apart.tiedWithLeader]).toEqual([false, []])
      expect(apart.leader).toBe(better === 'higher' ? 'b' : 'a')
    }
  })

  it('where lower is better the order turns', () => {
    const found = tagged(rankSets('lower')([entry('a', 5, 9), entry('b', 1, 2)]), 'RankSets')
    expect([found.leader, found.unresolved]).toEqual(['b', false])
  })

  it('an entry without an interval has no rank, and is counted', () => {
    const half = { name: 'b', estimate: 3, low: null, high: null }
    for (const without of [half, { ...half, low: 2 }, { ...half, high: 4 }])
      expect(tagged(rankSets()([entry('a', 1, 2), without]), 'RankSets')).toMatchObject({
        n: 1,
        dropped: 1,
        droppedBecause: 'missing_value',
        leader: 'a',
      })
  })

  it.each([
    [[], 'no_data'],
    [[entry('a', Number.NaN, 1)], 'not_finite'],
    [[{ name: 'a', estimate: 5, low: 1, high: 2 }], 'not_finite'],
    [[{ name: 'a', estimate: 0, low: 1, high: 2 }], 'not_finite'],
    [[{ name: 'a', estimate: 1, low: Number.NEGATIVE_INFINITY, high: 2 }], 'not_finite'],
    [[{ name: 'a', estimate: 1, low: 0, high: Number.POSITIVE_INFINITY }], 'not_finite'],
    [[entry('a', 1, 2), entry('b', 1, 2), entry('a', 5, 6)], 'duplicate_name'],
    [[entry('a', 1, 2), { name: 'a', estimate: 3, low: null, high: null }], 'duplicate_name'],
  ])('of %j are not evaluable: %s', (entries, reason) => {
    const { statistic, reason: found } = tagged(rankSets()(entries), 'NotEvaluable')
    expect([statistic, found]).toEqual(['rank_sets', reason])
  })
})
