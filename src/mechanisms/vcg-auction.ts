/**
 * VCG auction: bundles of items to whom they are worth most, each winner paying what its presence costs the others.
 *
 * Vickrey (1961), Clarke (1971), Groves (1973). Bids are exclusive: of the bundles a bidder lists it gets one at most.
 * The allocation is exact, by dynamic programming over bidders and sets of items, because payments from an approximate
 * one are not truthful; what is too large is refused. A winner pays the best total of the others without it, less their
 * total in the chosen allocation: between 0 and its own bid. Revenue may be low, and may fall when a bidder is added.
 *
 * | bound  | value | beyond it                                                                 |
 * | ------ | ----- | ------------------------------------------------------------------------- |
 * | states | 2^22  | bids and bidders times 2^items: the outcome `TooLarge` names the number    |
 *
 * Laws
 *   L1 vcg optimal      no other choice of at most one bundle per bidder, without overlap, has a larger total
 *   L2 vcg rational     every payment is between 0 and the winning bid
 *   L3 vcg truthful     no deviation from the values gains, break points included
 *   L4 vcg externality  a payment is the loss of the others, recomputed by trying all allocations
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure } from '../core/failure.js'
import { type AuctionFailure, amountDefects, auctionFailures } from './sealed-bids.js'
import { byTieRule, lowestId, type TieRule } from './tie-rule.js'

/**
 * Offers an amount of money for a bundle of items, all of them or none.
 *
 * @category model
 * @since 0.1.0
 */
export interface BundleBid {
  readonly bidder: number
  readonly items: ReadonlyArray<string>
  readonly amount: number
}

/**
 * Sets what is sold and how ties are broken: among equally good allocations, bidders that come first by the rule win.
 *
 * @category model
 * @since 0.1.0
 */
export interface VcgOptions {
  readonly items: ReadonlyArray<string>
  readonly ties?: TieRule
}

/**
 * Gives a bundle to a bidder at a payment, beside what it bid.
 *
 * @category model
 * @since 0.1.0
 */
export interface VcgAward {
  readonly bidder: number
  readonly items: ReadonlyArray<string>
  readonly bid: number
  readonly payment: number
}

/**
 * Says who gets what and pays what (in money), the total of the winning bids and of the payments; or that the exact
 * allocation is out of reach.
 *
 * @category model
 * @since 0.1.0
 */
export type VcgOutcome =
  | {
      readonly _tag: 'Allocated'
      readonly awards: ReadonlyArray<VcgAward>
      readonly welfare: number
      readonly revenue: number
      readonly ties: TieRule
    }
  | { readonly _tag: 'TooLarge'; readonly states: number; readonly limit: number }

/**
 * The largest number of states for which an allocation is computed.
 *
 * @category model
 * @since 0.1.0
 */
export const MOST_STATES: number = 2 ** 22

interface Choice {
  readonly bid: BundleBid
  readonly mask: number
}

/** The choices of one bidder, in the order in which they are listed. */
type Choices = ReadonlyArray<Choice>

const itemDefects = (
  items: ReadonlyArray<string>,
  bids: ReadonlyArray<BundleBid>,
): ReadonlyArray<Failure<AuctionFailure>> => {
  const inBid = ({ bidder, items: wanted, amount }: BundleBid, place: number) => [
    ...(Number.isSafeInteger(bidder) && bidder >= 1
      ? []
      : [failure('UnknownBidder' as const, ['bids', place, 'bidder'], bidder, 'a number from 1')]),
    ...wanted.flatMap((item, i) =>
      items.includes(item) && wanted.indexOf(item) === i
        ? []
        : [failure('BadRule' as const, ['bids', place, 'items', i], item, 'an item on sale, once')],
    ),
    ...(wanted.length > 0
      ? []
      : [failure('BadRule' as const, ['bids', place, 'items'], wanted, 'at least one item')]),
    ...amountDefects(['bids', place, 'amount'], amount),
  ]
  return [
    ...items.flatMap((item, i) =>
      items.indexOf(item) === i
        ? []
        : [failure('BadRule' as const, ['items', i], item, 'an item named once')],
    ),
    ...bids.flatMap(inBid),
  ]
}

const choicesOf = (
  items: ReadonlyArray<string>,
  bids: ReadonlyArray<BundleBid>,
  ties: TieRule,
): ReadonlyArray<Choices> => {
  const tie = byTieRule(ties)
  const bidders = [...new Set(bids.map(({ bidder }) => bidder))]
  return bidders
    .map((bidder) => ({ bidder, place: bids.findIndex((bid) => bid.bidder === bidder) }))
    .sort(tie)
    .map(({ bidder }) =>
      bids
        .filter((bid) => bid.bidder === bidder)
        .map((bid) => ({
          bid,
          mask: bid.items.reduce((mask, item) => mask | (1 << items.indexOf(item)), 0),
        })),
    )
}

/** Finds the best choices; `totals[i][free]` is the best total of bidders i and later out of the free items. */
const allocate = (bidders: ReadonlyArray<Choices>, items: number): ReadonlyArray<Choice> => {
  const sets = 2 ** items
  const totals = [...bidders, []].map(() => new Float64Array(sets))
  const reach = (i: number, free: number, { bid, mask }: Choice): number =>
    (mask & free) === mask
      ? bid.amount + (totals[i + 1]?.[free & ~mask] ?? 0)
      : Number.NEGATIVE_INFINITY
  for (let i = bidders.length - 1; i >= 0; i -= 1) {
    const here = totals[i]
    const later = totals[i + 1]
    if (here === undefined || later === undefined) continue
    for (let free = 0; free < sets; free += 1) {
      let best = later[free] ?? 0
      for (const choice of bidders[i] ?? []) best = Math.max(best, reach(i, free, choice))
      here[free] = best
    }
  }
  let free = sets - 1
  return bidders.flatMap((choices, i) => {
    const best = totals[i]?.[free] ?? 0
    const chosen = choices.find((choice) => reach(i, free, choice) === best)
    if (chosen === undefined) return []
    free &= ~chosen.mask
    return [chosen]
  })
}

const totalOf = (choices: ReadonlyArray<Choice>): number =>
  choices.reduce((total, { bid }) => total + bid.amount, 0)

/**
 * Allocates the items at the largest total of bids and charges each winner its externality; malformed bids or rules are
 * reported.
 *
 * @example
 * ```ts
 * import { vcgAuction } from 'edgeworth/mechanisms'
 *
 * const sold = vcgAuction({ items: ['A', 'B'] })([
 *   { bidder: 1, items: ['A', 'B'], amount: 10 },
 *   { bidder: 2, items: ['A'], amount: 8 },
 *   { bidder: 3, items: ['B'], amount: 8 },
 * ])
 * sold._tag === 'Right' && sold.right._tag === 'Allocated' && sold.right.revenue // => 4
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const vcgAuction =
  ({ items, ties = lowestId }: VcgOptions) =>
  (bids: ReadonlyArray<BundleBid>): Either<Failures<AuctionFailure>, VcgOutcome> => {
    const failures = auctionFailures(ties, itemDefects(items, bids))
    if (failures !== null) return left(failures)
    const bidders = choicesOf(items, bids, ties)
    const wanted = (bids.length + bidders.length + 1) * 2 ** items.length
    const states = Math.min(wanted, Number.MAX_VALUE)
    if (states > MOST_STATES) return right({ _tag: 'TooLarge', states, limit: MOST_STATES })
    const chosen = allocate(bidders, items.length)
    const awards = chosen.map((choice): VcgAward => {
      const { bidder, amount } = choice.bid
      const without = bidders.filter((choices) => choices[0]?.bid.bidder !== bidder)
      const others = totalOf(chosen.filter((other) => other !== choice))
      const harm = totalOf(allocate(without, items.length)) - others
      // Sums taken in another order may differ in the last bit; the bounds hold exactly.
      const payment = Math.min(amount, Math.max(0, harm))
      const won = items.filter((item) => choice.bid.items.includes(item))
      return { bidder, items: won, bid: amount, payment }
    })
    return right({
      _tag: 'Allocated',
      awards: awards.sort((a, b) => a.bidder - b.bidder),
      welfare: totalOf(chosen),
      revenue: awards.reduce((total, { payment }) => total + payment, 0),
      ties,
    })
  }
