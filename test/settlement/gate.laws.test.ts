import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exact } from '../../src/core/exact.js'
import { accountingIn } from '../../src/settlement/accounting.js'
import {
  allGates,
  confidence,
  consent,
  effect,
  feasibility,
  feasibilityIn,
  type Gate,
  holdings,
  rationality,
  verifier,
  wellFormed,
} from '../../src/settlement/gate.js'
import { openLedger, openLedgerIn } from '../../src/settlement/ledger.js'
import { debitedAgents } from '../../src/settlement/mechanism.js'
import { isAdmitted, reasonsOf } from '../../src/settlement/verdict.js'
import { hostileMechanism, world, worldAndMechanism } from './arbitraries.js'

const gates: ReadonlyArray<Gate> = [
  wellFormed,
  verifier,
  confidence,
  consent,
  holdings,
  rationality,
  effect,
]

describe('laws of gates', () => {
  it('L1 all reasons', () => {
    fc.assert(
      fc.property(worldAndMechanism, fc.subarray([...gates]), ([w, mechanism], some) => {
        const ledger = openLedger(w)
        expect(reasonsOf(allGates(some)(ledger, mechanism))).toEqual(
          some.flatMap((gate) => reasonsOf(gate(ledger, mechanism))),
        )
        const parts = [wellFormed, verifier, confidence, consent, holdings]
        expect(feasibility(ledger, mechanism)).toEqual(allGates(parts)(ledger, mechanism))
      }),
    )
  })

  it('L2 pure gate', () => {
    fc.assert(
      fc.property(world, hostileMechanism, (w, mechanism) => {
        const ledger = openLedger(w)
        const copy = structuredClone(ledger)
        for (const gate of gates) {
          expect(gate(ledger, mechanism)).toEqual(gate(ledger, mechanism))
        }
        expect(ledger).toEqual(copy)
      }),
    )
  })

  it('L3 consent matters', () => {
    fc.assert(
      fc.property(worldAndMechanism, fc.nat(), ([w, mechanism], n) => {
        const debited = debitedAgents(mechanism)
        const agent = debited[n % Math.max(1, debited.length)]
        fc.pre(agent !== undefined)
        const consentingAgents = mechanism.consentingAgents.filter((other) => other !== agent)
        const verdict = consent(openLedger(w), { ...mechanism, consentingAgents })
        const given = mechanism.transfers.filter(({ from }) => from === agent)
        expect(reasonsOf(verdict)).toContainEqual({
          _tag: 'MissingConsent',
          agent,
          debits: given.map(({ resource, quantity }) => ({ resource, quantity })),
        })
      }),
    )
  })

  it('L4 summed debits', () => {
    fc.assert(
      fc.property(worldAndMechanism, ([w, mechanism]) => {
        const reasons = reasonsOf(holdings(openLedger(w), mechanism))
        const short = w.allocation.flatMap((row, agent) =>
          row.flatMap((held, good) => {
            const rows = mechanism.transfers.filter(
              ({ from, resource }) => from === agent + 1 && resource === `r${good + 1}`,
            )
            const debited = rows.reduce((total, { quantity }) => total + quantity, 0)
            return debited > held ? [[agent + 1, `r${good + 1}`, held, debited]] : []
          }),
        )
        expect(
          reasons
            .map((reason) =>
              reason._tag === 'InsufficientHolding'
                ? [reason.agent, reason.resource, reason.holding, reason.debited]
                : [],
            )
            .sort(),
        ).toEqual(short.sort())
      }),
    )
  })

  it('L5 more consent', () => {
    const more = fc.array(fc.integer({ min: 1, max: 2 }))
    fc.assert(
      fc.property(worldAndMechanism, more, ([w, mechanism], extra) => {
        const ledger = openLedger(w)
        const consentingAgents = [...mechanism.consentingAgents, ...extra]
        if (!isAdmitted(feasibility(ledger, mechanism))) return
        expect(isAdmitted(feasibility(ledger, { ...mechanism, consentingAgents }))).toBe(true)
      }),
    )
  })

  it('the gates of a ledger in decimals agree with exact sums', () => {
    const exactly = accountingIn(exact)
    fc.assert(
      fc.property(worldAndMechanism, ([w, mechanism]) => {
        const verdict = feasibilityIn(exactly)(openLedgerIn(exactly)(w), mechanism)
        const others = reasonsOf(verdict).filter(({ _tag }) => _tag !== 'InsufficientHolding')
        const inDoubles = reasonsOf(feasibility(openLedger(w), mechanism))
        expect(others).toEqual(inDoubles.filter(({ _tag }) => _tag !== 'InsufficientHolding'))
      }),
    )
  })
})
