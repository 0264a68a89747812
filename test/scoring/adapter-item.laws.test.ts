import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AdapterOptions,
  type AerRow,
  itemScorer,
  numericScorer,
  poolAER,
  scoreAER,
} from '../../src/scoring/index.js'
import {
  anyRow,
  degenerateRow,
  excludedRow,
  insertedInto,
  numbersIn,
  playedRows,
} from './arbitraries.js'

const options: fc.Arbitrary<AdapterOptions> = fc.record(
  {
    range: fc.oneof(
      fc.constantFrom('raw' as const, 'clamp01' as const),
      fc.func(fc.double()) as fc.Arbitrary<(aer: number) => number>,
    ),
    undefinedAs: fc.oneof(fc.constant(null), fc.double()),
  },
  { requiredKeys: [] },
)

describe('the score of an item', () => {
  it('L1 finite', () => {
    fc.assert(
      fc.property(anyRow, options, (output, chosen) => {
        const { score, metadata } = itemScorer(chosen)({ output })
        expect(score === null || Number.isFinite(score)).toBe(true)
        expect(numbersIn(metadata).every(Number.isFinite)).toBe(true)
        const { undefinedAs: _none, ...rest } = chosen
        expect(Number.isFinite(numericScorer(rest)({ output }).score)).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it('L2 pool', () => {
    const dropped = fc.array(fc.oneof(excludedRow, degenerateRow), { maxLength: 4 })
    const places = fc.array(fc.nat(), { minLength: 4, maxLength: 4 })
    const fast = { bootstrap: { replicates: 20 } } as const
    fc.assert(
      fc.property(playedRows, dropped, places, options, (played, extra, at, chosen) => {
        const rows = insertedInto<AerRow>(played, extra, at)
        const items = rows.map((output) => itemScorer(chosen)({ output }))
        expect(poolAER(items, fast)).toEqual(scoreAER(rows, fast))
      }),
    )
  })

  it('L3 range', () => {
    fc.assert(
      fc.property(playedRows, (rows) => {
        for (const output of rows) {
          const { score } = itemScorer({ range: 'clamp01' })({ output })
          expect(score !== null && score >= 0 && score <= 1).toBe(true)
        }
      }),
    )
  })
})
