/**
 * The auction battery: the laws that a sealed-bid auction of one item owes, as one call.
 *
 * It takes a rule as a function of bids, a user's or this library's, and knows nothing of how it decides. Bids are whole
 * numbers, few enough that ties and break points are met; what a rule may refuse to say is `null`, for no sale.
 *
 * | law                     | what is checked                                                                       |
 * | ----------------------- | ------------------------------------------------------------------------------------- |
 * | L1 known winner         | the winner is one of the bidders, or nobody                                           |
 * | L2 no overcharge        | the price is at least 0 and at most the winner's bid                                  |
 * | L3 losers pay nothing   | where payments are told, only the winner pays, and exactly the price                  |
 * | L4 listing order        | where no two bids tie, the order in which bids are listed does not matter             |
 * | L5 monotone             | a winner who bids more still wins                                                     |
 * | L6 efficient            | nobody bid more than the winner (with `efficient`)                                    |
 * | L7 truthful             | no other bid gains more than the value, break points included (with `truthful`)       |
 * | L8 pure                 | equal bids give equal outcomes, and the bids are left as they were                    |
 *
 * An option that there is not breaks a law called `options` (`known-options.ts`).
 *
 * @module
 */
import fc from 'fast-check'
import type { Bid } from '../mechanisms/index.js'
import { objectOr, optionsLaw, unknownOption } from './known-options.js'
import { type Law, law } from './law.js'

/**
 * Says who gets the item at which price; `payments` by bidder may be told beside it.
 *
 * @category model
 * @since 0.1.0
 */
export interface AuctionSale {
  readonly winner: number
  readonly price: number
  readonly payments?: Readonly<Record<number, number>>
}

/**
 * Decides an auction; `null` where nothing is sold.
 *
 * @category model
 * @since 0.1.0
 */
export type AuctionRule = (bids: ReadonlyArray<Bid>) => AuctionSale | null

/**
 * Says what an auction promises beyond the laws that all owe.
 *
 * @category model
 * @since 0.1.0
 */
export interface AuctionLawOptions {
  /** Whether bidding one's value is promised to be dominant. Default: false. */
  readonly truthful?: boolean
  /** Whether the item is promised to the highest bidder whenever it is sold. Default: false. */
  readonly efficient?: boolean
  /** The most bidders to draw. Default: 5. */
  readonly mostBidders?: number
}

const HIGHEST = 12

const amounts: fc.Arbitrary<number> = fc.nat(HIGHEST)

/**
 * Draws bids of some bidders, numbered from 1 in any order of listing.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryBids = (mostBidders = 5): fc.Arbitrary<ReadonlyArray<Bid>> =>
  fc.array(amounts, { minLength: 1, maxLength: mostBidders }).chain((drawn) =>
    fc
      .shuffledSubarray(
        drawn.map((_, index) => index + 1),
        { minLength: drawn.length },
      )
      .map((bidders) =>
        drawn.map((amount, index) => ({ bidder: bidders[index] ?? index + 1, amount })),
      ),
  )

const shown = (value: unknown): string => JSON.stringify(value) ?? 'undefined'

const withBid = (bids: ReadonlyArray<Bid>, bidder: number, amount: number): ReadonlyArray<Bid> =>
  bids.map((bid) => (bid.bidder === bidder ? { ...bid, amount } : bid))

const bidOf = (bids: ReadonlyArray<Bid>, bidder: number): number | undefined =>
  bids.find((bid) => bid.bidder === bidder)?.amount

/** What a bidder gains whose value is `value`. */
const gainOf = (sale: AuctionSale | null, bidder: number, value: number): number => {
  if (sale === null) return 0
  const paid = sale.payments?.[bidder] ?? (sale.winner === bidder ? sale.price : 0)
  return (sale.winner === bidder ? value : 0) - paid
}

const SLACK = 1e-9

/** Bids at, just below and just above everybody's: where the outcome may change. */
const breakPoints = (bids: ReadonlyArray<Bid>): ReadonlyArray<number> => {
  const around = bids.flatMap(({ amount }) => [amount - 0.5, amount, amount + 0.5])
  return [...new Set([0, HIGHEST + 1, ...around])].filter((amount) => amount >= 0)
}

/**
 * Gives the laws of a sealed-bid auction of one item, ready to be run.
 *
 * @category suites
 * @since 0.1.0
 */
export const auctionLaws = (
  rule: AuctionRule,
  options: AuctionLawOptions = {},
): ReadonlyArray<Law> => {
  const { truthful = false, efficient = false, mostBidders = 5 } = objectOr(options, {})
  const bids = arbitraryBids(mostBidders)
  const distinct = bids.filter(
    (drawn) => new Set(drawn.map(({ amount }) => amount)).size === drawn.length,
  )

  const stranger = (drawn: ReadonlyArray<Bid>): string | null => {
    const sale = rule(drawn)
    return sale === null || bidOf(drawn, sale.winner) !== undefined
      ? null
      : `the winner ${sale.winner} did not bid`
  }
  const overcharged = (drawn: ReadonlyArray<Bid>): string | null => {
    const sale = rule(drawn)
    if (sale === null) return null
    const bid = bidOf(drawn, sale.winner) ?? Number.NaN
    return sale.price >= -SLACK && sale.price <= bid + SLACK
      ? null
      : `bidder ${sale.winner} bid ${bid} and pays ${sale.price}`
  }
  const losersPay = (drawn: ReadonlyArray<Bid>): string | null => {
    const sale = rule(drawn)
    const wrong = Object.entries(sale?.payments ?? {}).find(
      ([bidder, paid]) =>
        !(Math.abs(paid - (Number(bidder) === sale?.winner ? sale.price : 0)) <= SLACK),
    )
    return wrong === undefined ? null : `bidder ${wrong[0]} pays ${wrong[1]}: ${shown(sale)}`
  }
  const listed = (drawn: ReadonlyArray<Bid>): string | null => {
    const [one, other] = [shown(rule(drawn)), shown(rule([...drawn].reverse()))]
    return one === other ? null : `${one}, and with the bids reversed ${other}`
  }
  const punished = (drawn: ReadonlyArray<Bid>): string | null => {
    const sale = rule(drawn)
    if (sale === null) return null
    const raised = (bidOf(drawn, sale.winner) ?? 0) + 1
    const again = rule(withBid(drawn, sale.winner, raised))
    return again?.winner === sale.winner
      ? null
      : `bidder ${sale.winner} wins, but loses with a bid of ${raised}: ${shown(again)}`
  }
  const inefficient = (drawn: ReadonlyArray<Bid>): string | null => {
    const sale = rule(drawn)
    const highest = Math.max(...drawn.map(({ amount }) => amount))
    return sale === null || bidOf(drawn, sale.winner) === highest
      ? null
      : `bidder ${sale.winner} wins below the highest bid of ${highest}`
  }
  const gainful = (drawn: ReadonlyArray<Bid>): string | null => {
    for (const { bidder, amount: value } of drawn) {
      const honest = gainOf(rule(drawn), bidder, value)
      for (const lie of breakPoints(drawn)) {
        const gain = gainOf(rule(withBid(drawn, bidder, lie)), bidder, value)
        if (!(gain <= honest + SLACK)) {
          return `bidder ${bidder} of value ${value} gains ${honest}, and ${gain} by bidding ${lie}`
        }
      }
    }
    return null
  }
  const impure = (drawn: ReadonlyArray<Bid>): string | null => {
    const given = shown(drawn)
    const [once, twice] = [shown(rule(drawn)), shown(rule(drawn))]
    if (shown(drawn) !== given) return 'the rule changed the bids'
    return once === twice ? null : `${once}, and again ${twice}`
  }

  return [
    ...optionsLaw(options, unknownOption(options, ['truthful', 'efficient', 'mostBidders'])),
    law('L1 known winner', bids, stranger),
    law('L2 no overcharge', bids, overcharged),
    law('L3 losers pay nothing', bids, losersPay),
    law('L4 listing order', distinct, listed),
    law('L5 monotone', bids, punished),
    ...(efficient ? [law('L6 efficient', bids, inefficient)] : []),
    ...(truthful ? [law('L7 truthful', bids, gainful)] : []),
    law('L8 pure', bids, impure),
  ]
}
