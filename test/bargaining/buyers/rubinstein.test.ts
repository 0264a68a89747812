import { describe, expect, it } from 'vitest'
import {
  bargain,
  calibrated,
  calibratedWorlds,
  firstProposerShare,
  firstProposerShareOf,
  firstProposerShareUnderHazard,
  reactiveArchetype,
  rubinsteinBuyer,
} from '../../../src/bargaining/index.js'
import { sound } from '../arbitraries.js'

describe('the shares of alternating offers', () => {
  it.each([
    [0.9, 0.9, 0.52632],
    [0.8, 0.9, 0.35714],
    [1, 0.9, 1],
    [0.9, 1, 0],
    [0, 0, 1],
  ])('are (1 - d2)/(1 - d1*d2): %d and %d give %d', (proposer, responder, share) => {
    expect(sound(firstProposerShare(proposer, responder))).toBeCloseTo(share, 5)
  })

  it('are undefined between two fully patient players, and outside [0, 1]', () => {
    expect(firstProposerShare(1, 1)._tag).toBe('Left')
    const made = firstProposerShare(Number.NaN, 1.1)
    expect(made._tag === 'Left' && made.left.map(({ path }) => path[0])).toEqual([
      'proposer',
      'responder',
    ])
  })

  it('are 1/(2 - q) under a hazard', () => {
    const share = sound(firstProposerShareUnderHazard(0.08))
    expect(share).toBeCloseTo(0.5208, 4)
    expect(2 * share - 1).toBeCloseTo(0.0417, 4)
    for (const hazard of [0, -0.1, 1.1, Number.NaN])
      expect(firstProposerShareUnderHazard(hazard)._tag).toBe('Left')
  })

  it('follow by backward induction where the end is known', () => {
    expect(sound(firstProposerShareOf(0.9, 0.9, 1))).toBe(1)
    expect(sound(firstProposerShareOf(0.9, 0.9, 2))).toBeCloseTo(0.1, 12)
    expect(sound(firstProposerShareOf(0.9, 0.9, 3))).toBeCloseTo(0.91, 12)
    expect(sound(firstProposerShareOf(0.8, 0.5, 3))).toBeCloseTo(1 - 0.5 * (1 - 0.8), 12)
    for (const proposals of [0, 1.5, -1])
      expect(firstProposerShareOf(0.9, 0.9, proposals)._tag).toBe('Left')
  })
})

describe('a Rubinstein buyer', () => {
  it('offers the division of the zone it believes in, never above its value', () => {
    const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
    const buyer = sound(rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: 0.333 }))
    const { moves } = bargain(reactiveArchetype('calibrated', calibrated.seller))(buyer)(world)
    expect(moves[0]).toEqual({ _tag: 'Offer', price: Math.round(12094 * (1 - 0.333 / 1.9)) })
  })

  it('accepts an ask that leaves it what waiting would', () => {
    const buyer = sound(rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: 0.5 }))
    const seen = {
      value: 10000,
      list: 9000,
      counter: 1,
      rounds: 4,
      countersLeft: 2,
      onlyAccept: false,
      rounding: 'cent' as const,
      offers: [],
    }
    const bound = 10000 - Math.ceil(0.9 * (1 / 1.9) * 5000)
    expect(buyer.move({ ...seen, asks: [bound] })).toEqual({ _tag: 'Accept' })
    expect(buyer.move({ ...seen, asks: [bound + 2] })._tag).toBe('Offer')
  })

  it('refuses a belief without an equilibrium or a margin', () => {
    expect(rubinsteinBuyer({ buyer: 1, seller: 1, margin: 0.3 })._tag).toBe('Left')
    expect(rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: 0 })._tag).toBe('Left')
    expect(rubinsteinBuyer({ buyer: 0.9, seller: 0.9, margin: Number.NaN })._tag).toBe('Left')
  })
})
