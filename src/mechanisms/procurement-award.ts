/**
 * The cheapest award of a procurement: who delivers how much so that the whole demand is met at the least cost.
 *
 * Components are independent. For one component every set of suppliers is tried: each of the set delivers at least its
 * minimum order, and what is then missing comes from the cheapest first, up to capacity. A set whose minimum orders
 * exceed the demand delivers more than is needed; that is allowed where it is cheapest, so that no valid award costs
 * less. Only suppliers on the approved list and in time count. Among equally cheap sets the one that uses cheaper
 * suppliers wins, then the lower number.
 *
 * | bound              | value | beyond it                                                     |
 * | ------------------ | ----- | ------------------------------------------------------------- |
 * | suppliers of a good | 18    | refused as `TooLarge`, since the sets double with each supplier |
 *
 * Laws
 *   L1 cheapest award      no complete, feasible award of approved suppliers costs less
 *   L2 award passes        the award, priced at cost, is complete and feasible
 *   L3 listing-free award  the order in which suppliers are listed changes neither cost nor lines
 *
 * @module
 */
import type { ProcurementConfig, Supplier } from '../economy/procurement-config.js'

/**
 * Buys units of a component from a supplier at a price per unit, in money.
 *
 * @category model
 * @since 0.1.0
 */
export interface AwardLine {
  readonly sellerId: number
  readonly component: string
  readonly units: number
  readonly unitPrice: number
}

/**
 * Says what the cheapest award is, priced at cost, with its welfare gain (contract value less cost); or which
 * components nobody can deliver; or that a component has too many suppliers to try all sets.
 *
 * @category model
 * @since 0.1.0
 */
export type MinimumCostAward =
  | {
      readonly _tag: 'Award'
      readonly lines: ReadonlyArray<AwardLine>
      readonly cost: number
      readonly welfareGain: number
    }
  | { readonly _tag: 'Infeasible'; readonly components: ReadonlyArray<string> }
  | {
      readonly _tag: 'TooLarge'
      readonly component: string
      readonly suppliers: number
      readonly limit: number
    }

/**
 * The largest number of eligible suppliers of one component for which all sets are tried.
 *
 * @category model
 * @since 0.1.0
 */
export const MOST_SUPPLIERS = 18

interface Delivery {
  readonly cost: number
  readonly units: ReadonlyArray<number>
}

/** Lists who may deliver a component, cheapest first and the lower number among equals. */
const eligible = (config: ProcurementConfig, component: string): ReadonlyArray<Supplier> =>
  config.suppliers
    .filter(
      (supplier) =>
        supplier.component === component &&
        supplier.leadTimeDays <= config.demand.deadlineDays &&
        supplier.minimumOrder <= supplier.capacity &&
        config.authorization.approvedVendors.includes(supplier.sellerId),
    )
    .sort((a, b) => a.unitCost - b.unitCost || a.sellerId - b.sellerId)

/** Lets a set of suppliers deliver: the minimum orders, then the cheapest first; `null` if that is not enough. */
const deliver = (
  suppliers: ReadonlyArray<Supplier>,
  set: number,
  wanted: number,
): Delivery | null => {
  let missing = wanted
  let cost = 0
  const units = suppliers.map((supplier, i) => {
    const ordered = (set >> i) & 1 ? supplier.minimumOrder : 0
    missing -= ordered
    return ordered
  })
  for (const [i, supplier] of suppliers.entries()) {
    if (((set >> i) & 1) === 0) continue
    const more = Math.max(0, Math.min(supplier.capacity - (units[i] ?? 0), missing))
    units[i] = (units[i] ?? 0) + more
    missing -= more
    cost += (units[i] ?? 0) * supplier.unitCost
  }
  return missing > 0 ? null : { cost, units }
}

const cheapestDelivery = (suppliers: ReadonlyArray<Supplier>, wanted: number): Delivery | null => {
  let best: Delivery | null = null
  for (let set = 0; set < 2 ** suppliers.length; set += 1) {
    const delivery = deliver(suppliers, set, wanted)
    if (delivery !== null && (best === null || delivery.cost < best.cost)) best = delivery
  }
  return best
}

const linesOf = (
  suppliers: ReadonlyArray<Supplier>,
  delivery: Delivery,
): ReadonlyArray<AwardLine> =>
  suppliers.flatMap(({ sellerId, component, unitCost }, i) => {
    const units = delivery.units[i] ?? 0
    return units > 0 ? [{ sellerId, component, units, unitPrice: unitCost }] : []
  })

/**
 * Finds the cheapest award that meets the whole demand, lines in order of the components' names.
 *
 * @category operations
 * @since 0.1.0
 */
export const minimumCostAward = (config: ProcurementConfig): MinimumCostAward => {
  const demands = [...config.demand.unitsRequired].sort((a, b) =>
    a.component < b.component ? -1 : a.component > b.component ? 1 : 0,
  )
  const lines: Array<AwardLine> = []
  const components: Array<string> = []
  let cost = 0
  for (const { component, units } of demands) {
    const suppliers = eligible(config, component)
    if (suppliers.length > MOST_SUPPLIERS) {
      return { _tag: 'TooLarge', component, suppliers: suppliers.length, limit: MOST_SUPPLIERS }
    }
    const delivery = cheapestDelivery(suppliers, units)
    if (delivery === null) components.push(component)
    else {
      cost += delivery.cost
      lines.push(...linesOf(suppliers, delivery))
    }
  }
  return components.length > 0
    ? { _tag: 'Infeasible', components }
    : { _tag: 'Award', lines, cost, welfareGain: config.demand.contractValue - cost }
}
