import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BargainOutcome,
  type SurplusSummary,
  shareSurplus,
  summarizeSurplus,
} from '../../src/bargaining/index.js'
import { worlds } from './arbitraries.js'

const deal = (price: number): BargainOutcome => ({
  _tag: 'Deal',
  price,
  acceptedBy: 'seller',
  offer: { by: 'buyer', counter: 1, price },
})
const none: BargainOutcome = { _tag: 'NoDeal', reason: 'deadline' }
const world = { id: 'w', value: 10000, cost: 6000, list: 12000 }

const numbersOf = (summary: SurplusSummary) =>
  summary.status === 'ok'
    ? {
        sePlus: summary.sePlus.value,
        seller: summary.sellerShare.value,
        aer: summary.aer.value,
        ofSums: summary.buyerShareOfSums.value,
      }
    : null

describe('shareSurplus', () => {
  it('gives both sides their shares of the zone', () => {
    expect(shareSurplus(world)(deal(7000))).toEqual({
      _tag: 'Shared',
      worldId: 'w',
      deal: true,
      buyer: 0.75,
      seller: 0.25,
      zopa: 4000,
    })
  })

  it('gives nobody anything without a deal', () => {
    expect(shareSurplus(world)(none)).toMatchObject({ deal: false, buyer: 0, seller: 0 })
  })

  it('clips nothing outside the zone', () => {
    expect(shareSurplus(world)(deal(12000))).toMatchObject({ buyer: -0.5, seller: 1.5 })
    expect(shareSurplus(world)(deal(0))).toMatchObject({ buyer: 2.5, seller: -1.5 })
  })

  it('has no share where there is no zone', () => {
    expect(shareSurplus({ ...world, cost: 10000 })(deal(7000))).toEqual({
      _tag: 'NoZone',
      worldId: 'w',
      zopa: 0,
    })
    expect(shareSurplus({ ...world, cost: 11000 })(none)).toEqual({
      _tag: 'NoZone',
      worldId: 'w',
      zopa: -1000,
    })
  })
})

describe('summarizeSurplus', () => {
  it('is a mean of ratios for SE+ and a ratio of sums for AER', () => {
    const small = shareSurplus({ id: 's', value: 200, cost: 100, list: 300 })(deal(100))
    const large = shareSurplus({ id: 'l', value: 10000, cost: 100, list: 12000 })(none)
    const summary = summarizeSurplus([small, large])
    expect(summary).toMatchObject({
      status: 'ok',
      n: 2,
      deals: 1,
      dealRate: 0.5,
      sePlus: { aggregation: 'mean_of_ratios', value: 0.5 },
      aer: { aggregation: 'ratio_of_sums', value: 0.01 },
    })
    expect(numbersOf(summary)?.ofSums).toBeCloseTo(0.01, 12)
  })

  it('counts worlds without a zone and leaves them out', () => {
    const undefinedShare = shareSurplus({ ...world, cost: 10000 })(none)
    expect(summarizeSurplus([undefinedShare, shareSurplus(world)(deal(6000))])).toMatchObject({
      n: 1,
      undefinedWorlds: 1,
      sePlus: { value: 1 },
    })
    expect(summarizeSurplus([undefinedShare])).toMatchObject({
      status: 'not_evaluable',
      n: 0,
      undefinedWorlds: 1,
    })
    expect(summarizeSurplus([])).toMatchObject({ status: 'not_evaluable' })
  })
})

describe('the laws of surplus', () => {
  const place = fc.double({ min: -0.5, max: 1.5, noNaN: true })
  const priceIn = (value: number, cost: number, share: number): number =>
    Math.max(0, Math.round(value - share * (value - cost)))

  it('L1 whole', () => {
    fc.assert(
      fc.property(worlds, place, (drawn, share) => {
        const given = shareSurplus(drawn)(deal(priceIn(drawn.value, drawn.cost, share)))
        expect(given._tag === 'Shared' && given.buyer + given.seller).toBeCloseTo(1, 12)
        expect(shareSurplus(drawn)(none)).toMatchObject({ buyer: 0, seller: 0 })
      }),
    )
  })

  it('L2 blind', () => {
    const cases = fc.array(fc.tuple(worlds, place, fc.boolean()), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 50 }), (drawn, moved) => {
        const at = (more: number): SurplusSummary =>
          summarizeSurplus(
            drawn.map(([one, share, closed]) =>
              shareSurplus(one)(closed ? deal(priceIn(one.value, one.cost, share) + more) : none),
            ),
          )
        const [before, after] = [numbersOf(at(0)), numbersOf(at(moved))]
        expect(after?.aer).toBe(before?.aer)
        if (!drawn.some(([, , closed]) => closed)) return
        expect(after?.sePlus).toBeLessThan(before?.sePlus ?? Number.NaN)
        expect(after?.seller).toBeGreaterThan(before?.seller ?? Number.NaN)
      }),
    )
  })

  it('L3 paycost', () => {
    fc.assert(
      fc.property(worlds, (drawn) => {
        expect(shareSurplus(drawn)(deal(drawn.cost))).toMatchObject({ buyer: 1, seller: 0 })
        expect(shareSurplus(drawn)(deal(drawn.value))).toMatchObject({ buyer: 0, seller: 1 })
      }),
    )
  })

  it('L4 scale', () => {
    fc.assert(
      fc.property(worlds, place, fc.integer({ min: 2, max: 1000 }), (drawn, share, unit) => {
        const price = priceIn(drawn.value, drawn.cost, share)
        const scaled = {
          id: 'drawn',
          value: unit * drawn.value,
          cost: unit * drawn.cost,
          list: unit * drawn.list,
        }
        const [one, two] = [
          shareSurplus(drawn)(deal(price)),
          shareSurplus(scaled)(deal(unit * price)),
        ]
        expect(two._tag === 'Shared' && two.buyer).toBeCloseTo(
          one._tag === 'Shared' ? one.buyer : Number.NaN,
          12,
        )
      }),
    )
  })
})
