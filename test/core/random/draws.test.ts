import { describe, expect, it } from 'vitest'
import { drawsOf, floatOfWords } from '../../../src/core/random/draws.js'

const counted = (words: ReadonlyArray<number>): { readonly word: () => number; used: number } => {
  const source = {
    used: 0,
    word: (): number => {
      source.used += 1
      return words[(source.used - 1) % words.length] ?? 0
    },
  }
  return source
}

describe('draws outside their range', () => {
  it('draws nothing from an empty range and gives no index', () => {
    const source = counted([123])
    const draw = drawsOf(source.word)
    for (const n of [0, -1, -0, 0.5, Number.NaN, Number.NEGATIVE_INFINITY]) {
      expect(draw.randrange(n)).toBe(-1)
    }
    expect(source.used).toBe(0)
  })

  it('gives undefined of an empty list', () => {
    const source = counted([123])
    expect(drawsOf(source.word).choice([])).toBeUndefined()
    expect(source.used).toBe(0)
  })

  it('samples the whole list when more is asked than it has, and nothing below one', () => {
    const source = counted([0xffffffff, 1, 0x80000000, 0x12345678])
    const draw = drawsOf(source.word)
    for (const k of [0, -3, Number.NaN]) expect(draw.sample([1, 2, 3], k)).toEqual([])
    expect(draw.sample([], 4)).toEqual([])
    expect(source.used).toBe(0)
    expect([...draw.sample([1, 2, 3], 99)].sort()).toEqual([1, 2, 3])
  })

  it('gives no bits for none, and cuts a fraction', () => {
    const source = counted([0xffffffff])
    const draw = drawsOf(source.word)
    for (const k of [0, -5, Number.NaN]) expect(draw.getrandbits(k)).toBe(0n)
    expect(source.used).toBe(0)
    expect(draw.getrandbits(3.9)).toBe(7n)
    expect(source.used).toBe(1)
  })

  it('ends even when infinitely many bits or places are asked', () => {
    const draw = drawsOf(counted([0x12345678]).word)
    expect(draw.getrandbits(Number.POSITIVE_INFINITY) >> 65536n).toBe(0n)
    const large = draw.randrange(Number.POSITIVE_INFINITY)
    expect(large).toBe(draw.randrange(2 ** 53))
    expect(Number.isSafeInteger(large)).toBe(true)
  })
})

describe('the words that a draw uses', () => {
  it('takes the top bits of one word below 2^32 and two words from there on', () => {
    const source = counted([0xdeadbeef, 0x00000001])
    const draw = drawsOf(source.word)
    expect(draw.randrange(0xffff)).toBe(0xdead)
    expect(source.used).toBe(1)
    // 33 bits: the low word whole, then the top bit of the high one
    expect(drawsOf(counted([0xdeadbeef, 0x7fffffff]).word).randrange(2 ** 32)).toBe(0xdeadbeef)
  })

  it('rejects a draw at or above the bound and takes the next', () => {
    const source = counted([0xffffffff, 0xb0000000, 0x50000000])
    expect(drawsOf(source.word).randrange(10)).toBe(5)
    expect(source.used).toBe(3)
  })

  it('joins 27 and 26 bits into a float below one', () => {
    expect(floatOfWords(0, 0)).toBe(0)
    expect(floatOfWords(0, 64)).toBe(2 ** -53)
    expect(floatOfWords(0xffffffff, 0xffffffff)).toBe(1 - 2 ** -53)
    expect(floatOfWords(0x80000000, 0)).toBe(0.5)
  })

  it('leaves the list it shuffles as it was', () => {
    const list = Object.freeze([1, 2, 3, 4])
    const order = drawsOf(counted([0]).word).shuffled(list)
    expect(list).toEqual([1, 2, 3, 4])
    expect(order).toEqual([2, 3, 4, 1])
  })
})
