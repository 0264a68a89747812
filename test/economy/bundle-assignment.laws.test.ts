import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleAssignment, makeWorld, type World } from '../../src/economy/index.js'
import { sound, value } from './arbitraries.js'

const COMPONENTS = 3

/** One buyer (the last agent) and up to four sellers that hold any of three components at any cost. */
const bundles: fc.Arbitrary<World> = fc.integer({ min: 1, max: 4 }).chain((sellers) => {
  const row = <A>(cell: fc.Arbitrary<A>): fc.Arbitrary<Array<A>> =>
    fc.array(cell, { minLength: COMPONENTS, maxLength: COMPONENTS })
  const rows = <A>(cell: fc.Arbitrary<A>): fc.Arbitrary<Array<Array<A>>> =>
    fc.array(row(cell), { minLength: sellers, maxLength: sellers })
  return fc
    .record({
      held: rows(fc.constantFrom(0, 0.5, 1, 2)),
      costs: rows(fc.oneof(value, fc.constantFrom(1, 2))),
      wanted: fc.subarray([1, 2, 3], { minLength: 1 }),
      bundleValue: fc.nat(30),
      budget: fc.nat(20),
    })
    .map(({ held, costs, wanted, bundleValue, budget }) =>
      sound(
        makeWorld({
          allocation: [...held.map((goods) => [...goods, 0]), [2, 2, 2, budget]],
          preferences: [...costs.map((goods) => [...goods, 1]), [0, 0, 0, 1]],
          moneyGoodIndex: COMPONENTS,
          bundleBuyer: {
            buyerAgent: sellers + 1,
            moneyResource: COMPONENTS + 1,
            requiredComponents: wanted,
            bundleValue,
            budget,
          },
        }),
      ),
    )
})

/** Every choice of one holder per component, by its total cost. */
const everyCost = (world: World): ReadonlyArray<number> => {
  const buyer = world.bundleBuyer
  if (buyer === null) return []
  return buyer.requiredComponents.reduce<ReadonlyArray<number>>(
    (costs, component) =>
      costs.flatMap((cost) =>
        world.allocation.flatMap((row, agent) =>
          agent + 1 !== buyer.buyerAgent && (row[component - 1] ?? 0) >= 1
            ? [cost + (world.preferences[agent]?.[component - 1] ?? 0)]
            : [],
        ),
      ),
    [0],
  )
}

describe('bundle assignment laws', () => {
  it('L1 cheapest', () => {
    fc.assert(
      fc.property(bundles, (world) => {
        const assignment = bundleAssignment(world)
        const costs = everyCost(world)
        if (costs.length === 0) {
          expect(assignment._tag).toBe('WithoutSeller')
          return
        }
        if (assignment._tag !== 'Assigned') throw new Error(assignment._tag)
        expect(assignment.minimumCost).toBeCloseTo(Math.min(...costs), 9)
        const { bundleValue = 0, budget = 0 } = world.bundleBuyer ?? {}
        expect(assignment.welfareGain).toBe(bundleValue - assignment.minimumCost)
        expect(assignment.withinBudget).toBe(assignment.minimumCost <= budget)
      }),
    )
  })

  it('L2 holders', () => {
    fc.assert(
      fc.property(bundles, (world) => {
        const assignment = bundleAssignment(world)
        if (assignment._tag !== 'Assigned') return
        expect(assignment.sellers.map(({ component }) => component)).toEqual(
          world.bundleBuyer?.requiredComponents,
        )
        for (const { component, seller, cost } of assignment.sellers) {
          expect(seller).not.toBe(world.bundleBuyer?.buyerAgent)
          expect(world.allocation[seller - 1]?.[component - 1]).toBeGreaterThanOrEqual(1)
          expect(world.preferences[seller - 1]?.[component - 1]).toBe(cost)
        }
      }),
    )
  })

  it('prefers the lower agent on ties', () => {
    const world = sound(
      makeWorld({
        allocation: [
          [1, 0],
          [1, 0],
          [0, 5],
        ],
        preferences: [
          [2, 1],
          [2, 1],
          [0, 1],
        ],
        moneyGoodIndex: 1,
        bundleBuyer: {
          buyerAgent: 3,
          moneyResource: 2,
          requiredComponents: [1],
          bundleValue: 9,
          budget: 5,
        },
      }),
    )
    const assignment = bundleAssignment(world)
    expect(assignment._tag === 'Assigned' && assignment.sellers).toEqual([
      { component: 1, seller: 1, cost: 2 },
    ])
  })
})
