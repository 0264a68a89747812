import { describe, expect, it } from 'vitest'
import {
  centralInterval,
  legacyIndex,
  sortedQuantile,
  tails,
} from '../../src/statistics/quantile.js'

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

describe('the interpolated quantile of type 7', () => {
  const quantiles = (...sorted: ReadonlyArray<number>) =>
    [0, 0.125, 0.25, 0.5, 0.625, 0.75, 1].map(sortedQuantile(Float64Array.from(sorted)))

  it('lies between the elements around p (m - 1), in proportion', () => {
    expect(quantiles(-3, 1, 2, 4, 8)).toEqual([-3, -1, 1, 2, 3, 4, 8])
    expect(quantiles(10, 18)).toEqual([10, 11, 12, 14, 15, 16, 18])
    expect(quantiles(7)).toEqual([7, 7, 7, 7, 7, 7, 7])
  })

  it('cuts probabilities to [0, 1], and has nothing to say of an empty sample', () => {
    expect([-1, 2].map(sortedQuantile(Float64Array.of(1, 2, 4)))).toEqual([1, 4])
    expect(quantiles()).toEqual([null, null, null, null, null, null, null])
  })

  it('gives equal elements as they are, even where their difference is no number', () => {
    const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    expect(quantiles(low, low, 2, high, high)).toEqual([low, low, low, 2, high, high, high])
  })
})
