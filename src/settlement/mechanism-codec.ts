/**
 * Mechanism codec: the JSON shape in which mechanisms are recorded.
 *
 * The recorded shape has the field names of the public benchmark. `MechanismJson` checks it; two pure functions carry
 * it to a `Mechanism` and back. A trace leaves the proposer to the round, so `proposer_id` is optional on reading and
 * not written.
 *
 * Laws
 *   L1 mechanism round trip  writing a mechanism and reading it again gives the same mechanism
 *   L2 mechanism shape       what is written is accepted by `MechanismJson`
 *
 * @module
 */
import * as t from 'io-ts'
import {
  arrayOf,
  Finite,
  JsonValue,
  objectOf,
  Positive,
  PositiveInteger,
  recordOf,
} from '../core/codec.js'
import type { JsonRecord } from '../core/json.js'
import type { Mechanism } from './mechanism.js'
import type { Transfer } from './transfer.js'

/**
 * Is the recorded form of a mechanism.
 *
 * @category codec
 * @since 0.1.0
 */
export interface MechanismJson {
  readonly proposer_id?: number
  readonly mechanism_label: string
  readonly summary: string
  readonly transfers: ReadonlyArray<Transfer>
  readonly institutional_updates: ReadonlyArray<JsonRecord>
  readonly consenting_agents: ReadonlyArray<number>
  readonly confidence: number
  readonly verifier_ok: boolean
  readonly verifier_reason: string
}

/**
 * Accepts the recorded form of a transfer: agents from 1, a good by name, a positive finite quantity.
 *
 * @category codec
 * @since 0.1.0
 */
export const TransferJson: t.Type<Transfer> = /* @__PURE__ */ objectOf({
  from: PositiveInteger,
  to: PositiveInteger,
  resource: t.string,
  quantity: Positive,
})

/**
 * Accepts the record of an institution or of an update to one: any JSON object.
 *
 * @category codec
 * @since 0.1.0
 */
export const InstitutionJson: t.Type<JsonRecord> = /* @__PURE__ */ recordOf(JsonValue)

/**
 * Accepts the recorded form of a mechanism.
 *
 * @category codec
 * @since 0.1.0
 */
export const MechanismJson: t.Type<MechanismJson> = /* @__PURE__ */ objectOf(
  {
    mechanism_label: t.string,
    summary: t.string,
    transfers: arrayOf(TransferJson),
    institutional_updates: arrayOf(InstitutionJson),
    consenting_agents: arrayOf(PositiveInteger),
    confidence: Finite,
    verifier_ok: t.boolean,
    verifier_reason: t.string,
  },
  { proposer_id: PositiveInteger },
)

const transferOf = ({ from, to, resource, quantity }: Transfer): Transfer => ({
  from,
  to,
  resource,
  quantity,
})

/**
 * Reads the recorded form of a mechanism. The proposer is the one that the record names, else the one given: in a
 * trace, the controller of the round.
 *
 * @category codec
 * @since 0.1.0
 */
export const mechanismFromJson =
  (proposerId: number) =>
  (json: MechanismJson): Mechanism => ({
    proposerId: json.proposer_id ?? proposerId,
    label: json.mechanism_label,
    summary: json.summary,
    transfers: json.transfers.map(transferOf),
    consentingAgents: json.consenting_agents,
    confidence: json.confidence,
    institutionalUpdates: json.institutional_updates,
    verifierOk: json.verifier_ok,
    verifierReason: json.verifier_reason,
  })

/**
 * Writes the recorded form of a mechanism as a trace has it, without the proposer.
 *
 * @category codec
 * @since 0.1.0
 */
export const mechanismToJson = (mechanism: Mechanism): MechanismJson => ({
  mechanism_label: mechanism.label,
  summary: mechanism.summary,
  transfers: mechanism.transfers.map(transferOf),
  institutional_updates: mechanism.institutionalUpdates,
  consenting_agents: mechanism.consentingAgents,
  confidence: mechanism.confidence,
  verifier_ok: mechanism.verifierOk,
  verifier_reason: mechanism.verifierReason,
})
