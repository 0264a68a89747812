import fc from 'fast-check'
import type { ProcurementConfig, Supplier } from '../../src/economy/index.js'
import type { AwardLine } from '../../src/mechanisms/index.js'

const components = ['chips', 'pcb']

const supplier = (sellerId: number): fc.Arbitrary<Supplier> =>
  fc.record({
    sellerId: fc.constant(sellerId),
    component: fc.constantFrom(...components),
    unitCost: fc.integer({ min: 1, max: 9 }),
    capacity: fc.integer({ min: 0, max: 6 }),
    leadTimeDays: fc.constantFrom(5, 10, 15),
    minimumOrder: fc.integer({ min: 0, max: 4 }),
    paymentTermsDays: fc.constant(30),
  })

/** Small procurement cases: up to four suppliers of two components, a few units each. */
export const procurements: fc.Arbitrary<ProcurementConfig> = fc
  .integer({ min: 1, max: 4 })
  .chain((count) =>
    fc.record({
      name: fc.constant('small'),
      buyerAgent: fc.constant(1),
      demand: fc.record({
        unitsRequired: fc
          .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 0, max: 3 }))
          .map(([chips, pcb]) => [
            { component: 'pcb', units: pcb },
            { component: 'chips', units: chips },
          ]),
        deadlineDays: fc.constantFrom(10, 15),
        contractValue: fc.integer({ min: 1, max: 90 }),
      }),
      authorization: fc.record({
        budget: fc.integer({ min: 1, max: 60 }),
        approvedVendors: fc.subarray([2, 3, 4, 5], { minLength: 2 }),
        signoffThreshold: fc.integer({ min: 1, max: 60 }),
      }),
      suppliers: fc.tuple(...Array.from({ length: count }, (_, i) => supplier(i + 2))),
    }),
  )

/** Awards of whole units at any price, offered or not. */
export const awards: fc.Arbitrary<ReadonlyArray<AwardLine>> = fc.array(
  fc.record({
    sellerId: fc.integer({ min: 2, max: 6 }),
    component: fc.constantFrom(...components),
    units: fc.integer({ min: 0, max: 6 }),
    unitPrice: fc.integer({ min: 0, max: 12 }),
  }),
  { maxLength: 5 },
)
