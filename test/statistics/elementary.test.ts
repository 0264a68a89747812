import { describe, expect, it } from 'vitest'
import { arctangent, exponential, logarithm } from '../../src/statistics/elementary.js'

const { NaN: none, NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number

describe('elementary functions', () => {
  it('the exponential is infinite above 709 and 0 below -745', () => {
    expect([709.5, 1e300, most].map(exponential)).toEqual([most, most, most])
    expect([-745.5, -1e300, least].map(exponential)).toEqual([0, 0, 0])
    expect(exponential(709) / 8.2184074615549722e307).toBeCloseTo(1, 14)
    expect(exponential(none)).toBeNaN()
  })

  it('the logarithm has a limit at 0 and at infinity, and is no number below', () => {
    expect([0, -0, most].map(logarithm)).toEqual([least, least, most])
    expect([-5e-324, -1, least, none].map(logarithm)).toEqual([none, none, none, none])
  })

  it('the arctangent is odd and bounded', () => {
    expect([least, -1e300, 1e300, most].map((x) => (2 * arctangent(x)) / Math.PI)).toEqual([
      -1, -1, 1, 1,
    ])
  })

  // Where two ways of the same precision meet, or a subnormal result is rounded: the bits, not only the digits.
  it.each([
    [exponential, -7.278045395151621, 0.0006905339665050614],
    [exponential, -732.2926, 9.3189e-319],
    [exponential, -735.2926, 4.6393e-320],
    [logarithm, Math.SQRT2, 0.34657359027997275],
    [logarithm, Math.SQRT1_2, -0.3465735902799726],
  ])('%o of %d is %d on every machine', (f, x, value) => {
    expect(f(x)).toBe(value)
  })
})
