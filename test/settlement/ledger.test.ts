import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exact } from '../../src/core/exact.js'
import { accountingIn } from '../../src/settlement/accounting.js'
import {
  applyTransfers,
  applyTransfersIn,
  inNumbers,
  ledgerTotals,
  openLedger,
  openLedgerIn,
} from '../../src/settlement/ledger.js'
import { hostileMechanism, worldFrom } from './arbitraries.js'

const exactly = accountingIn(exact)

describe('a ledger', () => {
  const w = worldFrom({
    allocation: [
      [0.3, 0],
      [0, 2],
    ],
    preferences: [
      [1, 1],
      [1, 1],
    ],
  })

  it('moves a tenth as a tenth when it counts in decimals', () => {
    const transfers = [1, 2, 3].map(() => ({ from: 1, to: 2, resource: 'r1', quantity: 0.1 }))
    const decimals = inNumbers(exactly)(
      applyTransfersIn(exactly)(openLedgerIn(exactly)(w), transfers),
    )
    expect(decimals.allocation).toEqual([
      [0, 0],
      [0.3, 2],
    ])
    const doubles = applyTransfers(openLedger(w), transfers)
    expect(doubles.allocation[0]?.[0]).not.toBe(0)
  })

  it('does not move what is no transfer, least of all backwards', () => {
    const bad = [
      { from: 1, to: 2, resource: 'r1', quantity: -50 },
      { from: 2, to: 2, resource: 'r2', quantity: 1 },
      { from: 1, to: 3, resource: 'r1', quantity: 0.1 },
      { from: 1, to: 2, resource: 'r3', quantity: 0.1 },
      { from: 1, to: 2, resource: 'r1', quantity: Number.NaN },
    ]
    const ledger = openLedger(w)
    expect(applyTransfers(ledger, bad)).toBe(ledger)
    fc.assert(
      fc.property(hostileMechanism, ({ transfers }) => {
        for (const row of applyTransfers(ledger, transfers).allocation) {
          expect(row.length).toBe(2)
          expect(row.some(Number.isNaN)).toBe(false)
        }
      }),
    )
  })

  it('opens without institutions, in either accounting', () => {
    expect(openLedger(w).institutions).toEqual([])
    expect(openLedgerIn(exactly)(w).institutions).toEqual([])
  })

  it('adds up each good over all agents', () => {
    expect(ledgerTotals(openLedger(w))).toEqual([0.3, 2])
  })
})
