import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addTotals,
  fitsGrid,
  type GridTotals,
  gridEffect,
  noTotals,
  restOf,
  toUnits,
  unitsInOne,
} from '../../src/statistics/grid.js'
import {
  countWorlds,
  gatherWorlds,
  joinRows,
  noRatioRows,
  readRatioRows,
} from '../../src/statistics/ratio-rows.js'
import { row, rowsUpTo, shuffledBy, worldsOf } from './interval-rows.js'

const bits = fc.integer({ min: -30, max: 40 })
const totals: fc.Arbitrary<GridTotals> = rowsUpTo(10, 0).map((rows) => {
  const read = readRatioRows(20)(rows)
  return typeof read === 'string' ? expect.fail(read) : read.totals
})
const read = (rows: ReturnType<typeof worldsOf>) => {
  const own = readRatioRows(20)(rows)
  return typeof own === 'string' ? expect.fail(own) : own
}

describe('the laws of the grid', () => {
  it('L1 exact', () => {
    fc.assert(
      fc.property(bits, fc.integer({ min: -1e9, max: 1e9 }), (gridBits, whole) => {
        const units = unitsInOne(gridBits)
        const value = whole / units
        expect(toUnits(units, value)).toBe(whole)
        expect(restOf(units, value, whole)).toBe(0)
      }),
    )
    expect([2.5, -2.5, 0.4, -0.4, -0].map((value) => toUnits(1, value))).toEqual([3, -3, 0, 0, 0])
    expect(restOf(1, 2.25, 2)).toBe(262144)
    expect([0, 1, 20, -3].map(unitsInOne)).toEqual([1, 2, 1048576, 0.125])
  })

  it('L2 monoid', () => {
    fc.assert(
      fc.property(totals, totals, totals, (a, b, c) => {
        expect(addTotals(addTotals(a, b), c)).toEqual(addTotals(a, addTotals(b, c)))
        expect(addTotals(a, b)).toEqual(addTotals(b, a))
        expect(addTotals(noTotals, a)).toEqual(a)
      }),
    )
  })

  it('L3 refusal', () => {
    const most = Math.floor(Number.MAX_SAFE_INTEGER / 6)
    expect(fitsGrid({ ...noTotals, numeratorSize: most, denominatorSize: most })).toBe(true)
    expect(fitsGrid({ ...noTotals, numeratorSize: most + 1 })).toBe(false)
    expect(fitsGrid({ ...noTotals, denominatorSize: most + 1 })).toBe(false)
    fc.assert(
      fc.property(fc.double({ min: 1e10, max: 1e300, noNaN: true }), fc.boolean(), (big, below) => {
        const rows = [row('a', below ? 1 : -big, below ? big : 1), row('b', 1, 1)]
        expect(readRatioRows(20)(rows)).toBe('grid_overflow')
      }),
    )
    expect(readRatioRows(20)([row('a', Number.NaN, 1)])).toBe('not_finite')
    expect(readRatioRows(20)([row('a', 1, Number.POSITIVE_INFINITY)])).toBe('not_finite')
    for (const bad of [null, 3, {}, { key: 1, numerator: 1, denominator: 1 }, { key: 'a' }]) {
      expect(readRatioRows(20)([bad] as never)).toBe('malformed_rows')
    }
    expect(readRatioRows(20)('rows' as never)).toBe('malformed_rows')
  })

  it('tells what rounding did to the ratio, relative or, where that is 0, absolute', () => {
    const effectOf = (numerator: number, denominator: number): number =>
      gridEffect(read([row('a', numerator, denominator)]).totals)
    expect(effectOf(1, 4)).toBe(0)
    const rounded = Math.round(0.1 * 2 ** 20) / Math.round(0.3 * 2 ** 20)
    expect(effectOf(0.1, 0.3) / Math.abs(1 / 3 / rounded - 1)).toBeCloseTo(1, 4)
    expect(effectOf(2 ** -22, 1)).toBeCloseTo(2 ** -22, 12)
    expect(gridEffect(noTotals)).toBe(0)
    expect(gridEffect(read(worldsOf(1000)).totals)).toBeLessThan(1e-6)
  })
})

describe('the laws of rows', () => {
  it('L1 worlds', () => {
    fc.assert(
      fc.property(rowsUpTo(30, 0), (rows) => {
        const given = read(rows)
        const gathered = gatherWorlds(given)
        const names = [...new Set(rows.map((own) => own.key))].sort()
        expect(gathered.names).toEqual(names)
        expect(countWorlds(given)).toBe(names.length)
        expect(gathered.totals).toEqual(given.totals)
        for (const [i, name] of names.entries()) {
          const own = read(rows.filter((other) => other.key === name))
          expect(gathered.columns[2 * i]).toBe(own.totals.numerator)
          expect(gathered.columns[2 * i + 1]).toBe(own.totals.denominator)
          expect(gathered.keys.slice(2 * i, 2 * i + 2)).toEqual(own.keys.slice(0, 2))
        }
      }),
    )
  })

  it('L2 shuffled', () => {
    fc.assert(
      fc.property(rowsUpTo(30, 0), fc.nat(1000), fc.nat(30), (rows, by, cut) => {
        const gathered = gatherWorlds(read(rows))
        expect(gatherWorlds(read(shuffledBy(by, rows)))).toEqual(gathered)
        const joined = joinRows(read(rows.slice(cut)), read(rows.slice(0, cut)))
        expect(gatherWorlds(joined)).toEqual(gathered)
        expect(joinRows(noRatioRows, gathered)).toEqual(gathered)
      }),
    )
  })
})
