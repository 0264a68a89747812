import { isLeft, right } from 'fp-ts/lib/Either.js'
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

const words = (seed: bigint): ReadonlyArray<number> =>
  withStream(seedStream(seed), (draw) => [1, 2, 3, 4].map(() => draw.uint32()))[0]

/** xoroshiro128+ (rotations 24, 16, 37) from the Philox words of the seed, computed apart from this library. */
const table: ReadonlyArray<readonly [bigint, ReadonlyArray<number>]> = [
  [0n, [2087362917, 929221868, 1979667609, 644723743]],
  [1n, [2602547427, 246145703, 118779867, 2810764345]],
  [7n, [3589776990, 2275820318, 2076427184, 2279497742]],
  [-7n, [1479678925, 3170361148, 2667009133, 736382456]],
  [2n ** 70n, [3070352772, 421935843, 3802919504, 2140166634]],
]

describe('streams', () => {
  for (const [seed, expected] of table) {
    it(`give the words of xoroshiro128+ for seed ${seed}`, () => {
      expect(words(seed)).toEqual(expected)
    })
  }

  it('have a state of plain data that JSON carries', () => {
    const [, state] = nextUint32(seedStream(5n))
    expect(streamFrom(JSON.parse(JSON.stringify(state)))).toEqual(right(state))
  })

  it('start apart for neighbouring seeds', () => {
    const firsts = Array.from({ length: 1000 }, (_, i) => nextFloat(seedStream(BigInt(i)))[0])
    const mean = firsts.reduce((a, b) => a + b, 0) / 1000
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.04)
    const rises = firsts.filter((value, i) => i > 0 && value > (firsts[i - 1] ?? 0)).length
    expect(Math.abs(rises - 500)).toBeLessThan(60)
  })

  it('give the lower end of an empty range and draw nothing', () => {
    const state = seedStream(1n)
    expect(nextInteger(5, 4)(state)).toEqual([5, state])
    expect(nextInteger(3, 3)(state)).toEqual([3, state])
    expect(nextInteger(Number.NaN, Number.NaN)(state)).toEqual([0, state])
    expect(nextInteger(-0.5, 0.5)(state)).toEqual([0, state])
    const [wide] = nextInteger(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY)(state)
    expect(Number.isSafeInteger(wide)).toBe(true)
  })

  it('reach both ends of a range, and every face about equally often', () => {
    const [faces] = withStream(seedStream(3n), (draw) =>
      Array.from({ length: 6000 }, () => draw.integer(1, 6)),
    )
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const count = faces.filter((value) => value === face).length
      expect(Math.abs(count - 1000)).toBeLessThan(150)
    }
  })

  it('jump to a stream that does not follow on', () => {
    const state = seedStream(1n)
    const far = jumped(state)
    expect(far).not.toEqual(state)
    expect(jumped(state)).toEqual(far)
    expect(nextUint32(far)[0]).not.toBe(nextUint32(state)[0])
  })

  for (const bad of [
    undefined,
    null,
    [],
    [1, 2, 3],
    [1, 2, 3, 4, 5],
    [0, 0, 0, 0],
    [1, 2, 3, 4.5],
    [1, 2, 3, 4294967295],
    [1, 2, 3, Number.NaN],
    ['1', 2, 3, 4],
    { 0: 1, length: 4 },
  ]) {
    it(`refuse the state ${JSON.stringify(bad)}`, () => {
      const state = streamFrom(bad)
      expect(isLeft(state) && state.left[0].value).toBe(bad)
    })
  }

  it('keep their words when a state is read that is good', () => {
    const state: StreamState = [0, 0, 0, -2147483648]
    expect(streamFrom(state)).toEqual(right(state))
  })
})
