import fc from 'fast-check'
import type { Transfer } from '../../src/settlement/index.js'

/** Transfers between the five agents of an official case, in thousandths of a unit. */
export const arbitraryTransfers: fc.Arbitrary<Transfer> = fc
  .record({
    from: fc.integer({ min: 1, max: 5 }),
    step: fc.integer({ min: 1, max: 4 }),
    resource: fc.constantFrom('r1', 'r2', 'r3', 'r4', 'r5'),
    thousandths: fc.integer({ min: 1, max: 12_000 }),
  })
  .map(({ from, step, resource, thousandths }) => ({
    from,
    to: 1 + ((from + step - 1) % 5),
    resource,
    quantity: thousandths / 1000,
  }))
