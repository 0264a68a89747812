import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { combinedInterval } from '../../src/statistics/combined-ratios.js'
import { intervalOptions } from '../../src/statistics/interval.js'
import { type CaseRow, macroInterval } from '../../src/statistics/macro.js'
import { type MarginRow, marginOverFloor } from '../../src/statistics/margin.js'
import { pairedDifference } from '../../src/statistics/paired.js'
import { ratioInterval } from '../../src/statistics/ratio-interval.js'
import { gatherWorlds, readRatioRows } from '../../src/statistics/ratio-rows.js'
import { must, reasonOf, row, rowsUpTo, seeds, shuffledBy, worldsOf } from './interval-rows.js'

const small = fc.record({
  seed: seeds,
  replicates: fc.constant(60),
  engine: fc.constantFrom('auto' as const, 'keyed' as const, 'multinomial' as const),
  method: fc.constantFrom('percentile' as const, 'basic' as const, 'bca' as const),
})
const arm = rowsUpTo(25)

describe('the laws of paired differences', () => {
  it('L1 antisymmetric', () => {
    fc.assert(
      fc.property(small, arm, arm, (own, first, second) => {
        const options = { ...own, method: own.method === 'bca' ? ('basic' as const) : own.method }
        const one = pairedDifference(options)(first, second)
        const other = pairedDifference(options)(second, first)
        expect(other.onlyFirst).toEqual(one.onlySecond)
        for (const kind of ['differenceOfRatios', 'meanOfDifferences'] as const) {
          const [a, b] = [one[kind], other[kind]]
          expect(b._tag).toBe(a._tag)
          if (a._tag !== 'Interval' || b._tag !== 'Interval') continue
          expect(b.estimate + 0).toBe(0 - a.estimate)
          expect(b.low).toBeCloseTo(-a.high, 9)
          expect(b.high).toBeCloseTo(-a.low, 9)
        }
      }),
    )
  })

  it('L2 itself', () => {
    fc.assert(
      fc.property(small, arm, (own, rows) => {
        const { differenceOfRatios, meanOfDifferences, joined } = pairedDifference(own)(rows, rows)
        // Few worlds may all weigh nothing in a replicate; that is refused, and another law.
        if (joined < 2 || reasonOf(differenceOfRatios) === 'too_many_dropped') return
        const degenerate = { estimate: 0, low: 0, high: 0, degenerate: true }
        expect(differenceOfRatios).toMatchObject(degenerate)
        expect(meanOfDifferences).toMatchObject(degenerate)
      }),
    )
  })

  it('L3 listed', () => {
    fc.assert(
      fc.property(small, arm, arm, (own, first, second) => {
        const paired = pairedDifference(own)(first, second)
        const names = new Set([...first, ...second].map(({ key }) => key))
        expect(paired.joined + paired.onlyFirst.length + paired.onlySecond.length).toBe(names.size)
        const inSecond = new Set(second.map(({ key }) => key))
        expect(paired.onlyFirst.some((key) => inSecond.has(key))).toBe(false)
        expect(paired.differenceOfRatios.n).toBe(paired.joined)
      }),
    )
  })

  it('L4 any-order', () => {
    fc.assert(
      fc.property(small, arm, arm, fc.nat(999), (own, first, second, by) => {
        expect(pairedDifference(own)(shuffledBy(by, first), shuffledBy(by + 1, second))).toEqual(
          pairedDifference(own)(first, second),
        )
      }),
    )
  })

  it('leaves out of the mean, by name, the worlds without a ratio of their own', () => {
    const first = [row('a', 1, 2), row('b', 3, 4), row('c', 1, 0), row('d', 1, 5)]
    const second = [row('a', 1, 4), row('b', 1, 4), row('c', 1, 2), row('e', 1, 5)]
    const paired = pairedDifference({ method: 'percentile' })(first, second)
    expect(paired).toMatchObject({
      joined: 3,
      onlyFirst: ['d'],
      onlySecond: ['e'],
      withoutRatio: ['c'],
    })
    // (1 + 3 + 1) / (2 + 4 + 0) - 3 / 10, and the mean of 1/4 and 1/2.
    expect(paired.differenceOfRatios.estimate).toBeCloseTo(5 / 6 - 0.3, 12)
    expect(paired.meanOfDifferences).toMatchObject({ estimate: 0.375, n: 2 })
    expect(paired.meanOfDifferences.statistic).toBe('mean_of_differences')
  })

  it('is narrower than the arms where worlds are what differs', () => {
    const first = worldsOf(60)
    const second = first.map((own, i) => ({ ...own, numerator: own.numerator - 2 - (i % 3) / 10 }))
    const paired = must(pairedDifference()(first, second).differenceOfRatios)
    const alone = must(ratioInterval()(first))
    expect(paired.high - paired.low).toBeLessThan((alone.high - alone.low) / 10)
    expect(paired.low).toBeGreaterThan(0)
  })

  it('refuses what it does not offer', () => {
    for (const options of [{ method: 'studentized' as const }, { engine: 'cpython' as const }]) {
      const paired = pairedDifference(options)(worldsOf(9), worldsOf(9))
      expect(reasonOf(paired.differenceOfRatios)).toBe('method_not_offered')
      expect(reasonOf(paired.meanOfDifferences)).toBe('method_not_offered')
      expect(reasonOf(macroInterval(options)([]).interval)).toBe('method_not_offered')
    }
    const reasons = (first: ReturnType<typeof worldsOf>, second: ReturnType<typeof worldsOf>) =>
      reasonOf(pairedDifference()(first, second).differenceOfRatios)
    expect(reasons([], [])).toBe('no_rows')
    expect(reasons(worldsOf(3), worldsOf(3, 'v'))).toBe('no_rows')
    expect(reasons(worldsOf(3), worldsOf(1))).toBe('one_world')
    expect(reasons(worldsOf(3), [row('w0', 1, 0), row('w1', 1, 0)])).toBe('degenerate_denominator')
    expect(reasons(worldsOf(3), [row('w0', Number.NaN, 1)])).toBe('not_finite')
    expect(reasons(null as never, worldsOf(1))).toBe('malformed_rows')
    expect(reasonOf(pairedDifference({ level: 7 })([], []).meanOfDifferences)).toBe(
      'malformed_options',
    )
  })
})

describe('the laws of combined ratios', () => {
  it('L1 alone', () => {
    fc.assert(
      fc.property(small, arm, fc.boolean(), (own, given, together) => {
        const options = intervalOptions(own)
        const read = readRatioRows(options.gridBits)(given)
        if (typeof read === 'string') return expect.fail(read)
        const plain = ratioInterval(own)(given)
        const engine = plain.engine === 'keyed' ? 'keyed' : 'multinomial'
        const parts = [{ rows: gatherWorlds(read), factor: 1, seed: BigInt(options.seed) }]
        const combined = combinedInterval(options, {
          statistic: 'ratio_of_sums',
          engine,
          together,
          parts,
        })
        expect(combined._tag).toBe(plain._tag)
        if (combined._tag !== 'Interval' || plain._tag !== 'Interval') {
          expect(reasonOf(combined)).toBe(reasonOf(plain))
          return
        }
        expect(combined.low).toBeCloseTo(plain.low, 6)
        expect(combined.high).toBeCloseTo(plain.high, 6)
        expect(combined.estimate).toBe(plain.estimate)
      }),
    )
  })
})

const cases: fc.Arbitrary<ReadonlyArray<CaseRow>> = fc
  .array(fc.tuple(fc.constantFrom('x', 'y', 'z'), arm), { minLength: 1, maxLength: 3 })
  .map((lists) => lists.flatMap(([name, rows]) => rows.map((own) => ({ ...own, case: name }))))

describe('the laws of macro means', () => {
  it('L1 renamed', () => {
    fc.assert(
      fc.property(small, cases, (own, rows) => {
        const renamed = rows.map((one) => ({ ...one, key: `${one.case}/${one.key}` }))
        const [before, after] = [macroInterval(own)(rows), macroInterval(own)(renamed)]
        expect(after.cases).toEqual(before.cases)
        expect(after.interval.estimate).toBe(before.interval.estimate)
      }),
    )
  })

  it('L2 one-case', () => {
    fc.assert(
      fc.property(small, arm, (own, rows) => {
        const macro = macroInterval(own)(rows.map((one) => ({ ...one, case: 'only' })))
        expect(macro.interval.estimate).toBe(ratioInterval(own)(rows).estimate)
      }),
    )
  })

  it('L3 any-order', () => {
    fc.assert(
      fc.property(small, cases, fc.nat(999), (own, rows, by) => {
        expect(macroInterval(own)(shuffledBy(by, rows))).toEqual(macroInterval(own)(rows))
      }),
    )
  })

  const table = [
    ...worldsOf(40).map((own) => ({ ...own, case: 'one' })),
    ...worldsOf(25, 'v').map((own) => ({ ...own, numerator: own.numerator * 2, case: 'two' })),
  ]

  it('weigh cases alike and have about the standard error of independent cases', () => {
    const options = { method: 'percentile' as const, replicates: 4000 }
    const macro = macroInterval(options)(table)
    const [one, two] = macro.cases.map((own) => own.ratio ?? Number.NaN)
    expect(macro.interval.estimate).toBeCloseTo(((one ?? 0) + (two ?? 0)) / 2, 12)
    const width = (own: { readonly low: number; readonly high: number }) => own.high - own.low
    const alone = ['one', 'two'].map((name) =>
      width(must(ratioInterval(options)(table.filter((own) => own.case === name)))),
    )
    const expected = Math.hypot(alone[0] ?? 0, alone[1] ?? 0) / 2
    expect(width(must(macro.interval)) / expected).toBeCloseTo(1, 1)
  })

  it('are refused, by name, where a case has one world or no denominator', () => {
    const thin = [...table, { ...row('u', 1, 2), case: 'thin' }]
    expect(macroInterval()(thin)).toMatchObject({
      interval: { _tag: 'NotEvaluable', reason: 'one_world' },
      unsupported: ['thin'],
    })
    const empty = [...table, { ...row('u', 1, 0), case: 'a' }, { ...row('v', 1, 0), case: 'a' }]
    expect(macroInterval()(empty)).toMatchObject({
      interval: { reason: 'degenerate_denominator', estimate: null },
      unsupported: ['a'],
    })
    expect(reasonOf(macroInterval()([]).interval)).toBe('no_rows')
    for (const rows of [null, [null], [row('a', 1, 2)], [{ case: 'a' }]]) {
      expect(reasonOf(macroInterval()(rows as never).interval)).toBe('malformed_rows')
    }
    expect(reasonOf(macroInterval({ level: 0 })(table).interval)).toBe('malformed_options')
  })
})

const cells: fc.Arbitrary<ReadonlyArray<MarginRow>> = fc.array(
  fc.record({
    case: fc.constantFrom('x', 'y'),
    key: fc.nat(12).map((i) => `w${i}`),
    numerator: fc.option(fc.integer({ min: -9, max: 9 })),
    denominator: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 25 },
)

describe('the laws of margins', () => {
  it('L1 cells', () => {
    fc.assert(
      fc.property(cells, cells, (subject, floor) => {
        const margins = marginOverFloor({ replicates: 5 })(subject, floor)
        for (const own of margins) {
          const keys = new Set(
            [...subject, ...floor].filter((one) => one.case === own.case).map((one) => one.key),
          )
          expect(own.cells + own.dropped.length).toBe(keys.size)
          expect(new Set(own.dropped.map((cell) => cell.key)).size).toBe(own.dropped.length)
        }
        const names = new Set([...subject, ...floor].map((one) => one.case))
        expect(margins.map((own) => own.case)).toEqual([...names].sort())
      }),
    )
  })

  it('L2 paired', () => {
    const scored = (rows: ReadonlyArray<MarginRow>): ReadonlyArray<CaseRow> =>
      rows.map((own) => ({ ...own, numerator: own.numerator ?? 1 }))
    fc.assert(
      fc.property(cells, cells, (subject, floor) => {
        for (const own of marginOverFloor({ replicates: 20 })(scored(subject), scored(floor))) {
          const only = (rows: ReadonlyArray<MarginRow>) =>
            scored(rows).filter((one) => one.case === own.case)
          const paired = pairedDifference({ replicates: 20 })(only(subject), only(floor))
          expect(own.margin).toEqual(paired.differenceOfRatios)
          expect(own.meanMargin).toEqual(paired.meanOfDifferences)
          expect(own.cells).toBe(paired.joined)
        }
      }),
    )
  })

  it('drops a cell for each of four reasons', () => {
    const cell = (key: string, numerator: number | null): MarginRow => ({
      case: 'c',
      key,
      numerator,
      denominator: 10,
    })
    const subject = [cell('a', 6), cell('b', null), cell('c', 7), cell('d', 4), cell('f', 5)]
    const floor = [cell('a', 4), cell('b', 1), cell('c', null), cell('e', 4), cell('f', 2)]
    const [margin] = marginOverFloor({ method: 'percentile' })(subject, floor)
    expect(margin).toMatchObject({ case: 'c', cells: 2, margin: { n: 2 } })
    expect(margin?.margin.estimate).toBeCloseTo(0.25, 12)
    expect(margin?.dropped).toEqual([
      { key: 'b', reason: 'subject_not_scored' },
      { key: 'c', reason: 'floor_not_scored' },
      { key: 'd', reason: 'no_floor' },
      { key: 'e', reason: 'no_subject' },
    ])
    for (const bad of [null, [null], [{ key: 'a' }]]) {
      expect(marginOverFloor()(bad as never, floor)).toMatchObject([
        { margin: { reason: 'malformed_rows' } },
      ])
    }
  })
})
