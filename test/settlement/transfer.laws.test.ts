import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { marketOf } from '../../src/settlement/market-shape.js'
import { makeTransfer, transferFailures } from '../../src/settlement/transfer.js'
import { anyNumber, transferIn, world } from './arbitraries.js'

const market = marketOf(3, 2)
const anything = fc.oneof(anyNumber, fc.anything())

describe('laws of transfers', () => {
  it('L1 one direction', () => {
    const input = fc.record({
      from: anything,
      to: anything,
      resource: fc.oneof(fc.constantFrom('r1', 'r2'), anything),
      quantity: anything,
    })
    fc.assert(
      fc.property(input, (given) => {
        const made = makeTransfer(market)(given)
        if (isLeft(made)) return
        expect(made.right.from).not.toBe(made.right.to)
        expect(made.right.quantity).toBeGreaterThan(0)
        expect(Number.isFinite(made.right.quantity)).toBe(true)
        expect(made.right).toEqual(given)
      }),
    )
  })

  it('L2 transfer normal form', () => {
    const inWorld = world.chain((w) => fc.tuple(fc.constant(w), transferIn(w)))
    fc.assert(
      fc.property(inWorld, ([w, transfer]) => {
        const make = makeTransfer({ agents: w.allocation.length, resourceNames: w.resourceNames })
        const made = make(transfer)
        expect(made).toEqual({ _tag: 'Right', right: transfer })
        expect(isRight(made) && make(made.right)).toEqual(made)
      }),
    )
  })

  it('L3 every defect', () => {
    const defects = fc.record({
      from: fc.constantFrom(1, 0, 1.5, true, 'a1', null),
      to: fc.constantFrom(2, 4, -1, undefined, Number.NaN),
      resource: fc.constantFrom('r1', 'r3', '', 1, null),
      quantity: fc.constantFrom(2, 0, -0, -50, Number.NaN, Number.POSITIVE_INFINITY, true, '2'),
    })
    const sound = { from: 1, to: 2, resource: 'r1', quantity: 2 }
    fc.assert(
      fc.property(defects, (input) => {
        const wrong = Object.entries(input)
          .filter(([key, value]) => !Object.is(value, sound[key as keyof typeof sound]))
          .map(([key]) => key)
        const failures = transferFailures(market)(input)
        expect(failures.map(({ path }) => path[0])).toEqual(wrong)
        for (const { path, value } of failures) {
          expect(value).toBe(input[path[0] as keyof typeof input])
        }
      }),
    )
  })
})
