import { describe, expect, it } from 'vitest'
import { gini, logNashWelfare, welfare } from '../../src/economy/index.js'

describe('welfare', () => {
  it('adds in agent order by the named rule', () => {
    const vector = [1, 1e100, 1, -1e100]
    expect(welfare('plain')(vector)).toBe(0)
    expect(welfare('neumaier')(vector)).toBe(2)
    expect(welfare('plain')([])).toBe(0)
  })
})

describe('gini', () => {
  it('is 0 for equals and (n - 1) / n when one has all', () => {
    expect(gini('plain')([3, 3, 3])).toBe(0)
    expect(gini('plain')([0, 0, 0, 8])).toBe(0.75)
    expect(gini('plain')([8, 0, 0, 0])).toBe(0.75)
  })

  it('agrees with the mean absolute difference', () => {
    const vector = [1, 4, 4, 9, 16, 25]
    const n = vector.length
    const mean = vector.reduce((a, b) => a + b) / n
    const differences = vector.flatMap((a) => vector.map((b) => Math.abs(a - b)))
    const expected = differences.reduce((a, b) => a + b) / (2 * n * n * mean)
    expect(gini('plain')(vector)).toBeCloseTo(expected, 12)
  })

  it('floors at 0 and is 0 where nobody has anything', () => {
    expect(gini('plain')([-5, 0, 8])).toBe(gini('plain')([0, 0, 8]))
    expect(gini('plain')([-5, -1])).toBe(0)
    expect(gini('plain')([0, 0])).toBe(0)
    expect(gini('plain')([])).toBe(0)
  })

  it('sorts by number, not by text', () => {
    expect(gini('plain')([10, 9, 100])).toBe(gini('plain')([9, 10, 100]))
  })

  it('leaves its argument as it was', () => {
    const vector = [3, 1, 2]
    gini('plain')(vector)
    expect(vector).toEqual([3, 1, 2])
  })

  it('is finite for the largest numbers', () => {
    expect(gini('plain')([0, 1.7e308])).toBeCloseTo(0.5, 12)
    expect(gini('neumaier')([1e308, 1e308, 1e308])).toBeCloseTo(0, 12)
  })
})

describe('logNashWelfare', () => {
  it('adds logarithms floored at 1e-9', () => {
    expect(logNashWelfare('plain')([Math.E, 1])).toBeCloseTo(1, 12)
    expect(logNashWelfare('plain')([0])).toBe(Math.log(1e-9))
    expect(logNashWelfare('plain')([-4])).toBe(Math.log(1e-9))
    expect(logNashWelfare('plain')([])).toBe(0)
  })
})
