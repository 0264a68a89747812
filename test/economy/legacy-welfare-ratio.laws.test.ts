import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPSILON } from '../../src/core/arithmetic.js'
import { legacyWelfareRatio, scoreAER } from '../../src/scoring/index.js'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

describe('the legacy welfare ratio', () => {
  it('L1 range', () => {
    fc.assert(
      fc.property(finite, finite, (gain, optimumGain) => {
        const ratio = legacyWelfareRatio(gain, optimumGain)
        expect(ratio !== null && ratio >= 0 && ratio <= 1).toBe(true)
      }),
    )
  })

  it('L2 agreement', () => {
    const some = fc.double({ min: -1e6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(some, some, (realized, attainable) => {
        const outcome = scoreAER([{ world: '1', tier: 'wstar_grid', realized, attainable }])
        expect(outcome.status).toBe(attainable > EPSILON ? 'ok' : 'degenerate_denominator')
        if (outcome.status === 'ok') {
          expect(legacyWelfareRatio(realized, attainable)).toBe(outcome.clipped)
        }
      }),
    )
  })
})
