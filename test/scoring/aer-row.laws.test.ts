import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { malformedRows } from '../../src/scoring/index.js'
import { anyRow, playedRows } from './arbitraries.js'

const numeric = ['realized', 'attainable'] as const

describe('reading rows', () => {
  it('L1 total', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 5 }), (rows) => {
        const failures = malformedRows(rows)
        for (const { path, value } of failures ?? []) {
          const [index, key] = path
          const row = rows[index as number] as Readonly<Record<string, unknown>>
          expect(Object.is(value, key === undefined ? row : row[key])).toBe(true)
        }
      }),
      { numRuns: 400 },
    )
    const defect = fc.record({
      at: fc.nat(11),
      key: fc.constantFrom('world', 'tier', ...numeric),
      value: fc.constantFrom<unknown>(
        undefined,
        null,
        '',
        {},
        Number.NaN,
        Number.NEGATIVE_INFINITY,
      ),
    })
    fc.assert(
      fc.property(playedRows, fc.array(defect, { maxLength: 4 }), (rows, defects) => {
        const spoiled = rows.map((row, index) =>
          defects
            .filter(({ at }) => at % rows.length === index)
            .reduce<object>((fields, { key, value }) => ({ ...fields, [key]: value }), row),
        )
        const places = (malformedRows(spoiled) ?? []).map(({ path }) => path.join('.'))
        const expected = defects.map(({ at, key }) => `${at % rows.length}.${key}`)
        expect([...places].sort()).toEqual([...new Set(expected)].sort())
      }),
    )
  })
})
