/**
 * Bundle assignment: from whom a bundle buyer gets each component at the least cost.
 *
 * Sellers value a unit at their private cost, and money moves welfare to nobody's loss or gain, so the welfare ceiling of
 * a bundle world is the cheapest assignment of sellers to components. Components are independent (a seller gives up one
 * unit of each), hence the cheapest seller of each is the optimum; costs are added in the order of the components.
 *
 * Laws
 *   L1 cheapest  no other choice of sellers costs less
 *   L2 holders   every assigned seller holds a unit of its component and is not the buyer
 *
 * @module
 */
import type { World } from './world.js'

/**
 * Names the seller of one component and its cost of a unit. Agents and goods are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface ComponentSeller {
  readonly component: number
  readonly seller: number
  readonly cost: number
}

/**
 * Says what the cheapest complete bundle is: an assignment with its cost and welfare gain (in money), or why there is
 * none. `withinBudget` compares the cost with the buyer's budget, equality included.
 *
 * @category model
 * @since 0.1.0
 */
export type BundleAssignment =
  | {
      readonly _tag: 'Assigned'
      readonly sellers: ReadonlyArray<ComponentSeller>
      readonly minimumCost: number
      readonly withinBudget: boolean
      readonly welfareGain: number
    }
  | { readonly _tag: 'WithoutSeller'; readonly components: ReadonlyArray<number> }
  | { readonly _tag: 'NoBundleBuyer' }

/** Finds the agent with the lowest cost of a unit among those that hold one; the lower id on ties. */
const cheapestSeller = (world: World, buyer: number, component: number): ComponentSeller | null =>
  world.allocation.reduce<ComponentSeller | null>((best, holdings, index) => {
    const seller = index + 1
    const cost = world.preferences[index]?.[component - 1] ?? 0
    if (seller === buyer || (holdings[component - 1] ?? 0) < 1) return best
    return best === null || cost < best.cost ? { component, seller, cost } : best
  }, null)

/**
 * Assigns the cheapest seller to each required component of a world's bundle buyer.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleAssignment = (world: World): BundleAssignment => {
  const buyer = world.bundleBuyer
  if (buyer === null) return { _tag: 'NoBundleBuyer' }
  const found = buyer.requiredComponents.map((component) => ({
    component,
    seller: cheapestSeller(world, buyer.buyerAgent, component),
  }))
  const missing = found.filter((entry) => entry.seller === null).map((entry) => entry.component)
  if (missing.length > 0) return { _tag: 'WithoutSeller', components: missing }
  const sellers = found.flatMap(({ seller }) => (seller === null ? [] : [seller]))
  const minimumCost = sellers.reduce((total, { cost }) => total + cost, 0)
  return {
    _tag: 'Assigned',
    sellers,
    minimumCost,
    withinBudget: minimumCost <= buyer.budget,
    welfareGain: buyer.bundleValue - minimumCost,
  }
}
