import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import {
  arrayOf,
  closedObjectOf,
  Finite,
  JsonValue,
  objectOf,
  oneOf,
  recordOf,
} from '../../src/core/codec.js'
import { guardOf } from '../../src/core/guard.js'
import { DEEPEST_JSON } from '../../src/core/json.js'

const agree = (codec: t.Mixed, value: unknown): boolean => {
  const accepted = guardOf(codec)(value)
  expect(accepted).toBe(isRight(codec.decode(value)))
  return accepted
}

describe('a guard', () => {
  it('narrows what it accepts', () => {
    const isOffer = guardOf(objectOf({ price: Finite }, { note: t.string }))
    const value: unknown = { price: 12.5 }
    const price: number = isOffer(value) ? value.price : Number.NaN
    expect(price).toBe(12.5)
  })

  it('refuses arrays where objects are expected, and objects where arrays are', () => {
    for (const codec of [
      t.type({}),
      t.partial({}),
      objectOf({}),
      recordOf(t.unknown),
      t.record(oneOf('a'), t.unknown),
      t.intersection([t.type({}), objectOf({})]),
      t.exact(t.type({})),
    ]) {
      expect([[], null, 'x', 1, undefined].filter((value) => agree(codec, value))).toEqual([])
      expect(agree(codec, { a: 1 })).toBe(true)
    }
    expect(agree(arrayOf(Finite), { '0': 1, length: 1 })).toBe(false)
    expect(agree(t.tuple([Finite]), { '0': 1, length: 1 })).toBe(false)
  })

  it('looks for members on the value itself', () => {
    const named = objectOf({ constructor: t.unknown }, { ['__proto__']: Finite, toString: Finite })
    expect(agree(named, {})).toBe(false)
    expect(agree(named, JSON.parse('{"constructor":1}'))).toBe(true)
    expect(agree(named, JSON.parse('{"constructor":1,"__proto__":1}'))).toBe(true)
    expect(agree(named, JSON.parse('{"constructor":1,"__proto__":{}}'))).toBe(false)
    expect(agree(recordOf(Finite), JSON.parse('{"__proto__":{}}'))).toBe(false)
    expect(agree(closedObjectOf({}), JSON.parse('{"__proto__":1}'))).toBe(false)
  })

  it('does not mind the order of members, nor a prototype of another kind', () => {
    const codec = closedObjectOf({ a: Finite, b: t.unknown }, { c: t.string })
    for (const value of [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      { c: '', b: undefined, a: 1 },
    ]) {
      expect(agree(codec, value)).toBe(true)
      expect(agree(codec, Object.assign(Object.create(null), value))).toBe(true)
      expect(agree(codec, Object.assign(Object.create({ z: 1 }), value))).toBe(true)
      expect(agree(codec, Object.create(value))).toBe(false)
      expect(agree(codec, { ...value, a: '1' })).toBe(false)
      expect(agree(codec, { ...value, d: 1 })).toBe(false)
    }
    expect(agree(codec, { a: 1 })).toBe(false)
    expect(agree(codec, { b: 1 })).toBe(false)
    expect(agree(codec, { a: 1, c: '' })).toBe(false)
    expect(agree(codec, { a: 1, b: 1, c: 1 })).toBe(false)
    expect(agree(codec, { a: 1, b: 1, c: undefined })).toBe(false)
  })

  it('checks records with numerals as keys', () => {
    const deltas = recordOf(Finite)
    expect(agree(deltas, { '1': 0, '2': 0.5, '10': -1 })).toBe(true)
    expect(agree(deltas, { '1': 0, '2': '0.5' })).toBe(false)
    expect(
      agree(
        t.record(
          t.refinement(t.string, (k) => /^\d+$/.test(k)),
          Finite,
        ),
        { a: 'x', '1': 1 },
      ),
    ).toBe(true)
  })

  it('requires the keys of a record that names them', () => {
    const named = t.record(t.union([t.literal('a'), oneOf('b', 'c') as t.Mixed]), Finite)
    expect(agree(named, { a: 1, b: 2, c: 3, d: 'x' })).toBe(true)
    expect(agree(named, { a: 1, b: 2 })).toBe(false)
    expect(agree(t.record(t.literal('a'), t.union([Finite, t.undefined])), {})).toBe(true)
    expect(agree(t.record(t.string, t.any), [1])).toBe(true)
  })

  it('sees a hole as an undefined element', () => {
    const holes = [1, 2]
    delete holes[0]
    expect(agree(arrayOf(Finite), holes)).toBe(false)
    expect(agree(arrayOf(t.union([Finite, t.undefined])), holes)).toBe(true)
  })

  it('accepts a short tuple whose rest may be undefined, and refuses one that decoding would cut', () => {
    const pair = t.tuple([Finite, t.union([t.string, t.undefined])])
    expect(agree(pair, [1])).toBe(true)
    expect(agree(pair, [1, 'x'])).toBe(true)
    expect(agree(pair, [])).toBe(false)
    expect(guardOf(pair)([1, 'x', 2])).toBe(false)
    expect(isRight(pair.decode([1, 'x', 2]))).toBe(true)
  })

  it('lets a predicate see what decoding makes of the value', () => {
    const hasNoExtras = (o: object): boolean => Object.keys(o).length === 1
    const stripped = t.refinement(t.exact(t.type({ a: Finite })), hasNoExtras)
    expect(agree(stripped, { a: 1, b: 2 })).toBe(true)
    const filled = t.refinement(t.type({ a: t.union([Finite, t.undefined]) }), hasNoExtras)
    expect(agree(filled, {})).toBe(true)
    const loose = t.refinement(t.type({ a: t.unknown }), hasNoExtras)
    expect(agree(loose, {})).toBe(true)
    const inner = t.type({ inner: t.exact(t.type({ a: Finite })) })
    const nested = t.refinement(inner, (o) => hasNoExtras(o.inner))
    expect(agree(nested, { inner: { a: 1, b: 2 } })).toBe(true)
    const plain = t.refinement(objectOf({ a: Finite }), hasNoExtras)
    expect(agree(plain, { a: 1 })).toBe(true)
    expect(agree(plain, { a: 1, b: 2 })).toBe(false)
  })

  it('asks a codec of an unknown kind itself', () => {
    const even = new t.Type<number>(
      'even',
      (u): u is number => u === 2,
      (u, c) => (u === 2 ? t.success(2) : t.failure(u, c)),
      t.identity,
    )
    expect(agree(objectOf({ a: arrayOf(even) }), { a: [2, 2] })).toBe(true)
    expect(agree(objectOf({ a: arrayOf(even) }), { a: [2, 3] })).toBe(false)
    expect(agree(JsonValue, { a: [1, 'x', null] })).toBe(true)
    expect(agree(JsonValue, { a: undefined })).toBe(false)
  })

  it('follows recursion to the bound of nesting and no further', () => {
    interface Nest {
      readonly inner?: Nest
    }
    const nest: t.Type<Nest> = t.recursion('Nest', (self) => objectOf({}, { inner: self }))
    const nested = (depth: number): Nest => {
      let value: Nest = {}
      for (let i = 1; i < depth; i++) value = { inner: value }
      return value
    }
    const isNest = guardOf(nest)
    expect(agree(nest, nested(DEEPEST_JSON))).toBe(true)
    expect(isNest(nested(DEEPEST_JSON + 1))).toBe(false)
    expect(isNest(nested(1_000_000))).toBe(false)
    // The count of levels starts anew.
    expect(isNest(nested(DEEPEST_JSON))).toBe(true)
    expect(isNest({ inner: { inner: 1 } })).toBe(false)
  })

  it('compiles codecs that name each other', () => {
    type Even = { readonly odd?: Odd }
    type Odd = { readonly even?: Even }
    const even: t.Type<Even> = t.recursion('Even', () => objectOf({}, { odd }))
    const odd: t.Type<Odd> = t.recursion('Odd', () => objectOf({}, { even }))
    expect(agree(even, { odd: { even: { odd: {} } } })).toBe(true)
    expect(agree(even, { odd: { even: { odd: 1 } } })).toBe(false)
  })

  it('tells the members of a union apart', () => {
    const answer = t.union([
      t.type({ text: t.string, _tag: t.literal('Text') }),
      t.type({ fault: oneOf('timeout', 'threw'), _tag: t.literal('Fault') }),
    ])
    expect(agree(answer, { _tag: 'Fault', fault: 'threw' })).toBe(true)
    expect(agree(answer, { _tag: 'Fault', fault: 'other' })).toBe(false)
    expect(agree(answer, { _tag: 'Text', fault: 'threw' })).toBe(false)
    expect(agree(answer, [])).toBe(false)
  })

  it('refuses nothing because of NaN where its codec takes NaN', () => {
    expect(agree(t.number, Number.NaN)).toBe(true)
    expect(agree(Finite, Number.NaN)).toBe(false)
    expect(agree(t.literal(0), -0)).toBe(true)
    expect(isLeft(t.literal(Number.NaN).decode(Number.NaN))).toBe(true)
    expect(agree(t.literal(Number.NaN), Number.NaN)).toBe(false)
  })
})
