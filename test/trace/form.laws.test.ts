import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { Json } from '../../src/core/json.js'
import { type JsonSource, readJsonSource } from '../../src/core/json-source.js'
import { type Layout, layoutDifferences } from '../../src/trace/layout.js'
import { unsortedMembers } from '../../src/trace/member-order.js'
import { writeJson } from '../../src/trace/write.js'

const values = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>
const layouts = fc.constantFrom<Layout>('document', 'trace', 'manifest')

const sourceOf = (text: string): JsonSource => {
  const source = readJsonSource(text)
  if (isLeft(source)) throw new Error(text)
  return source.right
}

describe('layout laws', () => {
  it('L1 written', () => {
    const recorded = fc
      .tuple(layouts, values)
      .map(([layout, value]) => ({ layout, text: writeJson(layout, value) }))
    fc.assert(
      fc.property(recorded, ({ layout, text }) => {
        expect(layoutDifferences(layout, 'file', 1, text, sourceOf(text))).toEqual([])
      }),
    )
  })

  it('names the first line that is written otherwise', () => {
    const text = writeJson('document', { a: 1, b: { c: [1, 2] } })
    const moved = text.replace('    "c"', '  "c"')
    const [found] = layoutDifferences('document', 'file', 1, moved, sourceOf(moved))
    expect(found).toMatchObject({ kind: 'layout', line: 4, path: ['b', 'c'] })
  })
})

describe('member order laws', () => {
  it('L1 sorted as written', () => {
    fc.assert(
      fc.property(values, (value) => {
        const source = sourceOf(writeJson('document', value))
        expect(unsortedMembers('file', 1, source)).toEqual([])
      }),
    )
  })

  it('L2 moved member', () => {
    const keys = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 3 }), {
      minLength: 2,
      maxLength: 6,
    })
    fc.assert(
      fc.property(keys, fc.nat(), fc.nat(), (names, one, other) => {
        const document = writeJson(
          'document',
          Object.fromEntries(names.map((name) => [`k${name}`, name])),
        )
        const lines = document.split('\n')
        const members = lines.slice(1, -2).map((line) => line.replace(/,$/, ''))
        const a = one % members.length
        const b = other % members.length
        fc.pre(a < b)
        const moved = members.map((line, index) =>
          index === a ? members[b] : index === b ? members[a] : line,
        )
        const text = `{\n${moved.join(',\n')}\n}\n`
        const found = unsortedMembers('file', 1, sourceOf(text))
        expect(found.map((slip) => [slip.kind, slip.line])).toEqual([['order', a + 2]])
      }),
    )
  })
})

describe('write laws', () => {
  it('L1 read back', () => {
    fc.assert(
      fc.property(layouts, values, (layout, value) => {
        expect(JSON.parse(writeJson(layout, value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('L1 read back: rows are what the engine writes, with the spaces of their layout', () => {
    fc.assert(
      fc.property(values, (value) => {
        // Line feeds within texts are escaped, so all that are left are between parts.
        const spread = JSON.stringify(value, null, ' ')
        const row = spread.replace(/,\n */g, ', ').replace(/\n */g, '')
        expect(writeJson('trace', value)).toBe(row)
      }),
    )
  })

  it('L2 in layout', () => {
    fc.assert(
      fc.property(layouts, values, (layout, value) => {
        const text = writeJson(layout, value)
        expect(layoutDifferences(layout, 'file', 1, text, sourceOf(text))).toEqual([])
        expect(text.endsWith('\n')).toBe(layout === 'document')
        expect(layout === 'trace' || /^[\n -~]*$/.test(text)).toBe(true)
      }),
    )
  })
})
