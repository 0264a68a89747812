import { describe, expect, it } from 'vitest'
import { legacyWelfareRatio } from '../../src/scoring/index.js'

describe('legacyWelfareRatio', () => {
  it('is the gain over the gain of the optimum', () => {
    expect(legacyWelfareRatio(1, 4)).toBe(0.25)
  })

  it('hides destroyed value and gains beyond the optimum, which a score does not', () => {
    expect(legacyWelfareRatio(-3, 4)).toBe(0)
    expect(legacyWelfareRatio(5, 4)).toBe(1)
  })

  it('calls a world without gains from trade perfect, up to an optimum gain of 1e-12', () => {
    expect(legacyWelfareRatio(0, 0)).toBe(1)
    expect(legacyWelfareRatio(-5, 1e-12)).toBe(1)
    expect(legacyWelfareRatio(0, -2)).toBe(1)
    expect(legacyWelfareRatio(0, 1.1e-12)).toBe(0)
  })

  it('has no value where a gain is not finite', () => {
    expect(legacyWelfareRatio(Number.NaN, 4)).toBeNull()
    expect(legacyWelfareRatio(1, Number.POSITIVE_INFINITY)).toBeNull()
  })
})
