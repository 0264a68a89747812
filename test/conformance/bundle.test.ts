import { expect, it } from 'vitest'
import {
  bundleAssignment,
  makeWorld,
  readExchangeConfig,
  worldOf,
} from '../../src/economy/index.js'
import {
  bundleGate,
  bundleMetrics,
  bundleScore,
  concessionAsk,
  frozenTerms,
} from '../../src/mechanisms/index.js'
import { bundleMarketOf, monteCarloWBayes } from '../../src/oracle/wbayes-monte-carlo.js'
import { pooledRatio, ratioBootstrap } from '../../src/statistics/index.js'
import { sound } from '../economy/arbitraries.js'
import { describeReference, readReference } from '../support/reference.js'

interface RecordedMetrics {
  readonly bundle_completed: boolean
  readonly spend: number
  readonly over_budget: boolean
  readonly stranded_spend: number
  readonly welfare_gain: number
  readonly optimal_welfare_gain: number
  readonly welfare_ratio: number
}

interface RecordedCase {
  readonly seed: number
  readonly world: {
    readonly allocation: ReadonlyArray<ReadonlyArray<number>>
    readonly preferences: ReadonlyArray<ReadonlyArray<number>>
    readonly resource_names: ReadonlyArray<string>
    readonly money_good_index: number
  }
  readonly bundle_utility: {
    readonly buyer_agent: number
    readonly money_resource: number
    readonly required_components: ReadonlyArray<number>
    readonly bundle_value: number
    readonly budget: number
  }
  readonly min_cost: {
    readonly min_cost: number
    readonly assignment: Readonly<Record<string, number>>
    readonly feasible_within_budget: boolean
    readonly optimal_welfare_gain: number
  }
  readonly actions: ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>
  readonly metrics: ReadonlyArray<RecordedMetrics>
  readonly gates: ReadonlyArray<boolean>
  readonly report: {
    readonly aer: number
    readonly aer_clip: number
    readonly ci: readonly [number, number]
    readonly gate_pass_rate: number
    readonly sum_w_real: number
    readonly sum_denominator: number
    readonly denominator: number
  }
  readonly seller_asks: Readonly<Record<string, ReadonlyArray<number>>>
  readonly mc_wbayes: readonly [number, readonly [number, number]] | null
  readonly expected_wstar: number
}

interface Recorded {
  readonly config: string
  readonly n_mc: number
  readonly n_boot: number
  readonly cases: ReadonlyArray<RecordedCase>
}

describeReference('bundle worlds', (folder) => {
  const recorded = readReference(folder, 'bundle.json') as Recorded
  const config = sound(readExchangeConfig(readReference(folder, `configs/${recorded.config}.json`)))
  const worldOfCase = ({ world, bundle_utility: buyer }: RecordedCase) =>
    sound(
      makeWorld({
        allocation: world.allocation,
        preferences: world.preferences,
        resourceNames: world.resource_names,
        moneyGoodIndex: world.money_good_index,
        bundleBuyer: {
          buyerAgent: buyer.buyer_agent,
          moneyResource: buyer.money_resource,
          requiredComponents: buyer.required_components,
          bundleValue: buyer.bundle_value,
          budget: buyer.budget,
        },
      }),
    )

  it.each(recorded.cases)('the world of seed $seed is generated from its config', (found) => {
    expect(sound(worldOf({ ...config, seed: found.seed }))).toEqual(worldOfCase(found))
  })

  it.each(recorded.cases)('the cheapest assignment of seed $seed is bit-equal', (found) => {
    const assignment = bundleAssignment(worldOfCase(found))
    if (assignment._tag !== 'Assigned') throw new Error(assignment._tag)
    expect({
      min_cost: assignment.minimumCost,
      assignment: Object.fromEntries(assignment.sellers.map((s) => [s.component, s.seller])),
      feasible_within_budget: assignment.withinBudget,
      optimal_welfare_gain: assignment.welfareGain,
    }).toEqual(found.min_cost)
  })

  it.each(recorded.cases)('metrics and gates of seed $seed are bit-equal', (found) => {
    const world = worldOfCase(found)
    for (const [i, allocation] of found.actions.entries()) {
      const metrics = bundleMetrics('plain')(world, allocation)
      if (metrics._tag !== 'Measured') throw new Error(metrics.reason)
      expect({
        bundle_completed: metrics.completed,
        spend: metrics.spend,
        over_budget: metrics.overBudget,
        stranded_spend: metrics.strandedSpend,
        welfare_gain: metrics.welfareGain,
        optimal_welfare_gain: metrics.optimalWelfareGain,
        welfare_ratio: metrics.welfareRatio,
      }).toEqual(found.metrics[i])
      expect(bundleGate(metrics)).toBe(found.gates[i])
    }
    expect(found.actions.length).toBeGreaterThan(0)
  })

  it.each(recorded.cases)('the pooled report of seed $seed is bit-equal', (found) => {
    const world = worldOfCase(found)
    const scores = found.actions.map((allocation) => {
      const metrics = bundleMetrics('plain')(world, allocation)
      if (metrics._tag !== 'Measured') throw new Error(metrics.reason)
      return bundleScore(metrics)
    })
    const realized = scores.map((score) => score.realized)
    const attainable = scores.map((score) => score.attainable)
    const pooled = pooledRatio('plain')(realized, attainable)
    const interval = ratioBootstrap({ summation: 'plain' })(realized, attainable)
    if (pooled._tag !== 'Ratio' || interval._tag !== 'Interval') throw new Error('not evaluable')
    const { report } = found
    expect(pooled.value).toBe(report.aer)
    expect(pooled.numerator).toBe(report.sum_w_real)
    expect(pooled.denominator).toBe(report.sum_denominator)
    expect([interval.low, interval.high]).toEqual(report.ci)
    expect(attainable[0]).toBe(report.denominator)
    const passed = scores.filter((score) => score.passed).length
    expect(passed / scores.length).toBe(report.gate_pass_rate)
  })

  it.each(recorded.cases)('the asks of the frozen sellers of seed $seed are bit-equal', (found) => {
    const world = worldOfCase(found)
    for (const [seller, asks] of Object.entries(found.seller_asks)) {
      const held = world.allocation[Number(seller) - 1] ?? []
      const cost = world.preferences[Number(seller) - 1]?.[held.findIndex((q) => q > 0)] ?? 0
      expect(asks.map((_, i) => concessionAsk(frozenTerms)(cost, i + 1))).toEqual(asks)
    }
  })

  it('the Monte Carlo tier is bit-equal on the recorded stream', () => {
    const spec = config.bundleSpec
    const layout = config.sellerLayout
    if (spec === null || layout === null) throw new Error('no bundle')
    const market = bundleMarketOf(spec, layout)
    const options = {
      profiles: recorded.n_mc,
      resamples: recorded.n_boot,
      summation: 'plain',
    } as const
    const estimate = sound(monteCarloWBayes(options)(market))
    const withTier = recorded.cases.filter((found) => found.mc_wbayes !== null)
    expect(withTier.length).toBeGreaterThan(0)
    for (const found of withTier) {
      expect([estimate.wBayes, [estimate.low, estimate.high]]).toEqual(found.mc_wbayes)
    }
    for (const found of recorded.cases) {
      expect(estimate.expectedOptimum).toBe(found.expected_wstar)
    }
  })
})
