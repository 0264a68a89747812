import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { type Failures, failure, renderPath } from '../../src/core/failure.js'
import {
  canonicalJson,
  compareCodePoints,
  DEEPEST_JSON,
  type Json,
  jsonDifferences,
  jsonEqual,
  jsonOf,
} from '../../src/core/json.js'

const doubleOf = (hex: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

const placesOf = (result: Either<Failures, unknown>): ReadonlyArray<string> =>
  isLeft(result) ? result.left.map((f) => renderPath(f.path)) : []

describe('the canonical text', () => {
  // RFC 8785, appendix B.
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('of the double %s is %s', (hex, text) => {
    expect(canonicalJson(doubleOf(hex))).toEqual(right(text))
  })

  it.each(['7fffffffffffffff', '7ff0000000000000', 'fff0000000000000'])(
    'of the double %s does not exist',
    (hex) => {
      expect(isLeft(canonicalJson(doubleOf(hex)))).toBe(true)
    },
  )

  it('of the example in RFC 8785, section 3.2.2, is the published one', () => {
    const source = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`
    expect(canonicalJson(JSON.parse(source))).toEqual(
      right(
        String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
      ),
    )
  })

  it('sorts members by UTF-16 code unit, as RFC 8785, section 3.2.3, shows', () => {
    const members = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    const text = canonicalJson(members)
    const names = isLeft(text) ? [] : Object.values(JSON.parse(text.right) as object)
    // `JSON.parse` moves the key that is a numeral to the front; the text itself has it second.
    expect(names.slice(1)).toEqual([
      'Carriage Return',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ])
    expect(text).toEqual(right(expect.stringMatching(/^\{"\\r":"Carriage Return","1":"One",/)))
  })

  it('writes numerals as keys in the order of text, and a key named __proto__', () => {
    expect(canonicalJson({ '10': 1, '9': 2 })).toEqual(right('{"10":1,"9":2}'))
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"c":-0}}'))).toEqual(
      right('{"__proto__":{"c":0},"b":1}'),
    )
  })

  it('accepts objects without a prototype and one value standing in two places', () => {
    const shared = { a: 1 }
    expect(canonicalJson([Object.assign(Object.create(null), shared), shared, shared])).toEqual(
      right('[{"a":1},{"a":1},{"a":1}]'),
    )
  })
})

describe('what JSON cannot carry', () => {
  class Point {
    readonly x = 1
  }
  const sparse = [1, 2, 3]
  delete sparse[1]

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a set', new Set()],
    ['a regular expression', /a/],
    ['a typed array', new Uint8Array(2)],
    ['a boxed number', Object(1)],
    ['an instance of a class', new Point()],
    ['an object that inherits', Object.create({ a: 1 })],
    ['a lone high surrogate', 'a\ud800'],
    ['a lone low surrogate', '\udc00a'],
    ['surrogates in the wrong order', '\ude00\ud83d'],
    ['a hole', sparse],
    ['a symbol as key', { [Symbol('s')]: 1 }],
  ])('%s is refused with its path and value', (_name, value) => {
    expect(canonicalJson({ a: [0, value] })).toEqual(
      left([expect.objectContaining({ _tag: 'NotJson', path: ['a', 1], value })]),
    )
  })

  it('is reported everywhere it stands, in document order', () => {
    const value = { b: undefined, a: [1n, { c: Number.NaN }], '\ud800': 1 }
    expect(placesOf(canonicalJson(value))).toEqual(['b', 'a[0]', 'a[1].c', '(input)'])
  })

  it('is a container inside itself', () => {
    const inner: Record<string, unknown> = {}
    const outer = { list: [inner] }
    inner.back = outer
    expect(canonicalJson(outer)).toEqual(
      left([failure('NotJson', ['list', 0, 'back'], outer, 'no container inside itself')]),
    )
    const list: Array<unknown> = []
    list.push(list, list)
    expect(placesOf(canonicalJson(list))).toEqual(['[0]', '[1]'])
  })

  it('is nesting beyond the bound, told before the stack overflows', () => {
    const nested = (depth: number): unknown => {
      let value: unknown = 1
      for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value }
      return value
    }
    expect(isLeft(canonicalJson(nested(DEEPEST_JSON)))).toBe(false)
    expect(isLeft(canonicalJson(nested(DEEPEST_JSON + 1)))).toBe(true)
    const deep = canonicalJson(nested(1_000_000))
    expect(isLeft(deep) ? deep.left[0].expected : '').toContain('512')
  })

  it('is an array of a billion holes, told once', () => {
    expect(placesOf(canonicalJson({ a: new Array(4_000_000_000) }))).toEqual(['a'])
  })

  it('is a member that cannot be read', () => {
    const hostile = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('hostile')
      },
    })
    expect(canonicalJson([hostile, undefined])).toEqual(
      left([
        failure('NotJson', [0], hostile, 'members that can be read'),
        failure('NotJson', [1], undefined, 'a JSON value'),
      ]),
    )
  })

  it('is not a lone surrogate for `jsonOf`, which returns the very value', () => {
    const value = { a: ['\ud800', -0] }
    const result = jsonOf(value)
    expect(isLeft(result) ? null : result.right).toBe(value)
    expect(placesOf(jsonOf({ a: [Number.NaN] }))).toEqual(['a[0]'])
  })
})

describe('differences', () => {
  it('are listed in the order of the left document, additions after their siblings', () => {
    const a: Json = { z: 1, list: [1, 2, 3], same: { deep: true }, gone: null }
    const b: Json = { same: { deep: true }, list: [1, 5], z: 2, new: [], other: '' }
    expect(jsonDifferences(a, b)).toEqual([
      { path: ['z'], left: 1, right: 2 },
      { path: ['list', 1], left: 2, right: 5 },
      { path: ['list', 2], left: 3, right: undefined },
      { path: ['gone'], left: null, right: undefined },
      { path: ['new'], left: undefined, right: [] },
      { path: ['other'], left: undefined, right: '' },
    ])
  })

  it('are told at the outermost place where the kinds differ', () => {
    expect(jsonDifferences([], {})).toEqual([{ path: [], left: [], right: {} }])
    expect(jsonDifferences({ a: [1] }, { a: 1 })).toEqual([{ path: ['a'], left: [1], right: 1 }])
    expect(jsonDifferences(null, {})).toHaveLength(1)
    expect(jsonDifferences('1', 1)).toHaveLength(1)
  })

  it('see no difference between 0 and -0, and see one in the last bit', () => {
    expect(jsonDifferences([0, -0], [-0, 0])).toEqual([])
    expect(jsonDifferences(0.1 + 0.2, 0.3)).toHaveLength(1)
    expect(jsonEqual(Number.NaN, Number.NaN)).toBe(true)
  })

  it('do not confuse an absent member with an inherited one', () => {
    const own = JSON.parse('{"__proto__":{},"constructor":1,"toString":null}') as Json
    expect(jsonDifferences(own, {}).map((d) => d.right)).toEqual([undefined, undefined, undefined])
    expect(jsonDifferences({}, own).map((d) => d.path)).toEqual([
      ['__proto__'],
      ['constructor'],
      ['toString'],
    ])
  })

  it('are found at any depth', () => {
    const nested = (leaf: Json): Json => {
      let value = leaf
      for (let i = 0; i < 100_000; i++) value = [value]
      return value
    }
    expect(jsonDifferences(nested(1), nested(2))[0]?.path).toHaveLength(100_000)
    expect(jsonEqual(nested(1), nested(1))).toBe(true)
    expect(jsonEqual(nested(1), nested(2))).toBe(false)
  })
})

describe('the order by code point', () => {
  it('puts characters beyond U+FFFF last, unlike the order of JavaScript', () => {
    const keys = ['\ufb33', '\ud83d\ude00', 'a', '', 'aa', '\ud83d', 'Z']
    expect([...keys].sort(compareCodePoints)).toEqual([
      '',
      'Z',
      'a',
      'aa',
      '\ud83d',
      '\ufb33',
      '\ud83d\ude00',
    ])
  })
})
