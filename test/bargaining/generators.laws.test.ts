import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bargainingWorld,
  calibratedParameters,
  drawWorlds,
  type GeneratorParameters,
  heldOutWorlds,
  uniformSource,
  wideGenerator,
} from '../../src/bargaining/index.js'
import { sound } from './arbitraries.js'

const pair = (low: number, high: number) =>
  fc
    .tuple(
      fc.double({ min: low, max: high, noNaN: true }),
      fc.double({ min: low, max: high, noNaN: true }),
    )
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

const generators: fc.Arbitrary<GeneratorParameters> = fc.record({
  name: fc.constant('any'),
  value: pair(100, 100000),
  margin: pair(0.05, 0.9),
  markup: pair(-0.05, 2),
  reservationShare: fc.option(pair(0, 1)),
})
const seeds = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n })
const indices = fc.nat(1_000_000)

describe('the laws of generators', () => {
  it('L1 pure', () => {
    fc.assert(
      fc.property(generators, seeds, fc.integer({ min: 1, max: 20 }), (parameters, seed, count) => {
        const source = sound(uniformSource(parameters))
        const forward = drawWorlds(source)(seed, count)
        const backward = Array.from({ length: count }, (_, place) =>
          source.draw(seed, count - 1 - place),
        ).reverse()
        expect(backward).toEqual(forward)
      }),
    )
  })

  it('L2 support', () => {
    fc.assert(
      fc.property(generators, seeds, indices, (parameters, seed, index) => {
        const { value, cost, list } = sound(uniformSource(parameters)).draw(seed, index)
        expect(value).toBeGreaterThanOrEqual(parameters.value[0] - 0.5)
        expect(value).toBeLessThanOrEqual(parameters.value[1] + 0.5)
        expect(cost).toBeGreaterThanOrEqual(value * (1 - parameters.margin[1]) - 0.5)
        expect(cost).toBeLessThanOrEqual(value * (1 - parameters.margin[0]) + 0.5)
        expect(list).toBeGreaterThanOrEqual(value * (1 + parameters.markup[0]) - 0.5)
        expect(list).toBeLessThanOrEqual(Math.max(cost, value * (1 + parameters.markup[1])) + 0.5)
      }),
    )
  })

  it('L3 legal', () => {
    fc.assert(
      fc.property(generators, seeds, indices, (parameters, seed, index) => {
        const world = sound(uniformSource(parameters)).draw(seed, index)
        expect(sound(bargainingWorld(world))).toEqual(world)
      }),
    )
  })

  it('L4 secret', () => {
    const salts = fc.string({ minLength: 16, maxLength: 40 })
    fc.assert(
      fc.property(salts, salts, (one, two) => {
        const [first, second] = [one, two].map((salt) =>
          sound(heldOutWorlds(wideGenerator)(salt, 4)),
        )
        if (one !== two) expect(first).not.toEqual(second)
        else expect(first).toEqual(second)
        expect(JSON.stringify(first)).not.toContain(one)
        for (const world of first ?? [])
          expect(Object.keys(world).sort()).toEqual(['cost', 'id', 'list', 'value'])
      }),
    )
  })

  it('draw margins evenly over their range', () => {
    const source = sound(uniformSource(calibratedParameters))
    const margins = drawWorlds(source)(5n, 4000).map(({ value, cost }) => 1 - cost / value)
    const mean = margins.reduce((a, b) => a + b, 0) / margins.length
    expect(mean).toBeCloseTo(0.333, 2)
    expect(margins.filter((margin) => margin < 0.3015).length / 4000).toBeCloseTo(0.25, 1)
  })
})
