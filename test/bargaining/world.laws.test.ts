import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bargainingWorld, LARGEST_AMOUNT } from '../../src/bargaining/index.js'

const anything = fc.oneof(
  fc.integer({ min: -5, max: 20000 }),
  fc.integer({ min: 0, max: 20000 }),
  fc.double(),
  fc.string(),
  fc.constantFrom(null, undefined, true),
)
const inputs = fc.record({
  id: fc.oneof(fc.string(), anything),
  value: anything,
  cost: anything,
  list: anything,
  reservationShare: anything,
})

describe('the laws of worlds', () => {
  it('L1 whole', () => {
    let made = 0
    fc.assert(
      fc.property(
        fc.oneof(
          inputs,
          fc.record({
            id: fc.constant('w'),
            value: fc.nat(99),
            cost: fc.nat(99),
            list: fc.nat(99),
            reservationShare: fc.constant(undefined),
          }),
        ),
        (input) => {
          const world = bargainingWorld(input)
          if (world._tag === 'Left') return
          made += 1
          const { value, cost, list } = world.right
          for (const amount of [value, cost, list]) {
            expect(Number.isInteger(amount) && amount >= 0 && amount <= LARGEST_AMOUNT).toBe(true)
          }
          expect(list).toBeGreaterThanOrEqual(cost)
        },
      ),
      { numRuns: 500 },
    )
    expect(made).toBeGreaterThan(20)
  })

  it('L2 total', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const world = bargainingWorld(input)
        if (world._tag === 'Right') return
        expect(world.left.length).toBeGreaterThan(0)
        for (const failure of world.left) expect(failure._tag).toBe('BadWorld')
      }),
    )
  })
})
