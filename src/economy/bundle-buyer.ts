/**
 * Bundle buyer: an agent that wants all of some components or none of them, and money one for one.
 *
 * Leontief preferences over the required components plus quasi-linear money: the shape of an assembly or a trip, where
 * the last missing part strands the rest. Its money endowment is the budget that it was entrusted with.
 *
 * Laws
 *   L1 all-or-nothing  taking any one required component from a complete holding takes exactly the bundle value
 *   L2 own-money       one more unit of money is worth exactly one more
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { type Failure, failure } from '../core/failure.js'

/**
 * Describes the bundle buyer of a world. Agents and goods are numbered from 1; `bundleValue` and `budget` are amounts
 * of money.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleBuyer {
  readonly buyerAgent: number
  readonly moneyResource: number
  readonly requiredComponents: ReadonlyArray<number>
  readonly bundleValue: number
  readonly budget: number
}

/**
 * Names the one kind of failure of a bundle buyer; its path says which part is meant.
 *
 * @category failures
 * @since 0.1.0
 */
export type BundleBuyerFailure = 'BundleBuyer'

/**
 * Describes the world that a bundle buyer is meant for: the counts of agents and goods and the 0-based money column.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleSetting {
  readonly agents: number
  readonly goods: number
  readonly moneyGoodIndex: number | null
}

const isNumberOf = (count: number, value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= count

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

const componentDefects = (
  value: unknown,
  goods: number,
  money: unknown,
): ReadonlyArray<Failure<BundleBuyerFailure>> => {
  const path = ['requiredComponents']
  if (!Array.isArray(value) || value.length === 0) {
    return [failure('BundleBuyer', path, value, 'a list of at least one good')]
  }
  const components = Array.from<unknown>(value)
  const expected = `the number of a good (1 to ${goods}) that is not money, named once`
  return components.flatMap((component, position) =>
    isNumberOf(goods, component) &&
    component !== money &&
    components.indexOf(component) === position
      ? []
      : [failure('BundleBuyer', [...path, position], component, expected)],
  )
}

/**
 * Lists every defect of a bundle buyer in the world it is meant for, with paths inside the buyer; an empty list means
 * that it is sound.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleBuyerDefects = (
  setting: BundleSetting,
  value: unknown,
): ReadonlyArray<Failure<BundleBuyerFailure>> => {
  if (typeof value !== 'object' || value === null) {
    return [failure('BundleBuyer', [], value, 'a bundle buyer or null')]
  }
  const { agents, goods, moneyGoodIndex } = setting
  const parts: { readonly [K in keyof BundleBuyer]?: unknown } = value
  const money = moneyGoodIndex === null ? null : moneyGoodIndex + 1
  const check = (
    sound: boolean,
    path: string,
    found: unknown,
    expected: string,
  ): ReadonlyArray<Failure<BundleBuyerFailure>> =>
    sound ? [] : [failure('BundleBuyer', [path], found, expected)]
  const amount = 'a finite amount of money, at least 0'
  return [
    ...check(
      isNumberOf(agents, parts.buyerAgent),
      'buyerAgent',
      parts.buyerAgent,
      `the number of an agent (1 to ${agents})`,
    ),
    ...check(
      money !== null && parts.moneyResource === money,
      'moneyResource',
      parts.moneyResource,
      money === null ? 'a world with a money good' : `the money good (${money})`,
    ),
    ...componentDefects(parts.requiredComponents, goods, parts.moneyResource),
    ...check(isAmount(parts.bundleValue), 'bundleValue', parts.bundleValue, amount),
    ...check(isAmount(parts.budget), 'budget', parts.budget, amount),
  ]
}

/**
 * Values a holding for the bundle buyer: `bundleValue` if at least one unit of every required component is there
 * (within `EPSILON`), plus the money held.
 *
 * @category operations
 * @since 0.1.0
 */
export const bundleBuyerUtility = (buyer: BundleBuyer, holdings: ReadonlyArray<number>): number => {
  const complete = buyer.requiredComponents.every(
    (component) => (holdings[component - 1] ?? 0) >= 1 - EPSILON,
  )
  const money = Math.max(0, holdings[buyer.moneyResource - 1] ?? 0)
  return (complete ? buyer.bundleValue : 0) + money
}
