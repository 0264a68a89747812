import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { auditOfClaims } from '../../src/exchange/private-acceptance.js'
import { agreedMechanism } from '../../src/trace/mechanism-vote.js'
import { recordRun } from '../../src/trace/record.js'
import {
  auditOf,
  mechanismOf,
  recordAudit,
  recordMechanism,
} from '../../src/trace/recorded-form.js'
import type { RecordedMechanism, TraceRow } from '../../src/trace/row-codec.js'
import { arbitraryRun } from '../support/arbitrary-run.js'

const mechanisms = arbitraryRun
  .chain((run) =>
    fc.constantFrom(
      ...run.rounds.flatMap(({ agreement }) =>
        agreement._tag === 'Mechanism' ? [agreement.mechanism] : [],
      ),
      null,
    ),
  )
  .filter((mechanism) => mechanism !== null)

const rows: fc.Arbitrary<TraceRow> = arbitraryRun
  .map((run) => {
    const { callDetails: _, ...rest } = run
    const offline = {
      ...rest,
      rounds: run.rounds.filter(({ agreement }) => agreement._tag === 'Mechanism'),
    }
    const files = recordRun(offline)
    if (isLeft(files)) throw new Error(JSON.stringify(files.left))
    return files.right.files['trace.jsonl'] ?? ''
  })
  .filter((text) => text !== '')
  .map((text) => JSON.parse(text.split('\n')[0] ?? '') as TraceRow)

describe('recorded form laws', () => {
  it('L1 mechanism round trip', () => {
    fc.assert(
      fc.property(mechanisms, (mechanism) => {
        expect(mechanismOf(recordMechanism(mechanism), mechanism.proposerId)).toEqual(mechanism)
      }),
    )
  })

  it('reads a sign and a family that nobody knows as zero and none, so that a replay reports them', () => {
    const known = recordAudit(
      auditOfClaims(
        {
          malformed: false,
          approve: true,
          claimedDeltaSign: 'positive',
          debitRowsMatch: true,
          creditRowsMatch: true,
          counterpartTransfersPresent: true,
          sameBundleAuthorized: true,
          reason: '',
        },
        1,
        0.5,
      ),
    )
    const read = auditOf({ ...known, actual_delta_sign: 'sideways', error_family: 'unheard_of' })
    expect([read.actualDeltaSign, read.errorFamily]).toEqual(['zero', 'none'])
    expect(auditOf(known).actualDeltaSign).toBe('positive')
  })

  it('L2 audit round trip', () => {
    const claims = fc.record({
      malformed: fc.boolean(),
      approve: fc.boolean(),
      claimedDeltaSign: fc.string({ maxLength: 8 }),
      debitRowsMatch: fc.boolean(),
      creditRowsMatch: fc.boolean(),
      counterpartTransfersPresent: fc.boolean(),
      sameBundleAuthorized: fc.boolean(),
      reason: fc.string({ maxLength: 8 }),
    })
    fc.assert(
      fc.property(
        claims,
        fc.integer({ min: 1, max: 9 }),
        fc.double({ noNaN: true }),
        (said, agent, delta) => {
          const audit = auditOfClaims(said, agent, delta)
          expect(auditOf(recordAudit(audit))).toEqual(audit)
        },
      ),
    )
  })
})

const states = ['compiled_mechanism', 'verified_before_private_acceptance'] as const

describe('mechanism vote laws', () => {
  it('L1 unanimous', () => {
    fc.assert(
      fc.property(rows, fc.constantFrom(...states), (row, state) => {
        expect(agreedMechanism(row, state)).toEqual(row[state])
      }),
      { numRuns: 60 },
    )
  })

  it('L2 outvoted', () => {
    const changes = fc.constantFrom<Partial<RecordedMechanism>>(
      { confidence: 0.123 },
      { summary: 'changed' },
      { transfers: [] },
      { consenting_agents: [9] },
    )
    fc.assert(
      fc.property(rows, fc.constantFrom(...states), changes, (row, state, change) => {
        fc.pre(row.verified_mechanism.mechanism_label !== 'private_acceptance_rejected')
        const changed = { ...row, [state]: { ...row[state], ...change } }
        expect(agreedMechanism(changed, state)).toEqual(row[state])
      }),
      { numRuns: 60 },
    )
  })
})
