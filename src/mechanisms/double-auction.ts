/**
 * k-double auction: buyers bid and sellers ask, and who can trade does so at one price.
 *
 * Chatterjee and Samuelson, Operations Research 31, 1983. Bids fall, asks rise; the quantity is the largest q at which
 * the q-th bid is at least the q-th ask. Every price between max(s_q, b_{q+1}) and min(b_q, s_{q+1}) clears; the
 * weight k picks one, k = 1 the upper end and k = 0 the lower. With one bid b and one ask s it is k b + (1 - k) s.
 *
 * With values and costs uniform on [0, 1] and one trader a side there is an equilibrium in linear strategies,
 *   b(v) = v / (1 + k) + k (1 - k) / (2 (1 + k)),    s(c) = c / (2 - k) + (1 - k) / 2,
 * which at k = 1/2 trades where v - c >= 1/4 and gains 9/64: all that any mechanism can gain which is incentive
 * compatible, individually rational and balances its budget (Myerson and Satterthwaite, JET 29, 1983), out of 1/6.
 *
 * | option | default    | meaning                                             |
 * | ------ | ---------- | --------------------------------------------------- |
 * | k      | 1/2        | weight of the upper end of the interval, 0 to 1     |
 * | ties   | `lowestId` | who trades among equal bids or asks at the margin   |
 *
 * Laws
 *   L1 double rational     no buyer pays more than its bid, no seller gets less than its ask
 *   L2 balanced            what buyers pay is what sellers get
 *   L3 efficient quantity  no other set of trades has a larger sum of bids less asks
 *   L4 clearing price      at the price as many units are wanted and offered as are traded, ties apart
 *   L5 linear equilibrium  against the other side's linear strategy no bid and no ask does better
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../core/failure.js'
import {
  type AuctionFailure,
  auctionFailures,
  type Bid,
  bidDefects,
  rankBids,
  unitsPerBidder,
} from './sealed-bids.js'
import { lowestId, type TieRule } from './tie-rule.js'

/**
 * Sets the rules of a double auction; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface DoubleAuctionOptions {
  readonly k: number
  readonly ties: TieRule
}

/**
 * Holds a closed range of prices, in money.
 *
 * @category model
 * @since 0.1.0
 */
export interface PriceInterval {
  readonly low: number
  readonly high: number
}

/**
 * Says how many units change hands at which price, the range of clearing prices, and who buys and sells how many; or
 * that no bid reaches an ask, with the best of each side (`null` for a side without any).
 *
 * @category model
 * @since 0.1.0
 */
export type DoubleAuctionOutcome =
  | {
      readonly _tag: 'Trade'
      readonly quantity: number
      readonly price: number
      readonly interval: PriceInterval
      readonly k: number
      readonly buyers: ReadonlyArray<{ readonly bidder: number; readonly units: number }>
      readonly sellers: ReadonlyArray<{ readonly bidder: number; readonly units: number }>
      readonly ties: TieRule
    }
  | {
      readonly _tag: 'NoTrade'
      readonly highestBid: number | null
      readonly lowestAsk: number | null
    }

/**
 * Clears bids against asks, each for one unit; a trader may list several. Malformed bids, asks or rules are reported.
 *
 * @example
 * ```ts
 * import { doubleAuction } from 'edgeworth/mechanisms'
 *
 * const bids = [3.5, 2.5, 1].map((amount, i) => ({ bidder: i + 1, amount }))
 * const asks = [1, 2, 3].map((amount, i) => ({ bidder: i + 4, amount }))
 * const cleared = doubleAuction()(bids, asks)
 * cleared._tag === 'Right' && cleared.right._tag === 'Trade' && cleared.right.interval // => { low: 2, high: 2.5 }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const doubleAuction =
  ({ k = 0.5, ties = lowestId }: Partial<DoubleAuctionOptions> = {}) =>
  (
    bids: ReadonlyArray<Bid>,
    asks: ReadonlyArray<Bid>,
  ): Either<Failures<AuctionFailure>, DoubleAuctionOutcome> => {
    const failures = auctionFailures(
      ties,
      k >= 0 && k <= 1 ? [] : [failure('BadRule', ['k'], k, 'a weight from 0 to 1')],
      bidDefects('bids', bids, false),
      bidDefects('asks', asks, false),
    )
    if (failures !== null) return left(failures)
    const buying = rankBids('descending', ties, bids)
    const selling = rankBids('ascending', ties, asks)
    const bidAt = (place: number): number => buying[place]?.amount ?? Number.NEGATIVE_INFINITY
    const askAt = (place: number): number => selling[place]?.amount ?? Number.POSITIVE_INFINITY
    let quantity = 0
    while (bidAt(quantity) >= askAt(quantity)) quantity += 1
    if (quantity === 0) {
      const highestBid = buying[0]?.amount ?? null
      return right({ _tag: 'NoTrade', highestBid, lowestAsk: selling[0]?.amount ?? null })
    }
    const low = Math.max(askAt(quantity - 1), bidAt(quantity))
    const high = Math.min(bidAt(quantity - 1), askAt(quantity))
    // The mean of two equal ends can round away from them.
    const price = Math.min(high, Math.max(low, k * high + (1 - k) * low))
    return right({
      _tag: 'Trade',
      quantity,
      price,
      interval: { low, high },
      k,
      buyers: unitsPerBidder(buying.slice(0, quantity)),
      sellers: unitsPerBidder(selling.slice(0, quantity)),
      ties,
    })
  }

/**
 * Holds the strategies of both sides: what to bid at a value and what to ask at a cost.
 *
 * @category model
 * @since 0.1.0
 */
export interface DoubleAuctionStrategies {
  readonly bid: (value: number) => number
  readonly ask: (cost: number) => number
}

/**
 * Gives the linear equilibrium of one buyer and one seller with value and cost uniform on [0, 1] at weight k.
 *
 * @category operations
 * @since 0.1.0
 */
export const linearEquilibrium = (k: number): DoubleAuctionStrategies => ({
  bid: (value) => value / (1 + k) + (k * (1 - k)) / (2 * (1 + k)),
  ask: (cost) => cost / (2 - k) + (1 - k) / 2,
})

/**
 * The expected gains of one buyer and one seller with value and cost uniform on [0, 1]: with full information, and the
 * most that is left under incentive compatibility, individual rationality and a balanced budget.
 *
 * @category constructors
 * @since 0.1.0
 */
export const uniformBilateralGains: { readonly firstBest: number; readonly secondBest: number } = {
  firstBest: 1 / 6,
  secondBest: 9 / 64,
}
