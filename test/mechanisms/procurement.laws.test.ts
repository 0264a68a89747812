import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProcurementConfig } from '../../src/economy/index.js'
import {
  type AwardLine,
  checkProcurement,
  frozenTerms,
  minimumCostAward,
  procurementMetrics,
  procurementQuotes,
  validateAward,
} from '../../src/mechanisms/index.js'
import { awards, procurements } from './arbitraries.js'

/** Every award of whole units at cost, one line per supplier. */
const everyAward = (config: ProcurementConfig): ReadonlyArray<ReadonlyArray<AwardLine>> =>
  config.suppliers.reduce<ReadonlyArray<ReadonlyArray<AwardLine>>>(
    (partial, { sellerId, component, unitCost, capacity }) =>
      partial.flatMap((lines) =>
        Array.from({ length: capacity + 1 }, (_, units) =>
          units === 0 ? lines : [...lines, { sellerId, component, units, unitPrice: unitCost }],
        ),
      ),
    [[]],
  )

const approved = (config: ProcurementConfig, award: ReadonlyArray<AwardLine>): boolean =>
  award.every(({ sellerId }) => config.authorization.approvedVendors.includes(sellerId))

describe('procurement laws', () => {
  it('L1 cheapest award', () => {
    let solved = 0
    fc.assert(
      fc.property(procurements, (config) => {
        const found = minimumCostAward(config)
        const costs = everyAward(config)
          .filter((award) => approved(config, award))
          .map((award) => validateAward(config)(award, true))
          .filter(({ complete, feasible }) => complete && feasible)
          .map(({ spend }) => spend)
        if (costs.length === 0) {
          expect(found._tag).toBe('Infeasible')
          return
        }
        if (found._tag !== 'Award') throw new Error(found._tag)
        solved += 1
        expect(found.cost).toBe(Math.min(...costs))
        expect(found.welfareGain).toBe(config.demand.contractValue - found.cost)
      }),
      { numRuns: 300 },
    )
    expect(solved).toBeGreaterThan(20)
  })

  it('L2 award passes', () => {
    fc.assert(
      fc.property(procurements, (config) => {
        const found = minimumCostAward(config)
        if (found._tag !== 'Award') return
        const verdict = validateAward(config)(found.lines, true)
        expect([verdict.complete, verdict.feasible]).toEqual([true, true])
        expect(verdict.spend).toBe(found.cost)
      }),
    )
  })

  it('L3 listing-free award', () => {
    fc.assert(
      fc.property(procurements, (config) => {
        const reversed = { ...config, suppliers: [...config.suppliers].reverse() }
        expect(minimumCostAward(reversed)).toEqual(minimumCostAward(config))
      }),
    )
  })

  it('L1 separate flags', () => {
    const kinds = {
      complete: ['DemandUnmet'],
      authorized: ['UnapprovedVendor', 'OverBudget', 'WithoutSignoff'],
      feasible: [
        'NonPositive',
        'NoSuchOffer',
        'MissesDeadline',
        'OverCapacity',
        'BelowMinimumOrder',
      ],
    }
    fc.assert(
      fc.property(procurements, awards, fc.boolean(), (config, award, signed) => {
        const verdict = validateAward(config)(award, signed)
        const tags = verdict.violations.map(({ _tag }) => _tag)
        for (const flag of ['complete', 'authorized', 'feasible'] as const) {
          expect(verdict[flag]).toBe(!tags.some((tag) => kinds[flag].includes(tag)))
        }
      }),
    )
  })

  it('L2 ignored lines', () => {
    fc.assert(
      fc.property(procurements, awards, (config, award) => {
        const stray = { sellerId: 99, component: 'chips', units: 5, unitPrice: 3 }
        const plain = validateAward(config)(award, false)
        const more = validateAward(config)([stray, ...award], false)
        expect(more.spend).toBe(plain.spend)
        expect(more.complete).toBe(plain.complete)
        expect(more.violations).toEqual([
          { _tag: 'NoSuchOffer', sellerId: 99, component: 'chips' },
          ...plain.violations,
        ])
      }),
    )
  })

  it('L3 added spend', () => {
    fc.assert(
      fc.property(procurements, awards, (config, award) => {
        const counted = award.filter(
          (line) =>
            line.units > 0 &&
            line.unitPrice > 0 &&
            config.suppliers.some(
              (s) => s.sellerId === line.sellerId && s.component === line.component,
            ),
        )
        const spend = counted.reduce((total, line) => total + line.units * line.unitPrice, 0)
        expect(validateAward(config)(award, false).spend).toBe(spend)
      }),
    )
  })

  it('L1 price-free gain', () => {
    fc.assert(
      fc.property(procurements, awards, fc.integer({ min: 1, max: 5 }), (config, award, more) => {
        const priced = award.filter(({ unitPrice }) => unitPrice > 0)
        const dearer = priced.map((line) => ({ ...line, unitPrice: line.unitPrice + more }))
        const measure = procurementMetrics(config)
        expect(measure(dearer, true).welfareGain).toBe(measure(priced, true).welfareGain)
      }),
    )
  })

  it('L2 procurement ceiling', () => {
    fc.assert(
      fc.property(procurements, awards, (config, award) => {
        const metrics = procurementMetrics(config)(award, true)
        if (!approved(config, award) || !metrics.complete || !metrics.feasible) return
        expect(metrics.welfareGain).toBeLessThanOrEqual(metrics.optimalWelfareGain)
      }),
    )
  })

  it('L3 stranded or earned', () => {
    fc.assert(
      fc.property(procurements, awards, (config, award) => {
        const metrics = procurementMetrics(config)(award, true)
        const earns = metrics.complete && metrics.feasible
        expect(metrics.strandedSpend).toBe(earns ? 0 : metrics.spend)
        if (!earns) expect(metrics.welfareGain).toBe(0)
      }),
    )
  })

  it('L1 sound case', () => {
    let sound = 0
    const generous = procurements.map((config) => ({
      ...config,
      demand: { ...config.demand, contractValue: config.authorization.budget + 1 },
      authorization: {
        ...config.authorization,
        approvedVendors: [2, 3, 4, 5],
        signoffThreshold: 1000,
      },
    }))
    fc.assert(
      fc.property(generous, (config) => {
        const checked = checkProcurement(config)
        if (checked._tag === 'Left') return
        sound += 1
        const award = minimumCostAward(config)
        if (award._tag !== 'Award') throw new Error(award._tag)
        const verdict = validateAward(config)(award.lines, true)
        expect(verdict.violations).toEqual([])
        expect(config.demand.contractValue).toBeGreaterThan(config.authorization.budget)
      }),
      { numRuns: 300 },
    )
    expect(sound).toBeGreaterThan(5)
  })

  it('L2 case parts', () => {
    fc.assert(
      fc.property(procurements, (config) => {
        const [first] = config.suppliers
        if (first === undefined) return
        const broken = {
          ...config,
          buyerAgent: first.sellerId,
          demand: { ...config.demand, contractValue: 1 },
          authorization: { ...config.authorization, budget: 1 },
          suppliers: [...config.suppliers, first],
        }
        const checked = checkProcurement(broken)
        const tags = checked._tag === 'Left' ? checked.left.map(({ _tag }) => _tag) : []
        expect(tags).toEqual(
          expect.arrayContaining(['ValueWithinBudget', 'SellerIsBuyer', 'RepeatedOffer']),
        )
      }),
    )
  })

  it('L1 quoted terms', () => {
    fc.assert(
      fc.property(procurements, fc.integer({ min: 1, max: 50 }), (config, round) => {
        const quotes = procurementQuotes(frozenTerms)(config, round)
        expect(quotes).toHaveLength(config.suppliers.length)
        for (const [i, quote] of quotes.entries()) {
          const { unitCost = 0, ...terms } = config.suppliers[i] ?? {}
          expect(quote).toMatchObject(terms)
          expect(quote.ask).toBeGreaterThan(unitCost)
          expect(Object.keys(quote)).not.toContain('unitCost')
        }
      }),
    )
  })
})
