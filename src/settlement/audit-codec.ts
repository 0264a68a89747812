/**
 * Audit codec: the JSON shape in which private acceptance audits are recorded.
 *
 * Laws
 *   L1 audit round trip  writing an audit and reading it again gives the same audit, in a shape the codec accepts
 *
 * @module
 */
import * as t from 'io-ts'
import { Finite, objectOf, oneOf, PositiveInteger } from '../core/codec.js'
import {
  type AcceptanceErrorFamily,
  acceptanceErrorFamilies,
  type DeltaSign,
  type PrivateAcceptanceAudit,
} from './event.js'

/**
 * Is the recorded form of a private acceptance audit.
 *
 * @category codec
 * @since 0.1.0
 */
export interface AuditJson {
  readonly agent_id: number
  readonly approve: boolean
  readonly actual_delta: number
  readonly actual_delta_sign: DeltaSign
  readonly claimed_delta_sign: string
  readonly sign_match: boolean
  readonly debit_rows_match: boolean
  readonly credit_rows_match: boolean
  readonly quantity_match: boolean
  readonly counterpart_transfers_present: boolean
  readonly same_bundle_authorized: boolean
  readonly approval_correct: boolean
  readonly error_family: AcceptanceErrorFamily
  readonly reason: string
}

/**
 * Accepts the recorded form of a private acceptance audit.
 *
 * @category codec
 * @since 0.1.0
 */
export const AuditJson: t.Type<AuditJson> = /* @__PURE__ */ objectOf({
  agent_id: PositiveInteger,
  approve: t.boolean,
  actual_delta: Finite,
  actual_delta_sign: oneOf('positive', 'negative', 'zero'),
  claimed_delta_sign: t.string,
  sign_match: t.boolean,
  debit_rows_match: t.boolean,
  credit_rows_match: t.boolean,
  quantity_match: t.boolean,
  counterpart_transfers_present: t.boolean,
  same_bundle_authorized: t.boolean,
  approval_correct: t.boolean,
  error_family: oneOf(...acceptanceErrorFamilies),
  reason: t.string,
})

/**
 * Reads the recorded form of a private acceptance audit.
 *
 * @category codec
 * @since 0.1.0
 */
export const auditFromJson = (json: AuditJson): PrivateAcceptanceAudit => ({
  agentId: json.agent_id,
  approve: json.approve,
  actualDelta: json.actual_delta,
  actualDeltaSign: json.actual_delta_sign,
  claimedDeltaSign: json.claimed_delta_sign,
  signMatch: json.sign_match,
  debitRowsMatch: json.debit_rows_match,
  creditRowsMatch: json.credit_rows_match,
  quantityMatch: json.quantity_match,
  counterpartTransfersPresent: json.counterpart_transfers_present,
  sameBundleAuthorized: json.same_bundle_authorized,
  approvalCorrect: json.approval_correct,
  errorFamily: json.error_family,
  reason: json.reason,
})

/**
 * Writes the recorded form of a private acceptance audit.
 *
 * @category codec
 * @since 0.1.0
 */
export const auditToJson = (audit: PrivateAcceptanceAudit): AuditJson => ({
  agent_id: audit.agentId,
  approve: audit.approve,
  actual_delta: audit.actualDelta,
  actual_delta_sign: audit.actualDeltaSign,
  claimed_delta_sign: audit.claimedDeltaSign,
  sign_match: audit.signMatch,
  debit_rows_match: audit.debitRowsMatch,
  credit_rows_match: audit.creditRowsMatch,
  quantity_match: audit.quantityMatch,
  counterpart_transfers_present: audit.counterpartTransfersPresent,
  same_bundle_authorized: audit.sameBundleAuthorized,
  approval_correct: audit.approvalCorrect,
  error_family: audit.errorFamily,
  reason: audit.reason,
})
