/**
 * Pressure tags: what a configuration puts its agents under, read from its rules.
 *
 * | tag                     | present where                                                    |
 * | ----------------------- | ---------------------------------------------------------------- |
 * | `hidden_counterparties` | contacts are limited                                             |
 * | `public_solicitation`   | whoever is solicited publicly answers                            |
 * | `hidden_holdings`       | the allocation is not shown                                      |
 * | `row_limit`             | a settlement has at most so many rows                            |
 * | `multiparty`            | a settlement may have more rows than a swap needs                |
 * | `partial_clearing`      | a settlement may clear in part                                   |
 * | `private_acceptance`    | debited agents are asked in private                              |
 * | `atomic_commit`         | the proposal is final                                            |
 * | `search_cost`           | contacting or soliciting costs something                         |
 * | `institutions`          | standing rules save costs                                        |
 * | `defection`             | some seats decline everything                                    |
 * | `budget`                | one agent needs a whole bundle                                   |
 *
 * @module
 */
import type { ExchangeConfig } from '../economy/index.js'

/**
 * Names a pressure.
 *
 * @category model
 * @since 0.1.0
 */
export type PressureTag =
  | 'hidden_counterparties'
  | 'public_solicitation'
  | 'hidden_holdings'
  | 'row_limit'
  | 'multiparty'
  | 'partial_clearing'
  | 'private_acceptance'
  | 'atomic_commit'
  | 'search_cost'
  | 'institutions'
  | 'defection'
  | 'budget'

/**
 * Lists the pressures of a configuration, in the order of the table above.
 *
 * @category operations
 * @since 0.1.0
 */
export const pressureTags = (config: ExchangeConfig): ReadonlyArray<PressureTag> => {
  const { protocol, institutionPressure: pressure } = config
  const rows = protocol.settlementRowLimit
  const found: Readonly<Record<PressureTag, boolean>> = {
    hidden_counterparties:
      protocol.visibilityMode === 'limited_contact' && protocol.visibleAgentsPerAgent !== null,
    public_solicitation: protocol.responseScope === 'solicited_public',
    hidden_holdings: !protocol.showFullAllocation,
    row_limit: rows !== null,
    multiparty: rows === null || rows > 2,
    partial_clearing: protocol.partialClearing,
    private_acceptance: protocol.privateAcceptanceCheck,
    atomic_commit: protocol.atomicCommit,
    search_cost: pressure.searchCostPerContactedAgent > 0 || pressure.searchCostPerPublicRound > 0,
    institutions: pressure.standingRuleBonusOrCostSaving > 0,
    defection: protocol.defectionRate > 0,
    budget: config.worldType === 'bundle_under_budget',
  }
  // the members are written in the order of the table, and are tags by their type
  return (Object.keys(found) as ReadonlyArray<PressureTag>).filter((tag) => found[tag])
}
