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
    expect(logGamma(1e-300)).toBeCloseTo(690.7755278982137, 11)
    expect([0, -1, Number.NaN].map(logGamma)).toEqual([Number.NaN, Number.NaN, Number.NaN])
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
    expect(
      [3, 1e308, Number.POSITIVE_INFINITY].map((df) =>
        chiSquareSurvival(df)(Number.POSITIVE_INFINITY),
      ),
    ).toEqual([0, 0, 0])
    expect([1e-310, 1, 3, 1e308].map((df) => chiSquareSurvival(df)(0))).toEqual([1, 1, 1, 1])
    expect([1, 3, 1e308].map((df) => chiSquareSurvival(df)(-1))).toEqual([1, 1, 1])
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

  it('chi-square is taken from the normal at 2e7 degrees, where the gamma function errs more', () => {
    expect(chiSquareSurvival(2e7)(2e7)).toBeCloseTo(0.49995794779127630167, 12)
  })

  it('a far tail of F keeps its digits', () => {
    expect(fSurvival(1, 1)(1e30) / 6.3661977236758133675e-16).toBeCloseTo(1, 13)
  })

  it.each([0, -1, Number.NaN])('%d degrees of freedom give NaN, wherever they are asked', (df) => {
    for (const x of [-1, 0, 1, Number.POSITIVE_INFINITY])
      expect([chiSquareSurvival(df)(x), fSurvival(df, 3)(x), fSurvival(3, df)(x)]).toEqual([
        Number.NaN,
        Number.NaN,
        Number.NaN,
      ])
    for (const p of [0, 0.5, 1])
      expect([fQuantile(df, 3)(p), fQuantile(3, df)(p)]).toEqual([Number.NaN, Number.NaN])
  })

  it.each([-0.5, 1.5, Number.NaN])('a probability of %d gives NaN', (p) => {
    expect(fQuantile(1, 2)(p)).toBeNaN()
    for (const k of [-1, 1, 4])
      expect([binomialMass(3, p)(k), binomialCdf(3, p)(k)]).toEqual([Number.NaN, Number.NaN])
  })

  it('F has limits at the ends of its range and of the doubles', () => {
    expect([-10, 0, Number.POSITIVE_INFINITY].map(fSurvival(2, 3))).toEqual([1, 1, 0])
    expect([fSurvival(1, 1e308)(1e-40), fSurvival(10, 1)(1e308)]).toEqual([1, 0])
    expect([0, 1].map(fQuantile(2, 3))).toEqual([0, Number.POSITIVE_INFINITY])
    // The first is beyond the doubles; of the second, 1 - p is 1.
    expect([fQuantile(1, 0.01)(0.99), fQuantile(2, 2)(1e-17)]).toEqual([
      Number.POSITIVE_INFINITY,
      0,
    ])
  })

  it('the quantile of F with few degrees is found however small', () => {
    const quantile = fQuantile(0.01, 1)(0.1)
    expect(quantile).toBeLessThan(1e-190)
    expect(fSurvival(0.01, 1)(quantile)).toBeCloseTo(0.9, 12)
  })

  it('binomial counts beyond the trials have no mass, and certain trials one count', () => {
    expect([-1, 4].map(binomialMass(3, 0.5))).toEqual([0, 0])
    expect([0, 1, 3].map(binomialMass(3, 0))).toEqual([1, 0, 0])
    expect([0, 2, 3].map(binomialMass(3, 1))).toEqual([0, 0, 1])
    expect([-1, 0, 2, 3].map(binomialCdf(3, 0))).toEqual([0, 1, 1, 1])
    expect([-1, 0, 2, 3].map(binomialCdf(3, 1))).toEqual([0, 0, 0, 1])
  })
})
