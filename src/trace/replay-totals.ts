/**
 * Replay of the totals: the summary, and what `run_meta.json` counts once a run is over.
 *
 * A cost in US dollars that a recorder other than this library wrote may also be the recomputed one rounded to some
 * decimals, or off in its last place: how prices are added and rounded is not part of the format.
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { compareAt, type Difference } from './difference.js'
import { type Document, lineIn } from './documents.js'
import { memberAt } from './json-member.js'
import type { ManifestRow } from './manifest-codec.js'
import type { ReplayContext } from './replay-context.js'
import type { ReplayedRound } from './replay-round.js'
import { expectedUsage, type RunFacts, summaryOf } from './run-summary.js'
import { funnelCheckOf, manifestTotalsOf } from './usage.js'

const DECIMALS = [4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const LAST_PLACES = 4 * Number.EPSILON

const isRounding = (recorded: number, recomputed: number): boolean =>
  Math.abs(recorded - recomputed) <= LAST_PLACES * Math.abs(recomputed) ||
  DECIMALS.some((decimals) => Number(recomputed.toFixed(decimals)) === recorded)

/** How the public implementation adds and rounds the prices of calls is not part of the format. */
const isSameCost = (found: Difference): boolean =>
  found.path.at(-1) === 'estimated_cost_usd' &&
  typeof found.recorded === 'number' &&
  typeof found.recomputed === 'number' &&
  isRounding(found.recorded, found.recomputed)

const compareDocument = (
  { run }: ReplayContext,
  document: Document<unknown>,
  recorded: Json,
  expected: JsonRecord,
): ReadonlyArray<Difference> =>
  compareAt(document.file, lineIn(document.source), [], recorded, expected).filter(
    (found) => run.recorder.name === 'edgeworth' || !isSameCost(found),
  )

/**
 * Gives the name under which a run is listed: the model or script under test, or the mode where nothing else is known.
 * The public implementation lists every run without models under its mode.
 *
 * @category operations
 * @since 0.1.0
 */
export const modelUnderTest = ({ run, seating, live }: ReplayContext): string => {
  const { mode, models } = run.meta.value
  if (!live && run.recorder.name === 'python') return mode
  const seat = seating?.find((one) => one.seat === 'under_test')
  if (seat !== undefined) return seat.model ?? seat.kind
  const model = memberAt(models, ['agents'])
  return typeof model === 'string' ? model : mode
}

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
  const { summary, meta, snapshot } = context.run
  if (summary === null) return []
  const { run_id: runId, mode, usage } = meta.value
  const model = modelUnderTest(context)
  const source = { ...context, snapshot: snapshot.value, runId, mode, model, usage }
  return compareDocument(context, summary, summary.json, summaryOf(source, rounds, facts, calls))
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
  return compareDocument(context, meta, recorded, expected)
}
