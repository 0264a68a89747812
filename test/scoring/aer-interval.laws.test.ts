import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  intervalOf,
  malformedBootstrap,
  type ScoredRow,
  worldSums,
} from '../../src/scoring/index.js'
import { wholeRows } from './arbitraries.js'

/** The brute-force twin: every row is compared with every other. */
const worldSumsByComparison = (rows: ReadonlyArray<ScoredRow>) =>
  rows
    .map((row) => rows.filter((other) => other.case === row.case && other.world === row.world))
    .filter((members, index) => members[0] === rows[index])
    .map((members) => ({
      realized: members.reduce((total, { realized }) => total + realized, 0),
      attainable: members.reduce((total, { attainable }) => total + attainable, 0),
      ends: null,
    }))

describe('the interval of a score', () => {
  it('L1 worlds', () => {
    fc.assert(
      fc.property(wholeRows, (rows) => {
        const worlds = worldSums('plain')(rows)
        expect(worlds).toEqual(worldSumsByComparison(rows))
        const total = (values: ReadonlyArray<number>): number => values.reduce((a, b) => a + b, 0)
        expect(total(worlds.map(({ realized }) => realized))).toBe(
          total(rows.map(({ realized }) => realized)),
        )
      }),
    )
  })

  it('L2 options', () => {
    const good = {
      replicates: fc.integer({ min: 1, max: 10_000_000 }),
      seed: fc.oneof(fc.maxSafeInteger(), fc.bigInt()),
      level: fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }),
    }
    const bad = {
      replicates: fc.constantFrom(0, -1, 1.5, 10_000_001, Number.NaN, Number.POSITIVE_INFINITY),
      seed: fc.constantFrom(0.5, Number.NaN, 2 ** 53, Number.NEGATIVE_INFINITY),
      level: fc.constantFrom(0, 1, -0.5, 95, Number.NaN),
    }
    const keys = ['replicates', 'seed', 'level'] as const
    fc.assert(
      fc.property(
        fc.record(good),
        fc.record(bad),
        fc.subarray([...keys]),
        fc.subarray([...keys]),
        (sound, spoiled, wrong, given) => {
          const options = Object.fromEntries(
            keys
              .filter((key) => given.includes(key))
              .map((key) => [key, (wrong.includes(key) ? spoiled : sound)[key]]),
          )
          const expected = keys.filter((key) => given.includes(key) && wrong.includes(key))
          const found = malformedBootstrap(options)
          expect(found.map(({ path }) => path)).toEqual(expected.map((key) => ['bootstrap', key]))
          expect(found.map(({ value }) => value)).toEqual(expected.map((key) => spoiled[key]))
        },
      ),
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(wholeRows, fc.infiniteStream(fc.nat()), (rows, keys) => {
        const order = rows.map((row) => ({ row, key: keys.next().value }))
        const shuffled = order.sort((a, b) => a.key - b.key).map(({ row }) => row)
        const interval = (given: ReadonlyArray<ScoredRow>) =>
          intervalOf({ replicates: 40 }, 'plain')(given, worldSums('plain')(given))
        expect(interval(shuffled)).toEqual(interval(rows))
      }),
    )
  })
})
