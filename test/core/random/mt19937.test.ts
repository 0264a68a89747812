import { describe, expect, it } from 'vitest'
import {
  nextWord,
  refreshed,
  seedTwister,
  seedWords,
  TWISTER_WORDS,
  type TwisterState,
} from '../../../src/core/random/mt19937.js'

const words = (start: TwisterState, count: number): ReadonlyArray<number> => {
  let state = start
  return Array.from({ length: count }, () => {
    const [word, next] = nextWord(state)
    state = next
    return word
  })
}

describe('the word stream', () => {
  it('starts where CPython starts', () => {
    // random.Random(7).getrandbits(32), three times
    expect(words(seedTwister(7n), 3)).toEqual([1390851128, 4071050724, 647892279])
  })

  it('splits a seed into words, the least significant first', () => {
    expect(seedWords(0n)).toEqual([0])
    expect(seedWords(0xffffffffn)).toEqual([0xffffffff])
    expect(seedWords(1n << 32n)).toEqual([0, 1])
    expect(seedWords(-((1n << 64n) + 5n))).toEqual([5, 0, 1])
  })

  it('starts with a used-up block, and keeps a block while it has unread words', () => {
    const start = seedTwister(1n)
    expect(start.position).toBe(TWISTER_WORDS)
    const fresh = refreshed(start)
    expect(fresh.position).toBe(0)
    expect(fresh.block).not.toBe(start.block)
    expect(refreshed(fresh)).toBe(fresh)
  })

  it('mixes in a seed of more words than a block has', () => {
    const word = words(seedTwister((1n << (32n * 625n)) + 12345n), 1)
    expect(word).toEqual([1612712110])
  })
})
