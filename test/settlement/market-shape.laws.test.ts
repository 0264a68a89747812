import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resourceIndex, resourceNameAt } from '../../src/settlement/market-shape.js'

describe('laws of the shape of a market', () => {
  it('L1 good position', () => {
    const name = fc.oneof(fc.string(), fc.constantFrom('r1', 'r2', 'r10', 'money'))
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.nat(), (names, n) => {
        const index = n % names.length
        expect(resourceIndex(names, resourceNameAt(index))).toBe(index)
      }),
    )
  })
})
