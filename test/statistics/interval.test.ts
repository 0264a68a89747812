import { describe, expect, it } from 'vitest'
import { intervalOptions, plainSeed, wellFormedOptions } from '../../src/statistics/interval.js'
import { type BootstrapSample, endsOf } from '../../src/statistics/interval-ends.js'
import { intervalOfSample, refusedEarly } from '../../src/statistics/interval-outcome.js'
import { addKeyedRows } from '../../src/statistics/keyed-engine.js'
import { jackknifeRatios, studentizedRatios } from '../../src/statistics/ratio-sample.js'
import { fitsDraws, keptReplicates, resampledSums } from '../../src/statistics/resample.js'

const base: BootstrapSample = {
  estimate: 5,
  replicates: Float64Array.from({ length: 11 }, (_, i) => 10 - i),
  jackknife: () => Float64Array.of(1, 2, 3),
  studentized: () => ({
    deviations: Float64Array.from({ length: 5 }, (_, i) => 2 - i),
    standardError: 3,
  }),
}
const ends = (method: 'percentile' | 'basic' | 'bca' | 'studentized', own: object, level = 0.5) => {
  const found = endsOf(method, level)({ ...base, ...own })
  return typeof found === 'string' ? found : found.map((end) => Number(end.toFixed(6)))
}

describe('the ends of an interval', () => {
  it('are quantiles of the replicates, or of what they are away from the estimate', () => {
    expect(ends('percentile', {})).toEqual([2.5, 7.5])
    expect(ends('percentile', { estimate: 8 })).toEqual([2.5, 7.5])
    expect(ends('basic', { estimate: 8 })).toEqual([8.5, 13.5])
    expect(ends('studentized', { estimate: 8 })).toEqual([5, 11])
  })

  it('leave the replicates in their order', () => {
    ends('percentile', {})
    expect([...base.replicates]).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it('are those of the percentiles without bias and acceleration, a tie being half below', () => {
    expect(ends('bca', {})).toEqual([2.5, 7.5])
    const tied = Float64Array.of(1, 2, 5, 5, 5, 5, 5, 8, 9)
    expect(ends('bca', { replicates: tied })).toEqual(ends('percentile', { replicates: tied }))
  })

  it('are the estimate where leaving worlds out changes nothing that a float can tell', () => {
    for (const jackknife of [
      [3, 3, 3],
      [0.1, 0.1, 0.1],
      [0, 1e-200],
    ])
      expect(ends('bca', { jackknife: () => Float64Array.from(jackknife) })).toEqual([5, 5])
    const still = { deviations: new Float64Array(0), standardError: 0 }
    expect(ends('studentized', { studentized: () => still })).toEqual([5, 5])
  })

  it('are none where acceleration turns either tail around', () => {
    for (const far of [-9, 9]) {
      const jackknife = () => Float64Array.of(far, -far / 9, -far / 9, -far / 9)
      expect(ends('bca', { jackknife }, 1 - 1e-12)).toBe('acceleration_out_of_range')
    }
  })

  it('hand on why there is no jackknife and no standard error', () => {
    expect(ends('bca', { jackknife: () => 'jackknife_undefined' })).toBe('jackknife_undefined')
    expect(ends('studentized', { studentized: () => 'method_needs_worlds' })).toBe(
      'method_needs_worlds',
    )
  })
})

describe('the outcome of an interval', () => {
  const subject = {
    statistic: 'ratio_of_sums',
    engine: 'keyed',
    n: 3,
    rows: 4,
    gridEffect: 0.5,
  } as const
  const options = intervalOptions({ method: 'percentile', replicates: 20, level: 0.5 })
  const account = {
    ...subject,
    method: 'percentile',
    level: 0.5,
    replicates: 20,
    seed: 7,
  }
  const of = (own: object, more: object = {}) =>
    intervalOfSample({ ...options, ...more }, subject, { ...base, ...own })
  const twenty = (value: (i: number) => number) =>
    Float64Array.from({ length: 20 }, (_, i) => value(i))

  it('holds all that it was made of', () => {
    expect(of({ replicates: twenty((i) => i) })).toEqual({
      _tag: 'Interval',
      estimate: 5,
      low: 4.75,
      high: 14.25,
      degenerate: false,
      kept: 20,
      dropped: 0,
      ...account,
    })
  })

  it('is refused above the share that may be dropped, and not at it', () => {
    const nineteen = { replicates: twenty((i) => i).slice(1) }
    expect(of(nineteen, { mostDropped: 0.05 })._tag).toBe('Interval')
    expect(of(nineteen, { mostDropped: 0.04 })).toEqual({
      _tag: 'NotEvaluable',
      reason: 'too_many_dropped',
      estimate: 5,
      kept: 19,
      dropped: 1,
      ...account,
    })
    expect(of({ replicates: new Float64Array(0) }, { mostDropped: 1 })).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'no_replicate_kept',
    })
  })

  it('has no ends and no estimate that are not finite', () => {
    const infinite = twenty((i) => (i < 10 ? -Infinity : Infinity))
    for (const own of [
      { replicates: infinite },
      { replicates: twenty((i) => (i < 10 ? -Infinity : i)) },
      { replicates: twenty((i) => (i > 9 ? Infinity : i)) },
      { replicates: twenty((i) => i), estimate: Number.POSITIVE_INFINITY },
    ])
      expect(of(own)).toMatchObject({ _tag: 'NotEvaluable', reason: 'not_finite' })
  })

  it('hands on why it has no ends', () => {
    const jackknife = () => 'jackknife_undefined'
    expect(of({ replicates: twenty((i) => i), jackknife }, { method: 'bca' })).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'jackknife_undefined',
      estimate: 5,
    })
  })

  it('that is refused early knows no more than it was told', () => {
    const nothing = { kept: 0, dropped: 0, _tag: 'NotEvaluable', reason: 'no_rows' }
    expect(refusedEarly(options, 'mean', 'no_rows')).toEqual({
      ...account,
      ...nothing,
      statistic: 'mean',
      engine: 'none',
      n: null,
      rows: 0,
      gridEffect: 0,
      estimate: null,
    })
    expect(refusedEarly(options, 'mean', 'no_rows', subject, 3)).toEqual({
      ...account,
      ...nothing,
      estimate: 3,
    })
  })
})

describe('the parts of a resample', () => {
  it('fit where no sum of draws can leave the integers that a double holds', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect([fitsDraws(Float64Array.of(most, 1)), fitsDraws(Float64Array.of(1, -most))]).toEqual([
      true,
      true,
    ])
    expect(fitsDraws(Float64Array.of(2 ** 53, 1))).toBe(false)
    expect(fitsDraws(Float64Array.of(2 ** 52, 1, 1, 1))).toBe(false)
    expect(fitsDraws(Float64Array.of(1, 1, -(2 ** 51), 1))).toBe(true)
  })

  it('are the sums of the engine that is named', () => {
    const keys = Int32Array.of(5, 99, 12, 7)
    const columns = Float64Array.of(1, 2, 3, 4)
    const own = new Float64Array(60)
    addKeyedRows(7n, keys, columns, own)
    const keyed = resampledSums('keyed', 7n, 30)(keys, [columns])
    expect(keyed).toEqual([own])
    expect(resampledSums('multinomial', 7n, 30)(keys, [columns])).not.toEqual(keyed)
  })

  it('leave out replicates without a ratio', () => {
    expect([...keptReplicates(Float64Array.of(1, Number.NaN, 3))]).toEqual([1, 3])
  })

  it('have no jackknife where a world left out leaves the least denominator', () => {
    expect(jackknifeRatios(Float64Array.of(1, 1, 1, 0.5), 0.5)).toBe('jackknife_undefined')
    expect([...jackknifeRatios(Float64Array.of(1, 1, 1, 0.5), 0.4)]).toEqual([2, 1])
  })

  it('studentize the resamples that have a denominator and a spread, and no other', () => {
    // Four resamples by their sums: sound, no denominator, no spread, sound.
    const ratios = Float64Array.of(3, 2, 1, 0.5, 1, 2, 1, 1)
    const cross = Float64Array.of(4, 0, 4, 0, 0, 0, 1, 0)
    const lengths = new Float64Array(8)
    const found = studentizedRatios(Float64Array.of(1, 1, 0, 1), 0.5, 0.5, [ratios, cross, lengths])
    expect([...found.deviations]).toEqual([1, 0.5])
    expect(found.standardError).toBeCloseTo(Math.SQRT1_2 / 2, 12)
  })
})

describe('the options of an interval', () => {
  it('are numbers, not texts of numbers', () => {
    for (const own of [{ mostDropped: '0.5' }, { gridBits: '20' }, { replicates: '9' }])
      expect(wellFormedOptions(intervalOptions(own as never))).toBe(false)
    expect([plainSeed('7'), plainSeed(7n), plainSeed(2n ** 64n)]).toEqual([
      '7',
      7,
      '18446744073709551616',
    ])
  })
})
