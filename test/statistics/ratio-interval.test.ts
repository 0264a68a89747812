import { describe, expect, it } from 'vitest'
import type { IntervalOptions } from '../../src/statistics/interval.js'
import { endsOf } from '../../src/statistics/interval-ends.js'
import { meanInterval, ratioInterval } from '../../src/statistics/ratio-interval.js'
import { ratioReplicates } from '../../src/statistics/replicates.js'
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

describe('the recorded generator', () => {
  const cpython = (options: Partial<IntervalOptions> = {}) =>
    ratioInterval({ engine: 'cpython', method: 'percentile', replicates: 200, ...options })

  it('has the ends of any method from its own resamples, in the order of the rows', () => {
    const rows = worldsOf(9)
    const numerators = rows.map(({ numerator }) => numerator)
    const denominators = rows.map(({ denominator }) => denominator)
    const total = (values: ReadonlyArray<number>) => values.reduce((a, b) => a + b, 0)
    const without = (values: ReadonlyArray<number>, i: number) => total(values) - (values[i] ?? 0)
    const sample = {
      estimate: total(numerators) / total(denominators),
      replicates: ratioReplicates('neumaier', 7n, 200)(numerators, denominators),
      jackknife: () =>
        Float64Array.from(rows, (_, i) => without(numerators, i) / without(denominators, i)),
      studentized: () => 'method_not_offered' as const,
    }
    for (const method of ['bca', 'basic'] as const) {
      const { low, high, n } = must(cpython({ method })(rows))
      const ends = endsOf(method, 0.95)(sample)
      expect([low, high, n]).toEqual([
        expect.closeTo(Number(ends[0]), 9),
        expect.closeTo(Number(ends[1]), 9),
        9,
      ])
    }
  })

  it('adds up rows and worlds with compensation', () => {
    const far = [row('a', 1e16, 1), row('a', 1, 1), row('a', -1e16, 1), row('b', 1, 1)]
    expect(cpython({ mostDropped: 1 })(far).estimate).toBe(0.5)
    const apart = far.map((own, i) => ({ ...own, key: `w${i}` }))
    expect(cpython({ mostDropped: 1 })(apart).estimate).toBe(0.5)
    const long = far.map((own) =>
      row(own.key, own.denominator, own.key === 'b' ? 1 : own.numerator),
    )
    expect(cpython({ mostDropped: 1 })(long).estimate).toBe(2)
  })

  it('refuses what it cannot read, with the rows it was given', () => {
    const bad = [row('a', 1, 2), row('b', Number.NaN, 2)]
    const refused = { engine: 'cpython', estimate: null, _tag: 'NotEvaluable' }
    expect(cpython()(bad)).toMatchObject({ ...refused, reason: 'not_finite', rows: 2 })
    expect(cpython()([...bad, null as never])).toMatchObject({ ...refused, rows: 3 })
    expect(cpython()(5 as never)).toMatchObject({ ...refused, reason: 'malformed_rows', rows: 0 })
    expect(cpython()([])).toMatchObject({ ...refused, reason: 'no_rows' })
    expect(cpython()([row('a', 1, 0), row('b', 1, 0)])).toMatchObject({
      ...refused,
      reason: 'degenerate_denominator',
    })
    const few = [row('a', 1, 0), row('b', 2, 0), row('c', 3, 5)]
    expect(cpython()(few)).toMatchObject({ reason: 'too_many_dropped', estimate: 1.2 })
  })
})

describe('rows of ratios', () => {
  it('are malformed without a text or a number', () => {
    for (const own of [
      null,
      5,
      { key: 5 },
      { key: 'a', numerator: 1, denominator: '4' },
      { key: 'a', denominator: 4 },
    ])
      expect(reasonOf(ratioInterval()([row('a', 1, 1), own as never]))).toBe('malformed_rows')
  })

  it('are beyond the grid by their size, however they cancel', () => {
    const far = 2 ** 33
    for (const rows of [
      [row('a', far, 1), row('b', -far, 1)],
      [row('a', 1, far + 4), row('b', 1, -far)],
    ])
      expect(reasonOf(ratioInterval()(rows))).toBe('grid_overflow')
    const many = [row('far', 2 ** 30, 2 ** 29), ...worldsOf(9)]
    expect(ratioInterval({ engine: 'multinomial' })(many)).toMatchObject({
      reason: 'grid_overflow',
      estimate: expect.closeTo(2, 4),
      n: 10,
    })
    expect(reasonOf(ratioInterval({ engine: 'keyed' })(many))).toBe('Interval')
  })

  it('of one world move together, next to each other or not', () => {
    const rest = worldsOf(6)
    const whole = ratioInterval()([row('a', 3, 5), ...rest])
    const parts = [row('a', 1, 2), row('a', 2, 3)]
    for (const rows of [
      [...parts, ...rest],
      [row('a', 1, 2), ...rest, row('a', 2, 3)],
    ])
      for (const engine of ['auto', 'keyed'] as const)
        expect({ ...ratioInterval({ engine })(rows), rows: 7 }).toEqual(
          engine === 'auto' ? whole : { ...ratioInterval({ engine })([row('a', 3, 5), ...rest]) },
        )
  })
})
