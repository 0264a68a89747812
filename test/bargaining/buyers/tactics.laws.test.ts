import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type BehaviourTactic,
  bargain,
  checkTactic,
  concededShare,
  imitatedPrice,
  offersOf,
  priceConceded,
  reactiveArchetype,
  type Tactic,
  type TimeTactic,
  tacticBuyer,
} from '../../../src/bargaining/index.js'
import { sellers, sound, worlds } from '../arbitraries.js'

const betas = fc.oneof(
  fc.constantFrom(0.1, 0.25, 0.5, 1, 2, 4, 10),
  fc.double({ min: 0.01, max: 100, noNaN: true }),
)
const kappas = fc.double({ min: 0.001, max: 1, noNaN: true })
const families = fc.constantFrom('polynomial' as const, 'exponential' as const)
const timeTactics: fc.Arbitrary<TimeTactic> = fc.record({
  _tag: fc.constant('Time' as const),
  family: families,
  beta: betas,
  kappa: kappas,
})
const behaviourTactics: fc.Arbitrary<BehaviourTactic> = fc.oneof(
  fc.record({ _tag: fc.constant('Relative' as const), lag: fc.integer({ min: 1, max: 4 }) }),
  fc.record({
    _tag: fc.constant('RandomAbsolute' as const),
    lag: fc.integer({ min: 1, max: 4 }),
    most: fc.nat(5000),
    seed: fc.bigInt({ min: 0n, max: 99n }),
  }),
  fc.record({ _tag: fc.constant('Averaged' as const), window: fc.integer({ min: 1, max: 5 }) }),
)
const sides = fc.constantFrom('buyer' as const, 'seller' as const)
const prices = fc.array(fc.integer({ min: 0, max: 30000 }), { maxLength: 8 })
const lasts = fc.integer({ min: 1, max: 30 })

describe('the laws of tactics', () => {
  it('L1 ends', () => {
    fc.assert(
      fc.property(timeTactics, lasts, (tactic, last) => {
        expect(concededShare(tactic)(0, last)).toBeCloseTo(tactic.kappa, 12)
        expect(concededShare(tactic)(last, last)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('L2 monotone', () => {
    fc.assert(
      fc.property(timeTactics, lasts, (tactic, last) => {
        for (let turn = 1; turn <= last; turn += 1) {
          expect(concededShare(tactic)(turn, last)).toBeGreaterThanOrEqual(
            concededShare(tactic)(turn - 1, last) - 1e-12,
          )
        }
      }),
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(
        families,
        kappas,
        betas,
        betas,
        lasts,
        fc.nat(30),
        (family, kappa, a, b, last, turn) => {
          const at = (beta: number): number =>
            concededShare({ _tag: 'Time', family, beta, kappa })(Math.min(turn, last), last)
          expect(at(Math.max(a, b))).toBeGreaterThanOrEqual(at(Math.min(a, b)) - 1e-12)
        },
      ),
    )
  })

  it('L4 clip', () => {
    fc.assert(
      fc.property(
        behaviourTactics,
        sides,
        prices,
        fc.nat(30000),
        fc.nat(9999),
        fc.nat(20000),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (tactic, side, other, own, low, width, draw) => {
          const price = imitatedPrice(tactic)({ side, low, high: low + width, own, other, draw })
          expect(price).toBeGreaterThanOrEqual(low)
          expect(price).toBeLessThanOrEqual(low + width)
        },
      ),
    )
    fc.assert(
      fc.property(timeTactics, sides, lasts, fc.nat(30), (tactic, side, last, turn) => {
        const price = priceConceded(side, 100, 300, concededShare(tactic)(turn, last))
        expect(price).toBeGreaterThanOrEqual(100 - 1e-9)
        expect(price).toBeLessThanOrEqual(300 + 1e-9)
      }),
    )
  })

  it('L5 mirror', () => {
    fc.assert(
      fc.property(
        behaviourTactics,
        sides,
        fc.integer({ min: 1, max: 30000 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(30000),
        (tactic, side, price, length, own) => {
          const still = new Array<number>(length).fill(price)
          expect(
            imitatedPrice(tactic)({ side, low: 0, high: 30000, own, other: still, draw: 0 }),
          ).toBe(own)
        },
      ),
    )
  })

  it('L6 window', () => {
    fc.assert(
      fc.property(sides, prices, fc.nat(30000), (side, other, own) => {
        const exchange = { side, low: 0, high: 30000, own, other, draw: 0 }
        expect(imitatedPrice({ _tag: 'Averaged', window: 1 })(exchange)).toBe(
          imitatedPrice({ _tag: 'Relative', lag: 1 })(exchange),
        )
      }),
    )
  })

  it('checked tactics are those that were drawn in range', () => {
    fc.assert(
      fc.property(
        fc.oneof<[fc.Arbitrary<Tactic>, fc.Arbitrary<Tactic>]>(timeTactics, behaviourTactics),
        (tactic) => {
          expect(sound(checkTactic(tactic))).toBe(tactic)
        },
      ),
    )
  })
})

describe('the laws of tactic buyers', () => {
  const tactics = fc.oneof<[fc.Arbitrary<Tactic>, fc.Arbitrary<Tactic>]>(
    timeTactics,
    behaviourTactics,
  )
  const limits = fc.record({
    fromShare: fc.double({ min: 0, max: 1, noNaN: true }),
    toShare: fc.double({ min: 0, max: 1.2, noNaN: true }),
  })

  it('L1 limits', () => {
    fc.assert(
      fc.property(sellers, worlds, tactics, limits, (seller, world, tactic, limit) => {
        const high = limit.toShare * world.value
        const low = Math.min(limit.fromShare * world.list, high)
        for (const offer of offersOf(
          bargain(reactiveArchetype('any', seller))(sound(tacticBuyer(tactic, limit)))(world),
        )) {
          expect(offer).toBeGreaterThanOrEqual(low - 0.5 - 1e-6)
          expect(offer).toBeLessThanOrEqual(high + 0.5 + 1e-6)
        }
      }),
    )
  })

  it('L2 seeded', () => {
    fc.assert(
      fc.property(sellers, worlds, tactics, limits, (seller, world, tactic, limit) => {
        const play = () =>
          bargain(reactiveArchetype('any', seller))(sound(tacticBuyer(tactic, limit)))(world)
        expect(play()).toEqual(play())
      }),
    )
    const offers = (seed: bigint) =>
      offersOf(
        bargain(
          reactiveArchetype('calibrated', {
            concession: 0.388,
            approach: 1.36,
            stalling: 0.8,
            walkAway: 0,
            reservation: 0.99,
            rounds: 6,
            stallThreshold: 0.01,
            openingMultiple: 1,
            finalAccept: false,
            rounding: 'cent',
          }),
        )(
          sound(
            tacticBuyer(
              { _tag: 'RandomAbsolute', lag: 1, most: 500, seed },
              { fromShare: 0.2, toShare: 1 },
            ),
          ),
        )({ id: 'w', value: 12000, cost: 8000, list: 16000 }),
      )
    expect(offers(0n)).not.toEqual(offers(1n))
  })
})
