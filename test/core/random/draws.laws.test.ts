import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedCPython, withCPython } from '../../../src/core/random/cpython.js'
import { type Draws, drawsOf } from '../../../src/core/random/draws.js'

const seeds = fc.bigInt({ min: 0n, max: 1n << 64n })

const drawing = <A>(seed: bigint, use: (draw: Draws) => A): A =>
  withCPython(seedCPython(seed), use)[0]

const ranges = fc.oneof(
  fc.integer({ min: 1, max: 300 }),
  fc.integer({ min: 1, max: 0xffffffff }),
  fc.maxSafeInteger().map((n) => Math.abs(n) + 1),
  fc.constantFrom(2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 52, 2 ** 53 - 1, 2 ** 53),
)

describe('the laws of draws', () => {
  it('L1 bounds', () => {
    fc.assert(
      fc.property(seeds, ranges, fc.nat(150), (seed, n, k) => {
        drawing(seed, (draw) => {
          const float = draw.random()
          expect(float >= 0 && float < 1).toBe(true)
          const bits = draw.getrandbits(k)
          expect(bits >= 0n && bits < 1n << BigInt(k)).toBe(true)
          const below = draw.randrange(n)
          expect(Number.isInteger(below) && below >= 0 && below < n).toBe(true)
        })
      }),
    )
  })

  it('L2 permutation', () => {
    fc.assert(
      fc.property(seeds, fc.array(fc.integer(), { maxLength: 40 }), (seed, xs) => {
        const before = [...xs]
        const order = drawing(seed, (draw) => draw.shuffled(xs))
        expect(xs).toEqual(before)
        expect([...order].sort((a, b) => a - b)).toEqual(before.sort((a, b) => a - b))
      }),
    )
  })

  it('L3 subset', () => {
    fc.assert(
      fc.property(seeds, fc.nat(400), fc.integer({ min: -2, max: 500 }), (seed, length, k) => {
        const places = Array.from({ length }, (_, i) => i)
        const chosen = drawing(seed, (draw) => draw.sample(places, k))
        expect(chosen).toHaveLength(Math.max(0, Math.min(k, length)))
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen.every((place) => place >= 0 && place < length)).toBe(true)
      }),
    )
  })

  it('L4 uniform', () => {
    // Fed with every top byte once, a draw below n <= 128 gives each value equally often.
    for (let n = 1; n <= 128; n += 1) {
      let next = 0
      const draw = drawsOf(() => {
        next += 1
        return ((next - 1) % 256) * 0x1000000
      })
      const counts = new Map<number, number>()
      for (;;) {
        const value = draw.randrange(n)
        if (next > 256) break
        counts.set(value, (counts.get(value) ?? 0) + 1)
      }
      expect(counts.size).toBe(n)
      expect(new Set(counts.values()).size).toBe(1)
    }
  })

  it('L5 total', () => {
    fc.assert(
      fc.property(seeds, fc.double(), fc.array(fc.anything(), { maxLength: 5 }), (seed, k, xs) => {
        drawing(seed, (draw) => {
          const index = draw.randrange(k)
          expect(k >= 1 ? index >= 0 && index < Math.max(k, 1) : index === -1).toBe(true)
          expect(typeof draw.getrandbits(Math.min(k, 4000))).toBe('bigint')
          expect(draw.sample(xs, k).length).toBeLessThanOrEqual(xs.length)
          if (xs.length === 0) expect(draw.choice(xs)).toBeUndefined()
          else expect(xs).toContain(draw.choice(xs))
        })
      }),
    )
  })
})
