import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { centralInterval, legacyIndex, tails } from '../../src/statistics/quantile.js'

const sizes = fc.integer({ min: 1, max: 100000 })
const probabilities = fc.double({ min: 0, max: 1, noNaN: true })
const levels = fc.integer({ min: 1, max: 999 }).map((thousandths) => thousandths / 1000)
/** Samples with many ties, samples already in order, and samples at random. */
const samples = fc
  .oneof(
    fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 }),
    fc.array(fc.double({ noNaN: true }), { minLength: 1, maxLength: 300 }),
    fc.array(fc.integer(), { minLength: 1, maxLength: 100 }).map((xs) => xs.sort((a, b) => a - b)),
    fc.array(fc.integer(), { minLength: 1, maxLength: 100 }).map((xs) => xs.sort((a, b) => b - a)),
  )
  .map((xs) => Float64Array.from(xs, (x) => x + 0))

describe('the laws of quantiles', () => {
  it('L1 inside', () => {
    fc.assert(
      fc.property(sizes, probabilities, (size, p) => {
        const index = legacyIndex(size, p)
        expect(Number.isInteger(index) && index >= 0 && index < size).toBe(true)
      }),
    )
  })

  it('L2 monotone', () => {
    fc.assert(
      fc.property(sizes, probabilities, probabilities, (size, p, q) => {
        const [low, high] = [Math.min(p, q), Math.max(p, q)]
        expect(legacyIndex(size, low)).toBeLessThanOrEqual(legacyIndex(size, high))
      }),
    )
  })

  it('L3 symmetric', () => {
    fc.assert(
      fc.property(levels, (level) => {
        const [lower, upper] = tails(level)
        expect(lower + upper).toBeCloseTo(1, 12)
        expect(upper - lower).toBeCloseTo(level, 11)
        // Each is the float of a decimal of at most 4 digits.
        expect([Number(lower.toFixed(4)), Number(upper.toFixed(4))]).toEqual([lower, upper])
      }),
    )
  })

  it('L4 selection', () => {
    fc.assert(
      fc.property(samples, levels, (sample, level) => {
        const before = sample.slice()
        const sorted = [...sample].sort((a, b) => a - b)
        const [lower, upper] = tails(level)
        expect(centralInterval(level)(sample)).toEqual([
          sorted[legacyIndex(sorted.length, lower)],
          sorted[legacyIndex(sorted.length, upper)],
        ])
        expect(sample).toEqual(before)
      }),
      { numRuns: 500 },
    )
  })
})
