import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BilateralPolicy,
  type BilateralSwap,
  bilateralQuantities,
  privilegedBilateralSwap,
  swapMechanism,
} from '../../src/agents/index.js'
import { arbitraryWorld } from '../../src/laws/index.js'
import {
  deltas,
  feasibility,
  isAdmitted,
  type Ledger,
  openLedger,
} from '../../src/settlement/index.js'

const ledgers = arbitraryWorld({ goods: { min: 2, max: 3 } }).map(openLedger)
const partnersOf = (ledger: Ledger): ReadonlyArray<number> =>
  ledger.allocation.map((_, index) => index + 1).filter((agent) => agent !== 1)
const choose = (policy: BilateralPolicy, ledger: Ledger): BilateralSwap | null =>
  privilegedBilateralSwap(policy, 'neumaier')(ledger, 1, partnersOf(ledger))

describe('the scripted bilateral policies', () => {
  it('L1 mutual gain', () => {
    fc.assert(
      fc.property(
        ledgers,
        fc.constantFrom<BilateralPolicy>('first_ir', 'max_joint', 'max_own'),
        (ledger, policy) => {
          const swap = choose(policy, ledger)
          if (swap === null) return
          const mechanism = swapMechanism(1, swap)
          expect(isAdmitted(feasibility(ledger, mechanism))).toBe(true)
          const gains = deltas(ledger, mechanism)
          expect(gains[1]).toBeCloseTo(swap.ownGain, 9)
          expect(gains[swap.partner]).toBeCloseTo(swap.partnerGain, 9)
          expect(Math.min(swap.ownGain, swap.partnerGain)).toBeGreaterThan(1e-9)
        },
      ),
    )
  })

  it('L2 dominance', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const [first, joint, own] = (['first_ir', 'max_joint', 'max_own'] as const).map((policy) =>
          choose(policy, ledger),
        )
        if (first === null || joint === null || own === null) return
        if (first === undefined || joint === undefined || own === undefined) return
        expect(joint.ownGain + joint.partnerGain).toBeGreaterThanOrEqual(
          first.ownGain + first.partnerGain,
        )
        expect(own.ownGain).toBeGreaterThanOrEqual(first.ownGain)
      }),
    )
  })

  it('L3 silence', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const silent = (['first_ir', 'max_joint', 'max_own'] as const).map(
          (policy) => choose(policy, ledger) === null,
        )
        expect(new Set(silent).size).toBe(1)
      }),
    )
  })

  it('agree with a scan of every swap of the ladder, one by one, through the gates', () => {
    fc.assert(
      fc.property(ledgers, (ledger) => {
        const goods = ledger.world.resourceNames.map((_, good) => good)
        const best = partnersOf(ledger)
          .flatMap((partner) =>
            goods.flatMap((goodGiven) =>
              goods
                .filter((goodReceived) => goodReceived !== goodGiven)
                .flatMap((goodReceived) =>
                  bilateralQuantities.flatMap((given) =>
                    bilateralQuantities.map((received) =>
                      swapMechanism(1, {
                        partner,
                        goodGiven,
                        goodReceived,
                        given,
                        received,
                        ownGain: 0,
                        partnerGain: 0,
                      }),
                    ),
                  ),
                ),
            ),
          )
          .filter((mechanism) => isAdmitted(feasibility(ledger, mechanism)))
          .map((mechanism) => Object.values(deltas(ledger, mechanism)))
          .filter((gains) => gains.every((gain) => gain > 1e-9))
          .reduce(
            (most, gains) =>
              Math.max(
                most,
                gains.reduce((a, b) => a + b, 0),
              ),
            0,
          )
        const joint = choose('max_joint', ledger)
        expect(joint === null ? 0 : joint.ownGain + joint.partnerGain).toBeCloseTo(best, 9)
      }),
      { numRuns: 40 },
    )
  })
})
