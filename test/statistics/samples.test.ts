import { permutationTest } from 'simple-statistics'
import { describe, expect, it } from 'vitest'
import { sum } from '../../src/core/arithmetic.js'
import { seedStream, withStream } from '../../src/core/random/stream.js'
import { intraclass } from '../../src/statistics/intraclass.js'
import { meanTest } from '../../src/statistics/mean-test.js'
import { planWorlds } from '../../src/statistics/planning.js'
import { correlation } from '../../src/statistics/rank.js'
import { type ModelScore, spearmanBrown, splitHalf } from '../../src/statistics/split-half.js'
import { tagged } from './tagged.js'

describe('the test of two means', () => {
  it.each([
    [[7, 8, 9], [1, 2, 3], 6, 2 / 20, 20],
    [[1, 2, 3], [1, 2, 3], 0, 1, 20],
    [[5], [1, 2, 3], 3, 1 / 4, 4],
    [[0.1, 0.2, 0.3], [0.3, 0.2, 0.1], 0, 1, 20],
  ])('%j and %j', (first, second, estimate, p, arrangements) => {
    const test = tagged(meanTest()(first, second), 'PermutationTest')
    expect(test.estimate).toBeCloseTo(estimate, 12)
    expect(test.p).toBeCloseTo(p, 12)
    expect([test.exact, test.arrangements]).toEqual([true, arrangements])
  })

  it('sampling agrees with enumeration, on Darwin’s heights of crossed and selfed plants', () => {
    const crossed = [23.5, 12, 21, 22, 19.1, 21.5, 22.1, 20.4]
    const selfed = [17.4, 20.4, 20, 20, 18.4, 18.6, 18.6, 15.3]
    const exact = tagged(meanTest()(crossed, selfed), 'PermutationTest')
    expect(exact.arrangements).toBe(12870)
    const sampled = tagged(
      meanTest({ mostEnumerated: 0, permutations: 20000 })(crossed, selfed),
      'PermutationTest',
    )
    expect([sampled.exact, sampled.seed]).toEqual([false, 7])
    expect(Math.abs(sampled.p - exact.p)).toBeLessThan(
      4 * Math.sqrt((exact.p * (1 - exact.p)) / 20000),
    )
    // simple-statistics samples too, with a generator of its caller's: a constant stream of quantiles.
    let state = 1
    const random = (): number => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
    expect(
      Math.abs(permutationTest(crossed, selfed, 'two_side', 20000, random) - exact.p),
    ).toBeLessThan(0.02)
  })

  it('one-sided tests look one way', () => {
    expect(
      tagged(meanTest({ alternative: 'greater' })([7, 8, 9], [1, 2, 3]), 'PermutationTest').p,
    ).toBe(0.05)
    expect(
      tagged(meanTest({ alternative: 'less' })([7, 8, 9], [1, 2, 3]), 'PermutationTest').p,
    ).toBe(1)
  })

  it.each([
    [[], [1], 'no_data'],
    [[1], [], 'no_data'],
    [[Number.NaN], [1], 'not_finite'],
    [[1], [2, Number.NaN], 'not_finite'],
    [[1e308, 1e308], [-1e308, 1], 'not_finite'],
  ])('of %j and %j is not evaluable: %s', (first, second, reason) => {
    const found = tagged(meanTest()(first, second), 'NotEvaluable')
    expect([found.statistic, found.reason]).toEqual(['difference_of_means', reason])
  })

  it('refuses to enumerate without end', () => {
    for (const options of [{ mostEnumerated: 1e12 }, { permutations: 0 }, { permutations: 1e8 }])
      expect(tagged(meanTest(options)([1], [2]), 'NotEvaluable').reason).toBe('malformed_options')
    for (const options of [{ mostEnumerated: 1e7 }, { permutations: 1 }, { permutations: 1e7 }])
      expect(meanTest(options)([1], [2])._tag).toBe('PermutationTest')
  })

  it('enumerates as many choices as it may, and samples from one more on', () => {
    const exact = (mostEnumerated: number, first: number, second: number): boolean => {
      const column = (n: number) => Array.from({ length: n }, (_, i) => i)
      const options = { mostEnumerated, permutations: 1 }
      const found = meanTest(options)(column(first), column(second))
      return tagged(found, 'PermutationTest').exact
    }
    expect([exact(20, 3, 3), exact(19, 3, 3)]).toEqual([true, false])
    expect([exact(10, 2, 3), exact(9, 2, 3), exact(10, 3, 2), exact(9, 3, 2)]).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect([exact(45, 2, 8), exact(44, 2, 8)]).toEqual([true, false])
  })

  it('counts the observed arrangement among the sampled ones', () => {
    const sampled = { mostEnumerated: 0, permutations: 4 }
    expect(meanTest({ ...sampled, alternative: 'greater' })([9, 9, 9], [1, 1, 1])).toMatchObject({
      test: 'difference_of_means',
      exact: false,
      arrangements: 4,
      p: 0.2,
    })
    expect(tagged(meanTest(sampled)([1, 1], [1, 1]), 'PermutationTest').p).toBe(1)
  })

  it('counts every choice at least as far out, and none that is nearer', () => {
    const p = (alternative: 'less' | 'greater' | 'two_sided') =>
      tagged(meanTest({ alternative })([1, 2], [3, 4, 9]), 'PermutationTest').p
    expect([p('less'), p('greater'), p('two_sided')]).toEqual([0.1, 1, 0.2])
    const q = (alternative: 'less' | 'greater') =>
      tagged(meanTest({ alternative })([1, 9], [3, 4, 2]), 'PermutationTest').p
    expect([q('less'), q('greater')]).toEqual([0.7, 0.4])
  })
})

describe('split halves', () => {
  it.each([
    [0.5, 2 / 3],
    [0.9, 0.9473684210526315],
    [-0.2, -0.5],
    [-1, null],
    [0, 0],
    [1, 1],
    [Number.NaN, null],
  ])('Spearman-Brown of %d is %d', (r, expected) => {
    const found = spearmanBrown()(r)
    if (expected === null) expect(found).toBeNull()
    else expect(found).toBeCloseTo(expected, 12)
  })

  const rowsOf = (
    models: ReadonlyArray<string>,
    score: (model: number, world: number) => number | null,
  ) =>
    models.flatMap((model, m) =>
      Array.from(
        { length: 12 },
        (_, w): ModelScore => ({ model, world: `w${w}`, score: score(m, w) }),
      ),
    )

  it('fewer than three models with data are not evaluable, however many are named', () => {
    const two = rowsOf(['a', 'b'], (m, w) => m + (w % 3))
    expect(tagged(splitHalf()(two), 'NotEvaluable').reason).toBe('too_few')
    const third = [...two, ...rowsOf(['c'], () => null)]
    expect(tagged(splitHalf()(third), 'NotEvaluable')).toMatchObject({
      reason: 'too_few',
      dropped: 1,
      droppedBecause: 'no_data',
    })
  })

  it('scores without any signal have a reliability around 0, scores with signal a high one', () => {
    const noise = (m: number, w: number): number => ((m * 7919 + w * 104729) % 97) / 97
    const quiet = tagged(
      splitHalf()(rowsOf(['a', 'b', 'c', 'd'], (m, w) => 10 * m + noise(m, w))),
      'Reliability',
    )
    expect(quiet.estimate).toBeGreaterThan(0.99)
    expect(quiet.steppedUp).toBeGreaterThan(quiet.estimate)
    expect([quiet.models, quiet.n, quiet.splits, quiet.splitsDropped]).toEqual([4, 12, 200, 0])
    const ranks = tagged(
      splitHalf({ correlation: 'spearman' })(
        rowsOf(['a', 'b', 'c', 'd'], (m, w) => 10 * m + noise(m, w)),
      ),
      'Reliability',
    )
    expect(ranks.estimate).toBe(1)
  })

  it('models that trade places between two worlds have a reliability of -1, and none stepped up', () => {
    const rows = ['a', 'b', 'c'].flatMap(
      (model, m): ReadonlyArray<ModelScore> => [
        { model, world: 'x', score: m },
        { model, world: 'y', score: -m },
      ],
    )
    expect(tagged(splitHalf()(rows), 'Reliability')).toMatchObject({
      estimate: -1,
      steppedUp: null,
    })
  })

  it('correlates the means of the scores of each half, by hand', () => {
    const scores: ReadonlyArray<ModelScore> = [
      { model: 'a', world: 'x', score: 1 },
      { model: 'a', world: 'x', score: 3 },
      { model: 'b', world: 'x', score: 4 },
      { model: 'c', world: 'x', score: 9 },
      { model: 'a', world: 'y', score: 1 },
      { model: 'b', world: 'y', score: 2 },
      { model: 'c', world: 'y', score: 3 },
    ]
    // Of (2, 4, 9) with (1, 2, 3): deviations -3, -1, 4 and -1, 0, 1.
    expect(tagged(splitHalf()(scores), 'Reliability').estimate).toBeCloseTo(7 / Math.sqrt(52), 12)
    expect(splitHalf()(scores.slice(0, 4))).toMatchObject({
      statistic: 'split_half',
      reason: 'too_few',
    })
    // A model of one world is in one half of a split, and two models are no comparison.
    expect(splitHalf()(scores.slice(0, 6))).toMatchObject({ reason: 'no_split_kept' })
    const fourth = { model: 'd', world: 'x', score: 5 }
    expect(tagged(splitHalf()([...scores, fourth]), 'Reliability')).toMatchObject({
      estimate: expect.closeTo(7 / Math.sqrt(52), 12),
      models: 4,
      splitsDropped: 0,
    })
  })

  it.each(['dbeca', 'caebd'])(
    'takes worlds and models in the order of their names, to the last bit, as of %s',
    (named) => {
      const worlds = ['w3', 'w1', 'w0', 'w4', 'w2']
      const table: Readonly<Record<string, ReadonlyArray<number>>> = {
        a: [0.3, 0.1, 0.4, 0.15, 0.9],
        b: [0.26, 0.5, 0.35, 0.89, 0.7],
        c: [0.93, 0.23, 0.84, 0.6, 0.2],
        d: [0.64, 0.33, 0.83, 0.27, 0.95],
        e: [0.02, 0.88, 0.41, 0.97, 0.16],
      }
      const rows = [...named].flatMap((model) =>
        worlds.flatMap((world) => {
          const score = table[model]?.[Number(world.slice(1))] ?? 0
          return [score + 0.5, score].map((each) => ({ model, world, score: each }))
        }),
      )
      const seen = new Set<string>()
      const scoreOf = (scores: ReadonlyArray<number>): number | null => {
        seen.add(scores.join(' '))
        return scores[0] ?? null
      }
      const found = tagged(splitHalf({ splits: 9, scoreOf })(rows), 'Reliability')
      // The twin: the halves drawn by hand, each scored by its first world.
      const seenByHand = new Set<string>()
      const [estimates] = withStream(seedStream(7n), (draw) =>
        Array.from({ length: 9 }, () => {
          const order = draw.shuffled([0, 1, 2, 3, 4])
          const [one = [], other = []] = [order.slice(0, 2), order.slice(2)].map((half) => {
            const sorted = [...half].sort((x, y) => x - y)
            return Object.values(table).map((scores) => {
              const ofHalf = sorted.map((world) => scores[world] ?? 0)
              seenByHand.add(ofHalf.flatMap((score) => [score, score + 0.5]).join(' '))
              return ofHalf[0] ?? 0
            })
          })
          return tagged(correlation('pearson')(one, other), 'Correlation').estimate
        }),
      )
      expect([...seen].sort()).toEqual([...seenByHand].sort())
      expect(found.estimate).toBe(sum('neumaier')(estimates) / 9)
    },
  )

  it('models that all score alike have no reliability, and a NaN is refused', () => {
    expect(tagged(splitHalf()(rowsOf(['a', 'b', 'c'], () => 1)), 'NotEvaluable').reason).toBe(
      'no_split_kept',
    )
    expect(
      tagged(
        splitHalf()(rowsOf(['a', 'b', 'c'], (m, w) => (w === 5 ? Number.NaN : m + (w % 3)))),
        'NotEvaluable',
      ).reason,
    ).toBe('not_finite')
    expect(
      tagged(splitHalf({ splits: 0 })(rowsOf(['a', 'b', 'c'], (m) => m)), 'NotEvaluable').reason,
    ).toBe('malformed_options')
  })
})

describe('intraclass correlation', () => {
  // Shrout and Fleiss (1979), table 2.
  const table = [
    [9, 2, 5, 8],
    [6, 1, 3, 2],
    [8, 4, 6, 8],
    [7, 1, 2, 6],
    [10, 5, 6, 9],
    [6, 2, 4, 7],
  ]

  it.each([
    ['ICC(1)', 0.17, 0.165742],
    ['ICC(A,1)', 0.29, 0.289764],
    ['ICC(C,1)', 0.71, 0.714841],
  ] as const)('%s of the data of Shrout and Fleiss is %d', (form, published, digits) => {
    const found = tagged(intraclass(form)(table), 'Intraclass')
    expect(Number(found.estimate.toFixed(2))).toBe(published)
    expect(found.estimate).toBeCloseTo(digits, 6)
    expect([found.n, found.raters, found.dropped]).toEqual([6, 4, 0])
  })

  it('can be negative', () => {
    const found = tagged(
      intraclass('ICC(1)')([
        [1, 2],
        [2, 1],
        [1, 2],
      ]),
      'Intraclass',
    )
    expect(found.estimate).toBeCloseTo(-1, 12)
  })

  it('drops rows with a missing score', () => {
    expect(tagged(intraclass('ICC(C,1)')([...table, [1, null, 2, 3]]), 'Intraclass')).toMatchObject(
      { n: 6, dropped: 1, droppedBecause: 'missing_value' },
    )
  })

  it('keeps its digits far from 0', () => {
    const far = table.map((row) => row.map((score) => 1e9 + score))
    expect(tagged(intraclass('ICC(A,1)')(far), 'Intraclass').estimate).toBeCloseTo(0.289764, 6)
  })

  it.each([
    [[[1, 2]], 'too_few'],
    [[[1], [2]], 'too_few'],
    [[], 'too_few'],
    [[[1, 2], [1]], 'ragged_table'],
    [
      [
        [3, 3],
        [3, 3],
      ],
      'constant',
    ],
    [
      [
        [1, Number.NaN],
        [1, 2],
      ],
      'not_finite',
    ],
    [[[1, Number.NaN]], 'not_finite'],
    [
      [
        [1e200, -1e200],
        [2, 1],
      ],
      'not_finite',
    ],
    // The mean of six times 0.1 is not 0.1.
    [
      [
        [0.1, 0.1, 0.1],
        [0.1, 0.1, 0.1],
      ],
      'constant',
    ],
  ])('of %j is not evaluable: %s', (rows, reason) => {
    expect(intraclass('ICC(1)')(rows)).toMatchObject({
      _tag: 'NotEvaluable',
      statistic: 'ICC(1)',
      reason,
    })
  })

  it('raters that differ by a constant alone leave nothing to be consistent about', () => {
    const apart = [
      [1, 2],
      [1, 2],
    ]
    expect(tagged(intraclass('ICC(C,1)')(apart), 'NotEvaluable').reason).toBe('constant')
    expect(tagged(intraclass('ICC(A,1)')(apart), 'Intraclass').estimate).toBe(0)
  })
})

describe('planning', () => {
  const pairs = (...of: ReadonlyArray<readonly [number, number]>) =>
    of.map(([numerator, denominator]) => ({ numerator, denominator }))
  const pilot = pairs([1, 2], [2, 3], [1, 4], [3, 4])

  it('is the delta method', () => {
    // R = 7/13; the values w - R d are -1/13, 5/13, -15/13, 11/13, with sum of squares 372/169.
    const plan = tagged(planWorlds(0.05)(pilot), 'SamplePlan')
    expect(plan.estimate).toBeCloseTo(7 / 13, 12)
    expect(plan.spread).toBeCloseTo(Math.sqrt(372 / 169 / 3) / 3.25, 12)
    expect(plan.worlds).toBe(Math.ceil((1.959963984540054 * plan.spread) ** 2 / 0.0025))
    expect(plan.halfWidth).toBeCloseTo((1.959963984540054 * plan.spread) / 2, 10)
  })

  it('keeps its promise: intervals of that many worlds have the half-width, and hold the ratio', () => {
    let state = 20
    const uniform = (): number => {
      state = (state * 48271) % 2147483647
      return state / 2147483647
    }
    const draw = () => {
      const denominator = 1 + uniform()
      return { numerator: denominator * (0.3 + 0.4 * (uniform() + uniform() - 1)), denominator }
    }
    const plan = tagged(planWorlds(0.02)(Array.from({ length: 4000 }, draw)), 'SamplePlan')
    const ratios = Array.from({ length: 2000 }, () => {
      const sums = Array.from({ length: plan.worlds }, draw).reduce((a, b) => ({
        numerator: a.numerator + b.numerator,
        denominator: a.denominator + b.denominator,
      }))
      return sums.numerator / sums.denominator
    })
    const inside = ratios.filter((ratio) => Math.abs(ratio - 0.3) <= 0.02).length / ratios.length
    // Nominal 95%; four Monte-Carlo errors of 2,000 trials are 2%.
    expect(Math.abs(inside - 0.95)).toBeLessThan(0.02)
  })

  it.each([
    [() => planWorlds(0.05)([]), 'no_data'],
    [() => planWorlds(0.05)(pilot.slice(0, 1)), 'too_few'],
    [() => planWorlds(0)(pilot), 'malformed_options'],
    [() => planWorlds(-0.1)(pilot), 'malformed_options'],
    [() => planWorlds(Number.POSITIVE_INFINITY)(pilot), 'malformed_options'],
    [() => planWorlds(Number.NaN)(pilot), 'malformed_options'],
    [() => planWorlds(0.1, 1)(pilot), 'malformed_options'],
    [() => planWorlds(0.1)(pairs([1, 1e-9], [2, 0])), 'degenerate_denominator'],
    [() => planWorlds(0.1)(pairs([0, 1], [0, 2])), 'constant'],
    [() => planWorlds(0.1)(pairs([Number.NaN, 0], [1, 0])), 'not_finite'],
    [() => planWorlds(0.1)(pairs([1, Number.NEGATIVE_INFINITY], [1, 1])), 'not_finite'],
    [() => planWorlds(0.1)(pairs([1e200, 1], [-1e200, 1])), 'not_finite'],
    [
      () => planWorlds(0.1)(pilot.map(({ numerator }) => ({ numerator, denominator: 0 }))),
      'degenerate_denominator',
    ],
    [
      () =>
        planWorlds(0.1)(
          pilot.map(({ denominator }) => ({ numerator: denominator / 2, denominator })),
        ),
      'constant',
    ],
    [
      () =>
        planWorlds(0.1)([
          { numerator: Number.NaN, denominator: 1 },
          { numerator: 1, denominator: 1 },
        ]),
      'not_finite',
    ],
  ])('%#: is not evaluable: %s', (plan, reason) => {
    expect(plan()).toMatchObject({ _tag: 'NotEvaluable', statistic: 'sample_plan', reason })
  })

  it('two worlds and a denominator just above none are enough', () => {
    // R = 1/2, w - R d = -1/2 and 1/2: the variance is 1/2, the mean denominator 1.
    expect(planWorlds(1)(pairs([0, 1], [1, 1]))).toMatchObject({
      worlds: 2,
      estimate: 0.5,
      spread: expect.closeTo(Math.SQRT1_2, 12),
    })
    expect(planWorlds(1)(pairs([1, 1.1e-9], [2, 0]))._tag).toBe('SamplePlan')
  })

  it('does not depend on the unit of numerators and denominators', () => {
    const larger = pilot.map(({ numerator, denominator }) => ({
      numerator: numerator * 2 ** 30,
      denominator: denominator * 2 ** 30,
    }))
    expect(planWorlds(0.05)(larger)).toEqual(planWorlds(0.05)(pilot))
  })
})
