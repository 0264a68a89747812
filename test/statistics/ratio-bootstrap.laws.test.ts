import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import { type RatioInterval, ratioBootstrap } from '../../src/statistics/ratio-bootstrap.js'

const summations: fc.Arbitrary<Summation> = fc.constantFrom('plain', 'neumaier')
const seeds = fc.bigInt({ min: 0n, max: 1n << 64n })
const rows = fc
  .integer({ min: 1, max: 40 })
  .chain((n) =>
    fc.tuple(
      fc.array(fc.double({ min: -50, max: 50, noNaN: true }), { minLength: n, maxLength: n }),
      fc.array(fc.double({ min: 1, max: 90, noNaN: true }), { minLength: n, maxLength: n }),
    ),
  )

const interval = (
  summation: Summation,
  seed: bigint,
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): RatioInterval => {
  const result = ratioBootstrap({ summation, seed, replicates: 100 })(numerators, denominators)
  if (result._tag !== 'Interval') expect.fail(result.reason)
  return result
}

describe('the laws of the bootstrap of a ratio', () => {
  it('L1 replay', () => {
    fc.assert(
      fc.property(summations, seeds, rows, rows, (rule, seed, data, between) => {
        const first = interval(rule, seed, ...data)
        interval(rule, seed + 1n, ...between)
        expect(interval(rule, seed, ...data)).toEqual(first)
      }),
    )
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(summations, seeds, rows, (rule, seed, [numerators, denominators]) => {
        const { low, high } = interval(rule, seed, numerators, denominators)
        const single = numerators.map((value, i) => value / (denominators[i] ?? 1))
        const slack = 1e-12 * Math.max(1, ...single.map(Math.abs))
        expect(low).toBeLessThanOrEqual(high)
        expect(low).toBeGreaterThanOrEqual(Math.min(...single) - slack)
        expect(high).toBeLessThanOrEqual(Math.max(...single) + slack)
      }),
    )
  })

  it('L3 scale', () => {
    // Powers of two scale without rounding, unless a result falls below the normal floats.
    const ordinary = rows.filter(([numerators]) =>
      numerators.every((value) => value === 0 || Math.abs(value) > 1e-200),
    )
    fc.assert(
      fc.property(summations, seeds, ordinary, (rule, seed, [numerators, denominators]) => {
        const { low, high } = interval(rule, seed, numerators, denominators)
        const twice = (xs: ReadonlyArray<number>): ReadonlyArray<number> => xs.map((x) => 2 * x)
        const doubled = interval(rule, seed, twice(numerators), denominators)
        expect([doubled.low, doubled.high]).toEqual([2 * low, 2 * high])
        const halved = interval(rule, seed, numerators, twice(denominators))
        expect([halved.low, halved.high]).toEqual([low / 2, high / 2])
      }),
    )
  })

  it('L4 account', () => {
    const sparse = fc.array(fc.constantFrom(0, 0, 3), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(summations, seeds, sparse, (summation, seed, denominators) => {
        const options = { summation, seed, replicates: 200, mostDropped: 1 }
        const result = ratioBootstrap(options)([1, 2, 3], denominators)
        const drawn = denominators.some((value) => value > 0)
        expect(result.kept + result.dropped).toBe(drawn ? 200 : 0)
        expect(result._tag === 'Interval').toBe(result.kept > 0)
      }),
    )
  })

  it('L5 total', () => {
    const anyRows = fc.tuple(fc.array(fc.double()), fc.array(fc.double()))
    const anyOptions = fc.record({
      replicates: fc.oneof(fc.integer({ max: 50 }), fc.double({ max: 50 })),
      seed: fc.bigInt(),
      level: fc.oneof(fc.double(), fc.double({ min: 0, max: 1 })),
      denominatorSigma: fc.oneof(fc.constant(0), fc.double()),
      mostDropped: fc.double({ min: 0, max: 1 }),
      summation: summations,
    })
    const sameLength = fc
      .array(fc.tuple(fc.double(), fc.double()))
      .map((pairs): [Array<number>, Array<number>] => [
        pairs.map(([numerator]) => numerator),
        pairs.map(([, denominator]) => denominator),
      ])
    fc.assert(
      fc.property(anyOptions, fc.oneof(anyRows, sameLength, rows), (options, data) => {
        const result = ratioBootstrap(options)(...data)
        if (result._tag === 'NotEvaluable') expect(result.reason.length).toBeGreaterThan(0)
        else expect(Number.isFinite(result.low) && Number.isFinite(result.high)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
