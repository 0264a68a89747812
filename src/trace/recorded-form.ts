/**
 * Recorded form: between the library's own values and the members of a recorded row.
 *
 * Recordings name their members in snake case and in a fixed order, which these functions write; the library's own
 * values are in camel case.
 *
 * Laws
 *   L1 mechanism round trip   a mechanism written and read again, for the same proposer, is the same mechanism
 *   L2 audit round trip       an audit written and read again is the same audit
 *
 * @module
 */
import type { CoordinationCost } from '../settlement/coordination-cost.js'
import {
  type AcceptanceErrorFamily,
  acceptanceErrorFamilies,
  type DeltaSign,
  type PrivateAcceptanceAudit,
  type SettlementEvent,
} from '../settlement/event.js'
import type { Mechanism } from '../settlement/mechanism.js'
import type { RecordedAudit, RecordedCost, RecordedEvent, RecordedMechanism } from './row-codec.js'

/**
 * Reads a recorded mechanism; the recording leaves out who proposed it, which is the controller of its round.
 *
 * @category constructors
 * @since 0.1.0
 */
export const mechanismOf = (recorded: RecordedMechanism, proposerId: number): Mechanism => ({
  proposerId,
  label: recorded.mechanism_label,
  summary: recorded.summary,
  transfers: recorded.transfers,
  consentingAgents: recorded.consenting_agents,
  confidence: recorded.confidence,
  institutionalUpdates: recorded.institutional_updates,
  verifierOk: recorded.verifier_ok,
  verifierReason: recorded.verifier_reason,
})

/**
 * Writes a mechanism as it is recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordMechanism = (mechanism: Mechanism): RecordedMechanism => ({
  mechanism_label: mechanism.label,
  summary: mechanism.summary,
  transfers: mechanism.transfers.map(({ from, to, resource, quantity }) => ({
    from,
    to,
    resource,
    quantity,
  })),
  institutional_updates: mechanism.institutionalUpdates,
  consenting_agents: mechanism.consentingAgents,
  confidence: mechanism.confidence,
  verifier_ok: mechanism.verifierOk,
  verifier_reason: mechanism.verifierReason,
})

/**
 * Writes an audit as it is recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordAudit = (audit: PrivateAcceptanceAudit): RecordedAudit => ({
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

const signs: ReadonlyArray<DeltaSign> = ['positive', 'negative', 'zero']

/**
 * Reads a recorded audit; a sign or a family that is none of the known ones reads as `zero` and as `none`, and the
 * replay reports it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const auditOf = (recorded: RecordedAudit): PrivateAcceptanceAudit => ({
  agentId: recorded.agent_id,
  approve: recorded.approve,
  actualDelta: recorded.actual_delta,
  actualDeltaSign: signs.find((sign) => sign === recorded.actual_delta_sign) ?? 'zero',
  claimedDeltaSign: recorded.claimed_delta_sign,
  signMatch: recorded.sign_match,
  debitRowsMatch: recorded.debit_rows_match,
  creditRowsMatch: recorded.credit_rows_match,
  quantityMatch: recorded.quantity_match,
  counterpartTransfersPresent: recorded.counterpart_transfers_present,
  sameBundleAuthorized: recorded.same_bundle_authorized,
  approvalCorrect: recorded.approval_correct,
  errorFamily:
    acceptanceErrorFamilies.find(
      (family): family is AcceptanceErrorFamily => family === recorded.error_family,
    ) ?? 'none',
  reason: recorded.reason,
})

const recordCost = (cost: CoordinationCost): RecordedCost => ({
  round: cost.round,
  search_cost_total: cost.searchCostTotal,
  search_cost_basis: cost.searchCostBasis,
  contacted_agent_count: cost.contactedAgentCount,
  standing_rule_saving: cost.standingRuleSaving,
  net_coordination_cost: cost.netCoordinationCost,
  active_institutions: cost.activeInstitutions,
})

/**
 * Writes an event as it is recorded, with the cost of its round.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordEvent = (event: SettlementEvent, cost: CoordinationCost): RecordedEvent => ({
  round_index: event.roundIndex,
  controller_id: event.controllerId,
  kind: event.kind,
  proposer_id: event.proposerId,
  receiver_id: event.receiverId,
  accepted: event.accepted,
  applied: event.applied,
  feasible: event.feasible,
  individually_rational: event.individuallyRational,
  ir_blocked: event.irBlocked,
  proposer_delta: event.proposerDelta,
  receiver_delta: event.receiverDelta,
  agent_deltas: { ...event.agentDeltas },
  welfare_after: event.welfareAfter,
  message: event.message,
  institutional_updates: event.institutionalUpdates,
  private_acceptance_audits: event.privateAcceptanceAudits.map(recordAudit),
  coordination_cost: recordCost(cost),
})
