import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RingCycleOptions, ringCycleWorld, utilities } from '../../src/economy/index.js'
import { refusals, sound } from './arbitraries.js'

const rings = (lengths: readonly [number, number]): fc.Arbitrary<RingCycleOptions> =>
  fc
    .record({
      cycleLength: fc.integer({ min: lengths[0], max: lengths[1] }),
      cycles: fc.integer({ min: 1, max: 3 }),
      unitsPerHomeResource: fc.integer({ min: 1, max: 10 }),
      levels: fc.uniqueArray(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 3 }),
    })
    .map(({ cycleLength, cycles, unitsPerHomeResource, levels }) => {
      const [other = 0, own = 1, wanted = 2] = [...levels].sort((a, b) => a - b)
      const values = { otherValue: other / 10, ownValue: own / 10, wantedValue: wanted / 10 }
      return { numAgents: cycleLength * cycles, cycleLength, unitsPerHomeResource, ...values }
    })

describe('ringCycleWorld', () => {
  it('lets each agent want the good of the next in its cycle', () => {
    const world = sound(ringCycleWorld({ numAgents: 4, cycleLength: 2 }))
    expect(world.preferences).toEqual([
      [0.5, 1, 0.01, 0.01],
      [1, 0.5, 0.01, 0.01],
      [0.01, 0.01, 0.5, 1],
      [0.01, 0.01, 1, 0.5],
    ])
    expect(world.allocation.map((row) => row.indexOf(10))).toEqual([0, 1, 2, 3])
  })

  it('is four cycles of three agents unless told otherwise', () => {
    const world = sound(ringCycleWorld())
    expect(world.allocation.length).toBe(12)
    expect(world.preferences[2]?.indexOf(1)).toBe(0)
  })

  it('refuses a cycle length below 2 or not dividing the agents, and values out of order', () => {
    expect(refusals(ringCycleWorld({ cycleLength: 1 }))).toEqual(['OutOfRange cycleLength'])
    expect(refusals(ringCycleWorld({ cycleLength: 2.5 }))).toEqual(['OutOfRange cycleLength'])
    expect(refusals(ringCycleWorld({ numAgents: 7, cycleLength: 3, ownValue: 1 }))).toEqual([
      'OutOfRange numAgents',
      'OutOfRange wantedValue',
    ])
    expect(refusals(ringCycleWorld({ otherValue: -0.1 }))).toEqual(['OutOfRange wantedValue'])
    expect(refusals(ringCycleWorld({ ownValue: Number.NaN }))).toEqual(['OutOfRange wantedValue'])
    expect(refusals(ringCycleWorld({ numAgents: 0 }))).toEqual(['OutOfRange numAgents'])
    expect(refusals(ringCycleWorld({ numAgents: 30_000 }))).toEqual(['TooLarge '])
  })
})

describe('ring cycle laws', () => {
  const start = (options: RingCycleOptions) => {
    const world = sound(ringCycleWorld(options))
    return { world, before: utilities(world), units: options.unitsPerHomeResource ?? 0 }
  }

  it('L1 pairs', () => {
    fc.assert(
      fc.property(rings([2, 2]), (options) => {
        const { world, before, units } = start(options)
        const swapped = world.allocation.map((row, agent) =>
          row.map((_, good) => (good === (agent % 2 === 0 ? agent + 1 : agent - 1) ? units : 0)),
        )
        utilities(world, swapped).forEach((after, agent) => {
          expect(after).toBeGreaterThan(before[agent] ?? 0)
        })
      }),
    )
  })

  it('L2 cycles', () => {
    const part = fc.double({ min: 0.001, max: 1, noNaN: true })
    /** How many of two agents are no worse off when a gives one part of its good for another part of b's. */
    const content = (options: RingCycleOptions, gives: number, gets: number): number => {
      const { world, before, units } = start(options)
      const agents = world.allocation.map((_, agent) => agent)
      const counts = agents.flatMap((a) =>
        agents
          .filter((b) => b !== a)
          .map((b) => {
            const traded = world.allocation.map((row) => [...row])
            const [rowA, rowB] = [traded[a] ?? [], traded[b] ?? []]
            rowA[a] = units - units * gives
            rowB[a] = units * gives
            rowB[b] = units - units * gets
            rowA[b] = units * gets
            const after = utilities(world, traded)
            return [a, b].filter((i) => (after[i] ?? 0) >= (before[i] ?? 0)).length
          }),
      )
      return Math.max(...counts)
    }
    fc.assert(
      fc.property(rings([3, 5]), part, part, (options, gives, gets) => {
        expect(content(options, gives, gives)).toBeLessThan(2)
        const { wantedValue = 1, ownValue = 0.5, otherValue = 0.01 } = options
        if (wantedValue * otherValue >= ownValue * ownValue - 1e-9) return
        expect(content(options, gives, gets)).toBeLessThan(2)
      }),
    )
    const generous = {
      numAgents: 3,
      cycleLength: 3,
      otherValue: 0.1,
      ownValue: 0.2,
      wantedValue: 3.5,
    }
    expect(content({ ...generous, unitsPerHomeResource: 1 }, 0.4, 0.1)).toBe(2)
  })

  it('L3 clears', () => {
    fc.assert(
      fc.property(rings([2, 5]), (options) => {
        const { world, before, units } = start(options)
        const length = options.cycleLength ?? 0
        const nextOf = (agent: number): number =>
          agent % length === length - 1 ? agent - length + 1 : agent + 1
        const cleared = world.allocation.map((row, agent) =>
          row.map((_, good) => (good === nextOf(agent) ? units : 0)),
        )
        utilities(world, cleared).forEach((after, agent) => {
          expect(after).toBeGreaterThan(before[agent] ?? 0)
        })
      }),
    )
  })
})
