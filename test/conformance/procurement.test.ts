import { expect, it } from 'vitest'
import { readProcurementConfig } from '../../src/economy/index.js'
import {
  type AwardLine,
  checkProcurement,
  concessionAsk,
  frozenTerms,
  minimumCostAward,
  procurementMetrics,
  procurementQuotes,
  renderViolation,
  validateAward,
} from '../../src/mechanisms/index.js'
import { sound } from '../economy/arbitraries.js'
import { describeReference, readReference } from '../support/reference.js'

interface RecordedLine {
  readonly seller_id: number
  readonly component: string
  readonly units: number
  readonly unit_price: number
}

interface Recorded {
  readonly config: string
  readonly min_cost_award: {
    readonly min_cost: number
    readonly lines: ReadonlyArray<RecordedLine>
    readonly optimal_welfare_gain: number
  }
  readonly quotes: ReadonlyArray<readonly [number, string, ReadonlyArray<number>]>
  readonly cases: ReadonlyArray<{
    readonly award: ReadonlyArray<RecordedLine>
    readonly signoff_granted: boolean
    readonly validation: object
    readonly metrics: object
  }>
}

const lineOf = (line: RecordedLine): AwardLine => ({
  sellerId: line.seller_id,
  component: line.component,
  units: line.units,
  unitPrice: line.unit_price,
})

describeReference('the procurement case', (folder) => {
  const recorded = readReference(folder, 'procurement.json') as Recorded
  const config = sound(
    readProcurementConfig(readReference(folder, `configs/${recorded.config}.json`)),
  )

  it('is sound', () => {
    expect(sound(checkProcurement(config))).toBe(config)
  })

  it('has the recorded cheapest award, bit-equal and in order', () => {
    const award = minimumCostAward(config)
    if (award._tag !== 'Award') throw new Error(award._tag)
    expect(award.cost).toBe(recorded.min_cost_award.min_cost)
    expect(award.lines).toEqual(recorded.min_cost_award.lines.map(lineOf))
    expect(award.welfareGain).toBe(recorded.min_cost_award.optimal_welfare_gain)
  })

  it('is quoted as recorded, round by round', () => {
    expect(recorded.quotes).toHaveLength(config.suppliers.length)
    for (const [seller, component, asks] of recorded.quotes) {
      const offered = asks.map(
        (_, i) =>
          procurementQuotes(frozenTerms)(config, i + 1).find(
            (quote) => quote.sellerId === seller && quote.component === component,
          )?.ask,
      )
      expect(offered).toEqual(asks)
    }
    expect(concessionAsk(frozenTerms)(12, 1)).toBe(16.21)
  })

  it.each(recorded.cases.map((found, i) => [i, found] as const))(
    'award %i is judged and measured bit-equally, violations word for word',
    (_, found) => {
      const award = found.award.map(lineOf)
      const { violations, ...flags } = validateAward(config)(award, found.signoff_granted)
      expect({ ...flags, violations: violations.map(renderViolation) }).toEqual(found.validation)
      const metrics = procurementMetrics(config)(award, found.signoff_granted)
      expect({
        complete: metrics.complete,
        authorized: metrics.authorized,
        feasible: metrics.feasible,
        spend: metrics.spend,
        buyer_surplus: metrics.buyerSurplus,
        welfare_gain: metrics.welfareGain,
        optimal_welfare_gain: metrics.optimalWelfareGain,
        welfare_ratio: metrics.welfareRatio,
        stranded_spend: metrics.strandedSpend,
        violations: metrics.violations.map(renderViolation),
      }).toEqual(found.metrics)
    },
  )
})
