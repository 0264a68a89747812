/**
 * Generator: what the three makers of worlds have in common.
 *
 * Each generator is a pure function of its options, seed included. Options that describe no world are refused with a
 * failure for each of them; nothing is clamped.
 *
 * @module
 */
import { type Failure, failure } from '../core/failure.js'
import { type UtilityMode, utilityModes, type WorldFailure } from './world.js'

/**
 * Names what can be wrong with the options of a generator, beside what can be wrong with the world they describe.
 *
 * @category failures
 * @since 0.1.0
 */
export type GeneratorFailure =
  | WorldFailure
  | 'BadSeed'
  | 'OutOfRange'
  | 'SellerLayout'
  | 'SellerIsBuyer'
  | 'ComponentWithoutSeller'
  | 'ValueWithinBudget'
  | 'BudgetWithinCost'

/**
 * Gives the counts that every generator takes: agents, goods, and units of its home good that each agent starts with.
 *
 * @category model
 * @since 0.1.0
 */
export interface WorldSize {
  readonly numAgents: number
  readonly numResources: number
  readonly unitsPerHomeResource: number
}

/** The largest number of cells of a generated matrix. */
const MOST_CELLS = 10_000_000

const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1

/**
 * Tells whether a value is a finite number of at least 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const isQuantity = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0

/**
 * Lists the defects of the counts of a world; an empty list means that they are sound. The home units may be any
 * finite quantity whose total value stays finite, 0 included.
 *
 * @category operations
 * @since 0.1.0
 */
export const sizeDefects = (size: WorldSize): ReadonlyArray<Failure<GeneratorFailure>> => {
  const { numAgents, numResources, unitsPerHomeResource } = size
  const counts = [
    ['numAgents', numAgents],
    ['numResources', numResources],
  ] as const
  const bad = counts
    .filter(([, value]) => !isCount(value))
    .map(([name, value]) => failure('OutOfRange', [name], value, 'an integer of at least 1'))
  if (!isQuantity(unitsPerHomeResource)) {
    const expected = 'a finite quantity of at least 0'
    return [...bad, failure('OutOfRange', ['unitsPerHomeResource'], unitsPerHomeResource, expected)]
  }
  if (bad.length > 0) return bad
  const cells = numAgents * numResources
  if (cells > MOST_CELLS) {
    return [failure('TooLarge', [], cells, `at most ${MOST_CELLS} agents times goods`)]
  }
  return Number.isFinite(unitsPerHomeResource * cells * 1e3)
    ? []
    : [failure('TooLarge', ['unitsPerHomeResource'], unitsPerHomeResource, 'a smaller quantity')]
}

/**
 * Lists the defect of a utility mode, if it is none of the known ones.
 *
 * @category operations
 * @since 0.1.0
 */
export const modeDefects = (mode: UtilityMode): ReadonlyArray<Failure<GeneratorFailure>> =>
  utilityModes.includes(mode)
    ? []
    : [failure('UnknownUtilityMode', ['utilityMode'], mode, `one of ${utilityModes.join(', ')}`)]
