import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rightOfChoiceAuction } from '../../src/mechanisms/index.js'
import { refusals, sound } from '../economy/arbitraries.js'

const names = ['colony', 'research', 'ship']
const items = fc
  .tuple(fc.nat(4), fc.nat(4), fc.nat(4))
  .map((reserves) => names.map((item, i) => ({ item, reserve: reserves[i] ?? 0 })))
const bids = fc.uniqueArray(
  fc.record({
    bidder: fc.integer({ min: 1, max: 5 }),
    amount: fc.nat(6),
    wants: fc.shuffledSubarray(names),
  }),
  { selector: ({ bidder }) => bidder },
)

describe('the right-of-choice auction', () => {
  it('takes the full bid, not the reserve', () => {
    const sale = rightOfChoiceAuction([
      { item: 'colony', reserve: 3 },
      { item: 'ship', reserve: 1 },
    ])
    const bid = (bidder: number, amount: number) => ({ bidder, amount, wants: ['colony', 'ship'] })
    expect(sound(sale([bid(1, 2), bid(2, 5), bid(3, 4), bid(4, 0)])).turns).toEqual([
      { bidder: 2, item: 'colony', payment: 5 },
      { bidder: 3, item: 'ship', payment: 4 },
      { bidder: 1, item: null, payment: 0 },
      { bidder: 4, item: null, payment: 0 },
    ])
    expect(sound(sale([bid(1, 2)])).turns).toEqual([{ bidder: 1, item: 'ship', payment: 2 }])
  })

  it('reports unknown and repeated items', () => {
    const twice = [
      { item: 'ship', reserve: 1 },
      { item: 'ship', reserve: Number.NaN },
    ]
    const stray = [{ bidder: 1, amount: 1, wants: ['planet'] }]
    expect(refusals(rightOfChoiceAuction(twice)(stray))).toEqual([
      'BadRule items.1.item',
      'NotAnAmount items.1.reserve',
      'BadRule bids.0.wants.0',
    ])
  })

  it('L1 choice order', () => {
    fc.assert(
      fc.property(items, bids, (sale, list) => {
        const { turns } = sound(rightOfChoiceAuction(sale)(list))
        for (const [i, turn] of turns.entries()) {
          const bid = list.find(({ bidder }) => bidder === turn.bidder)
          const wants = bid?.wants ?? []
          const better = turn.item === null ? wants : wants.slice(0, wants.indexOf(turn.item))
          const earlier = turns.slice(0, i).map(({ item }) => item)
          for (const item of better) {
            const reserve = sale.find((on) => on.item === item)?.reserve ?? 0
            expect(earlier.includes(item) || reserve > (bid?.amount ?? 0)).toBe(true)
          }
        }
      }),
    )
  })

  it('L2 choice pays own', () => {
    fc.assert(
      fc.property(items, bids, (sale, list) => {
        for (const { bidder, item, payment } of sound(rightOfChoiceAuction(sale)(list)).turns) {
          const amount = list.find((bid) => bid.bidder === bidder)?.amount ?? 0
          expect(payment).toBe(item === null ? 0 : amount)
          if (item === null) continue
          expect(amount).toBeGreaterThanOrEqual(sale.find((on) => on.item === item)?.reserve ?? 99)
        }
      }),
    )
  })

  it('L3 choice once', () => {
    fc.assert(
      fc.property(items, bids, (sale, list) => {
        const { turns } = sound(rightOfChoiceAuction(sale)(list))
        const taken = turns.flatMap(({ item }) => (item === null ? [] : [item]))
        expect(new Set(taken).size).toBe(taken.length)
        expect(turns.map(({ bidder }) => bidder).sort()).toEqual(
          list.map(({ bidder }) => bidder).sort(),
        )
      }),
    )
  })
})
