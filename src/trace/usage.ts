/**
 * Usage: what the calls of a run add up to, recomputed from the rows of its manifest.
 *
 * | figure                     | from the rows                                                                   |
 * | -------------------------- | ------------------------------------------------------------------------------- |
 * | `calls`                    | rows of models, submissions left out                                            |
 * | `cached_calls`, `batched_calls`, `fresh_calls` | cached; batched and not cached; neither                     |
 * | `unknown_cost_calls`       | rows without a price                                                            |
 * | `provider_cache_hit_rate`  | cached input tokens over input tokens, 0 without input                          |
 * | `estimated_cost_usd`       | sum of the known prices, in US dollars                                          |
 *
 * Laws
 *   L1 additive   the figures of a run are the sums of the figures of its roles
 *
 * @module
 */

import type { ManifestRow } from './manifest-codec.js'
import type {
  FunnelCheck,
  ManifestTotals,
  SeatTotals,
  UsageByRole,
  UsageCounts,
} from './meta-codec.js'

const isModel = (row: ManifestRow): boolean => row.origin !== 'submitted'

const isBlank = (row: ManifestRow): boolean => row.response.trim() === ''

const count = <A>(rows: ReadonlyArray<A>, holds: (row: A) => boolean): number =>
  rows.reduce((total, row) => (holds(row) ? total + 1 : total), 0)

const add = <A>(rows: ReadonlyArray<A>, of: (row: A) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)

const isUnpriced = (row: ManifestRow): boolean => row.estimated_cost_usd === null

const countsOf = (rows: ReadonlyArray<ManifestRow>): UsageCounts => {
  const input = add(rows, (row) => row.usage.input_tokens)
  const cachedInput = add(rows, (row) => row.usage.cached_input_tokens)
  return {
    batched_calls: count(rows, (row) => row.batched && !row.cached),
    cached_calls: count(rows, (row) => row.cached),
    cached_input_tokens: cachedInput,
    calls: rows.length,
    estimated_cost_usd: add(rows, (row) => row.estimated_cost_usd ?? 0),
    fresh_calls: count(rows, (row) => !row.cached && !row.batched),
    input_tokens: input,
    output_tokens: add(rows, (row) => row.usage.output_tokens),
    provider_cache_hit_rate: input === 0 ? 0 : cachedInput / input,
    reasoning_tokens: add(rows, (row) => row.usage.reasoning_tokens),
    total_tokens: add(rows, (row) => row.usage.total_tokens),
    unknown_cost_calls: count(rows, isUnpriced),
  }
}

const groupBy = (
  rows: ReadonlyArray<ManifestRow>,
  key: (row: ManifestRow) => string,
): ReadonlyArray<readonly [string, ReadonlyArray<ManifestRow>]> => {
  const groups = new Map<string, Array<ManifestRow>>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group === undefined) groups.set(key(row), [row])
    else group.push(row)
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Adds up the calls of a live run, in all and by role.
 *
 * @category operations
 * @since 0.1.0
 */
export const usageOf = (rows: ReadonlyArray<ManifestRow>): UsageByRole => {
  const calls = rows.filter(isModel)
  const byRole = groupBy(calls, (row) => row.role).map(
    ([role, group]) => [role, countsOf(group)] as const,
  )
  return { ...countsOf(calls), by_role: Object.fromEntries(byRole) }
}

const seatTotals = (rows: ReadonlyArray<ManifestRow>): SeatTotals => ({
  empty_rows: count(rows, isBlank),
  estimated_cost_usd: add(rows, (row) => row.estimated_cost_usd ?? 0),
  rows: rows.length,
  unpriced_rows: count(rows, isUnpriced),
})

/**
 * Counts the rows of a manifest, in all and by seat.
 *
 * @category operations
 * @since 0.1.0
 */
export const manifestTotalsOf = (rows: ReadonlyArray<ManifestRow>): ManifestTotals => {
  const submitted = count(rows, (row) => !isModel(row))
  const bySeat = groupBy(rows, (row) => row.seat).map(
    ([seat, group]) => [seat, seatTotals(group)] as const,
  )
  return {
    ...seatTotals(rows),
    by_seat: Object.fromEntries(bySeat),
    empty_llm_rows: count(rows, (row) => isModel(row) && isBlank(row)),
    funnel_rows: rows.length - submitted,
    submitted_rows: submitted,
  }
}

/**
 * Checks that every call that was made reached the manifest.
 *
 * @category operations
 * @since 0.1.0
 */
export const funnelCheckOf = (rows: ReadonlyArray<ManifestRow>): FunnelCheck => {
  const submitted = count(rows, (row) => !isModel(row))
  const calls = rows.length - submitted
  return {
    manifest_rows: rows.length,
    observed_calls: calls,
    ok: true,
    policy_call_records: calls,
    submitted_rows: submitted,
  }
}

/**
 * Writes the line that tells the calls and costs of a run; `null` for one that called no model.
 *
 * @category rendering
 * @since 0.1.0
 */
export const costLine = (usage: UsageByRole | null): string => {
  if (usage === null) return 'llm calls: 0 | estimated API cost: $0.000000'
  const { calls, fresh_calls, cached_calls, batched_calls, unknown_cost_calls } = usage
  const kinds = `${fresh_calls} fresh, ${cached_calls} cached, ${batched_calls} batched`
  const cost = usage.estimated_cost_usd.toFixed(6)
  const unknown = unknown_cost_calls > 0 ? ` + ${unknown_cost_calls} unpriced fresh call(s)` : ''
  return `llm calls: ${calls} (${kinds}) | estimated API cost: $${cost}${unknown}`
}
