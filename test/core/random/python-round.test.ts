import { describe, expect, it } from 'vitest'
import { pythonRound } from '../../../src/core/random/python-round.js'

/** `round(x, digits)` printed by CPython 3.11, 3.12 and 3.13. */
const table: ReadonlyArray<readonly [number, number, number]> = [
  [0.5, 0, 0],
  [1.5, 0, 2],
  [2.5, 0, 2],
  [-0.5, 0, -0],
  [-0.3, 0, -0],
  [-2.5, 0, -2],
  [2.675, 2, 2.67],
  [1.005, 2, 1],
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [-0.125, 2, -0.12],
  [0.045, 2, 0.04],
  [0.055, 2, 0.06],
  [8.165, 2, 8.16],
  [25, -1, 20],
  [35, -1, 40],
  [15, -1, 20],
  [1234567, -3, 1235000],
  [-1234.5, -2, -1200],
  [-1250, -2, -1200],
  [1350, -2, 1400],
  [9007199254740992, -1, 9007199254740990],
  [4.5e15, -15, 4e15],
  [4503599627370498, 0, 4503599627370498],
  [2251799813685249, 1, 2251799813685249],
  [1e-5, 4, 0],
  [5e-5, 4, 1e-4],
  [5e-23, 22, 1e-22],
  [1.5e-22, 22, 1e-22],
  [3e-23, 23, 3e-23],
  [0.1, 17, 0.1],
  [0.1, 20, 0.1],
  [123456789.12345679, 9, 123456789.12345679],
  [5e-324, 323, 0],
  [2.2250738585072014e-308, 310, 2.23e-308],
  [1.26e-310, 311, 1.3e-310],
  [7.3e-323, 322, 1e-322],
  [1.5e-309, 309, 2e-309],
  [1.7976931348623157e308, -300, 1.79769313e308],
  [5e299, -300, 1e300],
  [1.5e300, -300, 2e300],
  [1.4e308, -308, 1e308],
  [4e307, -308, 0],
  [6e307, -308, 1e308],
  [3, -309, 0],
  [-3, -309, -0],
  [3.3, 324, 3.3],
]

describe('pythonRound', () => {
  for (const [x, digits, expected] of table) {
    it(`rounds ${x} at ${digits} to ${Object.is(expected, -0) ? '-0' : expected}`, () => {
      expect(pythonRound(x, digits)).toBe(expected)
    })
  }

  it('leaves what is not finite, and zero with its sign', () => {
    expect(pythonRound(Number.NaN, 2)).toBeNaN()
    expect(pythonRound(Number.NEGATIVE_INFINITY, 2)).toBe(Number.NEGATIVE_INFINITY)
    expect(pythonRound(-0, 3)).toBe(-0)
  })

  it('becomes infinite where CPython raises an overflow', () => {
    expect(pythonRound(Number.MAX_VALUE, -308)).toBe(Number.POSITIVE_INFINITY)
    expect(pythonRound(-Number.MAX_VALUE, -308)).toBe(Number.NEGATIVE_INFINITY)
  })

  it('cuts the number of digits to an integer, none if undefined', () => {
    expect(pythonRound(1.25, 1.9)).toBe(1.2)
    expect(pythonRound(1.25, Number.NaN)).toBe(1)
    expect(pythonRound(1.25, Number.POSITIVE_INFINITY)).toBe(1.25)
    expect(pythonRound(1.25, Number.NEGATIVE_INFINITY)).toBe(0)
  })
})
