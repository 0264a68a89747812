import fc from 'fast-check'
import { getOrElse, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Json, jsonEqual } from '../../src/core/json.js'
import { type JsonSource, readJsonSource, valueOf } from '../../src/core/json-source.js'
import {
  pythonCompactJson,
  pythonFloatRepr,
  pythonIndentedJson,
} from '../../src/core/python-json.js'

const double = fc.double({ noNaN: true, noDefaultInfinity: true })
const source: fc.Arbitrary<JsonSource> = fc
  .json({ stringUnit: 'grapheme' })
  .map(readJsonSource)
  .filter(isRight)
  .map((read) => read.right)

const floatText = (x: number): string => getOrElse(() => 'refused')(pythonFloatRepr(x))
const indented = (value: Json): string => getOrElse(() => 'refused')(pythonIndentedJson(value))

const numbersOf = (node: JsonSource): ReadonlyArray<string> => {
  if (node._tag === 'Number') return [node.token]
  if (node._tag === 'Array') return node.elements.flatMap(numbersOf)
  return node._tag === 'Object' ? node.members.flatMap(([, member]) => numbersOf(member)) : []
}

const shuffled = (node: JsonSource): JsonSource => {
  if (node._tag === 'Array') return { ...node, elements: node.elements.map(shuffled) }
  if (node._tag !== 'Object') return node
  const members = node.members.map(([key, member]) => [key, shuffled(member)] as const)
  return { ...node, line: node.line + 1, members: members.reverse() }
}

describe('laws of the texts of Python', () => {
  it('L1 float', () => {
    fc.assert(
      fc.property(
        fc.oneof(double, fc.integer(), fc.double({ noNaN: true, min: 1e-5, max: 1e-3 })),
        (x) => {
          const text = floatText(x)
          expect(Object.is(Number(text), x)).toBe(true)
          expect(text).toMatch(/^-?\d+\.\d+$|^-?\d(\.\d+)?e[+-]\d{2,3}$/)
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('L2 tokens', () => {
    fc.assert(
      fc.property(source, (node) => {
        const again = readJsonSource(pythonCompactJson(node))
        expect(isRight(again) && jsonEqual(valueOf(again.right), valueOf(node))).toBe(true)
        const tokens = isRight(again) ? numbersOf(again.right) : []
        expect([...tokens].sort()).toEqual([...numbersOf(node)].sort())
      }),
    )
  })

  it('L3 ascii', () => {
    fc.assert(
      fc.property(source, (node) => {
        expect(pythonCompactJson(node)).toMatch(/^[ -~]*$/)
        const text = indented(valueOf(node))
        expect(text).toMatch(/^[ -~\n]*$/)
        expect(jsonEqual(JSON.parse(text) as Json, valueOf(node))).toBe(true)
      }),
    )
  })

  it('L4 canonical', () => {
    fc.assert(
      fc.property(source, (node) => {
        expect(pythonCompactJson(shuffled(node))).toBe(pythonCompactJson(node))
      }),
    )
  })
})
