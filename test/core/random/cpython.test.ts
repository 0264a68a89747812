import { describe, expect, it } from 'vitest'
import {
  type CPythonDraws,
  nextRandom,
  seedCPython,
  withCPython,
} from '../../../src/core/random/cpython.js'

const fromSeed = <A>(seed: bigint, use: (draw: CPythonDraws) => A): A =>
  withCPython(seedCPython(seed), use)[0]

const below = (n: number): ReadonlyArray<number> => Array.from({ length: n }, (_, i) => i)

/** First floats of `random.Random(seed)`, printed by CPython 3.11, 3.12 and 3.13. */
const firstFloats: ReadonlyArray<readonly [bigint, number]> = [
  [0n, 0.8444218515250481],
  [1n, 0.13436424411240122],
  [-1n, 0.13436424411240122],
  [7n, 0.32383276483316237],
  [-7n, 0.32383276483316237],
  [23n, 0.9248652516259452],
  [1200n, 0.9541991673947924],
  [2n ** 31n, 0.3387958510019964],
  [2n ** 32n - 1n, 0.6353574441341173],
  [2n ** 32n, 0.11299430095636409],
  [2n ** 53n, 0.6928791514981987],
  [2n ** 64n - 1n, 0.021825695401270107],
  [2n ** 64n, 0.9776462743838505],
  [-(2n ** 64n), 0.9776462743838505],
  [2n ** 96n + 5n, 0.09326262868366886],
  [10n ** 30n, 0.9341508484568806],
]

describe('the floats of CPython', () => {
  for (const [seed, expected] of firstFloats) {
    it(`start at ${expected} for seed ${seed}`, () => {
      expect(fromSeed(seed, (draw) => draw.random())).toBe(expected)
    })
  }

  it('start right for a seed of more words than a block has', () => {
    const seed = 2n ** (32n * 625n) + 12345n
    expect(fromSeed(seed, (draw) => draw.random())).toBe(0.37548879893399734)
  })

  it('straddle the end of a block and go on for several blocks', () => {
    const across = fromSeed(5n, (draw) => {
      for (let i = 0; i < 623; i += 1) draw.getrandbits(32)
      return [draw.random(), draw.random()]
    })
    expect(across).toEqual([0.6890173383666665, 0.9532678323405633])
    let state = seedCPython(5n)
    for (let i = 0; i < 1999; i += 1) state = nextRandom(state)[1]
    expect(nextRandom(state)[0]).toBe(0.20243881971614341)
  })
})

/** Three draws of `random.Random(11).randrange(n)`. */
const bounded: ReadonlyArray<readonly [number, ReadonlyArray<number>]> = [
  [2 ** 31, [1942955373, 1999951809, 1940605046]],
  [2 ** 31 + 1, [1942955373, 1999951809, 1940605046]],
  [2 ** 32 - 1, [1942955373, 3718334796, 2404204071]],
  [2 ** 32, [1999951809, 2522798642, 2198630850]],
  [2 ** 32 + 1, [1999951809, 2522798642, 2198630850]],
  [2 ** 40 + 7, [994137397185, 419134626354, 1045875683778]],
  [2 ** 53 - 1, [7797914500801901, 7717934081064487, 7036590624411789]],
  [2 ** 53, [8139489011881921, 3420969743866418, 8570587962962370]],
]

describe('the bounded integers of CPython', () => {
  for (const [n, expected] of bounded) {
    it(`are right below ${n}`, () => {
      expect(fromSeed(11n, (draw) => expected.map(() => draw.randrange(n)))).toEqual(expected)
    })
  }

  it('come as bits of any number, low words first', () => {
    const bits = fromSeed(4n, (draw) => [0, 1, 33, 100, 200].map((k) => draw.getrandbits(k)))
    expect(bits).toEqual([
      0n,
      0n,
      1302657532n,
      196396980297296028720842255309n,
      470267625613010179017588402983081996897137072429778320019283n,
    ])
  })
})

/** `random.Random(seed).sample(range(n), k)` and the float after it, on both sides of CPython's switch of method. */
const samples: ReadonlyArray<readonly [number, number, bigint, ReadonlyArray<number>, number]> = [
  [21, 5, 2n, [1, 2, 19, 11, 5], 0.7359699890685233],
  [22, 5, 2n, [1, 2, 11, 5, 21], 0.8538343854854736],
  [85, 6, 5n, [79, 32, 45, 67, 3, 59], 0.7759585674357169],
  [86, 6, 2n, [7, 11, 10, 46, 21, 85], 0.8538343854854736],
  [5, 5, 3n, [1, 4, 3, 2, 0], 0.6055995301393269],
  [5, 0, 3n, [], 0.23796462709189137],
  [1, 1, 3n, [0], 0.5926409106271656],
]

describe('the samples and orders of CPython', () => {
  for (const [n, k, seed, expected, after] of samples) {
    it(`take ${k} of ${n} from seed ${seed}`, () => {
      const [chosen, next] = fromSeed(seed, (draw) => [draw.sample(below(n), k), draw.random()])
      expect(chosen).toEqual(expected)
      expect(next).toBe(after)
    })
  }

  it('switch to the set above 1045 places for 86', () => {
    const last = (n: number): number =>
      fromSeed(0n, (draw) => {
        draw.sample(below(n), 86)
        return draw.random()
      })
    expect(last(1045)).toBe(0.7065614098668896)
    expect(last(1046)).toBe(0.8450775756715152)
  })

  it('shuffle from the end', () => {
    const [order, after] = fromSeed(4n, (draw) => [draw.shuffled(below(20)), draw.random()])
    expect(order).toEqual([17, 19, 10, 14, 5, 18, 16, 11, 4, 8, 6, 0, 13, 1, 2, 15, 12, 3, 9, 7])
    expect(after).toBe(0.8268716790242738)
  })
})

describe('the normal deviates of CPython', () => {
  it('come in pairs around other draws', () => {
    const drawn = fromSeed(9n, (draw) => [
      draw.gauss(0, 1),
      draw.random(),
      draw.gauss(0, 1),
      draw.random(),
      draw.gauss(0, 1),
    ])
    const expected = [
      -0.9407568840284877, 0.13853941251445523, 0.22268633975498442, 0.8665618499863413,
      1.1811733345981423,
    ]
    for (const [i, value] of expected.entries()) expect(drawn[i]).toBeCloseTo(value, 14)
  })

  it('keep the left-over deviate in the state, and only there', () => {
    const start = seedCPython(9n)
    const [first, between] = withCPython(start, (draw) => draw.gauss(0, 1))
    expect(start.gauss).toBeNull()
    expect(between.gauss).not.toBeNull()
    const [twin, after] = withCPython(nextRandom(between)[1], (draw) => draw.gauss(0, 1))
    expect([first, twin]).toEqual([
      expect.closeTo(-0.9407568840284877, 14),
      expect.closeTo(0.22268633975498442, 14),
    ])
    expect(after.gauss).toBeNull()
  })
})

describe('a cursor that outlives its scope', () => {
  it('cannot change the state that the scope returned', () => {
    const [kept, state] = withCPython(seedCPython(3n), (draw) => {
      draw.random()
      return draw
    })
    const copy = state.block.slice()
    for (let i = 0; i < 2000; i += 1) kept.random()
    expect(state.block).toEqual(copy)
    expect(nextRandom(state)[0]).toBe(fromSeed(3n, (draw) => [draw.random(), draw.random()][1]))
  })
})
