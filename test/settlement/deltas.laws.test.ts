import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utilities } from '../../src/economy/utility.js'
import { inDoubles } from '../../src/settlement/accounting.js'
import { affectedAgents, deltaOf, deltaOfIn, deltas } from '../../src/settlement/deltas.js'
import { applyTransfers, openLedger } from '../../src/settlement/ledger.js'
import { participants } from '../../src/settlement/mechanism.js'
import { hostileMechanism, world, worldAndMechanism } from './arbitraries.js'

describe('laws of deltas', () => {
  it('L1 bystanders', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([w, mechanism]) => {
        const delta = deltaOf(openLedger(w), mechanism)
        const involved = participants(mechanism)
        w.allocation.forEach((_, index) => {
          if (!involved.includes(index + 1)) expect(delta(index + 1)).toBe(0)
        })
        expect(delta(w.allocation.length + 1)).toBe(0)
      }),
    )
  })

  it('L2 delta is change', () => {
    fc.assert(
      fc.property(
        worldAndMechanism,
        fc.constantFrom('plain', 'neumaier'),
        ([w, mechanism], summation) => {
          const ledger = openLedger(w)
          const delta = deltaOfIn(inDoubles(summation))(ledger, mechanism)
          const before = utilities(w, ledger.allocation, summation)
          const { allocation } = applyTransfers(ledger, mechanism.transfers)
          utilities(w, allocation, summation).forEach((utility, index) => {
            expect(delta(index + 1)).toBe(utility - (before[index] ?? 0))
          })
        },
      ),
    )
  })

  it('L3 affected are listed', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([w, mechanism]) => {
        const ledger = openLedger(w)
        const keys = Object.keys(deltas(ledger, mechanism)).map(Number)
        expect(keys).toEqual(participants(mechanism))
        expect(affectedAgents(ledger, mechanism)).toEqual(keys)
      }),
    )
  })

  it('L4 finite delta', () => {
    fc.assert(
      fc.property(world, hostileMechanism, (w, mechanism) => {
        const all = deltas(openLedger(w), mechanism)
        for (const [agent, delta] of Object.entries(all)) {
          expect(Number(agent) >= 1 && Number(agent) <= w.allocation.length).toBe(true)
          expect(Number.isFinite(delta)).toBe(true)
        }
      }),
    )
  })
})
