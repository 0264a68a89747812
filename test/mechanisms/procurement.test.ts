import { describe, expect, it } from 'vitest'
import type { ProcurementConfig, Supplier } from '../../src/economy/index.js'
import {
  checkProcurement,
  MOST_SUPPLIERS,
  minimumCostAward,
  procurementMetrics,
  renderViolation,
  validateAward,
} from '../../src/mechanisms/index.js'

const offer = (sellerId: number, parts: Partial<Supplier> = {}): Supplier => ({
  sellerId,
  component: 'chips',
  unitCost: 2,
  capacity: 100,
  leadTimeDays: 10,
  minimumOrder: 0,
  paymentTermsDays: 30,
  ...parts,
})

const caseOf = (
  suppliers: ReadonlyArray<Supplier>,
  parts: { readonly units?: number; readonly budget?: number; readonly value?: number } = {},
): ProcurementConfig => ({
  name: 'small',
  buyerAgent: 1,
  demand: {
    unitsRequired: [{ component: 'chips', units: parts.units ?? 100 }],
    deadlineDays: 30,
    contractValue: parts.value ?? 2000,
  },
  authorization: {
    budget: parts.budget ?? 1000,
    approvedVendors: suppliers.map(({ sellerId }) => sellerId),
    signoffThreshold: 5000,
  },
  suppliers,
})

describe('the cheapest award', () => {
  it('splits a demand that no supplier can meet alone', () => {
    const award = minimumCostAward(
      caseOf([offer(2, { capacity: 60, unitCost: 1 }), offer(3, { capacity: 60, unitCost: 3 })]),
    )
    expect(award).toMatchObject({ _tag: 'Award', cost: 180 })
  })

  it('leaves a cheap supplier out where minimum orders collide', () => {
    const config = caseOf([
      offer(2, { unitCost: 3, capacity: 90, minimumOrder: 80 }),
      offer(3, { unitCost: 4, capacity: 120, minimumOrder: 50 }),
    ])
    expect(minimumCostAward(config)).toMatchObject({
      lines: [{ sellerId: 3, component: 'chips', units: 100, unitPrice: 4 }],
      cost: 400,
    })
  })

  it('orders more than is needed where a minimum order makes that cheapest', () => {
    const config = caseOf([
      offer(2, { unitCost: 1, capacity: 200, minimumOrder: 120 }),
      offer(3, { unitCost: 10 }),
    ])
    expect(minimumCostAward(config)).toMatchObject({ cost: 120, lines: [{ units: 120 }] })
  })

  it('prefers the lower number among equal suppliers, however they are listed', () => {
    for (const suppliers of [
      [offer(2), offer(3)],
      [offer(3), offer(2)],
    ]) {
      expect(minimumCostAward(caseOf(suppliers))).toMatchObject({ lines: [{ sellerId: 2 }] })
    }
  })

  it('names the components that nobody can deliver', () => {
    const late = caseOf([offer(2, { leadTimeDays: 31 })])
    expect(minimumCostAward(late)).toEqual({ _tag: 'Infeasible', components: ['chips'] })
  })

  it('refuses more suppliers than it can try', () => {
    const many = caseOf(Array.from({ length: MOST_SUPPLIERS + 1 }, (_, i) => offer(i + 2)))
    expect(minimumCostAward(many)).toMatchObject({ _tag: 'TooLarge', component: 'chips' })
    expect(checkProcurement(many)).toMatchObject({ left: [{ _tag: 'TooManySuppliers' }] })
  })

  it('is 0 for a demand of nothing', () => {
    expect(minimumCostAward(caseOf([offer(2)], { units: 0 }))).toMatchObject({ cost: 0, lines: [] })
  })
})

describe('validating an award', () => {
  const config = caseOf([offer(2, { capacity: 60, minimumOrder: 10 })], { units: 60 })
  const line = { sellerId: 2, component: 'chips', units: 60, unitPrice: 2 }

  it('finds nothing wrong with a sound award', () => {
    expect(validateAward(config)([line], false).violations).toEqual([])
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0])('ignores a line of %s units', (units) => {
    const verdict = validateAward(config)([{ ...line, units }, line], false)
    expect(verdict.spend).toBe(120)
    expect(verdict.violations.map(renderViolation)).toEqual([
      'non-positive units or price: seller 2 chips',
    ])
  })

  it('adds the lines of a supplier before it compares them with capacity and minimum', () => {
    const half = { ...line, units: 5 }
    expect(validateAward(config)([half, half], false).feasible).toBe(true)
    const verdict = validateAward(config)([line, { ...line, units: 1 }], false)
    expect(verdict.violations).toEqual([
      { _tag: 'OverCapacity', sellerId: 2, component: 'chips', units: 61, limit: 60 },
    ])
  })

  it('writes amounts as a double is, ties to even', () => {
    const violation = { _tag: 'OverBudget', spend: 2.675, limit: 0.125 } as const
    expect(renderViolation(violation)).toBe('over budget: 2.67 > 0.12')
  })

  it('lets the budget and the threshold be spent to the last cent', () => {
    const exact = caseOf([offer(2)], { units: 60, budget: 120 })
    expect(validateAward(exact)([line], false).authorized).toBe(true)
  })

  it('has no ratio where nothing was attainable', () => {
    const worthless = caseOf([offer(2)], { value: 200 })
    expect(procurementMetrics(worthless)([], false).welfareRatio).toBeNull()
  })
})
