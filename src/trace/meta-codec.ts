/**
 * Run meta: what ran, with which seed, seats and code, and what it used (`run_meta.json`).
 *
 * The interpreter that recorded a run decides how built-in sums were added: `python` names it for recordings of the
 * public Python implementation. A run recorded by this library carries `python: null` and an `engine` beside it that
 * names the rule of summation outright.
 *
 * @module
 */
import * as t from 'io-ts'
import type { Summation } from '../core/arithmetic.js'
import { arrayOf, Finite, Integer, nullable, objectOf, oneOf, recordOf } from '../core/codec.js'
import type { Json, JsonRecord } from '../core/json.js'
import { AnyJson, AnyObject } from './json-codec.js'

/**
 * Names the library that recorded a run, and the rule by which it added lists of numbers; lists the hashes of the rows of
 * its logs (`row-hashes.ts`).
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordingEngine {
  readonly name: 'edgeworth'
  readonly version: string
  readonly summation: Summation
  readonly trace_sha256?: ReadonlyArray<string>
  /** `null` where there is no manifest. */
  readonly manifest_sha256?: ReadonlyArray<string> | null
}

/**
 * Counts the calls of a model, their tokens and their cost, of one role or of a whole run.
 *
 * @category model
 * @since 0.1.0
 */
export interface UsageCounts {
  readonly batched_calls: number
  readonly cached_calls: number
  readonly cached_input_tokens: number
  readonly calls: number
  readonly estimated_cost_usd: number
  readonly fresh_calls: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly provider_cache_hit_rate: number
  readonly reasoning_tokens: number
  readonly total_tokens: number
  readonly unknown_cost_calls: number
}

/**
 * Is the usage of a live run: counts in all and by role. A run without models records `calls: 0` and a note instead.
 *
 * @category model
 * @since 0.1.0
 */
export interface UsageByRole extends UsageCounts {
  readonly by_role: Readonly<Record<string, UsageCounts>>
}

/**
 * Counts the manifest rows of one seat.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatTotals {
  readonly empty_rows: number
  readonly estimated_cost_usd: number
  readonly rows: number
  readonly unpriced_rows: number
}

/**
 * Counts the manifest rows of a run.
 *
 * @category model
 * @since 0.1.0
 */
export interface ManifestTotals extends SeatTotals {
  readonly by_seat: Readonly<Record<string, SeatTotals>>
  readonly empty_llm_rows: number
  readonly funnel_rows: number
  readonly submitted_rows: number
}

/**
 * Says whether every call that was made reached the manifest.
 *
 * @category model
 * @since 0.1.0
 */
export interface FunnelCheck {
  readonly manifest_rows: number
  readonly observed_calls: number
  readonly ok: boolean
  readonly policy_call_records: number
  readonly submitted_rows: number
}

/**
 * Is `run_meta.json`.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunMeta {
  readonly argv: Json
  readonly completed_utc: string | null
  readonly config: {
    readonly file_sha256: string | null
    readonly name: string
    readonly path: string | null
    readonly resolved_sha256: string
  }
  readonly created_utc: string | null
  readonly duration_seconds: number | null
  /** Only in runs that this library recorded. */
  readonly engine?: RecordingEngine
  readonly env: JsonRecord
  readonly funnel_check: FunnelCheck | null
  readonly git: JsonRecord
  readonly manifest_schema_version: string | null
  readonly manifest_totals: ManifestTotals | null
  readonly mode: string
  readonly models: Json
  readonly overrides: {
    readonly controllers: ReadonlyArray<number> | null
    readonly rounds: number | null
    readonly seed: number | null
  }
  readonly params: {
    readonly batch: boolean
    readonly max_tokens: number
    readonly sample: number
    readonly temperature: number
  }
  readonly pin_check: Json
  readonly python: string | null
  readonly replay_from: Json
  readonly roles: Json
  readonly run_id: string
  readonly schema_version: string
  readonly seed: number
  readonly status: string
  readonly strict: boolean
  /** `UsageByRole` in a live run; its members are compared one by one with the recomputed ones. */
  readonly usage: JsonRecord | null
}

const seatTotals = {
  empty_rows: Integer,
  estimated_cost_usd: Finite,
  rows: Integer,
  unpriced_rows: Integer,
} as const

/**
 * Reads the totals of a manifest.
 *
 * @category codec
 * @since 0.1.0
 */
export const ManifestTotals: t.Type<ManifestTotals> = objectOf({
  ...seatTotals,
  by_seat: recordOf(objectOf(seatTotals)),
  empty_llm_rows: Integer,
  funnel_rows: Integer,
  submitted_rows: Integer,
})

const FunnelCheck: t.Type<FunnelCheck> = objectOf({
  manifest_rows: Integer,
  observed_calls: Integer,
  ok: t.boolean,
  policy_call_records: Integer,
  submitted_rows: Integer,
})

const Overrides = objectOf({
  controllers: nullable(arrayOf(Integer)),
  rounds: nullable(Integer),
  seed: nullable(Integer),
})

const ConfigReference = objectOf({
  file_sha256: nullable(t.string),
  name: t.string,
  path: nullable(t.string),
  resolved_sha256: t.string,
})

/**
 * Reads the engine that recorded a run.
 *
 * @category codec
 * @since 0.1.0
 */
export const RecordingEngine: t.Type<RecordingEngine> = objectOf(
  {
    name: t.literal('edgeworth'),
    version: t.string,
    summation: oneOf('plain', 'neumaier'),
  },
  { trace_sha256: arrayOf(t.string), manifest_sha256: nullable(arrayOf(t.string)) },
)

/**
 * Reads `run_meta.json`.
 *
 * @category codec
 * @since 0.1.0
 */
export const RunMeta: t.Type<RunMeta> = objectOf(
  {
    argv: AnyJson,
    completed_utc: nullable(t.string),
    config: ConfigReference,
    created_utc: nullable(t.string),
    duration_seconds: nullable(Finite),
    env: AnyObject,
    funnel_check: nullable(FunnelCheck),
    git: AnyObject,
    manifest_schema_version: nullable(t.string),
    manifest_totals: nullable(ManifestTotals),
    mode: t.string,
    models: AnyJson,
    overrides: Overrides,
    params: objectOf({
      batch: t.boolean,
      max_tokens: Integer,
      sample: Integer,
      temperature: Finite,
    }),
    pin_check: AnyJson,
    python: nullable(t.string),
    replay_from: AnyJson,
    roles: AnyJson,
    run_id: t.string,
    schema_version: t.string,
    seed: Integer,
    status: t.string,
    strict: t.boolean,
    usage: nullable(AnyObject),
  },
  { engine: RecordingEngine },
)
