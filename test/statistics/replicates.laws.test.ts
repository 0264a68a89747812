import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import { drawnDenominatorReplicates, ratioReplicates } from '../../src/statistics/replicates.js'
import { naiveDrawnRatios, naiveRatios } from './naive-bootstrap.js'

const summations: fc.Arbitrary<Summation> = fc.constantFrom('plain', 'neumaier')
const seeds = fc.bigInt({ min: -(1n << 70n), max: 1n << 70n })
const value = fc.oneof(
  fc.double({ min: -100, max: 100, noNaN: true }),
  fc.constantFrom(0, 0.1, 1e16, -1e16),
)
/** Sizes around the powers of two, where a word is rejected half the time or never more than once in n. */
const sizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(63, 64, 65, 127, 128, 700))
const rows = sizes.chain((n) =>
  fc.tuple(
    fc.array(value, { minLength: n, maxLength: n }),
    fc.array(value, { minLength: n, maxLength: n }),
  ),
)

describe('the laws of replicates', () => {
  it('L1 twin', () => {
    fc.assert(
      fc.property(
        summations,
        seeds,
        fc.integer({ min: 1, max: 60 }),
        rows,
        (rule, seed, B, data) => {
          const fast = ratioReplicates(rule, seed, B)(...data)
          expect([...fast]).toEqual(naiveRatios(rule, seed, B, ...data))
        },
      ),
      { numRuns: 200 },
    )
    fc.assert(
      fc.property(
        summations,
        seeds,
        fc.integer({ min: 1, max: 60 }),
        rows,
        fc.double({ min: 0.01, max: 9, noNaN: true }),
        (rule, seed, B, [numerators], sigma) => {
          const fast = drawnDenominatorReplicates(rule, seed, B, sigma)(numerators, 5)
          expect([...fast]).toEqual(naiveDrawnRatios(rule, seed, B, sigma, numerators, 5))
        },
      ),
    )
  })

  it('L2 fresh', () => {
    fc.assert(
      fc.property(summations, seeds, seeds, rows, rows, (rule, seed, other, data, between) => {
        const first = ratioReplicates(rule, seed, 20)(...data).slice()
        const kept = ratioReplicates(rule, seed, 20)(...data)
        ratioReplicates(rule, other, 20)(...between)
        expect(ratioReplicates(rule, seed, 20)(...data)).toEqual(first)
        expect(kept).toEqual(first)
      }),
    )
  })
})
