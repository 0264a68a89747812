import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { captureShare, poolCapture } from '../../src/scoring/index.js'

const gains = fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 8 })
const seat = fc.nat(7)

const shareOf = (list: ReadonlyArray<number>, agent: number): number | string => {
  const capture = captureShare({ gains: list, agent })
  return capture.status === 'ok' ? capture.share : capture.status
}

describe('the capture share', () => {
  it('L1 whole', () => {
    fc.assert(
      fc.property(gains, (list) => {
        const shares = list.map((_, index) => shareOf(list, index + 1))
        const total = list.reduce((a, b) => a + b, 0)
        if (total === 0) expect(shares.every((share) => share === 'not_evaluable')).toBe(true)
        else expect((shares as Array<number>).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 9)
      }),
    )
  })

  it('L2 unit', () => {
    fc.assert(
      fc.property(gains, seat, fc.integer({ min: -9, max: 30 }), (list, at, power) => {
        const agent = (at % list.length) + 1
        expect(
          shareOf(
            list.map((gain) => gain * 2 ** power),
            agent,
          ),
        ).toBe(shareOf(list, agent))
      }),
    )
  })

  it('L3 pool', () => {
    fc.assert(
      fc.property(gains, seat, (list, at) => {
        const capture = captureShare({ gains: list, agent: (at % list.length) + 1 })
        if (capture.status === 'invalid') throw new Error('well-formed gains')
        const pooled = poolCapture([capture])
        expect(pooled.status).toBe(capture.status)
        if (capture.status === 'ok') expect(pooled).toMatchObject({ share: capture.share, n: 1 })
      }),
    )
  })
})
