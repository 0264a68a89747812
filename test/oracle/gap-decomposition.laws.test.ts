import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BayesTier, decomposeGap } from '../../src/oracle/gap-decomposition.js'

const tiers: ReadonlyArray<BayesTier> = ['exact_wbayes', 'mc_wbayes', 'wstar_fallback']
const tier = fc.constantFrom(...tiers)
const gain = fc.integer({ min: -20, max: 40 }).map((n) => n / 4)
const parts = fc.record({
  wStar: gain,
  wBayes: fc.option(gain),
  wReal: gain,
  wPost: fc.option(gain),
})

describe('gap decomposition laws', () => {
  it('L1 split', () => {
    fc.assert(
      fc.property(tier, parts, (named, given) => {
        const { inference, control, charged } = decomposeGap(named)(given)
        if (inference === null || control === null || charged === null) {
          expect(given.wPost === null || given.wBayes === null).toBe(true)
          return
        }
        expect(inference + control).toBe(charged)
      }),
    )
  })

  it('L2 clipped ratio', () => {
    fc.assert(
      fc.property(tier, parts, (named, given) => {
        const { ratioRaw, ratioClipped, denominator } = decomposeGap(named)(given)
        const expected = named === 'wstar_fallback' ? given.wStar : (given.wBayes ?? 0)
        expect(denominator).toBe(Math.max(0, expected))
        if (ratioRaw === null || ratioClipped === null) {
          expect([ratioRaw, ratioClipped]).toEqual([null, null])
          expect(denominator).toBeLessThanOrEqual(1e-9)
          return
        }
        expect(ratioRaw).toBe(given.wReal / denominator)
        expect(ratioClipped).toBe(Math.max(0, Math.min(1, ratioRaw)))
      }),
    )
  })

  it('L3 no blame', () => {
    fc.assert(
      fc.property(tier, parts, gain, (named, given, more) => {
        const gap = decomposeGap(named)(given)
        if (gap.unconditional !== null) expect(gap.unconditional).toBeGreaterThanOrEqual(0)
        const brighter = decomposeGap(named)({ ...given, wStar: given.wStar + Math.abs(more) })
        expect(brighter.charged).toBe(gap.charged)
      }),
    )
  })

  it('splits a charged gap between inference and control', () => {
    const gap = decomposeGap('exact_wbayes')({ wStar: 10, wBayes: 8, wReal: 2, wPost: 5 })
    expect(gap).toEqual({
      tier: 'exact_wbayes',
      denominator: 8,
      unconditional: 2,
      charged: 6,
      inference: 3,
      control: 3,
      ratioRaw: 0.25,
      ratioClipped: 0.25,
    })
  })
})
