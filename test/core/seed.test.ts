import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Failures } from '../../src/core/failure.js'
import { renderFailures } from '../../src/core/failure.js'
import { seedFrom } from '../../src/core/seed.js'

const value = (seed: Either<Failures<'BadSeed'>, bigint>): bigint | string =>
  isLeft(seed) ? renderFailures(seed.left) : seed.right

/** What a caller without types may pass. */
const untyped = seedFrom as (seed: unknown) => Either<Failures<'BadSeed'>, bigint>

describe('seedFrom', () => {
  it('takes 0 as a seed, different from 1', () => {
    expect(value(seedFrom(0))).toBe(0n)
    expect(value(seedFrom(-0))).toBe(0n)
    expect(value(seedFrom(1))).toBe(1n)
  })

  it('takes negative and large integers as they are', () => {
    expect(value(seedFrom(-7))).toBe(-7n)
    expect(value(seedFrom(Number.MAX_SAFE_INTEGER))).toBe(9007199254740991n)
    expect(value(seedFrom(2n ** 70n))).toBe(2n ** 70n)
  })

  it('hashes a text to the first 8 bytes of its SHA-256, read big-endian', () => {
    expect(value(seedFrom(''))).toBe(0xe3b0c44298fc1c14n)
    expect(value(seedFrom('abc'))).toBe(0xba7816bf8f01cfean)
    expect(value(seedFrom('case01/Ω'))).toBe(0x80fef8f8325df58dn)
  })

  it('hashes digits as text: "7" is not 7', () => {
    expect(value(seedFrom('7'))).toBe(0x7902699be42c8a8en)
  })

  for (const bad of [
    undefined,
    null,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1.5,
    2 ** 53,
    true,
    {},
  ]) {
    it(`refuses ${String(bad)} and names it`, () => {
      const result = untyped(bad)
      expect(isLeft(result)).toBe(true)
      if (isLeft(result)) {
        expect(result.left).toHaveLength(1)
        expect(result.left[0]._tag).toBe('BadSeed')
        expect(result.left[0].value).toBe(bad)
      }
    })
  }

  it('refuses a text with a lone surrogate, which shares its UTF-8 with others', () => {
    expect(isLeft(seedFrom('\ud800'))).toBe(true)
    expect(isLeft(seedFrom('a\udc00'))).toBe(true)
    expect(isLeft(seedFrom('😀'))).toBe(false)
  })
})
