import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acceptAnything,
  anchoredRules,
  marginPolicy,
  type Negotiator,
  playSeatDesign,
  referencePolicy,
  type SeatTrial,
  seatDesign,
  seatValue,
  symmetricRules,
  symmetricWorlds,
} from '../../src/bargaining/index.js'
import { explain } from '../../src/statistics/index.js'
import { sound } from './arbitraries.js'

const keeping = (keep: number): Negotiator =>
  sound(marginPolicy({ margin: 4000, keep }, `keep ${keep}`))
const policies = fc.constantFrom(keeping(0.5), keeping(0.8), referencePolicy, acceptAnything)
const trials: fc.Arbitrary<ReadonlyArray<SeatTrial>> = fc.array(
  fc.record({
    worldId: fc.constantFrom('u', 'v', 'w', 'x', 'y'),
    side: fc.constantFrom('buyer', 'seller'),
    wording: fc.constantFrom('original', 'mirrored'),
    share: fc.option(fc.integer({ min: 0, max: 16 }).map((sixteenths) => sixteenths / 16)),
  }),
  { maxLength: 40 },
)
const fast = { replicates: 100, method: 'percentile' } as const
const estimate = (outcome: { readonly estimate: number | null }) => outcome.estimate ?? 0

describe('the laws of seat value', () => {
  it('L1 wording blind', () => {
    fc.assert(
      fc.property(policies, policies, fc.bigInt({ min: 0n, max: 30n }), (one, other, seed) => {
        const design = seatDesign(one, other)(symmetricWorlds(seed, 8))
        const { wording } = seatValue(fast)(playSeatDesign()(design))
        if (wording.effect._tag === 'Interval') {
          expect([
            wording.effect.estimate,
            wording.effect.low,
            wording.effect.high,
            wording.effect.degenerate,
          ]).toEqual([0, 0, 0, true])
        } else expect(wording.worlds).toBeLessThan(2)
      }),
      { numRuns: 30 },
    )
  })

  it('L2 seat exchange', () => {
    fc.assert(
      fc.property(trials, (list) => {
        const turned = list.map(
          (trial): SeatTrial => ({ ...trial, side: trial.side === 'buyer' ? 'seller' : 'buyer' }),
        )
        const [found, other] = [seatValue(fast)(list), seatValue(fast)(turned)]
        expect(estimate(other.seat.effect)).toBeCloseTo(-estimate(found.seat.effect), 6)
        expect(other.seat.dropped).toEqual(found.seat.dropped)
        expect(estimate(other.wording.effect)).toBeCloseTo(estimate(found.wording.effect), 6)
      }),
      { numRuns: 60 },
    )
  })

  it('L3 seat account', () => {
    fc.assert(
      fc.property(trials, (list) => {
        const worlds = new Set(list.map(({ worldId }) => worldId))
        const found = seatValue(fast)(list)
        for (const effect of [found.seat, found.wording]) {
          expect(effect.worlds + effect.dropped.length).toBe(worlds.size)
          expect(effect.dropped.every((world) => worlds.has(world))).toBe(true)
          expect(effect.effect.n).toBe(effect.worlds)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('a seat-value experiment', () => {
  const worlds = symmetricWorlds(7n, 120)

  it('is eight seatings a world, four for either side of the subject', () => {
    const design = seatDesign('subject', 'other')(worlds.slice(0, 2))
    expect(design).toHaveLength(16)
    for (const seating of design) expect(seating[seating.subject]).toBe('subject')
    expect(design.filter(({ subject }) => subject === 'buyer')).toHaveLength(8)
    expect(
      new Set(design.map((s) => JSON.stringify([s.world.id, s.subject, s.opener, s.wording]))).size,
    ).toBe(16)
  })

  it('finds no seat effect in the symmetric protocol between equals, and one by the anchored rules', () => {
    const of = (rules: typeof symmetricRules) =>
      seatValue()(playSeatDesign(rules)(seatDesign(referencePolicy, referencePolicy)(worlds))).seat
        .effect
    expect(of(symmetricRules)).toMatchObject({ _tag: 'Interval', estimate: 0, degenerate: true })
    const anchored = of(anchoredRules)
    if (anchored._tag !== 'Interval') throw new Error(anchored.reason)
    expect(anchored.low * anchored.high).toBeGreaterThan(0)
  })

  it('finds the effects of a subject that is paid by seat and by wording', () => {
    const list = worlds.flatMap(({ id }, w) =>
      (['buyer', 'seller'] as const).flatMap((side) =>
        (['original', 'mirrored'] as const).map(
          (wording): SeatTrial => ({
            worldId: id,
            side,
            wording,
            share:
              0.4 +
              (side === 'seller' ? 0.2 : 0) +
              (wording === 'original' ? 0.05 : 0) +
              (w % 7) / 100,
          }),
        ),
      ),
    )
    const { seat, wording } = seatValue()(list)
    expect([estimate(seat.effect), estimate(wording.effect)].map((x) => x.toFixed(4))).toEqual([
      '0.2000',
      '0.0500',
    ])
    expect(explain(seat.effect)).toMatch(/^The mean of differences is 0\.2/)
  })

  it('lists the worlds that lack a cell, and without mirrored wording has no wording effect', () => {
    const original = playSeatDesign()(seatDesign(keeping(0.5), keeping(0.8))(worlds)).filter(
      ({ wording }) => wording === 'original',
    )
    const { seat, wording } = seatValue(fast)(original)
    expect(seat.worlds).toBeGreaterThan(60)
    expect(wording.worlds).toBe(0)
    expect(wording.dropped).toHaveLength(120)
    expect(wording.effect._tag).toBe('NotEvaluable')
  })
})
