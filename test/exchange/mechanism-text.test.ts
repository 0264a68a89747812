import { describe, expect, it } from 'vitest'
import {
  type ReplyContext,
  type ReplyFailure,
  readMechanism,
} from '../../src/exchange/mechanism-reply.js'
import {
  applyVerifier,
  compileMechanism,
  readVerifierReply,
} from '../../src/exchange/mechanism-text.js'
import { marketOf } from '../../src/settlement/market-shape.js'
import type { Mechanism } from '../../src/settlement/mechanism.js'

const strict: ReplyContext = { proposerId: 1, market: marketOf(5, 5) }
const recorded: ReplyContext = { ...strict, reading: 'recorded' }

const read = (reply: unknown, context: ReplyContext = strict): Mechanism | null => {
  const result = readMechanism(JSON.stringify(reply), context)
  return result._tag === 'Right' ? result.right : null
}

const defects = (
  reply: unknown,
  context: ReplyContext = strict,
): ReadonlyArray<readonly [ReplyFailure, string, unknown]> => {
  const result = readMechanism(JSON.stringify(reply), context)
  return result._tag === 'Right'
    ? []
    : result.left.map(({ _tag, path, value }) => [_tag, path.join('.'), value] as const)
}

const row = { from: 1, to: 2, resource: 'r1', quantity: 2 }

describe('the reply of a compiler', () => {
  it('has a default for every field', () => {
    expect(read({})).toEqual({
      proposerId: 1,
      label: 'compiled_mechanism',
      summary: '',
      transfers: [],
      consentingAgents: [1],
      confidence: 0,
      institutionalUpdates: [],
      verifierOk: true,
      verifierReason: '',
    })
    expect(read({ transfers: [{ from: 1, to: 2, resource: 'r1' }] })?.transfers[0]?.quantity).toBe(
      1,
    )
  })

  it('may use the other key of a field; the first that is present counts, even when it is null', () => {
    const other = {
      transfers: [{ from_agent: 2, to_agent: 3, resource: 4, qty: 0.5 }],
      consents: [3, 2, 2],
      label: 'L',
      institutions: 'post prices',
    }
    expect(read(other)).toMatchObject({
      transfers: [{ from: 2, to: 3, resource: 'r4', quantity: 0.5 }],
      consentingAgents: [2, 3],
      label: 'L',
      institutionalUpdates: [{ text: 'post prices' }],
    })
    expect(defects({ transfers: [{ ...row, from: null, from_agent: 2 }] })).toEqual([
      ['UnknownAgent', 'transfers.0.from', null],
    ])
    expect(read({ mechanism_label: 'M', label: 'L' })?.label).toBe('M')
    expect(
      read({ institutional_updates: null, institutions: ['x'] })?.institutionalUpdates,
    ).toEqual([])
  })

  it('is refused with everything that is wrong, at the keys and with the values that it has', () => {
    const reply = {
      transfers: [
        row,
        { from_agent: 9, to: 2, resource: 'gold', qty: -50 },
        'a1->a2',
        { ...row, to: 1, quantity: '0' },
      ],
      consents: [1, 'a7', 'nobody'],
      confidence: 'high',
      verifier_ok: 'yes',
      label: 5,
    }
    expect(defects(reply)).toEqual([
      ['NotAText', 'label', 5],
      ['UnknownAgent', 'transfers.1.from_agent', 9],
      ['UnknownResource', 'transfers.1.resource', 'gold'],
      ['NegativeQuantity', 'transfers.1.qty', -50],
      ['NotAnObject', 'transfers.2', 'a1->a2'],
      ['SelfTransfer', 'transfers.3.to', 1],
      ['ZeroQuantity', 'transfers.3.quantity', '0'],
      ['UnknownAgent', 'consents.1', 'a7'],
      ['UnknownAgent', 'consents.2', 'nobody'],
      ['NotAConfidence', 'confidence', 'high'],
      ['NotATruth', 'verifier_ok', 'yes'],
    ])
  })

  it('names lists as lists', () => {
    expect(defects({ transfers: 'x', consenting_agents: 'a1' })).toEqual([
      ['NotAList', 'transfers', 'x'],
      ['NotAList', 'consenting_agents', 'a1'],
    ])
    expect(defects({ transfers: null })).toEqual([['NotAList', 'transfers', null]])
  })

  it('with "1,000" means a thousand strictly, and nothing in the recorded reading', () => {
    const reply = { transfers: [{ ...row, quantity: '1,000' }] }
    expect(read(reply)?.transfers[0]?.quantity).toBe(1000)
    expect(defects(reply, recorded)).toEqual([['NotAQuantity', 'transfers.0.quantity', '1,000']])
  })

  it('with a boolean for an agent is refused strictly, and means agent 1 in the recorded reading', () => {
    const reply = { transfers: [{ ...row, from: true }] }
    expect(defects(reply)).toEqual([['UnknownAgent', 'transfers.0.from', true]])
    expect(read(reply, recorded)?.transfers[0]?.from).toBe(1)
    expect(defects({ transfers: [{ ...row, quantity: true }] }, recorded).length).toBe(1)
  })

  it('never turns a negative quantity round', () => {
    for (const context of [strict, recorded]) {
      for (const quantity of [-50, '-50', -0.5]) {
        expect(defects({ transfers: [{ ...row, quantity }] }, context)).toEqual([
          ['NegativeQuantity', 'transfers.0.quantity', quantity],
        ])
      }
    }
  })

  it('may move half a unit only where units divide', () => {
    const reply = { transfers: [{ ...row, quantity: 49.5 }] }
    expect(read(reply)?.transfers[0]?.quantity).toBe(49.5)
    const whole = { ...strict, market: { ...strict.market, divisible: false } }
    expect(defects(reply, whole)).toEqual([['FractionalQuantity', 'transfers.0.quantity', 49.5]])
    expect(read({ transfers: [{ ...row, quantity: '2.0' }] }, whole)?.transfers[0]?.quantity).toBe(
      2,
    )
  })

  it('names the money good by its name or by its position', () => {
    const market = { agents: 2, resourceNames: ['r1', 'money'] }
    const reply = { transfers: [{ ...row, resource: 'money' }] }
    expect(read(reply, { ...strict, market })?.transfers[0]?.resource).toBe('r2')
    expect(defects(reply, { ...recorded, market })).toEqual([
      ['UnknownResource', 'transfers.0.resource', 'money'],
    ])
  })

  it('keeps updates that are objects and makes texts of the others', () => {
    const updates = [{ id: 'a' }, 'text', 5, null, true, ['x', 1.5]]
    expect(read({ institutional_updates: updates })?.institutionalUpdates).toEqual([
      { id: 'a' },
      { text: 'text' },
      { text: '5' },
      { text: 'None' },
      { text: 'True' },
      { text: "['x', 1.5]" },
    ])
    expect(read({ institutions: { id: 'z' } })?.institutionalUpdates).toEqual([{ id: 'z' }])
    expect(read({ institutions: 0 })?.institutionalUpdates).toEqual([{ text: '0' }])
    expect(read({ institutions: '' })?.institutionalUpdates).toEqual([])
  })

  it('asks for a proposer of the market', () => {
    expect(defects({ consents: [] }, { ...strict, proposerId: 6 })).toEqual([
      ['UnknownAgent', 'proposerId', 6],
    ])
  })
})

describe('compiling', () => {
  const context = { ...strict, publicStateUpdatePresent: true }

  it('what cannot be read gives a mechanism that moves nothing and says why', () => {
    expect(compileMechanism('no json here', context)).toEqual({
      proposerId: 1,
      label: 'compile_failure',
      summary: 'compile failure: no JSON object found',
      transfers: [],
      consentingAgents: [1],
      confidence: 0,
      institutionalUpdates: [],
      verifierOk: false,
      verifierReason: 'no JSON object found',
    })
    const reversed = JSON.stringify({ transfers: [{ ...row, quantity: -50 }], confidence: 1 })
    const failed = compileMechanism(reversed, context)
    expect(failed.label).toBe('compile_failure')
    expect(failed.verifierReason).toBe(
      'transfers[0].quantity: expected a quantity above 0, got -50 (NegativeQuantity)',
    )
  })

  it('drops updates without a public state update', () => {
    const text = '{"institutional_updates": ["post prices"]}'
    expect(compileMechanism(text, context).institutionalUpdates).toEqual([{ text: 'post prices' }])
    const without = { ...context, publicStateUpdatePresent: false }
    expect(compileMechanism(text, without).institutionalUpdates).toEqual([])
  })
})

describe('verifying', () => {
  const context = { ...strict, publicStateUpdatePresent: true }
  const compiled = compileMechanism(
    JSON.stringify({ transfers: [row], confidence: 0.8, institutions: ['x'], verifier_ok: false }),
    context,
  )

  it('replaces verdict and reason and keeps the smaller confidence', () => {
    expect(
      applyVerifier(compiled, '{"verifier_ok":true,"confidence":0.9,"reason":"fine"}'),
    ).toEqual({ ...compiled, verifierOk: true, verifierReason: 'fine' })
    const lower = applyVerifier(
      compiled,
      'Sure: {"ok":true,"confidence":0.6,"verifier_reason":"x"}',
    )
    expect(lower).toEqual({ ...compiled, verifierOk: true, confidence: 0.6, verifierReason: 'x' })
  })

  it('refuses when the verifier says nothing of it', () => {
    expect(applyVerifier(compiled, '{}')).toEqual({ ...compiled, verifierOk: false })
  })

  it('refuses when the reply cannot be read, and leaves the confidence', () => {
    expect(applyVerifier(compiled, 'looks fine')).toEqual({
      ...compiled,
      verifierOk: false,
      verifierReason: 'verifier unreadable: no JSON object found',
    })
    const high = applyVerifier(compiled, '{"verifier_ok":true,"confidence":"high"}')
    expect([high.verifierOk, high.confidence]).toEqual([false, 0.8])
  })

  it('takes only true for true, but for the recorded reading', () => {
    const text = '{"verifier_ok":"true"}'
    expect(applyVerifier(compiled, text).verifierOk).toBe(false)
    expect(applyVerifier(compiled, text, { reading: 'recorded' }).verifierOk).toBe(true)
  })

  it('runs over a failed compilation too', () => {
    const failed = compileMechanism('', context)
    const verified = applyVerifier(failed, '{"verifier_ok":true,"confidence":1,"reason":"stub"}')
    expect(verified).toEqual({ ...failed, verifierOk: true, verifierReason: 'stub' })
    expect([verified.label, verified.confidence]).toEqual(['compile_failure', 0])
  })

  it('drops updates without a public state update', () => {
    const kept = applyVerifier(compiled, '{"ok":true}')
    expect(kept.institutionalUpdates).toEqual([{ text: 'x' }])
    const dropped = applyVerifier(compiled, '{"ok":true}', { publicStateUpdatePresent: false })
    expect(dropped.institutionalUpdates).toEqual([])
  })

  it('says of a reply without confidence that it has none', () => {
    expect(readVerifierReply('{"ok":true}')).toEqual({
      _tag: 'Right',
      right: { ok: true, confidence: null, reason: '' },
    })
  })
})
