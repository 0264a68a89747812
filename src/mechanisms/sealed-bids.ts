/**
 * Sealed bids: amounts that are offered or asked at once, checked and put in order.
 *
 * Order is numeric and total. A bid that is not a finite amount of at least 0 is refused before anything is sorted.
 *
 * Laws
 *   L1 bid defects   every bid that is no amount and every repeated bidder is reported with its path
 *   L2 ranked bids   the order is by amount and then by the tie rule, and loses or adds no bid
 *
 * @module
 */
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { byTieRule, type Standing, type TieRule, tieRuleDefects } from './tie-rule.js'

/**
 * Offers (or asks) an amount of money for one unit. Bidders are numbered from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface Bid {
  readonly bidder: number
  readonly amount: number
}

/**
 * Names what can be wrong with the bids or the rules of an auction.
 *
 * @category failures
 * @since 0.1.0
 */
export type AuctionFailure =
  | 'UnknownBidder'
  | 'RepeatedBidder'
  | 'NotAnAmount'
  | 'NegativeAmount'
  | 'BadRule'
  | 'BadTieRule'

/**
 * A bid with its place in the list.
 *
 * @category model
 * @since 0.1.0
 */
export interface RankedBid extends Bid, Standing {}

/**
 * Lists what is wrong with one amount of money at a path.
 *
 * @category operations
 * @since 0.1.0
 */
export const amountDefects = (
  path: ReadonlyArray<string | number>,
  amount: number,
): ReadonlyArray<Failure<AuctionFailure>> => {
  const expected = 'a finite amount, at least 0'
  if (typeof amount !== 'number' || !Number.isFinite(amount)) {
    return [failure('NotAnAmount', path, amount, expected)]
  }
  return amount < 0 ? [failure('NegativeAmount', path, amount, expected)] : []
}

/**
 * Lists what is wrong with a list of bids at a path. `once` refuses a second bid of a bidder.
 *
 * @category operations
 * @since 0.1.0
 */
export const bidDefects = (
  at: string,
  bids: ReadonlyArray<Bid>,
  once: boolean,
): ReadonlyArray<Failure<AuctionFailure>> => {
  const seen = new Set<number>()
  return bids.flatMap(({ bidder, amount }, place): ReadonlyArray<Failure<AuctionFailure>> => {
    const path = [at, place, 'bidder']
    const known = Number.isSafeInteger(bidder) && bidder >= 1
    const repeated = once && seen.has(bidder)
    seen.add(bidder)
    return [
      ...(known ? [] : [failure('UnknownBidder' as const, path, bidder, 'a number from 1')]),
      ...(repeated ? [failure('RepeatedBidder' as const, path, bidder, 'one bid a bidder')] : []),
      ...amountDefects([at, place, 'amount'], amount),
    ]
  })
}

/**
 * Collects the defects of the parts of an auction with those of its tie rule; `null` when it is sound.
 *
 * @category operations
 * @since 0.1.0
 */
export const auctionFailures = (
  ties: TieRule,
  ...parts: ReadonlyArray<ReadonlyArray<Failure<AuctionFailure>>>
): Failures<AuctionFailure> | null => nonEmpty([...parts.flat(), ...tieRuleDefects(ties)])

/**
 * Puts bids in order, the best first: the highest amounts of `descending` bids, the lowest of `ascending` ones, and
 * equal amounts by the tie rule.
 *
 * @category operations
 * @since 0.1.0
 */
export const rankBids = (
  direction: 'descending' | 'ascending',
  ties: TieRule,
  bids: ReadonlyArray<Bid>,
): ReadonlyArray<RankedBid> => {
  const tie = byTieRule(ties)
  const sign = direction === 'descending' ? -1 : 1
  return bids
    .map(({ bidder, amount }, place) => ({ bidder, amount, place }))
    .sort((a, b) => sign * (a.amount - b.amount) || tie(a, b))
}

/**
 * Lists who bids exactly an amount, ascending; empty unless at least two do.
 *
 * @category operations
 * @since 0.1.0
 */
export const tiedAt = (bids: ReadonlyArray<Bid>, amount: number): ReadonlyArray<number> => {
  const equal = bids.filter((bid) => bid.amount === amount).map(({ bidder }) => bidder)
  return equal.length < 2 ? [] : [...new Set(equal)].sort((a, b) => a - b)
}

/**
 * Counts units per bidder, bidders ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const unitsPerBidder = (
  bids: ReadonlyArray<Bid>,
): ReadonlyArray<{ readonly bidder: number; readonly units: number }> => {
  const counts = new Map<number, number>()
  for (const { bidder } of bids) counts.set(bidder, (counts.get(bidder) ?? 0) + 1)
  return [...counts]
    .map(([bidder, units]) => ({ bidder, units }))
    .sort((a, b) => a.bidder - b.bidder)
}
