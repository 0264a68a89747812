/**
 * Private acceptance: each agent that a mechanism would debit is asked in private whether it agrees, and what it says is
 * checked against what the mechanism would really do.
 *
 * The decision is read by `acceptance-decision.ts`; the audit compares it with the truth; the mode says what follows.
 *
 * | mode                    | an agent rejects when                                                             |
 * | ----------------------- | --------------------------------------------------------------------------------- |
 * | `llm_structured`        | it did not approve and was readable, or was malformed and would not gain           |
 * | `llm_structured_strict` | it did not approve                                                                |
 * | `hybrid_block_bad`      | it did not approve, or would not gain, or claims no counterpart                   |
 * | `deterministic_oracle`  | it would not gain; the audit is a perfect one and no text is read                 |
 * | `off`                   | never                                                                             |
 *
 * Laws
 *   L1 one audit each      there is one audit per debited agent, ascending, with the delta of the settlement
 *   L2 all or nothing      the mechanism comes out as it was, or empty with nothing left to consent to
 *   L3 stricter mode       whoever `llm_structured` rejects is rejected by `llm_structured_strict` too
 *   L4 audit from claims   an audit is a function of the claims that it shows and of the actual delta
 *
 * @module
 */
import { defaultSummation, EPSILON, type Summation } from '../core/arithmetic.js'
import type { PrivateAcceptanceMode } from '../economy/protocol.js'
import { inDoubles } from '../settlement/accounting.js'
import { deltaOfIn } from '../settlement/deltas.js'
import type {
  AcceptanceErrorFamily,
  DeltaSign,
  PrivateAcceptanceAudit,
} from '../settlement/event.js'
import type { Ledger } from '../settlement/ledger.js'
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import { type AcceptanceDecision, type ClaimedRow, readDecision } from './acceptance-decision.js'

/**
 * Is what an audit needs of a decision once its rows have been compared.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptanceClaims {
  readonly malformed: boolean
  readonly approve: boolean
  readonly claimedDeltaSign: string
  readonly debitRowsMatch: boolean
  readonly creditRowsMatch: boolean
  readonly counterpartTransfersPresent: boolean
  readonly sameBundleAuthorized: boolean
  readonly reason: string
}

/**
 * Is what private acceptance gives: the audits, who rejected, and the mechanism that is left.
 *
 * @category model
 * @since 0.1.0
 */
export interface PrivateAcceptance {
  readonly audits: ReadonlyArray<PrivateAcceptanceAudit>
  readonly rejecting: ReadonlyArray<number>
  readonly mechanism: Mechanism
}

/**
 * Names the sign of a delta: `zero` within `EPSILON`.
 *
 * @category operations
 * @since 0.1.0
 */
export const deltaSign = (delta: number): DeltaSign =>
  delta > EPSILON ? 'positive' : delta < -EPSILON ? 'negative' : 'zero'

/** Equal within 1e-9 relative to the larger or absolute, as Python's `isclose` with both tolerances at 1e-9. */
const isClose = (a: number, b: number): boolean =>
  Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), 1e-9)

const sortedRows = (rows: ReadonlyArray<ClaimedRow>): ReadonlyArray<ClaimedRow> =>
  [...rows].sort((a, b) =>
    a.resource === b.resource ? a.quantity - b.quantity : a.resource < b.resource ? -1 : 1,
  )

const rowsMatch = (
  claimed: ReadonlyArray<ClaimedRow>,
  actual: ReadonlyArray<ClaimedRow>,
): boolean => {
  // Most rows differ in number already: sorting costs more.
  if (claimed.length !== actual.length) return false
  const right = sortedRows(actual)
  return sortedRows(claimed).every((row, index) => {
    const other = right[index]
    return (
      other !== undefined &&
      row.resource === other.resource &&
      isClose(row.quantity, other.quantity)
    )
  })
}

/**
 * Compares the rows of a decision with what the mechanism debits and credits the agent.
 *
 * @category operations
 * @since 0.1.0
 */
export const claimsOf = (
  decision: AcceptanceDecision,
  agent: number,
  mechanism: Mechanism,
): AcceptanceClaims => {
  const given = mechanism.transfers.filter((transfer) => transfer.from === agent)
  const received = mechanism.transfers.filter((transfer) => transfer.to === agent)
  return {
    malformed: decision.malformed,
    approve: decision.approve,
    claimedDeltaSign: decision.claimedDeltaSign,
    debitRowsMatch: rowsMatch(decision.debits, given),
    creditRowsMatch: rowsMatch(decision.credits, received),
    counterpartTransfersPresent: decision.counterpartTransfersPresent,
    sameBundleAuthorized: decision.sameBundleAuthorized,
    reason: decision.reason,
  }
}

const familyOf = (
  claims: AcceptanceClaims,
  sign: DeltaSign,
  approvalCorrect: boolean,
): AcceptanceErrorFamily => {
  const rows = claims.debitRowsMatch && claims.creditRowsMatch
  const signMatch = claims.claimedDeltaSign === sign
  if (claims.malformed) return 'malformed_private_acceptance'
  if (approvalCorrect && signMatch && rows) return 'none'
  if (claims.approve && sign === 'negative') return 'wrong_sign_positive_approval'
  if (claims.approve && sign === 'zero') return 'zero_delta_positive_approval'
  if (!rows) return 'bundle_row_or_quantity_mismatch'
  if (!signMatch) return 'claimed_delta_sign_mismatch'
  const vouched = claims.counterpartTransfersPresent && claims.sameBundleAuthorized
  return vouched ? 'approval_policy_mismatch' : 'counterpart_or_authorization_mismatch'
}

/**
 * Audits claims against the agent's actual delta, in units of utility.
 *
 * @category operations
 * @since 0.1.0
 */
export const auditOfClaims = (
  claims: AcceptanceClaims,
  agentId: number,
  actualDelta: number,
): PrivateAcceptanceAudit => {
  const sign = deltaSign(actualDelta)
  const ought =
    sign === 'positive' && claims.counterpartTransfersPresent && claims.sameBundleAuthorized
  const approvalCorrect = claims.approve === ought
  return {
    agentId,
    approve: claims.approve,
    actualDelta,
    actualDeltaSign: sign,
    claimedDeltaSign: claims.claimedDeltaSign,
    signMatch: claims.claimedDeltaSign === sign,
    debitRowsMatch: claims.debitRowsMatch,
    creditRowsMatch: claims.creditRowsMatch,
    quantityMatch: claims.debitRowsMatch && claims.creditRowsMatch,
    counterpartTransfersPresent: claims.counterpartTransfersPresent,
    sameBundleAuthorized: claims.sameBundleAuthorized,
    approvalCorrect,
    errorFamily: familyOf(claims, sign, approvalCorrect),
    reason: claims.reason,
  }
}

const oracleClaims = (actualDelta: number): AcceptanceClaims => {
  const sign = deltaSign(actualDelta)
  const approve = sign === 'positive'
  return {
    malformed: false,
    approve,
    claimedDeltaSign: sign,
    debitRowsMatch: true,
    creditRowsMatch: true,
    counterpartTransfersPresent: true,
    sameBundleAuthorized: true,
    reason: `deterministic oracle ${approve ? 'approval' : 'rejection'}`,
  }
}

/**
 * Tells whether an audited agent rejects the mechanism under a mode.
 *
 * @category operations
 * @since 0.1.0
 */
export const isRejection = (
  mode: PrivateAcceptanceMode,
  audit: PrivateAcceptanceAudit,
): boolean => {
  const unreadable = audit.errorFamily === 'malformed_private_acceptance'
  const gains = audit.actualDelta > EPSILON
  switch (mode) {
    case 'llm_structured':
      return unreadable ? !gains : !audit.approve
    case 'llm_structured_strict':
      return !audit.approve
    case 'hybrid_block_bad':
      return !audit.approve || !gains || !audit.counterpartTransfersPresent
    case 'deterministic_oracle':
      return !gains
    case 'off':
      return false
  }
}

/**
 * Gives the mechanism that is left when agents reject: nothing moves, nobody consents, and the summary says who.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rejectedMechanism = (
  mechanism: Mechanism,
  rejecting: ReadonlyArray<number>,
): Mechanism => ({
  ...mechanism,
  label: 'private_acceptance_rejected',
  summary: `private acceptance rejected by ${rejecting.map((agent) => `a${agent}`).join(', ')}; no transfers executed`,
  transfers: [],
  institutionalUpdates: [],
  consentingAgents: [],
  confidence: 0,
})

/**
 * Concludes private acceptance from its audits: the mechanism as it was, or the rejected one.
 *
 * @category operations
 * @since 0.1.0
 */
export const concludeAcceptance = (
  mode: PrivateAcceptanceMode,
  mechanism: Mechanism,
  audits: ReadonlyArray<PrivateAcceptanceAudit>,
): PrivateAcceptance => {
  const rejecting = audits.filter((audit) => isRejection(mode, audit)).map((audit) => audit.agentId)
  const left = rejecting.length === 0 ? mechanism : rejectedMechanism(mechanism, rejecting)
  return { audits, rejecting, mechanism: left }
}

/**
 * Asks every debited agent, by the texts they gave (keyed by agent; no text is an empty one), and concludes.
 *
 * @category operations
 * @since 0.1.0
 */
export const privateAcceptance =
  (mode: PrivateAcceptanceMode, summation: Summation = defaultSummation) =>
  (ledger: Ledger, mechanism: Mechanism, texts: ReadonlyMap<number, string>): PrivateAcceptance => {
    const delta = deltaOfIn(inDoubles(summation))(ledger, mechanism)
    const names = ledger.world.resourceNames
    const audits = debitedAgents(mechanism).map((agent) => {
      const actual = delta(agent)
      const decision = readDecision(texts.get(agent) ?? '', names)
      const claims =
        mode === 'deterministic_oracle'
          ? oracleClaims(actual)
          : claimsOf(decision, agent, mechanism)
      return auditOfClaims(claims, agent, actual)
    })
    return concludeAcceptance(mode, mechanism, audits)
  }
