import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeWorld, makeWorld } from '../../src/economy/index.js'
import { refusals, sound, worlds } from './arbitraries.js'

describe('world laws', () => {
  it('L1 faithful', () => {
    fc.assert(
      fc.property(worlds(), (world) => {
        expect(sound(makeWorld(world))).toEqual(world)
      }),
    )
  })

  it('L2 apart', () => {
    fc.assert(
      fc.property(worlds(), (world) => {
        const input = structuredClone(world) as unknown as {
          allocation: Array<Array<number>>
          preferences: Array<Array<number>>
          resourceNames: Array<string>
        }
        const made = sound(makeWorld(input))
        for (const matrix of [input.allocation, input.preferences]) {
          for (const row of matrix) row.fill(-7)
          matrix.length = 0
        }
        input.resourceNames[0] = 'changed'
        expect(made).toEqual(world)
      }),
    )
  })

  it('L3 collected', () => {
    const poison = fc.constantFrom<unknown>(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      'x',
      null,
      undefined,
    )
    fc.assert(
      fc.property(worlds(), fc.array(fc.tuple(fc.nat(), fc.nat(), poison)), (world, places) => {
        const agents = world.allocation.length
        const goods = world.resourceNames.length
        const allocation: Array<Array<unknown>> = world.allocation.map((row) => [...row])
        const poisoned = new Set<string>()
        for (const [a, g, value] of places) {
          const agent = a % agents
          const good = g % goods
          ;(allocation[agent] ?? [])[good] = value
          poisoned.add(`NotFinite allocation.${agent}.${good}`)
        }
        const result = decodeWorld({ ...world, allocation })
        if (poisoned.size === 0) expect(sound(result)).toEqual(world)
        else expect([...refusals(result)].sort()).toEqual([...poisoned].sort())
      }),
    )
  })
})
