import { describe, expect, it } from 'vitest'
import { combinedInterval, type RatioPart } from '../../src/statistics/combined-ratios.js'
import { type IntervalOptions, intervalOptions } from '../../src/statistics/interval.js'
import { endsOf } from '../../src/statistics/interval-ends.js'
import { type CaseRow, macroInterval } from '../../src/statistics/macro.js'
import { type MarginRow, marginOverFloor } from '../../src/statistics/margin.js'
import { pairedDifference } from '../../src/statistics/paired.js'
import { gatherWorlds, type RatioRow, readRatioRows } from '../../src/statistics/ratio-rows.js'
import { resampledSums } from '../../src/statistics/resample.js'
import { reasonOf, row, worldsOf } from './interval-rows.js'

const gathered = (rows: ReadonlyArray<RatioRow>) => {
  const read = readRatioRows(20)(rows)
  return typeof read === 'string' ? expect.fail(read) : gatherWorlds(read)
}
const inCase = (name: string, rows: ReadonlyArray<RatioRow>): ReadonlyArray<CaseRow> =>
  rows.map((one) => ({ ...one, case: name }))
const arm = (...numerators: ReadonlyArray<number>): ReadonlyArray<RatioRow> =>
  numerators.map((numerator, i) => row(`w${i}`, numerator, 4))

describe('an interval of ratios added up', () => {
  const options = intervalOptions({ replicates: 300 })
  const part = (rows: ReadonlyArray<RatioRow>, factor: number, seed: bigint): RatioPart => ({
    rows: gathered(rows),
    factor,
    seed,
  })

  it('of separate parts is that of their own resamples, left out one world at a time', () => {
    const [one, other] = [
      worldsOf(7),
      worldsOf(12, 'v').map((own) => row(own.key, own.numerator ** 2, 3)),
    ]
    const parts = [part(one, 0.75, 7n), part(other, 0.25, 8n)]
    const found = combinedInterval(options, {
      statistic: 'mean_of_case_ratios',
      engine: 'multinomial',
      together: false,
      parts,
    })
    const columns = parts.map(({ rows }) => Array.from(rows.columns))
    const ratio = (own: ReadonlyArray<number>): number => {
      const sum = (from: number) =>
        own.reduce((total, x, i) => (i % 2 === from ? total + x : total), 0)
      return sum(0) / sum(1)
    }
    const estimate = parts.reduce(
      (total, { factor }, p) => total + factor * ratio(columns[p] ?? []),
      0,
    )
    const draws = parts.map(
      ({ rows, seed }) => resampledSums('multinomial', seed, 300)(rows.keys, [rows.columns])[0],
    )
    const replicates = Float64Array.from({ length: 300 }, (_, b) =>
      parts.reduce(
        (total, { factor }, p) =>
          total + factor * ratio([...(draws[p] ?? [])].slice(2 * b, 2 * b + 2)),
        0,
      ),
    )
    // Efron and Tibshirani (1993), for several samples: each world's influence, of its own sample alone.
    const influence = parts.flatMap(({ factor }, p) => {
      const own = columns[p] ?? []
      const n = own.length / 2
      const left = Array.from({ length: n }, (_, i) =>
        ratio(own.filter((_x, at) => Math.floor(at / 2) !== i)),
      )
      const mean = left.reduce((total, x) => total + x, 0) / n
      return left.map((x) => (factor * (n - 1) * (mean - x)) / n)
    })
    const ends = endsOf(
      'bca',
      0.95,
    )({
      estimate,
      replicates,
      jackknife: () => Float64Array.from(influence, (u) => -u),
      studentized: () => 'method_not_offered',
    })
    if (found._tag !== 'Interval' || typeof ends === 'string')
      return expect.fail(JSON.stringify(found))
    expect(found.estimate).toBeCloseTo(estimate, 12)
    expect(found.low).toBeCloseTo(ends[0], 9)
    expect(found.high).toBeCloseTo(ends[1], 9)
    expect([found.n, found.rows, found.kept]).toEqual([19, 19, 300])
  })

  const ofParts = (
    parts: ReadonlyArray<RatioPart>,
    engine: 'keyed' | 'multinomial' = 'multinomial',
  ) => combinedInterval(options, { statistic: 'mean', engine, together: false, parts })

  it('counts the rows of all parts, and the largest effect of their grids', () => {
    const exact = part(arm(1, 2, 3), 1, 7n)
    const rounded = part(worldsOf(5), 1, 7n)
    const [both, alone] = [ofParts([rounded, exact]), ofParts([rounded])]
    expect(both).toMatchObject({ rows: 8, n: 8, gridEffect: alone.gridEffect })
    expect(alone.gridEffect).toBeGreaterThan(0)
    expect(ofParts([exact]).gridEffect).toBe(0)
  })

  it('is refused for what is wrong with any part, with the estimate where there is one', () => {
    const sound = part(arm(1, 2, 3), 1, 7n)
    const refused = (other: RatioPart, engine?: 'keyed' | 'multinomial') => {
      const found = ofParts([sound, other], engine)
      return [reasonOf(found), found.estimate]
    }
    expect(refused(part([row('a', 2, 0), row('b', 1, 0)], 1, 7n))).toEqual([
      'degenerate_denominator',
      null,
    ])
    expect(refused(part([row('a', 2, 4)], 1, 7n))).toEqual(['one_world', 1])
    const far = part([row('far', 2 ** 30, 2 ** 29), ...worldsOf(9)], 1, 7n)
    expect(refused(far)).toEqual(['grid_overflow', expect.closeTo(2.5, 4)])
    expect(refused(far, 'keyed')[0]).toBe('Interval')
    expect(refused(part([row('a', 1, 4), row('b', 1, 0), row('c', 2, 0)], 1, 7n))[0]).toBe(
      'too_many_dropped',
    )
    expect(reasonOf(ofParts([]))).toBe('no_rows')
    const kept = intervalOptions({ replicates: 300, mostDropped: 1 })
    const undefinedOne = part([row('a', 1, 4), row('b', 1, 0), row('c', 2, 0)], 1, 7n)
    expect(
      combinedInterval(kept, {
        statistic: 'mean',
        engine: 'multinomial',
        together: false,
        parts: [sound, undefinedOne],
      }),
    ).toMatchObject({ reason: 'jackknife_undefined', estimate: 0.5 + 1 })
  })
})

const enginesOf = (n: number, options: Partial<IntervalOptions> = {}) => {
  const { differenceOfRatios, meanOfDifferences } = pairedDifference({
    replicates: 50,
    ...options,
  })(
    worldsOf(n),
    worldsOf(n).map((own) => row(own.key, own.numerator + 1, own.denominator)),
  )
  return [differenceOfRatios, meanOfDifferences].map(({ statistic, engine }) => [statistic, engine])
}

describe('a paired difference', () => {
  it('names its statistics, and the engine by the worlds that were joined', () => {
    expect(enginesOf(99)).toEqual([
      ['difference_of_ratios', 'multinomial'],
      ['mean_of_differences', 'multinomial'],
    ])
    expect(enginesOf(100)[0]).toEqual(['difference_of_ratios', 'keyed'])
    expect(enginesOf(9, { engine: 'keyed' })[0]).toEqual(['difference_of_ratios', 'keyed'])
  })

  it('lists worlds without a ratio in either arm', () => {
    const zero = [row('w0', 1, 0), row('w1', 1, 4), row('w2', 3, 4)]
    expect(pairedDifference()(arm(1, 2, 3), zero).withoutRatio).toEqual(['w0'])
    expect(pairedDifference()(zero, arm(1, 2, 3)).withoutRatio).toEqual(['w0'])
  })

  it('is refused whole for what is wrong with its options or with either arm', () => {
    const bad = [row('w0', Number.NaN, 4)]
    const refused = (
      options: Partial<IntervalOptions>,
      first: ReadonlyArray<RatioRow>,
      second: ReadonlyArray<RatioRow>,
    ) => {
      const { differenceOfRatios, meanOfDifferences, ...rest } = pairedDifference(options)(
        first,
        second,
      )
      expect([differenceOfRatios.statistic, meanOfDifferences.statistic]).toEqual([
        'difference_of_ratios',
        'mean_of_differences',
      ])
      expect(reasonOf(meanOfDifferences)).toBe(reasonOf(differenceOfRatios))
      expect(rest).toEqual({ joined: 0, onlyFirst: [], onlySecond: [], withoutRatio: [] })
      return reasonOf(differenceOfRatios)
    }
    const sound = arm(1, 2)
    expect(refused({ level: 2 }, sound, sound)).toBe('malformed_options')
    expect(refused({ method: 'studentized' }, sound, sound)).toBe('method_not_offered')
    expect(refused({ engine: 'cpython' }, sound, sound)).toBe('method_not_offered')
    expect([refused({}, bad, sound), refused({}, sound, bad)]).toEqual(['not_finite', 'not_finite'])
  })
})

describe('a mean of the ratios of cases', () => {
  const of = (rows: ReadonlyArray<CaseRow>, options: Partial<IntervalOptions> = {}) =>
    macroInterval({ replicates: 50, ...options })(rows)

  it('lists cases by name, and those that lend it no spread', () => {
    const rows = [
      ...inCase('c', [row('a', 1, 0), row('b', 1, 0)]),
      ...inCase('b', arm(2)),
      ...inCase('a', arm(1, 3)),
    ]
    const { interval, cases, unsupported } = of(rows)
    expect(cases).toEqual([
      { case: 'a', ratio: 0.5, n: 2 },
      { case: 'b', ratio: 0.5, n: 1 },
      { case: 'c', ratio: null, n: 2 },
    ])
    expect(unsupported).toEqual(['b', 'c'])
    expect(reasonOf(interval)).toBe('degenerate_denominator')
  })

  it('takes the engine that its smallest case can bear', () => {
    const engineOf = (few: number, options: Partial<IntervalOptions> = {}) =>
      of([...inCase('a', worldsOf(few)), ...inCase('b', worldsOf(120))], options).interval
    expect(engineOf(5)).toMatchObject({ engine: 'multinomial', statistic: 'mean_of_case_ratios' })
    expect(engineOf(100)).toMatchObject({ engine: 'keyed', n: 220 })
    expect(engineOf(5, { engine: 'keyed' }).engine).toBe('keyed')
  })

  it('is refused whole', () => {
    const rows = inCase('a', arm(1, 2))
    for (const [found, reason] of [
      [of(rows, { level: 2 }), 'malformed_options'],
      [of(rows, { method: 'studentized' }), 'method_not_offered'],
      [of([{ ...row('x', Number.NaN, 1), case: 'a' }]), 'not_finite'],
      [of([row('x', 1, 1) as CaseRow]), 'malformed_rows'],
    ] as const) {
      expect(found).toMatchObject({ cases: [], unsupported: [] })
      expect([found.interval.statistic, reasonOf(found.interval)]).toEqual([
        'mean_of_case_ratios',
        reason,
      ])
    }
  })
})

describe('a margin over a floor', () => {
  const cell = (key: string, numerator: number | null): MarginRow => ({
    key,
    numerator,
    denominator: 4,
    case: 'a',
  })

  it('lists dropped cells by name with their reasons, and counts none of their rows', () => {
    const subject = [
      cell('z', 1),
      cell('d', null),
      cell('k', 2),
      cell('m', 4),
      cell('u', null),
      cell('u', 400),
    ]
    const floor = [cell('k', 1), cell('d', 1), cell('m', 1), cell('f', 1), cell('u', 1)]
    const [margin] = marginOverFloor({ replicates: 50 })(subject, [...floor, cell('m', null)])
    expect(margin).toMatchObject({
      case: 'a',
      cells: 1,
      dropped: [
        { key: 'd', reason: 'subject_not_scored' },
        { key: 'f', reason: 'no_subject' },
        { key: 'm', reason: 'floor_not_scored' },
        { key: 'u', reason: 'subject_not_scored' },
        { key: 'z', reason: 'no_floor' },
      ],
    })
    expect(margin?.margin.estimate).toBe(0.25)
    const [whole] = marginOverFloor({ replicates: 50 })(subject, floor)
    expect(whole?.margin).toMatchObject({ n: 2, estimate: 6 / 8 - 2 / 8 })
  })

  it('is refused in one piece for rows without a case', () => {
    const [refused, ...more] = marginOverFloor()([row('a', 1, 1) as MarginRow], [])
    expect(more).toEqual([])
    expect(refused).toMatchObject({
      case: '',
      cells: 0,
      dropped: [],
      margin: { _tag: 'NotEvaluable', reason: 'malformed_rows', statistic: 'difference_of_ratios' },
    })
  })
})
