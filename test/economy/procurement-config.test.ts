import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ProcurementConfig,
  procurementToJson,
  readProcurementConfig,
} from '../../src/economy/index.js'
import { refusals, sound } from './arbitraries.js'

const json = {
  name: 'two parts',
  demand: { units_required: { bolt: 10, nut: 10 }, deadline_days: 30, contract_value: 200 },
  authorization: { budget: 100, approved_vendors: [2, 3], signoff_threshold: 80 },
  suppliers: [
    { seller_id: 2, component: 'bolt', unit_cost: 3, capacity: 20, lead_time_days: 5, moq: 2 },
    { seller_id: 3, component: 'nut', unit_cost: 0, capacity: 20, lead_time_days: 0 },
  ],
}

describe('readProcurementConfig', () => {
  it('reads a case with a buyer, terms and smallest orders by default', () => {
    expect(sound(readProcurementConfig(json))).toEqual({
      name: 'two parts',
      buyerAgent: 1,
      demand: {
        unitsRequired: [
          { component: 'bolt', units: 10 },
          { component: 'nut', units: 10 },
        ],
        deadlineDays: 30,
        contractValue: 200,
      },
      authorization: { budget: 100, approvedVendors: [2, 3], signoffThreshold: 80 },
      suppliers: [
        {
          sellerId: 2,
          component: 'bolt',
          unitCost: 3,
          capacity: 20,
          leadTimeDays: 5,
          minimumOrder: 2,
          paymentTermsDays: 0,
        },
        {
          sellerId: 3,
          component: 'nut',
          unitCost: 0,
          capacity: 20,
          leadTimeDays: 0,
          minimumOrder: 0,
          paymentTermsDays: 0,
        },
      ],
    })
  })

  it('reports everything that is missing or wrong', () => {
    expect(refusals(readProcurementConfig({}))).toEqual([
      'Malformed demand',
      'Malformed authorization',
      'Malformed suppliers',
    ])
    expect(
      refusals(
        readProcurementConfig({
          demand: {
            units_required: { bolt: -1, nut: '4' },
            deadline_days: null,
            contract_value: 1,
          },
          authorization: { budget: 1, approved_vendors: [0], signoff_threshold: 1 },
          suppliers: [{ seller_id: 2 }, 5],
        }),
      ),
    ).toEqual([
      'OutOfRange demand.units_required.bolt',
      'Malformed demand.units_required.nut',
      'Malformed demand.deadline_days',
      'OutOfRange authorization.approved_vendors.0',
      'Malformed suppliers.0.component',
      'Malformed suppliers.0.unit_cost',
      'Malformed suppliers.0.capacity',
      'Malformed suppliers.0.lead_time_days',
      'Malformed suppliers.1',
    ])
    const empty = { ...json, demand: { ...json.demand, units_required: {} } }
    expect(refusals(readProcurementConfig(empty))).toEqual(['Malformed demand.units_required'])
  })

  it('L1 procurement', () => {
    const amount = fc.double({ min: 0, max: 1e6, noNaN: true }).map((n) => n + 0)
    const id = fc.integer({ min: 1, max: 99 })
    const component = fc.constantFrom('bolt', 'nut', 'washer')
    const cases: fc.Arbitrary<ProcurementConfig> = fc.record({
      name: fc.string(),
      buyerAgent: id,
      demand: fc.record({
        unitsRequired: fc.uniqueArray(fc.record({ component, units: amount }), {
          minLength: 1,
          selector: (demand) => demand.component,
        }),
        deadlineDays: amount,
        contractValue: amount,
      }),
      authorization: fc.record({
        budget: amount,
        approvedVendors: fc.array(id),
        signoffThreshold: amount,
      }),
      suppliers: fc.array(
        fc.record({
          sellerId: id,
          component,
          unitCost: amount,
          capacity: amount,
          leadTimeDays: amount,
          minimumOrder: amount,
          paymentTermsDays: amount,
        }),
        { minLength: 1 },
      ),
    })
    fc.assert(
      fc.property(cases, (config) => {
        const written = JSON.parse(JSON.stringify(procurementToJson(config)))
        expect(sound(readProcurementConfig(written))).toEqual(config)
      }),
    )
  })
})
