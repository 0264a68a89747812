import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type JsonSource, readJsonSource, valueOf } from '../../src/core/json-source.js'

const spaces = fc.string({ unit: fc.constantFrom(' ', '\n', '\t', '\r'), maxLength: 3 })

/** JSON texts with white space and escapes of many forms. */
const text: fc.Arbitrary<string> = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.constantFrom(0, 1, 2, '\t'), spaces, fc.boolean())
  .map(([json, indent, around, escaped]) => {
    const written = JSON.stringify(JSON.parse(json), null, indent)
    const body = escaped
      ? written.replace(
          /[^ -~\n\t]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
      : written
    return around + body + around
  })

const alphabet = fc.constantFrom(
  ...'{}[],:"\\ \n\t0123456789.-+eEtrufalsn/b\u0000\u00e9\ud83d'.split(''),
  '\ufeff',
  '\u00a0',
)

/** A text with a few characters deleted, inserted, replaced or swapped. */
const mutated: fc.Arbitrary<string> = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat(3), alphabet), { minLength: 1, maxLength: 3 }))
  .map(([original, edits]) =>
    edits.reduce((current, [where, kind, character]) => {
      const at = where % (current.length + 1)
      const head = current.slice(0, at)
      if (kind === 0) return head + current.slice(at + 1)
      if (kind === 1) return head + character + current.slice(at)
      if (kind === 2) return head + character + current.slice(at + 1)
      return (
        head + current.slice(at + 1, at + 2) + current.slice(at, at + 1) + current.slice(at + 2)
      )
    }, original),
  )

const soup = fc.string({ unit: alphabet, maxLength: 12 })
const candidate = fc.oneof(text, { weight: 3, arbitrary: mutated }, soup)

type Parsed = { readonly value: unknown } | null

const parsed = (candidateText: string): Parsed => {
  try {
    return { value: JSON.parse(candidateText) as unknown }
  } catch {
    return null
  }
}

const tokensOf = (source: JsonSource): string => {
  switch (source._tag) {
    case 'Object':
      return `{${source.members.map(([key, member]) => `${JSON.stringify(key)}:${tokensOf(member)}`).join(',')}}`
    case 'Array':
      return `[${source.elements.map(tokensOf).join(',')}]`
    case 'Number':
      return source.token
    case 'Text':
      return JSON.stringify(source.text)
    case 'Word':
      return String(source.value)
  }
}

describe('laws of reading JSON as it was written', () => {
  it('L1 language', () => {
    let refused = 0
    let accepted = 0
    fc.assert(
      fc.property(candidate, (source) => {
        const read = readJsonSource(source)
        const onlyRepeated =
          isLeft(read) && read.left.every((f) => f.expected.startsWith('each key once'))
        const isJson = isRight(read) || onlyRepeated
        expect(isJson).toBe(parsed(source) !== null)
        if (isJson) accepted += 1
        else refused += 1
      }),
      { numRuns: 3_000 },
    )
    expect(accepted).toBeGreaterThan(300)
    expect(refused).toBeGreaterThan(300)
  })

  it('L2 value', () => {
    fc.assert(
      fc.property(candidate, (source) => {
        const read = readJsonSource(source)
        if (isRight(read)) expect(valueOf(read.right)).toStrictEqual(parsed(source)?.value)
      }),
      { numRuns: 1_000 },
    )
  })

  it('L3 token', () => {
    const numeral = fc
      .tuple(
        fc.constantFrom('', '-'),
        fc.nat(),
        fc.constantFrom('', '.0', '.50', '.123'),
        fc.constantFrom('', 'e5', 'E+05', 'e-1'),
      )
      .map((parts) => parts.join(''))
    const document = fc.array(
      fc.oneof(
        numeral,
        fc.string().map((s) => JSON.stringify(s)),
      ),
    )
    fc.assert(
      fc.property(document, fc.array(spaces, { minLength: 1 }), (tokens, around) => {
        const space = (index: number): string => around[index % around.length] ?? ''
        const source = `[${tokens.map((token, i) => space(i) + token + space(i + 1)).join(',')}]`
        const read = readJsonSource(source)
        expect(isRight(read) ? tokensOf(read.right) : null).toBe(`[${tokens.join(',')}]`)
      }),
    )
  })

  it('L4 line', () => {
    fc.assert(
      fc.property(fc.array(spaces, { minLength: 1 }), (around) => {
        const source = `[${around.map((space, i) => `${space}${i}${space}`).join(',')}]`
        const read = readJsonSource(source)
        const elements = isRight(read) && read.right._tag === 'Array' ? read.right.elements : []
        let feeds = 1
        const lines = around.map((space) => {
          const own = space.split('\n').length - 1
          const line = feeds + own
          feeds += 2 * own
          return line
        })
        expect(elements.map((element) => element.line)).toEqual(lines)
      }),
    )
  })
})
