import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  firstProposerShare,
  firstProposerShareOf,
  firstProposerShareUnderHazard,
} from '../../../src/bargaining/index.js'
import { sound } from '../arbitraries.js'

const discounts = fc.double({ min: 0, max: 0.999, noNaN: true })

describe('the laws of alternating offers', () => {
  it('L1 responder', () => {
    fc.assert(
      fc.property(discounts, discounts, (one, two) => {
        const responder = 1 - sound(firstProposerShare(one, two))
        expect(responder).toBeCloseTo(two * sound(firstProposerShare(two, one)), 9)
      }),
    )
  })

  it('L2 hazard', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 1, noNaN: true }), (hazard) => {
        expect(sound(firstProposerShareUnderHazard(hazard))).toBeCloseTo(
          sound(firstProposerShare(1 - hazard, 1 - hazard)),
          9,
        )
      }),
    )
  })

  it('L3 limit', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        fc.double({ min: 0, max: 0.95, noNaN: true }),
        (one, two) => {
          expect(sound(firstProposerShareOf(one, two, 2000))).toBeCloseTo(
            sound(firstProposerShare(one, two)),
            9,
          )
          expect(sound(firstProposerShareOf(one, two, 2001))).toBeCloseTo(
            sound(firstProposerShare(one, two)),
            9,
          )
        },
      ),
    )
  })

  it('L4 patience', () => {
    fc.assert(
      fc.property(discounts, discounts, discounts, (a, b, other) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        expect(sound(firstProposerShare(more, other))).toBeGreaterThanOrEqual(
          sound(firstProposerShare(less, other)) - 1e-12,
        )
        expect(sound(firstProposerShare(other, more))).toBeLessThanOrEqual(
          sound(firstProposerShare(other, less)) + 1e-12,
        )
      }),
    )
  })
})
