/**
 * A transfer: one agent gives a quantity of one good to another agent.
 *
 * A transfer has one direction. A negative quantity is a defect of its own kind and never a transfer the other way
 * round; a boolean is not a number, neither as an agent nor as a quantity.
 *
 * | field    | unit     | right                                                                   |
 * | -------- | -------- | ----------------------------------------------------------------------- |
 * | from, to | agent    | integers from 1 to the number of agents, different                      |
 * | resource | good     | a good of the market; made transfers name it by position (`r1`)         |
 * | quantity | of goods | finite and above 0; an integer where units do not divide                |
 *
 * Laws
 *   L1 one direction         a made transfer moves a positive finite quantity between two different agents
 *   L2 transfer normal form  making a made transfer again gives the same transfer
 *   L3 every defect          as many fields as are wrong, so many failures are reported at least
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { isAgentOf, type MarketShape, resourceIndex, resourceNameAt } from './market-shape.js'

/**
 * Moves `quantity` units of `resource` from one agent to another. Agents are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface Transfer {
  readonly from: number
  readonly to: number
  readonly resource: string
  readonly quantity: number
}

/**
 * Holds the four fields of a transfer before they are checked.
 *
 * @category model
 * @since 0.1.0
 */
export interface TransferInput {
  readonly from: unknown
  readonly to: unknown
  readonly resource: unknown
  readonly quantity: unknown
}

/**
 * Names what can be wrong with a transfer.
 *
 * @category failures
 * @since 0.1.0
 */
export type TransferFailure =
  | 'UnknownAgent'
  | 'SelfTransfer'
  | 'UnknownResource'
  | 'NotAQuantity'
  | 'NegativeQuantity'
  | 'ZeroQuantity'
  | 'FractionalQuantity'

const agentFailure = (
  shape: MarketShape,
  field: 'from' | 'to',
  value: unknown,
): Failure<TransferFailure> =>
  failure('UnknownAgent', [field], value, `the number of an agent, 1 to ${shape.agents}`)

const resourceFailure = (shape: MarketShape, value: unknown): Failure<TransferFailure> =>
  failure(
    'UnknownResource',
    ['resource'],
    value,
    `a good of the market, r1 to ${resourceNameAt(shape.resourceNames.length - 1)}`,
  )

const quantityFailure = (shape: MarketShape, value: unknown): Failure<TransferFailure> | null => {
  const at = ['quantity']
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return failure('NotAQuantity', at, value, 'a finite number')
  }
  if (value < 0) return failure('NegativeQuantity', at, value, 'a quantity above 0')
  if (value === 0) return failure('ZeroQuantity', at, value, 'a quantity above 0')
  if (shape.divisible === false && !Number.isInteger(value)) {
    return failure('FractionalQuantity', at, value, 'a whole number of units')
  }
  return null
}

const indexOfResource = (shape: MarketShape, value: unknown): number | null =>
  typeof value === 'string' ? resourceIndex(shape.resourceNames, value) : null

/**
 * Lists everything that is wrong with a transfer in a market; empty for a well-formed one. Paths start at the
 * transfer's own fields.
 *
 * @category operations
 * @since 0.1.0
 */
export const transferFailures =
  (shape: MarketShape) =>
  (input: TransferInput): ReadonlyArray<Failure<TransferFailure>> => {
    const found: Array<Failure<TransferFailure>> = []
    const known = isAgentOf(shape, input.from)
    if (!known) found.push(agentFailure(shape, 'from', input.from))
    if (!isAgentOf(shape, input.to)) found.push(agentFailure(shape, 'to', input.to))
    else if (known && input.from === input.to) {
      found.push(failure('SelfTransfer', ['to'], input.to, 'an agent other than the giver'))
    }
    if (indexOfResource(shape, input.resource) === null) {
      found.push(resourceFailure(shape, input.resource))
    }
    const quantity = quantityFailure(shape, input.quantity)
    if (quantity !== null) found.push(quantity)
    return found
  }

/**
 * Makes a transfer, or reports every field that is wrong. The good may be given by position or by its own name; the
 * transfer names it by position.
 *
 * @category constructors
 * @since 0.1.0
 */
export const makeTransfer =
  (shape: MarketShape) =>
  (input: TransferInput): Either<Failures<TransferFailure>, Transfer> => {
    const failures = nonEmpty(transferFailures(shape)(input))
    if (failures !== null) return left(failures)
    const index = indexOfResource(shape, input.resource) ?? 0
    // The failures above are empty exactly when these three fields are numbers.
    return right({
      from: input.from as number,
      to: input.to as number,
      resource: resourceNameAt(index),
      quantity: input.quantity as number,
    })
  }
