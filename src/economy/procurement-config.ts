/**
 * Procurement configuration: a buyer's demand, its authority to spend, and the suppliers' offers, as data.
 *
 * The JSON of the public procurement case. Unit costs are private to the suppliers. What an award costs and violates is
 * the business of the procurement mechanism; here every number is only read and checked by itself.
 *
 * Laws
 *   L1 procurement  reading what was written gives the case back
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { Json } from '../core/json.js'
import {
  between,
  type Codec,
  type ConfigFailure,
  integerFrom,
  isJsonObject,
  listOf,
  recordOf,
  required,
  text,
  withDefault,
} from './json-codec.js'

/**
 * Says how many units of a component are needed.
 *
 * @category model
 * @since 0.1.0
 */
export interface ComponentDemand {
  readonly component: string
  readonly units: number
}

/**
 * Holds what the buyer must obtain, by when (in days), and what the complete order is worth to it (in money).
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementDemand {
  readonly unitsRequired: ReadonlyArray<ComponentDemand>
  readonly deadlineDays: number
  readonly contractValue: number
}

/**
 * Holds what the buyer may do: spend up to the budget, with the approved vendors, and above the threshold only with a
 * sign-off.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementAuthorization {
  readonly budget: number
  readonly approvedVendors: ReadonlyArray<number>
  readonly signoffThreshold: number
}

/**
 * Holds one supplier's offer of one component: its private cost of a unit, the most and (if any) the fewest units it
 * delivers, its lead time and its terms of payment in days.
 *
 * @category model
 * @since 0.1.0
 */
export interface Supplier {
  readonly sellerId: number
  readonly component: string
  readonly unitCost: number
  readonly capacity: number
  readonly leadTimeDays: number
  readonly minimumOrder: number
  readonly paymentTermsDays: number
}

/**
 * Holds a procurement case.
 *
 * @category model
 * @since 0.1.0
 */
export interface ProcurementConfig {
  readonly name: string
  readonly buyerAgent: number
  readonly demand: ProcurementDemand
  readonly authorization: ProcurementAuthorization
  readonly suppliers: ReadonlyArray<Supplier>
}

const id = integerFrom(1)
const amount = between(0, Number.POSITIVE_INFINITY)

const unitsRequired: Codec<ReadonlyArray<ComponentDemand>> = {
  read: (value, path) => {
    if (!isJsonObject(value) || Object.keys(value).length === 0) {
      return left([failure('Malformed', path, value, 'an object from components to units')])
    }
    const defects: Array<Failure<ConfigFailure>> = []
    const demands: Array<ComponentDemand> = []
    for (const [component, wanted] of Object.entries(value)) {
      const units = amount.read(wanted, [...path, component])
      if (isLeft(units)) defects.push(...units.left)
      else demands.push({ component, units: units.right })
    }
    const failures = nonEmpty(defects)
    return failures === null ? right(demands) : left(failures)
  },
  write: (demands) => Object.fromEntries(demands.map(({ component, units }) => [component, units])),
}

const demandCodec: Codec<ProcurementDemand> = recordOf<ProcurementDemand>('a demand', {
  unitsRequired: required('units_required', unitsRequired),
  deadlineDays: required('deadline_days', amount),
  contractValue: required('contract_value', amount),
})

const authorizationCodec: Codec<ProcurementAuthorization> = recordOf<ProcurementAuthorization>(
  'an authorization',
  {
    budget: required('budget', amount),
    approvedVendors: required('approved_vendors', listOf(id)),
    signoffThreshold: required('signoff_threshold', amount),
  },
)

const supplierCodec: Codec<Supplier> = recordOf<Supplier>('a supplier', {
  sellerId: required('seller_id', id),
  component: required('component', text),
  unitCost: required('unit_cost', amount),
  capacity: required('capacity', amount),
  leadTimeDays: required('lead_time_days', amount),
  minimumOrder: withDefault('moq', amount, 0),
  paymentTermsDays: withDefault('payment_terms_days', amount, 0),
})

const procurementCodec: Codec<ProcurementConfig> = recordOf<ProcurementConfig>('a procurement', {
  name: withDefault('name', text, 'procurement'),
  buyerAgent: withDefault('buyer_agent', id, 1),
  demand: required('demand', demandCodec),
  authorization: required('authorization', authorizationCodec),
  suppliers: required('suppliers', listOf(supplierCodec, 1)),
})

/**
 * Reads a procurement case from parsed JSON, reporting every defect.
 *
 * @category codec
 * @since 0.1.0
 */
export const readProcurementConfig = (
  json: unknown,
): Either<Failures<ConfigFailure>, ProcurementConfig> => procurementCodec.read(json, [])

/**
 * Writes a procurement case as JSON.
 *
 * @category codec
 * @since 0.1.0
 */
export const procurementToJson = (config: ProcurementConfig): Json => procurementCodec.write(config)
