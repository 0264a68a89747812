import fc from 'fast-check'
import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import type { ManifestRow } from '../../src/trace/manifest-codec.js'
import { recordRun } from '../../src/trace/record.js'
import { costLine, funnelCheckOf, manifestTotalsOf, usageOf } from '../../src/trace/usage.js'
import { exampleRun } from '../support/example-run.js'

const files = recordRun(exampleRun('live'))
const rows: ReadonlyArray<ManifestRow> = isLeft(files)
  ? []
  : (files.right.files['inference_manifest.jsonl'] ?? '')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as ManifestRow)

const calls = fc
  .array(
    fc.record({
      row: fc.constantFrom(...rows),
      cached: fc.boolean(),
      batched: fc.boolean(),
      response: fc.constantFrom('text', ' ', ''),
      origin: fc.constantFrom('llm', 'llm', 'submitted'),
      cost: fc.constantFrom(null, 0, 0.25, 2),
      input: fc.nat(1000),
    }),
    { maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(
      ({ row, cached, batched, response, origin, cost, input }): ManifestRow => ({
        ...row,
        cached,
        batched,
        response,
        origin,
        estimated_cost_usd: cost,
        usage: { ...row.usage, input_tokens: input },
      }),
    ),
  )

describe('usage laws', () => {
  it('L1 additive', () => {
    fc.assert(
      fc.property(calls, (list) => {
        const usage = usageOf(list)
        const { provider_cache_hit_rate: _, by_role: byRole, ...sums } = usage
        for (const [key, total] of Object.entries(sums)) {
          const parts = Object.values(byRole).map((counts) => counts[key as keyof typeof sums])
          expect(parts.reduce((a, b) => a + b, 0)).toBe(total)
        }
        expect(usage.fresh_calls + usage.cached_calls + usage.batched_calls).toBe(usage.calls)
        const totals = manifestTotalsOf(list)
        expect(totals.rows).toBe(list.length)
        expect(totals.funnel_rows).toBe(usage.calls)
        expect(Object.values(totals.by_seat).reduce((sum, seat) => sum + seat.rows, 0)).toBe(
          list.length,
        )
        expect(totals.empty_rows - totals.empty_llm_rows).toBeLessThanOrEqual(totals.submitted_rows)
        expect(funnelCheckOf(list).observed_calls + totals.submitted_rows).toBe(list.length)
      }),
    )
  })
})

describe('the line of costs', () => {
  it('says how many calls there were and what they cost', () => {
    const priced = rows
      .slice(0, 2)
      .map((row, index) => ({ ...row, estimated_cost_usd: index === 0 ? null : 1.5 }))
    expect(costLine(usageOf(priced))).toBe(
      'llm calls: 2 (2 fresh, 0 cached, 0 batched) | estimated API cost: $1.500000 + 1 unpriced fresh call(s)',
    )
    expect(costLine(null)).toBe('llm calls: 0 | estimated API cost: $0.000000')
  })
})
