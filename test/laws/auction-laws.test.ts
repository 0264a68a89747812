import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AuctionRule, auctionLaws, checkLaws } from '../../src/laws/index.js'
import {
  type Bid,
  firstPriceAuction,
  type SingleItemOutcome,
  secondPriceAuction,
} from '../../src/mechanisms/index.js'

type Auction = typeof firstPriceAuction

const ruleOf =
  (auction: Auction, reserve = 0): AuctionRule =>
  (bids) => {
    const outcome = auction({ reserve })(bids)
    const sale: SingleItemOutcome | null = outcome._tag === 'Right' ? outcome.right : null
    return sale?._tag === 'Sold' ? { winner: sale.winner, price: sale.price } : null
  }

const first = ruleOf(firstPriceAuction)
const second = ruleOf(secondPriceAuction)

const promises = { truthful: true, efficient: true } as const

const brokenBy = (rule: AuctionRule): ReadonlyArray<string> =>
  checkLaws(auctionLaws(rule, promises), { seed: 5, numRuns: 400 })
    .filter(({ _tag }) => _tag === 'Broken')
    .map((verdict) => verdict.law)

describe("this library's auctions", () => {
  for (const each of auctionLaws(second, promises)) {
    it(`${each.name}, second price`, () => fc.assert(each.property, { numRuns: 300 }))
  }
  for (const each of auctionLaws(ruleOf(secondPriceAuction, 4), promises)) {
    it(`${each.name}, second price with a reserve`, () =>
      fc.assert(each.property, { numRuns: 300 }))
  }
  for (const each of auctionLaws(first, { efficient: true })) {
    it(`${each.name}, first price`, () => fc.assert(each.property, { numRuns: 300 }))
  }
})

/** The second-price rule with its outcome changed. */
const sabotaged =
  (
    change: (
      sale: NonNullable<ReturnType<AuctionRule>>,
      bids: ReadonlyArray<Bid>,
    ) => ReturnType<AuctionRule>,
  ): AuctionRule =>
  (bids) => {
    const sale = second(bids)
    return sale === null ? null : change(sale, bids)
  }

describe('the auction battery finds planted bugs', () => {
  it('a first-price auction is not truthful, and nothing else is wrong with it', () => {
    expect(brokenBy(first)).toEqual(['L7 truthful'])
  })

  it('an item for somebody who did not bid', () => {
    expect(brokenBy(sabotaged((sale) => ({ ...sale, winner: 99 })))).toContain('L1 known winner')
  })

  it('a price above the bid, and one below nothing', () => {
    expect(brokenBy(sabotaged((sale) => ({ ...sale, price: sale.price + 1 })))).toContain(
      'L2 no overcharge',
    )
    expect(brokenBy(sabotaged((sale) => ({ ...sale, price: -1 })))).toContain('L2 no overcharge')
  })

  it('an auction that everybody pays', () => {
    const allPay: AuctionRule = (bids) => {
      const sale = first(bids)
      const payments = Object.fromEntries(bids.map(({ bidder, amount }) => [bidder, amount]))
      return sale === null ? null : { ...sale, payments }
    }
    expect(brokenBy(allPay)).toEqual(['L3 losers pay nothing', 'L7 truthful'])
  })

  it('payments that are no numbers hide nothing', () => {
    const vague: AuctionRule = (bids) => {
      const sale = first(bids)
      return sale === null ? null : { ...sale, payments: { [sale.winner]: Number.NaN } }
    }
    expect(brokenBy(vague)).toEqual(['L3 losers pay nothing', 'L7 truthful'])
  })

  it('the first bid listed that reaches 3 wins', () => {
    const early: AuctionRule = (bids) => {
      const found = bids.find(({ amount }) => amount >= 3)
      return found === undefined ? null : { winner: found.bidder, price: 3 }
    }
    expect(brokenBy(early)).toEqual(['L4 listing order', 'L6 efficient'])
  })

  it('a bid that is too high loses', () => {
    const timid: AuctionRule = (bids) => second(bids.filter(({ amount }) => amount < 10))
    expect(brokenBy(timid)).toContain('L5 monotone')
  })

  it('the lowest bid wins', () => {
    const reverse: AuctionRule = (bids) => {
      const [lowest] = [...bids].sort((a, b) => a.amount - b.amount || a.bidder - b.bidder)
      return lowest === undefined ? null : { winner: lowest.bidder, price: lowest.amount }
    }
    expect(brokenBy(reverse)).toContain('L6 efficient')
  })

  it('a price between the two highest bids', () => {
    const halfway = sabotaged((sale, bids) => {
      const bid = bids.find(({ bidder }) => bidder === sale.winner)?.amount ?? 0
      return { ...sale, price: (bid + sale.price) / 2 }
    })
    expect(brokenBy(halfway)).toEqual(['L7 truthful'])
  })

  it('a rule that counts its calls, and one that changes the bids', () => {
    let calls = 0
    expect(brokenBy(sabotaged((sale) => ({ ...sale, price: sale.price / ++calls })))).toContain(
      'L8 pure',
    )
    const sorting: AuctionRule = (bids) => {
      const own = bids as Array<Bid>
      own.sort((a, b) => b.amount - a.amount || a.bidder - b.bidder)
      return second(bids)
    }
    expect(brokenBy(sorting)).toEqual(['L8 pure'])
  })
})
