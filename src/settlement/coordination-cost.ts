/**
 * Coordination cost: what talking costs the market in one round.
 *
 * Either every prompted responder costs a rate, or the round costs a rate per agent and standing rules save some of
 * it. The cost is charged when the responders are fixed, so the institutions that count are those active before the
 * round settles. Net welfare is final welfare less the costs of all rounds, added in order.
 *
 * | field of the pressure        | default | meaning                                                           |
 * | ---------------------------- | ------- | ----------------------------------------------------------------- |
 * | searchCostPerContactedAgent  | 0       | rate per prompted responder; when not 0, nothing is saved         |
 * | searchCostPerPublicRound     | 0       | rate per agent and round, whoever is prompted                     |
 * | standingRuleBonusOrCostSaving| 0       | saved per active institution and round                            |
 *
 * Laws
 *   L1 no gain from cost  the net cost is never below 0
 *   L2 rules save         one more active institution never raises the net cost, for a saving of at least 0
 *   L3 contacts cost      with a rate per contact the net cost is the rate times the contacts
 *
 * @module
 */
import type { JsonRecord } from '../core/json.js'
import { activeInstitutions } from './institution.js'

/**
 * Names the rates that make coordination cost something, in units of utility.
 *
 * @category model
 * @since 0.1.0
 */
export interface CoordinationRates {
  readonly searchCostPerContactedAgent: number
  readonly searchCostPerPublicRound: number
  readonly standingRuleBonusOrCostSaving: number
}

/**
 * Records what coordination cost in one round, in units of utility.
 *
 * @category model
 * @since 0.1.0
 */
export interface CoordinationCost {
  readonly round: number
  readonly searchCostTotal: number
  readonly searchCostBasis: 'prompted_responders' | 'flat_public_round'
  readonly contactedAgentCount: number
  readonly standingRuleSaving: number
  readonly netCoordinationCost: number
  readonly activeInstitutions: number
}

/**
 * Describes the round that is charged: its number, the agents in the market, how many responders were prompted
 * (default: all agents) and the institutions on record.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChargedRound {
  readonly round: number
  readonly agents: number
  readonly contacted?: number
  readonly institutions: ReadonlyArray<JsonRecord>
}

/**
 * Charges a round. Per contact when that rate is not 0, else per public round less what standing rules save; never
 * below 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const coordinationCost =
  (rates: CoordinationRates) =>
  (charged: ChargedRound): CoordinationCost => {
    const active = activeInstitutions(charged.institutions, charged.round).length
    const perContact = rates.searchCostPerContactedAgent !== 0
    const contacted = perContact ? Math.max(0, charged.contacted ?? charged.agents) : charged.agents
    const rate = perContact ? rates.searchCostPerContactedAgent : rates.searchCostPerPublicRound
    const total = rate * contacted
    const saving = perContact ? 0 : rates.standingRuleBonusOrCostSaving * active
    return {
      round: charged.round,
      searchCostTotal: total,
      searchCostBasis: perContact ? 'prompted_responders' : 'flat_public_round',
      contactedAgentCount: contacted,
      standingRuleSaving: saving,
      netCoordinationCost: Math.max(0, total - saving),
      activeInstitutions: active,
    }
  }

/**
 * Adds the net costs of rounds in order, with plain `+`.
 *
 * @category operations
 * @since 0.1.0
 */
export const totalCost = (costs: ReadonlyArray<CoordinationCost>): number =>
  costs.reduce((total, cost) => total + cost.netCoordinationCost, 0)
