import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cell, type Table, tableToCsv, tableToText } from '../../src/cli/table.js'

const cell: fc.Arbitrary<Cell> = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'é') }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constant(null),
)
const table: fc.Arbitrary<Table> = fc.integer({ min: 1, max: 4 }).chain((width) =>
  fc.record({
    header: fc.array(fc.string({ minLength: 1 }), { minLength: width, maxLength: width }),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 4 }),
  }),
)

/** A reader of RFC 4180 by the letter, one character at a time. */
const readCsv = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  let row: Array<string> = []
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') {
      row.push(field)
      field = ''
    } else if (char === '\r' && text[at + 1] === '\n') {
      rows.push([...row, field])
      row = []
      field = ''
      at += 1
    } else field += char
  }
  return rows
}

describe('tables', () => {
  it('L1 round-trip', () => {
    fc.assert(
      fc.property(table, (drawn) => {
        const texts = [drawn.header, ...drawn.rows].map((row) =>
          row.map((value) => (value === null ? '' : String(value))),
        )
        expect(readCsv(tableToCsv(drawn))).toEqual(texts)
      }),
    )
  })

  it('L2 rectangle', () => {
    const plain = fc.string({ unit: fc.constantFrom('a', 'b', ' '), minLength: 1 })
    const narrow = fc.record({
      header: fc.array(plain, { minLength: 3, maxLength: 3 }),
      rows: fc.array(
        fc.array(fc.oneof(plain, fc.integer(), fc.double({ min: -9, max: 9, noNaN: true })), {
          minLength: 3,
          maxLength: 3,
        }),
        { maxLength: 4 },
      ),
    })
    fc.assert(
      fc.property(narrow, (drawn) => {
        const widths = tableToText(drawn)
          .split('\n')
          .slice(0, -1)
          .map((line) => line.length)
        expect(new Set(widths).size).toBe(1)
      }),
    )
  })
})
