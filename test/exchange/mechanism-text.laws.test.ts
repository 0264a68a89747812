import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ReplyContext, readMechanism } from '../../src/exchange/mechanism-reply.js'
import { applyVerifier, compileMechanism } from '../../src/exchange/mechanism-text.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import { type Mechanism, makeMechanism } from '../../src/settlement/mechanism.js'
import { mechanismToJson } from '../../src/settlement/mechanism-codec.js'

const market = marketOf(3, 2)
const reading = fc.constantFrom('strict', 'recorded')

const transfer = fc
  .record({
    from: fc.integer({ min: 1, max: 3 }),
    step: fc.integer({ min: 1, max: 2 }),
    resource: fc.constantFrom('r1', 'r2'),
    quantity: fc.integer({ min: 1, max: 999 }).map((n) => n / 100),
  })
  .map(({ from, step, resource, quantity }) => ({
    from,
    to: ((from - 1 + step) % 3) + 1,
    resource,
    quantity,
  }))

const mechanism: fc.Arbitrary<Mechanism> = fc.record({
  proposerId: fc.constant(2),
  label: fc.string(),
  summary: fc.string(),
  transfers: fc.array(transfer, { maxLength: 3 }),
  consentingAgents: fc.subarray([1, 2, 3]),
  confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
  institutionalUpdates: fc.array(fc.dictionary(fc.string(), fc.string()), { maxLength: 2 }),
  verifierOk: fc.boolean(),
  verifierReason: fc.string(),
})

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  mechanism.map((one) => JSON.stringify(mechanismToJson(one))),
  fc
    .record(
      {
        transfers: fc.oneof(fc.jsonValue(), fc.array(fc.oneof(transfer, fc.jsonValue()))),
        consents: fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue())),
        confidence: fc.jsonValue(),
        label: fc.jsonValue(),
        institutions: fc.jsonValue(),
        verifier_ok: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    .map((value) => `Here: ${JSON.stringify(value)}`),
)

const verifierText = fc.oneof(
  text,
  fc
    .record(
      {
        verifier_ok: fc.oneof(fc.boolean(), fc.jsonValue()),
        confidence: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.jsonValue()),
        reason: fc.oneof(fc.string(), fc.jsonValue()),
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value)),
)

describe('laws of mechanism texts', () => {
  it('L1 total compilation', () => {
    fc.assert(
      fc.property(text, verifierText, reading, (reply, verdict, how) => {
        const context = { proposerId: 2, market, reading: how, publicStateUpdatePresent: true }
        const compiled = compileMechanism(reply, context)
        for (const one of [compiled, applyVerifier(compiled, verdict, { reading: how })]) {
          expect(makeMechanism(market)(one)).toEqual({ _tag: 'Right', right: one })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('L2 faithful text', () => {
    fc.assert(
      fc.property(mechanism, reading, (one, how) => {
        const reply = `\`\`\`json\n${JSON.stringify(mechanismToJson(one))}\n\`\`\``
        const context = { proposerId: 2, market, reading: how, publicStateUpdatePresent: true }
        const braces = /[{}]/.test(JSON.stringify([one.label, one.summary, one.verifierReason]))
        fc.pre(!braces && !/[{}]/.test(JSON.stringify(one.institutionalUpdates).slice(2, -2)))
        expect(compileMechanism(reply, context)).toEqual(one)
      }),
    )
  })

  it('L3 verifier lowers', () => {
    fc.assert(
      fc.property(mechanism, verifierText, reading, (one, verdict, how) => {
        const verified = applyVerifier(one, verdict, { reading: how })
        expect(verified.confidence).toBeLessThanOrEqual(one.confidence)
        expect(verified.transfers).toBe(one.transfers)
      }),
    )
  })

  it('L4 unreadable refuses', () => {
    const unreadable = fc.string().filter((given) => !given.includes('{'))
    fc.assert(
      fc.property(mechanism, unreadable, (one, verdict) => {
        const verified = applyVerifier(one, verdict)
        expect(verified.verifierOk).toBe(false)
        expect(verified.confidence).toBe(one.confidence)
      }),
    )
  })

  it('L5 no section no rule', () => {
    fc.assert(
      fc.property(text, verifierText, reading, (reply, verdict, how) => {
        const context = { proposerId: 2, market, reading: how, publicStateUpdatePresent: false }
        expect(compileMechanism(reply, context).institutionalUpdates).toEqual([])
        const kept = compileMechanism(reply, { ...context, publicStateUpdatePresent: true })
        const dropped = { reading: how, publicStateUpdatePresent: false }
        const verified = applyVerifier(kept, verdict, dropped)
        expect(verified.institutionalUpdates).toEqual([])
      }),
    )
  })
})

describe('laws of the replies of compilers', () => {
  const context: ReplyContext = { proposerId: 2, market }

  it('L1 faithful reply', () => {
    fc.assert(
      fc.property(mechanism, reading, (one, how) => {
        const reply = JSON.stringify({ proposer_id: 9, ...mechanismToJson(one) })
        expect(readMechanism(reply, { ...context, reading: how })).toEqual({
          _tag: 'Right',
          right: one,
        })
      }),
    )
  })

  it('L2 whole reply', () => {
    const spoil = fc.record(
      {
        'transfers.0.from': fc.constantFrom(0, 4, 'nobody', null, true),
        'transfers.0.quantity': fc.constantFrom(0, -1, 'three', true, null),
        'transfers.0.resource': fc.constantFrom('r3', 'gold', 0, null),
        consenting_agents: fc.constantFrom('a1', null, 5),
        confidence: fc.constantFrom(2, 'high', null, true),
        verifier_ok: fc.constantFrom('yes', 1, null),
        summary: fc.constantFrom(5, null, []),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(mechanism, transfer, spoil, (one, row, defects) => {
        const reply = { ...mechanismToJson(one), transfers: [{ ...row }, ...one.transfers] }
        for (const [place, value] of Object.entries(defects)) {
          const [key = '', , field] = place.split('.')
          if (field === undefined) Object.assign(reply, { [key]: value })
          else Object.assign(reply.transfers[0] ?? {}, { [field]: value })
        }
        const read = readMechanism(JSON.stringify(reply), context)
        const found = read._tag === 'Left' ? read.left.map(({ path }) => path.join('.')) : []
        expect([...found].sort()).toEqual(Object.keys(defects).sort())
      }),
    )
  })
})
