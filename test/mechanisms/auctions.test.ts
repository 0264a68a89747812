import { describe, expect, it } from 'vitest'
import {
  type Bid,
  doubleAuction,
  firstPriceAuction,
  linearEquilibrium,
  secondPriceAuction,
  type TieRule,
  uniformBilateralGains,
  uniformPriceAuction,
} from '../../src/mechanisms/index.js'
import { refusals, sound } from '../economy/arbitraries.js'

const from = (first: number, ...amounts: ReadonlyArray<number>): ReadonlyArray<Bid> =>
  amounts.map((amount, i) => ({ bidder: first + i, amount }))

const bidsOf = (...amounts: ReadonlyArray<number>): ReadonlyArray<Bid> => from(1, ...amounts)

interface SingleItemVector {
  readonly what: string
  readonly bids: ReadonlyArray<number>
  readonly reserve: number
  readonly winner: number
  readonly firstPrice: number
  readonly secondPrice: number
}

const singleItem: ReadonlyArray<SingleItemVector> = [
  { what: 'the second bid', bids: [9, 7, 3], reserve: 0, winner: 1, firstPrice: 9, secondPrice: 7 },
  {
    what: 'the reserve above it',
    bids: [9, 7],
    reserve: 8,
    winner: 1,
    firstPrice: 9,
    secondPrice: 8,
  },
  { what: 'a sole bid', bids: [9], reserve: 4, winner: 1, firstPrice: 9, secondPrice: 4 },
  {
    what: 'a sole bid, no reserve',
    bids: [9],
    reserve: 0,
    winner: 1,
    firstPrice: 9,
    secondPrice: 0,
  },
  { what: 'a tie', bids: [5, 9, 9], reserve: 0, winner: 2, firstPrice: 9, secondPrice: 9 },
  { what: 'a bid at the reserve', bids: [4], reserve: 4, winner: 1, firstPrice: 4, secondPrice: 4 },
  {
    what: 'numbers, not texts',
    bids: [10, 9, 100],
    reserve: 0,
    winner: 3,
    firstPrice: 100,
    secondPrice: 10,
  },
  { what: 'a bid of 0', bids: [0], reserve: 0, winner: 1, firstPrice: 0, secondPrice: 0 },
]

describe('auctions of one item', () => {
  it.each(singleItem)('price $what', ({ bids, reserve, winner, firstPrice, secondPrice }) => {
    expect(sound(firstPriceAuction({ reserve })(bidsOf(...bids)))).toMatchObject({
      winner,
      price: firstPrice,
    })
    expect(sound(secondPriceAuction({ reserve })(bidsOf(...bids)))).toMatchObject({
      winner,
      price: secondPrice,
    })
  })

  it('sell nothing without a bid, or below the reserve', () => {
    expect(sound(secondPriceAuction()([]))).toEqual({ _tag: 'Unsold', reason: 'no_bids' })
    expect(sound(firstPriceAuction({ reserve: 5 })(bidsOf(4.99)))).toEqual({
      _tag: 'Unsold',
      reason: 'below_reserve',
    })
  })

  it('break ties by the rule they record', () => {
    const tied = [
      { bidder: 7, amount: 9 },
      { bidder: 2, amount: 9 },
      { bidder: 5, amount: 9 },
    ]
    const winnerBy = (ties: TieRule, bids: ReadonlyArray<Bid> = tied) => {
      const sold = sound(secondPriceAuction({ ties })(bids))
      if (sold._tag !== 'Sold') throw new Error(sold.reason)
      expect(sold.ties).toBe(ties)
      expect(sold.tied).toEqual([...bids.map(({ bidder }) => bidder)].sort((a, b) => a - b))
      return sold.winner
    }
    expect(winnerBy({ rule: 'lowestId' })).toBe(2)
    expect(winnerBy({ rule: 'listedOrder' })).toBe(7)
    const winners = new Set<number>()
    for (let seed = 0; seed < 20; seed += 1) {
      const winner = winnerBy({ rule: 'seeded', seed })
      winners.add(winner)
      expect(winnerBy({ rule: 'seeded', seed }, [...tied].reverse())).toBe(winner)
      const withdrawn = tied.find(({ bidder }) => bidder !== winner)
      expect(
        winnerBy(
          { rule: 'seeded', seed },
          tied.filter((bid) => bid !== withdrawn),
        ),
      ).toBe(winner)
    }
    expect(winners).toEqual(new Set([2, 5, 7]))
  })

  it('refuse what is no bid, every part of it', () => {
    const broken = [
      { bidder: 1, amount: Number.NaN },
      { bidder: 1, amount: -20 },
      { bidder: 0, amount: Number.POSITIVE_INFINITY },
    ]
    expect(refusals(secondPriceAuction({ reserve: Number.NaN })(broken))).toEqual([
      'NotAnAmount bids.0.amount',
      'RepeatedBidder bids.1.bidder',
      'NegativeAmount bids.1.amount',
      'UnknownBidder bids.2.bidder',
      'NotAnAmount bids.2.amount',
      'NotAnAmount reserve',
    ])
  })

  it('refuse a tie rule that is none', () => {
    const unseeded = { rule: 'seeded', seed: undefined } as unknown as TieRule
    expect(refusals(firstPriceAuction({ ties: unseeded })([]))).toEqual(['BadTieRule ties.seed'])
    const unknown = { rule: 'highestId' } as unknown as TieRule
    expect(refusals(firstPriceAuction({ ties: unknown })([]))).toEqual(['BadTieRule ties.rule'])
    expect(firstPriceAuction({ ties: { rule: 'seeded', seed: 0 } })([])._tag).toBe('Right')
  })
})

interface UniformVector {
  readonly what: string
  readonly bids: ReadonlyArray<number>
  readonly units: number
  readonly reserve: number
  readonly losing: number
  readonly winning: number
  readonly sold: number
}

const uniform: ReadonlyArray<UniformVector> = [
  {
    what: 'two units, four bids',
    bids: [9, 7, 5, 3],
    units: 2,
    reserve: 0,
    losing: 5,
    winning: 7,
    sold: 2,
  },
  {
    what: 'one unit, as Vickrey',
    bids: [9, 7],
    units: 1,
    reserve: 0,
    losing: 7,
    winning: 9,
    sold: 1,
  },
  {
    what: 'more units than bids',
    bids: [9, 7],
    units: 5,
    reserve: 2,
    losing: 2,
    winning: 7,
    sold: 2,
  },
  {
    what: 'a reserve among the bids',
    bids: [9, 7, 3],
    units: 3,
    reserve: 5,
    losing: 5,
    winning: 7,
    sold: 2,
  },
  {
    what: 'a tie at the margin',
    bids: [9, 7, 7],
    units: 2,
    reserve: 0,
    losing: 7,
    winning: 7,
    sold: 2,
  },
]

describe('uniform prices', () => {
  it.each(uniform)('for $what', ({ bids, units, reserve, losing, winning, sold }) => {
    const at = (pricing: 'highest_losing_bid' | 'lowest_winning_bid') =>
      sound(uniformPriceAuction({ units, pricing, reserve })(bidsOf(...bids)))
    expect(at('highest_losing_bid')).toMatchObject({ price: losing, units: sold })
    expect(at('lowest_winning_bid')).toMatchObject({ price: winning, units: sold })
  })

  it('counts the units of a bidder with several bids and names a tie that somebody lost', () => {
    const bids = [
      { bidder: 3, amount: 9 },
      { bidder: 1, amount: 7 },
      { bidder: 3, amount: 8 },
      { bidder: 2, amount: 7 },
    ]
    const sold = sound(uniformPriceAuction({ units: 3, pricing: 'highest_losing_bid' })(bids))
    expect(sold).toMatchObject({
      awards: [
        { bidder: 1, units: 1 },
        { bidder: 3, units: 2 },
      ],
      tied: [1, 2],
    })
    const all = sound(uniformPriceAuction({ units: 4, pricing: 'highest_losing_bid' })(bids))
    expect(all).toMatchObject({ tied: [], price: 0 })
  })

  it('refuses a number of units or a pricing that is none, and sells nothing below the reserve', () => {
    const refused = uniformPriceAuction({ units: 0.5, pricing: 'fair' as 'highest_losing_bid' })([])
    expect(refusals(refused)).toEqual(['BadRule units', 'BadRule pricing'])
    const rules = { units: 2, pricing: 'highest_losing_bid', reserve: 5 } as const
    expect(sound(uniformPriceAuction(rules)(bidsOf(1)))).toMatchObject({ reason: 'below_reserve' })
    expect(sound(uniformPriceAuction(rules)([]))).toMatchObject({ reason: 'no_bids' })
  })
})

describe('the double auction', () => {
  it('clears asks 1, 2, 3 against bids 3.5, 2.5, 1 with quantity 2 between 2 and 2.5', () => {
    const cleared = sound(doubleAuction()(bidsOf(3.5, 2.5, 1), from(4, 1, 2, 3)))
    expect(cleared).toMatchObject({
      _tag: 'Trade',
      quantity: 2,
      interval: { low: 2, high: 2.5 },
      price: 2.25,
      buyers: [
        { bidder: 1, units: 1 },
        { bidder: 2, units: 1 },
      ],
      sellers: [
        { bidder: 4, units: 1 },
        { bidder: 5, units: 1 },
      ],
    })
  })

  it.each([
    [0, 3],
    [0.5, 5],
    [1, 7],
    [0.25, 4],
  ])('prices one bid of 7 and one ask of 3 at weight %d as %d', (k, price) => {
    expect(sound(doubleAuction({ k })(bidsOf(7), from(2, 3)))).toMatchObject({
      price,
      interval: { low: 3, high: 7 },
    })
  })

  it('trades where bid and ask are equal, and says what was missing where they do not meet', () => {
    expect(sound(doubleAuction()(bidsOf(5), from(2, 5)))).toMatchObject({ price: 5, quantity: 1 })
    expect(sound(doubleAuction()(bidsOf(4), from(2, 5)))).toEqual({
      _tag: 'NoTrade',
      highestBid: 4,
      lowestAsk: 5,
    })
    expect(sound(doubleAuction()([], []))).toMatchObject({ highestBid: null, lowestAsk: null })
  })

  it('keeps the price inside an interval of one point at any weight', () => {
    const k = 0.3
    expect(k * 0.1 + (1 - k) * 0.1).not.toBe(0.1)
    expect(sound(doubleAuction({ k })(bidsOf(0.1), from(2, 0.1)))).toMatchObject({ price: 0.1 })
  })

  it('refuses weights outside 0 to 1 and amounts that are none', () => {
    const refused = doubleAuction({ k: Number.NaN })(bidsOf(Number.NaN), from(2, -1))
    expect(refusals(refused)).toEqual([
      'BadRule k',
      'NotAnAmount bids.0.amount',
      'NegativeAmount asks.0.amount',
    ])
  })

  it('has the published linear strategies at one half', () => {
    const { bid, ask } = linearEquilibrium(0.5)
    expect(bid(0.8)).toBeCloseTo(0.61667, 5)
    expect(ask(0.3)).toBeCloseTo(0.45, 12)
    expect(bid(0)).toBeCloseTo(1 / 12, 12)
    expect(ask(0)).toBeCloseTo(1 / 4, 12)
    expect(linearEquilibrium(1).bid(0.8)).toBeCloseTo(0.4, 12)
    expect(linearEquilibrium(1).ask(0.3)).toBeCloseTo(0.3, 12)
    expect(linearEquilibrium(0).bid(0.8)).toBeCloseTo(0.8, 12)
  })

  it('attains the second best gains at one half, trading where the surplus is at least a quarter', () => {
    const { bid, ask } = linearEquilibrium(0.5)
    const n = 600
    let gained = 0
    let possible = 0
    let strays = 0
    for (let i = 0; i < n; i += 1) {
      for (let j = 0; j < n; j += 1) {
        const [value, cost] = [(i + 0.5) / n, (j + 0.5) / n]
        const trades = bid(value) >= ask(cost)
        if (trades !== value - cost >= 0.25 && Math.abs(value - cost - 0.25) > 1e-9) strays += 1
        if (trades) gained += value - cost
        possible += Math.max(0, value - cost)
      }
    }
    expect(strays).toBe(0)
    expect(gained / n / n).toBeCloseTo(uniformBilateralGains.secondBest, 3)
    expect(possible / n / n).toBeCloseTo(uniformBilateralGains.firstBest, 3)
    const share = uniformBilateralGains.secondBest / uniformBilateralGains.firstBest
    expect(share).toBeCloseTo(0.844, 3)
  })
})
