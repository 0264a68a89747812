/**
 * Event codec: the JSON shape in which settlement events are recorded.
 *
 * `EventJson` checks the recorded shape; two pure functions carry it to a `SettlementEvent` and back, field for field
 * and in the recorded order. An event whose coordination cost was not charged has `{}` there.
 *
 * Laws
 *   L1 event round trip  writing an event and reading it again gives the same event
 *   L2 event shape       what is written is accepted by `EventJson`
 *
 * @module
 */
import * as t from 'io-ts'
import {
  arrayOf,
  closedObjectOf,
  Finite,
  NonNegativeInteger,
  nullable,
  objectOf,
  oneOf,
  PositiveInteger,
  recordOf,
} from '../core/codec.js'
import type { JsonRecord } from '../core/json.js'
import { AuditJson, auditFromJson, auditToJson } from './audit-codec.js'
import type { CoordinationCost } from './coordination-cost.js'
import type { AgentDeltas } from './deltas.js'
import type { SettlementEvent } from './event.js'
import { InstitutionJson } from './mechanism-codec.js'

/**
 * Is the recorded form of a coordination cost.
 *
 * @category codec
 * @since 0.1.0
 */
export interface CostJson {
  readonly round: number
  readonly search_cost_total: number
  readonly search_cost_basis: 'prompted_responders' | 'flat_public_round'
  readonly contacted_agent_count: number
  readonly standing_rule_saving: number
  readonly net_coordination_cost: number
  readonly active_institutions: number
}

/**
 * Is the recorded form of a cost that was not charged.
 *
 * @category codec
 * @since 0.1.0
 */
export type NoCostJson = { readonly [key in never]: never }

/**
 * Is the recorded form of a settlement event.
 *
 * @category codec
 * @since 0.1.0
 */
export interface EventJson {
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
  readonly agent_deltas: { readonly [agent: string]: number }
  readonly welfare_after: number
  readonly message: string
  readonly institutional_updates: ReadonlyArray<JsonRecord>
  readonly private_acceptance_audits: ReadonlyArray<AuditJson>
  readonly coordination_cost: CostJson | NoCostJson
}

/**
 * Accepts the recorded form of a coordination cost.
 *
 * @category codec
 * @since 0.1.0
 */
export const CostJson: t.Type<CostJson> = /* @__PURE__ */ objectOf({
  round: NonNegativeInteger,
  search_cost_total: Finite,
  search_cost_basis: oneOf('prompted_responders', 'flat_public_round'),
  contacted_agent_count: NonNegativeInteger,
  standing_rule_saving: Finite,
  net_coordination_cost: Finite,
  active_institutions: NonNegativeInteger,
})

const isAgentKey = (key: string): boolean => /^[1-9][0-9]{0,14}$/.test(key)

const AgentDeltasJson: t.Type<{ readonly [agent: string]: number }> = /* @__PURE__ */ t.refinement(
  recordOf(Finite),
  (deltas) => Object.keys(deltas).every(isAgentKey),
  'an object of deltas keyed by the numbers of agents',
)

/**
 * Accepts the recorded form of a settlement event.
 *
 * @category codec
 * @since 0.1.0
 */
export const EventJson: t.Type<EventJson> = /* @__PURE__ */ objectOf({
  round_index: NonNegativeInteger,
  controller_id: PositiveInteger,
  kind: t.string,
  proposer_id: PositiveInteger,
  receiver_id: nullable(PositiveInteger),
  accepted: t.boolean,
  applied: t.boolean,
  feasible: t.boolean,
  individually_rational: nullable(t.boolean),
  ir_blocked: t.boolean,
  proposer_delta: Finite,
  receiver_delta: Finite,
  agent_deltas: AgentDeltasJson,
  welfare_after: Finite,
  message: t.string,
  institutional_updates: arrayOf(InstitutionJson),
  private_acceptance_audits: arrayOf(AuditJson),
  coordination_cost: t.union([CostJson, closedObjectOf({})]),
})

const isCharged = (json: CostJson | NoCostJson): json is CostJson => 'round' in json

/**
 * Reads the recorded form of a coordination cost; `null` where none was charged.
 *
 * @category codec
 * @since 0.1.0
 */
export const costFromJson = (json: CostJson | NoCostJson): CoordinationCost | null =>
  isCharged(json)
    ? {
        round: json.round,
        searchCostTotal: json.search_cost_total,
        searchCostBasis: json.search_cost_basis,
        contactedAgentCount: json.contacted_agent_count,
        standingRuleSaving: json.standing_rule_saving,
        netCoordinationCost: json.net_coordination_cost,
        activeInstitutions: json.active_institutions,
      }
    : null

/**
 * Writes the recorded form of a coordination cost that was charged.
 *
 * @category codec
 * @since 0.1.0
 */
export const chargeToJson = (cost: CoordinationCost): CostJson => ({
  round: cost.round,
  search_cost_total: cost.searchCostTotal,
  search_cost_basis: cost.searchCostBasis,
  contacted_agent_count: cost.contactedAgentCount,
  standing_rule_saving: cost.standingRuleSaving,
  net_coordination_cost: cost.netCoordinationCost,
  active_institutions: cost.activeInstitutions,
})

/**
 * Writes the recorded form of a coordination cost; `{}` where none was charged.
 *
 * @category codec
 * @since 0.1.0
 */
export const costToJson = (cost: CoordinationCost | null): CostJson | NoCostJson =>
  cost === null ? {} : chargeToJson(cost)

const deltasFromJson = (json: EventJson['agent_deltas']): AgentDeltas =>
  Object.fromEntries(Object.entries(json).map(([agent, delta]) => [Number(agent), delta]))

/**
 * Reads the recorded form of a settlement event.
 *
 * @category codec
 * @since 0.1.0
 */
export const eventFromJson = (json: EventJson): SettlementEvent => ({
  roundIndex: json.round_index,
  controllerId: json.controller_id,
  kind: json.kind,
  proposerId: json.proposer_id,
  receiverId: json.receiver_id,
  accepted: json.accepted,
  applied: json.applied,
  feasible: json.feasible,
  individuallyRational: json.individually_rational,
  irBlocked: json.ir_blocked,
  proposerDelta: json.proposer_delta,
  receiverDelta: json.receiver_delta,
  agentDeltas: deltasFromJson(json.agent_deltas),
  welfareAfter: json.welfare_after,
  message: json.message,
  institutionalUpdates: json.institutional_updates,
  privateAcceptanceAudits: json.private_acceptance_audits.map(auditFromJson),
  coordinationCost: costFromJson(json.coordination_cost),
})

/**
 * Writes the recorded form of a settlement event, with the fields in the recorded order.
 *
 * @category codec
 * @since 0.1.0
 */
export const eventToJson = (event: SettlementEvent): EventJson => ({
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
  private_acceptance_audits: event.privateAcceptanceAudits.map(auditToJson),
  coordination_cost: costToJson(event.coordinationCost),
})
