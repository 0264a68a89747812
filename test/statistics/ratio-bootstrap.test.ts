import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import {
  pooledRatio,
  type RatioBootstrapOptions,
  ratioBootstrap,
  sigmaOfInterval,
} from '../../src/statistics/ratio-bootstrap.js'

type Rows = readonly [ReadonlyArray<number>, ReadonlyArray<number>]

const five: Rows = [
  [12.4, -3.25, 0.1, 30.7, 8.05],
  [68.4, 51.3, 60.2, 44.9, 70.1],
]

const spread = (n: number): Rows => [
  Array.from({ length: n }, (_, i) => ((i * 37) % 101) / 7 - 5),
  Array.from({ length: n }, (_, i) => 40 + ((i * 53) % 89) / 11),
]

const cancelling: Rows = [
  [1e16, 1, -1e16, 1, 3],
  [10, 20, 30, 40, 50],
]

/** Pooled ratio, low and high end printed by CPython 3.11 (`plain`) and 3.12, 3.13 (`neumaier`). */
const table: ReadonlyArray<
  readonly [string, Rows, Partial<RatioBootstrapOptions>, number, number, number]
> = [
  [
    'five rows',
    five,
    { summation: 'plain' },
    0.16276703967446593,
    0.005970658478335041,
    0.397265476642613,
  ],
  [
    'five rows',
    five,
    { summation: 'neumaier' },
    0.16276703967446593,
    0.005970658478335041,
    0.39726547664261297,
  ],
  [
    'seed 0 and 500 replicates',
    five,
    { summation: 'plain', seed: 0n, replicates: 500 },
    0.16276703967446593,
    0.00597065847833504,
    0.4119692532942899,
  ],
  [
    'a seed beyond 2^64',
    five,
    { summation: 'plain', seed: 2n ** 70n + 3n, replicates: 1000 },
    0.16276703967446593,
    0.0059706584783350385,
    0.39799528301886794,
  ],
  [
    'a level of 0.9',
    five,
    { summation: 'plain', level: 0.9 },
    0.16276703967446593,
    0.021591295477728666,
    0.360724820901812,
  ],
  [
    'a level of 0.9',
    five,
    { summation: 'neumaier', level: 0.9 },
    0.16276703967446593,
    0.021591295477728673,
    0.36072482090181207,
  ],
  [
    '64 rows, where half of the words are rejected',
    spread(64),
    { summation: 'plain' },
    0.04781684698608964,
    0.025175887907792165,
    0.0713594603809401,
  ],
  [
    '64 rows, where half of the words are rejected',
    spread(64),
    { summation: 'neumaier' },
    0.047816846986089644,
    0.02517588790779217,
    0.0713594603809401,
  ],
  [
    '97 rows',
    spread(97),
    { summation: 'plain' },
    0.04752162357174823,
    0.029131569002718412,
    0.06592987458793827,
  ],
  [
    '97 rows',
    spread(97),
    { summation: 'neumaier' },
    0.047521623571748245,
    0.02913156900271842,
    0.06592987458793828,
  ],
  [
    '1000 rows',
    spread(1000),
    { summation: 'plain', replicates: 300 },
    0.048727725606624896,
    0.042311440385514855,
    0.054366261476502205,
  ],
  [
    '1000 rows',
    spread(1000),
    { summation: 'neumaier', replicates: 300 },
    0.048727725606624916,
    0.042311440385514765,
    0.05436626147650216,
  ],
  [
    'rows that cancel',
    cancelling,
    { summation: 'plain' },
    0.02666666666666667,
    -166666666666666.66,
    272727272727272.72,
  ],
  [
    'rows that cancel',
    cancelling,
    { summation: 'neumaier' },
    0.03333333333333333,
    -166666666666666.66,
    272727272727272.72,
  ],
]

describe('intervals that Python printed', () => {
  for (const [name, rows, options, pooled, low, high] of table) {
    it(`are met for ${name} under the ${options.summation} rule`, () => {
      const ratio = pooledRatio(options.summation as Summation)(...rows)
      expect(ratio).toMatchObject({ _tag: 'Ratio', value: pooled, n: rows[0].length })
      expect(ratioBootstrap(options)(...rows)).toMatchObject({ _tag: 'Interval', low, high })
    })
  }

  it('are met when dropped replicates are allowed', () => {
    const interval = ratioBootstrap({ mostDropped: 1 })([1, 2, 3], [0, 0, 5])
    expect(interval).toMatchObject({ _tag: 'Interval', low: 0.6, high: 1.4, kept: 1401 })
    expect(interval.dropped).toBe(599)
  })
})

describe('intervals with an uncertain denominator', () => {
  const numerators = [45.6, 0, 30.2, 45.6, 12.1]

  it('draw it once for each replicate, after the rows', () => {
    const sigma = sigmaOfInterval(49.6, 50.6)
    const interval = ratioBootstrap({ denominatorSigma: sigma })(numerators, Array(5).fill(50.1))
    expect(interval).toMatchObject({ _tag: 'Interval', kept: 2000 })
    if (interval._tag !== 'Interval') return
    expect(interval.low).toBeCloseTo(0.21708898819016512, 13)
    expect(interval.high).toBeCloseTo(0.8472370468387048, 13)
  })

  it('leave out the replicates where it is floored at zero', () => {
    const options = { denominatorSigma: 4, mostDropped: 1 }
    const interval = ratioBootstrap(options)(numerators, Array(5).fill(2))
    expect(interval).toMatchObject({ _tag: 'Interval', kept: 1421, dropped: 579 })
    if (interval._tag !== 'Interval') return
    expect(interval.low).toBeCloseTo(1.8798342995549089, 12)
    expect(interval.high / 129.11731801851988).toBeCloseTo(1, 12)
  })

  it('draw nothing more when it is certain', () => {
    const denominators = Array(5).fill(50.1)
    expect(ratioBootstrap({ denominatorSigma: 0 })(numerators, denominators)).toEqual(
      ratioBootstrap()(numerators, denominators),
    )
    expect(sigmaOfInterval(3, 3)).toBe(0)
    expect(sigmaOfInterval(4, 3)).toBe(0)
  })

  it('are refused for rows of different denominators', () => {
    expect(ratioBootstrap({ denominatorSigma: 1 })(...five)).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'denominators_differ',
    })
  })
})

describe('an interval says', () => {
  it('how it was computed', () => {
    expect(ratioBootstrap()(...five)).toEqual({
      _tag: 'Interval',
      low: 0.005970658478335041,
      high: 0.39726547664261297,
      level: 0.95,
      method: 'percentile',
      engine: 'cpython',
      summation: 'neumaier',
      replicates: 2000,
      kept: 2000,
      dropped: 0,
      seed: 7,
      n: 5,
      degenerate: false,
    })
  })

  it('its seed in digits where a number could not hold it', () => {
    expect(ratioBootstrap({ seed: 2n ** 70n, replicates: 10 })(...five).seed).toBe(
      '1180591620717411303424',
    )
    expect(ratioBootstrap({ seed: -5n, replicates: 10 })(...five).seed).toBe(-5)
  })

  it('that one row, or constant rows, give a degenerate one', () => {
    expect(ratioBootstrap()([3], [4])).toMatchObject({ low: 0.75, high: 0.75, degenerate: true })
    expect(ratioBootstrap()([0, 0, 0], [4, 5, 6])).toMatchObject({ low: 0, degenerate: true })
  })
})

describe('rows that support no interval', () => {
  const huge = Number.MAX_VALUE
  const refused: ReadonlyArray<readonly [string, Rows, string]> = [
    ['no rows', [[], []], 'no_rows'],
    ['a row without a denominator', [[1, 2], [1]], 'unequal_lengths'],
    [
      'a NaN',
      [
        [1, Number.NaN],
        [1, 1],
      ],
      'not_finite',
    ],
    [
      'an infinite denominator',
      [
        [1, 1],
        [1, Number.POSITIVE_INFINITY],
      ],
      'not_finite',
    ],
    [
      'sums that overflow',
      [
        [huge, huge, -huge],
        [1, 1, 1],
      ],
      'not_finite',
    ],
    [
      'resamples that could overflow',
      [
        [huge, -huge, 1],
        [1, 1, 1],
      ],
      'not_finite',
    ],
    ['a zero denominator', [[1], [0]], 'degenerate_denominator'],
    ['denominators of EPSILON', [[1], [1e-9]], 'degenerate_denominator'],
    [
      'negative denominators',
      [
        [1, 2],
        [-1, -2],
      ],
      'degenerate_denominator',
    ],
  ]
  for (const [name, rows, reason] of refused) {
    it(`are refused for ${name}`, () => {
      expect(ratioBootstrap()(...rows)).toMatchObject({
        _tag: 'NotEvaluable',
        reason,
        n: rows[0].length,
        kept: 0,
        dropped: 0,
      })
    })
  }

  it('are refused when more than 5% of the replicates have no ratio, with the count', () => {
    expect(ratioBootstrap()([1, 2, 3], [0, 0, 5])).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'too_many_dropped',
      kept: 1401,
      dropped: 599,
      replicates: 2000,
    })
  })

  it('are refused when no replicate is kept', () => {
    // The one replicate of this seed picks the row without a denominator three times.
    const seeds = Array.from({ length: 400 }, (_, i) => BigInt(i))
    const reasons = seeds.map((seed) => {
      const result = ratioBootstrap({ seed, replicates: 1, mostDropped: 1 })([1, 2, 3], [0, 0, 5])
      return result._tag === 'NotEvaluable' ? result.reason : result._tag
    })
    expect(new Set(reasons)).toEqual(new Set(['Interval', 'no_replicate_kept']))
  })
})

describe('options that mean nothing', () => {
  const untyped = ratioBootstrap as (options: unknown) => ReturnType<typeof ratioBootstrap>
  for (const options of [
    { replicates: 0 },
    { replicates: 2.5 },
    { replicates: Number.NaN },
    { replicates: 1e12 },
    { replicates: undefined },
    { level: 0 },
    { level: 1 },
    { level: Number.NaN },
    { seed: undefined },
    { seed: 7 },
    { summation: 'kahan' },
    { denominatorSigma: -1 },
    { denominatorSigma: Number.NaN },
    { mostDropped: 2 },
  ]) {
    const [name, value] = Object.entries(options)[0] ?? []
    it(`are refused: ${name} ${String(value)}`, () => {
      expect(untyped(options)(...five)).toMatchObject({
        _tag: 'NotEvaluable',
        reason: 'malformed_options',
      })
    })
  }
})

describe('a pooled ratio', () => {
  it('is the ratio of the sums, not the mean of the ratios', () => {
    expect(pooledRatio('plain')([1, 2, -1], [2, 2, 4])).toEqual({
      _tag: 'Ratio',
      value: 0.25,
      numerator: 2,
      denominator: 8,
      n: 3,
    })
  })

  it('keeps negatives and may exceed 1', () => {
    expect(pooledRatio('plain')([-3], [2])).toMatchObject({ value: -1.5 })
    expect(pooledRatio('plain')([3], [2])).toMatchObject({ value: 1.5 })
  })

  it('has a reason where it has no value', () => {
    expect(pooledRatio('plain')([], [])).toEqual({ _tag: 'NoRatio', reason: 'no_rows', n: 0 })
    expect(pooledRatio('plain')([1], [1e-9])).toMatchObject({ reason: 'degenerate_denominator' })
    expect(pooledRatio('plain')([1, 2], [1])).toMatchObject({ reason: 'unequal_lengths' })
    expect(pooledRatio('neumaier')([Number.NaN], [1])).toMatchObject({ reason: 'not_finite' })
  })
})

describe('the bounds of a bootstrap', () => {
  const far: Rows = [
    [1e308, 1e308, -1e308],
    [1, 1, 1],
  ]

  it('are met where ends leave the range of a double', () => {
    expect(ratioBootstrap({ replicates: 50 })(...far)).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'not_finite',
      replicates: 50,
    })
    const up: Rows = [
      [1e308, 1e308, 1],
      [1, 1, 1],
    ]
    expect(ratioBootstrap({ replicates: 50 })(...up)).toMatchObject({ reason: 'not_finite' })
  })

  it('may drop exactly the share that is allowed, from none to all', () => {
    const rows: Rows = [
      [1, 2, 3],
      [0, 0, 5],
    ]
    const all = ratioBootstrap({ replicates: 50, mostDropped: 1 })(...rows)
    expect(all._tag).toBe('Interval')
    const share = all.dropped / 50
    expect(ratioBootstrap({ replicates: 50, mostDropped: share })(...rows)._tag).toBe('Interval')
    expect(ratioBootstrap({ replicates: 50, mostDropped: share - 0.01 })(...rows)).toMatchObject({
      reason: 'too_many_dropped',
      dropped: all.dropped,
    })
    expect(ratioBootstrap({ replicates: 50, mostDropped: 0 })(...five)._tag).toBe('Interval')
    for (const mostDropped of [-0.1, 1.1, Number.NaN])
      expect(ratioBootstrap({ mostDropped })(...five)).toMatchObject({
        _tag: 'NotEvaluable',
        reason: 'malformed_options',
      })
  })
})
