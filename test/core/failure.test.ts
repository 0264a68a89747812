import { describe, expect, it } from 'vitest'
import {
  below,
  type Failures,
  failure,
  nonEmpty,
  renderFailure,
  renderFailures,
  renderPath,
  showValue,
} from '../../src/core/failure.js'

const negative = failure('NegativeQuantity', ['transfers', 0, 'quantity'], -50, 'at least 0')

describe('a failure', () => {
  it('is rendered as one line with its place, what was expected, what was found and its tag', () => {
    expect(renderFailure(negative)).toBe(
      'transfers[0].quantity: expected at least 0, got -50 (NegativeQuantity)',
    )
  })

  it('gains the outer path in front when it is moved below a key', () => {
    const moved = below(['rounds', 2], [negative, failure('Other', [], null, 'a list')])
    expect(moved.map(({ path }) => renderPath(path))).toEqual([
      'rounds[2].transfers[0].quantity',
      'rounds[2]',
    ])
  })

  it('is rendered one a line with its siblings', () => {
    expect(renderFailures([negative, negative]).split('\n')).toHaveLength(2)
    expect(renderFailures([])).toBe('')
  })

  it('leaves nothing where nothing failed', () => {
    expect(nonEmpty([])).toBeNull()
    const all: Failures | null = nonEmpty([negative])
    expect(all).toEqual([negative])
  })
})

describe('a path', () => {
  it('is written with dots, indices and quoted keys', () => {
    expect(renderPath(['a', 'b c', 3, '4', '', '__proto__'])).toBe('a["b c"][3]["4"][""].__proto__')
    expect(renderPath([0, 'a'])).toBe('[0].a')
  })

  it('of no steps names the whole input', () => {
    expect(renderPath([])).toBe('(input)')
  })

  it('of very many steps shows both ends', () => {
    const path = Array.from({ length: 100_000 }, (_, index) => index)
    const text = renderPath(path)
    expect(text.startsWith('[0][1]')).toBe(true)
    expect(text.endsWith('[99998][99999]')).toBe(true)
    expect(text.length).toBeLessThan(400)
  })

  it('cuts a very long key', () => {
    expect(renderPath(['x'.repeat(80)])).toBe('x'.repeat(80))
    expect(renderPath(['x'.repeat(81)])).toBe(`["${'x'.repeat(78)}…]`)
    expect(renderPath(['a', 'x'.repeat(1_000_000)]).length).toBeLessThan(90)
  })
})

describe('showing a value', () => {
  it.each<[unknown, string]>([
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [-0, '-0'],
    [Number.NaN, 'NaN'],
    [Number.NEGATIVE_INFINITY, '-Infinity'],
    [0.1, '0.1'],
    [12n, '12n'],
    [Symbol('s'), 'a symbol'],
    [() => 1, 'a function'],
    ['a "b"\n', '"a \\"b\\"\\n"'],
    [{ a: 1, b: [true, null, 'x'] }, '{"a":1,"b":[true,null,"x"]}'],
    [[], '[]'],
    [{}, '{}'],
    [
      { price: Number.NaN, change: -0, gone: undefined },
      '{"price":NaN,"change":-0,"gone":undefined}',
    ],
    [[1n, Symbol('s'), () => 1], '[1n,a symbol,a function]'],
    [new Map([[1, 2]]), '[object Map]'],
    [Object.create(null), '{}'],
  ])('%o is shown as %s', (value, text) => {
    expect(showValue(value)).toBe(text)
  })

  it('cuts what is longer than 80 characters', () => {
    expect(showValue('x'.repeat(1_000))).toBe(`"${'x'.repeat(78)}…`)
    expect(showValue(Array.from({ length: 1_000 }, () => 0))).toHaveLength(80)
  })

  it('does not write out a bigint of a million digits', () => {
    expect(showValue(1n << 3_000_000n)).toBe('a bigint of more than 256 bits')
    expect(showValue(-(1n << 255n))).toHaveLength(79)
  })

  it('does not call toJSON, which may throw or lie', () => {
    const toJSON = (): never => {
      throw new Error('hostile')
    }
    expect(showValue({ a: 1, toJSON })).toBe('{"a":1,"toJSON":a function}')
  })

  it('survives cycles, getters that throw, revoked proxies and endless structures', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = cycle
    expect(showValue(cycle)).toHaveLength(80)
    const throws = Object.defineProperty({}, 'a', {
      enumerable: true,
      get: () => {
        throw new Error('hostile')
      },
    })
    expect(showValue(throws)).toBe('an object')
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(showValue(proxy)).toBe('an object')
    const endless: object = new Proxy(
      {},
      {
        ownKeys: () => ['a'],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
        get: (_, key) => (key === 'a' ? endless : undefined),
      },
    )
    expect(showValue(endless)).toHaveLength(80)
  })

  it('reads no more of a large container than it shows', () => {
    let reads = 0
    const counting = new Proxy(new Array<number>(1_000_000).fill(0), {
      get: (target, key, receiver) => {
        reads += 1
        return Reflect.get(target, key, receiver) as unknown
      },
    })
    expect(showValue(counting)).toHaveLength(80)
    expect(reads).toBeLessThan(200)
  })
})
