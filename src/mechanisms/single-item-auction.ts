/**
 * Sealed-bid auctions of one item: first price and second price.
 *
 * The highest bid of at least the reserve wins. In a first-price auction the winner pays its own bid; in a second-price
 * auction (Vickrey, Journal of Finance 16, 1961) the highest bid of anybody else or the reserve, whichever is higher,
 * so a sole bidder pays the reserve and the winner of a tie the tied bid. Bidding one's value is then dominant.
 *
 * | option  | default    | meaning                                    |
 * | ------- | ---------- | ------------------------------------------ |
 * | reserve | 0          | the lowest price at which the item is sold |
 * | ties    | `lowestId` | see `tie-rule.ts`                          |
 *
 * Laws
 *   L1 highest wins          no bid is above the winner's, and a sold item's price is between reserve and winning bid
 *   L2 vickrey truthful      no deviation from the value gains in a second-price auction, break points included
 *   L3 first-price own bid   the winner of a first-price auction pays exactly its bid
 *   L4 losers irrelevant     a losing bid below the price can be withdrawn without any change
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Failures } from '../core/failure.js'
import {
  type AuctionFailure,
  amountDefects,
  auctionFailures,
  type Bid,
  bidDefects,
  rankBids,
  tiedAt,
} from './sealed-bids.js'
import { lowestId, type TieRule } from './tie-rule.js'

/**
 * Sets the rules of an auction of one item; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface SingleItemOptions {
  readonly reserve: number
  readonly ties: TieRule
}

/**
 * Says who won at which price (in money), who shared the highest bid if several did, and the tie rule; or that nothing
 * was sold.
 *
 * @category model
 * @since 0.1.0
 */
export type SingleItemOutcome =
  | {
      readonly _tag: 'Sold'
      readonly winner: number
      readonly price: number
      readonly pricing: 'first' | 'second'
      readonly tied: ReadonlyArray<number>
      readonly ties: TieRule
    }
  | { readonly _tag: 'Unsold'; readonly reason: 'no_bids' | 'below_reserve' }

type SingleItemAuction = (
  options?: Partial<SingleItemOptions>,
) => (bids: ReadonlyArray<Bid>) => Either<Failures<AuctionFailure>, SingleItemOutcome>

const auction =
  (pricing: 'first' | 'second'): SingleItemAuction =>
  ({ reserve = 0, ties = lowestId } = {}) =>
  (bids) => {
    const failures = auctionFailures(
      ties,
      bidDefects('bids', bids, true),
      amountDefects(['reserve'], reserve),
    )
    if (failures !== null) return left(failures)
    const [first, second] = rankBids('descending', ties, bids)
    if (first === undefined) return right({ _tag: 'Unsold', reason: 'no_bids' })
    if (first.amount < reserve) return right({ _tag: 'Unsold', reason: 'below_reserve' })
    const price = pricing === 'first' ? first.amount : Math.max(second?.amount ?? 0, reserve)
    const tied = tiedAt(bids, first.amount)
    return right({ _tag: 'Sold', winner: first.bidder, price, pricing, tied, ties })
  }

/**
 * Sells one item to the highest bidder at its own bid; malformed bids or rules are reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const firstPriceAuction: SingleItemAuction = /* @__PURE__ */ auction('first')

/**
 * Sells one item to the highest bidder at the highest other bid or the reserve; malformed bids or rules are reported.
 *
 * @example
 * ```ts
 * import { secondPriceAuction } from 'edgeworth/mechanisms'
 *
 * const sold = secondPriceAuction({ reserve: 5 })([{ bidder: 1, amount: 9 }, { bidder: 2, amount: 7 }])
 * sold._tag === 'Right' && sold.right._tag === 'Sold' && sold.right.price // => 7
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const secondPriceAuction: SingleItemAuction = /* @__PURE__ */ auction('second')
