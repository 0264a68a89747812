import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decode } from '../../src/core/codec.js'
import { guardOf } from '../../src/core/guard.js'
import { AuditJson, auditFromJson, auditToJson } from '../../src/settlement/audit-codec.js'
import { coordinationCost } from '../../src/settlement/coordination-cost.js'
import { acceptanceErrorFamilies, type PrivateAcceptanceAudit } from '../../src/settlement/event.js'
import { EventJson, eventFromJson, eventToJson } from '../../src/settlement/event-codec.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { settle } from '../../src/settlement/settle.js'
import { hundredths, worldAndMechanism } from './arbitraries.js'

const audit: fc.Arbitrary<PrivateAcceptanceAudit> = fc.record({
  agentId: fc.integer({ min: 1, max: 9 }),
  approve: fc.boolean(),
  actualDelta: hundredths(3),
  actualDeltaSign: fc.constantFrom('positive', 'negative', 'zero'),
  claimedDeltaSign: fc.string({ maxLength: 9 }),
  signMatch: fc.boolean(),
  debitRowsMatch: fc.boolean(),
  creditRowsMatch: fc.boolean(),
  quantityMatch: fc.boolean(),
  counterpartTransfersPresent: fc.boolean(),
  sameBundleAuthorized: fc.boolean(),
  approvalCorrect: fc.boolean(),
  errorFamily: fc.constantFrom(...acceptanceErrorFamilies),
  reason: fc.string({ maxLength: 9 }),
})

const rates = fc.record({
  searchCostPerContactedAgent: hundredths(1),
  searchCostPerPublicRound: hundredths(1),
  standingRuleBonusOrCostSaving: hundredths(1),
})

const event = fc
  .tuple(worldAndMechanism, fc.array(audit, { maxLength: 2 }), fc.option(rates), fc.boolean())
  .map(([[w, mechanism], privateAcceptanceAudits, r, irEnforce]) => {
    const charged = { round: 2, agents: w.allocation.length, institutions: [] }
    const cost = r === null ? null : coordinationCost(r)(charged)
    const options = { roundIndex: 2, irEnforce, privateAcceptanceAudits, coordinationCost: cost }
    return settle(options)(openLedger(w), mechanism).event
  })

describe('laws of the recorded form of audits', () => {
  it('L1 audit round trip', () => {
    fc.assert(
      fc.property(audit, (given) => {
        const json = JSON.parse(JSON.stringify(auditToJson(given)))
        expect(decode(AuditJson)(json)).toEqual({ _tag: 'Right', right: json })
        expect(auditFromJson(json)).toEqual(given)
      }),
    )
  })
})

describe('laws of the recorded form of events', () => {
  it('L1 event round trip', () => {
    fc.assert(
      fc.property(event, (given) => {
        expect(eventFromJson(JSON.parse(JSON.stringify(eventToJson(given))))).toEqual(given)
      }),
    )
  })

  it('L2 event shape', () => {
    const isEvent = guardOf(EventJson)
    fc.assert(
      fc.property(event, (given) => {
        const json = eventToJson(given)
        expect(decode(EventJson)(json)).toEqual({ _tag: 'Right', right: json })
        expect(isEvent(json)).toBe(true)
      }),
    )
  })
})
