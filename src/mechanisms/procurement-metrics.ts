/**
 * Metrics of a procurement award: what it is worth to the buyer and to everybody, beside the cheapest award.
 *
 * Prices move money between buyer and suppliers, so the welfare gain of an award is the contract value less the
 * suppliers' costs. An award that is not both complete and feasible earns nothing and strands what it spends; whether
 * it was authorized is a flag of its own and changes no number.
 *
 * Laws
 *   L1 price-free gain      the prices of an award do not change its welfare gain
 *   L2 procurement ceiling  no award gains more than the cheapest one, if its suppliers are approved
 *   L3 stranded or earned   what is spent is stranded exactly when the award is incomplete or infeasible
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import type { ProcurementConfig } from '../economy/procurement-config.js'
import { type AwardLine, minimumCostAward } from './procurement-award.js'
import { type ProcurementValidation, validateAward } from './procurement-validation.js'

/**
 * Holds the judgement of an award with its amounts of money: the buyer's surplus, the welfare gain, the gain of the
 * cheapest award (0 where there is none), their ratio (`null` where the latter is at most `EPSILON`) and what was spent
 * in vain.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementMetrics extends ProcurementValidation {
  readonly buyerSurplus: number
  readonly welfareGain: number
  readonly optimalWelfareGain: number
  readonly welfareRatio: number | null
  readonly strandedSpend: number
}

const costOf = (config: ProcurementConfig, award: ReadonlyArray<AwardLine>): number =>
  award.reduce((total, { sellerId, component, units }) => {
    const offer = config.suppliers.find(
      (supplier) => supplier.sellerId === sellerId && supplier.component === component,
    )
    return total + units * (offer?.unitCost ?? 0)
  }, 0)

/**
 * Measures an award of a procurement case.
 *
 * @category operations
 * @since 0.1.0
 */
export const procurementMetrics = (
  config: ProcurementConfig,
): ((award: ReadonlyArray<AwardLine>, signoffGranted: boolean) => ProcurementMetrics) => {
  const best = minimumCostAward(config)
  const optimalWelfareGain = best._tag === 'Award' ? best.welfareGain : 0
  const validate = validateAward(config)
  return (award, signoffGranted) => {
    const validation = validate(award, signoffGranted)
    const { complete, feasible, spend } = validation
    const earns = complete && feasible
    const value = config.demand.contractValue
    const welfareGain = earns ? value - costOf(config, award) : 0
    return {
      ...validation,
      // An award of nothing has the surplus -0, as recordings do.
      buyerSurplus: earns ? value - spend : -spend,
      welfareGain,
      optimalWelfareGain,
      welfareRatio: optimalWelfareGain > EPSILON ? welfareGain / optimalWelfareGain : null,
      strandedSpend: earns ? 0 : spend,
    }
  }
}
