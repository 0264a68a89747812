import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPSILON } from '../../src/core/arithmetic.js'
import { makeWorld, type World } from '../../src/economy/world.js'
import { readDecision } from '../../src/exchange/acceptance-decision.js'
import {
  auditOfClaims,
  claimsOf,
  deltaSign,
  isRejection,
  privateAcceptance,
} from '../../src/exchange/private-acceptance.js'
import { deltas } from '../../src/settlement/deltas.js'
import { openLedger } from '../../src/settlement/ledger.js'
import { debitedAgents, type Mechanism } from '../../src/settlement/mechanism.js'

const made = makeWorld({
  allocation: [
    [6, 0],
    [0, 6],
    [3, 3],
  ],
  preferences: [
    [1, 4],
    [3, 1],
    [2, 2],
  ],
  utilityMode: 'concave_separable',
})
if (made._tag === 'Left') throw new Error('no world')
const world: World = made.right
const ledger = openLedger(world)
const names = world.resourceNames

const agents = fc.integer({ min: 1, max: 3 })
const mechanisms: fc.Arbitrary<Mechanism> = fc
  .array(
    fc.record({
      from: agents,
      to: agents,
      resource: fc.constantFrom('r1', 'r2'),
      quantity: fc.constantFrom(0.5, 1, 2),
    }),
    { minLength: 1, maxLength: 4 },
  )
  .map((rows) => ({
    proposerId: 1,
    label: 'swap',
    summary: '',
    transfers: rows.filter((row) => row.from !== row.to),
    consentingAgents: [1, 2, 3],
    confidence: 1,
    institutionalUpdates: [],
    verifierOk: true,
    verifierReason: '',
  }))

const said = fc.record({
  approve: fc.oneof(fc.boolean(), fc.jsonValue()),
  claimed_delta_sign: fc.constantFrom('positive', ' NEGATIVE ', 'zero', 3),
  counterpart_transfers_present: fc.oneof(fc.boolean(), fc.constant('yes')),
  same_bundle_authorized: fc.boolean(),
  own_debits_seen: fc.array(
    fc.record({ resource: fc.constantFrom('r1', 'r2'), quantity: fc.constantFrom(1, '2', 0.5) }),
    { maxLength: 2 },
  ),
})

const texts = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.json(),
  said.map((one) => `Let me see. ${JSON.stringify(one)}`),
)

const modes = fc.constantFrom(
  'llm_structured' as const,
  'llm_structured_strict' as const,
  'hybrid_block_bad' as const,
  'deterministic_oracle' as const,
  'off' as const,
)

const decisions = fc.tuple(texts, texts, texts).map(
  ([a, b, c]) =>
    new Map([
      [1, a],
      [2, b],
      [3, c],
    ]),
)

describe('acceptance decision laws', () => {
  it('L1 every text decides', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const decision = readDecision(text, names)
        expect(typeof decision.approve).toBe('boolean')
        expect(
          decision.debits.every((row) => row.quantity > 0 && Number.isFinite(row.quantity)),
        ).toBe(true)
      }),
    )
  })

  it('L2 unreadable refuses', () => {
    const without = fc.string().filter((text) => !text.includes('{'))
    fc.assert(
      fc.property(without, (text) => {
        expect(readDecision(text, names)).toMatchObject({ malformed: true, approve: false })
      }),
    )
  })

  it('L3 only true approves', () => {
    const keys = fc.constantFrom('approve', 'approved', 'accept', 'accepted')
    const almostTrue = fc.constantFrom<string | number | ReadonlyArray<boolean>>(
      ...['true', 'True', 'yes', 'approve', 1],
      [true],
    )
    fc.assert(
      fc.property(keys, fc.oneof(fc.jsonValue(), fc.boolean(), almostTrue), (key, value) => {
        expect(readDecision(JSON.stringify({ [key]: value }), names).approve).toBe(value === true)
        // Whatever else is said, one that does not speak of approval does not approve.
        const other = JSON.stringify({ same_bundle_authorized: value, [`not_${key}`]: value })
        expect(readDecision(other, names)).toMatchObject({ malformed: false, approve: false })
      }),
    )
  })

  it('takes the first key that is present, in the order of the table', () => {
    expect(readDecision('{"accepted": true, "approve": false}', names).approve).toBe(false)
  })

  it('is malformed by a row that cannot be read, and skips one that lacks a field', () => {
    expect(
      readDecision(
        '{"approve": true, "own_debits_seen": [{"resource": "r1", "quantity": -1}]}',
        names,
      ).malformed,
    ).toBe(true)
    expect(
      readDecision('{"approve": true, "own_debits_seen": [{"resource": "r1"}, 7]}', names),
    ).toMatchObject({
      malformed: false,
      debits: [],
    })
  })
})

describe('private acceptance laws', () => {
  it('L1 one audit each', () => {
    fc.assert(
      fc.property(modes, mechanisms, decisions, (mode, mechanism, given) => {
        const { audits } = privateAcceptance(mode)(ledger, mechanism, given)
        expect(audits.map((audit) => audit.agentId)).toEqual(debitedAgents(mechanism))
        const actual = deltas(ledger, mechanism)
        for (const audit of audits) {
          expect(audit.actualDelta).toBe(actual[audit.agentId])
          expect(audit.actualDeltaSign).toBe(deltaSign(audit.actualDelta))
        }
      }),
    )
  })

  it('L2 all or nothing', () => {
    fc.assert(
      fc.property(modes, mechanisms, decisions, (mode, mechanism, given) => {
        const { mechanism: left, rejecting } = privateAcceptance(mode)(ledger, mechanism, given)
        if (rejecting.length === 0) expect(left).toBe(mechanism)
        else {
          expect(left).toMatchObject({
            transfers: [],
            consentingAgents: [],
            institutionalUpdates: [],
            confidence: 0,
          })
          expect(left.summary).toContain(rejecting.map((agent) => `a${agent}`).join(', '))
        }
      }),
    )
  })

  it('L3 stricter mode', () => {
    fc.assert(
      fc.property(mechanisms, decisions, (mechanism, given) => {
        const lenient = privateAcceptance('llm_structured')(ledger, mechanism, given).rejecting
        const strict = privateAcceptance('llm_structured_strict')(
          ledger,
          mechanism,
          given,
        ).rejecting
        expect(lenient.filter((agent) => !strict.includes(agent))).toEqual([])
        expect(privateAcceptance('off')(ledger, mechanism, given).rejecting).toEqual([])
      }),
    )
  })

  it('L4 audit from claims', () => {
    fc.assert(
      fc.property(mechanisms, texts, agents, (mechanism, text, agent) => {
        const claims = claimsOf(readDecision(text, names), agent, mechanism)
        const audit = auditOfClaims(claims, agent, 1)
        const again = auditOfClaims(
          { ...audit, malformed: audit.errorFamily === 'malformed_private_acceptance' },
          agent,
          1,
        )
        expect(again).toEqual(audit)
      }),
    )
  })

  it('never lets a losing agent pass under the oracle', () => {
    fc.assert(
      fc.property(mechanisms, (mechanism) => {
        const { audits } = privateAcceptance('deterministic_oracle')(ledger, mechanism, new Map())
        for (const audit of audits) {
          expect(isRejection('deterministic_oracle', audit)).toBe(!(audit.actualDelta > EPSILON))
          expect(audit.errorFamily).toBe('none')
        }
      }),
    )
  })
})
