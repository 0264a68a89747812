import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exponential } from '../../src/statistics/elementary.js'
import {
  LARGEST_WEIGHT,
  WEIGHT_CELLS,
  weightTable,
  worldKey,
  worldWeights,
} from '../../src/statistics/keyed-weights.js'

const expectation = (of: (weight: number) => number): number =>
  WEIGHT_CELLS.reduce((total, cells, weight) => total + cells * of(weight), 0) / 1024

/** Poisson(1) by inversion of 16 bits: the reference that the small table stands for. */
const sixteenBitPoisson = (bits: number): number => {
  let weight = 0
  let mass = exponential(-1)
  let below = mass
  while ((bits + 0.5) / 65536 >= below && weight < 12) {
    weight += 1
    mass /= weight
    below += mass
  }
  return weight
}

const correlation = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>): number => {
  const n = xs.length
  const mean = (values: ReadonlyArray<number>): number => values.reduce((a, b) => a + b, 0) / n
  const [mx, my] = [mean(xs), mean(ys)]
  const product = (a: ReadonlyArray<number>, b: ReadonlyArray<number>, ma: number, mb: number) =>
    a.reduce((total, value, i) => total + (value - ma) * ((b[i] as number) - mb), 0)
  return product(xs, ys, mx, my) / Math.sqrt(product(xs, xs, mx, mx) * product(ys, ys, my, my))
}

const keys = Array.from({ length: 300 }, (_, i) => worldKey(`case01/${i}`))
const weights = keys.map(worldWeights(7n, 400))

describe('the laws of keyed weights', () => {
  it('L1 moments', () => {
    expect(WEIGHT_CELLS.reduce((a, b) => a + b)).toBe(1024)
    expect(WEIGHT_CELLS.length - 1).toBe(LARGEST_WEIGHT)
    expect(expectation((w) => w)).toBe(1)
    expect(expectation((w) => (w - 1) * (w - 1))).toBe(1)
    expect(expectation((w) => w * (w - 1) * (w - 2))).toBeCloseTo(1.00195, 5)
    expect(expectation((w) => w * (w - 1) * (w - 2) * (w - 3))).toBeCloseTo(1.03125, 10)
    expect([...weightTable()].reduce((a, b) => a + b)).toBe(1024)
    // The reference: no probability of the law is further than 0.3% from Poisson's.
    const reference = Array.from({ length: 65536 }, (_, bits) => sixteenBitPoisson(bits))
    for (const [weight, cells] of WEIGHT_CELLS.entries()) {
      const own = reference.filter((other) => other === weight).length / 65536
      expect(Math.abs(cells / 1024 - own)).toBeLessThan(0.003)
    }
  })

  it('L2 keyed', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.string(), fc.string(), (seed, name, other) => {
        const weigh = worldWeights(seed, 40)
        const first = weigh(worldKey(name))
        weigh(worldKey(other))
        expect(worldWeights(seed, 40)(worldKey(name))).toEqual(first)
        expect(worldWeights(seed, 25)(worldKey(name))).toEqual(first.slice(0, 25))
      }),
    )
  })

  it('L3 uniform', () => {
    const all = weights.flat()
    for (const [weight, cells] of WEIGHT_CELLS.entries()) {
      const p = cells / 1024
      const seen = all.filter((own) => own === weight).length
      const z = (seen - all.length * p) / Math.sqrt(all.length * p * (1 - p))
      expect(Math.abs(z)).toBeLessThan(4)
    }
    // Neighbouring worlds, and replicates of one word and of neighbouring words, have nothing in common.
    for (const lag of [1, 2, 3, 4, 8, 64]) {
      const across = weights.slice(lag).flat()
      const z = correlation(across, weights.slice(0, -lag).flat()) * Math.sqrt(across.length)
      expect(Math.abs(z)).toBeLessThan(4)
      const along = weights.flatMap((own) => own.slice(lag))
      const before = weights.flatMap((own) => own.slice(0, -lag))
      expect(Math.abs(correlation(along, before) * Math.sqrt(along.length))).toBeLessThan(4)
    }
    // Nor have neighbouring seeds.
    const next = keys.map(worldWeights(8n, 400)).flat()
    expect(Math.abs(correlation(all, next) * Math.sqrt(all.length))).toBeLessThan(4)
  })

  it('L4 collisions', () => {
    for (const name of [
      (i: number) => `case01/${i}`,
      (i: number) => `${i}`,
      (i: number) => `s${i * 1000}x`,
      (i: number) => String.fromCharCode(i & 255, i >> 8),
      (i: number) => 'a'.repeat(i % 400) + i,
    ]) {
      const seen = new Set(Array.from({ length: 40_000 }, (_, i) => worldKey(name(i)).join()))
      const names = new Set(Array.from({ length: 40_000 }, (_, i) => name(i)))
      expect(seen.size).toBe(names.size)
    }
  })
})

describe('the key of a world', () => {
  it('is the same on every machine', () => {
    expect(['', 'a', 'open_market/1200', 'Ω𝄞'].map(worldKey)).toMatchInlineSnapshot(`
      [
        [
          -1298973167,
          -828994011,
        ],
        [
          117415580,
          -775466772,
        ],
        [
          180527578,
          -1278817296,
        ],
        [
          1487225899,
          -1764789721,
        ],
      ]
    `)
  })
})
