import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bargain,
  behaviourOf,
  laterAsk,
  neverRaised,
  reactiveArchetype,
  repeatFirstOffer,
  replayFirstOffer,
  scriptedBuyer,
  summarizeBehaviour,
} from '../../src/bargaining/index.js'
import { plannedBuyer, plannedMoves, sellers, worlds } from './arbitraries.js'

const bargains = fc
  .record({ seller: sellers, world: worlds, plan: plannedMoves })
  .map(({ seller, world, plan }) => {
    const archetype = reactiveArchetype('any', seller)
    return { archetype, seller, world, transcript: bargain(archetype)(plannedBuyer(plan))(world) }
  })

describe('the laws of behaviour', () => {
  it('L1 falling', () => {
    fc.assert(
      fc.property(bargains, ({ transcript }) => {
        if (neverRaised(transcript)) expect(behaviourOf(transcript).selfBids).toBe(0)
        expect(behaviourOf(transcript).selfBids).toBeLessThanOrEqual(behaviourOf(transcript).steps)
      }),
      { numRuns: 500 },
    )
  })

  it('L2 parts', () => {
    fc.assert(
      fc.property(fc.array(bargains, { maxLength: 6 }), (list) => {
        const { falling, rising, level, multiOffer, n } = summarizeBehaviour(
          list.map(({ transcript }) => transcript),
        )
        expect(falling + rising + level).toBe(multiOffer)
        expect(n).toBe(list.length)
      }),
    )
  })

  it('L3 bounds', () => {
    fc.assert(
      fc.property(fc.array(bargains, { minLength: 1, maxLength: 6 }), (list) => {
        const { selfBiddingRate, meanPatience } = summarizeBehaviour(
          list.map(({ transcript }) => transcript),
        )
        for (const rate of [selfBiddingRate ?? 0, meanPatience ?? Number.NaN]) {
          expect(rate).toBeGreaterThanOrEqual(0)
          expect(rate).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('the laws of counterfactuals', () => {
  it('L1 fixed', () => {
    fc.assert(
      fc.property(
        sellers,
        worlds,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (seller, world, share) => {
          const archetype = reactiveArchetype('any', seller)
          const moves = Array.from({ length: seller.rounds }, () => ({
            _tag: 'Offer' as const,
            price: Math.round(share * world.list),
          }))
          const transcript = bargain(archetype)(scriptedBuyer('same', moves))(world)
          expect(repeatFirstOffer(archetype)([{ world, transcript }])).toMatchObject({
            n: 1,
            meanGain: 0,
            same: 1,
            better: 0,
          })
        },
      ),
    )
  })

  it('L2 shared', () => {
    fc.assert(
      fc.property(bargains, ({ archetype, world, transcript }) => {
        const replay = replayFirstOffer(archetype)({ world, transcript })
        if (replay === null) return
        const first = transcript.moves.findIndex(({ _tag }) => _tag === 'Offer')
        const changed = transcript.moves.findIndex(
          (move, turn) =>
            turn > first && JSON.stringify(move) !== JSON.stringify(replay.moves[turn]),
        )
        const shared =
          changed < 0 ? Math.min(transcript.moves.length, replay.moves.length) : changed
        expect(replay.asks.slice(0, shared + 1)).toEqual(transcript.asks.slice(0, shared + 1))
      }),
      { numRuns: 500 },
    )
  })

  it('L3 deadline', () => {
    let deals = 0
    fc.assert(
      fc.property(bargains, ({ archetype, seller, world, transcript }) => {
        const later = laterAsk(archetype)({ world, transcript })
        if (transcript.outcome._tag === 'NoDeal') {
          expect(later).toBeNull()
          return
        }
        deals += 1
        const kept = transcript.moves.slice(0, -1)
        let seat = archetype.open(world)
        for (const move of kept) seat = seat.respond(move)[1]
        let last = seat.view.ask
        for (let turn = kept.length; turn < seller.rounds - 1; turn += 1) {
          const [reply, next] = seat.respond({ _tag: 'Hold' })
          last =
            reply._tag === 'Ask'
              ? reply.price
              : reply._tag === 'Settled'
                ? (reply.lastAsk ?? last)
                : last
          seat = next
        }
        expect(later).toBe(last)
        expect(later).toBeLessThanOrEqual(
          transcript.asks[transcript.moves.length - 1] ?? Number.NaN,
        )
      }),
      { numRuns: 1000 },
    )
    expect(deals).toBeGreaterThan(20)
  })
})
