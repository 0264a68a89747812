import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  blindnessOf,
  blindnessSample,
  rationalOffers,
  shareSurplus,
  sqrtWorld,
  summarizeSurplus,
} from '../../src/bargaining/index.js'
import { utilities, type World } from '../../src/economy/index.js'
import { captureShare, scoreAER } from '../../src/scoring/index.js'
import { worlds } from './arbitraries.js'

const drawnWorlds = fc
  .tuple(fc.bigInt({ min: 0n, max: 1n << 32n }), fc.integer({ min: 0, max: 50 }))
  .map(([seed, index]) => sqrtWorld(seed, index))

describe('blindness', () => {
  it('L1 rational', () => {
    fc.assert(
      fc.property(drawnWorlds, (world) => {
        const before = utilities(world)
        for (const { allocation, gain, responderShare } of rationalOffers(world)) {
          const after = utilities(world, allocation)
          const gains = after.map((utility, agent) => utility - (before[agent] ?? 0))
          expect(Math.min(...gains)).toBeGreaterThanOrEqual(-1e-9)
          expect(Math.max(...gains)).toBeGreaterThan(0)
          expect(gain).toBeCloseTo((gains[0] ?? 0) + (gains[1] ?? 0), 12)
          expect(responderShare * gain).toBeCloseTo(gains[1] ?? 0, 9)
        }
      }),
    )
  })

  it('L2 inverted', () => {
    const holds = (world: World): void => {
      const { offers, pairs, inverted, widest } = blindnessOf(world)
      let count = 0
      let all = 0
      // Every ordered pair, without the order that the search relies on.
      for (const a of offers) {
        for (const b of offers) {
          if (a.gain - b.gain <= 1e-9) continue
          all += 1
          if (b.responderShare - a.responderShare > 1e-9) count += 1
        }
      }
      expect([all, count]).toEqual([pairs, inverted])
      if (widest === null) return
      expect(widest.higherWelfare.gain).toBeGreaterThan(widest.lowerWelfare.gain)
      expect(widest.higherWelfare.responderShare).toBeLessThan(widest.lowerWelfare.responderShare)
    }
    fc.assert(fc.property(drawnWorlds, holds), { numRuns: 40 })
    // Even swaps between mirror images share alike at every size: such pairs differ in welfare and are not inverted.
    const mirrored = {
      ...sqrtWorld(0n, 0),
      allocation: [
        [6, 0],
        [0, 6],
      ],
      preferences: [
        [1, 1],
        [1, 1],
      ],
      resourceNames: ['r1', 'r2'],
    }
    holds(mirrored)
    const even = rationalOffers(mirrored).filter(
      ({ responderShare }) => Math.abs(responderShare - 0.5) < 1e-9,
    )
    expect(even.length).toBe(5)
  })

  it('L3 complete', () => {
    fc.assert(
      fc.property(
        drawnWorlds,
        fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
        (world, draws) => {
          const [first = [], second = []] = world.allocation
          const supply = first.map((units, good) => units + (second[good] ?? 0))
          const held = supply.map((units, good) => (draws[good] ?? 0) % (units + 1))
          const rest = supply.map((units, good) => units - (held[good] ?? 0))
          const before = utilities(world)
          const after = utilities(world, [held, rest])
          const gains = after.map((utility, agent) => utility - (before[agent] ?? 0))
          const rational = Math.min(...gains) >= -1e-9 && (gains[0] ?? 0) + (gains[1] ?? 0) > 1e-9
          const listed = rationalOffers(world).some(
            ({ allocation }) => JSON.stringify(allocation) === JSON.stringify([held, rest]),
          )
          expect(listed).toBe(rational)
        },
      ),
    )
  })

  it('is found in 57 of 100 exactly evaluated worlds, in half of the pairs', () => {
    const sample = blindnessSample(0n, 100)
    const total = (of: (one: (typeof sample)[number]) => number) =>
      sample.reduce((all, one) => all + of(one), 0)
    expect(sample.filter(({ offers }) => offers.length > 0).length).toBe(72)
    expect(sample.filter(({ inverted }) => inverted > 0).length).toBe(57)
    expect([total(({ pairs }) => pairs), total(({ inverted }) => inverted)]).toEqual([10656, 5284])
    // An offer that leaves the responder less than half ranks above one that leaves it more.
    const flipped = sample.filter(
      ({ widest }) =>
        widest !== null &&
        widest.higherWelfare.responderShare < 0.5 &&
        widest.lowerWelfare.responderShare > 0.5,
    )
    expect(flipped.length).toBe(47)
  })
})

describe('the ratio of joint gains', () => {
  it('is unchanged by money between the seats, which changes SE+ and the capture share', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(worlds, fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 1, max: 50 }),
        (drawn, moved) => {
          const deals = drawn.map(([world, share], place) => ({
            world: { ...world, id: `w${place}` },
            price: Math.round(world.cost + share * (world.value - world.cost)),
          }))
          const scored = (shift: number) => {
            const shares = deals.map(({ world, price }) =>
              shareSurplus(world)({
                _tag: 'Deal',
                price: price + shift,
                acceptedBy: 'buyer',
                offer: { by: 'seller', counter: 1, price: price + shift },
              }),
            )
            const rows = deals.map(({ world, price }) => ({
              world: world.id,
              tier: 'wstar_grid' as const,
              // What both sides gain together: the price is a transfer between them.
              realized: world.value - (price + shift) + (price + shift - world.cost),
              attainable: world.value - world.cost,
            }))
            const captures = deals.map(({ world, price }) =>
              captureShare({
                agent: 1,
                gains: [world.value - (price + shift), price + shift - world.cost],
              }),
            )
            return {
              aer: scoreAER(rows, { bootstrap: false }),
              summary: summarizeSurplus(shares),
              captures: captures.map((one) => (one.status === 'ok' ? one.share : Number.NaN)),
            }
          }
          const [before, after] = [scored(0), scored(moved)]
          expect(after.aer).toEqual(before.aer)
          if (before.summary.status !== 'ok' || after.summary.status !== 'ok') throw new Error()
          expect(after.summary.aer).toEqual(before.summary.aer)
          expect(before.aer.status === 'ok' && before.aer.aer).toBe(1)
          expect(after.summary.sePlus.value).toBeLessThan(before.summary.sePlus.value)
          for (const [place, share] of after.captures.entries()) {
            expect(share).toBeLessThan(before.captures[place] ?? Number.NaN)
          }
        },
      ),
    )
  })
})
