import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptOpening,
  anchorsOf,
  bargain,
  hindsightIn,
  openSeller,
  type PolicyAnchor,
  reactiveArchetype,
  reservationOf,
  type SellerSeat,
  scheduleOf,
  searchSchedules,
  searchSchedulesOf,
  shareGrid,
  shareSurplus,
  stubborn,
  stubbornCapped,
} from '../../src/bargaining/index.js'
import { sellers, worlds } from './arbitraries.js'

const sePlus = ({ surplus }: PolicyAnchor): number =>
  surplus.status === 'ok' ? surplus.sePlus.value : Number.NaN
const fewRounds = sellers.map((seller) => ({ ...seller, rounds: Math.min(seller.rounds, 4) }))
const someWorlds = fc.array(worlds, { minLength: 1, maxLength: 6 })
const grid = shareGrid(0.3, 1, 0.1)

const meanOf = (values: ReadonlyArray<number>): number =>
  values.reduce((a, b) => a + b, 0) / values.length

/** The lowest price of any sequence of whole-cent offers below the ask, by trying all. */
const lowestByBruteForce = (seat: SellerSeat): number => {
  let best = seat.view.ask
  if (seat.view.onlyAccept) return best
  for (let price = 0; price < seat.view.ask; price += 1) {
    const [reply, next] = seat.respond({ _tag: 'Offer', price })
    if (reply._tag === 'Settled' && reply.outcome._tag === 'Deal') best = Math.min(best, price)
    if (reply._tag === 'Ask') best = Math.min(best, lowestByBruteForce(next))
  }
  return best
}

describe('the laws of anchors', () => {
  it('L1 order', () => {
    fc.assert(
      fc.property(fewRounds, someWorlds, fc.boolean(), (seller, drawn, capped) => {
        const anchors = anchorsOf(seller, { shares: grid, capped })(drawn)
        const ceiling = anchors.exactCeiling.mean ?? Number.NaN
        expect(anchors.exactCeiling.proven).toBe(true)
        expect(sePlus(anchors.stubborn)).toBeLessThanOrEqual(ceiling + 1e-9)
        expect(sePlus(anchors.bestFixed)).toBeLessThanOrEqual(
          (anchors.gridHindsight.mean ?? Number.NaN) + 1e-9,
        )
        expect(anchors.gridHindsight.mean).toBeLessThanOrEqual(ceiling + 1e-9)
        expect(ceiling).toBeLessThanOrEqual(1)
        expect(anchors.payCost.mean).toBe(1)
      }),
      { numRuns: 60 },
    )
  })

  it('L2 replayed', () => {
    fc.assert(
      fc.property(fewRounds, someWorlds, fc.boolean(), (seller, drawn, capped) => {
        const anchors = anchorsOf(seller, { shares: grid, capped })(drawn)
        const archetype = reactiveArchetype('again', seller)
        const again = (buyer: Parameters<ReturnType<typeof bargain>>[0]): number =>
          meanOf(
            drawn.map((world) => {
              const share = shareSurplus(world)(bargain(archetype)(buyer)(world).outcome)
              return share._tag === 'Shared' ? share.buyer : Number.NaN
            }),
          )
        expect(sePlus(anchors.acceptOpening)).toBeCloseTo(again(acceptOpening), 9)
        expect(sePlus(anchors.stubborn)).toBeCloseTo(again(capped ? stubbornCapped : stubborn), 9)
        expect(sePlus(anchors.bestFixed)).toBeCloseTo(
          again(scheduleOf(anchors.bestFixed.schedule, { capped })),
          9,
        )
      }),
      { numRuns: 60 },
    )
  })
})

describe('the laws of hindsight', () => {
  it('L1 bound', () => {
    const shares = fc.array(fc.double({ min: 0, max: 1.05, noNaN: true }), {
      minLength: 7,
      maxLength: 7,
    })
    fc.assert(
      fc.property(sellers, worlds, shares, fc.boolean(), (seller, world, plan, accept) => {
        const hindsight = hindsightIn(seller)(world)
        const buyer = {
          name: 'any',
          move: ({
            asks,
            offers,
            rounding,
            onlyAccept,
          }: {
            asks: ReadonlyArray<number>
            offers: ReadonlyArray<unknown>
            rounding: string
            onlyAccept: boolean
          }) => {
            if (onlyAccept || (accept && offers.length === 2)) return { _tag: 'Accept' as const }
            const price = (plan[offers.length] ?? 0) * (asks.at(-1) ?? 0)
            return {
              _tag: 'Offer' as const,
              price: rounding === 'cent' ? Math.round(price) : price,
            }
          },
        }
        const { outcome } = bargain(reactiveArchetype('any', seller))(buyer)(world)
        if (outcome._tag === 'NoDeal' || !hindsight.proven) return
        expect(outcome.price).toBeGreaterThanOrEqual((hindsight.price ?? Number.NaN) - 1e-6)
      }),
      { numRuns: 2000 },
    )
  })

  it('L1 bound: follows the highest offer where only a fast descent of the ask keeps the bargain open', () => {
    const seller = {
      concession: 0.216,
      approach: 1.05,
      stalling: 0.94,
      walkAway: 0.5575,
      reservation: 0.884,
      rounds: 5,
      stallThreshold: 0.01,
      openingMultiple: 1,
      finalAccept: false,
      rounding: 'cent' as const,
    }
    const world = { id: 'narrow', value: 40, cost: 8, list: 29 }
    const kind = reactiveArchetype('narrow', seller)
    expect(hindsightIn(seller)(world)).toMatchObject({
      price: lowestByBruteForce(kind.open(world)),
      proven: true,
    })
    // Low offers all the way end at 16.
    expect(hindsightIn(seller)(world).price).toBe(12)
  })

  it('L1 bound: meets brute force over every offer, in small worlds', () => {
    const small = fc.record({
      value: fc.integer({ min: 16, max: 30 }),
      cost: fc.integer({ min: 2, max: 15 }),
      over: fc.integer({ min: 0, max: 12 }),
      walkAway: fc.double({ min: 0.6, max: 1, noNaN: true }),
    })
    const few = sellers.map((seller) => ({
      ...seller,
      rounds: Math.min(seller.rounds, 5),
      rounding: 'cent' as const,
      openingMultiple: 1,
    }))
    let obstructed = 0
    fc.assert(
      fc.property(few, small, (drawn, { value, cost, over, walkAway }) => {
        const seller = { ...drawn, walkAway }
        const world = { id: 'small', value, cost, list: cost + over }
        const archetype = reactiveArchetype('small', seller)
        const hindsight = hindsightIn(seller)(world)
        expect(hindsight).toMatchObject({
          price: lowestByBruteForce(archetype.open(world)),
          proven: true,
        })
        const last = Math.ceil(reservationOf(openSeller(seller, world))(seller.rounds - 1) - 1e-6)
        if ((hindsight.price ?? 0) > last) obstructed += 1
      }),
      { numRuns: 300 },
    )
    expect(obstructed).toBeGreaterThan(5)
  })

  it('L2 identity', () => {
    const open = fc.record({ seller: sellers, drawn: someWorlds }).map(({ seller, drawn }) => ({
      // Nothing in the way: no threshold; the list price is the opening and no bargain of a kind to lose money on.
      seller: { ...seller, walkAway: 0, openingMultiple: 1, rounding: 'none' as const },
      drawn: drawn.map((world) => ({ ...world, list: Math.max(world.list, world.value) })),
    }))
    fc.assert(
      fc.property(open, ({ seller, drawn }) => {
        const paying = drawn.filter(
          (world) => reservationOf(openSeller(seller, world))(seller.rounds - 1) <= world.value,
        )
        if (paying.length === 0) return
        const ceilings = paying.map((world) => hindsightIn(seller)(world))
        expect(ceilings.every(({ proven }) => proven)).toBe(true)
        const opening = meanOf(
          paying.map((world) => (world.value - world.list) / (world.value - world.cost)),
        )
        const expected = 1 - (seller.reservation / seller.rounds) * (1 + Math.abs(opening))
        expect(meanOf(ceilings.map(({ share }) => share ?? Number.NaN))).toBeCloseTo(expected, 8)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the laws of the search over schedules', () => {
  it('L1 exact', () => {
    fc.assert(
      fc.property(fewRounds, someWorlds, fc.boolean(), (seller, drawn, capped) => {
        const shares = [0.4, 0.6, 0.8, 0.9, 1]
        const fast = searchSchedules(seller, { shares, capped })(drawn)
        const schedules = Array.from({ length: seller.rounds - 1 }).reduce<
          ReadonlyArray<ReadonlyArray<number>>
        >((made) => made.flatMap((begun) => shares.map((share) => [...begun, share])), [[]])
        const sharesOf = (schedule: ReadonlyArray<number>): ReadonlyArray<number> =>
          drawn.map((world) => {
            const share = shareSurplus(world)(
              bargain(reactiveArchetype('twin', seller))(scheduleOf(schedule, { capped }))(world)
                .outcome,
            )
            return share._tag === 'Shared' ? share.buyer : Number.NaN
          })
        const table = schedules.map((schedule) => ({ schedule, gains: sharesOf(schedule) }))
        const best = Math.max(...table.map(({ gains }) => meanOf(gains)))
        expect(fast.schedules).toBe(schedules.length)
        expect(fast.mean).toBeCloseTo(best, 9)
        const winner = table.find(({ gains }) => meanOf(gains) >= best - 1e-12)
        expect(meanOf(sharesOf(fast.schedule))).toBeCloseTo(meanOf(winner?.gains ?? []), 9)
        fast.hindsight.forEach((share, index) => {
          expect(share).toBeCloseTo(Math.max(0, ...table.map(({ gains }) => gains[index] ?? 0)), 9)
        })
        const generic = searchSchedulesOf(reactiveArchetype('twin', seller), { shares, capped })(
          drawn,
        )
        expect(generic.mean).toBeCloseTo(fast.mean ?? Number.NaN, 9)
        expect(generic.schedule).toEqual(fast.schedule)
        expect(generic.hindsight.length).toBe(fast.hindsight.length)
      }),
      { numRuns: 60 },
    )
  })

  it('L2 hindsight', () => {
    fc.assert(
      fc.property(fewRounds, someWorlds, (seller, drawn) => {
        const { hindsight, schedule } = searchSchedules(seller, { shares: grid })(drawn)
        drawn.forEach((world, index) => {
          const share = shareSurplus(world)(
            bargain(reactiveArchetype('one', seller))(scheduleOf(schedule))(world).outcome,
          )
          expect(hindsight[index]).toBeGreaterThanOrEqual(0)
          expect(hindsight[index]).toBeGreaterThanOrEqual(
            (share._tag === 'Shared' ? share.buyer : Number.NaN) - 1e-9,
          )
        })
      }),
      { numRuns: 60 },
    )
  })

  it('L3 nested', () => {
    fc.assert(
      fc.property(
        fewRounds,
        someWorlds,
        fc.subarray([...grid], { minLength: 1 }),
        (seller, drawn, part) => {
          const whole = searchSchedules(seller, { shares: grid })(drawn)
          const less = searchSchedules(seller, { shares: part })(drawn)
          expect(whole.mean ?? Number.NaN).toBeGreaterThanOrEqual((less.mean ?? Number.NaN) - 1e-9)
          whole.hindsight.forEach((share, index) => {
            expect(share).toBeGreaterThanOrEqual((less.hindsight[index] ?? Number.NaN) - 1e-9)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})
