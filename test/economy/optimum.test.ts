import { describe, expect, it } from 'vitest'
import {
  bundleAssignment,
  greedyOptimum,
  gridOptimum,
  makeWorld,
  utilities,
  type WorldParts,
  welfare,
  worldOf,
} from '../../src/economy/index.js'
import { bundleOfThree } from '../support/cases.js'
import { sound } from './arbitraries.js'

const made = (parts: WorldParts) => sound(makeWorld(parts))
const initial = (world: ReturnType<typeof made>): number =>
  welfare('plain')(utilities(world, world.allocation, 'plain'))

describe('gridOptimum', () => {
  it('gives a good wholly to its highest valuer where utility is linear, the first on ties', () => {
    const world = made({
      allocation: [
        [2, 1],
        [0, 1],
        [1, 1],
      ],
      preferences: [
        [1, 5],
        [4, 5],
        [4, 1],
      ],
    })
    expect(gridOptimum(world, 'plain')).toEqual({
      allocation: [
        [0, 3],
        [3, 0],
        [0, 0],
      ],
      welfare: 27,
    })
  })

  it('splits a good between equals where utility is concave, the lower agent first', () => {
    const world = made({
      allocation: [[0], [5]],
      preferences: [[1], [1]],
      utilityMode: 'concave_separable',
    })
    expect(gridOptimum(world, 'plain').allocation).toEqual([[3], [2]])
  })

  it('hands out a last fraction of a unit whole', () => {
    const world = made({
      allocation: [[0.25], [2]],
      preferences: [[1], [1]],
      utilityMode: 'concave_separable',
    })
    expect(gridOptimum(world, 'plain').allocation).toEqual([[1.25], [1]])
  })

  it('hands out a supply that is less than any unit', () => {
    const world = made({
      allocation: [[1e-13], [0]],
      preferences: [[1], [2]],
      utilityMode: 'concave_separable',
    })
    expect(gridOptimum(world, 'plain').allocation).toEqual([[0], [1e-13]])
  })

  it('ends for supplies whose units cannot be counted', () => {
    const world = made({
      allocation: [[1e300], [0]],
      preferences: [[1], [1]],
      utilityMode: 'concave_separable',
    })
    const { allocation } = gridOptimum(world, 'plain')
    expect((allocation[0]?.[0] ?? 0) / 1e300).toBeCloseTo(0.5, 4)
    expect((allocation[1]?.[0] ?? 0) / 1e300).toBeCloseTo(0.5, 4)
  })

  it('gives money to the first agent where everybody values it alike', () => {
    const world = made({
      allocation: [
        [1, 5],
        [1, 5],
      ],
      preferences: [
        [2, 1],
        [3, 1],
      ],
      utilityMode: 'concave_separable',
      moneyGoodIndex: 1,
    })
    expect(gridOptimum(world, 'plain').allocation.map((row) => row[1])).toEqual([10, 0])
  })

  it('can fall below the start and below the greedy optimum where variety pays', () => {
    const start = made({
      allocation: [
        [0, 0],
        [1, 2],
      ],
      preferences: [
        [0, 0],
        [0, 1],
      ],
      utilityMode: 'complementary_bundle',
    })
    expect(gridOptimum(start, 'plain').welfare).toBeLessThan(initial(start))
    const greedy = made({
      allocation: [
        [1, 0, 0],
        [1, 1, 1],
      ],
      preferences: [
        [1, 1, 3],
        [3, 1, 0],
      ],
      utilityMode: 'complementary_bundle',
    })
    expect(gridOptimum(greedy, 'plain').welfare).toBeLessThan(
      greedyOptimum(greedy, 'plain').welfare,
    )
  })
})

describe('optimum of a bundle world', () => {
  const world = sound(worldOf(bundleOfThree))

  it('moves one unit of each component from its cheapest seller and leaves the money', () => {
    const { allocation } = gridOptimum(world, 'plain')
    expect(allocation[0]).toEqual([1, 1, 1, 100])
    expect(allocation.map((row) => row.reduce((a, b) => a + b))).toEqual([103, 9, 10, 10, 9, 10, 9])
    const assignment = bundleAssignment(world)
    const gain = assignment._tag === 'Assigned' ? assignment.welfareGain : Number.NaN
    expect(gridOptimum(world, 'plain').welfare - initial(world)).toBeCloseTo(gain, 9)
    expect(greedyOptimum(world, 'plain')).toEqual(gridOptimum(world, 'plain'))
  })

  it('moves nothing where a component has no seller or the bundle is not worth its cost', () => {
    const buyer = { ...bundleOfThree.bundleSpec, moneyResource: 2, requiredComponents: [1] }
    const parts = {
      allocation: [
        [0, 100],
        [0.5, 0],
      ],
      preferences: [
        [0, 1],
        [20, 1],
      ],
      moneyGoodIndex: 1,
      bundleBuyer: { buyerAgent: 1, bundleValue: 120, budget: 100, ...buyer },
    }
    const without = made(parts)
    expect(bundleAssignment(without)).toEqual({ _tag: 'WithoutSeller', components: [1] })
    expect(gridOptimum(without, 'plain')).toEqual({ allocation: parts.allocation, welfare: 110 })
    const dear = made({
      ...parts,
      allocation: [
        [0, 100],
        [1, 0],
      ],
      preferences: [
        [0, 1],
        [500, 1],
      ],
    })
    expect(gridOptimum(dear, 'plain')).toEqual({
      allocation: [
        [0, 100],
        [1, 0],
      ],
      welfare: 600,
    })
  })

  it('is no bundle assignment without a bundle buyer', () => {
    const plain = made({ allocation: [[1]], preferences: [[1]] })
    expect(bundleAssignment(plain)).toEqual({ _tag: 'NoBundleBuyer' })
  })
})
