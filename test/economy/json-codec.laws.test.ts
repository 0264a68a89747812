import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  anyJson,
  between,
  type Codec,
  finite,
  integerFrom,
  integerSeed,
  listOf,
  nullable,
  oneOf,
  recordOf,
  required,
  text,
  truth,
  withDefault,
} from '../../src/economy/json-codec.js'
import { refusals, sound } from './arbitraries.js'

interface Sample {
  readonly label: string
  readonly share: number
  readonly count: number | null
  readonly open: boolean
  readonly kinds: ReadonlyArray<'a' | 'b'>
  readonly seed: number
}

const sample: Codec<Sample> = recordOf<Sample>('a sample', {
  label: withDefault('the_label', text, 'none'),
  share: required('share', between(0, 1)),
  count: withDefault('count', nullable(integerFrom(0)), null),
  open: withDefault('open', truth, true),
  kinds: withDefault('kinds', listOf<'a' | 'b'>(oneOf('a', 'b')), []),
  seed: withDefault('seed', integerSeed, 0),
})

const samples: fc.Arbitrary<Sample> = fc.record({
  label: fc.string(),
  share: fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n + 0),
  count: fc.option(fc.nat()),
  open: fc.boolean(),
  kinds: fc.array(fc.constantFrom<'a' | 'b'>('a', 'b')),
  seed: fc.maxSafeInteger(),
})

describe('JSON codec laws', () => {
  it('L1 round-trip', () => {
    fc.assert(
      fc.property(samples, (model) => {
        const written = JSON.parse(JSON.stringify(sample.write(model)))
        expect(sound(sample.read(written, []))).toEqual(model)
        expect(Object.keys(written)).toEqual(Object.keys(written).sort())
      }),
    )
  })

  it('L2 ignorant', () => {
    const known = ['the_label', 'share', 'count', 'open', 'kinds', 'seed']
    const others = fc.dictionary(
      fc.string().filter((key) => !known.includes(key)),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(samples, others, (model, more) => {
        const written = sample.write(model)
        expect(sound(sample.read({ ...more, ...(written as object) }, []))).toEqual(model)
      }),
    )
  })

  it('L3 all-told', () => {
    const bad: Readonly<Record<string, unknown>> = {
      the_label: 5,
      share: 1.5,
      count: 0.5,
      open: 0,
      kinds: ['a', 'c'],
      seed: '7',
    }
    const expected: Readonly<Record<string, string>> = {
      the_label: 'Malformed top.the_label',
      share: 'OutOfRange top.share',
      count: 'Malformed top.count',
      open: 'Malformed top.open',
      kinds: 'UnknownName top.kinds.1',
      seed: 'BadSeed top.seed',
    }
    fc.assert(
      fc.property(samples, fc.subarray(Object.keys(bad), { minLength: 1 }), (model, keys) => {
        const broken = Object.fromEntries(keys.map((key) => [key, bad[key]]))
        const result = sample.read({ ...(sample.write(model) as object), ...broken }, ['top'])
        expect([...refusals(result)].sort()).toEqual(keys.map((key) => expected[key]).sort())
      }),
    )
  })
})

describe('JSON codecs', () => {
  it('coerce nothing', () => {
    for (const value of [
      '5',
      true,
      null,
      [5],
      {},
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
    ]) {
      expect(isLeft(finite.read(value, []))).toBe(true)
      expect(isLeft(integerSeed.read(value, []))).toBe(true)
    }
    for (const value of [0, 1, 'true', null, undefined])
      expect(isLeft(truth.read(value, []))).toBe(true)
    for (const value of [0, null, {}, undefined]) expect(isLeft(text.read(value, []))).toBe(true)
  })

  it('turn -0 into 0 and keep 0 apart from absence', () => {
    expect(Object.is(sound(finite.read(-0, [])), 0)).toBe(true)
    expect(sound(nullable(integerFrom(0)).read(0, []))).toBe(0)
    expect(sound(sample.read({ share: 0, count: 0, open: false, seed: 0 }, []))).toMatchObject({
      share: 0,
      count: 0,
      open: false,
      seed: 0,
    })
  })

  it('refuse integers that a float cannot hold exactly', () => {
    expect(isRight(integerSeed.read(Number.MAX_SAFE_INTEGER, []))).toBe(true)
    expect(isLeft(integerSeed.read(2 ** 53, []))).toBe(true)
  })

  it('ask for required keys, and do not take inherited ones', () => {
    expect(refusals(sample.read({}, []))).toEqual(['Malformed share'])
    expect(refusals(sample.read(Object.create({ share: 1 }), []))).toEqual(['Malformed share'])
    expect(refusals(sample.read([], ['list']))).toEqual(['Malformed list'])
    expect(refusals(sample.read(null, []))).toEqual(['Malformed '])
  })

  it('read any JSON as it is and refuse what is none', () => {
    const roles = { seats: [{ agents: [1], policy: null }] }
    expect(sound(anyJson.read(roles, []))).toEqual(roles)
    expect(isLeft(anyJson.read({ act: () => 1 }, []))).toBe(true)
    expect(isLeft(anyJson.read(Number.NaN, []))).toBe(true)
  })

  it('name the shortest list they take', () => {
    expect(refusals(listOf(text, 1).read([], ['names']))).toEqual(['Malformed names'])
    expect(refusals(listOf(text).read(new Array(1), []))).toEqual(['Malformed 0'])
  })

  it('leave out a default where the field says so', () => {
    const codec = recordOf<{ readonly note: string | null }>('a note', {
      note: { ...withDefault('note', nullable(text), null), omitDefault: true },
    })
    expect(codec.write({ note: null })).toEqual({})
    expect(codec.write({ note: '' })).toEqual({ note: '' })
  })
})
