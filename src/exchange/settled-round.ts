/**
 * Settled round: one round of an exchange, from the mechanism that was agreed on to the ledger that it leaves.
 *
 * The same steps are taken when a run is recorded and when it is replayed: the cost is charged when the responders are
 * fixed, the audits are put into the event, and the mechanism that is left after private acceptance is settled.
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { ExchangeConfig } from '../economy/config.js'
import { controllerOf } from '../economy/visibility.js'
import { type CoordinationCost, coordinationCost } from '../settlement/coordination-cost.js'
import type { PrivateAcceptanceAudit, SettlementEvent } from '../settlement/event.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { settle } from '../settlement/settle.js'

/**
 * Is a round that was settled: what happened, what it cost, and the state after it.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettledRound {
  readonly round: number
  readonly ledger: Ledger
  readonly event: SettlementEvent
  readonly cost: CoordinationCost
}

/**
 * Describes the round to settle: its number, how many agents were asked to answer, the mechanism and the audits.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundToSettle {
  readonly round: number
  readonly responders: number
  readonly mechanism: Mechanism
  readonly audits: ReadonlyArray<PrivateAcceptanceAudit>
}

/**
 * Tells whether the debited agents of a mechanism are asked in private under a protocol.
 *
 * @category operations
 * @since 0.1.0
 */
export const isAcceptanceAsked = (config: ExchangeConfig, transfers: number): boolean =>
  config.protocol.privateAcceptanceCheck && !config.protocol.atomicCommit && transfers > 0

/**
 * Settles a round in the state that the rounds before it left.
 *
 * @category operations
 * @since 0.1.0
 */
export const settleRound =
  (config: ExchangeConfig, summation: Summation) =>
  (ledger: Ledger, { round, responders, mechanism, audits }: RoundToSettle): SettledRound => {
    const cost = coordinationCost(config.institutionPressure)({
      round,
      agents: config.numAgents,
      contacted: responders,
      institutions: ledger.institutions,
    })
    const settled = settle({
      roundIndex: round,
      controllerId: controllerOf(config)(round),
      irEnforce: config.protocol.irEnforce,
      summation,
      privateAcceptanceAudits: audits,
      coordinationCost: cost,
    })(ledger, mechanism)
    return { round, ledger: settled.ledger, event: settled.event, cost }
  }
