/**
 * World: who holds what, and what each holding is worth to whom.
 *
 * A pure exchange economy (Edgeworth 1881; Mas-Colell, Whinston and Green 1995, ch. 15.B): N agents, R goods, an
 * initial allocation and one row of private values per agent. Agents are numbered from 1 and goods are named; the
 * matrices hold the same order from index 0. A world is made once, checked once, and never changes: settlements yield
 * new allocations beside it.
 *
 * Laws
 *   L1 faithful   a world made from sound parts shows exactly those parts
 *   L2 apart      changing the input afterwards changes nothing in the world
 *   L3 collected  every defect of the input is reported, each at its own path
 *
 * | part           | default      | meaning                                                               |
 * | -------------- | ------------ | --------------------------------------------------------------------- |
 * | allocation     | none         | N x R quantities, finite, at least 0                                  |
 * | preferences    | none         | N x R values of one unit, finite                                      |
 * | resourceNames  | r1 ... rR    | R distinct names; the money good is `money`                           |
 * | utilityMode    | `linear`     | see `utility.ts`                                                      |
 * | moneyGoodIndex | null         | 0-based column of the numeraire                                       |
 * | bundleBuyer    | null         | the one agent that wants all of some components (needs linear and money) |
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Summation, sum } from '../core/arithmetic.js'
import {
  below,
  type Failure,
  type Failures,
  failure,
  nonEmpty,
  type Path,
} from '../core/failure.js'
import { type BundleBuyer, type BundleBuyerFailure, bundleBuyerDefects } from './bundle-buyer.js'

export type { BundleBuyer } from './bundle-buyer.js'

/**
 * Holds one row per agent and one column per good.
 *
 * @category model
 * @since 0.1.0
 */
export type Matrix = ReadonlyArray<ReadonlyArray<number>>

/**
 * Names how the goods of one holding combine into a utility.
 *
 * @category model
 * @since 0.1.0
 */
export type UtilityMode = 'linear' | 'concave_separable' | 'complementary_bundle'

/**
 * Lists the utility modes.
 *
 * @category model
 * @since 0.1.0
 */
export const utilityModes: ReadonlyArray<UtilityMode> = [
  'linear',
  'concave_separable',
  'complementary_bundle',
]

/**
 * Holds an exchange economy at its start.
 *
 * @category model
 * @since 0.1.0
 */
export interface World {
  /** N x R quantities held, at least 0. */
  readonly allocation: Matrix
  /** N x R values of one unit, each row private to its agent. */
  readonly preferences: Matrix
  readonly resourceNames: ReadonlyArray<string>
  readonly utilityMode: UtilityMode
  /** 0-based column of the money good, or null without money. */
  readonly moneyGoodIndex: number | null
  readonly bundleBuyer: BundleBuyer | null
}

/**
 * Collects the parts of a world; the optional ones have the defaults of the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface WorldParts {
  readonly allocation: Matrix
  readonly preferences: Matrix
  readonly resourceNames?: ReadonlyArray<string> | undefined
  readonly utilityMode?: UtilityMode | undefined
  readonly moneyGoodIndex?: number | null | undefined
  readonly bundleBuyer?: BundleBuyer | null | undefined
}

/**
 * Names what can be wrong with a world.
 *
 * @category failures
 * @since 0.1.0
 */
export type WorldFailure =
  | 'NotAWorld'
  | 'EmptyWorld'
  | 'RaggedMatrix'
  | 'NotFinite'
  | 'NegativeQuantity'
  | 'TooLarge'
  | 'ResourceNames'
  | 'UnknownUtilityMode'
  | 'MoneyGood'
  | BundleBuyerFailure

type Defect = Failure<WorldFailure>
type Parts = { readonly [K in keyof World]?: unknown }

const isRecord = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isIndex = (value: unknown, length: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < length

const isUtilityMode = (value: unknown): boolean => utilityModes.some((mode) => mode === value)

/** Reads a matrix; what cannot be read is reported to `defects` and left out. */
const readMatrix = (
  name: 'allocation' | 'preferences',
  value: unknown,
  smallest: number,
  defects: Array<Defect>,
): Matrix => {
  if (!Array.isArray(value)) {
    defects.push(failure('NotAWorld', [name], value, 'a list of rows of numbers'))
    return []
  }
  if (value.length === 0) defects.push(failure('EmptyWorld', [name], value, 'at least one agent'))
  const readCell = (cell: unknown, path: Path): number => {
    if (typeof cell !== 'number' || !Number.isFinite(cell)) {
      defects.push(failure('NotFinite', path, cell, 'a finite number'))
      return 0
    }
    if (cell < smallest) {
      defects.push(failure('NegativeQuantity', path, cell, 'a quantity of at least 0'))
    }
    return cell + 0 // -0 becomes 0, so that equal worlds have equal bytes
  }
  // Array.from visits the holes of a sparse array, `map` would skip them
  return Array.from<unknown, ReadonlyArray<number>>(value, (row, agent) => {
    if (!Array.isArray(row)) {
      defects.push(failure('NotAWorld', [name, agent], row, 'a row of numbers'))
      return []
    }
    if (row.length === 0) {
      defects.push(failure('EmptyWorld', [name, agent], row, 'at least one good'))
    }
    return Array.from<unknown, number>(row, (cell, good) => readCell(cell, [name, agent, good]))
  })
}

const checkShape = (
  name: 'allocation' | 'preferences',
  matrix: Matrix,
  agents: number,
  goods: number,
  defects: Array<Defect>,
): void => {
  if (matrix.length !== agents) {
    const expected = `one row for each of the ${agents} agents`
    defects.push(failure('RaggedMatrix', [name], matrix.length, expected))
  }
  matrix.forEach((row, agent) => {
    if (row.length !== 0 && row.length !== goods) {
      const expected = `${goods} goods, as in the first row of the allocation`
      defects.push(failure('RaggedMatrix', [name, agent], row.length, expected))
    }
  })
}

/** Sums of utilities stay finite whatever the settlement: no agent can hold more than the whole supply. */
const checkSize = (allocation: Matrix, preferences: Matrix, defects: Array<Defect>): void => {
  const supply = resourceTotals('plain')(allocation)
  const largest = preferences.flatMap((row) =>
    row.map((value, good) => Math.abs(value) * Math.max(1, supply[good] ?? 0)),
  )
  const bound = supply.concat(largest).reduce((total, part) => total + part, 0)
  if (!Number.isFinite(bound)) {
    const expected = 'quantities and values whose total welfare is a finite number'
    defects.push(failure('TooLarge', ['allocation'], bound, expected))
  }
}

const defaultNames = (goods: number, money: number | null): ReadonlyArray<string> =>
  Array.from({ length: goods }, (_, good) => (good === money ? 'money' : `r${good + 1}`))

const readNames = (
  value: unknown,
  goods: number,
  money: number | null,
  defects: Array<Defect>,
): ReadonlyArray<string> => {
  const place = 'resourceNames'
  if (value === undefined) return defaultNames(goods, money)
  if (!Array.isArray(value) || value.length !== goods) {
    defects.push(failure('ResourceNames', [place], value, `a list of ${goods} names`))
    return []
  }
  const names: ReadonlyArray<unknown> = Array.from<unknown>(value)
  return names.map((name, good) => {
    if (typeof name !== 'string' || name.trim() === '') {
      defects.push(failure('ResourceNames', [place, good], name, 'a name that is not blank'))
      return ''
    }
    if (names.indexOf(name) !== good) {
      defects.push(failure('ResourceNames', [place, good], name, 'a name used once only'))
    }
    return name
  })
}

const readMoney = (value: unknown, goods: number, defects: Array<Defect>): number | null => {
  if (value === undefined || value === null) return null
  if (isIndex(value, goods)) return value
  const expected = `null or the 0-based index of one of the ${goods} goods`
  defects.push(failure('MoneyGood', ['moneyGoodIndex'], value, expected))
  return null
}

const copyBuyer = (buyer: BundleBuyer): BundleBuyer => ({
  buyerAgent: buyer.buyerAgent,
  moneyResource: buyer.moneyResource,
  requiredComponents: [...buyer.requiredComponents],
  bundleValue: buyer.bundleValue + 0,
  budget: buyer.budget + 0,
})

/**
 * Reads a world from any value in the shape of `WorldParts`, reporting every defect with its path.
 *
 * @category constructors
 * @since 0.1.0
 */
export const decodeWorld = (input: unknown): Either<Failures<WorldFailure>, World> => {
  if (!isRecord(input)) {
    return left([failure('NotAWorld', [], input, 'an object with allocation and preferences')])
  }
  const defects: Array<Defect> = []
  const allocation = readMatrix('allocation', input.allocation, 0, defects)
  const preferences = readMatrix('preferences', input.preferences, -Infinity, defects)
  const agents = allocation.length
  const goods = allocation[0]?.length ?? 0
  checkShape('allocation', allocation, agents, goods, defects)
  checkShape('preferences', preferences, agents, goods, defects)
  checkSize(allocation, preferences, defects)
  const mode = input.utilityMode === undefined ? 'linear' : input.utilityMode
  if (!isUtilityMode(mode)) {
    const expected = `one of ${utilityModes.join(', ')}`
    defects.push(failure('UnknownUtilityMode', ['utilityMode'], mode, expected))
  }
  const moneyGoodIndex = readMoney(input.moneyGoodIndex, goods, defects)
  const resourceNames = readNames(input.resourceNames, goods, moneyGoodIndex, defects)
  const bundleBuyer = input.bundleBuyer ?? null
  if (bundleBuyer !== null) {
    const setting = { agents, goods, moneyGoodIndex }
    const inBuyer = nonEmpty(bundleBuyerDefects(setting, bundleBuyer))
    if (inBuyer !== null) defects.push(...below(['bundleBuyer'], inBuyer))
    if (mode !== 'linear') {
      defects.push(failure('BundleBuyer', ['utilityMode'], mode, 'linear beside a bundle buyer'))
    }
  }
  const failures = nonEmpty(defects)
  if (failures !== null) return left(failures)
  return right({
    allocation,
    preferences,
    resourceNames,
    // without failures both are what they were just checked to be
    utilityMode: mode as UtilityMode,
    moneyGoodIndex,
    bundleBuyer: bundleBuyer === null ? null : copyBuyer(bundleBuyer as BundleBuyer),
  })
}

/**
 * Makes a world from its parts, checking all of them; the world keeps copies.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 *
 * const made = makeWorld({ allocation: [[1, 0], [0, 1]], preferences: [[1, 3], [3, 1]] })
 * made._tag // => 'Right'
 * const refused = makeWorld({ allocation: [[-1]], preferences: [[NaN]] })
 * refused._tag === 'Left' ? refused.left.map((f) => f.path) : [] // => [['allocation', 0, 0], ['preferences', 0, 0]]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeWorld: (parts: WorldParts) => Either<Failures<WorldFailure>, World> = decodeWorld

/**
 * Counts the agents of a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const agentCount = (world: World): number => world.allocation.length

/**
 * Counts the goods of a world, money included.
 *
 * @category operations
 * @since 0.1.0
 */
export const goodCount = (world: World): number => world.allocation[0]?.length ?? 0

/**
 * Adds what all agents hold of each good, in agent order.
 *
 * @category operations
 * @since 0.1.0
 */
export const resourceTotals = (
  summation: Summation,
): ((allocation: Matrix) => ReadonlyArray<number>) => {
  const total = sum(summation)
  return (allocation) =>
    (allocation[0] ?? []).map((_, good) => total(allocation.map((row) => row[good] ?? 0)))
}
