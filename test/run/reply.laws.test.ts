import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeLog, encodeLog } from '../../src/core/episode/index.js'
import { bySeat, readReply, readScripted, scriptOf } from '../../src/run/index.js'

const hostile: ReadonlyArray<unknown> = [
  Symbol('no'),
  () => 'text',
  10n ** 400n,
  new Date(0),
  new Proxy(
    {},
    {
      get: () => {
        throw new Error('unreadable')
      },
    },
  ),
  {
    get text() {
      throw new Error('no text')
    },
  },
  { text: 'a', action: 1 },
  { text: 7 },
  { text: null },
  { action: Number.NaN },
  { action: [undefined] },
  { refused: 'x'.repeat(10_000) },
  { text: 'a', private: 5 },
  { text: 'a', usage: { tokens: Number.NaN, calls: 1, note: 'x' } },
  { _tag: 'Fault', fault: 'bored' },
  { _tag: 'Text', text: '\ud800' },
  { _tag: 'Action', action: { '\udc00': 1 } },
  [],
  new Map(),
]

const cyclic = (): unknown => {
  const knot: { action?: unknown } = {}
  knot.action = knot
  return knot
}

const anything = fc.oneof(
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true }),
  fc.constantFrom(...hostile),
  fc.constant(cyclic()),
  fc.string({ unit: 'binary' }),
  fc.record({ text: fc.string({ unit: 'binary' }), private: fc.string({ unit: 'binary' }) }),
  fc.record({ action: fc.jsonValue() }),
)

describe('reading replies', () => {
  it('L1 taken: any value is read as an answer', () => {
    fc.assert(
      fc.property(anything, (given) => {
        expect(['Text', 'Action', 'Fault']).toContain(readReply(given).answer._tag)
        expect(['Text', 'Action', 'Fault']).toContain(readScripted(given)._tag)
        expect(Object.values(readReply(given).usage).every(Number.isFinite)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('L2 kept: a log gives every answer back as it was read', () => {
    fc.assert(
      fc.property(anything, (given) => {
        const log = [
          { id: 'a', answer: readReply(given).answer },
          { id: 'b', answer: readScripted(given) },
        ]
        const text = encodeLog(log)
        expect(text._tag).toBe('Right')
        if (text._tag === 'Right')
          expect(decodeLog(text.right)).toEqual({ _tag: 'Right', right: log })
      }),
      { numRuns: 500 },
    )
  })

  it('L3 verbatim: a well-formed text is the text of the answer', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter((text) => text.trim() !== ''),
        fc.string({ unit: 'grapheme' }),
        (text, scratchpad) => {
          expect(readReply(text).answer).toEqual({ _tag: 'Text', text })
          expect(readReply({ text, private: scratchpad }).answer).toEqual({
            _tag: 'Text',
            text,
            private: scratchpad,
          })
          expect(readScripted({ _tag: 'Text', text })).toEqual({ _tag: 'Text', text })
        },
      ),
    )
  })
})

describe('bySeat', () => {
  it('L1 seated: every question goes to its own seat', () => {
    const named = (name: string) => scriptOf<string>(() => ({ _tag: 'Text', text: name }))
    const seats: Record<string, ReturnType<typeof named>> = { a: named('a'), b: named('b') }
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom('a', 'b'), fc.string()), (seat) => {
        const answerer = bySeat((question: string) => question, seats)(seat)
        const answer = answerer._tag === 'Script' ? answerer.policy('id', seat) : null
        if (Object.hasOwn(seats, seat)) expect(answer).toEqual({ _tag: 'Text', text: seat })
        else expect(answer).toMatchObject({ _tag: 'Fault', fault: 'threw' })
      }),
    )
  })
})
