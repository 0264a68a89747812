import fc from 'fast-check'
import { getOrElse, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { PathStep } from '../../src/core/failure.js'
import {
  canonicalJson,
  compareCodePoints,
  type Json,
  jsonDifferences,
  jsonEqual,
} from '../../src/core/json.js'

const text = fc.string({ unit: 'grapheme', maxLength: 8 })
const number = fc.double({ noNaN: true, noDefaultInfinity: true })
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, fc.integer(), text),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(text, fc.constantFrom('__proto__', 'constructor', '1', '10')),
      tie('json'),
      {
        maxKeys: 4,
      },
    ),
  ),
}))

const written = (value: Json): string => getOrElse(() => 'refused')(canonicalJson(value))

const isRecord = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

/** The places of all leaves, empty containers included. */
const leavesOf = (value: Json): ReadonlyArray<ReadonlyArray<PathStep>> => {
  const inner: ReadonlyArray<readonly [PathStep, Json]> = Array.isArray(value)
    ? [...value.entries()]
    : isRecord(value)
      ? Object.entries(value)
      : []
  if (inner.length === 0) return [[]]
  return inner.flatMap(([step, member]) => leavesOf(member).map((path) => [step, ...path]))
}

const replaceAt = (value: Json, [step, ...rest]: ReadonlyArray<PathStep>, leaf: Json): Json => {
  if (step === undefined) return leaf
  if (Array.isArray(value)) {
    return value.map((member: Json, index) =>
      index === step ? replaceAt(member, rest, leaf) : member,
    )
  }
  if (!isRecord(value)) return leaf
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === step ? replaceAt(member, rest, leaf) : member,
    ]),
  )
}

describe('laws of JSON', () => {
  it('L1 inverse', () => {
    fc.assert(
      fc.property(json, (value) => {
        const back = JSON.parse(written(value)) as Json
        expect(jsonDifferences(value, back)).toEqual([])
        expect(jsonDifferences(back, value)).toEqual([])
      }),
    )
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(written(reversed(value))).toBe(written(value))
        expect(jsonEqual(reversed(value), value)).toBe(true)
      }),
    )
  })

  it('L3 idempotence', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isRight(canonicalJson(value))).toBe(true)
        expect(written(JSON.parse(written(value)) as Json)).toBe(written(value))
      }),
    )
  })

  it('L4 equality', () => {
    // Small documents, so that equal pairs are common.
    const small = fc.oneof(json, fc.constantFrom<Json>(0, -0, [], {}, [0], [-0], { a: 0 }))
    fc.assert(
      fc.property(small, small, (a, b) => {
        expect(jsonEqual(a, b)).toBe(written(a) === written(b))
        expect(jsonEqual(a, b)).toBe(jsonDifferences(a, b).length === 0)
      }),
    )
  })

  it('L5 difference', () => {
    fc.assert(
      fc.property(json, fc.nat(), (value, choice) => {
        expect(jsonDifferences(value, value)).toEqual([])
        const leaves = leavesOf(value)
        const path = leaves[choice % leaves.length] ?? []
        const changed = replaceAt(value, path, 'a leaf of no other document')
        const differences = jsonDifferences(value, changed)
        expect(differences.map((d) => d.path)).toEqual([path])
        expect(differences[0]?.right).toBe('a leaf of no other document')
      }),
    )
  })

  it('the order by code point is that of the code points one by one', () => {
    const units = fc.string({
      unit: fc.constantFrom('a', '\ud83d', '\ude00', '\uffff', '\u{10ffff}'),
      maxLength: 6,
    })
    const slow = (a: string, b: string): number => {
      const [x, y] = [[...a], [...b]].map((s) => s.map((c) => c.codePointAt(0) ?? 0)) as [
        number[],
        number[],
      ]
      const at = x.findIndex((code, index) => code !== y[index])
      if (at < 0) return x.length - y.length
      return at >= y.length ? 1 : (x[at] ?? 0) - (y[at] ?? 0)
    }
    fc.assert(
      fc.property(units, units, (a, b) => {
        expect(Math.sign(compareCodePoints(a, b))).toBe(Math.sign(slow(a, b)))
      }),
      { numRuns: 1_000 },
    )
  })
})
