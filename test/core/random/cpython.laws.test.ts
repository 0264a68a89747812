import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CPythonDraws,
  type CPythonState,
  seedCPython,
  withCPython,
} from '../../../src/core/random/cpython.js'

type Step = (draw: CPythonDraws) => unknown

/** Steps of different lengths in words, so that scopes end at every kind of place in a block. */
const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>((draw) => draw.random()),
  fc.integer({ min: 1, max: 200 }).map(
    (k): Step =>
      (draw) =>
        draw.getrandbits(k),
  ),
  fc.integer({ min: 1, max: 2 ** 40 }).map(
    (n): Step =>
      (draw) =>
        draw.randrange(n),
  ),
  fc.constant<Step>((draw) => draw.gauss(1, 2)),
  fc.constant<Step>((draw) => draw.uniform(-1, 5)),
  fc.nat(400).map(
    (n): Step =>
      (draw) =>
        draw.shuffled(Array.from({ length: n }, (_, i) => i)),
  ),
  fc.nat(30).map(
    (k): Step =>
      (draw) =>
        draw.sample(
          Array.from({ length: 90 }, (_, i) => i),
          k,
        ),
  ),
)

const scripts = fc.array(steps, { maxLength: 25 })
const seeds = fc.bigInt({ min: -(1n << 70n), max: 1n << 70n })

const run = (state: CPythonState, script: ReadonlyArray<Step>) =>
  withCPython(state, (draw) => script.map((step) => step(draw)))

describe("the laws of CPython's generator", () => {
  it('L1 persistent', () => {
    fc.assert(
      fc.property(seeds, scripts, scripts, (seed, before, script) => {
        const [, state] = run(seedCPython(seed), before)
        const copy: CPythonState = { ...state, block: state.block.slice() }
        const once = run(state, script)
        const again = run(state, script)
        expect(again).toEqual(once)
        expect(state).toEqual(copy)
        expect(run(copy, script)).toEqual(once)
      }),
    )
  })

  it('L2 replay', () => {
    fc.assert(
      fc.property(seeds, scripts, (seed, script) => {
        const whole = run(seedCPython(seed), script)
        let state = seedCPython(seed)
        const values = script.map((step) => {
          const [value, next] = withCPython(state, step)
          state = next
          return value
        })
        expect([values, state]).toEqual(whole)
      }),
    )
  })

  it('L3 twin', () => {
    fc.assert(
      fc.property(seeds, fc.double({ min: -9, max: 9, noNaN: true }), (seed, mu) => {
        const [[first, second, next]] = withCPython(seedCPython(seed), (draw) => [
          draw.gauss(0, 1),
          draw.gauss(0, 1),
          draw.random(),
        ])
        const [[angle, radius, third]] = withCPython(seedCPython(seed), (draw) => [
          draw.random(),
          draw.random(),
          draw.random(),
        ])
        expect(next).toBe(third)
        // Both deviates lie on the circle whose radius the second float fixes.
        const squared = -2 * Math.log(1 - (radius ?? 0))
        expect((first ?? 0) ** 2 + (second ?? 0) ** 2).toBeCloseTo(squared, 9)
        expect(Math.atan2(second ?? 0, first ?? 0)).toBeCloseTo(
          Math.atan2(Math.sin((angle ?? 0) * 2 * Math.PI), Math.cos((angle ?? 0) * 2 * Math.PI)),
          6,
        )
        const [shifted] = withCPython(seedCPython(seed), (draw) => draw.gauss(mu, 3))
        expect(shifted).toBe(mu + (first ?? 0) * 3)
      }),
    )
  })

  it('L4 sealed', () => {
    fc.assert(
      fc.property(seeds, scripts, fc.integer({ min: 1, max: 3000 }), (seed, script, more) => {
        const [kept, state] = withCPython(seedCPython(seed), (draw) => {
          for (const step of script) step(draw)
          return draw
        })
        const copy: CPythonState = { ...state, block: state.block.slice() }
        for (let i = 0; i < more; i += 1) kept.random()
        expect(state).toEqual(copy)
      }),
      { numRuns: 40 },
    )
  })
})
