import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawAt,
  type FourWords,
  philox,
  type TwoWords,
  wordsAt,
} from '../../../src/core/random/philox.js'

const word = fc.integer({ min: 0, max: 0xffffffff })
const keys: fc.Arbitrary<TwoWords> = fc.tuple(word, word)
const counters: fc.Arbitrary<FourWords> = fc.tuple(word, word, word, word)
const seeds = fc.bigInt({ min: -(1n << 130n), max: 1n << 130n })
const places = fc.array(fc.double({ noNaN: true }), { maxLength: 5 })

/** The same rounds in integers of any size. */
const brutePhilox = (key: TwoWords, counter: FourWords): ReadonlyArray<number> => {
  const mask = 0xffffffffn
  let [k0, k1] = key.map(BigInt) as [bigint, bigint]
  let [a, b, c, d] = counter.map(BigInt) as [bigint, bigint, bigint, bigint]
  for (let round = 0; round < 10; round += 1) {
    const first = 0xd2511f53n * a
    const second = 0xcd9e8d57n * c
    ;[a, b, c, d] = [(second >> 32n) ^ b ^ k0, second & mask, (first >> 32n) ^ d ^ k1, first & mask]
    k0 = (k0 + 0x9e3779b9n) & mask
    k1 = (k1 + 0xbb67ae85n) & mask
  }
  return [a, b, c, d].map(Number)
}

describe('the laws of draws by coordinate', () => {
  it('L1 pure', () => {
    fc.assert(
      fc.property(seeds, fc.array(places, { maxLength: 6 }), (seed, wanted) => {
        const forwards = wanted.map((coordinates) => wordsAt(seed, ...coordinates))
        const backwards = [...wanted].reverse().map((coordinates) => wordsAt(seed, ...coordinates))
        expect(backwards.reverse()).toEqual(forwards)
      }),
    )
    fc.assert(
      fc.property(keys, counters, (key, counter) => {
        expect(philox(key, counter)).toEqual(brutePhilox(key, counter))
      }),
      { numRuns: 1000 },
    )
  })

  it('L2 bijective', () => {
    fc.assert(
      fc.property(keys, counters, counters, (key, one, other) => {
        const same = one.every((value, i) => value === other[i])
        const [a, b] = [philox(key, one), philox(key, other)]
        expect(a.every((value, i) => value === b[i])).toBe(same)
      }),
    )
    // One bit of the counter changes about half of the 128 bits.
    fc.assert(
      fc.property(keys, counters, fc.nat(3), fc.nat(31), (key, counter, place, bit) => {
        const changed = counter.map((value, i) =>
          i === place ? (value ^ (1 << bit)) >>> 0 : value,
        ) as unknown as FourWords // as long as the counter it was made from
        const [a, b] = [philox(key, counter), philox(key, changed)]
        const flips = a.map((value, i) => ((value ^ (b[i] ?? 0)) >>> 0).toString(2))
        const count = [...flips.join('')].filter((digit) => digit === '1').length
        expect(count).toBeGreaterThan(25)
        expect(count).toBeLessThan(103)
      }),
    )
  })

  it('L3 distinct', () => {
    fc.assert(
      fc.property(seeds, seeds, places, places, (seed, other, here, there) => {
        const same = seed === other && here.join() === there.join()
        const equal = wordsAt(seed, ...here).join() === wordsAt(other, ...there).join()
        expect(equal).toBe(same)
        expect(wordsAt(seed, ...here, 0)).not.toEqual(wordsAt(seed, ...here))
      }),
    )
  })

  it('L4 bounds', () => {
    fc.assert(
      fc.property(seeds, places, (seed, coordinates) => {
        const words = wordsAt(seed, ...coordinates)
        expect(words.every((value) => value >>> 0 === value)).toBe(true)
        const float = drawAt(seed, ...coordinates)
        expect(float >= 0 && float < 1).toBe(true)
      }),
    )
  })
})
