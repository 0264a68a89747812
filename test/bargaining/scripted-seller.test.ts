import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bargain,
  cheapTalk,
  lateConcession,
  type SellerArchetype,
  type SellerObservation,
  scriptedArchetype,
  tacticSeller,
} from '../../src/bargaining/index.js'
import { plannedBuyer, plannedMoves, worlds } from './arbitraries.js'

const world = { id: 'w', value: 12000, cost: 8000, list: 16000 }

const harsh: SellerArchetype = scriptedArchetype({
  name: 'harsh',
  rounds: 3,
  rounding: 'cent',
  ask: ({ list, counter }) => list - 100.5 * counter,
  answer: (_known, offer) => (offer < 9000 ? 'leave' : offer >= 15000 ? 'accept' : 'go_on'),
})

describe('a scripted seller', () => {
  it('asks by its rule, rounded up to the cent', () => {
    const { asks } = bargain(harsh)({ name: 'b', move: () => ({ _tag: 'Offer', price: 10000 }) })(
      world,
    )
    expect(asks).toEqual([16000, 15900, 15799])
  })

  it('takes, leaves or goes on by its rule', () => {
    const playing = (price: number) =>
      bargain(harsh)({ name: 'b', move: () => ({ _tag: 'Offer', price }) })(world).outcome
    expect(playing(8999)).toEqual({ _tag: 'NoDeal', reason: 'seller_left' })
    expect(playing(15000)).toMatchObject({ _tag: 'Deal', price: 15000, acceptedBy: 'seller' })
    expect(playing(99999)).toMatchObject({ _tag: 'Deal', price: 16000, acceptedBy: 'buyer' })
    expect(playing(10000)).toEqual({ _tag: 'NoDeal', reason: 'deadline' })
  })

  it('shows its rules the history with the offer being answered, and holds as null', () => {
    const seen: Array<SellerObservation> = []
    const watching = scriptedArchetype({
      name: 'watching',
      rounds: 3,
      rounding: 'none',
      ask: (known) => {
        seen.push(known)
        return known.list
      },
      answer: () => 'go_on',
    })
    bargain(watching)({
      name: 'b',
      move: ({ offers }) =>
        offers.length === 0 ? { _tag: 'Hold' } : { _tag: 'Offer', price: 1.5 },
    })(world)
    expect(seen.map(({ counter, offers }) => [counter, offers])).toEqual([
      [0, []],
      [1, [null]],
      [2, [null, 1.5]],
    ])
  })

  it('refuses malformed offers and moves after the end', () => {
    const seat = harsh.open(world)
    expect(seat.respond({ _tag: 'Offer', price: 0.5 })[0]).toMatchObject({
      _tag: 'Refused',
      reason: 'malformed_offer',
    })
    expect(seat.respond({ _tag: 'Offer', price: Number.NaN })[0]).toMatchObject({ _tag: 'Refused' })
    const [, closed] = seat.respond({ _tag: 'Leave' })
    expect(closed.respond({ _tag: 'Accept' })[0]).toMatchObject({
      _tag: 'Refused',
      reason: 'closed',
    })
  })
})

describe('the laws of scripted sellers', () => {
  const kinds = fc.constantFrom(
    harsh,
    cheapTalk,
    lateConcession,
    tacticSeller('t', { _tag: 'Time', family: 'polynomial', beta: 0.5, kappa: 0 }, 5),
  )

  it('L1 pure', () => {
    fc.assert(
      fc.property(kinds, worlds, plannedMoves, (kind, drawn, plan) => {
        const play = () => bargain(kind)(plannedBuyer(plan))(drawn)
        expect(play()).toEqual(play())
      }),
    )
  })

  it('L2 frame', () => {
    fc.assert(
      fc.property(kinds, worlds, plannedMoves, (kind, drawn, plan) => {
        const { asks, moves, outcome } = bargain(kind)(plannedBuyer(plan))(drawn)
        if (outcome._tag === 'NoDeal') return
        expect(outcome.price).toBeLessThanOrEqual(asks[moves.length - 1] ?? Number.NaN)
        expect(moves.at(-1)?._tag).not.toBe('Hold')
      }),
      { numRuns: 500 },
    )
  })
})
