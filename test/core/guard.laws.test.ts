import fc from 'fast-check'
import { isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import {
  arrayOf,
  closedObjectOf,
  Finite,
  Integer,
  JsonValue,
  nullable,
  objectOf,
  oneOf,
  Positive,
  recordOf,
} from '../../src/core/codec.js'
import { guardOf } from '../../src/core/guard.js'

/** A codec, an arbitrary of values most of which it accepts, and the two ways in which it may change a value. */
interface Sample {
  readonly codec: t.Mixed
  readonly values: fc.Arbitrary<unknown>
  /** Holds a tuple, which decoding cuts to its length. */
  readonly cuts: boolean
  /** Holds an exact object or a record of few keys, from which decoding drops members. */
  readonly strips: boolean
}

const of = (
  values: fc.Arbitrary<unknown>,
  codec: t.Mixed,
  parts: ReadonlyArray<Sample>,
  own: 'cuts' | 'strips' | 'keeps' = 'keeps',
): Sample => ({
  codec,
  values,
  cuts: own === 'cuts' || parts.some((part) => part.cuts),
  strips: own === 'strips' || parts.some((part) => part.strips),
})

/** io-ts cannot build a union over literal members that have the name of an inherited one. */
const unionOf = (first: t.Mixed, second: t.Mixed): t.Mixed => {
  try {
    return t.union([first, second])
  } catch {
    return first
  }
}

type Kept = Readonly<Record<string, Sample>>

const key = fc.constantFrom('a', 'b', 'kind', '1', 'constructor', 'toString')
const hostileKey = fc.constantFrom('a', 'kind', '__proto__', 'constructor', 'hasOwnProperty')
const anything = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, true, 0, -0, 1, 0.5, Number.NaN, 1e400, '', 'x', 'y'),
  fc
    .constantFrom<() => unknown>(
      () => [],
      () => ({}),
      () => [1],
      () => ({ a: 1 }),
      () => ({ kind: 'x' }),
      () => new Array(2),
    )
    .map((make) => make()),
  fc.jsonValue({ maxDepth: 2 }),
)

const leaf: fc.Arbitrary<Sample> = fc.constantFrom(
  of(fc.constantFrom('x', 'y', ''), t.string, []),
  of(fc.constantFrom(1, -0.5, Number.NaN, 1e400), t.number, []),
  of(fc.boolean(), t.boolean, []),
  of(fc.constant(null), t.null, []),
  of(fc.constant(undefined), t.undefined, []),
  of(anything, t.unknown, []),
  of(fc.integer(), t.Int, []),
  of(fc.constant([]), t.UnknownArray, []),
  of(fc.constant({}), t.UnknownRecord, []),
  of(fc.constant('x'), t.literal('x'), []),
  of(fc.constant('y'), t.literal('y'), []),
  of(fc.constant(1), t.literal(1), []),
  of(fc.constantFrom('x', 'y'), oneOf('x', 'y'), []),
  of(fc.constantFrom(0, -1.5), Finite, []),
  of(fc.constantFrom(0.5, 2), Positive, []),
  of(fc.constantFrom(-3, 0), Integer, []),
  of(fc.jsonValue({ maxDepth: 2 }), JsonValue, []),
)

/** Objects with some of the members, and perhaps one more. */
const objectOver =
  (keys: fc.Arbitrary<string>) =>
  (own: Kept): fc.Arbitrary<unknown> =>
    fc
      .tuple(
        fc.tuple(
          ...Object.entries(own).map(([name, { values }]) =>
            fc.option(
              values.map((value) => [name, value] as const),
              { freq: 8, nil: null },
            ),
          ),
        ),
        fc.dictionary(keys, anything, { maxKeys: 1 }),
      )
      .map(([members, extra]) =>
        // Names such as `__proto__` have to be defined, not assigned.
        Object.fromEntries([
          ...Object.entries(extra),
          ...members.filter((member) => member !== null),
        ]),
      )

const objectWith = objectOver(key)

const codecsOf = (own: Kept): Record<string, t.Mixed> =>
  Object.fromEntries(Object.entries(own).map(([name, sample]) => [name, sample.codec]))

const count = (u: unknown): boolean =>
  typeof u !== 'object' || u === null || Object.keys(u).length !== 1

const kind = (values: fc.Arbitrary<unknown>): Kept => ({ kind: of(values, t.unknown, []) })
const parts = (...kept: ReadonlyArray<Kept>): ReadonlyArray<Sample> => kept.flatMap(Object.values)

const { sample } = fc.letrec<{ sample: Sample }>((tie) => {
  const members: fc.Arbitrary<Kept> = fc.dictionary(key, tie('sample'), { maxKeys: 3 })
  const pair = fc.tuple(tie('sample'), tie('sample'))
  const kept = fc.tuple(members, members)
  const one = (make: (s: Sample) => Sample): fc.Arbitrary<Sample> => tie('sample').map(make)
  const list = (s: Sample): fc.Arbitrary<unknown> => fc.array(s.values, { maxLength: 3 })
  const dictionary = (s: Sample): fc.Arbitrary<unknown> =>
    fc.dictionary(key, s.values, { maxKeys: 3 })
  return {
    sample: fc.oneof(
      { depthSize: 'small' },
      { weight: 4, arbitrary: leaf },
      members.map((own) => of(objectWith(own), t.type(codecsOf(own)), parts(own))),
      members.map((own) => of(objectWith(own), t.partial(codecsOf(own)), parts(own))),
      members.map((own) =>
        of(objectWith(own), t.exact(t.type(codecsOf(own))), parts(own), 'strips'),
      ),
      fc.tuple(members, members, fc.boolean()).map(([required, optional, closed]) => {
        const make = closed ? closedObjectOf : objectOf
        const codec = make(codecsOf(required), codecsOf(optional))
        return of(objectWith({ ...optional, ...required }), codec, parts(required, optional))
      }),
      one((s) => of(list(s), t.array(s.codec), [s])),
      one((s) => of(list(s), arrayOf(s.codec), [s])),
      one((s) => of(dictionary(s), recordOf(s.codec), [s])),
      one((s) =>
        of(
          dictionary(s),
          t.record(unionOf(t.literal('a'), t.literal('b')), s.codec),
          [s],
          'strips',
        ),
      ),
      one((s) => {
        const oneLetter = t.refinement(t.string, (k) => k.length === 1)
        return of(dictionary(s), t.record(oneLetter, s.codec), [s], 'strips')
      }),
      pair.map(([a, b]) => of(fc.oneof(a.values, b.values), unionOf(a.codec, b.codec), [a, b])),
      kept.map(([a, b]) => {
        const first = t.type({ ...codecsOf(a), kind: t.literal('x') })
        const second = t.exact(t.type({ ...codecsOf(b), kind: t.literal('y') }))
        const values = objectWith({ ...a, ...b, ...kind(fc.constantFrom('x', 'y')) })
        return of(values, unionOf(first, second), parts(a, b), 'strips')
      }),
      kept.map(([a, b]) => {
        const codec = t.intersection([t.type(codecsOf(a)), t.partial(codecsOf(b))])
        return of(objectWith({ ...a, ...b }), codec, parts(a, b))
      }),
      pair.map(([a, b]) => of(a.values, t.intersection([a.codec, b.codec]), [a, b])),
      pair.map(([a, b]) => {
        const values = fc.array(fc.oneof(a.values, b.values), { maxLength: 3 })
        return of(values, t.tuple([a.codec, b.codec]), [a, b], 'cuts')
      }),
      one((s) => of(s.values, t.readonly(s.codec), [s])),
      one((s) => of(s.values, nullable(s.codec), [s])),
      one((s) => of(s.values, t.refinement(s.codec, count), [s])),
      one((s) => {
        const codec = t.recursion<unknown>(
          'List',
          (self) => objectOf({ head: arrayOf(s.codec) }, { tail: self }) as t.Mixed,
        )
        return of(
          list(s).map((head) => ({ head, tail: { head } })),
          codec,
          [s],
        )
      }),
    ),
  }
})

const takesNaN = ({ codec }: Sample): boolean => codec.is(Number.NaN)

/**
 * Codecs whose members have the names of inherited ones and `__proto__`. They change no value, and refuse NaN, which
 * io-ts takes for a change: where it copies a value, it assigns `__proto__` and then reads members from elsewhere.
 */
const { hostile } = fc.letrec<{ hostile: Sample }>((tie) => {
  const members: fc.Arbitrary<Kept> = fc.dictionary(hostileKey, tie('hostile'), { maxKeys: 3 })
  const objects = objectOver(hostileKey)
  return {
    hostile: fc.oneof(
      { depthSize: 'small' },
      { weight: 2, arbitrary: leaf.filter((one) => !takesNaN(one)) },
      fc.tuple(members, members, fc.boolean()).map(([required, optional, closed]) => {
        const make = closed ? closedObjectOf : objectOf
        const codec = make(codecsOf(required), codecsOf(optional))
        return of(objects({ ...optional, ...required }), codec, parts(required, optional))
      }),
      members.map((own) => of(objects(own), t.partial(codecsOf(own)), parts(own))),
      tie('hostile').map((s) =>
        of(fc.dictionary(hostileKey, s.values, { maxKeys: 3 }), recordOf(s.codec), [s]),
      ),
    ),
  }
})

interface Case extends Sample {
  readonly value: unknown
}

const caseOf = (made: Sample): fc.Arbitrary<Case> =>
  fc.oneof({ weight: 3, arbitrary: made.values }, anything).map((value) => ({
    ...made,
    value,
    [fc.toStringMethod]: () => `${made.codec.name}: ${fc.stringify(value)}`,
  }))

const cases = fc.oneof({ weight: 3, arbitrary: sample.chain(caseOf) }, hostile.chain(caseOf))

describe('laws of guards', () => {
  it('L1 agreement', () => {
    let accepted = 0
    let refused = 0
    fc.assert(
      fc.property(cases, ({ codec, value, cuts }) => {
        const decodes = isRight(codec.decode(value))
        const passes = guardOf(codec)(value)
        if (decodes) accepted += 1
        else refused += 1
        if (cuts) expect(passes && !decodes).toBe(false)
        else expect(passes).toBe(decodes)
      }),
      { numRuns: 4_000 },
    )
    expect(accepted).toBeGreaterThan(500)
    expect(refused).toBeGreaterThan(500)
  })

  it('L2 sound', () => {
    fc.assert(
      fc.property(cases, ({ codec, value, strips, cuts }) => {
        if (!guardOf(codec)(value)) return
        const decoded = codec.decode(value)
        expect(isRight(decoded)).toBe(true)
        if (isRight(decoded) && !strips && !cuts) expect(decoded.right).toEqual(value)
      }),
      { numRuns: 2_000 },
    )
  })
})
