import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AcceptanceRule,
  accepting,
  acceptsBy,
  bargain,
  calibrated,
  calibratedWorlds,
  reactiveArchetype,
  scheduleOf,
  timeOf,
} from '../../../src/bargaining/index.js'
import { plannedBuyer, plannedMoves, sellers, worlds } from '../arbitraries.js'

const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }
const rules: fc.Arbitrary<AcceptanceRule> = fc.oneof(
  fc.record({
    _tag: fc.constant('Next' as const),
    factor: fc.double({ min: 0, max: 2, noNaN: true }),
    constant: fc.integer({ min: -500, max: 500 }),
  }),
  fc.record({ _tag: fc.constant('Constant' as const), gain: fc.integer({ min: -500, max: 5000 }) }),
  fc.record({
    _tag: fc.constant('Time' as const),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    anyGain: fc.boolean(),
  }),
)

describe('acceptance rules', () => {
  it('AC_next compares with the own next offer', () => {
    const rule: AcceptanceRule = { _tag: 'Next', factor: 1, constant: 0 }
    expect(acceptsBy(rule)({ offered: 500, next: 500, time: 0 })).toBe(true)
    expect(acceptsBy(rule)({ offered: 499, next: 500, time: 0 })).toBe(false)
    expect(acceptsBy({ ...rule, constant: -100 })({ offered: 400, next: 500, time: 0 })).toBe(true)
    expect(acceptsBy({ ...rule, factor: 0.5 })({ offered: 250, next: 500, time: 0 })).toBe(true)
    expect(acceptsBy(rule)({ offered: 500, next: null, time: 1 })).toBe(false)
  })

  it('AC_const compares with a gain, AC_time with a time', () => {
    expect(acceptsBy({ _tag: 'Constant', gain: 100 })({ offered: 100, next: null, time: 0 })).toBe(
      true,
    )
    expect(
      acceptsBy({ _tag: 'Time', from: 1, anyGain: false })({ offered: 0, next: null, time: 1 }),
    ).toBe(true)
    expect(
      acceptsBy({ _tag: 'Time', from: 1, anyGain: false })({ offered: -1, next: null, time: 1 }),
    ).toBe(false)
    expect(
      acceptsBy({ _tag: 'Time', from: 1, anyGain: true })({ offered: -1, next: null, time: 1 }),
    ).toBe(true)
    expect(
      acceptsBy({ _tag: 'Time', from: 1, anyGain: true })({ offered: 9, next: null, time: 0.99 }),
    ).toBe(false)
  })

  it('runs time from the first counter to the last', () => {
    const at = (counter: number, rounds: number): number =>
      timeOf({
        value: 0,
        list: 0,
        counter,
        rounds,
        countersLeft: 0,
        onlyAccept: false,
        rounding: 'cent',
        asks: [],
        offers: [],
      })
    expect([1, 2, 3, 4].map((counter) => at(counter, 4))).toEqual([0, 0.5, 1, 1])
    expect(at(1, 2)).toBe(1)
  })

  it('makes a buyer take an ask that beats its own next offer', () => {
    const buyer = accepting({ _tag: 'Constant', gain: 0 })(scheduleOf([0.5, 0.6, 0.9]))
    const { outcome } = bargain(
      reactiveArchetype('eager', { ...calibrated.seller, concession: 1 }),
    )(buyer)(world)
    expect(outcome).toMatchObject({ _tag: 'Deal', acceptedBy: 'buyer', offer: { counter: 2 } })
  })
})

describe('the laws of acceptance', () => {
  it('L1 monotone', () => {
    fc.assert(
      fc.property(
        rules,
        fc.integer({ min: -5000, max: 5000 }),
        fc.nat(5000),
        fc.option(fc.integer({ min: -5000, max: 5000 })),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (rule, offered, more, next, time) => {
          if (acceptsBy(rule)({ offered, next, time })) {
            expect(acceptsBy(rule)({ offered: offered + more, next, time })).toBe(true)
          }
        },
      ),
    )
  })

  it('L2 otherwise', () => {
    fc.assert(
      fc.property(sellers, worlds, plannedMoves, (seller, drawn, plan) => {
        const play = bargain(reactiveArchetype('any', seller))
        const never = accepting({ _tag: 'Constant', gain: Number.POSITIVE_INFINITY })(
          plannedBuyer(plan),
        )
        expect({ ...play(never)(drawn), buyer: 'planned' }).toEqual(play(plannedBuyer(plan))(drawn))
      }),
    )
  })
})
