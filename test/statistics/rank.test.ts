import { sampleCorrelation, sampleRankCorrelation } from 'simple-statistics'
import { describe, expect, it } from 'vitest'
import { correlation, kendallTauB, midranks, spearman } from '../../src/statistics/rank.js'
import { correlationInterval, rankTest } from '../../src/statistics/rank-test.js'
import { tagged } from './tagged.js'

describe('Spearman', () => {
  it.each([
    [[1, 1, 2], [1, 2, 1], -0.5],
    [[1, 1, 2, 2, 3, 3], [1, 2, 2, 3, 1, 3], 0.25],
    [[1, 1, 2, 2], [1, 2, 1, 2], 0],
    [[5.05, 6.75, 3.21, 2.66], [1.65, 2.64, 2.64, 6.95], -0.6324555],
    [[1, 1, 1, 1, 2], [5, 4, 3, 2, 1], -0.7071068],
    [[1, 2, 2, 4], [1, 2, 3, 4], 0.9486833],
    [[1, 2, 3], [10, 20, 30], 1],
    [[1, 2, 3], [0, -1, -2], -1],
  ])('of %j and %j is %d', (xs, ys, expected) => {
    expect(tagged(spearman(xs, ys), 'Correlation').estimate).toBeCloseTo(expected, 7)
  })

  it('agrees with simple-statistics where nothing ties', () => {
    const xs = [3, 1, 4, 1.5, 9, 2.6, 5]
    const ys = [2, 7, 1, 8, 2.8, 1.8, 28]
    expect(tagged(spearman(xs, ys), 'Correlation').estimate).toBeCloseTo(
      sampleRankCorrelation(xs, ys),
      12,
    )
    expect(tagged(correlation('pearson')(xs, ys), 'Correlation').estimate).toBeCloseTo(
      sampleCorrelation(xs, ys),
      12,
    )
  })

  it.each([
    [[], [], 'no_data'],
    [[1], [1], 'too_few'],
    [[1, 1, 1], [1, 2, 3], 'constant'],
    [[1, 2, 3], [7, 7, 7], 'constant'],
    [[1, 2], [1], 'unequal_lengths'],
    [[1, Number.NaN], [1, 2], 'not_finite'],
    [[1, 2], [1, Number.POSITIVE_INFINITY], 'not_finite'],
    [[1, null, 3], [1, 2, null], 'too_few'],
  ] as const)('of %j and %j is not evaluable: %s', (xs, ys, reason) => {
    expect(tagged(spearman(xs, ys), 'NotEvaluable').reason).toBe(reason)
  })

  it('drops pairs with a missing value, and says how many', () => {
    expect(spearman([1, null, 2, 3], [1, 5, 2, 3])).toEqual({
      _tag: 'Correlation',
      method: 'spearman',
      estimate: 1,
      n: 3,
      dropped: 1,
      droppedBecause: 'missing_value',
    })
  })

  it('ranks start at 1, and equal values share the mean of theirs', () => {
    expect(midranks([0, 0, -1, 5])).toEqual([2.5, 2.5, 1, 4])
    expect(midranks([])).toEqual([])
  })

  it('of Pearson neither overflows nor vanishes', () => {
    const at = (scale: number): number =>
      tagged(correlation('pearson')([scale, 2 * scale, 4 * scale], [1, 3, 2]), 'Correlation')
        .estimate
    expect(at(1e300)).toBeCloseTo(at(1), 12)
    expect(at(1e-300)).toBeCloseTo(at(1), 12)
  })
})

describe('a correlation', () => {
  const methods = ['spearman', 'kendall_tau_b', 'pearson'] as const

  it('with a constant column is not evaluable, whichever it is', () => {
    for (const method of methods)
      for (const [xs, ys] of [
        [
          [1, 2, 3],
          [7, 7, 7],
        ],
        [
          [7, 7, 7],
          [1, 2, 3],
        ],
        [
          [0, 0],
          [0, 0],
        ],
      ] as const)
        expect(correlation(method)(xs, ys)).toMatchObject({ statistic: method, reason: 'constant' })
  })

  it('of the closest values that floats can tell apart is evaluable', () => {
    const near = [1e308, 1e308 * (1 - 2 ** -52)]
    for (const method of methods)
      expect(tagged(correlation(method)(near, [2, 1]), 'Correlation').estimate).toBeCloseTo(1, 12)
  })
})

describe('Kendall', () => {
  it.each([
    [[1, 2, 3, 4, 5], [3, 4, 1, 2, 5], 0.2],
    [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -0.4714045207910316],
    [[1, 1, 2, 2], [1, 2, 1, 2], 0],
    [[1, 2, 3], [3, 2, 1], -1],
  ])('tau-b of %j and %j is %d', (xs, ys, expected) => {
    expect(tagged(kendallTauB(xs, ys), 'Correlation').estimate).toBeCloseTo(expected, 12)
  })
})

describe('the exact test', () => {
  it.each([
    [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5], 2 / 120],
    [[1, 2, 3, 4, 5], [2, 1, 3, 4, 5], 10 / 120],
    [[1, 2, 3], [3, 2, 1], 2 / 6],
  ])('of Spearman for %j and %j has p %d', (xs, ys, p) => {
    expect(tagged(rankTest()(xs, ys), 'PermutationTest').p).toBeCloseTo(p, 12)
  })

  it('of Kendall counts inversions: one inversion of five is 10 of 120 both ways', () => {
    const test = rankTest({ method: 'kendall_tau_b' })([1, 2, 3, 4, 5], [2, 1, 3, 4, 5])
    expect(tagged(test, 'PermutationTest').p).toBeCloseTo(10 / 120, 12)
  })

  it('looks one way or both ways, by either method', () => {
    for (const method of ['spearman', 'kendall_tau_b'] as const) {
      const p = (alternative: 'greater' | 'less' | 'two_sided') =>
        tagged(
          rankTest({ method, alternative })([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]),
          'PermutationTest',
        ).p
      expect([p('greater'), p('less'), p('two_sided')]).toEqual([1 / 120, 1, 2 / 120])
    }
  })

  it('counts every sampled arrangement once, and the observed one', () => {
    const ten = Array.from({ length: 10 }, (_, i) => i)
    const found = rankTest({ permutations: 9, alternative: 'less' })(ten, ten)
    expect(tagged(found, 'PermutationTest').p).toBe(1)
  })

  it('is exact for nine pairs and sampled from a seed for ten', () => {
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const exact = tagged(rankTest()(nine, nine), 'PermutationTest')
    expect([exact.exact, exact.arrangements, exact.seed]).toEqual([true, 362880, null])
    expect(exact.p).toBe(2 / 362880)
    const ten = [...nine, 10]
    const sampled = tagged(rankTest({ permutations: 999, seed: 3n })(ten, ten), 'PermutationTest')
    expect([sampled.exact, sampled.arrangements, sampled.seed]).toEqual([false, 999, 3])
    expect(sampled.p).toBe(1 / 1000)
  })

  it('agrees with sampling', () => {
    const xs = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    const ys = [2, 1, 4, 3, 7, 9, 5, 6, 8]
    const exact = tagged(rankTest()(xs, ys), 'PermutationTest').p
    // A tenth pair that changes little stands for the same order of p.
    const sampled = tagged(
      rankTest({ permutations: 20000 })([...xs, 10], [...ys, 4]),
      'PermutationTest',
    )
    expect(exact).toBeLessThan(0.05)
    expect(sampled.p).toBeGreaterThan(exact)
  })

  it('refuses malformed options', () => {
    expect(tagged(rankTest({ permutations: 0 })([1, 2], [1, 2]), 'NotEvaluable').reason).toBe(
      'malformed_options',
    )
  })
})

describe('the interval of a correlation', () => {
  const known = {
    _tag: 'Correlation',
    method: 'pearson',
    estimate: 0.5,
    n: 28,
    dropped: 0,
    droppedBecause: null,
  } as const

  it('is Fisher’s: r = .5 of 28 pairs is within [.156, .736]', () => {
    const found = tagged(correlationInterval()(known), 'CorrelationInterval')
    expect(found.low).toBeCloseTo(Math.tanh(Math.atanh(0.5) - 1.959964 / 5), 6)
    expect([found.low.toFixed(3), found.high.toFixed(3)]).toEqual(['0.156', '0.736'])
  })

  it('is wider with the error of Bonett and Wright, and Kendall’s has its own', () => {
    const plain = tagged(correlationInterval()(known), 'CorrelationInterval')
    const wide = tagged(correlationInterval(0.95, 'bonett_wright')(known), 'CorrelationInterval')
    expect(wide.high).toBeGreaterThan(plain.high)
    expect(Math.atanh(wide.high) - Math.atanh(0.5)).toBeCloseTo(1.959964 * Math.sqrt(1.125 / 25), 6)
    const kendall = correlationInterval()({ ...known, method: 'kendall_tau_b' })
    const reach = Math.atanh(tagged(kendall, 'CorrelationInterval').high) - Math.atanh(0.5)
    expect(reach).toBeCloseTo(1.959964 * Math.sqrt(0.437 / 24), 6)
  })

  it.each([
    [{ ...known, n: 3 }, 'too_few'],
    [{ ...known, n: 4, method: 'kendall_tau_b' as const }, 'too_few'],
    [{ ...known, estimate: 1 }, 'perfect_correlation'],
    [{ ...known, estimate: -1 }, 'perfect_correlation'],
  ])('of %j is not evaluable: %s', (found, reason) => {
    expect(tagged(correlationInterval()(found), 'NotEvaluable').reason).toBe(reason)
  })

  it('names its scale, and the interval that it refuses', () => {
    expect(tagged(correlationInterval()(known), 'CorrelationInterval').error).toBe('fisher')
    expect(tagged(correlationInterval(1)(known), 'NotEvaluable').statistic).toBe(
      `${known.method}_interval`,
    )
  })

  it('refuses a level of 1 and hands on a correlation that is not evaluable', () => {
    expect(tagged(correlationInterval(1)(known), 'NotEvaluable').reason).toBe('malformed_options')
    expect(tagged(correlationInterval()(spearman([], [])), 'NotEvaluable').reason).toBe('no_data')
  })
})
