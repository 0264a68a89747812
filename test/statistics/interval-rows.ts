import fc from 'fast-check'
import { expect } from 'vitest'
import type { IntervalEstimate, IntervalOutcome } from '../../src/statistics/interval.js'
import type { RatioRow } from '../../src/statistics/ratio-rows.js'

/** Rows of `n` worlds whose values look arbitrary and have no pattern in the order. */
export const worldsOf = (n: number, prefix = 'w'): ReadonlyArray<RatioRow> =>
  Array.from({ length: n }, (_, i) => ({
    key: `${prefix}${i}`,
    numerator: ((i * 37) % 101) / 7 - 5,
    denominator: 40 + ((i * 53) % 89) / 11,
  }))

export const row = (key: string, numerator: number, denominator: number): RatioRow => ({
  key,
  numerator,
  denominator,
})

/** The bits of a number, as 16 hexadecimal digits. */
export const bitsOf = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  return view.getBigUint64(0).toString(16).padStart(16, '0')
}

export const must = (outcome: { readonly _tag: string }): IntervalEstimate => {
  if (outcome._tag !== 'Interval') expect.fail(JSON.stringify(outcome))
  return outcome as IntervalEstimate
}

export const reasonOf = (outcome: IntervalOutcome): string =>
  outcome._tag === 'NotEvaluable' ? outcome.reason : outcome._tag

/** The same rows in an order that a seed chooses. */
export const shuffledBy = <T>(seed: number, rows: ReadonlyArray<T>): ReadonlyArray<T> =>
  rows
    .map((value, i) => ({ value, at: Math.imul(i * 2 + 1, seed * 2654435761 + 40503) >>> 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)

const value = fc.oneof(
  fc.double({ min: -50, max: 50, noNaN: true }),
  fc.integer({ min: -3, max: 3 }),
)
const weight = fc.oneof(fc.double({ min: 1, max: 90, noNaN: true }), fc.integer({ min: 1, max: 4 }))

/** Rows of positive denominators, with worlds named twice or more among them. */
export const rowsUpTo = (maxLength: number, minLength = 2): fc.Arbitrary<ReadonlyArray<RatioRow>> =>
  fc
    .array(fc.record({ key: fc.nat(2 * maxLength), numerator: value, denominator: weight }), {
      minLength,
      maxLength,
    })
    .map((rows) => rows.map((one) => ({ ...one, key: `w${one.key}` })))

export const seeds: fc.Arbitrary<number> = fc.integer({ min: -1000, max: 1_000_000 })
