import { describe, expect, it } from 'vitest'
import {
  type Buyer,
  bargain,
  calibrated,
  calibratedWorlds,
  offersOf,
  reactiveArchetype,
  type SellerArchetype,
} from '../../src/bargaining/index.js'

const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
const archetype = reactiveArchetype('calibrated', calibrated.seller)

describe('bargain', () => {
  it('plays a move that is no move of the protocol as a hold, and counts it', () => {
    const clumsy: Buyer = { name: 'clumsy', move: () => ({ _tag: 'Offer', price: 80.123 }) }
    const played = bargain(archetype)(clumsy)(world)
    expect(played.refused).toBe(3)
    expect(played.moves).toEqual([{ _tag: 'Hold' }, { _tag: 'Hold' }, { _tag: 'Hold' }])
    expect(played.outcome).toEqual({ _tag: 'NoDeal', reason: 'deadline' })
    expect(offersOf(played)).toEqual([])
  })

  it('does not hang on a seller that never settles', () => {
    const endless: SellerArchetype = {
      name: 'endless',
      open: () => {
        const seat = {
          view: { ask: 5, counter: 1, rounds: 3, onlyAccept: false, rounding: 'cent' as const },
          respond: () => [{ _tag: 'Ask', price: 5 }, seat] as const,
        }
        return seat
      },
    }
    const buyer: Buyer = { name: 'low', move: () => ({ _tag: 'Offer', price: 1 }) }
    expect(bargain(endless)(buyer)(world)).toMatchObject({
      outcome: { _tag: 'NoDeal' },
      moves: { length: 3 },
    })
  })

  it('shows a buyer its counter, what is left, and its own history', () => {
    const seen: Array<unknown> = []
    const buyer: Buyer = {
      name: 'watching',
      move: (observation) => {
        seen.push([
          observation.counter,
          observation.countersLeft,
          observation.asks.length,
          observation.offers,
        ])
        return observation.counter === 2 ? { _tag: 'Hold' } : { _tag: 'Offer', price: 8035 }
      },
    }
    bargain(archetype)(buyer)(world)
    expect(seen).toEqual([
      [1, 2, 1, []],
      [2, 1, 2, [8035]],
      [3, 0, 3, [8035, null]],
    ])
  })

  it('records who left', () => {
    const leaver: Buyer = { name: 'leaver', move: () => ({ _tag: 'Leave' }) }
    expect(bargain(archetype)(leaver)(world).outcome).toEqual({
      _tag: 'NoDeal',
      reason: 'buyer_left',
    })
  })
})
