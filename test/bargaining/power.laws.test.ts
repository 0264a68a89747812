import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { powerOfShare } from '../../src/bargaining/power.js'

const shares = fc.double({ min: 0, max: 1, noNaN: true })
const exponents = fc.oneof(
  fc.double({ min: 0, max: 20, noNaN: true }),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.nat(1000),
)

describe('the laws of powers of shares', () => {
  it('L1 agreement', () => {
    fc.assert(
      fc.property(shares, exponents, (base, exponent) => {
        const truth = base ** exponent
        if (truth < 1e-290) return
        expect(Math.abs(powerOfShare(base, exponent) / truth - 1)).toBeLessThan(1e-12)
      }),
      { numRuns: 2000 },
    )
  })

  it('L2 ends', () => {
    fc.assert(
      fc.property(shares, exponents, (base, exponent) => {
        expect(powerOfShare(base, 0)).toBe(1)
        expect(powerOfShare(base, 1)).toBe(base)
        expect(powerOfShare(1, exponent)).toBe(1)
        if (exponent > 0) expect(powerOfShare(0, exponent)).toBe(0)
      }),
    )
  })

  it('L3 monotone', () => {
    fc.assert(
      fc.property(shares, shares, exponents, exponents, (a, b, e, f) => {
        const slack = 1 + 1e-12
        expect(powerOfShare(Math.min(a, b), e)).toBeLessThanOrEqual(
          powerOfShare(Math.max(a, b), e) * slack,
        )
        expect(powerOfShare(a, Math.max(e, f))).toBeLessThanOrEqual(
          powerOfShare(a, Math.min(e, f)) * slack,
        )
      }),
    )
  })

  it('gives exact powers where they are exact', () => {
    expect(powerOfShare(0.5, 10)).toBe(1 / 1024)
    expect(powerOfShare(0.25, 0.5)).toBe(0.5)
    expect(powerOfShare(0.0625, 0.75)).toBe(0.125)
    expect(powerOfShare(2, 3)).toBe(1)
    expect(powerOfShare(-1, 3)).toBe(0)
    expect(powerOfShare(0.5, Number.POSITIVE_INFINITY)).toBe(0)
  })
})
