/**
 * Procurement quotes: what each supplier asks for a unit, round by round.
 *
 * Suppliers are frozen concession sellers. A quote shows the supplier's terms of delivery and its ask, never its cost.
 *
 * Laws
 *   L1 quoted terms  every quote names its supplier's terms and an ask above its cost, and holds no cost
 *
 * @module
 */
import type { ProcurementConfig } from '../economy/procurement-config.js'
import { type ConcessionTerms, concessionAsk } from './concession-seller.js'

/**
 * Holds a supplier's public offer of a component in a round: its ask for a unit in money and its terms.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementQuote {
  readonly sellerId: number
  readonly component: string
  readonly round: number
  readonly ask: number
  readonly capacity: number
  readonly minimumOrder: number
  readonly leadTimeDays: number
  readonly paymentTermsDays: number
}

/**
 * Quotes all suppliers of a case for a round (from 1), in the order of the case.
 *
 * @category operations
 * @since 0.1.0
 */
export const procurementQuotes =
  (terms: ConcessionTerms) =>
  (config: ProcurementConfig, round: number): ReadonlyArray<ProcurementQuote> =>
    config.suppliers.map((supplier) => ({
      sellerId: supplier.sellerId,
      component: supplier.component,
      round,
      ask: concessionAsk(terms)(supplier.unitCost, round),
      capacity: supplier.capacity,
      minimumOrder: supplier.minimumOrder,
      leadTimeDays: supplier.leadTimeDays,
      paymentTermsDays: supplier.paymentTermsDays,
    }))
