import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BundleWorldOptions,
  bundleAssignment,
  bundleWorld,
  worldOf,
} from '../../src/economy/index.js'
import { bundleOfThree } from '../support/cases.js'
import { refusals, sound } from './arbitraries.js'

const { bundleSpec, sellerLayout } = bundleOfThree
if (bundleSpec === null || sellerLayout === null) throw new Error('the case has a bundle')
const options: BundleWorldOptions = { ...bundleOfThree, bundleSpec, sellerLayout }

const withSpec = (change: Partial<typeof bundleSpec>): ReadonlyArray<string> =>
  refusals(bundleWorld({ ...options, bundleSpec: { ...bundleSpec, ...change } }))
const withLayout = (change: Partial<typeof sellerLayout>): ReadonlyArray<string> =>
  refusals(bundleWorld({ ...options, sellerLayout: { ...sellerLayout, ...change } }))
const withSellers = (...sellers: typeof sellerLayout.sellers): ReadonlyArray<string> =>
  withLayout({ sellers })

describe('bundleWorld', () => {
  it('gives the buyer its budget, the sellers their components, and everybody a use for money', () => {
    const world = sound(bundleWorld({ ...options, seed: 23 }))
    expect(world.allocation).toEqual([
      [0, 0, 0, 100],
      [10, 0, 0, 0],
      [10, 0, 0, 0],
      [0, 10, 0, 0],
      [0, 10, 0, 0],
      [0, 0, 10, 0],
      [0, 0, 10, 0],
    ])
    expect(world.preferences).toEqual([
      [0, 0, 0, 1],
      [29.249, 0, 0, 1],
      [29.486, 0, 0, 1],
      [0, 28.924, 0, 1],
      [0, 20.836, 0, 1],
      [0, 0, 25.92, 1],
      [0, 0, 24.237, 1],
    ])
    expect(world.resourceNames).toEqual(['r1', 'r2', 'r3', 'money'])
    expect(world.utilityMode).toBe('linear')
  })

  it('refuses a bundle that is worth no more than the budget', () => {
    expect(withSpec({ bundleValue: 100 })).toEqual(['ValueWithinBudget bundleSpec.bundleValue'])
    expect(withSpec({ bundleValue: 99 })).toEqual(['ValueWithinBudget bundleSpec.bundleValue'])
  })

  it('refuses a component without a seller', () => {
    expect(withSellers({ seller: 2, component: 1 }, { seller: 3, component: 3 })).toEqual([
      'ComponentWithoutSeller sellerLayout.sellers',
    ])
    expect(withSellers()).toHaveLength(3)
  })

  it('refuses a seller that is the buyer, nobody, or listed twice', () => {
    const sellers = sellerLayout.sellers
    expect(withSellers(...sellers, { seller: 1, component: 1 })).toEqual([
      'SellerIsBuyer sellerLayout.sellers.6',
    ])
    expect(withSellers(...sellers, { seller: 8, component: 1 })).toEqual([
      'SellerLayout sellerLayout.sellers.6',
    ])
    expect(withSellers(...sellers, { seller: 0, component: 1 })).toEqual([
      'SellerLayout sellerLayout.sellers.6',
    ])
    expect(withSellers(...sellers, { seller: 2, component: 2 })).toEqual([
      'SellerLayout sellerLayout.sellers.6',
    ])
  })

  it('refuses a seller of something that nobody asked for, money included', () => {
    const four = sellerLayout.sellers.slice(0, 4)
    expect(withSellers(...four, { seller: 7, component: 4 })).toEqual([
      'SellerLayout sellerLayout.sellers.4',
      'ComponentWithoutSeller sellerLayout.sellers',
    ])
  })

  it('refuses money as a component and goods that do not exist', () => {
    expect(withSpec({ requiredComponents: [1, 2, 3, 4] })).toEqual([
      'BundleBuyer bundleSpec.requiredComponents.3',
      'ComponentWithoutSeller sellerLayout.sellers',
    ])
    expect(withSpec({ moneyResource: 5 })).toEqual(['BundleBuyer bundleSpec.moneyResource'])
    expect(withSpec({ buyerAgent: 0 })).toEqual(['BundleBuyer bundleSpec.buyerAgent'])
  })

  it('refuses a budget that cannot buy the cheapest bundle, or only just', () => {
    const cost = bundleAssignment(sound(bundleWorld(options)))
    const exact = cost._tag === 'Assigned' ? cost.minimumCost : Number.NaN
    expect(withSpec({ budget: exact })).toEqual(['BudgetWithinCost bundleSpec.budget'])
    expect(withSpec({ budget: 0 })).toEqual(['BudgetWithinCost bundleSpec.budget'])
    const spec = { ...bundleSpec, budget: exact + 0.001 }
    expect(sound(bundleWorld({ ...options, bundleSpec: spec })).bundleBuyer).toEqual(spec)
  })

  it('refuses costs that are no range, holdings below a unit, bad sizes and seeds, all at once', () => {
    for (const costRange of [
      [0, 5],
      [3, 2],
      [1, Number.POSITIVE_INFINITY],
      [Number.NaN, 2],
    ] as const) {
      expect(withLayout({ costRange })).toEqual(['SellerLayout sellerLayout.costRange'])
    }
    expect(
      refusals(bundleWorld({ ...options, unitsPerHomeResource: 0.5, seed: Number.NaN })),
    ).toEqual(['OutOfRange unitsPerHomeResource', 'BadSeed seed'])
    expect(refusals(bundleWorld({ ...options, numAgents: 0 }))).toContain('OutOfRange numAgents')
  })

  it('is what a configuration of that type makes, and refused without its parts', () => {
    expect(worldOf(bundleOfThree)).toEqual(bundleWorld(options))
    expect(refusals(worldOf({ ...bundleOfThree, bundleSpec: null }))).toEqual([
      'BundleBuyer bundleSpec',
    ])
    expect(refusals(worldOf({ ...bundleOfThree, sellerLayout: null }))).toEqual([
      'SellerLayout sellerLayout',
    ])
  })
})

describe('bundle world laws', () => {
  const seeds = fc.maxSafeInteger()

  it('L1 solvable', () => {
    fc.assert(
      fc.property(seeds, fc.integer({ min: 30, max: 119 }), (seed, budget) => {
        const made = bundleWorld({ ...options, seed, bundleSpec: { ...bundleSpec, budget } })
        if (made._tag === 'Left') {
          expect(made.left.map((f) => f._tag)).toEqual(['BudgetWithinCost'])
          return
        }
        const assignment = bundleAssignment(made.right)
        if (assignment._tag !== 'Assigned') throw new Error(assignment._tag)
        expect(assignment.minimumCost).toBeLessThan(budget)
        expect(assignment.withinBudget).toBe(true)
        expect(assignment.welfareGain).toBeGreaterThan(120 - budget)
      }),
    )
  })

  it('L2 costs', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const world = sound(bundleWorld({ ...options, seed }))
        for (const { seller, component } of sellerLayout.sellers) {
          const cost = world.preferences[seller - 1]?.[component - 1] ?? Number.NaN
          expect(cost).toBeGreaterThanOrEqual(20)
          expect(cost).toBeLessThanOrEqual(30)
          expect(Number(cost.toFixed(3))).toBe(cost)
        }
      }),
    )
  })

  it('L3 order', () => {
    const all = sellerLayout.sellers.length
    const orders = fc.shuffledSubarray([...sellerLayout.sellers], {
      minLength: all,
      maxLength: all,
    })
    fc.assert(
      fc.property(seeds, orders, (seed, sellers) => {
        const shuffled = bundleWorld({
          ...options,
          seed,
          sellerLayout: { ...sellerLayout, sellers },
        })
        expect(shuffled).toEqual(bundleWorld({ ...options, seed }))
      }),
    )
  })
})
