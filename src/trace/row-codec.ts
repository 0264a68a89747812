/**
 * Trace rows: what a recorded round says, one JSON object a line of `trace.jsonl`.
 *
 * A row keeps the texts of the round, the mechanism in its three states (as compiled, as verified, as it stood after
 * private acceptance) and the event that its settlement caused. Members are named as they are recorded; agent ids
 * count from 1, and are strings where they are keys. One codec defines a row; the fast guard is compiled from it.
 *
 * The codec asks for shapes only: an agent 0 or an unknown sign is read, so that the replay can tell it as a difference.
 * What such members may be is for the codecs of `settlement`.
 *
 * @module
 */
import * as t from 'io-ts'
import { arrayOf, Finite, Integer, nullable, objectOf, recordOf } from '../core/codec.js'
import { guardOf } from '../core/guard.js'
import type { JsonRecord } from '../core/json.js'
import { AnyObject } from './json-codec.js'

/**
 * Is one transfer as recorded: `quantity` of `resource` moves between two agents.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedTransfer {
  readonly from: number
  readonly to: number
  readonly resource: string
  readonly quantity: number
}

/**
 * Is a mechanism as recorded, in any of its three states.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedMechanism {
  readonly mechanism_label: string
  readonly summary: string
  readonly transfers: ReadonlyArray<RecordedTransfer>
  readonly institutional_updates: ReadonlyArray<JsonRecord>
  readonly consenting_agents: ReadonlyArray<number>
  readonly confidence: number
  readonly verifier_ok: boolean
  readonly verifier_reason: string
}

/**
 * Is the recorded check of one private decision against what the mechanism would really do.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedAudit {
  readonly agent_id: number
  readonly approve: boolean
  readonly actual_delta: number
  readonly actual_delta_sign: string
  readonly claimed_delta_sign: string
  readonly sign_match: boolean
  readonly debit_rows_match: boolean
  readonly credit_rows_match: boolean
  readonly quantity_match: boolean
  readonly counterpart_transfers_present: boolean
  readonly same_bundle_authorized: boolean
  readonly approval_correct: boolean
  readonly error_family: string
  readonly reason: string
}

/**
 * Is what a round cost, as recorded.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedCost {
  readonly round: number
  readonly search_cost_total: number
  readonly search_cost_basis: string
  readonly contacted_agent_count: number
  readonly standing_rule_saving: number
  readonly net_coordination_cost: number
  readonly active_institutions: number
}

/**
 * Is the outcome of a round, as recorded.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecordedEvent {
  readonly round_index: number
  readonly controller_id: number
  readonly kind: string
  readonly proposer_id: number
  readonly receiver_id: number | null
  readonly accepted: boolean
  readonly applied: boolean
  readonly feasible: boolean
  readonly individually_rational: boolean | null
  readonly ir_blocked: boolean
  readonly proposer_delta: number
  readonly receiver_delta: number
  readonly agent_deltas: Readonly<Record<string, number>>
  readonly welfare_after: number
  readonly message: string
  readonly institutional_updates: ReadonlyArray<JsonRecord>
  readonly private_acceptance_audits: ReadonlyArray<RecordedAudit>
  readonly coordination_cost: RecordedCost
}

/**
 * Is one round of a recorded run.
 *
 * @category model
 * @since 0.1.0
 */
export interface TraceRow {
  readonly round_index: number
  readonly controller_id: number
  readonly communication_texts: Readonly<Record<string, string>>
  readonly proposal_text: string
  readonly response_texts: Readonly<Record<string, string>>
  readonly final_text: string
  readonly compiled_mechanism: RecordedMechanism
  readonly verified_before_private_acceptance: RecordedMechanism
  readonly verified_mechanism: RecordedMechanism
  readonly event: RecordedEvent
}

const RecordedTransfer: t.Type<RecordedTransfer> = objectOf({
  from: Integer,
  to: Integer,
  resource: t.string,
  quantity: Finite,
})

const RecordedMechanism: t.Type<RecordedMechanism> = objectOf({
  mechanism_label: t.string,
  summary: t.string,
  transfers: arrayOf(RecordedTransfer),
  institutional_updates: arrayOf(AnyObject),
  consenting_agents: arrayOf(Integer),
  confidence: Finite,
  verifier_ok: t.boolean,
  verifier_reason: t.string,
})

/**
 * Reads the recorded audit of one private decision.
 *
 * @category codec
 * @since 0.1.0
 */
export const RecordedAudit: t.Type<RecordedAudit> = objectOf({
  agent_id: Integer,
  approve: t.boolean,
  actual_delta: Finite,
  actual_delta_sign: t.string,
  claimed_delta_sign: t.string,
  sign_match: t.boolean,
  debit_rows_match: t.boolean,
  credit_rows_match: t.boolean,
  quantity_match: t.boolean,
  counterpart_transfers_present: t.boolean,
  same_bundle_authorized: t.boolean,
  approval_correct: t.boolean,
  error_family: t.string,
  reason: t.string,
})

const RecordedCost: t.Type<RecordedCost> = objectOf({
  round: Integer,
  search_cost_total: Finite,
  search_cost_basis: t.string,
  contacted_agent_count: Integer,
  standing_rule_saving: Finite,
  net_coordination_cost: Finite,
  active_institutions: Integer,
})

const RecordedEvent: t.Type<RecordedEvent> = objectOf({
  round_index: Integer,
  controller_id: Integer,
  kind: t.string,
  proposer_id: Integer,
  receiver_id: nullable(Integer),
  accepted: t.boolean,
  applied: t.boolean,
  feasible: t.boolean,
  individually_rational: nullable(t.boolean),
  ir_blocked: t.boolean,
  proposer_delta: Finite,
  receiver_delta: Finite,
  agent_deltas: recordOf(Finite),
  welfare_after: Finite,
  message: t.string,
  institutional_updates: arrayOf(AnyObject),
  private_acceptance_audits: arrayOf(RecordedAudit),
  coordination_cost: RecordedCost,
})

/**
 * Reads one row of `trace.jsonl`.
 *
 * @category codec
 * @since 0.1.0
 */
export const TraceRow: t.Type<TraceRow> = objectOf({
  round_index: Integer,
  controller_id: Integer,
  communication_texts: recordOf(t.string),
  proposal_text: t.string,
  response_texts: recordOf(t.string),
  final_text: t.string,
  compiled_mechanism: RecordedMechanism,
  verified_before_private_acceptance: RecordedMechanism,
  verified_mechanism: RecordedMechanism,
  event: RecordedEvent,
})

/**
 * Tells whether a parsed line is a trace row, without explaining a refusal. Compiled from the codec, several times
 * faster than decoding.
 *
 * @category codec
 * @since 0.1.0
 */
export const isTraceRow: (u: unknown) => u is TraceRow = guardOf(TraceRow)
