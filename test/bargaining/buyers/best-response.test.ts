import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bargain,
  bestResponse,
  calibrated,
  calibratedWorlds,
  hindsightIn,
  reactiveArchetype,
  type SellerSeat,
  scriptedBuyer,
} from '../../../src/bargaining/index.js'
import { sellers, worlds } from '../arbitraries.js'

const archetype = reactiveArchetype('calibrated', calibrated.seller)
const everyCent = (to: number): ReadonlyArray<number> =>
  Array.from({ length: to + 1 }, (_, cent) => cent)

/** Every sequence of listed offers, with acceptance and leaving at every turn; no pruning at all. */
const lowestByBruteForce = (seat: SellerSeat, prices: ReadonlyArray<number>): number => {
  let best = seat.view.ask
  if (seat.view.onlyAccept) return best
  for (const price of prices) {
    const [reply, next] = seat.respond({ _tag: 'Offer', price })
    if (reply._tag === 'Settled' && reply.outcome._tag === 'Deal')
      best = Math.min(best, reply.outcome.price)
    if (reply._tag === 'Ask') best = Math.min(best, lowestByBruteForce(next, prices))
  }
  return best
}

const cases = fc.record({
  seller: sellers.map((seller) => ({ ...seller, rounds: Math.min(seller.rounds, 4) })),
  world: worlds,
  shares: fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 6 }),
})

const pricesOf = (list: number, shares: ReadonlyArray<number>): ReadonlyArray<number> =>
  shares.map((share) => Math.round((share * list) / 28))

describe('the best response', () => {
  it('finds on the grid of cents what hindsight computes, in every pinned world', () => {
    for (const world of calibratedWorlds) {
      const hindsight = hindsightIn(calibrated.seller)(world)
      const plan = bestResponse({ prices: everyCent(world.value), floor: hindsight.price ?? 0 })(
        archetype.open(world),
        world.value,
      )
      expect(plan).toMatchObject({ price: hindsight.price, proven: true })
      expect(plan.visited).toBeLessThan(40_000)
    }
  })

  it('leaves where every deal is worth less than nothing', () => {
    const plan = bestResponse({ prices: [50, 60] })(
      archetype.open({ id: 'w', value: 10, cost: 90, list: 100 }),
      10,
    )
    expect(plan).toMatchObject({ moves: [{ _tag: 'Leave' }], price: null, proven: true })
  })

  it('says so when it was cut off', () => {
    const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
    const plan = bestResponse({ prices: everyCent(world.value), limit: 100 })(
      archetype.open(world),
      world.value,
    )
    expect(plan.proven).toBe(false)
    expect(plan.visited).toBe(100)
  })
})

describe('the laws of the best response', () => {
  it('L1 exact', () => {
    fc.assert(
      fc.property(cases, ({ seller, world, shares }) => {
        const prices = pricesOf(world.list, shares)
        const seat = reactiveArchetype('any', seller).open(world)
        const best = lowestByBruteForce(seat, prices)
        const plan = bestResponse({ prices })(seat, world.value)
        expect(plan.proven).toBe(true)
        expect(plan.price).toBe(best <= world.value ? best : null)
      }),
      { numRuns: 300 },
    )
  })

  it('L2 played', () => {
    fc.assert(
      fc.property(cases, ({ seller, world, shares }) => {
        const kind = reactiveArchetype('any', seller)
        const plan = bestResponse({ prices: pricesOf(world.list, shares) })(
          kind.open(world),
          world.value,
        )
        const { outcome } = bargain(kind)(scriptedBuyer('plan', plan.moves))(world)
        if (plan.price === null) expect(outcome).toEqual({ _tag: 'NoDeal', reason: 'buyer_left' })
        else expect(outcome).toMatchObject({ _tag: 'Deal', price: plan.price })
      }),
      { numRuns: 300 },
    )
  })

  it('L3 pruning', () => {
    fc.assert(
      fc.property(cases, ({ seller, world, shares }) => {
        const prices = pricesOf(world.list, shares)
        const seat = reactiveArchetype('any', seller).open(world)
        const floor = Math.max(world.cost, lowestByBruteForce(seat, prices))
        const [pruned, whole] = [floor, 0].map((bound) =>
          bestResponse({ prices, floor: bound })(seat, world.value),
        )
        expect(pruned?.price).toBe(whole?.price)
        expect(pruned?.visited).toBeLessThanOrEqual(whole?.visited ?? 0)
      }),
      { numRuns: 300 },
    )
  })
})
