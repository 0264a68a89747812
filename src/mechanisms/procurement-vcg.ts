/**
 * Procurement VCG: the cheapest award, each supplier paid what its absence would cost.
 *
 * A supplier in the award is paid C(-i) - (C - c_i): the cost of the cheapest award without it, less what the others
 * cost in the chosen one. Stating its cost truthfully is then dominant, and it is never paid less than its cost. A
 * supplier without whom the demand cannot be met has no such payment: it could ask anything, and is named instead.
 *
 * Laws
 *   L1 vcg supplier rational  every payment is at least the supplier's cost in the award
 *   L2 vcg supplier truthful  no other stated cost gains, break points included
 *   L3 vcg supplier absence   a payment is the others' extra cost, recomputed without the supplier
 *
 * @module
 */
import type { ProcurementConfig } from '../economy/procurement-config.js'
import { type AwardLine, type MinimumCostAward, minimumCostAward } from './procurement-award.js'

/**
 * Pays a supplier for all its lines of the award, in money, beside what they cost it.
 *
 * @category model
 * @since 0.1.0
 */
export interface SupplierPayment {
  readonly sellerId: number
  readonly cost: number
  readonly payment: number
}

/**
 * Holds the cheapest award with its payments, suppliers ascending; or says which suppliers are indispensable, which
 * components nobody delivers, or that a component has too many suppliers.
 *
 * @category model
 * @since 0.1.0
 */
export type ProcurementVcg =
  | {
      readonly _tag: 'Paid'
      readonly lines: ReadonlyArray<AwardLine>
      readonly payments: ReadonlyArray<SupplierPayment>
      readonly cost: number
      readonly spend: number
    }
  | { readonly _tag: 'Indispensable'; readonly sellers: ReadonlyArray<number> }
  | Exclude<MinimumCostAward, { readonly _tag: 'Award' }>

const costOf = (lines: ReadonlyArray<AwardLine>): number =>
  lines.reduce((total, { units, unitPrice }) => total + units * unitPrice, 0)

/**
 * Awards a procurement at least cost by the costs that the case states, and pays each supplier its externality.
 *
 * @category operations
 * @since 0.1.0
 */
export const procurementVcg = (config: ProcurementConfig): ProcurementVcg => {
  const award = minimumCostAward(config)
  if (award._tag !== 'Award') return award
  const winners = [...new Set(award.lines.map(({ sellerId }) => sellerId))].sort((a, b) => a - b)
  const indispensable: Array<number> = []
  const payments: Array<SupplierPayment> = []
  for (const sellerId of winners) {
    const suppliers = config.suppliers.filter((supplier) => supplier.sellerId !== sellerId)
    const without = minimumCostAward({ ...config, suppliers })
    if (without._tag !== 'Award') {
      indispensable.push(sellerId)
      continue
    }
    const cost = costOf(award.lines.filter((line) => line.sellerId === sellerId))
    const others = costOf(award.lines.filter((line) => line.sellerId !== sellerId))
    payments.push({ sellerId, cost, payment: Math.max(cost, without.cost - others) })
  }
  if (indispensable.length > 0) return { _tag: 'Indispensable', sellers: indispensable }
  const spend = payments.reduce((total, { payment }) => total + payment, 0)
  return { _tag: 'Paid', lines: award.lines, payments, cost: award.cost, spend }
}
