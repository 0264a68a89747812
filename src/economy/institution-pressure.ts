/**
 * Institution pressure: what coordinating costs, and what a standing rule saves.
 *
 * Costs and savings are in units of utility. A positive rate per contact replaces the flat cost per agent and round.
 *
 * | key                                  | default |
 * | ------------------------------------ | ------- |
 * | `search_cost_per_public_round`       | 0       |
 * | `search_cost_per_contacted_agent`    | 0       |
 * | `contact_expansion_cost`             | 0       |
 * | `standing_rule_bonus_or_cost_saving` | 0       |
 * | `preference_shock_frequency`         | 0       |
 * | `recurring_demand_mode`              | none    |
 *
 * @module
 */
import { between, type Codec, integerFrom, recordOf, text, withDefault } from './json-codec.js'

/**
 * Holds the costs of coordination of an exchange.
 *
 * @category model
 * @since 0.1.0
 */
export interface InstitutionPressure {
  readonly searchCostPerPublicRound: number
  readonly searchCostPerContactedAgent: number
  readonly contactExpansionCost: number
  readonly standingRuleBonusOrCostSaving: number
  readonly preferenceShockFrequency: number
  readonly recurringDemandMode: string
}

/**
 * Gives the absence of any pressure: what an empty object describes.
 *
 * @category constructors
 * @since 0.1.0
 */
export const noInstitutionPressure: InstitutionPressure = {
  searchCostPerPublicRound: 0,
  searchCostPerContactedAgent: 0,
  contactExpansionCost: 0,
  standingRuleBonusOrCostSaving: 0,
  preferenceShockFrequency: 0,
  recurringDemandMode: 'none',
}

const cost = between(0, Number.POSITIVE_INFINITY)

/**
 * Reads and writes the `institution_pressure` object of a case file.
 *
 * @category codec
 * @since 0.1.0
 */
export const institutionPressureCodec: Codec<InstitutionPressure> = recordOf<InstitutionPressure>(
  'institution pressure',
  {
    searchCostPerPublicRound: withDefault('search_cost_per_public_round', cost, 0),
    searchCostPerContactedAgent: withDefault('search_cost_per_contacted_agent', cost, 0),
    contactExpansionCost: withDefault('contact_expansion_cost', cost, 0),
    standingRuleBonusOrCostSaving: withDefault('standing_rule_bonus_or_cost_saving', cost, 0),
    preferenceShockFrequency: withDefault('preference_shock_frequency', integerFrom(0), 0),
    recurringDemandMode: withDefault('recurring_demand_mode', text, 'none'),
  },
)
