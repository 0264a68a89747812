import { describe, expect, it } from 'vitest'
import * as s from '../../src/statistics/index.js'

const arm = (...numerators: ReadonlyArray<number>) =>
  numerators.map((numerator, i) => ({ key: `w${i}`, numerator, denominator: 10 }))
const duel = (winner: string, loser: string, id: string): s.RatedGame => ({
  id,
  scores: [
    { player: winner, score: 1 },
    { player: loser, score: 0 },
  ],
})
const factor = (name: string, labels: string) => ({ name, labels: [...labels] })
const scores = ['a', 'b', 'c', 'd'].flatMap((model, m) =>
  Array.from({ length: 6 }, (_, w) => ({
    model,
    world: `w${w}`,
    score: m === 3 ? null : m * 2 + (w % 2),
  })),
)

const sentences: ReadonlyArray<readonly [s.Explainable, string]> = [
  [
    s.spearman([1, 2, null, 4], [1, 3, 2, 4]),
    'The spearman correlation is 1, from 3 pairs, 1 dropped for a missing value.',
  ],
  [
    s.spearman([1, 1], [1, 2]),
    'The spearman is not evaluable because the values do not vary: n = 2, none dropped.',
  ],
  [
    s.decomposeVariance({ ssType: 'II' })([1, 2, 3, 4], [factor('x', 'aabb'), factor('y', 'ccdd')]),
    'The variance decomposition is not evaluable because a term is determined by others ("y"): n = 4, none dropped.',
  ],
  [
    s.rankTest()([1, 2, 3, 4], [1, 2, 3, 4]),
    'The spearman is 1, p = 0.08333 either way (exact over 24 arrangements), from 4 pairs, none dropped.',
  ],
  [
    s.meanTest({ alternative: 'greater', mostEnumerated: 0, permutations: 99 })(
      [7, 8, 9],
      [1, 2, 3],
    ),
    'The difference of means is 6, p = 0.05 if a larger value is as extreme (estimated from 99 random arrangements), from 6 values, none dropped.',
  ],
  [
    s.signTest()([2, 2, 2, 1], [1, 1, 1, 1]),
    'By the sign test 3 of 3 has p = 0.25 either way against 0.5, from 3 differing pairs, 1 dropped as ties.',
  ],
  [
    s.binomialTest(0.5, 'greater')(40, 40),
    'By the binomial test 40 of 40 has p < 0.0001 if a larger value is as extreme against 0.5, from 40 trials, none dropped.',
  ],
  [
    s.wilsonInterval()(8, 10),
    'The rate is 0.8 (8 of 10), with a 95% Wilson interval of [0.4902, 0.9433], from 10 trials, none dropped.',
  ],
  [
    s.splitHalf({ splits: 10 })(scores),
    'The split-half reliability of 3 models is 1 by pearson, 1 for all worlds by Spearman-Brown, over 10 splits (0 left out), from 6 worlds, 1 model dropped without data.',
  ],
  [
    s.decomposeVariance()([1, 2, 3, 4, 5, 6], [factor('side', 'bbbsss')]),
    'Of the variance, side 77.14% are explained and 22.86% left, in a balanced design, from 6 rows, none dropped.',
  ],
  [
    s.intraclass('ICC(1)')([
      [1, 2],
      [3, 4],
      [7, 6],
    ]),
    'The intraclass correlation ICC(1) of 2 raters is 0.9241, from 3 targets, none dropped.',
  ],
  [
    s.holm()([0.01, 0.04, null]),
    "Of 2 comparisons, 2 stand at 0.05 after Holm's adjustment, 1 dropped for a missing value.",
  ],
  [
    s.rankSets()([
      { name: 'a', estimate: 3, low: 1, high: 5 },
      { name: 'b', estimate: 2, low: 1, high: 3 },
    ]),
    'a has the best estimate, but its interval overlaps those of b, so the ranks below the leader are unresolved, from 2 intervals, none dropped.',
  ],
  [
    s.rankSets()([{ name: 'a', estimate: 3, low: 1, high: 5 }]),
    'a leads, and every rank is resolved, from 1 interval, none dropped.',
  ],
  [
    s.eloRatings()([duel('a', 'b', '1')]),
    'The Elo ratings are a 1516, b 1484 (K = 32, games in the order given), from 1 game, none dropped.',
  ],
  [
    s.strengths()([duel('a', 'b', '1'), duel('c', 'd', '2'), duel('d', 'c', '3')]),
    'The bradley terry ratings are a above b (separated: the gap has no bound); c 1500 [1259, 1741], d 1500 [1259, 1741], with no gap between groups that never met, with 95% intervals, from 3 games, none dropped.',
  ],
  [
    s.ratioBootstrap()([1, 2, -1], [2, 2, 4]),
    'The ratio of sums has a 95% percentile interval of [-0.25, 1], from 3 rows and 2000 replicates (0 dropped), engine cpython.',
  ],
  [
    s.ratioBootstrap()([], []),
    'The percentile interval of the ratio of sums is not evaluable because there are no rows: n = 0, 0 replicates dropped.',
  ],
  [s.pooledRatio('plain')([1, 2], [2, 2]), 'The ratio of sums is 0.75, from 2 rows, none dropped.'],
  [
    s.pooledRatio('plain')([1], [0]),
    'The ratio of sums is not evaluable because the denominators add up to nothing: n = 1, none dropped.',
  ],
  [
    s.ratioInterval()(arm(4)),
    'The bca interval of the ratio of sums is not evaluable because one world says nothing of the spread between worlds: n = 1, 0 replicates dropped.',
  ],
]

describe('explain', () => {
  it.each(sentences.map(([result, sentence]) => [sentence, result] as const))(
    'says: %s',
    (sentence, result) => {
      expect(s.explain(result)).toBe(sentence)
    },
  )

  it('says what an interval is made of, its replicates and its engine', () => {
    const sentence = s.explain(s.ratioInterval({ method: 'percentile' })(arm(1, 2, 3, 4, 5)))
    expect(sentence).toMatch(
      /^The ratio of sums is 0\.3, with a 95% percentile interval of \[0\.\d+, 0\.\d+\], from 5 worlds in 5 rows and 2000 replicates \(0 dropped\), engine multinomial\.$/,
    )
  })

  it('says that a set has no bounds', () => {
    const rows = [-1, 0, 2].map((denominator, i) => ({
      key: `w${i}`,
      numerator: i + 1,
      denominator,
    }))
    expect(s.explain(s.fiellerInterval()(rows))).toMatch(
      /has no bounds .* from 3 worlds in 3 rows, none dropped\.$/,
    )
  })

  it('says which worlds of a pair were dropped', () => {
    const sentence = s.explain(s.pairedDifference()(arm(6, 7, 9, 5, 8), arm(4, 6, 6, 5)))
    expect(sentence).toContain(
      'Of 4 joined worlds (1 of the first arm only and 0 of the second only dropped',
    )
    expect(sentence).toContain('the difference of ratios is 0.15, with')
    expect(sentence).toContain('the mean of differences is 0.15, with')
  })

  it('says which cells of a margin were dropped, and which cases have no spread', () => {
    const cells = (list: ReadonlyArray<number | null>) =>
      list.map((numerator, i) => ({ case: 'c', key: `w${i}`, numerator, denominator: 10 }))
    const [margin] = s.marginOverFloor()(cells([6, 7, null, 8]), cells([4, 4, 6, 6, 1]))
    if (margin === undefined) throw new Error('a margin')
    expect(s.explain(margin)).toContain(
      'In case "c", over 3 cells (dropped: 1 subject not scored, 1 no subject)',
    )
    const macro = s.macroInterval()(arm(1, 2, 3).map((row) => ({ ...row, case: 'x' })))
    expect(s.explain(macro)).toContain('Over 1 case (none dropped), the mean of case ratios is 0.2')
  })
})

describe('explain, of records that are rare', () => {
  const account = { n: 4, dropped: 0, droppedBecause: null }
  const provenance = {
    statistic: 'ratio_of_sums',
    engine: 'keyed',
    method: 'percentile',
    level: 0.9,
    n: null,
    rows: 7,
    replicates: 100,
    kept: 98,
    dropped: 2,
    seed: 7,
    gridEffect: 0,
  } as const
  const interval = {
    _tag: 'Interval',
    estimate: 0.5,
    low: -0.00001,
    high: 1,
    degenerate: false,
    ...provenance,
  } as const
  const set = {
    _tag: 'Unbounded',
    estimate: 2,
    shape: 'ray',
    ...provenance,
    method: 'fieller',
  } as const
  const told: ReadonlyArray<readonly [string, s.Explainable, string]> = [
    [
      'an interval of merged worlds with replicates dropped',
      interval,
      'The ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed.',
    ],
    [
      'an interval without spread',
      { ...interval, n: 3, low: 0.5, high: 0.5, degenerate: true, kept: 100, dropped: 0 },
      'The ratio of sums is 0.5, with a 90% percentile interval of [0.5, 0.5], which is degenerate: the sample has no spread, from 3 worlds in 7 rows and 100 replicates (0 dropped), engine keyed.',
    ],
    [
      'an interval that nothing was resampled for',
      { ...interval, n: 1, rows: 1, low: 0, replicates: 0, kept: 0, dropped: 0 },
      'The ratio of sums is 0.5, with a 90% percentile interval of [0, 1], from 1 world in 1 row, none dropped.',
    ],
    [
      'an interval that kept and dropped nothing',
      { ...interval, n: 2, low: 0, kept: 0, dropped: 0 },
      'The ratio of sums is 0.5, with a 90% percentile interval of [0, 1], from 2 worlds in 7 rows, none dropped.',
    ],
    [
      'an interval that merged worlds do not have',
      { _tag: 'NotEvaluable', reason: 'one_world', estimate: null, ...provenance },
      'The percentile interval of the ratio of sums is not evaluable because one world says nothing of the spread between worlds: merged worlds, 2 replicates dropped.',
    ],
    [
      'a half-line upwards',
      { ...set, atMost: null, atLeast: 1.5 },
      'The ratio of sums is 2, but its 90% fieller set has no bounds (all that is at least 1.5), from merged worlds in 7 rows, none dropped.',
    ],
    [
      'a half-line downwards',
      { ...set, n: 1, atMost: 3, atLeast: null },
      'The ratio of sums is 2, but its 90% fieller set has no bounds (all that is at most 3), from 1 world in 7 rows, none dropped.',
    ],
    [
      'all but what lies between',
      { ...set, shape: 'complement', n: 2, atMost: -1, atLeast: 3 },
      'The ratio of sums is 2, but its 90% fieller set has no bounds (all that is at most -1 or at least 3), from 2 worlds in 7 rows, none dropped.',
    ],
    [
      'every number',
      { ...set, shape: 'line', n: 2, atMost: null, atLeast: null },
      'The ratio of sums is 2, but its 90% fieller set has no bounds (every number), from 2 worlds in 7 rows, none dropped.',
    ],
    [
      'a correlation with its interval, something dropped without a reason',
      {
        _tag: 'CorrelationInterval',
        method: 'kendall_tau_b',
        error: 'fisher',
        estimate: 0.25,
        low: -0.5,
        high: 0.75,
        level: 0.95,
        ...account,
        dropped: 2,
      },
      'The kendall tau b correlation is 0.25, with a 95% interval of [-0.5, 0.75], from 4 pairs, 2 dropped.',
    ],
    [
      'a p at the least that is written',
      { ...(s.rankTest()([1, 2, 3, 4], [4, 3, 2, 1]) as s.PermutationTest), p: 1e-4 },
      'The spearman is -1, p = 0.0001 either way (exact over 24 arrangements), from 4 pairs, none dropped.',
    ],
    [
      'a reliability that does not step up',
      {
        ...(s.splitHalf({ splits: 10 })(scores) as s.Reliability),
        steppedUp: null,
        splitsDropped: 3,
        dropped: 0,
        droppedBecause: null,
      },
      'The split-half reliability of 3 models is 1 by pearson, undefined for all worlds by Spearman-Brown, over 7 splits (3 left out), from 6 worlds, no model dropped.',
    ],
    [
      'an unbalanced design',
      s.decomposeVariance({ ssType: 'II' })(
        [1, 2, 4, 8, 16],
        [factor('x', 'aabba'), factor('y', 'cdcdc')],
      ),
      'Of the variance by type II, x 0%, y 3.136% are explained and 96.77% left, in an unbalanced design, from 5 rows, none dropped.',
    ],
    [
      'discoveries',
      s.benjaminiHochberg(0.1)([0.01, 0.9]),
      "Of 2 comparisons, 1 stand at 0.1 after Benjamini and Hochberg's adjustment, none dropped.",
    ],
    [
      'ranks of which some are open',
      s.rankSets()([
        { name: 'a', estimate: 9, low: 8, high: 10 },
        { name: 'b', estimate: 3, low: 1, high: 5 },
        { name: 'c', estimate: 2, low: 1, high: 3 },
      ]),
      'a leads, and some ranks below it are unresolved, from 3 intervals, none dropped.',
    ],
    [
      'a leader with two at its heels',
      s.rankSets()(['a', 'b', 'c'].map((name, i) => ({ name, estimate: 3 - i, low: 0, high: 5 }))),
      'a has the best estimate, but its interval overlaps those of b, c, so the ranks below the leader are unresolved, from 3 intervals, none dropped.',
    ],
    [
      'players who never lost to some',
      s.strengths()([
        duel('a', 'b', '1'),
        duel('a', 'c', '2'),
        duel('b', 'c', '3'),
        duel('c', 'b', '4'),
      ]),
      'The bradley terry ratings are a above b and c (separated: the gap has no bound), with 95% intervals, from 4 games, none dropped.',
    ],
    [
      'ratings with resampled intervals',
      {
        _tag: 'RatingIntervals',
        model: 'plackett_luce',
        ratings: [
          { player: 'a', rating: 1510, low: 1500, high: 1520 },
          { player: 'b', rating: 1490, low: 1480, high: 1500 },
        ],
        level: 0.95,
        kept: 97,
        droppedReplicates: 3,
        ...account,
      } as unknown as s.RatingIntervals,
      'The plackett luce ratings are a 1510 [1500, 1520], b 1490 [1480, 1500], with 95% intervals from 97 resamples of the games (3 without ratings), from 4 games, none dropped.',
    ],
    [
      'a plan',
      {
        _tag: 'SamplePlan',
        target: 0.05,
        level: 0.95,
        worlds: 30,
        halfWidth: 0.1,
        ...account,
      } as unknown as s.SamplePlan,
      'A half-width of 0.05 at 95% takes about 30 worlds where the pilot has 0.1, from 4 worlds, none dropped.',
    ],
    [
      'a pair of which one world has no ratio',
      {
        differenceOfRatios: interval,
        meanOfDifferences: interval,
        joined: 1,
        onlyFirst: [],
        onlySecond: ['x'],
        withoutRatio: ['y', 'z'],
      },
      'Of 1 joined world (0 of the first arm only and 1 of the second only dropped, 2 without a ratio in one arm left out of the mean), the ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed, and the ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed.',
    ],
    [
      'cases without spread',
      {
        interval,
        cases: [
          { case: 'a', ratio: 1, n: 1 },
          { case: 'b', ratio: 1, n: 1 },
        ],
        unsupported: ['a', 'b'],
      },
      'Over 2 cases (no spread within a, b), the ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed.',
    ],
    [
      'a margin of which nothing was dropped',
      { case: 'a', margin: interval, meanMargin: interval, cells: 1, dropped: [] },
      'In case "a", over 1 cell (none dropped), the ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed.',
    ],
    [
      'a margin of which cells were dropped for several reasons',
      {
        case: 'a',
        margin: interval,
        meanMargin: interval,
        cells: 2,
        dropped: [
          { key: 'x', reason: 'no_floor' },
          { key: 'y', reason: 'no_subject' },
          { key: 'z', reason: 'no_floor' },
        ],
      },
      'In case "a", over 2 cells (dropped: 2 no floor, 1 no subject), the ratio of sums is 0.5, with a 90% percentile interval of [-0.00001, 1], from merged worlds in 7 rows and 98 replicates (2 dropped without a value), engine keyed.',
    ],
  ]

  it.each(told)('tells %s', (_what, result, sentence) => {
    expect(s.explain(result)).toBe(sentence)
  })
})
