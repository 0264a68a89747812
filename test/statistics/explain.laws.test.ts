import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as s from '../../src/statistics/index.js'
import { reasonWords } from '../../src/statistics/reason-words.js'

const numbers = fc.array(fc.option(fc.integer({ min: -5, max: 5 }), { freq: 6 }), { maxLength: 7 })
const complete = fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 7 })
const games = fc
  .array(
    fc.uniqueArray(
      fc.record({ player: fc.constantFrom('a', 'b', 'c'), score: fc.integer({ min: 0, max: 2 }) }),
      {
        maxLength: 3,
        selector: ({ player }) => player,
      },
    ),
    { maxLength: 6 },
  )
  .map((list) => list.map((scores, i) => ({ id: `${i}`, scores })))
const labels = fc.array(fc.constantFrom('x', 'y'), { minLength: 7, maxLength: 7 })

type Counted = Extract<s.Explainable, { readonly droppedBecause: unknown }>
const results: fc.Arbitrary<Counted> = fc.oneof(
  fc.tuple(numbers, numbers).map(([x, y]) => s.spearman(x, y)),
  fc.tuple(numbers, numbers).map(([x, y]) => s.correlationInterval()(s.kendallTauB(x, y))),
  fc
    .tuple(numbers, numbers)
    .map(([x, y]) => s.rankTest({ permutations: 9 })(x.slice(0, 5), y.slice(0, 5))),
  fc.tuple(complete, complete).map(([x, y]) => s.meanTest()(x, y)),
  fc.tuple(numbers, numbers).map(([x, y]) => s.signTest()(x, y)),
  fc.tuple(fc.nat(9), fc.nat(9)).map(([k, n]) => s.wilsonInterval()(k, n)),
  numbers.map((list) =>
    s.splitHalf({ splits: 3 })(
      list.map((score, i) => ({ model: `m${i % 4}`, world: `w${i % 2}`, score })),
    ),
  ),
  fc.tuple(numbers, labels, labels).map(([list, a, b]) =>
    s.decomposeVariance({ ssType: 'II' })(list, [
      { name: 'a', labels: a.slice(0, list.length) },
      { name: 'b', labels: b.slice(0, list.length) },
    ]),
  ),
  fc
    .tuple(numbers, numbers)
    .map(([x, y]) => s.intraclass('ICC(A,1)')(x.map((v, i) => [v, y[i] ?? null]))),
  numbers.map((list) => s.benjaminiHochberg()(list.map((v) => (v === null ? null : (v + 5) / 10)))),
  numbers.map((list) =>
    s.rankSets()(
      list.map((v, i) => ({
        name: `m${i}`,
        estimate: v ?? 0,
        low: v,
        high: v === null ? null : v + 2,
      })),
    ),
  ),
  games.map((list) => s.eloRatings()(list)),
  games.map((list) => s.strengths()(list)),
  games.map((list) => s.ratingIntervals({ replicates: 5, ridge: 0.5, mostDropped: 1 })(list)),
  complete.map((list) =>
    s.planWorlds(0.1)(list.map((numerator) => ({ numerator, denominator: 2 }))),
  ),
)

const isOneSentence = (sentence: string): boolean =>
  /^\S[^\n]*\.$/.test(sentence) && !/NaN|Infinity|undefined|\[object|null/.test(sentence)

describe('the laws of explanations', () => {
  it('L1 one sentence', () => {
    const row = fc.record({
      key: fc.constantFrom('u', 'v', 'w', 'x'),
      numerator: fc.integer({ min: -5, max: 5 }),
      denominator: fc.integer({ min: 0, max: 5 }),
    })
    const rows = fc.array(row, { maxLength: 6 })
    const intervals: fc.Arbitrary<s.Explainable> = fc.oneof(
      rows.map((list) => s.ratioInterval({ replicates: 50 })(list)),
      rows.map((list) => s.fiellerInterval()(list)),
      fc
        .tuple(rows, rows)
        .map(([one, other]) => s.pairedDifference({ replicates: 50 })(one, other)),
      rows.map((list) =>
        s.macroInterval({ replicates: 50 })(list.map((each) => ({ ...each, case: each.key }))),
      ),
      fc.tuple(complete, complete).map(([a, b]) => s.ratioBootstrap({ replicates: 50 })(a, b)),
      fc.tuple(complete, complete).map(([a, b]) => s.pooledRatio('plain')(a, b)),
    )
    fc.assert(
      fc.property(fc.oneof(results, intervals), (result) => {
        expect(s.explain(result)).toSatisfy(isOneSentence)
      }),
      { numRuns: 400 },
    )
  })

  it('L2 accounted', () => {
    fc.assert(
      fc.property(results, (result) => {
        const sentence = s.explain(result)
        expect(sentence).toMatch(new RegExp(`\\b${result.n}\\b`))
        expect(sentence).toMatch(
          result.dropped === 0
            ? /none dropped|no model dropped/
            : new RegExp(`\\b${result.dropped}\\b[^,.]* dropped`),
        )
      }),
      { numRuns: 400 },
    )
  })

  it('L1 every reason', () => {
    const all = Object.values(reasonWords)
    expect(new Set(all).size).toBe(all.length)
    fc.assert(
      fc.property(fc.constantFrom(...all), (words) => {
        expect(words).toMatch(/^[a-z][^.]+$/)
      }),
    )
  })

  it('L1 clause', () => {
    const arms = fc.array(fc.integer({ min: -5, max: 5 }), { minLength: 2, maxLength: 6 })
    const armOf = (list: ReadonlyArray<number>) =>
      list.map((numerator, i) => ({ key: `w${i}`, numerator, denominator: 4 }))
    fc.assert(
      fc.property(arms, arms, (one, other) => {
        const found = s.pairedDifference({ replicates: 50 })(armOf(one), armOf(other))
        const sentence = s.explain(found)
        expect(sentence).toSatisfy(isOneSentence)
        expect(sentence).toContain(s.explain(found.differenceOfRatios).slice(1, -1))
        expect(sentence).toContain(s.explain(found.meanOfDifferences).slice(1, -1))
      }),
    )
  })
})
