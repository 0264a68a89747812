import fc from 'fast-check'
import { right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  jumped,
  nextFloat,
  nextInteger,
  nextUint32,
  type StreamState,
  seedStream,
  streamFrom,
  withStream,
} from '../../../src/core/random/stream.js'

const word = fc.integer({ min: -2147483648, max: 2147483647 })
const states: fc.Arbitrary<StreamState> = fc.oneof(
  fc.tuple(word, word, word, word).filter((words) => words.some((value) => value !== 0)),
  fc.bigInt().map(seedStream),
)
const ends = fc.tuple(fc.maxSafeInteger(), fc.oneof(fc.nat(100), fc.nat()))

const MASK = 0xffffffffffffffffn
const rotated = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (64n - k))) & MASK
const joined = (high: number, low: number): bigint =>
  (BigInt(high >>> 0) << 32n) | BigInt(low >>> 0)

/** xoroshiro128+ on two 64-bit integers: the word of a state and the state after it. */
const bruteNext = (state: readonly [bigint, bigint]): readonly [number, [bigint, bigint]] => {
  const [first, second] = state
  const word32 = Number((first + second) & 0xffffffffn)
  const mixed = first ^ second
  return [word32, [rotated(first, 24n) ^ mixed ^ ((mixed << 16n) & MASK), rotated(mixed, 37n)]]
}

describe('the laws of streams', () => {
  it('L1 persistent', () => {
    fc.assert(
      fc.property(states, ends, (state, [from, width]) => {
        const copy = [...state]
        expect(nextUint32(state)).toEqual(nextUint32(state))
        expect(nextFloat(state)).toEqual(nextFloat(state))
        const integer = nextInteger(from, from + width)
        expect(integer(state)).toEqual(integer(state))
        expect(jumped(state)).toEqual(jumped(state))
        expect(state).toEqual(copy)
      }),
    )
  })

  it('L2 replay', () => {
    fc.assert(
      fc.property(states, fc.integer({ min: 1, max: 50 }), (state, count) => {
        const [whole, end] = withStream(state, (draw) =>
          Array.from({ length: count }, () => draw.uint32()),
        )
        let at = state
        let brute: [bigint, bigint] = [joined(state[0], state[1]), joined(state[2], state[3])]
        for (const expected of whole) {
          const [value, next] = nextUint32(at)
          const [bruteValue, bruteState] = bruteNext(brute)
          expect(value).toBe(expected)
          expect(bruteValue).toBe(expected)
          at = next
          brute = bruteState
        }
        expect(at).toEqual(end)
      }),
    )
  })

  it('L3 bounds', () => {
    fc.assert(
      fc.property(states, ends, (state, [from, width]) => {
        const [float] = nextFloat(state)
        expect(float >= 0 && float < 1).toBe(true)
        const to = Math.min(from + width, Number.MAX_SAFE_INTEGER)
        const [value] = nextInteger(from, to)(state)
        expect(Number.isSafeInteger(value) && value >= from && value <= to).toBe(true)
      }),
    )
  })

  it('L4 readable', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(streamFrom(JSON.parse(JSON.stringify(state)))).toEqual(right(state))
      }),
    )
  })
  it('L5 jump', () => {
    fc.assert(
      fc.property(states, (state) => {
        expect(jumped(nextUint32(state)[1])).toEqual(nextUint32(jumped(state))[1])
        expect(jumped(state)).not.toEqual(state)
      }),
    )
  })
})
