import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { multinomialSums } from '../../src/statistics/multinomial-engine.js'

const seeds = fc.bigInt({ min: -(1n << 70n), max: 1n << 70n })

/** Every ordered resample of the worlds, with its ratio: the distribution that replicates are drawn from. */
const enumerated = (ws: ReadonlyArray<number>, ds: ReadonlyArray<number>): Map<number, number> => {
  const n = ws.length
  const counts = new Map<number, number>()
  for (let code = 0; code < n ** n; code += 1) {
    const picked = Array.from({ length: n }, (_, i) => Math.floor(code / n ** i) % n)
    const above = picked.reduce((total, i) => total + (ws[i] ?? 0), 0)
    const below = picked.reduce((total, i) => total + (ds[i] ?? 0), 0)
    counts.set(above / below, (counts.get(above / below) ?? 0) + 1)
  }
  return counts
}

const interleaved = (ws: ReadonlyArray<number>, ds: ReadonlyArray<number>): Float64Array =>
  Float64Array.from(ws.flatMap((w, i) => [w, ds[i] ?? 0]))

describe('the laws of the multinomial engine', () => {
  it('L1 draws', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 50 }), (seed, n) => {
        // The first column counts the draws; the second adds up the squares of their places.
        const places = Float64Array.from({ length: 2 * n }, (_, i) =>
          i % 2 === 0 ? 1 : (i >> 1) ** 2,
        )
        const [sums] = multinomialSums(seed, 20)([places])
        for (let i = 0; i < 40; i += 2) {
          expect(sums?.[i]).toBe(n)
          expect(sums?.[i + 1]).toBeLessThanOrEqual(n * (n - 1) ** 2)
        }
      }),
    )
  })

  it('L2 resamples', () => {
    const table: ReadonlyArray<readonly [ReadonlyArray<number>, ReadonlyArray<number>]> = [
      [
        [1, 2, -1],
        [2, 2, 4],
      ],
      [
        [3, -2, 7, 0],
        [5, 1, 3, 2],
      ],
      [
        [1, 2, 4, 8],
        [1, 1, 1, 1],
      ],
    ]
    const B = 100_000
    for (const [ws, ds] of table) {
      const exact = enumerated(ws, ds)
      const [sums] = multinomialSums(7n, B)([interleaved(ws, ds)])
      const seen = new Map<number, number>()
      for (let i = 0; i < B; i += 1) {
        const ratio = (sums?.[2 * i] ?? 0) / (sums?.[2 * i + 1] ?? 0)
        seen.set(ratio, (seen.get(ratio) ?? 0) + 1)
      }
      expect([...seen.keys()].sort((a, b) => a - b)).toEqual(
        [...exact.keys()].sort((a, b) => a - b),
      )
      for (const [ratio, count] of exact) {
        const p = count / ws.length ** ws.length
        const z = ((seen.get(ratio) ?? 0) - B * p) / Math.sqrt(B * p * (1 - p))
        expect(Math.abs(z)).toBeLessThan(4.5)
      }
    }
  })

  it('meets the published list of the 27 resamples of three worlds', () => {
    const list = [...enumerated([1, 2, -1], [2, 2, 4])].sort(([a], [b]) => a - b)
    const rounded = list.map(([ratio, count]) => [Number(ratio.toFixed(4)), count])
    expect(rounded).toEqual([
      [-0.25, 1],
      [-0.1, 3],
      [0, 3],
      [0.125, 3],
      [0.25, 6],
      [0.375, 3],
      [0.5, 1],
      [0.6667, 3],
      [0.8333, 3],
      [1, 1],
    ])
  })

  it('L3 first', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 1, max: 30 }), (seed, n) => {
        const columns = Float64Array.from({ length: 2 * n }, (_, i) => (i * 7919) % 101)
        const [few] = multinomialSums(seed, 10)([columns])
        const [many, again] = multinomialSums(seed, 25)([columns, columns])
        expect(few).toEqual(many?.slice(0, 20))
        expect(again).toEqual(many)
      }),
    )
  })
})
