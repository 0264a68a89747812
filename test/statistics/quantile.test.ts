import { describe, expect, it } from 'vitest'
import { centralInterval, legacyIndex, tails } from '../../src/statistics/quantile.js'

describe('the recorded method of quantiles', () => {
  it('takes the element at floor(p m)', () => {
    expect(legacyIndex(2000, 0.025)).toBe(50)
    expect(legacyIndex(2000, 0.975)).toBe(1950)
    expect(legacyIndex(1401, 0.975)).toBe(1365)
    expect(legacyIndex(1, 0.975)).toBe(0)
    expect(legacyIndex(7, 1)).toBe(6)
    expect(legacyIndex(7, 0)).toBe(0)
  })

  it('finds the decimal tails of a level, not the floats beside them', () => {
    expect(tails(0.95)).toEqual([0.025, 0.975])
    expect(tails(0.9)).toEqual([0.05, 0.95])
    expect(tails(0.8)).toEqual([0.1, 0.9])
    expect(tails(0.99)).toEqual([0.005, 0.995])
  })

  it('orders a sample by number, not by text', () => {
    expect(centralInterval(0.5)(new Float64Array([10, 9, 100, -1]))).toEqual([9, 100])
  })

  it('has no interval for an empty sample', () => {
    expect(centralInterval(0.95)(new Float64Array([]))).toBeNull()
  })
})
