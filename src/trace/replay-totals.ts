/**
 * Replay of the totals: the summary, and what `run_meta.json` counts once a run is over.
 *
 * Costs in US dollars are compared to half a millionth, the precision in which they are shown: how a recorder rounds the
 * price of a call is not part of the format.
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { compareAt, type Difference } from './difference.js'
import { type Document, lineIn } from './documents.js'
import type { ManifestRow } from './manifest-codec.js'
import type { ReplayContext } from './replay-context.js'
import type { ReplayedRound } from './replay-round.js'
import { expectedSummary, expectedUsage, type RunFacts } from './replay-summary.js'
import { funnelCheckOf, manifestTotalsOf } from './usage.js'

const SHOWN_COST = 5e-7

const isSameCost = (found: Difference): boolean =>
  found.path.at(-1) === 'estimated_cost_usd' &&
  typeof found.recorded === 'number' &&
  typeof found.recomputed === 'number' &&
  Math.abs(found.recorded - found.recomputed) <= SHOWN_COST

const compareDocument = (
  document: Document<unknown>,
  recorded: Json,
  expected: JsonRecord,
): ReadonlyArray<Difference> =>
  compareAt(document.file, lineIn(document.source), [], recorded, expected).filter(
    (found) => !isSameCost(found),
  )

/**
 * Compares the summary with the recomputed one; nothing to compare where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const summaryDifferences = (
  context: ReplayContext,
  rounds: ReadonlyArray<ReplayedRound>,
  facts: RunFacts,
  calls: ReadonlyArray<ManifestRow> | null,
): ReadonlyArray<Difference> => {
  const { summary } = context.run
  if (summary === null) return []
  return compareDocument(summary, summary.json, expectedSummary(context, rounds, facts, calls))
}

/**
 * Compares what `run_meta.json` counts with the manifest.
 *
 * @category operations
 * @since 0.1.0
 */
export const totalsDifferences = (
  context: ReplayContext,
  calls: ReadonlyArray<ManifestRow> | null,
): ReadonlyArray<Difference> => {
  const { meta } = context.run
  const { funnel_check, manifest_totals, usage } = meta.value
  // Counts and totals are made of numbers, texts and booleans: JSON.
  const recorded = { funnel_check, manifest_totals, usage } as unknown as JsonRecord
  const expected = {
    funnel_check: calls === null ? null : funnelCheckOf(calls),
    manifest_totals: calls === null ? null : manifestTotalsOf(calls),
    usage: expectedUsage(calls, usage),
  } as unknown as JsonRecord
  return compareDocument(meta, recorded, expected)
}
