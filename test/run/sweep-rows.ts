import fc from 'fast-check'
import type { CallRecord } from '../../src/run/call-record.js'
import type { JournalEntry } from '../../src/run/kept-answer.js'
import type { ResultRow } from '../../src/run/result-row.js'

const finite = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => (x === 0 ? 0 : x))
const text = fc.string({ unit: 'grapheme', maxLength: 12 })

/** Rows of a small sweep: few names, so that groups have several members. */
export const anyRow: fc.Arbitrary<ResultRow> = fc
  .record({
    id: fc.uuid(),
    case: fc.constantFrom('one', 'two'),
    agent: fc.constantFrom('greedy', 'no-op'),
    seed: fc.integer({ min: 1195, max: 1205 }),
    withdrawn: fc.option(fc.constantFrom('a slip', 'another prompt'), { freq: 3 }),
    unconfirmed: fc.option(fc.constantFrom(['m-1'], ['m-1', 'm-2']), { freq: 3 }),
    ended: fc.oneof(
      fc.record({
        status: fc.constant('ok' as const),
        tier: fc.constant('wstar_grid'),
        realized: fc.integer({ min: -10, max: 10 }),
        attainable: fc.integer({ min: 0, max: 20 }),
        rounds: fc.nat(9),
        seats: fc.dictionary(
          fc.constantFrom('under_test', 'panel', 'env'),
          fc.record({
            calls: fc.nat(9),
            blank: fc.nat(9),
            cost_usd: fc.nat(9),
            unpriced: fc.nat(9),
          }),
        ),
      }),
      fc.record({
        status: fc.constant('failed' as const),
        reason: fc.constantFrom('mute', 'faults', 'setup'),
        detail: text,
        answers: fc.nat(99),
        cost_usd: fc.nat(9),
      }),
      fc.constant({ status: 'missing' as const }),
    ),
  })
  .map(({ ended, withdrawn, unconfirmed, ...named }) => ({
    ...named,
    ...ended,
    ...(unconfirmed === null || ended.status !== 'ok' ? {} : { unconfirmed_pins: unconfirmed }),
    ...(withdrawn === null ? {} : { withdrawn }),
  }))

const anyCall: fc.Arbitrary<CallRecord> = fc.record({
  id: text,
  seat: text,
  role: text,
  agent: fc.option(fc.integer({ min: 1, max: 9 })),
  policy: text,
  origin: fc.constantFrom('llm', 'submitted'),
  model: text,
  resolvedModel: fc.option(text),
  params: fc.record({
    maxTokens: fc.nat(),
    temperature: fc.option(finite),
    sample: fc.option(fc.nat()),
  }),
  promptHash: text,
  response: text,
  finish: fc.option(text),
  ending: fc.constantFrom('answered', 'blank', 'refused', 'unusable', 'threw', 'timeout'),
  usage: fc.record({
    inputTokens: fc.nat(),
    cachedInputTokens: fc.nat(),
    outputTokens: fc.nat(),
    reasoningTokens: fc.nat(),
  }),
  costUsd: fc.option(finite),
  cached: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 9 }),
  escalations: fc.nat(9),
})

/** Entries of a journal, with line feeds and private reasoning in what was said. */
export const anyEntry: fc.Arbitrary<JournalEntry> = fc.record({
  id: text,
  answer: fc.oneof(
    fc.record({
      _tag: fc.constant('Text' as const),
      text: fc.constantFrom('yes\nno', '\u2028', 'é'),
    }),
    fc.record({
      _tag: fc.constant('Text' as const),
      text,
      private: text,
    }),
    fc.record({
      _tag: fc.constant('Fault' as const),
      fault: fc.constantFrom('timeout', 'threw', 'empty', 'refused'),
      detail: text,
    }),
  ),
  calls: fc.array(anyCall, { maxLength: 2 }),
})
