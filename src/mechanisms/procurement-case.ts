/**
 * Soundness of a procurement case: whether its question makes sense before anybody plays it.
 *
 * Reading a case checks every number by itself; here the parts are held against each other. The contract must be worth
 * more than the budget, and some award within the budget must meet the demand, or the case measures nothing.
 *
 * Laws
 *   L1 sound case  an accepted case has a complete, feasible and authorized award within its budget
 *   L2 case parts  several defects of a case are all reported
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { ProcurementConfig } from '../economy/procurement-config.js'
import { minimumCostAward } from './procurement-award.js'

/**
 * Names what can be wrong with a procurement case as a whole.
 *
 * @category failures
 * @since 0.1.0
 */
export type ProcurementFailure =
  | 'ValueWithinBudget'
  | 'NoAwardWithinBudget'
  | 'ComponentWithoutSupplier'
  | 'RepeatedOffer'
  | 'SellerIsBuyer'
  | 'TooManySuppliers'

type Defects = ReadonlyArray<Failure<ProcurementFailure>>

const offerDefects = ({ suppliers, buyerAgent }: ProcurementConfig): Defects =>
  suppliers.flatMap(({ sellerId, component }, position): Defects => {
    const path = ['suppliers', position]
    const first = suppliers.findIndex(
      (other) => other.sellerId === sellerId && other.component === component,
    )
    return [
      ...(sellerId === buyerAgent
        ? [failure('SellerIsBuyer' as const, path, sellerId, 'an agent other than the buyer')]
        : []),
      ...(first === position
        ? []
        : [
            failure(
              'RepeatedOffer' as const,
              path,
              component,
              'one offer per seller and component',
            ),
          ]),
    ]
  })

const awardDefects = (config: ProcurementConfig): Defects => {
  const award = minimumCostAward(config)
  const { budget } = config.authorization
  const demand = ['demand', 'unitsRequired']
  if (award._tag === 'TooLarge') {
    const expected = `at most ${award.limit} eligible suppliers of ${award.component}`
    return [failure('TooManySuppliers', ['suppliers'], award.suppliers, expected)]
  }
  if (award._tag === 'Infeasible') {
    const expected = 'approved suppliers that deliver it in time'
    return award.components.map((component) =>
      failure('ComponentWithoutSupplier', [...demand, component], component, expected),
    )
  }
  if (award.cost <= budget) return []
  const expected = `at least the ${award.cost} that the cheapest award costs`
  return [failure('NoAwardWithinBudget', ['authorization', 'budget'], budget, expected)]
}

/**
 * Checks a procurement case as a whole and gives it back, or reports everything that makes its question senseless.
 *
 * @category constructors
 * @since 0.1.0
 */
export const checkProcurement = (
  config: ProcurementConfig,
): Either<Failures<ProcurementFailure>, ProcurementConfig> => {
  const { contractValue } = config.demand
  const { budget } = config.authorization
  const expected = `more than the budget of ${budget}`
  const failures = nonEmpty([
    ...(contractValue > budget
      ? []
      : [
          failure(
            'ValueWithinBudget' as const,
            ['demand', 'contractValue'],
            contractValue,
            expected,
          ),
        ]),
    ...offerDefects(config),
    ...awardDefects(config),
  ])
  return failures === null ? right(config) : left(failures)
}
