import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AuctionFailure,
  type Bid,
  doubleAuction,
  firstPriceAuction,
  linearEquilibrium,
  secondPriceAuction,
  type TieRule,
  uniformPriceAuction,
} from '../../src/mechanisms/index.js'
import { rankBids } from '../../src/mechanisms/sealed-bids.js'
import { byTieRule } from '../../src/mechanisms/tie-rule.js'
import { sound } from '../economy/arbitraries.js'

const ties: fc.Arbitrary<TieRule> = fc.oneof(
  fc.constant<TieRule>({ rule: 'lowestId' }),
  fc.constant<TieRule>({ rule: 'listedOrder' }),
  fc.integer().map((seed): TieRule => ({ rule: 'seeded', seed })),
  fc.constantFrom('a', 'b').map((seed): TieRule => ({ rule: 'seeded', seed })),
)

/** Amounts on a coarse grid, so that ties and break points are common. */
const amount = fc.integer({ min: 0, max: 12 }).map((n) => n / 2)
const reserve = fc.constantFrom(0, 1, 2.5)
/** Every bid worth trying against amounts on the grid: the grid itself, and between its points. */
const deviations = Array.from({ length: 29 }, (_, i) => i / 4)

const bids = (fewest: number, most: number): fc.Arbitrary<ReadonlyArray<Bid>> =>
  fc.uniqueArray(fc.record({ bidder: fc.integer({ min: 1, max: 9 }), amount }), {
    selector: ({ bidder }) => bidder,
    minLength: fewest,
    maxLength: most,
  })

/** One unit a bid; a trader may stand several times. */
const orders = fc.array(fc.record({ bidder: fc.integer({ min: 1, max: 4 }), amount }), {
  maxLength: 5,
})

const unitsOf = (list: ReadonlyArray<{ readonly units: number }>): number =>
  list.reduce((total, { units }) => total + units, 0)

describe('tie rule laws', () => {
  it('L1 total tie order', () => {
    fc.assert(
      fc.property(ties, bids(2, 5), (rule, list) => {
        const standings = list.map(({ bidder }, place) => ({ bidder, place }))
        const order = byTieRule(rule)
        for (const a of standings) {
          for (const b of standings) {
            expect(Math.sign(order(a, b)) + Math.sign(order(b, a))).toBe(0)
            if (a !== b) expect(order(a, b)).not.toBe(0)
          }
        }
      }),
    )
  })

  it('L2 withdrawn bidder', () => {
    fc.assert(
      fc.property(ties, bids(3, 6), fc.nat(5), (rule, list, at) => {
        const level = list.map(({ bidder }) => ({ bidder, amount: 1 }))
        const gone = level[at % level.length]?.bidder
        const order = (some: ReadonlyArray<Bid>) =>
          rankBids('descending', rule, some).map(({ bidder }) => bidder)
        expect(order(level.filter(({ bidder }) => bidder !== gone))).toEqual(
          order(level).filter((bidder) => bidder !== gone),
        )
      }),
    )
  })
})

describe('sealed bid laws', () => {
  it('L1 bid defects', () => {
    const wild = fc.record({
      bidder: fc.oneof(fc.integer({ min: -1, max: 3 }), fc.constant(Number.NaN)),
      amount: fc.oneof(fc.double(), fc.constantFrom(Number.NaN, -1, Number.POSITIVE_INFINITY, 3)),
    })
    fc.assert(
      fc.property(fc.array(wild, { maxLength: 5 }), (list) => {
        const found = secondPriceAuction()(list)
        const expected = list.flatMap(
          ({ bidder, amount: offered }, i): Array<AuctionFailure> => [
            ...(bidder >= 1 ? [] : (['UnknownBidder'] as const)),
            ...(list.findIndex((other) => Object.is(other.bidder, bidder)) === i
              ? []
              : (['RepeatedBidder'] as const)),
            ...(!Number.isFinite(offered)
              ? (['NotAnAmount'] as const)
              : offered < 0
                ? (['NegativeAmount'] as const)
                : []),
          ],
        )
        expect(found._tag === 'Left' ? found.left.map(({ _tag }) => _tag) : []).toEqual(expected)
      }),
    )
  })

  it('L2 ranked bids', () => {
    fc.assert(
      fc.property(ties, orders, fc.constantFrom('ascending', 'descending'), (rule, list, way) => {
        const ranked = rankBids(way, rule, list)
        const sign = way === 'ascending' ? 1 : -1
        for (const [i, bid] of ranked.entries()) {
          const next = ranked[i + 1]
          if (next === undefined) continue
          expect(sign * (next.amount - bid.amount)).toBeGreaterThanOrEqual(0)
          if (next.amount === bid.amount) expect(byTieRule(rule)(bid, next)).toBeLessThan(0)
        }
        expect(ranked.map(({ place }) => place).sort()).toEqual([...list.keys()])
      }),
    )
  })
})

describe('laws of auctions of one item', () => {
  it('L1 highest wins', () => {
    fc.assert(
      fc.property(ties, reserve, bids(0, 5), (rule, least, list) => {
        const most = Math.max(-1, ...list.map((bid) => bid.amount))
        for (const auction of [firstPriceAuction, secondPriceAuction]) {
          const outcome = sound(auction({ ties: rule, reserve: least })(list))
          expect(outcome._tag).toBe(most >= least ? 'Sold' : 'Unsold')
          if (outcome._tag === 'Unsold') continue
          const own = list.find(({ bidder }) => bidder === outcome.winner)?.amount
          expect(own).toBe(most)
          expect(outcome.price).toBeGreaterThanOrEqual(least)
          expect(outcome.price).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('L2 vickrey truthful', () => {
    fc.assert(
      fc.property(ties, reserve, bids(1, 4), fc.nat(3), (rule, least, list, at) => {
        const place = at % list.length
        const value = list[place]?.amount ?? 0
        const me = list[place]?.bidder
        const gain = (bid: number): number => {
          const played = list.map((other, i) => (i === place ? { ...other, amount: bid } : other))
          const outcome = sound(secondPriceAuction({ ties: rule, reserve: least })(played))
          return outcome._tag === 'Sold' && outcome.winner === me ? value - outcome.price : 0
        }
        const truthful = gain(value)
        expect(truthful).toBeGreaterThanOrEqual(0)
        for (const bid of deviations) expect(gain(bid)).toBeLessThanOrEqual(truthful)
      }),
      { numRuns: 300 },
    )
  })

  it('L3 first-price own bid', () => {
    fc.assert(
      fc.property(ties, bids(1, 5), (rule, list) => {
        const outcome = sound(firstPriceAuction({ ties: rule })(list))
        if (outcome._tag !== 'Sold') throw new Error(outcome.reason)
        expect(outcome.price).toBe(list.find(({ bidder }) => bidder === outcome.winner)?.amount)
      }),
    )
  })

  it('L4 losers irrelevant', () => {
    fc.assert(
      fc.property(ties, reserve, bids(1, 5), (rule, least, list) => {
        const play = secondPriceAuction({ ties: rule, reserve: least })
        const outcome = sound(play(list))
        if (outcome._tag !== 'Sold') return
        for (const loser of list) {
          if (loser.bidder === outcome.winner || loser.amount >= outcome.price) continue
          expect(sound(play(list.filter((bid) => bid !== loser)))).toEqual(outcome)
        }
      }),
    )
  })
})

describe('uniform price laws', () => {
  const pricing = fc.constantFrom('highest_losing_bid' as const, 'lowest_winning_bid' as const)
  const units = fc.integer({ min: 1, max: 4 })

  it('L1 uniform rational', () => {
    fc.assert(
      fc.property(ties, reserve, pricing, units, orders, (rule, least, named, count, list) => {
        const rules = { units: count, pricing: named, reserve: least, ties: rule }
        const outcome = sound(uniformPriceAuction(rules)(list))
        if (outcome._tag === 'Unsold') return
        const highest = rankBids('descending', rule, list).slice(0, outcome.units)
        expect(outcome.price).toBeGreaterThanOrEqual(least)
        for (const bid of highest) expect(bid.amount).toBeGreaterThanOrEqual(outcome.price)
      }),
    )
  })

  it('L2 unit-demand truthful', () => {
    fc.assert(
      fc.property(ties, reserve, units, bids(1, 5), fc.nat(4), (rule, least, count, list, at) => {
        const place = at % list.length
        const value = list[place]?.amount ?? 0
        const me = list[place]?.bidder
        const gain = (bid: number): number => {
          const played = list.map((other, i) => (i === place ? { ...other, amount: bid } : other))
          const rules = { units: count, reserve: least, ties: rule }
          const outcome = sound(
            uniformPriceAuction({ ...rules, pricing: 'highest_losing_bid' })(played),
          )
          if (outcome._tag === 'Unsold') return 0
          return outcome.awards.some(({ bidder }) => bidder === me) ? value - outcome.price : 0
        }
        for (const bid of deviations) expect(gain(bid)).toBeLessThanOrEqual(gain(value))
      }),
      { numRuns: 200 },
    )
  })

  it('L3 uniform market', () => {
    fc.assert(
      fc.property(ties, reserve, pricing, units, orders, (rule, least, named, count, list) => {
        const rules = { units: count, pricing: named, reserve: least, ties: rule }
        const outcome = sound(uniformPriceAuction(rules)(list))
        const willing = list.filter((bid) => bid.amount >= least).length
        const sold = outcome._tag === 'Sold' ? outcome.units : 0
        expect(sold).toBe(Math.min(count, willing))
        if (outcome._tag === 'Sold') expect(unitsOf(outcome.awards)).toBe(sold)
      }),
    )
  })
})

describe('double auction laws', () => {
  const weight = fc.constantFrom(0, 0.25, 0.5, 1)
  const cleared = (
    check: (
      outcome: ReturnType<typeof play>,
      buying: ReadonlyArray<Bid>,
      selling: ReadonlyArray<Bid>,
      rule: TieRule,
    ) => void,
  ): void =>
    fc.assert(
      fc.property(ties, weight, orders, orders, (rule, k, buying, selling) =>
        check(play(rule, k, buying, selling), buying, selling, rule),
      ),
    )
  const play = (
    rule: TieRule,
    k: number,
    buying: ReadonlyArray<Bid>,
    selling: ReadonlyArray<Bid>,
  ) => sound(doubleAuction({ k, ties: rule })(buying, selling))

  it('L1 double rational', () => {
    cleared((outcome, buying, selling, rule) => {
      if (outcome._tag === 'NoTrade') return
      const { price, quantity } = outcome
      const buyers = rankBids('descending', rule, buying).slice(0, quantity)
      const sellers = rankBids('ascending', rule, selling).slice(0, quantity)
      for (const { amount: bid } of buyers) expect(bid).toBeGreaterThanOrEqual(price)
      for (const { amount: ask } of sellers) expect(ask).toBeLessThanOrEqual(price)
    })
  })

  it('L2 balanced', () => {
    cleared((outcome) => {
      if (outcome._tag === 'NoTrade') return
      const { price, buyers, sellers, quantity } = outcome
      expect(unitsOf(buyers) * price).toBe(unitsOf(sellers) * price)
      expect(unitsOf(buyers)).toBe(quantity)
    })
  })

  it('L3 efficient quantity', () => {
    cleared((outcome, buying, selling) => {
      // Any q bids against any q asks: the best is found by trying all sets.
      const subsets = (list: ReadonlyArray<Bid>) =>
        Array.from({ length: 2 ** list.length }, (_, set) =>
          list.filter((_bid, i) => (set >> i) & 1),
        )
      const total = (list: ReadonlyArray<Bid>) => list.reduce((sum, bid) => sum + bid.amount, 0)
      let best = 0
      for (const some of subsets(buying)) {
        for (const others of subsets(selling)) {
          if (some.length === others.length) best = Math.max(best, total(some) - total(others))
        }
      }
      const quantity = outcome._tag === 'Trade' ? outcome.quantity : 0
      const sorted = (list: ReadonlyArray<Bid>, sign: number) =>
        list
          .map(({ amount: n }) => n)
          .sort((a, b) => sign * (a - b))
          .slice(0, quantity)
      const gained =
        sorted(buying, -1).reduce((sum, n) => sum + n, 0) -
        sorted(selling, 1).reduce((sum, n) => sum + n, 0)
      expect(gained).toBe(best)
    })
  })

  it('L4 clearing price', () => {
    cleared((outcome, buying, selling) => {
      if (outcome._tag === 'NoTrade') return
      const { price, quantity, interval } = outcome
      expect(interval.low).toBeLessThanOrEqual(interval.high)
      for (const at of [price, interval.low, interval.high]) {
        expect(buying.filter((bid) => bid.amount > at).length).toBeLessThanOrEqual(quantity)
        expect(buying.filter((bid) => bid.amount >= at).length).toBeGreaterThanOrEqual(quantity)
        expect(selling.filter((ask) => ask.amount < at).length).toBeLessThanOrEqual(quantity)
        expect(selling.filter((ask) => ask.amount <= at).length).toBeGreaterThanOrEqual(quantity)
      }
    })
  })

  it('L5 linear equilibrium', () => {
    const share = fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000)
    const clamp = (x: number): number => Math.max(0, Math.min(1, x))
    fc.assert(
      fc.property(share, share, share, (k, own, other) => {
        const { bid, ask } = linearEquilibrium(k)
        /** The buyer's expected gain from bidding x: costs up to the one whose ask is x trade. */
        const buyer = (x: number): number => {
          const most = clamp((x - (1 - k) / 2) * (2 - k))
          const asks = most ** 2 / (2 * (2 - k)) + (most * (1 - k)) / 2
          return most * (own - k * x) - (1 - k) * asks
        }
        /** The seller's from asking x: values from the one whose bid is x trade. */
        const seller = (x: number): number => {
          const shift = (k * (1 - k)) / (2 * (1 + k))
          const least = clamp((x - shift) * (1 + k))
          const offered = (1 - least ** 2) / (2 * (1 + k)) + (1 - least) * shift
          return k * offered + (1 - least) * ((1 - k) * x - own)
        }
        expect(buyer(other)).toBeLessThanOrEqual(buyer(bid(own)) + 1e-12)
        expect(seller(other)).toBeLessThanOrEqual(seller(ask(own)) + 1e-12)
      }),
      { numRuns: 1000 },
    )
  })
})
