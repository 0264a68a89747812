import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorld, proceduralWorld } from '../../src/economy/index.js'
import { anyMode, sound } from './arbitraries.js'

const sizes = fc.record({
  seed: fc.oneof(fc.maxSafeInteger(), fc.bigInt()),
  numAgents: fc.integer({ min: 1, max: 8 }),
  numResources: fc.integer({ min: 1, max: 8 }),
  unitsPerHomeResource: fc.integer({ min: 0, max: 20 }),
  utilityMode: anyMode,
  withMoney: fc.boolean(),
})

describe('procedural world laws', () => {
  it('L1 repeatable', () => {
    fc.assert(
      fc.property(sizes, (options) => {
        const world = sound(proceduralWorld(options))
        expect(sound(proceduralWorld({ ...options }))).toEqual(world)
        expect(sound(makeWorld(world))).toEqual(world)
      }),
    )
  })

  it('L2 seeded', () => {
    fc.assert(
      fc.property(sizes, (options) => {
        const zero = sound(proceduralWorld({ ...options, seed: 0 }))
        const one = sound(proceduralWorld({ ...options, seed: 1 }))
        expect(zero.preferences).not.toEqual(one.preferences)
        expect(zero.allocation).toEqual(one.allocation)
      }),
    )
  })

  it('L3 prefix', () => {
    fc.assert(
      fc.property(sizes, fc.integer({ min: 1, max: 5 }), (options, more) => {
        const world = sound(proceduralWorld(options))
        const larger = sound(proceduralWorld({ ...options, numAgents: options.numAgents + more }))
        expect(larger.preferences.slice(0, options.numAgents)).toEqual(world.preferences)
        expect(larger.allocation.slice(0, options.numAgents)).toEqual(world.allocation)
      }),
    )
  })

  it('L4 numeraire', () => {
    fc.assert(
      fc.property(sizes, (options) => {
        const goods = options.numResources
        const without = sound(proceduralWorld({ ...options, withMoney: false }))
        const with_ = sound(proceduralWorld({ ...options, withMoney: true }))
        expect(with_.preferences.map((row) => row.slice(0, goods))).toEqual(without.preferences)
        expect(with_.allocation.map((row) => row.slice(0, goods))).toEqual(without.allocation)
        expect(with_.preferences.every((row) => row[goods] === 1)).toBe(true)
        expect(new Set(with_.allocation.map((row) => row[goods])).size).toBe(1)
      }),
    )
  })

  it('draws values between 0.5 and 8 with three decimals', () => {
    fc.assert(
      fc.property(sizes, (options) => {
        for (const value of sound(proceduralWorld(options)).preferences.flat()) {
          expect(value).toBeGreaterThanOrEqual(0.5)
          expect(value).toBeLessThanOrEqual(8)
          expect(Number(value.toFixed(3))).toBe(value)
        }
      }),
    )
  })
})
