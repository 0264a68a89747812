import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BuyerObservation,
  bargain,
  cheapTalk,
  lateConcession,
  reactiveArchetype,
  type SellerArchetype,
  type SellerSeat,
} from '../../src/bargaining/index.js'
import { plannedBuyer, plannedMoves, sellers, worlds } from './arbitraries.js'

const archetypes: fc.Arbitrary<SellerArchetype> = fc.oneof(
  sellers.map((parameters) => reactiveArchetype('reactive', parameters)),
  fc.constantFrom(cheapTalk, lateConcession),
)

describe('the laws of the protocol', () => {
  it('L1 hiding', () => {
    fc.assert(
      fc.property(
        archetypes,
        worlds,
        fc.double({ min: 0, max: 1, noNaN: true }),
        plannedMoves,
        (archetype, world, share, plan) => {
          const other = { ...world, cost: Math.floor(share * world.cost) }
          const observed = (cost: number): ReadonlyArray<BuyerObservation> => {
            const seen: Array<BuyerObservation> = []
            const buyer = plannedBuyer(plan)
            const watching = {
              name: 'watching',
              move: (observation: BuyerObservation) => {
                seen.push(observation)
                return buyer.move(observation)
              },
            }
            bargain(archetype)(watching)({ ...world, cost })
            return seen
          }
          const [ours, theirs] = [observed(world.cost), observed(other.cost)]
          for (const [turn, one] of ours.entries()) {
            const same = theirs[turn]
            // From the first ask that differs on, and only from there, the cost shows.
            if (same === undefined || JSON.stringify(one.asks) !== JSON.stringify(same.asks)) return
            expect(one).toEqual(same)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  it('L2 persistent', () => {
    fc.assert(
      fc.property(
        archetypes,
        worlds,
        fc.array(fc.double({ min: 0, max: 1.1, noNaN: true }), { maxLength: 4 }),
        (archetype, world, shares) => {
          let seat: SellerSeat = archetype.open(world)
          const priceAt = (share: number) => ({
            _tag: 'Offer' as const,
            price: Math.round(share * seat.view.ask),
          })
          for (const share of shares) seat = seat.respond(priceAt(share))[1]
          const move = priceAt(0.7)
          const [first, after] = seat.respond(move)
          seat.respond({ _tag: 'Accept' })
          seat.respond({ _tag: 'Leave' })
          const [second, again] = seat.respond(move)
          expect(second).toEqual(first)
          expect(again.view).toEqual(after.view)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('L3 ends', () => {
    fc.assert(
      fc.property(archetypes, worlds, plannedMoves, (archetype, world, plan) => {
        const { moves, rounds, asks } = bargain(archetype)(plannedBuyer(plan))(world)
        expect(moves.length).toBeLessThanOrEqual(rounds)
        expect(asks.length).toBeLessThanOrEqual(rounds)
      }),
    )
  })

  it('L4 named', () => {
    let deals = 0
    fc.assert(
      fc.property(archetypes, worlds, plannedMoves, (archetype, world, plan) => {
        const { moves, asks, outcome } = bargain(archetype)(plannedBuyer(plan))(world)
        if (outcome._tag === 'NoDeal') return
        deals += 1
        const { by, counter, price } = outcome.offer
        expect(price).toBe(outcome.price)
        expect(outcome.acceptedBy).toBe(by === 'buyer' ? 'seller' : 'buyer')
        expect(counter).toBe(moves.length)
        if (by === 'seller') expect(asks[counter - 1]).toBe(price)
        else expect(moves[counter - 1]).toEqual({ _tag: 'Offer', price })
      }),
      { numRuns: 2000 },
    )
    expect(deals).toBeGreaterThan(50)
  })
})
