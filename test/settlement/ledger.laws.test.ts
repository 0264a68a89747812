import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exact, exactText } from '../../src/core/exact.js'
import { accountingIn, inDoubles, quantityIn } from '../../src/settlement/accounting.js'
import {
  applyTransfers,
  applyTransfersIn,
  ledgerTotals,
  ledgerTotalsIn,
  openLedger,
  openLedgerIn,
} from '../../src/settlement/ledger.js'
import { transferIn, world } from './arbitraries.js'

const exactly = accountingIn(exact)

const worldAndTransfers = world.chain((w) =>
  fc.tuple(fc.constant(w), fc.array(transferIn(w), { maxLength: 6 })),
)

describe('laws of accounting', () => {
  it('L1 faithful reading', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true })
    fc.assert(
      fc.property(finite, (x) => {
        expect(quantityIn(inDoubles(), x)).toBe(x + 0)
        expect(exact.toNumber(quantityIn(exactly, x))).toBe(x + 0)
      }),
    )
  })
})

describe('laws of ledgers', () => {
  it('L1 totals kept', () => {
    fc.assert(
      fc.property(worldAndTransfers, ([w, transfers]) => {
        const before = openLedgerIn(exactly)(w)
        const after = applyTransfersIn(exactly)(before, transfers)
        const totals = ledgerTotalsIn(exactly)
        expect(totals(after).map(exactText)).toEqual(totals(before).map(exactText))

        const doubles = openLedger(w)
        const moved = ledgerTotals(applyTransfers(doubles, transfers))
        ledgerTotals(doubles).forEach((total, good) => {
          expect(Math.abs((moved[good] ?? 0) - total)).toBeLessThanOrEqual(1e-12 * (1 + total))
        })
      }),
    )
  })

  it('L2 untouched rows', () => {
    fc.assert(
      fc.property(worldAndTransfers, ([w, transfers]) => {
        const before = openLedger(w)
        const after = applyTransfers(before, transfers)
        after.allocation.forEach((row, index) => {
          const involved = transfers.some(({ from, to }) => from === index + 1 || to === index + 1)
          expect(row === before.allocation[index]).toBe(!involved)
        })
      }),
    )
  })

  it('L3 persistence', () => {
    fc.assert(
      fc.property(worldAndTransfers, ([w, transfers]) => {
        const before = openLedger(w)
        const copy = structuredClone(before)
        const first = applyTransfers(before, transfers)
        expect(before).toEqual(copy)
        expect(applyTransfers(before, transfers)).toEqual(first)
      }),
    )
  })

  it('L4 transfers compose', () => {
    const two = world.chain((w) =>
      fc.tuple(fc.constant(w), fc.array(transferIn(w)), fc.array(transferIn(w))),
    )
    fc.assert(
      fc.property(two, ([w, first, second]) => {
        const ledger = openLedger(w)
        expect(applyTransfers(applyTransfers(ledger, first), second)).toEqual(
          applyTransfers(ledger, [...first, ...second]),
        )
      }),
    )
  })
})
