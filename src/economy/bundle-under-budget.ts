/**
 * Bundle-under-budget worlds: one buyer with money, several sellers of components, and private costs.
 *
 * The buyer holds its budget in money and nothing else, and wants all required components or none. Each seller holds
 * units of one component, at a private cost per unit drawn uniformly from a range and rounded to 3 decimals, sellers in
 * ascending order. Money is worth 1 to everybody. A world is made only if its question makes sense: the bundle is worth
 * more than the budget, and the cheapest bundle costs less than it.
 *
 * Laws
 *   L1 solvable    the cheapest bundle costs less than the budget, and the budget less than the bundle's value
 *   L2 costs       every cost lies in the range, rounded to 3 decimals
 *   L3 order       the order in which the layout lists the sellers changes nothing
 *
 * @module
 */
import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { seedCPython, withCPython } from '../core/random/cpython.js'
import { pythonRound } from '../core/random/python-round.js'
import { seedFrom } from '../core/seed.js'
import { bundleAssignment } from './bundle-assignment.js'
import { type BundleBuyer, bundleBuyerDefects } from './bundle-buyer.js'
import { type GeneratorFailure, sizeDefects, type WorldSize } from './generator.js'
import { makeWorld, type World } from './world.js'

/**
 * Says which component a seller holds. Agents and goods are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerHolding {
  readonly seller: number
  readonly component: number
}

/**
 * Lays out the sellers of a bundle world and the range of their private unit costs, in money.
 *
 * @category model
 * @since 0.1.0
 */
export interface SellerLayout {
  readonly sellers: ReadonlyArray<SellerHolding>
  readonly costRange: readonly [low: number, high: number]
}

/**
 * Collects the options of a bundle-under-budget world.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleWorldOptions extends WorldSize {
  readonly seed: number | bigint | string
  readonly bundleSpec: BundleBuyer
  readonly sellerLayout: SellerLayout
}

type Defects = ReadonlyArray<Failure<GeneratorFailure>>

const DECIMALS = 3

const buyerDefects = (options: BundleWorldOptions): Defects => {
  const { bundleSpec, numAgents, numResources } = options
  const money = bundleSpec.moneyResource
  const known = Number.isInteger(money) && money >= 1 && money <= numResources
  const setting = {
    agents: numAgents,
    goods: numResources,
    moneyGoodIndex: known ? money - 1 : null,
  }
  const found = nonEmpty(bundleBuyerDefects(setting, bundleSpec))
  const inBuyer = found === null ? [] : below(['bundleSpec'], found)
  const { bundleValue, budget } = bundleSpec
  if (!(bundleValue <= budget)) return inBuyer
  const expected = `more than the budget of ${budget}`
  const path = ['bundleSpec', 'bundleValue']
  return [...inBuyer, failure('ValueWithinBudget', path, bundleValue, expected)]
}

const sellerDefects = (options: BundleWorldOptions): Defects => {
  const { numAgents, bundleSpec, sellerLayout } = options
  const ids = sellerLayout.sellers.map(({ seller }) => seller)
  return sellerLayout.sellers.flatMap(({ seller, component }, position): Defects => {
    const path = ['sellerLayout', 'sellers', position]
    if (seller === bundleSpec.buyerAgent) {
      return [failure('SellerIsBuyer', path, seller, 'an agent other than the buyer')]
    }
    if (!Number.isInteger(seller) || seller < 1 || seller > numAgents) {
      return [failure('SellerLayout', path, seller, `the number of an agent (1 to ${numAgents})`)]
    }
    if (ids.indexOf(seller) !== position) {
      return [failure('SellerLayout', path, seller, 'a seller listed once only')]
    }
    return bundleSpec.requiredComponents.includes(component)
      ? []
      : [failure('SellerLayout', path, component, 'one of the required components')]
  })
}

const layoutDefects = (options: BundleWorldOptions): Defects => {
  const { bundleSpec, sellerLayout } = options
  const [low, high] = sellerLayout.costRange
  const ordered = low > 0 && low <= high && Number.isFinite(high)
  const range = 'a finite range with 0 < low <= high'
  const path = ['sellerLayout', 'costRange']
  const held = new Set(sellerLayout.sellers.map(({ component }) => component))
  const missing = bundleSpec.requiredComponents.filter((component) => !held.has(component))
  return [
    ...sellerDefects(options),
    ...(ordered ? [] : [failure('SellerLayout', path, sellerLayout.costRange, range)]),
    ...missing.map((component) =>
      failure('ComponentWithoutSeller', ['sellerLayout', 'sellers'], component, 'a seller of it'),
    ),
  ]
}

/** A seller must be able to part with a whole unit. */
const unitDefects = (units: number): Defects =>
  units >= 0 && units < 1
    ? [failure('OutOfRange', ['unitsPerHomeResource'], units, 'at least one unit')]
    : []

const drawCosts = (
  sellers: ReadonlyArray<SellerHolding>,
  [low, high]: readonly [number, number],
  seed: bigint,
): ReadonlyMap<number, number> => {
  const [costs] = withCPython(seedCPython(seed), (draw) =>
    sellers.map(
      ({ seller }) => [seller, pythonRound(low + (high - low) * draw.random(), DECIMALS)] as const,
    ),
  )
  return new Map(costs)
}

const build = (
  options: BundleWorldOptions,
  seed: bigint,
): Either<Failures<GeneratorFailure>, World> => {
  const { numAgents, numResources, unitsPerHomeResource, bundleSpec, sellerLayout } = options
  const sellers = [...sellerLayout.sellers].sort((a, b) => a.seller - b.seller)
  const costs = drawCosts(sellers, sellerLayout.costRange, seed)
  const componentOf = new Map(sellers.map(({ seller, component }) => [seller, component]))
  const rows = (cell: (agent: number, good: number) => number): Array<Array<number>> =>
    Array.from({ length: numAgents }, (_, agent) =>
      Array.from({ length: numResources }, (_, good) => cell(agent + 1, good + 1)),
    )
  const money = bundleSpec.moneyResource
  return makeWorld({
    allocation: rows((agent, good) => {
      if (agent === bundleSpec.buyerAgent) return good === money ? bundleSpec.budget : 0
      return componentOf.get(agent) === good ? unitsPerHomeResource : 0
    }),
    preferences: rows((agent, good) => {
      if (good === money) return 1
      return componentOf.get(agent) === good ? (costs.get(agent) ?? 0) : 0
    }),
    utilityMode: 'linear',
    moneyGoodIndex: money - 1,
    bundleBuyer: bundleSpec,
  })
}

const budgetDefects = (world: World): Defects => {
  const assignment = bundleAssignment(world)
  const budget = world.bundleBuyer?.budget ?? 0
  if (assignment._tag !== 'Assigned' || assignment.minimumCost < budget) return []
  const expected = `more than the cheapest bundle, ${assignment.minimumCost}`
  return [failure('BudgetWithinCost', ['bundleSpec', 'budget'], budget, expected)]
}

/**
 * Generates the bundle-under-budget world of a seed. Fails, all collected, for a bundle worth no more than the budget, a
 * component without a seller, a seller that is the buyer, money as a component, agents or goods out of range, a bad
 * seed; and, when everything else is sound, for a cheapest bundle that costs the budget or more.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bundleWorld = (
  options: BundleWorldOptions,
): Either<Failures<GeneratorFailure>, World> => {
  const seed = seedFrom(options.seed)
  const failures = nonEmpty<GeneratorFailure>([
    ...sizeDefects(options),
    ...unitDefects(options.unitsPerHomeResource),
    ...buyerDefects(options),
    ...layoutDefects(options),
    ...(isLeft(seed) ? below(['seed'], seed.left) : []),
  ])
  if (failures !== null) return left(failures)
  if (isLeft(seed)) return left(seed.left)
  const world = build(options, seed.right)
  if (isLeft(world)) return world
  const unaffordable = nonEmpty(budgetDefects(world.right))
  return unaffordable === null ? world : left(unaffordable)
}
