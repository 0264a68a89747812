import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ProcurementConfig } from '../../src/economy/index.js'
import {
  type BundleBid,
  minimumCostAward,
  postPrice,
  procurementVcg,
  reservationBenchmark,
  type TieRule,
  vcgAuction,
} from '../../src/mechanisms/index.js'
import { refusals, sound } from '../economy/arbitraries.js'
import { procurements } from './arbitraries.js'

const vectors: ReadonlyArray<{
  readonly what: string
  readonly items: ReadonlyArray<string>
  readonly bids: ReadonlyArray<BundleBid>
  readonly payments: Readonly<Record<number, number>>
  readonly revenue: number
}> = [
  {
    what: 'the next best total',
    items: ['X', 'Y'],
    bids: [
      { bidder: 1, items: ['X', 'Y'], amount: 15 },
      { bidder: 2, items: ['X'], amount: 8 },
      { bidder: 3, items: ['Y'], amount: 6 },
    ],
    payments: { 1: 14 },
    revenue: 14,
  },
  {
    what: 'the loser, before another bidder comes',
    items: ['A', 'B'],
    bids: [
      { bidder: 1, items: ['A', 'B'], amount: 10 },
      { bidder: 2, items: ['A'], amount: 8 },
    ],
    payments: { 1: 8 },
    revenue: 8,
  },
  {
    what: 'less in all once another bidder has come',
    items: ['A', 'B'],
    bids: [
      { bidder: 1, items: ['A', 'B'], amount: 10 },
      { bidder: 2, items: ['A'], amount: 8 },
      { bidder: 3, items: ['B'], amount: 8 },
    ],
    payments: { 2: 2, 3: 2 },
    revenue: 4,
  },
  {
    what: 'the second bid for one item',
    items: ['A'],
    bids: [
      { bidder: 1, items: ['A'], amount: 9 },
      { bidder: 2, items: ['A'], amount: 7 },
    ],
    payments: { 1: 7 },
    revenue: 7,
  },
  {
    what: 'the tied bid',
    items: ['A'],
    bids: [
      { bidder: 2, items: ['A'], amount: 7 },
      { bidder: 1, items: ['A'], amount: 7 },
    ],
    payments: { 1: 7 },
    revenue: 7,
  },
  {
    what: 'nothing without rivals',
    items: ['A', 'B'],
    bids: [{ bidder: 4, items: ['B'], amount: 3 }],
    payments: { 4: 0 },
    revenue: 0,
  },
  { what: 'nothing without bids', items: ['A'], bids: [], payments: {}, revenue: 0 },
]

const allocated = (
  items: ReadonlyArray<string>,
  bids: ReadonlyArray<BundleBid>,
  ties: TieRule = { rule: 'lowestId' },
) => {
  const outcome = sound(vcgAuction({ items, ties })(bids))
  if (outcome._tag !== 'Allocated') throw new Error('too large')
  return outcome
}

/** The best total by trying every choice of at most one bundle per bidder. */
const bestTotal = (bids: ReadonlyArray<BundleBid>): number => {
  const bidders = [...new Set(bids.map(({ bidder }) => bidder))]
  const search = (i: number, taken: ReadonlyArray<string>): number => {
    if (i === bidders.length) return 0
    const own = bids.filter(
      ({ bidder, items }) => bidder === bidders[i] && !items.some((item) => taken.includes(item)),
    )
    return Math.max(
      search(i + 1, taken),
      ...own.map(({ items, amount }) => amount + search(i + 1, [...taken, ...items])),
    )
  }
  return search(0, [])
}

const items = ['A', 'B', 'C']
const bundles = [['A'], ['B'], ['C'], ['A', 'B'], ['B', 'C'], ['A', 'C'], ['A', 'B', 'C']]
const bidLists: fc.Arbitrary<ReadonlyArray<BundleBid>> = fc.uniqueArray(
  fc.record({
    bidder: fc.integer({ min: 1, max: 4 }),
    items: fc.constantFrom(...bundles),
    amount: fc.integer({ min: 0, max: 8 }),
  }),
  { selector: ({ bidder, items: wanted }) => `${bidder} ${wanted.join('')}`, maxLength: 7 },
)
const ties: fc.Arbitrary<TieRule> = fc.oneof(
  fc.constant<TieRule>({ rule: 'lowestId' }),
  fc.constant<TieRule>({ rule: 'listedOrder' }),
  fc.nat(9).map((seed): TieRule => ({ rule: 'seeded', seed })),
)

describe('the VCG auction', () => {
  it.each(vectors)('charges $what', ({ items: onSale, bids, payments, revenue }) => {
    const outcome = allocated(onSale, bids)
    const paid = Object.fromEntries(outcome.awards.map((award) => [award.bidder, award.payment]))
    expect(paid).toEqual(payments)
    expect(outcome.revenue).toBe(revenue)
  })

  it('breaks ties by the rule it records', () => {
    const bids = [
      { bidder: 2, items: ['A'], amount: 7 },
      { bidder: 1, items: ['A'], amount: 7 },
    ]
    const listed = allocated(['A'], bids, { rule: 'listedOrder' })
    expect(listed.awards).toMatchObject([{ bidder: 2, payment: 7 }])
    expect(listed.ties).toEqual({ rule: 'listedOrder' })
  })

  it('refuses what it cannot allocate exactly', () => {
    const many = Array.from({ length: 23 }, (_, i) => `item ${i}`)
    expect(sound(vcgAuction({ items: many })([]))).toMatchObject({ _tag: 'TooLarge' })
    const endless = Array.from({ length: 2000 }, (_, i) => `item ${i}`)
    expect(sound(vcgAuction({ items: endless })([]))).toMatchObject({ states: Number.MAX_VALUE })
  })

  it('reports every malformed part', () => {
    const bids = [
      { bidder: 0, items: ['A', 'A'], amount: Number.NaN },
      { bidder: 1, items: [], amount: -1 },
      { bidder: 1, items: ['Z'], amount: 1 },
    ]
    expect(refusals(vcgAuction({ items: ['A', 'B', 'B'] })(bids))).toEqual([
      'BadRule items.2',
      'UnknownBidder bids.0.bidder',
      'BadRule bids.0.items.1',
      'NotAnAmount bids.0.amount',
      'BadRule bids.1.items',
      'NegativeAmount bids.1.amount',
      'BadRule bids.2.items.0',
    ])
  })

  it('L1 vcg optimal', () => {
    fc.assert(
      fc.property(bidLists, ties, (bids, rule) => {
        const outcome = allocated(items, bids, rule)
        expect(outcome.welfare).toBe(bestTotal(bids))
        const won = outcome.awards.flatMap((award) => award.items)
        expect(new Set(won).size).toBe(won.length)
        const winners = outcome.awards.map(({ bidder }) => bidder)
        expect(new Set(winners).size).toBe(winners.length)
        for (const { bidder, items: got, bid } of outcome.awards) {
          expect(bids).toContainEqual({ bidder, items: got, amount: bid })
        }
      }),
      { numRuns: 300 },
    )
  })

  it('L2 vcg rational', () => {
    const fractional = bidLists.map((bids) =>
      bids.map((bid, i) => ({ ...bid, amount: bid.amount / 10 + i * 0.01 })),
    )
    fc.assert(
      fc.property(fractional, ties, (bids, rule) => {
        for (const { bid, payment } of allocated(items, bids, rule).awards) {
          expect(payment).toBeGreaterThanOrEqual(0)
          expect(payment).toBeLessThanOrEqual(bid)
        }
      }),
    )
  })

  it('L3 vcg truthful', () => {
    const amounts = Array.from({ length: 19 }, (_, i) => i / 2)
    fc.assert(
      fc.property(bidLists, ties, fc.nat(6), fc.nat(6), (bids, rule, at, change) => {
        const me = bids[at % Math.max(1, bids.length)]?.bidder
        const own = bids.filter(({ bidder }) => bidder === me)
        const changed = own[change % Math.max(1, own.length)]
        const gain = (told: ReadonlyArray<BundleBid>): number => {
          const award = allocated(items, told, rule).awards.find(({ bidder }) => bidder === me)
          if (award === undefined) return 0
          const value = own.find((bid) => bid.items.join() === award.items.join())?.amount ?? 0
          return value - award.payment
        }
        const truthful = gain(bids)
        expect(truthful).toBeGreaterThanOrEqual(0)
        for (const amount of amounts) {
          const lie = bids.map((bid) => (bid === changed ? { ...bid, amount } : bid))
          expect(gain(lie)).toBeLessThanOrEqual(truthful)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('L4 vcg externality', () => {
    fc.assert(
      fc.property(bidLists, (bids) => {
        const outcome = allocated(items, bids)
        for (const { bidder, bid, payment } of outcome.awards) {
          const without = bestTotal(bids.filter((other) => other.bidder !== bidder))
          expect(payment).toBe(without - (outcome.welfare - bid))
        }
      }),
    )
  })
})

/** Cases with both components offered by everybody on the list, so that few suppliers are indispensable. */
const competitive: fc.Arbitrary<ProcurementConfig> = procurements.map((config) => ({
  ...config,
  demand: { ...config.demand, unitsRequired: [{ component: 'chips', units: 3 }] },
  authorization: { ...config.authorization, approvedVendors: [2, 3, 4, 5] },
  suppliers: config.suppliers.map((supplier) => ({
    ...supplier,
    component: 'chips',
    leadTimeDays: 5,
    capacity: supplier.capacity + 1,
  })),
}))

const paid = (config: ProcurementConfig) => {
  const outcome = procurementVcg(config)
  return outcome._tag === 'Paid' ? outcome : null
}

describe('procurement VCG', () => {
  it('pays each winner what its absence would cost', () => {
    const supplier = (sellerId: number, unitCost: number) => ({
      sellerId,
      component: 'chips',
      unitCost,
      capacity: 10,
      leadTimeDays: 1,
      minimumOrder: 0,
      paymentTermsDays: 30,
    })
    const config: ProcurementConfig = {
      name: 'chips',
      buyerAgent: 1,
      demand: {
        unitsRequired: [{ component: 'chips', units: 10 }],
        deadlineDays: 5,
        contractValue: 99,
      },
      authorization: { budget: 90, approvedVendors: [2, 3], signoffThreshold: 90 },
      suppliers: [supplier(2, 4), supplier(3, 7)],
    }
    expect(procurementVcg(config)).toMatchObject({
      payments: [{ sellerId: 2, cost: 40, payment: 70 }],
      cost: 40,
      spend: 70,
    })
    const alone = { ...config, suppliers: [supplier(2, 4)] }
    expect(procurementVcg(alone)).toEqual({ _tag: 'Indispensable', sellers: [2] })
    const nobody = { ...config, suppliers: [] }
    expect(procurementVcg(nobody)).toEqual({ _tag: 'Infeasible', components: ['chips'] })
  })

  it('L1 vcg supplier rational', () => {
    let seen = 0
    fc.assert(
      fc.property(competitive, (config) => {
        const outcome = paid(config)
        if (outcome === null) return
        seen += 1
        for (const { cost, payment } of outcome.payments) {
          expect(payment).toBeGreaterThanOrEqual(cost)
        }
        expect(outcome.cost).toBe(outcome.payments.reduce((sum, { cost }) => sum + cost, 0))
      }),
      { numRuns: 200 },
    )
    expect(seen).toBeGreaterThan(20)
  })

  it('L2 vcg supplier truthful', () => {
    fc.assert(
      fc.property(competitive, fc.nat(3), (config, at) => {
        const me = config.suppliers[at % config.suppliers.length]
        if (me === undefined) return
        const gain = (unitCost: number): number | null => {
          const suppliers = config.suppliers.map((other) =>
            other === me ? { ...other, unitCost } : other,
          )
          const outcome = paid({ ...config, suppliers })
          if (outcome === null) return null
          const payment = outcome.payments.find(({ sellerId }) => sellerId === me.sellerId)
          const units = outcome.lines.find(({ sellerId }) => sellerId === me.sellerId)?.units ?? 0
          return (payment?.payment ?? 0) - units * me.unitCost
        }
        const truthful = gain(me.unitCost)
        for (let twice = 0; twice <= 20; twice += 1) {
          const lied = gain(twice / 2)
          if (truthful === null || lied === null) expect(lied).toBe(truthful)
          else expect(lied).toBeLessThanOrEqual(truthful)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('L3 vcg supplier absence', () => {
    fc.assert(
      fc.property(competitive, (config) => {
        const outcome = paid(config)
        for (const { sellerId, cost, payment } of outcome?.payments ?? []) {
          const suppliers = config.suppliers.filter((other) => other.sellerId !== sellerId)
          const without = minimumCostAward({ ...config, suppliers })
          if (without._tag !== 'Award') throw new Error(without._tag)
          expect(payment).toBe(without.cost - ((outcome?.cost ?? 0) - cost))
        }
      }),
    )
  })
})

const prior = fc.array(
  fc.record({
    reservation: fc.integer({ min: 0, max: 12 }),
    weight: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 1, maxLength: 6 },
)
const money = fc.integer({ min: 0, max: 14 })

describe('a hidden reservation', () => {
  it('is worth the difference between the visible and the hidden benchmark', () => {
    const known = [20, 40, 60].map((reservation) => ({ reservation, weight: 1 }))
    expect(sound(reservationBenchmark(70, known))).toEqual({
      price: 40,
      acceptance: 2 / 3,
      hiddenGain: 20,
      visibleGain: 30,
    })
    expect(sound(reservationBenchmark(20, known))).toMatchObject({ price: null, hiddenGain: 0 })
    const certain = [{ reservation: 0, weight: 3 }]
    expect(sound(reservationBenchmark(5, certain))).toMatchObject({ price: 0, hiddenGain: 5 })
  })

  it('can be overpaid', () => {
    expect(postPrice(50)(64.5, 40)).toMatchObject({ buyerGain: -14.5, sellerGain: 24.5 })
  })

  it('is refused where it is no number', () => {
    const broken = [
      { reservation: Number.NaN, weight: 1 },
      { reservation: 1, weight: 0 },
    ]
    expect(refusals(reservationBenchmark(Number.NaN, broken))).toEqual([
      'NotAValue value',
      'BadPrior prior.0',
      'BadPrior prior.1',
    ])
    expect(refusals(reservationBenchmark(1, []))).toEqual(['BadPrior prior'])
  })

  it('L1 posted accept', () => {
    fc.assert(
      fc.property(money, money, money, (value, price, reservation) => {
        const expected = price >= reservation ? 'Trade' : 'Refused'
        expect(postPrice(value)(price, reservation)._tag).toBe(expected)
      }),
    )
  })

  it('L2 posted surplus', () => {
    fc.assert(
      fc.property(money, money, money, (value, price, reservation) => {
        const outcome = postPrice(value)(price, reservation)
        if (outcome._tag === 'Refused') return
        expect(outcome.buyerGain + outcome.sellerGain).toBe(value - reservation)
      }),
    )
  })

  it('L3 posted optimum', () => {
    fc.assert(
      fc.property(money, prior, (value, list) => {
        const best = sound(reservationBenchmark(value, list))
        const total = list.reduce((sum, { weight }) => sum + weight, 0)
        const expected = (price: number): number =>
          list.reduce((sum, { reservation, weight }) => {
            const outcome = postPrice(value)(price, reservation)
            return sum + (outcome._tag === 'Trade' ? weight * outcome.buyerGain : 0)
          }, 0) / total
        for (let twice = 0; twice <= 30; twice += 1) {
          expect(expected(twice / 2)).toBeLessThanOrEqual(best.hiddenGain + 1e-12)
        }
        if (best.price !== null) expect(expected(best.price)).toBeCloseTo(best.hiddenGain, 12)
      }),
    )
  })

  it('L4 hidden costs', () => {
    fc.assert(
      fc.property(money, prior, (value, list) => {
        const { hiddenGain, visibleGain } = sound(reservationBenchmark(value, list))
        expect(hiddenGain).toBeGreaterThanOrEqual(0)
        expect(hiddenGain).toBeLessThanOrEqual(visibleGain + 1e-12)
      }),
    )
  })
})
