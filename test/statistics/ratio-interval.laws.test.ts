import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { IntervalOptions } from '../../src/statistics/interval.js'
import { intervalOptions } from '../../src/statistics/interval.js'
import { isPrepared, prepareRatio } from '../../src/statistics/prepared-ratio.js'
import { ratioBootstrap } from '../../src/statistics/ratio-bootstrap.js'
import { meanInterval, ratioInterval } from '../../src/statistics/ratio-interval.js'
import { reasonOf, row, rowsUpTo, seeds, shuffledBy, worldsOf } from './interval-rows.js'

const engines = fc.constantFrom('auto' as const, 'keyed' as const, 'multinomial' as const)
const methods = fc.constantFrom(
  'percentile' as const,
  'basic' as const,
  'bca' as const,
  'studentized' as const,
)
const options: fc.Arbitrary<Partial<IntervalOptions>> = fc.record({
  engine: engines,
  method: methods,
  seed: seeds,
  replicates: fc.integer({ min: 1, max: 80 }),
})
const manyOrFew = fc.oneof(rowsUpTo(30, 0), rowsUpTo(260, 150))

describe('the laws of the interval of a ratio', () => {
  it('L1 shuffled', () => {
    fc.assert(
      fc.property(options, manyOrFew, fc.nat(10_000), (own, rows, by) => {
        expect(ratioInterval(own)(shuffledBy(by, rows))).toEqual(ratioInterval(own)(rows))
      }),
      { numRuns: 200 },
    )
  })

  it('L2 clustered', () => {
    // Whole numbers, so that the sums of a world are exact before the grid too.
    const whole = rowsUpTo(40).map((rows) =>
      rows.map((own) => row(own.key, Math.round(own.numerator), Math.round(own.denominator))),
    )
    fc.assert(
      fc.property(options, whole, (own, rows) => {
        const names = [...new Set(rows.map(({ key }) => key))]
        const sums = names.map((key) => {
          const members = rows.filter((other) => other.key === key)
          const total = (of: (r: (typeof rows)[number]) => number): number =>
            members.reduce((sum, member) => sum + of(member), 0)
          return row(
            key,
            total((member) => member.numerator),
            total((member) => member.denominator),
          )
        })
        expect({ ...ratioInterval(own)(rows), rows: 0 }).toEqual({
          ...ratioInterval(own)(sums),
          rows: 0,
        })
        expect(ratioInterval(own)(rows).n).toBe(names.length)
      }),
    )
  })

  it('L3 total', () => {
    const anyNumber = fc.oneof(
      fc.double(),
      fc.constantFrom(0, -0, 1e-9, 1e16, -1e16, Number.MAX_VALUE, 5e-324),
      fc.integer({ min: -2, max: 2 }),
    )
    const anyRows = fc.array(
      fc.record({ key: fc.string({ maxLength: 2 }), numerator: anyNumber, denominator: anyNumber }),
      { maxLength: 12 },
    )
    const anyOptions: fc.Arbitrary<Partial<IntervalOptions>> = fc.record(
      {
        engine: fc.constantFrom('auto', 'keyed', 'multinomial', 'cpython'),
        method: methods,
        level: fc.oneof(fc.double(), fc.double({ min: 0, max: 1 })),
        replicates: fc.oneof(fc.integer({ max: 40 }), fc.double({ max: 40 })),
        seed: fc.oneof(fc.integer(), fc.bigInt(), fc.double()),
        gridBits: fc.oneof(fc.integer({ min: -35, max: 45 }), fc.double()),
        mostDropped: fc.double({ min: 0, max: 1 }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(anyOptions, anyRows, (own, rows) => {
        const outcome = ratioInterval(own)(rows)
        if (outcome._tag === 'NotEvaluable') expect(outcome.reason.length).toBeGreaterThan(3)
        else {
          expect([outcome.low, outcome.high, outcome.estimate].every(Number.isFinite)).toBe(true)
          expect(outcome.low).toBeLessThanOrEqual(outcome.high)
          expect(outcome.kept + outcome.dropped).toBe(outcome.replicates)
        }
        // Malformed options are echoed as they are.
        if (reasonOf(outcome) === 'malformed_options') return
        expect(Object.values(outcome).every((value) => !Number.isNaN(value))).toBe(true)
      }),
      { numRuns: 1000 },
    )
    for (const rows of [null, undefined, 3, 'rows', [null], [{}], [{ key: 'a' }]]) {
      expect(reasonOf(ratioInterval()(rows as never))).toBe('malformed_rows')
      expect(reasonOf(ratioInterval({ engine: 'cpython' })(rows as never))).toBe('malformed_rows')
      expect(reasonOf(meanInterval()(rows as never))).toBe('malformed_rows')
    }
  })

  it('L4 rescaled', () => {
    fc.assert(
      fc.property(options, rowsUpTo(40), (own, rows) => {
        // Values on the grid already: rounding commutes with doubling only where it does nothing.
        const onGrid = rows.map((r) => row(r.key, Math.round(8 * r.numerator) / 8, r.denominator))
        const twice = onGrid.map((r) => row(r.key, 2 * r.numerator, r.denominator))
        const [plain, doubled] = [onGrid, twice].map(ratioInterval(own))
        expect(doubled?._tag).toBe(plain?._tag)
        if (plain?._tag !== 'Interval' || doubled?._tag !== 'Interval') return
        expect([doubled.low, doubled.high]).toEqual([2 * plain.low, 2 * plain.high])
      }),
    )
  })

  it('L5 one', () => {
    fc.assert(
      fc.property(options, rowsUpTo(40), (own, rows) => {
        const values = rows.map(({ key, numerator }) => ({ key, value: numerator }))
        const ones = rows.map(({ key, numerator }) => row(key, numerator, 1))
        expect({ ...meanInterval(own)(values), statistic: 'ratio_of_sums' }).toEqual(
          ratioInterval(own)(ones),
        )
      }),
    )
  })
})

describe('the laws of the parity interval', () => {
  it('L1 parity', () => {
    const distinct = rowsUpTo(40, 1).map((rows) => rows.map((own, i) => ({ ...own, key: `w${i}` })))
    fc.assert(
      fc.property(seeds, distinct, (seed, rows) => {
        const recorded = ratioBootstrap({ seed: BigInt(seed), replicates: 60 })(
          rows.map((own) => own.numerator),
          rows.map((own) => own.denominator),
        )
        const own = ratioInterval({
          engine: 'cpython',
          method: 'percentile',
          seed,
          replicates: 60,
        })(rows)
        expect(own._tag).toBe(recorded._tag)
        if (own._tag !== 'Interval' || recorded._tag !== 'Interval') return
        expect([own.low, own.high, own.degenerate]).toEqual([
          recorded.low,
          recorded.high,
          recorded.degenerate,
        ])
        expect([own.kept, own.n, own.engine]).toEqual([recorded.kept, rows.length, 'cpython'])
      }),
    )
  })
})

describe('the laws of prepared ratios', () => {
  it('L1 found-out', () => {
    const table: ReadonlyArray<readonly [string, ReadonlyArray<ReturnType<typeof row>>]> = [
      ['no_rows', []],
      ['one_world', [row('a', 1, 2), row('a', 3, 2)]],
      ['degenerate_denominator', [row('a', 1, 1e-10), row('b', 1, 0)]],
      ['degenerate_denominator', [row('a', 1, 5), row('b', 1, -5)]],
      ['not_finite', [row('a', 1, 5), row('b', Number.NaN, 5)]],
      ['grid_overflow', [row('a', 1e16, 5), row('b', 1, 5)]],
      ['malformed_rows', [row('a', 1, 5), { ...row('b', 1, 5), key: 3 as never }]],
    ]
    for (const [reason, rows] of table) {
      const prepared = prepareRatio(intervalOptions(), 'ratio_of_sums')(rows)
      if (isPrepared(prepared)) expect.fail(reason)
      expect(reasonOf(prepared)).toBe(reason)
      expect(prepared.rows).toBe(rows.length)
    }
    expect(isPrepared(prepareRatio(intervalOptions(), 'ratio_of_sums')(worldsOf(3)))).toBe(true)
    const large = Array.from({ length: 3 }, (_, i) => row(`w${i}`, i === 0 ? 1.4e9 : 0, 1))
    expect(reasonOf(ratioInterval({ engine: 'keyed' })(large))).toBe('Interval')
  })
})
