import { describe, expect, it } from 'vitest'
import {
  binomialCdf,
  binomialMass,
  chiSquareSurvival,
  fQuantile,
  fSurvival,
  logGamma,
} from '../../src/statistics/distribution.js'

describe('published values', () => {
  it.each([
    [1, 10, 0.95, 4.9646],
    [2, 20, 0.95, 3.4928],
    [5, 5, 0.99, 10.967],
    [3, 24, 0.975, 3.7211],
    [10, 1, 0.95, 241.8817],
    [120, 120, 0.95, 1.3519],
  ])('the F quantile with %i and %i degrees of freedom at %d is %d', (df1, df2, p, quantile) => {
    expect(fQuantile(df1, df2)(p) / quantile).toBeCloseTo(1, 4)
    expect(fSurvival(df1, df2)(fQuantile(df1, df2)(p))).toBeCloseTo(1 - p, 12)
  })

  it.each([
    [1, 3.841458820694124, 0.05],
    [2, 5.991464547107979, 0.05],
    [10, 23.209251158954356, 0.01],
    [100, 124.34211340400407, 0.05],
  ])('chi-square with %i degrees of freedom exceeds %d with probability %d', (df, x, p) => {
    expect(chiSquareSurvival(df)(x)).toBeCloseTo(p, 11)
  })

  it('the gamma function is the factorial, and the square root of pi at a half', () => {
    let factorial = 1
    for (let n = 1; n <= 20; n += 1) {
      expect(logGamma(n) - Math.log(factorial)).toBeCloseTo(0, 11)
      factorial *= n
    }
    expect(Math.exp(logGamma(0.5)) ** 2).toBeCloseTo(Math.PI, 12)
    expect(Math.exp(logGamma(0.25))).toBeCloseTo(3.625609908221908, 12)
    expect(logGamma(0)).toBeNaN()
  })

  it('binomial masses are those of Pascal', () => {
    const row = [1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1]
    row.forEach((ways, k) => {
      expect(binomialMass(10, 0.5)(k)).toBeCloseTo(ways / 1024, 14)
    })
    expect(binomialMass(10, 0.5)(2.5)).toBe(0)
    expect([binomialMass(4, 0)(0), binomialMass(4, 1)(4), binomialMass(4, 1)(3)]).toEqual([1, 1, 0])
    expect([binomialCdf(10, 0.3)(-1), binomialCdf(10, 0.3)(10)]).toEqual([0, 1])
    expect(binomialCdf(10, 0.3)(3)).toBeCloseTo(0.6496107184, 10)
  })

  it('chi-square and the gamma function have limits at the ends of the doubles', () => {
    expect(chiSquareSurvival(1e308)(1e308)).toBeCloseTo(0.5, 12)
    expect([chiSquareSurvival(1e308)(0.9e308), chiSquareSurvival(1e308)(1.1e308)]).toEqual([1, 0])
    expect([chiSquareSurvival(1e308)(1), chiSquareSurvival(1)(1e308)]).toEqual([1, 0])
    expect(chiSquareSurvival(Number.POSITIVE_INFINITY)(1e308)).toBe(1)
    expect(chiSquareSurvival(1e308)(Number.POSITIVE_INFINITY)).toBe(0)
    expect([logGamma(Number.POSITIVE_INFINITY), logGamma(1e308)]).toEqual([
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ])
  })

  it.each([-3, -1, 0, 1, 3])(
    'chi-square goes over into the normal smoothly, %i deviations out',
    (z) => {
      const [below, above] = [1.9e7, 2.1e7].map((df) =>
        chiSquareSurvival(df)(df + z * Math.sqrt(2 * df)),
      )
      expect(Math.abs((below ?? 0) - (above ?? 1))).toBeLessThan(2e-5)
      expect(chiSquareSurvival(2e7 - 1)(2e7 - 1 + z * Math.sqrt(4e7))).toBeCloseTo(
        chiSquareSurvival(2e7)(2e7 + z * Math.sqrt(4e7)),
        6,
      )
    },
  )

  it('arguments outside their range give NaN, and ends of the range their limits', () => {
    expect([fQuantile(1, 2)(2), binomialMass(3, 2)(1), binomialCdf(3, -1)(1)]).toEqual([
      Number.NaN,
      Number.NaN,
      Number.NaN,
    ])
    expect([fSurvival(2, 3)(0), fSurvival(2, 3)(Number.POSITIVE_INFINITY)]).toEqual([1, 0])
    expect([fQuantile(2, 3)(0), fQuantile(2, 3)(1)]).toEqual([0, Number.POSITIVE_INFINITY])
    expect(fSurvival(0, 3)(1)).toBeNaN()
  })
})
