import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { marketOf } from '../../src/settlement/market-shape.js'
import { type RefusalReason, renderRefusal } from '../../src/settlement/refusal.js'
import { makeTransfer } from '../../src/settlement/transfer.js'

describe('a refusal reason', () => {
  it('says who, what and how much', () => {
    const transfer = { from: 1, to: 1, resource: 'r1', quantity: -50 }
    const made = makeTransfer(marketOf(2, 2))(transfer)
    const reasons: ReadonlyArray<RefusalReason> = [
      { _tag: 'NothingToSettle' },
      ...(isLeft(made)
        ? [{ _tag: 'MalformedTransfer', index: 1, transfer, failures: made.left } as const]
        : []),
      { _tag: 'UnknownParty', role: 'consenting', agent: 7 },
      { _tag: 'VerifierRefused', reason: 'no "support"' },
      { _tag: 'LowConfidence', confidence: 0.49, required: 0.5 },
      { _tag: 'MissingConsent', agent: 2, debits: [{ resource: 'r1', quantity: 0.5 }] },
      {
        _tag: 'MissingConsent',
        agent: 3,
        debits: [
          { resource: 'r1', quantity: 1 },
          { resource: 'r2', quantity: 2 },
        ],
      },
      { _tag: 'InsufficientHolding', agent: 2, resource: 'r3', holding: 10, debited: 11 },
      { _tag: 'NotIndividuallyRational', agent: 4, delta: -0.25 },
    ]
    expect(reasons.map(renderRefusal)).toEqual([
      'nothing to settle: no transfer and no institutional update',
      'transfer 2 is malformed: to: expected an agent other than the giver, got 1 (SelfTransfer); quantity: expected a quantity above 0, got -50 (NegativeQuantity)',
      'the consenting agent 7 is not in this market',
      'the verifier refused: "no \\"support\\""',
      'confidence 0.49 is below 0.5',
      'a2 did not consent to give 0.5 r1',
      'a3 did not consent to give 1 r1, 2 r2',
      'a2 holds 10 r3 and would give 11',
      'a4 would lose utility: -0.25',
    ])
  })
})
