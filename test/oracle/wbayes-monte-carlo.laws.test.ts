import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedCPython, withCPython } from '../../src/core/random/index.js'
import {
  type BundleMarket,
  type MonteCarloOptions,
  monteCarloWBayes,
} from '../../src/oracle/wbayes-monte-carlo.js'
import { refusals, sound } from '../economy/arbitraries.js'

const markets: fc.Arbitrary<BundleMarket> = fc.record({
  bundleValue: fc.integer({ min: 0, max: 150 }),
  budget: fc.integer({ min: 0, max: 120 }),
  sellers: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 }),
  costRange: fc.constantFrom<readonly [number, number]>([20, 30], [0, 50], [10, 10]),
})

const few = { profiles: 40, resamples: 20, summation: 'plain' } as const

/** W_bayes and E[W*] from scratch: every price vector, seller by seller, for every profile. */
const plainFrontier = (market: BundleMarket, { profiles }: { readonly profiles: number }) => {
  const [low, high] = market.costRange
  const [drawn] = withCPython(seedCPython(0n), (draw) =>
    Array.from({ length: profiles }, () =>
      market.sellers.map((n) => Array.from({ length: n }, () => draw.uniform(low, high))),
    ),
  )
  const grid = Array.from({ length: 9 }, (_, k) => low + ((high - low) * k) / 8)
  const vectors = market.sellers.reduce<ReadonlyArray<ReadonlyArray<number>>>(
    (partial) => partial.flatMap((prices) => grid.map((price) => [...prices, price])),
    [[]],
  )
  const gainAt = (prices: ReadonlyArray<number>): number =>
    drawn.reduce((total, profile) => {
      const bought = profile.map((costs, c) =>
        Math.min(...costs.filter((cost) => cost <= (prices[c] ?? 0) + 1e-12)),
      )
      const spend = prices.reduce((sum, price) => sum + price, 0)
      if (!bought.every(Number.isFinite) || spend > market.budget + 1e-9) return total
      return total + market.bundleValue - bought.reduce((sum, cost) => sum + cost, 0)
    }, 0) / profiles
  return Math.max(0, ...vectors.map(gainAt))
}

describe('Monte Carlo frontier laws', () => {
  it('L1 same stream', () => {
    fc.assert(
      fc.property(markets, fc.bigInt(0n, 50n), (market, seed) => {
        const options = { ...few, seed }
        expect(monteCarloWBayes(options)(market)).toEqual(monteCarloWBayes(options)(market))
      }),
      { numRuns: 20 },
    )
    const market = { bundleValue: 120, budget: 80, sellers: [2, 2], costRange: [20, 60] } as const
    const zero = sound(monteCarloWBayes({ ...few, seed: 0n })(market))
    const one = sound(monteCarloWBayes({ ...few, seed: 1n })(market))
    expect(zero.wBayes).not.toBe(one.wBayes)
  })

  it('agrees with the plain loop over every price vector and seller', () => {
    fc.assert(
      fc.property(markets, (market) => {
        const found = sound(monteCarloWBayes(few)(market))
        expect(found.wBayes).toBeCloseTo(plainFrontier(market, few), 9)
        expect(found.search).toBe('exhaustive')
      }),
      { numRuns: 40 },
    )
  })

  it('L2 ascent bounded', () => {
    // Four components are beyond 6000 vectors: the search climbs, and the plain loop gives the ceiling.
    const four = fc.record({
      bundleValue: fc.integer({ min: 50, max: 200 }),
      budget: fc.integer({ min: 60, max: 160 }),
      sellers: fc.tuple(...Array.from({ length: 4 }, () => fc.integer({ min: 1, max: 3 }))),
      costRange: fc.constantFrom<readonly [number, number]>([20, 30], [0, 50]),
    })
    fc.assert(
      fc.property(four, (market) => {
        const small = { ...few, profiles: 10 }
        const found = sound(monteCarloWBayes(small)(market))
        expect(found.search).toBe('coordinate_ascent')
        const ceiling = plainFrontier(market, small)
        expect(found.wBayes).toBeLessThanOrEqual(ceiling + 1e-9)
      }),
      { numRuns: 5 },
    )
    const easy = {
      bundleValue: 200,
      budget: 200,
      sellers: [2, 2, 2, 2],
      costRange: [20, 30],
    } as const
    const found = sound(monteCarloWBayes(few)(easy))
    expect(found.wBayes).toBe(found.expectedOptimum)
  })

  it('L3 one-sided', () => {
    fc.assert(
      fc.property(markets, (market) => {
        const { wBayes, expectedOptimum, wedge, low, high } = sound(monteCarloWBayes(few)(market))
        expect(wBayes).toBeGreaterThanOrEqual(0)
        expect(wBayes).toBeLessThanOrEqual(expectedOptimum + 1e-9)
        expect(wedge).toBe(Math.max(0, expectedOptimum - wBayes))
        expect(low).toBeLessThanOrEqual(high)
      }),
    )
  })

  it('L4 richer buyer', () => {
    fc.assert(
      fc.property(markets, fc.integer({ min: 1, max: 60 }), (market, more) => {
        const poor = sound(monteCarloWBayes(few)(market))
        const rich = sound(monteCarloWBayes(few)({ ...market, budget: market.budget + more }))
        expect(rich.wBayes).toBeGreaterThanOrEqual(poor.wBayes)
      }),
    )
  })

  it('is 0 where no price vector is affordable or worth it', () => {
    const poor = { bundleValue: 100, budget: 10, sellers: [1, 1], costRange: [20, 30] } as const
    expect(sound(monteCarloWBayes(few)(poor))).toMatchObject({ wBayes: 0, low: 0, high: 0 })
    const worthless = { ...poor, bundleValue: 1, budget: 100 }
    expect(sound(monteCarloWBayes(few)(worthless))).toMatchObject({ wBayes: 0, expectedOptimum: 0 })
  })

  it('reports what is wrong with the market and the options', () => {
    const broken: BundleMarket = {
      bundleValue: Number.NaN,
      budget: -1,
      sellers: [0],
      costRange: [3, 2],
    }
    const options: Partial<MonteCarloOptions> = { profiles: 0, resamples: 1.5 }
    expect(refusals(monteCarloWBayes(options)(broken))).toEqual([
      'BundleMarket bundleValue',
      'BundleMarket budget',
      'BundleMarket costRange',
      'BundleMarket sellers',
      'MonteCarloOption profiles',
      'MonteCarloOption resamples',
    ])
  })
})
