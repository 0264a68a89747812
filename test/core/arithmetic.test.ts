import { describe, expect, it } from 'vitest'
import { defaultSummation, ieee, sum } from '../../src/core/arithmetic.js'

describe('summation', () => {
  it('from left to right loses what compensation keeps', () => {
    expect(sum('plain')([1, 1e100, 1, -1e100])).toBe(0)
    expect(sum('neumaier')([1, 1e100, 1, -1e100])).toBe(2)
  })

  it('of ten tenths is 1 only with compensation', () => {
    const tenths = Array.from({ length: 10 }, () => 0.1)
    expect(sum('plain')(tenths)).toBe(0.9999999999999999)
    expect(sum('neumaier')(tenths)).toBe(1)
  })

  it('depends on the order of the values when it is plain', () => {
    expect(sum('plain')([1e16, 1, -1e16])).toBe(0)
    expect(sum('plain')([1e16, -1e16, 1])).toBe(1)
  })

  it('keeps infinities and NaN instead of turning one into the other', () => {
    expect(sum('neumaier')([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY)
    expect(sum('neumaier')([Number.MAX_VALUE, Number.MAX_VALUE])).toBe(Number.POSITIVE_INFINITY)
    expect(sum('neumaier')([Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])).toBeNaN()
    expect(sum('plain')([1, Number.NaN])).toBeNaN()
  })

  it('is compensated unless a recording says otherwise', () => {
    expect(defaultSummation).toBe('neumaier')
    expect(ieee().sum([1, 1e100, 1, -1e100])).toBe(2)
  })
})

describe('the arithmetic of doubles', () => {
  const { zero, add, sub, mul, compare, fromDecimal, toNumber, sum: total } = ieee('plain')

  it('is that of JavaScript', () => {
    expect([add(1, 2), sub(1, 2), mul(3, 4), zero]).toEqual([3, -1, 12, 0])
    expect(add(0.1, 0.2)).toBe(0.30000000000000004)
    expect([compare(1, 2), compare(2, 2), compare(3, 2)].map(Math.sign)).toEqual([-1, 0, 1])
    expect(toNumber(fromDecimal('12.50'))).toBe(12.5)
    expect(total([1, 1e100, 1, -1e100])).toBe(0)
  })
})
