/**
 * Recorded form: between the library's own values and the members of a recorded row.
 *
 * The mapping itself is that of `settlement`. Rows of a trace are read more loosely than its codecs read (`row-codec.ts`),
 * so that a changed number or word is told as a difference in its place and not as a row that cannot be read; here such
 * a row becomes a value again.
 *
 * Laws
 *   L1 mechanism round trip   a mechanism written and read again, for the same proposer, is the same mechanism
 *   L2 audit round trip       an audit written and read again is the same audit
 *
 * @module
 */
import { auditFromJson, auditToJson } from '../settlement/audit-codec.js'
import type { CoordinationCost } from '../settlement/coordination-cost.js'
import {
  type AcceptanceErrorFamily,
  acceptanceErrorFamilies,
  type DeltaSign,
  type PrivateAcceptanceAudit,
  type SettlementEvent,
} from '../settlement/event.js'
import { chargeToJson, eventToJson } from '../settlement/event-codec.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { mechanismFromJson, mechanismToJson } from '../settlement/mechanism-codec.js'
import type { RecordedAudit, RecordedEvent, RecordedMechanism } from './row-codec.js'

/**
 * Reads a recorded mechanism; the recording leaves out who proposed it, which is the controller of its round.
 *
 * @category constructors
 * @since 0.1.0
 */
export const mechanismOf = (recorded: RecordedMechanism, proposerId: number): Mechanism =>
  mechanismFromJson(proposerId)({ ...recorded, proposer_id: proposerId })

/**
 * Writes a mechanism as it is recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordMechanism = (mechanism: Mechanism): RecordedMechanism =>
  mechanismToJson(mechanism)

/**
 * Writes an audit as it is recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordAudit = (audit: PrivateAcceptanceAudit): RecordedAudit => auditToJson(audit)

const signs: ReadonlyArray<DeltaSign> = ['positive', 'negative', 'zero']

/**
 * Reads a recorded audit; a sign or a family that is none of the known ones reads as `zero` and as `none`, and the
 * replay reports it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const auditOf = (recorded: RecordedAudit): PrivateAcceptanceAudit =>
  auditFromJson({
    ...recorded,
    actual_delta_sign: signs.find((sign) => sign === recorded.actual_delta_sign) ?? 'zero',
    error_family:
      acceptanceErrorFamilies.find(
        (family): family is AcceptanceErrorFamily => family === recorded.error_family,
      ) ?? 'none',
  })

/**
 * Writes an event as it is recorded, with the cost of its round.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordEvent = (event: SettlementEvent, cost: CoordinationCost): RecordedEvent => ({
  ...eventToJson(event),
  coordination_cost: chargeToJson(cost),
})
