import { describe, expect, it } from 'vitest'
import type { IntervalOptions } from '../../src/statistics/interval.js'
import { meanInterval, ratioInterval } from '../../src/statistics/ratio-interval.js'
import { bitsOf, must, reasonOf, row, worldsOf } from './interval-rows.js'

const hundred = Array.from({ length: 100 }, (_, i) => ({ key: `w${i}`, value: i }))

describe('the mean of 0 to 99', () => {
  it('has about the published BCa interval', () => {
    const { low, high, estimate, engine, n } = must(meanInterval({ method: 'bca' })(hundred))
    expect([estimate, engine, n]).toEqual([49.5, 'keyed', 100])
    expect(Math.abs(low - 43.96)).toBeLessThan(0.3)
    expect(Math.abs(high - 55.31)).toBeLessThan(0.3)
  })

  it.each(['percentile', 'basic', 'bca', 'studentized'] as const)(
    'has an interval near the normal one by %s, whatever the engine',
    (method) => {
      const engines = method === 'studentized' ? [] : (['cpython'] as const)
      for (const engine of ['keyed', 'multinomial', ...engines] as const) {
        const { low, high } = must(meanInterval({ method, engine, replicates: 4000 })(hundred))
        const half = 1.96 * (28.87 / 10)
        expect(Math.abs(low - (49.5 - half))).toBeLessThan(0.7)
        expect(Math.abs(high - (49.5 + half))).toBeLessThan(0.7)
      }
    },
  )
})

describe('data without spread', () => {
  const constant = Array.from({ length: 8 }, (_, i) => row(`w${i}`, 0.3, 0.7))
  const methods = ['percentile', 'basic', 'bca', 'studentized'] as const
  it.each(methods)('are said to be degenerate by %s', (method) => {
    for (const engine of ['keyed', 'multinomial'] as const) {
      const interval = must(ratioInterval({ method, engine })(constant))
      expect(interval.degenerate).toBe(true)
      expect(interval.low).toBe(interval.estimate)
      expect(interval.high).toBe(interval.estimate)
    }
  })
})

describe('what cannot be supported', () => {
  it('is refused, with the account', () => {
    expect(ratioInterval({ level: 0.9, seed: 3 })([row('a', 1, 4)])).toEqual({
      _tag: 'NotEvaluable',
      reason: 'one_world',
      estimate: 0.25,
      statistic: 'ratio_of_sums',
      engine: 'multinomial',
      method: ratioInterval()([]).method,
      level: 0.9,
      n: 1,
      rows: 1,
      replicates: 2000,
      kept: 0,
      dropped: 0,
      seed: 3,
      gridEffect: 0,
    })
  })

  it('is the recorded [x, x] for one world under the parity engine alone', () => {
    const one = [row('a', 1, 4)]
    const recorded = ratioInterval({ engine: 'cpython', method: 'percentile' })(one)
    expect(recorded).toMatchObject({ low: 0.25, high: 0.25, degenerate: true })
    expect(reasonOf(ratioInterval({ engine: 'cpython', method: 'bca' })(one))).toBe('one_world')
  })

  it('is too many resamples without a denominator, counted', () => {
    const rows = [row('a', 1, 0), row('b', 2, 0), row('c', 3, 5)]
    for (const engine of ['keyed', 'multinomial', 'cpython'] as const) {
      const refused = ratioInterval({ engine, method: 'percentile' })(rows)
      expect(reasonOf(refused)).toBe('too_many_dropped')
      expect(refused.dropped).toBeGreaterThan(400)
      expect(refused.kept + refused.dropped).toBe(2000)
      const borne = ratioInterval({ engine, method: 'percentile', mostDropped: 1 })(rows)
      expect(reasonOf(borne)).toBe('Interval')
    }
  })

  it('is a jackknife that leaves no denominator', () => {
    const rows = [row('a', 1, 0.5), row('b', 2, -0.4), row('c', 3, -0.05)]
    const outcome = ratioInterval({ method: 'bca', mostDropped: 1 })(rows)
    expect(reasonOf(outcome)).toBe('jackknife_undefined')
    expect(outcome.estimate).toBeCloseTo(120, 2)
  })

  it('is a studentized interval from the recorded generator', () => {
    const outcome = ratioInterval({ engine: 'cpython', method: 'studentized' })(worldsOf(9))
    expect(reasonOf(outcome)).toBe('method_not_offered')
  })

  it('is values beyond the grid, until it is made coarser', () => {
    const rows = worldsOf(5).map((own) => ({
      ...own,
      numerator: own.numerator * 1e15,
      denominator: 1e15,
    }))
    expect(reasonOf(ratioInterval()(rows))).toBe('grid_overflow')
    expect(reasonOf(ratioInterval({ gridBits: -20 })(rows))).toBe('Interval')
  })
})

describe('the grid', () => {
  it('changes an interval by about what it says', () => {
    const rows = worldsOf(150)
    const coarse = must(ratioInterval({ gridBits: 4, method: 'percentile' })(rows))
    const fine = must(ratioInterval({ gridBits: 30, method: 'percentile' })(rows))
    expect(Math.abs(coarse.estimate / fine.estimate - 1) / coarse.gridEffect).toBeCloseTo(1, 2)
    expect(coarse.gridEffect).toBeGreaterThan(1e-5)
    expect(fine.gridEffect).toBeLessThan(1e-9)
    expect(Math.abs(coarse.low / fine.low - 1)).toBeLessThan(0.02)
  })
})

/** Low and high end, as bits: what every runtime has to give. */
const golden: ReadonlyArray<readonly [number, Partial<IntervalOptions>, string, string, string]> = [
  [30, { method: 'percentile' }, 'multinomial', '3f832f89de375afc', '3fb3fe3f9109373c'],
  [30, { method: 'basic' }, 'multinomial', '3f812397bda109c0', '3fb3bcc14cf66d14'],
  [30, { method: 'bca' }, 'multinomial', '3f84fc93cb280fe0', '3fb421026943cffa'],
  [30, { method: 'studentized' }, 'multinomial', '3f7adcfb03a13380', '3fb435d5934f327a'],
  [
    30,
    { method: 'percentile', engine: 'keyed', seed: 12345678901234567890n },
    'keyed',
    '3f8133c887dd0da1',
    '3fb3ec743b7f28b0',
  ],
  [99, { method: 'bca', level: 0.9 }, 'multinomial', '3fa177a958351c17', '3fb07e52971d2354'],
  [100, { method: 'percentile' }, 'keyed', '3f9f4e0330bcdcf5', '3fb14284e2fbeae7'],
  [1000, { method: 'percentile', seed: -1 }, 'keyed', '3fa614ce27a1eb23', '3fac050c3ba6a613'],
  [1000, { method: 'bca' }, 'keyed', '3fa6014134801459', '3fac3fb621bd65c5'],
  [1000, { method: 'studentized' }, 'keyed', '3fa5ac59209942d1', '3fabec6ad3ac11c8'],
  [
    120,
    { engine: 'cpython', method: 'percentile' },
    'cpython',
    '3f9ef34d4611596c',
    '3fb038572c2b2484',
  ],
]

describe('golden bits', () => {
  it.each(golden)('are met for %i worlds, row %#', (n, options, engine, low, high) => {
    const interval = must(ratioInterval(options)(worldsOf(n)))
    expect([interval.engine, bitsOf(interval.low), bitsOf(interval.high)]).toEqual([
      engine,
      low,
      high,
    ])
  })
})
