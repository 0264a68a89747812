/**
 * Bundle codecs: the `bundle_spec` and `seller_layout` objects of a case file.
 *
 * Their shape is read here; whether they describe a solvable world is decided by `bundleWorld`. In JSON the layout maps
 * the number of a seller, as a text, to its component.
 *
 * Laws
 *   L1 layout  a layout survives writing and reading, whatever its order of sellers
 *
 * @module
 */
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, failure, nonEmpty } from '../core/failure.js'
import type { Json } from '../core/json.js'
import type { BundleBuyer } from './bundle-buyer.js'
import type { SellerHolding, SellerLayout } from './bundle-under-budget.js'
import {
  between,
  type Codec,
  type ConfigFailure,
  finite,
  integerFrom,
  isJsonObject,
  listOf,
  recordOf,
  required,
} from './json-codec.js'

const id = integerFrom(1)
const amount = between(0, Number.POSITIVE_INFINITY)

/**
 * Reads and writes a bundle buyer as `bundle_spec`.
 *
 * @category codec
 * @since 0.1.0
 */
export const bundleSpecCodec: Codec<BundleBuyer> = recordOf<BundleBuyer>('a bundle', {
  buyerAgent: required('buyer_agent', id),
  moneyResource: required('money_resource', id),
  requiredComponents: required('required_components', listOf(id, 1)),
  bundleValue: required('bundle_value', amount),
  budget: required('budget', amount),
})

const SELLER_KEY = /^[1-9]\d*$/

const componentBySeller: Codec<ReadonlyArray<SellerHolding>> = {
  read: (value, path) => {
    if (!isJsonObject(value) || Object.keys(value).length === 0) {
      return left([failure('Malformed', path, value, 'an object from sellers to components')])
    }
    const defects: Array<Failure<ConfigFailure>> = []
    const sellers: Array<SellerHolding> = []
    for (const [key, held] of Object.entries(value)) {
      const place = [...path, key]
      const component = id.read(held, place)
      if (!SELLER_KEY.test(key)) {
        defects.push(failure('Malformed', place, key, 'the number of a seller as the key'))
      }
      if (isLeft(component)) defects.push(...component.left)
      else sellers.push({ seller: Number(key), component: component.right })
    }
    const failures = nonEmpty(defects)
    return failures === null ? right(sellers) : left(failures)
  },
  write: (sellers) => {
    const written: unknown = sellers // what is no list of sellers stays as it is, for the reader to refuse
    return Array.isArray(written) && written.every(isJsonObject)
      ? Object.fromEntries(sellers.map(({ seller, component }) => [String(seller), component]))
      : (written as Json)
  },
}

const costRange: Codec<SellerLayout['costRange']> = {
  read: (value, path) => {
    const range = listOf(finite).read(value, path)
    if (isLeft(range)) return range
    const [low, high, ...more] = range.right
    if (low === undefined || high === undefined || more.length > 0) {
      return left([failure('Malformed', path, value, 'a list of the lowest and the highest cost')])
    }
    return right([low, high])
  },
  write: (range) => range,
}

/**
 * Reads and writes the sellers of a bundle world as `seller_layout`.
 *
 * @category codec
 * @since 0.1.0
 */
export const sellerLayoutCodec: Codec<SellerLayout> = recordOf<SellerLayout>('a seller layout', {
  sellers: required('component_by_seller', componentBySeller),
  costRange: required('seller_cost_range', costRange),
})
