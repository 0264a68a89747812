/**
 * Events: the public record of what a round's mechanism came to.
 *
 * One event per round. It says what was proposed and by whom, whether it passed the gates, what it was worth to whom
 * and what the market is worth afterwards. An event that was not applied echoes the updates it would have written,
 * unchanged; an applied one shows the records that were written.
 *
 * | outcome                          | feasible | accepted | applied | individuallyRational | irBlocked |
 * | -------------------------------- | -------- | -------- | ------- | -------------------- | --------- |
 * | nothing to move or write         | any      | false    | false   | null                 | false     |
 * | refused by a gate                | false    | false    | false   | null                 | false     |
 * | blocked by enforced rationality  | true     | true     | false   | false                | true      |
 * | applied, transfers               | true     | true     | true    | no delta < -EPSILON  | false     |
 * | applied, updates only            | true     | true     | true    | null                 | false     |
 *
 * @module
 */
import type { JsonRecord } from '../core/json.js'
import type { CoordinationCost } from './coordination-cost.js'
import type { AgentDeltas } from './deltas.js'

/**
 * Names the sign of a utility delta: `zero` within `EPSILON`.
 *
 * @category model
 * @since 0.1.0
 */
export type DeltaSign = 'positive' | 'negative' | 'zero'

/**
 * Names the first thing that was wrong with a private acceptance decision; `none` when it was right.
 *
 * @category model
 * @since 0.1.0
 */
export type AcceptanceErrorFamily =
  | 'none'
  | 'malformed_private_acceptance'
  | 'wrong_sign_positive_approval'
  | 'zero_delta_positive_approval'
  | 'bundle_row_or_quantity_mismatch'
  | 'claimed_delta_sign_mismatch'
  | 'counterpart_or_authorization_mismatch'
  | 'approval_policy_mismatch'

/**
 * Lists the families of errors of a private acceptance decision.
 *
 * @category model
 * @since 0.1.0
 */
export const acceptanceErrorFamilies: readonly [
  AcceptanceErrorFamily,
  ...ReadonlyArray<AcceptanceErrorFamily>,
] = [
  'none',
  'malformed_private_acceptance',
  'wrong_sign_positive_approval',
  'zero_delta_positive_approval',
  'bundle_row_or_quantity_mismatch',
  'claimed_delta_sign_mismatch',
  'counterpart_or_authorization_mismatch',
  'approval_policy_mismatch',
]

/**
 * Records how one debited agent decided in private, and whether what it claimed was so.
 *
 * @category model
 * @since 0.1.0
 */
export interface PrivateAcceptanceAudit {
  readonly agentId: number
  readonly approve: boolean
  readonly actualDelta: number
  readonly actualDeltaSign: DeltaSign
  /** What the agent wrote, in lower case: any text. */
  readonly claimedDeltaSign: string
  readonly signMatch: boolean
  readonly debitRowsMatch: boolean
  readonly creditRowsMatch: boolean
  readonly quantityMatch: boolean
  readonly counterpartTransfersPresent: boolean
  readonly sameBundleAuthorized: boolean
  readonly approvalCorrect: boolean
  readonly errorFamily: AcceptanceErrorFamily
  readonly reason: string
}

/**
 * Records the outcome of one round. Deltas and welfare in units of utility; agents are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementEvent {
  readonly roundIndex: number
  readonly controllerId: number
  readonly kind: string
  readonly proposerId: number
  /** The one affected agent beside the proposer; `null` when there is none or more than one. */
  readonly receiverId: number | null
  readonly accepted: boolean
  readonly applied: boolean
  readonly feasible: boolean
  readonly individuallyRational: boolean | null
  readonly irBlocked: boolean
  readonly proposerDelta: number
  /** The receiver's delta; 0 without a receiver. */
  readonly receiverDelta: number
  readonly agentDeltas: AgentDeltas
  readonly welfareAfter: number
  readonly message: string
  readonly institutionalUpdates: ReadonlyArray<JsonRecord>
  readonly privateAcceptanceAudits: ReadonlyArray<PrivateAcceptanceAudit>
  /** What coordination cost in the round; `null` where it was not charged. */
  readonly coordinationCost: CoordinationCost | null
}
