import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  binomialCdf,
  binomialMass,
  chiSquareSurvival,
  fQuantile,
  fSurvival,
} from '../../src/statistics/distribution.js'
import { normalProbability } from '../../src/statistics/normal.js'
import { studentProbability } from '../../src/statistics/student.js'

const degrees = fc.integer({ min: 1, max: 1000 })
const ratios = fc.double({ min: 0.01, max: 50, noNaN: true })
const shares = fc.double({ min: 0.001, max: 0.999, noNaN: true })

describe('the laws of distributions', () => {
  it('L1 reciprocal', () => {
    fc.assert(
      fc.property(degrees, degrees, ratios, (a, b, f) => {
        expect(fSurvival(a, b)(f) + fSurvival(b, a)(1 / f)).toBeCloseTo(1, 10)
      }),
    )
  })

  it('L2 quantile', () => {
    fc.assert(
      fc.property(degrees, degrees, shares, (a, b, p) => {
        expect(fSurvival(a, b)(fQuantile(a, b)(p))).toBeCloseTo(1 - p, 10)
      }),
      { numRuns: 50 },
    )
  })

  it('L3 one family', () => {
    fc.assert(
      fc.property(degrees, fc.double({ min: 0, max: 6, noNaN: true }), (df, t) => {
        const both = 2 * (1 - studentProbability(df)(t))
        expect(fSurvival(1, df)(t * t)).toBeCloseTo(both, 10)
        expect(chiSquareSurvival(1)(t * t)).toBeCloseTo(2 * (1 - normalProbability(t)), 10)
      }),
    )
  })

  it('L4 masses', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), shares, (n, p) => {
        let sum = 0
        for (let k = 0; k < n; k += 1) {
          sum += binomialMass(n, p)(k)
          expect(binomialCdf(n, p)(k)).toBeCloseTo(sum, 10)
        }
      }),
      { numRuns: 50 },
    )
  })
})
