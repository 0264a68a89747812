import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import {
  arrayOf,
  closedObjectOf,
  decode,
  Finite,
  JsonValue,
  nullable,
  objectOf,
  oneOf,
  PositiveInteger,
  recordOf,
} from '../../src/core/codec.js'
import { explain } from '../../src/core/codec-failure.js'
import type { Failure, PathStep } from '../../src/core/failure.js'

const transfer = objectOf(
  { from: PositiveInteger, to: PositiveInteger, quantity: Finite },
  { label: oneOf('gift', 'sale'), data: JsonValue },
)
const answer = t.union([
  objectOf({ _tag: t.literal('Text'), text: t.string }),
  objectOf({ _tag: t.literal('Settle'), transfers: arrayOf(transfer) }),
  objectOf({ _tag: t.literal('Fault') }, { detail: nullable(t.string) }),
])
const round = objectOf({
  answer,
  deltas: recordOf(Finite),
  matrix: arrayOf(arrayOf(Finite)),
  either: t.union([Finite, arrayOf(Finite), t.literal('all')]),
})

const finite = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))
const id = fc.integer({ min: 1, max: 9 })
const goodTransfer = fc.record(
  {
    from: id,
    to: id,
    quantity: finite,
    label: fc.constantFrom('gift', 'sale'),
    data: fc.jsonValue({ maxDepth: 2, stringUnit: 'grapheme' }),
  },
  { requiredKeys: ['from', 'to', 'quantity'] },
)
const good = fc.record({
  answer: fc.oneof(
    fc.record({ _tag: fc.constant('Text'), text: fc.string() }),
    fc.record({ _tag: fc.constant('Settle'), transfers: fc.array(goodTransfer, { maxLength: 3 }) }),
    fc.record(
      { _tag: fc.constant('Fault'), detail: fc.option(fc.string()) },
      { requiredKeys: ['_tag'] },
    ),
  ),
  deltas: fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), finite, { maxKeys: 3 }),
  matrix: fc.array(fc.array(finite, { maxLength: 3 }), { maxLength: 3 }),
  either: fc.oneof(finite, fc.array(finite), fc.constant('all')),
})

const isContainer = (u: unknown): u is object => typeof u === 'object' && u !== null

const pathsOf = (u: unknown): ReadonlyArray<ReadonlyArray<PathStep>> => {
  if (!isContainer(u)) return [[]]
  const entries: ReadonlyArray<readonly [PathStep, unknown]> = Array.isArray(u)
    ? [...u.entries()]
    : Object.entries(u)
  return [[], ...entries.flatMap(([step, v]) => pathsOf(v).map((path) => [step, ...path]))]
}

const replaced = (
  u: unknown,
  [step, ...rest]: ReadonlyArray<PathStep>,
  value: unknown,
): unknown => {
  if (step === undefined) return value
  if (Array.isArray(u)) return u.map((v: unknown, i) => (i === step ? replaced(v, rest, value) : v))
  return Object.fromEntries(
    Object.entries(u as object).map(([k, v]) => [k, k === step ? replaced(v, rest, value) : v]),
  )
}

const valueAt = (u: unknown, path: ReadonlyArray<PathStep>): unknown =>
  path.reduce<unknown>(
    (v, step) =>
      isContainer(v) && Object.hasOwn(v, step) ? (v as Record<PathStep, unknown>)[step] : undefined,
    u,
  )

/** Rounds with one to three places overwritten by something else. */
const broken: fc.Arbitrary<unknown> = fc
  .tuple(
    good,
    fc.array(
      fc.tuple(
        fc.nat(),
        fc.constantFrom<unknown>(undefined, null, Number.NaN, 'x', -1, [], {}, [{}], 1n),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  )
  .map(([value, edits]) =>
    edits.reduce<unknown>((v, [choice, other]) => {
      const paths = pathsOf(v)
      return replaced(v, paths[choice % paths.length] ?? [], other)
    }, value),
  )

const failuresOf = (value: unknown): ReadonlyArray<Failure> => {
  const decoded = decode(round)(value)
  return isLeft(decoded) ? decoded.left : []
}

describe('laws of codecs', () => {
  it('L1 faithful', () => {
    fc.assert(
      fc.property(good, (value) => {
        const decoded = decode(round)(value)
        expect(isRight(decoded) && decoded.right === (value as unknown)).toBe(true)
        expect(round.encode(isRight(decoded) ? decoded.right : (value as never))).toBe(value)
      }),
    )
  })

  it('L2 place', () => {
    let seen = 0
    fc.assert(
      fc.property(broken, (value) => {
        const failures = failuresOf(value)
        expect(failures.length > 0).toBe(!round.is(value))
        for (const { path, value: found } of failures) {
          seen += 1
          expect(Object.is(found, valueAt(value, path))).toBe(true)
        }
      }),
      { numRuns: 1_000 },
    )
    expect(seen).toBeGreaterThan(500)
  })
})

describe('laws of the codecs of objects', () => {
  const keys = fc.uniqueArray(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')), {
    maxLength: 6,
  })
  const codecs = (names: ReadonlyArray<string>): Record<string, t.Type<number>> =>
    Object.fromEntries(names.map((name) => [name, Finite]))
  const members = (names: ReadonlyArray<string>, value: unknown): object =>
    Object.fromEntries(names.map((name) => [name, value]))

  it('L1 complete', () => {
    fc.assert(
      fc.property(keys, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }), (names, wrong) => {
        const bad = names.filter((_, index) => wrong[index])
        const value = Object.fromEntries(names.map((name) => [name, bad.includes(name) ? 'x' : 1]))
        for (const codec of [
          objectOf(codecs(names)),
          objectOf({}, codecs(names)),
          recordOf(Finite),
        ]) {
          const decoded = decode(codec as t.Mixed)(value)
          const paths = isLeft(decoded) ? decoded.left.map((f) => f.path) : []
          expect(new Set(paths.flat())).toEqual(new Set(bad))
          expect(paths).toHaveLength(bad.length)
        }
      }),
    )
  })

  it('L2 presence', () => {
    fc.assert(
      fc.property(keys, fc.nat(), (names, choice) => {
        const left = names.filter((_, index) => index !== choice % Math.max(1, names.length))
        const absent = members(left, 1)
        expect(isRight(decode(objectOf(codecs(names)))(absent))).toBe(names.length === 0)
        expect(isRight(decode(objectOf({}, codecs(names)))(absent))).toBe(true)
        expect(isRight(decode(objectOf({}, codecs(names)))(members(names, undefined)))).toBe(
          names.length === 0,
        )
      }),
    )
  })

  it('L3 closed', () => {
    fc.assert(
      fc.property(keys, keys, (known, more) => {
        const others = more.filter((name) => !known.includes(name))
        const value = members([...known, ...others], 1)
        expect(isRight(decode(objectOf(codecs(known)))(value))).toBe(true)
        const closed = decode(closedObjectOf({}, codecs(known)))(value)
        expect(isLeft(closed) ? closed.left.flatMap((f) => f.path).sort() : []).toEqual(
          [...others].sort(),
        )
      }),
    )
  })
})

describe('laws of what io-ts reports', () => {
  it('L1 nonempty', () => {
    fc.assert(
      fc.property(broken, (value) => {
        const decoded = round.decode(value)
        if (isLeft(decoded)) expect(explain(decoded.left).length).toBeGreaterThan(0)
      }),
    )
    expect(explain([])).toHaveLength(1)
  })

  it('L2 once', () => {
    // Both parts of an intersection report what is wrong with the whole.
    const both = t.intersection([round, round])
    fc.assert(
      fc.property(broken, (value) => {
        const decoded = decode(both)(value)
        if (isRight(decoded)) return
        const told = decoded.left.map((f) => JSON.stringify([f.path, f.expected]))
        expect(new Set(told).size).toBe(told.length)
        expect(decoded.left).toEqual(failuresOf(value))
      }),
    )
  })
})
