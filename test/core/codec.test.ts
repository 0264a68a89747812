import { type Either, isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, it } from 'vitest'
import {
  arrayOf,
  closedObjectOf,
  decode,
  Finite,
  Integer,
  JsonValue,
  NonNegative,
  NonNegativeInteger,
  nullable,
  objectOf,
  oneOf,
  Positive,
  PositiveInteger,
  recordOf,
} from '../../src/core/codec.js'
import { type Failures, renderFailure } from '../../src/core/failure.js'

const told = (result: Either<Failures, unknown>): ReadonlyArray<string> =>
  isLeft(result) ? result.left.map(renderFailure) : []

const accepts = (codec: t.Mixed, value: unknown): boolean => {
  expect(codec.is(value)).toBe(isRight(decode(codec)(value)))
  return isRight(decode(codec)(value))
}

describe('the codecs of numbers', () => {
  const candidates = [
    -1,
    -0.5,
    -0,
    0,
    0.5,
    1,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    -1e400,
    '1',
    null,
    1n,
  ]

  it.each<[string, t.Type<number>, ReadonlyArray<number>]>([
    ['Finite', Finite, [-1, -0.5, -0, 0, 0.5, 1, 2 ** 53]],
    ['NonNegative', NonNegative, [-0, 0, 0.5, 1, 2 ** 53]],
    ['Positive', Positive, [0.5, 1, 2 ** 53]],
    ['Integer', Integer, [-1, -0, 0, 1]],
    ['NonNegativeInteger', NonNegativeInteger, [-0, 0, 1]],
    ['PositiveInteger', PositiveInteger, [1]],
  ])('%s accepts what its name says', (_name, codec, accepted) => {
    expect(candidates.filter((value) => accepts(codec, value))).toEqual(accepted)
  })

  it('say what they expect', () => {
    expect(told(decode(arrayOf(NonNegative))([1, -1, 'x']))).toEqual([
      '[1]: expected a finite number of at least 0, got -1 (Malformed)',
      '[2]: expected a finite number of at least 0, got "x" (Malformed)',
    ])
  })
})

describe('the codec of an object', () => {
  const offer = objectOf({ from: PositiveInteger, price: Finite }, { note: t.string })

  it('returns the value it was given, members of other names included', () => {
    const value = { from: 1, price: 2.5, extra: true }
    const decoded = decode(offer)(value)
    expect(isRight(decoded) && decoded.right === value).toBe(true)
  })

  it('reports every member that is missing or wrong, at its path', () => {
    expect(told(decode(offer)({ price: '2', note: 7 }))).toEqual([
      'from: expected an integer of at least 1, got undefined (Malformed)',
      'price: expected a finite number, got "2" (Malformed)',
      'note: expected a string, got 7 (Malformed)',
    ])
  })

  it('tells absence from undefined', () => {
    const loose = objectOf({ a: t.unknown }, { b: t.string })
    expect(accepts(loose, { a: undefined })).toBe(true)
    expect(accepts(loose, {})).toBe(false)
    expect(accepts(loose, { a: 1, b: undefined })).toBe(false)
    // The hole that is closed here.
    expect(isRight(t.partial({ b: t.string }).decode({ b: undefined }))).toBe(true)
  })

  it('does not take what every object inherits for a member', () => {
    const named = objectOf(
      { constructor: t.unknown, toString: t.unknown },
      { ['__proto__']: t.string },
    )
    expect(accepts(named, {})).toBe(false)
    expect(accepts(named, { constructor: 1, toString: 2 })).toBe(true)
    expect(accepts(named, JSON.parse('{"constructor":1,"toString":2,"__proto__":"x"}'))).toBe(true)
    expect(accepts(named, JSON.parse('{"constructor":1,"toString":2,"__proto__":{}}'))).toBe(false)
  })

  it.each([[[]], [null], ['x'], [7], [undefined], [() => 1]])('refuses %o as a whole', (value) => {
    expect(told(decode(offer)(value))).toEqual([
      expect.stringMatching(/^\(input\): expected an object, got /),
    ])
  })

  it('refuses members of other names where it is closed', () => {
    const closed = closedObjectOf({ a: Finite }, { b: Finite })
    expect(accepts(closed, { a: 1 })).toBe(true)
    expect(accepts(closed, { a: 1, b: 2 })).toBe(true)
    expect(told(decode(closed)({ a: 1, c: 2, ['__proto__x']: 3 }))).toEqual([
      'c: expected one of the members a, b, got 2 (Malformed)',
      '__proto__x: expected one of the members a, b, got 3 (Malformed)',
    ])
    expect(accepts(closed, JSON.parse('{"a":1,"__proto__":2}'))).toBe(false)
  })

  it('carries the changes of a codec that changes members, without touching the value', () => {
    const value = { pair: [1, 2, 3], rest: true }
    const decoded = decode(objectOf({ pair: t.tuple([t.number, t.number]) }))(value)
    expect(decoded).toEqual(right({ pair: [1, 2], rest: true }))
    expect(value.pair).toHaveLength(3)
  })
})

describe('the codecs of many values', () => {
  it('report each defect with an index or a key', () => {
    const matrix = objectOf({ allocation: arrayOf(arrayOf(Finite)), deltas: recordOf(Finite) })
    const value = { allocation: [[1, Number.NaN], 'x', [null]], deltas: { '1': 0, '2': '0' } }
    expect(told(decode(matrix)(value))).toEqual([
      'allocation[0][1]: expected a finite number, got NaN (Malformed)',
      'allocation[1]: expected an array, got "x" (Malformed)',
      'allocation[2][0]: expected a finite number, got null (Malformed)',
      'deltas["2"]: expected a finite number, got "0" (Malformed)',
    ])
  })

  it('see a hole as an undefined element', () => {
    const holes = [1, 2]
    delete holes[0]
    expect(told(decode(arrayOf(Finite))(holes))).toEqual([
      '[0]: expected a finite number, got undefined (Malformed)',
    ])
  })

  it('tell arrays from objects', () => {
    expect(accepts(recordOf(Finite), [1])).toBe(false)
    expect(accepts(arrayOf(Finite), { '0': 1, length: 1 })).toBe(false)
  })

  it('keep a record with a member named __proto__ as it is', () => {
    const value = JSON.parse('{"__proto__":1,"a":2}') as unknown
    const decoded = decode(recordOf(Finite))(value)
    expect(isRight(decoded) && decoded.right === value).toBe(true)
    expect(accepts(recordOf(Finite), JSON.parse('{"__proto__":{}}'))).toBe(false)
    const pairs = recordOf(t.tuple([t.number]))
    const cut = decode(pairs)(JSON.parse('{"__proto__":[1,2],"a":[3]}'))
    expect(isRight(cut) ? JSON.stringify(cut.right) : null).toBe('{"__proto__":[1],"a":[3]}')
  })
})

describe('the codec of named texts', () => {
  const mode = oneOf('linear', 'concave_separable', '__proto__')

  it('accepts the names and nothing that objects inherit', () => {
    expect(
      ['linear', '__proto__', 'constructor', 'x', 1, null].map((v) => accepts(mode, v)),
    ).toEqual([true, true, false, false, false, false])
    expect(told(decode(mode)('lin'))).toEqual([
      '(input): expected "linear" or "concave_separable" or "__proto__", got "lin" (Malformed)',
    ])
  })
})

describe('the codec of any JSON', () => {
  it('reports the places that JSON cannot carry', () => {
    expect(
      told(decode(objectOf({ action: JsonValue }))({ action: [1, [{ a: undefined }]] })),
    ).toEqual(['action[1][0].a: expected a JSON value, got undefined (Malformed)'])
    expect(accepts(JsonValue, { a: [null, 'x', 1] })).toBe(true)
  })
})

describe('what a union is told', () => {
  const offer = objectOf({ _tag: t.literal('Offer'), price: Finite, to: PositiveInteger })
  const accept = objectOf({ _tag: t.literal('Accept') }, { note: t.string })
  const answer = t.union([accept, offer, objectOf({ _tag: t.literal('Wait'), rounds: Integer })])

  it('is the defects of the member whose tag it has', () => {
    expect(told(decode(answer)({ _tag: 'Offer', price: 'x', to: 0 }))).toEqual([
      'price: expected a finite number, got "x" (Malformed)',
      'to: expected an integer of at least 1, got 0 (Malformed)',
    ])
  })

  it('is the known tags where it has none of them', () => {
    const line = '_tag: expected "Accept" or "Offer" or "Wait", got "Offr" (Malformed)'
    expect(told(decode(answer)({ _tag: 'Offr', price: 1 }))).toEqual([line])
    expect(told(decode(answer)({ price: 1 }))).toEqual([line.replace('"Offr"', 'undefined')])
  })

  it('is the same for the tagged unions of io-ts', () => {
    const tagged = t.union([
      t.type({ kind: t.literal('a'), x: Finite }),
      t.readonly(t.type({ kind: t.literal('b'), y: t.union([Finite, t.null]) })),
    ])
    expect(told(decode(tagged)({ kind: 'c' }))).toEqual([
      'kind: expected "a" or "b", got "c" (Malformed)',
    ])
    expect(told(decode(tagged)({ kind: 'b', y: 'x' }))).toEqual([
      'y: expected a finite number or null, got "x" (Malformed)',
    ])
    expect(told(decode(tagged)(7))).toEqual(['(input): expected an object, got 7 (Malformed)'])
  })

  it('gathers the tags of a union within a union', () => {
    const inner = t.union([t.type({ kind: t.literal('a') }), t.type({ kind: t.literal('b') })])
    const outer = t.union([inner, objectOf({ kind: t.literal('c'), x: Finite })])
    expect(told(decode(outer)({ kind: 'z', x: 1 }))).toEqual([
      'kind: expected "a" or "b" or "c", got "z" (Malformed)',
    ])
  })

  it('is the list of what was expected where nothing comes close', () => {
    const mixed = objectOf({ field: t.union([offer, t.null, arrayOf(Finite), t.literal('all')]) })
    expect(told(decode(mixed)({ field: 7 }))).toEqual([
      'field: expected an object or null or an array or "all", got 7 (Malformed)',
    ])
  })

  it('may have a literal member named like an inherited one beside null', () => {
    const named = nullable(objectOf({ constructor: t.literal('x') }))
    const typed = nullable(t.type({ constructor: t.literal('x') }))
    expect(accepts(named, null)).toBe(true)
    expect(accepts(named, { constructor: 'y' })).toBe(false)
    expect(accepts(typed, { constructor: 'x' })).toBe(true)
  })

  it('is the inside of the only member of its kind', () => {
    expect(told(decode(nullable(offer))({ _tag: 'Offer', price: 1, to: 'x' }))).toEqual([
      'to: expected an integer of at least 1, got "x" (Malformed)',
    ])
    expect(told(decode(t.union([arrayOf(Finite), recordOf(Finite)]))({ a: 'x' }))).toEqual([
      'a: expected a finite number, got "x" (Malformed)',
    ])
  })

  it('is the member with the fewest defects where several come close', () => {
    const either = t.union([objectOf({ a: Finite, b: Finite }), objectOf({ a: Finite, c: Finite })])
    expect(told(decode(either)({ a: 1, c: 'x' }))).toEqual([
      'c: expected a finite number, got "x" (Malformed)',
    ])
    const alike = t.union([objectOf({ a: Finite }), objectOf({ a: t.string })])
    expect(told(decode(alike)({ a: null }))).toEqual([
      'a: expected a finite number, got null (Malformed)',
    ])
    const kinds = t.union([
      objectOf({ kind: t.literal('a'), b: Finite }),
      objectOf({ type: t.literal('a') }),
    ])
    expect(told(decode(kinds)({ kind: 'x', type: 'y' }))).toHaveLength(1)
  })

  it('is found below unions, refinements, intersections and recursion', () => {
    interface Tree {
      readonly value: number
      readonly children: ReadonlyArray<Tree>
    }
    const tree: t.Type<Tree> = t.recursion('Tree', (self) =>
      objectOf({ value: Finite, children: t.readonlyArray(self) }),
    )
    const both = t.intersection([objectOf({ tree: nullable(tree) }), objectOf({ other: Finite })])
    const named = t.refinement(both, () => true, 'Document')
    const value = { tree: { value: 1, children: [{ value: 'x', children: [] }] } }
    expect(told(decode(named)(value))).toEqual([
      'tree.children[0].value: expected a finite number, got "x" (Malformed)',
      'other: expected a finite number, got undefined (Malformed)',
    ])
    expect(told(decode(named)([]))).toEqual(['(input): expected an object, got [] (Malformed)'])
    expect(told(decode(nullable(tree))(1))).toEqual([
      '(input): expected null or Tree, got 1 (Malformed)',
    ])
  })
})

describe('what io-ts says in its own words', () => {
  it.each<[t.Mixed, unknown, string]>([
    [t.boolean, 1, 'a boolean'],
    [t.undefined, 1, 'undefined'],
    [t.literal(3), 4, '3'],
    [t.UnknownArray, 1, 'an array'],
    [t.UnknownRecord, 1, 'an object'],
    [t.tuple([t.number, t.number]), 1, 'an array of 2'],
    [t.type({ a: t.number }), 1, 'an object'],
    [t.type({ a: t.number }, 'Price'), 1, 'Price'],
    [t.exact(t.type({ a: t.number })), 1, 'an object'],
    [t.partial({ a: t.number }), 1, 'an object'],
    [t.record(t.string, t.number), 1, 'an object'],
    [t.Int, 0.5, 'Int'],
    [t.readonly(t.number), 'x', 'a number'],
    [t.union([t.string, t.union([t.null, t.string])]), 1, 'a string or null'],
  ])('%# is told in words', (codec, value, expected) => {
    const result = decode(codec)(value)
    expect(isLeft(result) ? result.left.map((f) => f.expected) : []).toEqual([expected])
  })
})

describe('hostile values', () => {
  it('that are deeper than the stack, or throw when read, are failures', () => {
    interface Nest {
      readonly inner?: Nest
    }
    const nest: t.Type<Nest> = t.recursion('Nest', (self) => objectOf({}, { inner: self }))
    let deep: Nest = {}
    for (let i = 0; i < 100_000; i++) deep = { inner: deep }
    expect(told(decode(nest)(deep))).toEqual([
      expect.stringContaining('expected a value that can be read to its end'),
    ])
    const throws = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('hostile')
      },
    })
    expect(isLeft(decode(objectOf({ a: Finite }))(throws))).toBe(true)
  })
})
