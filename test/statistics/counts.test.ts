import { describe, expect, it } from 'vitest'
import { binomialMass } from '../../src/statistics/distribution.js'
import {
  binomialTest,
  mcNemar,
  mcNemarOfCounts,
  signTest,
} from '../../src/statistics/exact-test.js'
import { wilsonInterval } from '../../src/statistics/rate.js'
import { tagged } from './tagged.js'

const pOf = (...args: Parameters<ReturnType<typeof binomialTest>>): number =>
  tagged(binomialTest()(...args), 'CountTest').p

describe('the binomial test', () => {
  it.each([
    [9, 10, 22 / 1024],
    [10, 10, 2 / 1024],
    [5, 10, 1],
    [0, 1, 1],
    [8, 10, 112 / 1024],
  ])('%i of %i against one half has p %d', (successes, n, p) => {
    expect(pOf(successes, n)).toBeCloseTo(p, 12)
  })

  it('adds up every outcome that is no likelier, in both tails', () => {
    for (const probability of [0.1, 0.25, 1 / 3, 0.5, 0.8]) {
      for (const n of [1, 2, 7, 12, 30]) {
        for (let k = 0; k <= n; k += 1) {
          const mass = binomialMass(n, probability)
          const all = Array.from({ length: n + 1 }, (_, j) => mass(j))
          const most = mass(k) * (1 + 1e-7)
          const p = all.reduce((sum, m) => (m <= most ? sum + m : sum), 0)
          const found = tagged(binomialTest(probability)(k, n), 'CountTest')
          expect(found.p).toBeCloseTo(p, 10)
        }
      }
    }
  })

  it('keeps the digits of a small tail', () => {
    const found = tagged(binomialTest(0.5, 'greater')(200, 200), 'CountTest')
    expect(found.p / 2 ** -200).toBeCloseTo(1, 9)
  })

  it.each([
    [() => binomialTest()(3, 2), 'not_a_count'],
    [() => binomialTest()(-1, 2), 'not_a_count'],
    [() => binomialTest()(1.5, 2), 'not_a_count'],
    [() => binomialTest()(Number.NaN, 2), 'not_a_count'],
    [() => binomialTest(1.5)(1, 2), 'not_a_probability'],
    [() => binomialTest()(1, 1.5), 'not_a_count'],
    [() => binomialTest()(0, -1), 'not_a_count'],
    [() => binomialTest(-0.1)(1, 2), 'not_a_probability'],
    [() => binomialTest(Number.NaN)(1, 2), 'not_a_probability'],
    [() => binomialTest()(0, 0), 'no_data'],
    [() => signTest()([1, 2], [1]), 'unequal_lengths'],
    [() => signTest()([1, 2], [1, 2]), 'no_untied_pair'],
    [() => signTest()([], []), 'no_data'],
    [() => mcNemar()([true], []), 'unequal_lengths'],
    [() => mcNemarOfCounts('mid_p')(0, 0, 8), 'no_untied_pair'],
    [() => wilsonInterval()(0, 0), 'no_data'],
    [() => wilsonInterval()(3, 2), 'not_a_count'],
    [() => wilsonInterval()(-1, 2), 'not_a_count'],
    [() => wilsonInterval()(0.5, 2), 'not_a_count'],
    [() => wilsonInterval()(1, 2.5), 'not_a_count'],
    [() => wilsonInterval(0)(1, 2), 'malformed_options'],
    [() => wilsonInterval(1)(1, 2), 'malformed_options'],
  ] as const)('%#: is not evaluable: %s', (result, reason) => {
    expect(result()).toMatchObject({ _tag: 'NotEvaluable', reason })
  })
})

describe('tests of pairs', () => {
  it('better in 9 of 10 matched scenarios, with a tie and a missing one dropped', () => {
    const first = [2, 2, 2, 2, 2, 2, 2, 2, 2, 0, 1, null]
    const second = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    expect(tagged(signTest()(first, second), 'CountTest')).toMatchObject({
      test: 'sign',
      successes: 9,
      n: 10,
      dropped: 2,
      droppedBecause: 'tied_pair',
    })
    expect(tagged(signTest()(first, second), 'CountTest').p).toBeCloseTo(22 / 1024, 12)
  })

  it('the published pairs of Fagerland, Lydersen and Laake: 1 and 7 of 21 differ', () => {
    // Exact conditional p = 0.070, mid-p = 0.039 (Bentur et al.: airway hyper-responsiveness before and after).
    expect(tagged(mcNemarOfCounts('exact')(1, 7, 13), 'CountTest').p).toBeCloseTo(0.0703125, 12)
    expect(tagged(mcNemarOfCounts('mid_p')(1, 7, 13), 'CountTest').p).toBeCloseTo(0.0390625, 12)
  })

  it('counts pairs of booleans that differ', () => {
    const first = [true, true, true, false, false, true]
    const second = [false, false, true, true, false, false]
    expect(tagged(mcNemar()(first, second), 'CountTest')).toMatchObject({
      test: 'mcnemar_exact',
      successes: 3,
      n: 4,
      dropped: 2,
      droppedBecause: 'equal_outcomes',
    })
  })

  it('an even split has mid-p 1', () => {
    expect(tagged(mcNemarOfCounts('mid_p')(4, 4), 'CountTest').p).toBeCloseTo(1, 12)
  })
})

describe('Wilson', () => {
  // Newcombe (1998), table I, method 3, at 95%.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i is within [%d, %d]', (successes, n, low, high) => {
    const found = tagged(wilsonInterval()(successes, n), 'RateInterval')
    expect([Number(found.low.toFixed(4)), Number(found.high.toFixed(4))]).toEqual([low, high])
  })

  it('has exact ends at none and all', () => {
    expect(tagged(wilsonInterval()(0, 7), 'RateInterval').low).toBe(0)
    expect(tagged(wilsonInterval()(7, 7), 'RateInterval').high).toBe(1)
  })
})

describe('the account of a test', () => {
  const given = { dropped: 0, droppedBecause: null }

  it('names the test and all that it was given', () => {
    expect(binomialTest(0.5)(1, 2)).toEqual({
      _tag: 'CountTest',
      test: 'binomial',
      successes: 1,
      probability: 0.5,
      p: 1,
      alternative: 'two_sided',
      n: 2,
      ...given,
    })
    const ends = [binomialTest(0)(0, 3), binomialTest(1)(3, 3), binomialTest(0)(1, 3)]
    expect(ends.map((found) => tagged(found, 'CountTest').p)).toEqual([1, 1, 0])
  })

  it('names the statistic that it refuses', () => {
    const named = [
      [binomialTest()(1, 0), 'binomial'],
      [signTest()([1], []), 'sign'],
      [signTest()([1], [1]), 'sign'],
      [mcNemar()([true], []), 'mcnemar_exact'],
      [mcNemar('mid_p')([true], []), 'mcnemar_mid_p'],
      [mcNemarOfCounts('mid_p')(-1, 2), 'mcnemar_exact'],
      [wilsonInterval()(1, 0), 'rate'],
    ] as const
    expect(named.map(([found]) => tagged(found, 'NotEvaluable').statistic)).toEqual(
      named.map(([, statistic]) => statistic),
    )
  })

  it('says whether ties or missing values were dropped', () => {
    const found = (second: ReadonlyArray<number | null>) =>
      tagged(signTest()([1, 2, 3], second), 'CountTest')
    expect(found([0, 0, 3])).toMatchObject({ dropped: 1, droppedBecause: 'tied_pair' })
    expect(found([0, 0, null])).toMatchObject({ dropped: 1, droppedBecause: 'missing_value' })
    expect(found([0, 0, 0])).toMatchObject({ ...given, alternative: 'two_sided' })
  })

  it('counts equal outcomes and either kind of difference', () => {
    const first = [true, true, true, false, false, false, true]
    const second = [true, false, false, true, false, false, true]
    expect(tagged(mcNemar('mid_p')(first, second), 'CountTest')).toEqual({
      _tag: 'CountTest',
      test: 'mcnemar_mid_p',
      successes: 2,
      probability: 0.5,
      p: expect.closeTo(0.625, 12),
      alternative: 'two_sided',
      n: 3,
      dropped: 4,
      droppedBecause: 'equal_outcomes',
    })
    expect(tagged(mcNemarOfCounts()(1, 7), 'CountTest').test).toBe('mcnemar_exact')
  })

  it('is the same refusal by either variant, with the reason of the counts', () => {
    for (const onlySecond of [0, 2]) {
      const onlyFirst = onlySecond === 0 ? 0 : -1
      const refused = mcNemarOfCounts('exact')(onlyFirst, onlySecond, 8)
      expect(mcNemarOfCounts('mid_p')(onlyFirst, onlySecond, 8)).toEqual(refused)
    }
    expect(mcNemarOfCounts()(-1, 2, 8)).toMatchObject({ reason: 'not_a_count', dropped: 8 })
  })

  it('of a rate names its method', () => {
    expect(tagged(wilsonInterval()(0, 4), 'RateInterval')).toMatchObject({
      method: 'wilson',
      successes: 0,
      estimate: 0,
      low: 0,
      level: 0.95,
      n: 4,
      ...given,
    })
    // One success has a low end above 0, however wide the interval.
    expect(tagged(wilsonInterval(0.999999)(1, 9), 'RateInterval').low).toBeGreaterThan(0)
  })
})
