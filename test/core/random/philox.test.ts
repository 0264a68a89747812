import { describe, expect, it } from 'vitest'
import { drawAt, type FourWords, keyOf, philox, wordsAt } from '../../../src/core/random/philox.js'

const ONES = 0xffffffff

describe('Philox4x32-10', () => {
  it('gives the published words for counter and key 0', () => {
    expect(philox([0, 0], [0, 0, 0, 0])).toEqual([0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8])
  })

  it('gives the published words for counter and key of ones', () => {
    expect(philox([ONES, ONES], [ONES, ONES, ONES, ONES])).toEqual([
      0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd,
    ])
  })

  it('gives the published words for the digits of pi', () => {
    expect(
      philox([0xa4093822, 0x299f31d0], [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344]),
    ).toEqual([0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1])
  })
})

/** Computed apart from this library, in integers of any size. */
const table: ReadonlyArray<readonly [bigint, ReadonlyArray<number>, FourWords, number]> = [
  [0n, [], [1713891541, 3781805453, 3159862348, 2600524760], 0.39904647231489565],
  [1n, [], [3823634032, 3842641596, 2515673792, 3054873127], 0.8902591757080309],
  [7n, [1, 2, 3], [449904992, 2723297368, 558992675, 2640359672], 0.1047516735946169],
  [7n, [3, 2, 1], [778242738, 245416258, 937770165, 1964517714], 0.18119875384226758],
  [-7n, [1, 2, 3], [683944672, 1282447589, 91480537, 1097687389], 0.15924328043008662],
  [7n, [0], [3601212787, 1911217778, 986277210, 721406372], 0.8384726900234077],
  [7n, [0, 0], [3435453377, 1990054254, 2267037455, 3842623608], 0.7998788242291331],
  [2n ** 64n - 1n, [5], [1766005200, 3848575748, 1021345729, 2939778142], 0.41118013036300516],
  [2n ** 64n, [5], [513064719, 2962915472, 3903493991, 3665239], 0.1194571904082411],
  [10n ** 30n, [0.5], [336325245, 1881323750, 2528229865, 592855604], 0.07830681978188314],
  [-1n, [], [1394368736, 150335948, 3989161561, 2999111295], 0.3246517705545039],
]

describe('draws by coordinate', () => {
  for (const [seed, coordinates, words, float] of table) {
    it(`are ${float} at (${seed}; ${coordinates.join(', ')})`, () => {
      expect(wordsAt(seed, ...coordinates)).toEqual(words)
      expect(drawAt(seed, ...coordinates)).toBe(float)
    })
  }

  it('take both zeros as one coordinate and every number as another', () => {
    expect(wordsAt(1n, -0)).toEqual(wordsAt(1n, 0))
    const odd = [0, 1, -1, 0.5, 2 ** 32, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, 5e-324]
    expect(new Set(odd.map((coordinate) => drawAt(1n, coordinate))).size).toBe(odd.length)
  })

  it('key a seed of 64 bits by its own two words', () => {
    expect(keyOf(0x0123456789abcdefn)).toEqual([0x89abcdef, 0x01234567])
    expect(keyOf(0n)).toEqual([0, 0])
    expect(keyOf(-0x0123456789abcdefn)).not.toEqual([0x89abcdef, 0x01234567])
  })
})
