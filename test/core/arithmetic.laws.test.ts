import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ieee, type Summation, sum } from '../../src/core/arithmetic.js'

const summations: ReadonlyArray<Summation> = ['plain', 'neumaier']

/** The exact sum of doubles that are integers times 2^-20, in bigint units of 2^-20: the twin of the rounded one. */
const exactSum = (units: ReadonlyArray<number>): bigint =>
  units.reduce((total, unit) => total + BigInt(unit), 0n)

describe('laws of arithmetic', () => {
  it('L1 empty', () => {
    for (const summation of summations) {
      expect(Object.is(sum(summation)([]), 0)).toBe(true)
      expect(Object.is(ieee(summation).sum([]), ieee(summation).zero)).toBe(true)
    }
  })

  it('L2 agreement', () => {
    const integers = fc.array(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), { maxLength: 1_000 })
    fc.assert(
      fc.property(integers, (values) => {
        const exact = Number(exactSum(values))
        expect(sum('plain')(values) + 0).toBe(exact)
        expect(sum('neumaier')(values) + 0).toBe(exact)
      }),
    )
  })

  it('L3 bound', () => {
    const unit = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 200 }), (units) => {
        const values = units.map((u) => u / 2 ** 20)
        // Division by a power of two is exact, so the nearest double to the exact sum can be computed.
        const nearest = Number(exactSum(units)) / 2 ** 20
        const size = values.reduce((total, value) => total + Math.abs(value), 0)
        const rounding = Math.abs(nearest) * Number.EPSILON
        const secondOrder = values.length ** 2 * Number.EPSILON ** 2 * size
        expect(Math.abs(sum('neumaier')(values) - nearest)).toBeLessThanOrEqual(
          rounding + secondOrder,
        )
      }),
    )
  })
})
