/**
 * Right-of-choice auction: bids buy a turn to choose, and the winner pays its whole bid.
 *
 * Bidders are ranked by bid, the highest first. In that order each takes the item it likes best among those left whose
 * reserve its bid reaches, and pays its full bid: neither the reserve nor the next bid. Who finds nothing that it wants
 * and may take pays nothing. A pooled auction of this kind shades bids as a first-price auction does.
 *
 * Laws
 *   L1 choice order      nobody prefers an item it could afford that a lower bid took
 *   L2 choice pays own   who takes an item pays exactly its bid, which reaches the reserve; others pay nothing
 *   L3 choice once       no item and no bidder stands twice
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../core/failure.js'
import {
  type AuctionFailure,
  amountDefects,
  auctionFailures,
  bidDefects,
  rankBids,
} from './sealed-bids.js'
import { lowestId, type TieRule } from './tie-rule.js'

/**
 * Puts an item on sale that only a bid of at least its reserve may take.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReservedItem {
  readonly item: string
  readonly reserve: number
}

/**
 * Bids an amount of money for a turn and lists the items wanted, best first; items left out are not wanted.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChoiceBid {
  readonly bidder: number
  readonly amount: number
  readonly wants: ReadonlyArray<string>
}

/**
 * Holds the turns in order: who took which item (`null` for none) at which payment.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChoiceOutcome {
  readonly turns: ReadonlyArray<{
    readonly bidder: number
    readonly item: string | null
    readonly payment: number
  }>
  readonly ties: TieRule
}

/**
 * Lets bidders choose in the order of their bids; malformed bids, items or rules are reported.
 *
 * @category operations
 * @since 0.1.0
 */
export const rightOfChoiceAuction =
  (items: ReadonlyArray<ReservedItem>, ties: TieRule = lowestId) =>
  (bids: ReadonlyArray<ChoiceBid>): Either<Failures<AuctionFailure>, ChoiceOutcome> => {
    const names = items.map(({ item }) => item)
    const failures = auctionFailures(
      ties,
      items.flatMap(({ item, reserve }, i) => [
        ...(names.indexOf(item) === i
          ? []
          : [failure('BadRule' as const, ['items', i, 'item'], item, 'an item named once')]),
        ...amountDefects(['items', i, 'reserve'], reserve),
      ]),
      bidDefects('bids', bids, true),
      bids.flatMap(({ wants }, place) =>
        wants.flatMap((item, i) =>
          names.includes(item)
            ? []
            : [failure('BadRule' as const, ['bids', place, 'wants', i], item, 'an item on sale')],
        ),
      ),
    )
    if (failures !== null) return left(failures)
    const reserves = new Map(items.map(({ item, reserve }) => [item, reserve]))
    const turns = rankBids('descending', ties, bids).map(({ bidder, amount, place }) => {
      const wants = bids[place]?.wants ?? []
      const item = wants.find((name) => (reserves.get(name) ?? Number.POSITIVE_INFINITY) <= amount)
      if (item === undefined) return { bidder, item: null, payment: 0 }
      reserves.delete(item)
      return { bidder, item, payment: amount }
    })
    return right({ turns, ties })
  }
