import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addKeyedRows } from '../../src/statistics/keyed-engine.js'
import { worldKey, worldWeights } from '../../src/statistics/keyed-weights.js'

interface Rows {
  readonly names: ReadonlyArray<string>
  readonly columns: ReadonlyArray<readonly [number, number]>
}

const sumsOf = (
  seed: bigint,
  replicates: number,
  { names, columns }: Rows,
  sums: Float64Array = new Float64Array(2 * replicates),
): Float64Array => {
  const keys = Int32Array.from(names.flatMap((name) => [...worldKey(name)]))
  addKeyedRows(seed, keys, Float64Array.from(columns.flat()), sums)
  return sums
}

const whole = fc.integer({ min: -(2 ** 40), max: 2 ** 40 })
const rows = fc
  .array(fc.tuple(fc.string({ maxLength: 4 }), whole, whole), { maxLength: 40 })
  .map((list) => ({
    names: list.map(([name]) => name),
    columns: list.map(([, a, b]) => [a, b] as const),
  }))
const seeds = fc.bigInt({ min: -(1n << 70n), max: 1n << 70n })
const counts = fc.integer({ min: 1, max: 40 })
/** More than one block, and a block that is just full. */
const blocks = [511, 512, 513, 1024, 1300].map((n) => ({
  names: Array.from({ length: n }, (_, i) => `world ${i}`),
  columns: Array.from({ length: n }, (_, i) => [(i * 7919) % 1000, i - 300] as const),
}))

const naive = (seed: bigint, replicates: number, data: Rows): Float64Array => {
  const weigh = worldWeights(seed, replicates)
  const sums = new Float64Array(2 * replicates)
  for (const [i, name] of data.names.entries()) {
    const [a, b] = data.columns[i] ?? [0, 0]
    for (const [replicate, weight] of weigh(worldKey(name)).entries()) {
      sums[2 * replicate] = (sums[2 * replicate] ?? 0) + weight * a
      sums[2 * replicate + 1] = (sums[2 * replicate + 1] ?? 0) + weight * b
    }
  }
  return sums
}

const part = ({ names, columns }: Rows, from: number, end?: number): Rows => ({
  names: names.slice(from, end),
  columns: columns.slice(from, end),
})

const reversed = ({ names, columns }: Rows): Rows => ({
  names: [...names].reverse(),
  columns: [...columns].reverse(),
})

describe('the laws of the keyed engine', () => {
  it('L1 weights', () => {
    fc.assert(
      fc.property(seeds, counts, rows, (seed, replicates, data) => {
        expect(sumsOf(seed, replicates, data)).toEqual(naive(seed, replicates, data))
      }),
    )
    for (const data of blocks) expect(sumsOf(7n, 20, data)).toEqual(naive(7n, 20, data))
  })

  it('L2 split', () => {
    const splitAt = (seed: bigint, replicates: number, data: Rows, cut: number): void => {
      const whole = sumsOf(seed, replicates, data)
      const sums = sumsOf(seed, replicates, reversed(part(data, cut)))
      expect(sumsOf(seed, replicates, part(data, 0, cut), sums)).toEqual(whole)
    }
    fc.assert(
      fc.property(seeds, counts, rows, fc.nat(40), (seed, replicates, data, cut) =>
        splitAt(seed, replicates, data, cut),
      ),
    )
    for (const data of blocks) splitAt(7n, 20, data, 400)
  })

  it('L3 prefix', () => {
    fc.assert(
      fc.property(seeds, counts, counts, rows, (seed, fewer, more, data) => {
        const all = sumsOf(seed, fewer + more, data)
        expect(sumsOf(seed, fewer, data)).toEqual(all.slice(0, 2 * fewer))
      }),
    )
  })

  it('L4 together', () => {
    fc.assert(
      fc.property(seeds, fc.string(), whole, whole, (seed, name, a, b) => {
        const twice = { names: [name, name], columns: [[a, b] as const, [b, a] as const] }
        const once = { names: [name], columns: [[a + b, a + b] as const] }
        expect(sumsOf(seed, 30, twice)).toEqual(sumsOf(seed, 30, once))
      }),
    )
  })
})
