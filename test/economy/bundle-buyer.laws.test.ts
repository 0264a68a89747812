import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BundleBuyer, bundleBuyerUtility } from '../../src/economy/index.js'

const GOODS = 5

const buyers: fc.Arbitrary<BundleBuyer> = fc
  .tuple(fc.subarray([1, 2, 3, 4], { minLength: 1 }), fc.nat(1000), fc.nat(1000))
  .map(([requiredComponents, bundleValue, budget]) => ({
    buyerAgent: 1,
    moneyResource: GOODS,
    requiredComponents,
    bundleValue,
    budget,
  }))

const complete = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: GOODS, maxLength: GOODS })

describe('bundle buyer laws', () => {
  it('L1 all-or-nothing', () => {
    fc.assert(
      fc.property(buyers, complete, fc.nat(), (buyer, holdings, which) => {
        const { requiredComponents, bundleValue } = buyer
        const stolen = requiredComponents[which % requiredComponents.length]
        const without = holdings.map((held, good) => (good + 1 === stolen ? 0.5 : held))
        const loss = bundleBuyerUtility(buyer, holdings) - bundleBuyerUtility(buyer, without)
        expect(loss).toBe(bundleValue)
      }),
    )
  })

  it('L2 own-money', () => {
    fc.assert(
      fc.property(buyers, complete, (buyer, holdings) => {
        const richer = holdings.map((held, good) => (good + 1 === GOODS ? held + 1 : held))
        expect(bundleBuyerUtility(buyer, richer) - bundleBuyerUtility(buyer, holdings)).toBe(1)
      }),
    )
  })

  it('takes a unit within 1e-9 as whole, and no less', () => {
    const buyer = {
      buyerAgent: 1,
      moneyResource: 2,
      requiredComponents: [1],
      bundleValue: 7,
      budget: 1,
    }
    expect(bundleBuyerUtility(buyer, [1 - 1e-10, 0])).toBe(7)
    expect(bundleBuyerUtility(buyer, [1 - 1e-8, 0])).toBe(0)
    expect(bundleBuyerUtility(buyer, [1, -3])).toBe(7)
    expect(bundleBuyerUtility(buyer, [])).toBe(0)
  })
})
