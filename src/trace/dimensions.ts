/**
 * Dimensions: the subgames of a run read as five abilities, from saying something to building on it.
 *
 * | dimension        | subgames                                                        | read as                                   |
 * | ---------------- | --------------------------------------------------------------- | ----------------------------------------- |
 * | D1 disclosure    | solicitations and both negotiations                             | surfaces on which something could be said |
 * | D2 inference     | offers and clearings that could have given something, per D1    | opportunities formed out of what was said |
 * | D3 proposal      | offers and clearings                                            | what was offered against what it could give |
 * | D4 acceptance    | private acceptances                                             | decisions against their true deltas       |
 * | D5 reuse         | updates of public rules and pairs that meet again               | building on earlier rounds                |
 *
 * D2 is a proxy: it counts what follows the talk, not what was understood.
 *
 * Laws
 *   L1 all counted   the counts of D1, D3, D4 and D5 add up to the number of subgames
 *   L2 nested        solved are among the nontrivial, and nontrivial among the counted
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import { type Subgame, type SubgameTotals, type SubgameType, subgameTotals } from './subgame.js'

/**
 * Is the five-part summary of the subgames of a run. `perDisclosure` is `null` where nothing was disclosed.
 *
 * @category model
 * @since 0.1.0
 */
export interface Dimensions {
  readonly disclosure: { readonly count: number }
  readonly inference: { readonly opportunities: number; readonly perDisclosure: number | null }
  readonly proposal: SubgameTotals
  readonly acceptance: SubgameTotals
  readonly reuse: SubgameTotals
}

const disclosing: ReadonlyArray<SubgameType> = [
  'hidden_or_public_solicitation',
  'multiparty_negotiation',
  'bilateral_negotiation',
]
const proposing: ReadonlyArray<SubgameType> = ['bilateral_offer', 'multiparty_clearing']
const accepting: ReadonlyArray<SubgameType> = ['private_acceptance']
const reusing: ReadonlyArray<SubgameType> = ['public_rule_update', 'repeated_dyad_reuse']

/**
 * Summarizes subgames along the five dimensions.
 *
 * @category operations
 * @since 0.1.0
 */
export const dimensionsOf =
  (summation: Summation) =>
  (subgames: ReadonlyArray<Subgame>): Dimensions => {
    const among = (types: ReadonlyArray<SubgameType>): SubgameTotals =>
      subgameTotals(summation)(subgames.filter((one) => types.includes(one.type)))
    const { count } = among(disclosing)
    const proposal = among(proposing)
    return {
      disclosure: { count },
      inference: {
        opportunities: proposal.nontrivial,
        perDisclosure: count > 0 ? proposal.nontrivial / count : null,
      },
      proposal,
      acceptance: among(accepting),
      reuse: among(reusing),
    }
  }
