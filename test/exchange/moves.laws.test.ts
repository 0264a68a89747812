import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  actionAnswer,
  type FaultKind,
  faultAnswer,
  heard,
  type Json,
  textAnswer,
} from '../../src/core/index.js'
import {
  AcceptMoveCodec,
  atomicFinal,
  CommunicateMoveCodec,
  communicationInWords,
  finalRepeatsProposal,
  publicActionHeadings,
  quote,
  RespondMoveCodec,
  readSaid,
  readSettlementRows,
  responseInWords,
  type SettlementMove,
  SettlementMoveCodec,
  sectionOf,
  settlementInWords,
  VerifyMoveCodec,
  withoutQuotations,
  writePublicAction,
  writeSettlementRows,
} from '../../src/exchange/index.js'
import { structuredMechanism } from '../../src/exchange/structured.js'
import { marketOf, type Transfer } from '../../src/settlement/index.js'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })
const headingText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...publicActionHeadings).map((heading) => `${heading}:`),
      fc.constantFrom('\n', ' ', 'none', '\n\n', 'a1 | a2 | r1 | 1', 'settlement :', '\t', '\r\n'),
      anyText,
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const readers = {
  communication: readSaid(CommunicateMoveCodec, communicationInWords),
  settlement: readSaid(SettlementMoveCodec, settlementInWords),
  response: readSaid(RespondMoveCodec, responseInWords),
  verdict: readSaid(VerifyMoveCodec, (move) => JSON.stringify(move)),
  decision: readSaid(AcceptMoveCodec, (move) => JSON.stringify(move)),
}

const transfer: fc.Arbitrary<Transfer> = fc
  .record({
    from: fc.integer({ min: 1, max: 4 }),
    step: fc.integer({ min: 1, max: 3 }),
    resource: fc.constantFrom('r1', 'r2', 'r3'),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 30 }),
      fc.double({ min: 1e-7, max: 1e9, noNaN: true }),
    ),
  })
  .map(({ from, step, ...rest }) => ({ from, to: 1 + ((from - 1 + step) % 4), ...rest }))

describe('moves', () => {
  it('L1 nothing from a fault: what cannot be taken gives no move, and its defect', () => {
    const faults = fc.constantFrom<FaultKind>('timeout', 'threw', 'empty', 'refused')
    const misshapen = fc.constantFrom<Json>(
      null,
      true,
      'accept',
      [],
      {},
      { accept: 'true' },
      { accept: true, extra: 1 },
      { approve: true },
      { transfers: [{ from: true, to: 2, resource: 'r1', quantity: 1 }] },
      { transfers: [{ from: 1, to: 2, resource: 'r1', quantity: -1 }] },
      { to: 'everyone', message: '' },
    )
    fc.assert(
      fc.property(faults, misshapen, (fault, action) => {
        for (const read of Object.values(readers)) {
          expect(read(faultAnswer(fault, 'why'))).toEqual({
            text: '',
            move: null,
            defect: { _tag: 'Faulted', fault, detail: 'why' },
          })
          const unread = read(actionAnswer(action))
          expect([unread.text, unread.move, unread.defect?._tag]).toEqual(['', null, 'Unreadable'])
          expect(read(textAnswer(' \n')).defect).toEqual({ _tag: 'Empty' })
        }
      }),
    )
  })

  it('L2 words kept: a text is kept as it was said, without what is private', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const said = readers.response(heard(textAnswer(text, 'scratch')))
        expect(said).toEqual({
          text,
          move: null,
          defect: text.trim() === '' ? { _tag: 'Empty' } : null,
        })
      }),
    )
  })
})

describe('public action texts', () => {
  const line = fc.stringMatching(/^[a-z0-9 ,.|]{1,30}$/).filter((text) => text.trim() !== '')

  it('L1 written section: every section is read back', () => {
    const parts = fc.dictionary(fc.constantFrom(...publicActionHeadings), line)
    fc.assert(
      fc.property(parts, (said) => {
        const text = writePublicAction(said)
        for (const heading of publicActionHeadings) {
          expect(sectionOf(text, heading)).toBe(said[heading]?.trim() ?? 'none')
        }
      }),
    )
  })

  it('L2 rows read back: written rows are read as the transfers they were written from', () => {
    fc.assert(
      fc.property(fc.array(transfer, { maxLength: 6 }), (transfers) => {
        const read = readSettlementRows(marketOf(4, 3))(writeSettlementRows(transfers))
        expect(read).toEqual({ _tag: 'Right', right: transfers })
      }),
    )
  })

  it('L3 none is no row, and every line that is no row is named', () => {
    const read = readSettlementRows(marketOf(4, 3))
    for (const none of ['none', '', ' None. ', '`n/a`']) {
      expect(read(none)).toEqual({ _tag: 'Right', right: [] })
    }
    const bad = read('a1 | a2 | r1 | 1\nI give two\n\na1 | a9 | r1 | 1\na1 | a2 | r1 | -1')
    expect(bad._tag === 'Left' ? bad.left.map(({ _tag, path }) => [_tag, path[0]]) : []).toEqual([
      ['NotARow', 1],
      ['UnknownAgent', 3],
      ['NegativeQuantity', 4],
    ])
  })
})

describe('an atomic commit', () => {
  it('L1 repeats the proposal: any proposal whatever', () => {
    fc.assert(
      fc.property(headingText, (proposal) => {
        expect(finalRepeatsProposal(proposal, atomicFinal(proposal))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  it('says in words of its own what it does not repeat', () => {
    const final = atomicFinal('PUBLIC ACTION\nSETTLEMENT:\na1 | a2 | r1 | 1\nMESSAGE:\nanyone?')
    expect(sectionOf(final, 'SETTLEMENT')).toBe('a1 | a2 | r1 | 1')
    expect(final).not.toContain('anyone')
  })
})

describe('a structured settlement', () => {
  it('L1 consent by action: whoever is debited and consents accepted those very rows', () => {
    const moveOf: fc.Arbitrary<SettlementMove | null> = fc.oneof(
      { weight: 4, arbitrary: fc.record({ transfers: fc.array(transfer, { maxLength: 4 }) }) },
      { weight: 1, arbitrary: fc.constant(null) },
    )
    const accepts = fc.array(fc.constantFrom(true, false, null), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(moveOf, moveOf, fc.boolean(), accepts, (proposed, other, repeats, answers) => {
        const final = repeats ? proposed : other
        const said = <A>(move: A | null) => ({ text: '', move, defect: null })
        const mechanism = structuredMechanism(1, {
          proposal: said(proposed),
          final: said(final),
          responses: answers.map((accept, index) => ({
            agent: index + 2,
            said: said(accept === null ? null : { accept }),
          })),
        })
        if (final === null) {
          expect(mechanism).toBe(null)
          return
        }
        const debited = new Set(final.transfers.map(({ from }) => from))
        // The twin: agent by agent and row by row.
        const expected = [2, 3, 4].filter(
          (agent) =>
            debited.has(agent) &&
            answers[agent - 2] === true &&
            final.transfers.every(
              (row) =>
                row.from !== agent ||
                (proposed?.transfers ?? []).some(
                  (one) => JSON.stringify(one) === JSON.stringify(row),
                ),
            ),
        )
        expect(mechanism?.consentingAgents).toEqual([1, ...expected])
        expect(mechanism?.transfers).toEqual(final.transfers)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('quotations', () => {
  it('L1 fenced: every line begins with the mark, whatever ends a line', () => {
    fc.assert(
      fc.property(headingText, (text) => {
        const lines = quote(text).split(/\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/)
        expect(lines.every((one) => one.startsWith('> '))).toBe(true)
      }),
    )
  })

  it('L2 taken back: what was put around them is left', () => {
    fc.assert(
      fc.property(headingText, headingText, (one, other) => {
        const prompt = ['first', quote(one), 'second', quote(other), 'third'].join('\n')
        expect(withoutQuotations(prompt)).toBe('first\nsecond\nthird')
      }),
    )
  })
})
