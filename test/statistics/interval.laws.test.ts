import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type IntervalOptions,
  intervalOptions,
  plainSeed,
  wellFormedOptions,
} from '../../src/statistics/interval.js'
import { type BootstrapSample, endsOf } from '../../src/statistics/interval-ends.js'
import { type IntervalSubject, intervalOfSample } from '../../src/statistics/interval-outcome.js'
import { sortedQuantile, tails } from '../../src/statistics/quantile.js'
import {
  jackknifeRatios,
  squareColumns,
  studentizedRatios,
} from '../../src/statistics/ratio-sample.js'
import {
  engineFor,
  keptReplicates,
  leastDenominator,
  ratiosOfSums,
  resampledSums,
} from '../../src/statistics/resample.js'

const levels = fc.integer({ min: 500, max: 990 }).map((thousandths) => thousandths / 1000)
const seeds = fc.bigInt({ min: -(1n << 70n), max: 1n << 70n })

describe('the laws of interval options', () => {
  it('L1 account', () => {
    fc.assert(
      fc.property(fc.bigInt(), (seed) => {
        const plain = plainSeed(seed)
        expect(BigInt(plain)).toBe(seed)
        expect(typeof plain === 'number').toBe(Number.isSafeInteger(Number(seed)))
      }),
    )
    expect(plainSeed(7)).toBe(7)
    expect(plainSeed(undefined)).toBe('undefined')
  })

  it('L2 options', () => {
    expect(wellFormedOptions(intervalOptions())).toBe(true)
    const right: ReadonlyArray<Partial<IntervalOptions>> = [
      { engine: 'keyed' },
      { engine: 'cpython' },
      { method: 'studentized' },
      { level: 0.001 },
      { replicates: 1 },
      { seed: -3 },
      { seed: 2n ** 90n },
      { gridBits: 40 },
      { gridBits: -30 },
      { mostDropped: 0 },
      { mostDropped: 1 },
    ]
    for (const own of right) expect(wellFormedOptions(intervalOptions(own))).toBe(true)
    const wrong: ReadonlyArray<Record<string, unknown>> = [
      { engine: 'none' },
      { method: 'fieller' },
      { level: 0 },
      { level: 1 },
      { level: Number.NaN },
      { level: '0.95' },
      { replicates: 0 },
      { replicates: 2.5 },
      { replicates: 1e8 },
      { seed: 0.5 },
      { seed: undefined },
      { seed: 2 ** 60 },
      { gridBits: 41 },
      { gridBits: -31 },
      { gridBits: 1.5 },
      { mostDropped: -0.1 },
      { mostDropped: 1.1 },
    ]
    for (const own of wrong) {
      expect(wellFormedOptions(intervalOptions(own as Partial<IntervalOptions>))).toBe(false)
    }
  })
})

const sample = (
  columns: ReadonlyArray<readonly [number, number]>,
  map: (value: number) => number = (value) => value,
): BootstrapSample => {
  const flat = Float64Array.from(columns.flat())
  const keys = Int32Array.from({ length: flat.length }, (_, i) => i * 40503)
  const [sums] = resampledSums('multinomial', 7n, 400)(keys, [flat])
  const total = (place: 0 | 1): number => columns.reduce((sum, own) => sum + own[place], 0)
  const mapped = (values: Float64Array): Float64Array => values.map(map)
  const jackknife = jackknifeRatios(flat, 1e-9)
  return {
    estimate: map(total(0) / total(1)),
    replicates: mapped(keptReplicates(ratiosOfSums(sums ?? flat, 1e-9))),
    jackknife: () => (typeof jackknife === 'string' ? jackknife : mapped(jackknife)),
    studentized: () => 'method_not_offered',
  }
}

const columns = fc.array(
  fc.tuple(fc.integer({ min: -20, max: 60 }), fc.integer({ min: 1, max: 90 })),
  { minLength: 3, maxLength: 25 },
)
const methods = fc.constantFrom('percentile' as const, 'basic' as const, 'bca' as const)

describe('the laws of ends', () => {
  it('L1 ordered', () => {
    fc.assert(
      fc.property(columns, methods, levels, (rows, method, level) => {
        const ends = endsOf(method, level)(sample(rows))
        if (typeof ends === 'string') return
        expect(ends[0]).toBeLessThanOrEqual(ends[1])
      }),
    )
  })

  it('L2 equivariant', () => {
    fc.assert(
      fc.property(columns, methods, fc.integer({ min: 1, max: 9 }), (rows, method, factor) => {
        const plain = endsOf(method, 0.9)(sample(rows))
        // Powers of two, so that nothing is rounded and no tie is lost.
        const scaled = endsOf(method, 0.9)(sample(rows, (value) => value * 2 ** factor))
        if (typeof plain === 'string') expect(scaled).toBe(plain)
        else expect(scaled).toEqual(plain.map((end) => end * 2 ** factor))
        const moved = endsOf(method, 0.9)(sample(rows, (value) => value + factor))
        if (typeof plain === 'string' || typeof moved === 'string') return
        expect(moved[0]).toBeCloseTo(plain[0] + factor, 1)
        expect(moved[1]).toBeCloseTo(plain[1] + factor, 1)
      }),
    )
  })

  it('L3 reflected', () => {
    fc.assert(
      fc.property(columns, levels, (rows, level) => {
        const own = sample(rows)
        const percentile = endsOf('percentile', level)(own)
        const basic = endsOf('basic', level)(own)
        if (typeof percentile === 'string' || typeof basic === 'string') return
        expect(basic[0]).toBe(2 * own.estimate - percentile[1])
        expect(basic[1]).toBe(2 * own.estimate - percentile[0])
      }),
    )
  })

  it('corrects as Efron does, by bias and acceleration', () => {
    const jackknife = Float64Array.of(1, 2, 4, 9)
    const own: BootstrapSample = {
      estimate: 40.5,
      replicates: Float64Array.from({ length: 101 }, (_, i) => i),
      jackknife: () => jackknife,
      studentized: () => 'method_not_offered',
    }
    // 41 of 101 below: z0 = -0.237931; mean 4, sum of (4 - x)^3 = -90, of squares 38: a = -0.0640356. By hand from the
    // tables: the corrected tails are 0.009336... and 0.9081...
    const bias = -0.23795
    const a = -90 / (6 * 38 * Math.sqrt(38))
    const tail = (z: number): number => bias + (bias + z) / (1 - a * (bias + z))
    const ends = endsOf('bca', 0.95)(own)
    if (typeof ends === 'string') return expect.fail(ends)
    const phi = (x: number): number => {
      let density = 0
      for (let t = -12; t < x; t += 1e-4) density += Math.exp((-t * t) / 2) * 1e-4
      return density / Math.sqrt(2 * Math.PI)
    }
    expect(ends[0]).toBeCloseTo(100 * phi(tail(-1.959964)), 1)
    expect(ends[1]).toBeCloseTo(100 * phi(tail(1.959964)), 1)
  })

  it('says what is undefined', () => {
    const base: BootstrapSample = {
      estimate: 5,
      replicates: Float64Array.of(1, 2, 3),
      jackknife: () => Float64Array.of(1, 2),
      studentized: () => ({ deviations: new Float64Array(0), standardError: 1 }),
    }
    expect(endsOf('bca', 0.95)(base)).toBe('bias_correction_undefined')
    expect(endsOf('bca', 0.95)({ ...base, estimate: 0 })).toBe('bias_correction_undefined')
    const flat = { ...base, jackknife: () => Float64Array.of(3, 3, 3) }
    expect(endsOf('bca', 0.95)(flat)).toEqual([5, 5])
    expect(endsOf('bca', 0.95)({ ...base, jackknife: () => 'jackknife_undefined' })).toBe(
      'jackknife_undefined',
    )
    expect(endsOf('studentized', 0.95)(base)).toBe('no_replicate_kept')
    expect(endsOf('percentile', 0.95)({ ...base, replicates: new Float64Array(0) })).toBe(
      'no_replicate_kept',
    )
    const steep: BootstrapSample = {
      ...base,
      estimate: 2.5,
      replicates: Float64Array.of(1, 2, 3, 4),
      jackknife: () => Float64Array.of(-9, 1, 1, 1),
    }
    expect(endsOf('bca', 1 - 1e-12)(steep)).toBe('acceleration_out_of_range')
  })
})

const subject: IntervalSubject = {
  statistic: 'ratio_of_sums',
  engine: 'keyed',
  n: 3,
  rows: 3,
  gridEffect: 0,
}
const withReplicates = (values: ReadonlyArray<number>): BootstrapSample => ({
  estimate: 2,
  replicates: Float64Array.from(values),
  jackknife: () => Float64Array.of(1, 2, 3),
  studentized: () => 'method_not_offered',
})

describe('the laws of outcomes', () => {
  it('L1 kept', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), methods, (kept, method) => {
        const options = intervalOptions({ replicates: 100, method, mostDropped: 1 })
        const values = Array.from({ length: kept }, (_, i) => i % 5)
        const outcome = intervalOfSample(options, subject, withReplicates(values))
        expect([outcome.kept, outcome.dropped]).toEqual([kept, 100 - kept])
        expect(outcome.replicates).toBe(100)
      }),
    )
  })

  it('L2 refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), fc.nat(100), (kept, share) => {
        const options = intervalOptions({
          replicates: 100,
          method: 'percentile',
          mostDropped: share / 100,
        })
        const outcome = intervalOfSample(options, subject, withReplicates(Array(kept).fill(2)))
        if (100 - kept > (share / 100) * 100)
          expect(outcome).toMatchObject({ reason: 'too_many_dropped' })
        else expect(outcome).toMatchObject({ _tag: 'Interval', degenerate: true, low: 2, high: 2 })
      }),
    )
  })
})

describe('the laws of resampling', () => {
  it('L1 engine', () => {
    fc.assert(
      fc.property(fc.nat(300), (worlds) => {
        expect(engineFor('auto', worlds)).toBe(worlds < 100 ? 'multinomial' : 'keyed')
        expect([99, 100].map((n) => engineFor('auto', n))).toEqual(['multinomial', 'keyed'])
        for (const own of ['keyed', 'multinomial', 'cpython'] as const) {
          expect(engineFor(own, worlds)).toBe(own)
        }
      }),
    )
  })

  it('L2 paired', () => {
    const engines = fc.constantFrom('keyed' as const, 'multinomial' as const)
    fc.assert(
      fc.property(engines, seeds, columns, (engine, seed, rows) => {
        const flat = Float64Array.from(rows.flat())
        const keys = Int32Array.from({ length: flat.length }, (_, i) => i * 2654435761)
        const doubled = flat.map((value) => 2 * value)
        const [one, other] = resampledSums(engine, seed, 30)(keys, [flat, doubled])
        expect(other).toEqual(one?.map((value) => 2 * value))
        expect(resampledSums(engine, seed, 30)(keys, [flat])[0]).toEqual(one)
      }),
    )
  })

  it('gives no ratio where denominators add up to no more than EPSILON, in units', () => {
    expect(leastDenominator(0)).toBe(1e-9)
    expect(leastDenominator(20)).toBe(1e-9 * 1048576)
    expect([...ratiosOfSums(Float64Array.of(1, 1e-9, 1, 2, 3, -1), 1e-9)]).toEqual([NaN, 0.5, NaN])
  })
})

describe('the laws of the sample of a ratio', () => {
  it('L1 left-out', () => {
    fc.assert(
      fc.property(columns, (rows) => {
        const ratios = jackknifeRatios(Float64Array.from(rows.flat()), 1e-9)
        for (const [place] of rows.entries()) {
          const rest = rows.filter((_, i) => i !== place)
          const sum = (column: 0 | 1): number => rest.reduce((total, own) => total + own[column], 0)
          expect(ratios[place]).toBe(sum(0) / sum(1))
        }
      }),
    )
    expect(jackknifeRatios(Float64Array.of(1, 0, 1, 2), 1e-9)).toBe('jackknife_undefined')
  })

  it('L2 no spread', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 30 }), fc.nat(50), fc.nat(50), (n, above, below) => {
        const flat = Float64Array.from({ length: 2 * n }, (_, i) =>
          i % 2 === 0 ? above : below + 1,
        )
        const ratios = jackknifeRatios(flat, 1e-9)
        expect(new Set(typeof ratios === 'string' ? [] : ratios).size).toBe(1)
        const estimate = above / (below + 1)
        const none = new Float64Array(4)
        expect(studentizedRatios(flat, estimate, 1e-9, [none, none, none]).standardError).toBe(0)
      }),
    )
  })

  it('studentizes by the delta-method standard error of each resample', () => {
    const rows: ReadonlyArray<readonly [number, number]> = [
      [3, 5],
      [1, 4],
      [7, 6],
      [2, 9],
    ]
    const flat = Float64Array.from(rows.flat())
    const estimate = 13 / 24
    const squares = squareColumns(flat, estimate)
    const keys = Int32Array.from([1, 2, 3, 4, 5, 6, 7, 8])
    const resample = resampledSums('multinomial', 7n, 50)
    const [sums, cross, lengths] = resample(keys, [flat, ...squares])
    if (sums === undefined || cross === undefined || lengths === undefined) return expect.fail()
    const sample = studentizedRatios(flat, estimate, 1e-9, [sums, cross, lengths])
    const residuals = rows.map(([x, y]) => (x - estimate * y) ** 2)
    const spread = Math.sqrt(residuals.reduce((a, b) => a + b)) / 24
    expect(sample.standardError).toBeCloseTo(spread, 12)
    // For one resample, from its own columns: x, y and their squares are recovered by weights of each world alone.
    const unit = rows.map((_, world) =>
      Float64Array.from(rows.flatMap((_own, i) => (i === world ? [1, 0] : [0, 0]))),
    )
    const weights = resample(keys, unit).map((own) => own[0] ?? 0)
    const total = (of: (x: number, y: number) => number): number =>
      rows.reduce((sum, [x, y], i) => sum + (weights[i] ?? 0) * of(x, y), 0)
    const ratio = total((x) => x) / total((_x, y) => y)
    const error = Math.sqrt(total((x, y) => (x - ratio * y) ** 2)) / total((_x, y) => y)
    expect(sample.deviations[0]).toBeCloseTo((ratio - estimate) / error, 10)
  })
})

describe('an interpolated quantile', () => {
  it('L5 between', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 })
    const probability = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(values, probability, probability, (list, p, q) => {
        const sorted = Float64Array.from(list).sort()
        const [low, high] = [Math.min(p, q), Math.max(p, q)].map(sortedQuantile(sorted))
        expect(low).toBeLessThanOrEqual((high ?? 0) + 1e-9)
        const place = p * (sorted.length - 1)
        const own = sortedQuantile(sorted)(p) ?? Number.NaN
        expect(own).toBeGreaterThanOrEqual((sorted[Math.floor(place)] ?? 0) - 1e-9)
        expect(own).toBeLessThanOrEqual((sorted[Math.ceil(place)] ?? 0) + 1e-9)
      }),
    )
    expect(sortedQuantile(new Float64Array(0))(0.5)).toBeNull()
    expect([0, 0.25, 0.5, 1, 2, -1].map(sortedQuantile(Float64Array.of(1, 2, 4)))).toEqual([
      1, 1.5, 2, 4, 4, 1,
    ])
    expect(tails(0.95)).toEqual([0.025, 0.975])
  })
})
