import { describe, expect, it } from 'vitest'
import { exact } from '../../src/core/exact.js'
import { accountingIn } from '../../src/settlement/accounting.js'
import {
  confidence,
  consent,
  effect,
  feasibility,
  holdings,
  holdingsIn,
  rationality,
  rationalityOf,
  verifier,
  wellFormed,
} from '../../src/settlement/gate.js'
import { openLedger, openLedgerIn } from '../../src/settlement/ledger.js'
import { reasonsOf } from '../../src/settlement/verdict.js'
import { mechanismFrom, worldFrom } from './arbitraries.js'

const w = worldFrom({
  allocation: [
    [10, 0, 5],
    [0, 10, 5],
    [0, 0, 5],
  ],
  preferences: [
    [1, 3, 1],
    [3, 1, 1],
    [2, 2, 1],
  ],
  moneyGoodIndex: 2,
})
const ledger = openLedger(w)
const give = (from: number, to: number, resource: string, quantity: number) => ({
  from,
  to,
  resource,
  quantity,
})

describe('a gate', () => {
  it('asks for a verifier that found support', () => {
    const mechanism = mechanismFrom({ verifierOk: false, verifierReason: 'no such offer' })
    expect(reasonsOf(verifier(ledger, mechanism))).toEqual([
      { _tag: 'VerifierRefused', reason: 'no such offer' },
    ])
    expect(reasonsOf(verifier(ledger, mechanismFrom({})))).toEqual([])
  })

  it('asks for a confidence of at least one half, and for a number', () => {
    const reasons = (c: number) => reasonsOf(confidence(ledger, mechanismFrom({ confidence: c })))
    expect(reasons(0.5)).toEqual([])
    expect(reasons(0.49)).toEqual([{ _tag: 'LowConfidence', confidence: 0.49, required: 0.5 }])
    expect(reasons(Number.NaN)).toEqual([
      { _tag: 'LowConfidence', confidence: Number.NaN, required: 0.5 },
    ])
  })

  it('asks every giver, once, for everything it gives', () => {
    const mechanism = mechanismFrom({
      consentingAgents: [3],
      transfers: [
        give(2, 1, 'r2', 1),
        give(1, 2, 'r1', 2),
        give(2, 3, 'r3', 1),
        give(3, 1, 'r3', 1),
      ],
    })
    expect(reasonsOf(consent(ledger, mechanism))).toEqual([
      { _tag: 'MissingConsent', agent: 1, debits: [{ resource: 'r1', quantity: 2 }] },
      {
        _tag: 'MissingConsent',
        agent: 2,
        debits: [
          { resource: 'r2', quantity: 1 },
          { resource: 'r3', quantity: 1 },
        ],
      },
    ])
  })

  it('adds the debits of an agent in a good, and compares without tolerance', () => {
    const split = mechanismFrom({ transfers: [give(1, 2, 'r1', 6), give(1, 3, 'r1', 5)] })
    expect(reasonsOf(holdings(ledger, split))).toEqual([
      { _tag: 'InsufficientHolding', agent: 1, resource: 'r1', holding: 10, debited: 11 },
    ])
    const all = mechanismFrom({ transfers: [give(1, 2, 'r1', 6), give(1, 3, 'r1', 4)] })
    expect(reasonsOf(holdings(ledger, all))).toEqual([])
    const hair = mechanismFrom({ transfers: [give(1, 2, 'r1', 10.000000000000002)] })
    expect(reasonsOf(holdings(ledger, hair)).length).toBe(1)
  })

  it('does not count on what the same mechanism brings', () => {
    const chain = mechanismFrom({ transfers: [give(1, 3, 'r1', 4), give(3, 2, 'r1', 4)] })
    expect(reasonsOf(holdings(ledger, chain))).toEqual([
      { _tag: 'InsufficientHolding', agent: 3, resource: 'r1', holding: 0, debited: 4 },
    ])
  })

  it('in decimals lets three tenths be given in three parts, which doubles do not', () => {
    const small = worldFrom({ allocation: [[0.3], [0]], preferences: [[1], [1]] })
    const tenths = mechanismFrom({ transfers: [1, 2, 3].map(() => give(1, 2, 'r1', 0.1)) })
    const exactly = accountingIn(exact)
    expect(reasonsOf(holdingsIn(exactly)(openLedgerIn(exactly)(small), tenths))).toEqual([])
    expect(reasonsOf(holdings(openLedger(small), tenths))).toEqual([
      {
        _tag: 'InsufficientHolding',
        agent: 1,
        resource: 'r1',
        holding: 0.3,
        debited: 0.30000000000000004,
      },
    ])
  })

  it('names everybody who would lose', () => {
    const gift = mechanismFrom({ transfers: [give(2, 1, 'r2', 1), give(3, 1, 'r3', 2)] })
    expect(reasonsOf(rationality(ledger, gift))).toEqual([
      { _tag: 'NotIndividuallyRational', agent: 2, delta: -1 },
      { _tag: 'NotIndividuallyRational', agent: 3, delta: -2 },
    ])
    const swap = mechanismFrom({ transfers: [give(1, 2, 'r1', 1), give(2, 1, 'r2', 1)] })
    expect(reasonsOf(rationality(ledger, swap))).toEqual([])
  })

  it('lets an agent lose no more than the tolerance', () => {
    const money = (quantity: number) => mechanismFrom({ transfers: [give(1, 2, 'r3', quantity)] })
    expect(reasonsOf(rationality(ledger, money(5e-10)))).toEqual([])
    expect(reasonsOf(rationality(ledger, money(5e-9))).length).toBe(1)
  })

  it('knows who and what belongs to the market', () => {
    const mechanism = mechanismFrom({
      proposerId: 0,
      consentingAgents: [1, 4],
      transfers: [give(1, 2, 'r1', 1), give(1, 1, 'gold', -50)],
    })
    const reasons = reasonsOf(wellFormed(ledger, mechanism))
    expect(reasons.slice(0, 2)).toEqual([
      { _tag: 'UnknownParty', role: 'proposer', agent: 0 },
      { _tag: 'UnknownParty', role: 'consenting', agent: 4 },
    ])
    const malformed = reasons[2]
    expect(reasons.length).toBe(3)
    expect(
      malformed?._tag === 'MalformedTransfer'
        ? [malformed.index, malformed.failures.map(({ _tag }) => _tag)]
        : null,
    ).toEqual([1, ['SelfTransfer', 'UnknownResource', 'NegativeQuantity']])
  })

  it('asks for something to do', () => {
    expect(reasonsOf(effect(ledger, mechanismFrom({})))).toEqual([{ _tag: 'NothingToSettle' }])
  })

  it('that is made of gates reports what each of them says', () => {
    const mechanism = mechanismFrom({
      verifierOk: false,
      confidence: 0.4,
      consentingAgents: [1],
      transfers: [give(2, 1, 'r2', 11)],
    })
    expect(reasonsOf(feasibility(ledger, mechanism)).map(({ _tag }) => _tag)).toEqual([
      'VerifierRefused',
      'LowConfidence',
      'MissingConsent',
      'InsufficientHolding',
    ])
  })

  it('lets a loss of exactly the tolerance pass', () => {
    expect(reasonsOf(rationalityOf({ 1: -1e-9, 2: -1.1e-9 }))).toEqual([
      { _tag: 'NotIndividuallyRational', agent: 2, delta: -1.1e-9 },
    ])
  })
})
