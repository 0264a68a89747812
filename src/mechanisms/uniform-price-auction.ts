/**
 * Uniform-price auction: several equal units at one price for all.
 *
 * Every bid is for one unit; a bidder may list several. The highest bids of at least the reserve win. Two prices are
 * usual and the caller names one: the highest losing bid (or the reserve, if higher or if nobody lost), at which
 * bidding one's value is dominant for whoever wants one unit, or the lowest winning bid. With several units a bidder
 * can gain by shading its later bids under either price (Ausubel et al., Review of Economic Studies 81, 2014).
 *
 * | option  | default              | meaning                                    |
 * | ------- | -------------------- | ------------------------------------------ |
 * | units   | none                 | how many units are for sale, at least 1    |
 * | pricing | none                 | `highest_losing_bid`, `lowest_winning_bid` |
 * | reserve | 0                    | the lowest price at which a unit is sold   |
 * | ties    | `lowestId`           | see `tie-rule.ts`                          |
 *
 * Laws
 *   L1 uniform rational      nobody pays more than its winning bid, nor less than the reserve
 *   L2 unit-demand truthful  no deviation from the value gains at the highest losing bid, break points included
 *   L3 uniform market        as many units are sold as there are bids of at least the reserve, up to all
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../core/failure.js'
import {
  type AuctionFailure,
  amountDefects,
  auctionFailures,
  type Bid,
  bidDefects,
  rankBids,
  tiedAt,
  unitsPerBidder,
} from './sealed-bids.js'
import { lowestId, type TieRule } from './tie-rule.js'

/**
 * Names which bid sets the price.
 *
 * @category model
 * @since 0.1.0
 */
export type UniformPricing = 'highest_losing_bid' | 'lowest_winning_bid'

/**
 * Sets the rules of a uniform-price auction; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface UniformPriceOptions {
  readonly units: number
  readonly pricing: UniformPricing
  readonly reserve?: number
  readonly ties?: TieRule
}

/**
 * Says who gets how many units at which price (in money), who shared the lowest winning bid where some of them lost,
 * and the tie rule; or that nothing was sold.
 *
 * @category model
 * @since 0.1.0
 */
export type UniformPriceOutcome =
  | {
      readonly _tag: 'Sold'
      readonly price: number
      readonly pricing: UniformPricing
      readonly units: number
      readonly awards: ReadonlyArray<{ readonly bidder: number; readonly units: number }>
      readonly tied: ReadonlyArray<number>
      readonly ties: TieRule
    }
  | { readonly _tag: 'Unsold'; readonly reason: 'no_bids' | 'below_reserve' }

/**
 * Sells up to `units` equal units to the highest bids at one price; malformed bids or rules are reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const uniformPriceAuction =
  ({ units, pricing, reserve = 0, ties = lowestId }: UniformPriceOptions) =>
  (bids: ReadonlyArray<Bid>): Either<Failures<AuctionFailure>, UniformPriceOutcome> => {
    const counted = Number.isSafeInteger(units) && units >= 1
    const priced = pricing === 'highest_losing_bid' || pricing === 'lowest_winning_bid'
    const failures = auctionFailures(
      ties,
      counted ? [] : [failure('BadRule', ['units'], units, 'a whole number of units from 1')],
      priced
        ? []
        : [failure('BadRule', ['pricing'], pricing, 'highest_losing_bid or lowest_winning_bid')],
      amountDefects(['reserve'], reserve),
      bidDefects('bids', bids, false),
    )
    if (failures !== null) return left(failures)
    if (bids.length === 0) return right({ _tag: 'Unsold', reason: 'no_bids' })
    const ranked = rankBids('descending', ties, bids)
    const winning = ranked.filter(({ amount }) => amount >= reserve).slice(0, units)
    const last = winning.at(-1)
    if (last === undefined) return right({ _tag: 'Unsold', reason: 'below_reserve' })
    const losing = ranked[winning.length]
    const price =
      pricing === 'lowest_winning_bid' ? last.amount : Math.max(losing?.amount ?? 0, reserve)
    return right({
      _tag: 'Sold',
      price,
      pricing,
      units: winning.length,
      awards: unitsPerBidder(winning),
      tied: losing?.amount === last.amount ? tiedAt(ranked, last.amount) : [],
      ties,
    })
  }
