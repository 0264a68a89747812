import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arctangent, exponential, logarithm } from '../../src/statistics/elementary.js'
import { normalDensity, normalProbability, normalQuantile } from '../../src/statistics/normal.js'
import { studentProbability, studentQuantile } from '../../src/statistics/student.js'

const near = (value: number, other: number, slack: number): void => {
  expect(Math.abs(value - other)).toBeLessThanOrEqual(slack * Math.max(1e-300, Math.abs(other)))
}
const between = (min: number, max: number) => fc.double({ min, max, noNaN: true })

describe('the laws of elementary functions', () => {
  it('L1 close', () => {
    fc.assert(
      fc.property(between(-700, 700), between(-1e6, 1e6), (x, y) => {
        near(exponential(x), Math.exp(x), 4e-15)
        near(arctangent(y), Math.atan(y), 4e-15)
        const positive = Math.exp(x)
        near(logarithm(positive), Math.log(positive), 4e-15)
      }),
      { numRuns: 2000 },
    )
    expect([0, 710, -746, Number.NaN].map(exponential)).toEqual([1, Infinity, 0, Number.NaN])
    expect([1, 0, -1, Infinity, Number.NaN].map(logarithm)).toEqual([
      0,
      -Infinity,
      NaN,
      Infinity,
      NaN,
    ])
    near(logarithm(5e-324), Math.log(5e-324), 4e-15)
    near(logarithm(1.7e308), Math.log(1.7e308), 4e-15)
    expect(arctangent(0)).toBe(0)
  })

  it('L2 inverse', () => {
    fc.assert(
      fc.property(between(-600, 600), (x) => {
        expect(Math.abs(logarithm(exponential(x)) - x)).toBeLessThanOrEqual(
          1e-14 * Math.max(1, Math.abs(x)),
        )
      }),
    )
  })
})

describe('the laws of the normal distribution', () => {
  it('L1 symmetric', () => {
    fc.assert(
      fc.property(between(-30, 30), (x) => {
        expect(normalProbability(x) + normalProbability(-x)).toBeCloseTo(1, 14)
      }),
    )
  })

  it('L2 monotone', () => {
    fc.assert(
      fc.property(between(-38, 38), between(0, 3), (x, step) => {
        const [low, high] = [normalProbability(x), normalProbability(x + step)]
        expect(high).toBeGreaterThanOrEqual(low - 1e-15)
      }),
    )
  })

  it('L3 inverse', () => {
    fc.assert(
      fc.property(between(-5, 5), (x) => {
        expect(Math.abs(normalQuantile(normalProbability(x)) - x)).toBeLessThan(1e-9)
      }),
    )
    fc.assert(
      fc.property(between(-37, -1), (x) => {
        near(normalQuantile(normalProbability(x)), x, 1e-9)
      }),
    )
  })

  it.each([
    [0, 0.5],
    [1, 0.8413447460685429],
    [1.959963984540054, 0.975],
    [-3, 0.0013498980316300946],
    [-4.5, 3.3976731247300535e-6],
    [-10, 7.619853024160527e-24],
    [-37, 5.725571222524577e-300],
  ])('has the published probability below %d', (x, probability) => {
    near(normalProbability(x), probability, 1e-13)
    if (x !== 0) near(normalQuantile(probability), x, 1e-12)
  })

  it('says nothing of what is no number or no probability', () => {
    expect([0, 1, 0.5].map(normalQuantile)).toEqual([-Infinity, Infinity, 0])
    expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([NaN, NaN, NaN])
    expect([41, -41, Number.NaN].map(normalProbability)).toEqual([1, 0, NaN])
    expect(normalDensity(0)).toBeCloseTo(0.3989422804014327, 15)
  })
})

const degrees = fc.oneof(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 61, max: 5000 }))

describe("the laws of Student's distribution", () => {
  it('L1 symmetric', () => {
    fc.assert(
      fc.property(degrees, between(-50, 50), (df, t) => {
        expect(studentProbability(df)(t) + studentProbability(df)(-t)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('L2 inverse', () => {
    fc.assert(
      fc.property(degrees, between(-4, 4), (df, t) => {
        expect(Math.abs(studentQuantile(df)(studentProbability(df)(t)) - t)).toBeLessThan(1e-9)
      }),
    )
  })

  it('L3 normal', () => {
    fc.assert(
      fc.property(
        degrees,
        fc.integer({ min: 1, max: 2000 }),
        between(0.6, 0.9995),
        (df, more, p) => {
          const [few, many] = [studentQuantile(df)(p), studentQuantile(df + more)(p)]
          expect(few).toBeGreaterThanOrEqual(many - 1e-10)
          expect(many).toBeGreaterThanOrEqual(normalQuantile(p) - 1e-10)
        },
      ),
    )
    expect(studentQuantile(1e7)(0.975)).toBeCloseTo(normalQuantile(0.975), 6)
  })

  it.each([
    [1, 0.975, 12.706204736],
    [2, 0.975, 4.30265273],
    [3, 0.95, 2.353363435],
    [4, 0.975, 2.776445105],
    [9, 0.995, 3.249835542],
    [30, 0.975, 2.042272456],
    [120, 0.9, 1.28864624],
    [1001, 0.975, 1.962336705],
  ])('has the published quantile for %i degrees at %d', (df, p, quantile) => {
    expect(studentQuantile(df)(p)).toBeCloseTo(quantile, 7)
    expect(studentQuantile(df)(1 - p)).toBeCloseTo(-quantile, 7)
  })

  it('says nothing of broken degrees', () => {
    expect([0, 1.5, -1, Number.NaN].map((df) => studentQuantile(df)(0.9))).toEqual([
      NaN,
      NaN,
      NaN,
      NaN,
    ])
    expect([0, 1.5].map((df) => studentProbability(df)(1))).toEqual([NaN, NaN])
    expect([0, 1, 0.5].map(studentQuantile(5))).toEqual([-Infinity, Infinity, 0])
    expect([Infinity, -Infinity].map(studentProbability(5))).toEqual([1, 0])
  })

  it('goes over to the normal at a million degrees, in no time and without a jump', () => {
    for (const t of [-7, -1.96, -0.1, 0, 0.5, 2, 5]) {
      const [last, next] = [1_000_000, 1_000_001].map((df) => studentProbability(df)(t))
      expect(Math.abs((last ?? 0) - (next ?? 1))).toBeLessThan(1e-11)
    }
    for (const df of [1e15, 1e308]) {
      expect(studentProbability(df)(1.96)).toBeCloseTo(normalProbability(1.96), 14)
    }
    expect([1e200, -1e200].map(studentProbability(1e12))).toEqual([1, 0])
    expect(studentQuantile(5)(1.5)).toBeNaN()
  })
})
