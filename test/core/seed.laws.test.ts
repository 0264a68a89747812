import fc from 'fast-check'
import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { seedFrom } from '../../src/core/seed.js'

describe('the laws of seeds', () => {
  it('L1 identity', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (n) => {
        expect(seedFrom(n)).toEqual(right(BigInt(n)))
        expect(seedFrom(BigInt(n))).toEqual(seedFrom(n))
      }),
    )
    fc.assert(
      fc.property(fc.bigInt(), (n) => {
        expect(seedFrom(n)).toEqual(right(n))
      }),
    )
  })

  it('L2 text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, other) => {
        const seed = seedFrom(text)
        expect(seed).toEqual(seedFrom(`${text}`))
        expect(isRight(seed) && seed.right >= 0n && seed.right < 1n << 64n).toBe(true)
        if (text !== other) expect(seed).not.toEqual(seedFrom(other))
      }),
    )
  })

  it('L3 total', () => {
    const untyped = seedFrom as (seed: unknown) => ReturnType<typeof seedFrom>
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withDate: true }), (anything) => {
        const seed = untyped(anything)
        if (isLeft(seed)) expect(Object.is(seed.left[0].value, anything)).toBe(true)
        else expect(typeof seed.right).toBe('bigint')
      }),
    )
  })
})
