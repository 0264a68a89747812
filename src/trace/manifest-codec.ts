/**
 * Manifest rows: every call of a model in a live run, one JSON object a line of `inference_manifest.jsonl`.
 *
 * A call is named `r{round}:{role}:a{agent}:{n}`, or `r{round}:{role}:-:{n}` for the compiler and the verifier, which
 * are nobody's agent; `n` counts the calls of the same name from 0. The response is kept with its SHA-256; the prompt
 * may be blanked, and then only its hash is left.
 *
 * @module
 */
import * as t from 'io-ts'
import { Finite, Integer, nullable, objectOf, oneOf } from '../core/codec.js'
import { guardOf } from '../core/guard.js'
import type { JsonRecord } from '../core/json.js'
import { type CallRole, callRoles } from '../exchange/call-name.js'
import { AnyObject } from './json-codec.js'

export { type CallRole, callName, callRoles } from '../exchange/call-name.js'

/**
 * Counts the tokens of one call.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallTokens {
  readonly cached_input_tokens: number
  readonly input_tokens: number
  readonly output_tokens: number
  readonly reasoning_tokens: number
  readonly total_tokens: number
}

/**
 * Is one recorded call of a model. Costs are in US dollars; `null` where no price was known.
 *
 * @category model
 * @since 0.1.0
 */
export interface ManifestRow {
  readonly agent_id: number | null
  readonly batched: boolean
  readonly cached: boolean
  readonly call_id: string
  readonly cost_note: string | null
  readonly estimated_cost_usd: number | null
  readonly model: string
  readonly origin: string
  readonly params: JsonRecord
  readonly prompt: string
  readonly prompt_sha256: string
  readonly replay_key: string
  readonly resolved_model: string | null
  readonly response: string
  readonly response_sha256: string
  readonly role: CallRole
  readonly round_index: number
  readonly seat: string
  readonly system: string
  readonly usage: CallTokens
}

const CallTokens: t.Type<CallTokens> = objectOf({
  cached_input_tokens: Integer,
  input_tokens: Integer,
  output_tokens: Integer,
  reasoning_tokens: Integer,
  total_tokens: Integer,
})

const RoleOfCall: t.Type<CallRole> = oneOf(...callRoles)

const TextOrNull: t.Type<string | null> = nullable(t.string)

/**
 * Reads one row of `inference_manifest.jsonl`.
 *
 * @category codec
 * @since 0.1.0
 */
export const ManifestRow: t.Type<ManifestRow> = objectOf({
  agent_id: nullable(Integer),
  batched: t.boolean,
  cached: t.boolean,
  call_id: t.string,
  cost_note: TextOrNull,
  estimated_cost_usd: nullable(Finite),
  model: t.string,
  origin: t.string,
  params: AnyObject,
  prompt: t.string,
  prompt_sha256: t.string,
  replay_key: t.string,
  resolved_model: TextOrNull,
  response: t.string,
  response_sha256: t.string,
  role: RoleOfCall,
  round_index: Integer,
  seat: t.string,
  system: t.string,
  usage: CallTokens,
})

/**
 * Tells whether a parsed line is a manifest row, without explaining a refusal.
 *
 * @category codec
 * @since 0.1.0
 */
export const isManifestRow: (u: unknown) => u is ManifestRow = guardOf(ManifestRow)
