/**
 * Validation of a procurement award: what is wrong with it, and three flags that never stand for each other.
 *
 * An award may be complete (the demand is met), feasible (the suppliers can deliver it in time) and authorized (the
 * buyer was allowed to order it), each without the others. Violations are data in a fixed order: line by line first,
 * then capacity and minimum order for each supplier and component in the order in which they were first named, then
 * demand, budget and sign-off. A line without positive finite units and price, or that no supplier offers, is reported
 * and otherwise ignored: it neither spends nor delivers.
 *
 * | violation           | when                                                       | takes away |
 * | ------------------- | ---------------------------------------------------------- | ---------- |
 * | `NonPositive`       | units or price of a line are not above 0 and finite        | feasible   |
 * | `NoSuchOffer`       | the supplier does not offer the component                  | feasible   |
 * | `MissesDeadline`    | the lead time exceeds the deadline                         | feasible   |
 * | `UnapprovedVendor`  | the supplier is not on the approved list                   | authorized |
 * | `OverCapacity`      | all lines of a supplier and component exceed its capacity  | feasible   |
 * | `BelowMinimumOrder` | all lines of a supplier and component are below its minimum | feasible   |
 * | `DemandUnmet`       | fewer units of some components than demanded               | complete   |
 * | `OverBudget`        | the spend exceeds the budget                               | authorized |
 * | `WithoutSignoff`    | the spend exceeds the threshold and nobody signed          | authorized |
 *
 * Laws
 *   L1 separate flags  each flag is false exactly when a violation of its own kinds is reported
 *   L2 ignored lines   a line without an offer changes neither the spend nor what is delivered
 *   L3 added spend     the spend is the sum of units times price over the lines that count, in their order
 *
 * @module
 */
import { pythonRound } from '../core/random/python-round.js'
import type { ProcurementConfig, Supplier } from '../economy/procurement-config.js'
import { pythonText } from '../settlement/python-text.js'
import type { AwardLine } from './procurement-award.js'

/**
 * Says one thing that is wrong with an award; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export type ProcurementViolation =
  | { readonly _tag: 'NonPositive'; readonly sellerId: number; readonly component: string }
  | { readonly _tag: 'NoSuchOffer'; readonly sellerId: number; readonly component: string }
  | {
      readonly _tag: 'MissesDeadline'
      readonly sellerId: number
      readonly component: string
      readonly leadTimeDays: number
      readonly deadlineDays: number
    }
  | { readonly _tag: 'UnapprovedVendor'; readonly sellerId: number }
  | {
      readonly _tag: 'OverCapacity' | 'BelowMinimumOrder'
      readonly sellerId: number
      readonly component: string
      readonly units: number
      readonly limit: number
    }
  | { readonly _tag: 'DemandUnmet'; readonly components: ReadonlyArray<string> }
  | {
      readonly _tag: 'OverBudget' | 'WithoutSignoff'
      readonly spend: number
      readonly limit: number
    }

/**
 * Holds the judgement of an award: the three flags, what it spends in money, and every violation in order.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementValidation {
  readonly complete: boolean
  readonly feasible: boolean
  readonly authorized: boolean
  readonly spend: number
  readonly violations: ReadonlyArray<ProcurementViolation>
}

type Flag = 'complete' | 'feasible' | 'authorized'

const flagOf: { readonly [Tag in ProcurementViolation['_tag']]: Flag } = {
  NonPositive: 'feasible',
  NoSuchOffer: 'feasible',
  MissesDeadline: 'feasible',
  UnapprovedVendor: 'authorized',
  OverCapacity: 'feasible',
  BelowMinimumOrder: 'feasible',
  DemandUnmet: 'complete',
  OverBudget: 'authorized',
  WithoutSignoff: 'authorized',
}

interface Ordered {
  readonly supplier: Supplier
  readonly line: AwardLine
}

const isPositive = (value: number): boolean => Number.isFinite(value) && value > 0

const supplierOf = (config: ProcurementConfig, line: AwardLine): Supplier | undefined =>
  config.suppliers.find(
    ({ sellerId, component }) => sellerId === line.sellerId && component === line.component,
  )

const ofLine = (
  config: ProcurementConfig,
  { sellerId, component }: AwardLine,
  { leadTimeDays }: Supplier,
): ReadonlyArray<ProcurementViolation> => {
  const { deadlineDays } = config.demand
  const found: Array<ProcurementViolation> = []
  if (leadTimeDays > deadlineDays) {
    found.push({ _tag: 'MissesDeadline', sellerId, component, leadTimeDays, deadlineDays })
  }
  if (!config.authorization.approvedVendors.includes(sellerId)) {
    found.push({ _tag: 'UnapprovedVendor', sellerId })
  }
  return found
}

const ofSuppliers = (orders: ReadonlyArray<Ordered>): ReadonlyArray<ProcurementViolation> =>
  [...new Set(orders.map(({ supplier }) => supplier))].flatMap((supplier) => {
    const { sellerId, component, capacity, minimumOrder } = supplier
    const units = orders.reduce(
      (total, order) => (order.supplier === supplier ? total + order.line.units : total),
      0,
    )
    const found: Array<ProcurementViolation> = []
    if (units > capacity) {
      found.push({ _tag: 'OverCapacity', sellerId, component, units, limit: capacity })
    }
    if (units < minimumOrder) {
      found.push({ _tag: 'BelowMinimumOrder', sellerId, component, units, limit: minimumOrder })
    }
    return found
  })

const ofTotals = (
  config: ProcurementConfig,
  orders: ReadonlyArray<Ordered>,
  spend: number,
  signoffGranted: boolean,
): ReadonlyArray<ProcurementViolation> => {
  const { budget, signoffThreshold } = config.authorization
  const delivered = (component: string): number =>
    orders.reduce(
      (total, { line }) => (line.component === component ? total + line.units : total),
      0,
    )
  const components = config.demand.unitsRequired
    .filter(({ component, units }) => delivered(component) < units)
    .map(({ component }) => component)
    .sort()
  const found: Array<ProcurementViolation> = []
  if (components.length > 0) found.push({ _tag: 'DemandUnmet', components })
  if (spend > budget) found.push({ _tag: 'OverBudget', spend, limit: budget })
  if (spend > signoffThreshold && !signoffGranted) {
    found.push({ _tag: 'WithoutSignoff', spend, limit: signoffThreshold })
  }
  return found
}

/**
 * Judges an award against a procurement case. `signoffGranted` says whether a spend above the threshold was signed for.
 *
 * @category operations
 * @since 0.1.0
 */
export const validateAward =
  (config: ProcurementConfig) =>
  (award: ReadonlyArray<AwardLine>, signoffGranted: boolean): ProcurementValidation => {
    const violations: Array<ProcurementViolation> = []
    const orders: Array<Ordered> = []
    let spend = 0
    for (const line of award) {
      const { sellerId, component, units, unitPrice } = line
      const supplier = supplierOf(config, line)
      if (!isPositive(units) || !isPositive(unitPrice)) {
        violations.push({ _tag: 'NonPositive', sellerId, component })
      } else if (supplier === undefined) {
        violations.push({ _tag: 'NoSuchOffer', sellerId, component })
      } else {
        spend += units * unitPrice
        orders.push({ supplier, line })
        violations.push(...ofLine(config, line, supplier))
      }
    }
    violations.push(...ofSuppliers(orders), ...ofTotals(config, orders, spend, signoffGranted))
    const keeps = (flag: Flag): boolean => violations.every(({ _tag }) => flagOf[_tag] !== flag)
    return {
      complete: keeps('complete'),
      feasible: keeps('feasible'),
      authorized: keeps('authorized'),
      spend,
      violations,
    }
  }

/** Writes an amount of money with two decimals, ties to even on the exact double. */
const amount = (value: number): string => pythonRound(value, 2).toFixed(2)

/**
 * Renders a violation as one line, in the wording that recorded awards have.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderViolation = (violation: ProcurementViolation): string => {
  switch (violation._tag) {
    case 'NonPositive':
      return `non-positive units or price: seller ${violation.sellerId} ${violation.component}`
    case 'NoSuchOffer':
      return `no such supplier/component offer: seller ${violation.sellerId} ${violation.component}`
    case 'MissesDeadline': {
      const { sellerId, component, leadTimeDays, deadlineDays } = violation
      const days = `${pythonText(leadTimeDays)}d > ${pythonText(deadlineDays)}d`
      return `supplier lead time misses deadline: seller ${sellerId} ${component} (${days})`
    }
    case 'UnapprovedVendor':
      return `off approved-vendor list: seller ${violation.sellerId}`
    case 'OverCapacity': {
      const { sellerId, component, units, limit } = violation
      const bounds = `${pythonText(units)} > ${pythonText(limit)}`
      return `units exceed supplier capacity: seller ${sellerId} ${component} (${bounds})`
    }
    case 'BelowMinimumOrder': {
      const { sellerId, component, units, limit } = violation
      const bounds = `${pythonText(units)} < ${pythonText(limit)}`
      return `units below supplier MOQ: seller ${sellerId} ${component} (${bounds})`
    }
    case 'DemandUnmet':
      return `demand not fully met: ${pythonText(violation.components)}`
    case 'OverBudget':
      return `over budget: ${amount(violation.spend)} > ${amount(violation.limit)}`
    case 'WithoutSignoff': {
      const bounds = `${amount(violation.spend)} > ${amount(violation.limit)}`
      return `spend above sign-off threshold without sign-off: ${bounds}`
    }
  }
}
