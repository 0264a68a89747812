import { expect, it } from 'vitest'
import {
  type CPythonDraws,
  type CPythonState,
  nextRandom,
  seedCPython,
  withCPython,
} from '../../src/core/random/cpython.js'
import { pythonRound } from '../../src/core/random/python-round.js'
import { describeReference, readReference } from '../support/reference.js'

interface Stream {
  readonly seed: string
  readonly random: ReadonlyArray<number>
  readonly randrange: ReadonlyArray<readonly [number, ReadonlyArray<number>]>
  readonly shuffle_1_to_9: ReadonlyArray<number>
  readonly sample_4_of_1_to_10: ReadonlyArray<number>
  readonly sample_7_of_1_to_100: ReadonlyArray<number>
  readonly gauss_mu3_5_sigma0_25: ReadonlyArray<number>
  readonly choice_abcdefg: ReadonlyArray<string>
  readonly uniform_0_05_3: ReadonlyArray<number>
  readonly getrandbits_1_5_31_32_53_64_70: ReadonlyArray<string>
}

interface Recorded {
  readonly streams: ReadonlyArray<Stream>
  readonly round_cases: ReadonlyArray<readonly [number, number, number, number]>
}

const upTo = (n: number): ReadonlyArray<number> => Array.from({ length: n }, (_, i) => i + 1)

const fromSeed = <A>(stream: Stream, use: (draw: CPythonDraws) => A): A =>
  withCPython(seedCPython(BigInt(stream.seed)), use)[0]

const times = <A>(count: number, make: () => A): ReadonlyArray<A> =>
  Array.from({ length: count }, make)

describeReference('the recorded CPython streams', (folder) => {
  const { streams, round_cases } = readReference(folder, 'python_random.json') as Recorded

  it('holds ten seeds, some beyond 32 and 64 bits, and 200 roundings', () => {
    expect(streams).toHaveLength(10)
    expect(streams.some((stream) => BigInt(stream.seed) >= 1n << 64n)).toBe(true)
    expect(round_cases).toHaveLength(200)
  })

  for (const stream of streams) {
    it(`draws the floats of seed ${stream.seed} in one scope and one by one`, () => {
      expect(fromSeed(stream, (draw) => stream.random.map(() => draw.random()))).toEqual(
        stream.random,
      )
      let state: CPythonState = seedCPython(BigInt(stream.seed))
      for (const expected of stream.random) {
        const [value, next] = nextRandom(state)
        expect(value).toBe(expected)
        state = next
      }
    })

    it(`draws the bounded integers and bits of seed ${stream.seed}`, () => {
      const ranges = fromSeed(stream, (draw) =>
        stream.randrange.map(([n, drawn]) => [n, drawn.map(() => draw.randrange(n))]),
      )
      expect(ranges).toEqual(stream.randrange)
      const bits = fromSeed(stream, (draw) =>
        [1, 5, 31, 32, 53, 64, 70].map((k) => String(draw.getrandbits(k))),
      )
      expect(bits).toEqual(stream.getrandbits_1_5_31_32_53_64_70)
    })

    it(`selects, orders and spreads as seed ${stream.seed} does`, () => {
      expect(fromSeed(stream, (draw) => draw.shuffled(upTo(9)))).toEqual(stream.shuffle_1_to_9)
      expect(fromSeed(stream, (draw) => draw.sample(upTo(10), 4))).toEqual(
        stream.sample_4_of_1_to_10,
      )
      expect(fromSeed(stream, (draw) => draw.sample(upTo(100), 7))).toEqual(
        stream.sample_7_of_1_to_100,
      )
      const letters = fromSeed(stream, (draw) =>
        times(stream.choice_abcdefg.length, () => draw.choice([...'abcdefg'])),
      )
      expect(letters).toEqual(stream.choice_abcdefg)
      const spread = fromSeed(stream, (draw) =>
        times(stream.uniform_0_05_3.length, () => draw.uniform(0.05, 3)),
      )
      expect(spread).toEqual(stream.uniform_0_05_3)
    })

    it(`draws the normal deviates of seed ${stream.seed} within 1e-15`, () => {
      const expected = stream.gauss_mu3_5_sigma0_25
      const drawn = fromSeed(stream, (draw) => times(expected.length, () => draw.gauss(3.5, 0.25)))
      for (const [i, value] of expected.entries()) {
        expect(Math.abs((drawn[i] ?? Number.NaN) - value)).toBeLessThanOrEqual(1e-15 * value)
      }
    })
  }

  it('rounds every recorded float to 3, 2 and 4 digits', () => {
    const rounded = round_cases.map(([x]) => [
      x,
      pythonRound(x, 3),
      pythonRound(x, 2),
      pythonRound(x, 4),
    ])
    expect(rounded).toEqual(round_cases)
  })
})
