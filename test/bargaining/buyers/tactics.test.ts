import { describe, expect, it } from 'vitest'
import {
  type BuyerObservation,
  bargain,
  betaOfExponent,
  calibrated,
  calibratedWorlds,
  checkTactic,
  concededShare,
  imitatedPrice,
  priceConceded,
  reactiveArchetype,
  tacticBuyer,
  tacticSeller,
} from '../../../src/bargaining/index.js'
import { sound } from '../arbitraries.js'

const time = (family: 'polynomial' | 'exponential', beta: number, kappa = 0) =>
  ({ _tag: 'Time', family, beta, kappa }) as const
const world = calibratedWorlds[0] ?? { id: '', value: 0, cost: 0, list: 0 }

const observation: BuyerObservation = {
  value: 12000,
  list: 16000,
  counter: 2,
  rounds: 4,
  countersLeft: 1,
  onlyAccept: false,
  rounding: 'cent',
  asks: [16000, 15000],
  offers: [8000],
}

describe('time-dependent tactics', () => {
  it('concede the share of the time to the power 1/beta', () => {
    expect(concededShare(time('polynomial', 1))(1, 4)).toBe(0.25)
    expect(concededShare(time('polynomial', 0.5))(1, 4)).toBe(0.0625)
    expect(concededShare(time('polynomial', 2))(1, 4)).toBe(0.5)
    expect(concededShare(time('polynomial', 1, 0.2))(1, 4)).toBeCloseTo(0.2 + 0.8 * 0.25, 15)
  })

  it('concede kappa to the power (1 - time)^beta in the exponential family', () => {
    expect(concededShare(time('exponential', 1, 0.25))(2, 4)).toBeCloseTo(0.5, 15)
    expect(concededShare(time('exponential', 2, 0.1))(1, 4)).toBeCloseTo(0.1 ** 0.5625, 12)
  })

  it('count an exponent of 4 as a Boulware and of 1/4 as a conceder, as NegMAS writes it', () => {
    const boulware = concededShare(time('polynomial', betaOfExponent(4)))(2, 4)
    const conceder = concededShare(time('polynomial', betaOfExponent(0.25)))(2, 4)
    expect(boulware).toBeCloseTo(0.5 ** 4, 12)
    expect(conceder).toBeCloseTo(0.5 ** 0.25, 12)
  })

  it('stay at the last turn after it, and are at it where there is one turn only', () => {
    expect(concededShare(time('polynomial', 1))(9, 4)).toBe(1)
    expect(concededShare(time('polynomial', 1))(0, 0)).toBe(1)
  })

  it('move a buyer up and a seller down between their limits', () => {
    expect(priceConceded('buyer', 100, 200, 0.25)).toBe(125)
    expect(priceConceded('seller', 100, 200, 0.25)).toBe(175)
  })

  it('end at the value of a buyer at the last counter', () => {
    const buyer = sound(tacticBuyer(time('polynomial', 1)))
    expect([1, 2, 3].map((counter) => buyer.move({ ...observation, counter }))).toEqual([
      { _tag: 'Offer', price: 8000 },
      { _tag: 'Offer', price: 10000 },
      { _tag: 'Offer', price: 12000 },
    ])
  })
})

describe('behaviour-dependent tactics', () => {
  const exchange = { low: 0, high: 20000, own: 8000, other: [16000, 15000, 12000], draw: 0.5 }

  it('answer the other side by its ratio, its step, or its mean over a window', () => {
    expect(imitatedPrice({ _tag: 'Relative', lag: 1 })({ ...exchange, side: 'buyer' })).toBe(10000)
    expect(imitatedPrice({ _tag: 'Relative', lag: 2 })({ ...exchange, side: 'buyer' })).toBeCloseTo(
      8000 * (16 / 15),
      9,
    )
    expect(
      imitatedPrice({ _tag: 'Averaged', window: 2 })({ ...exchange, side: 'buyer' }),
    ).toBeCloseTo(8000 * (16 / 12), 9)
    expect(
      imitatedPrice({ _tag: 'Averaged', window: 9 })({ ...exchange, side: 'buyer' }),
    ).toBeCloseTo(8000 * (16 / 12), 9)
    expect(
      imitatedPrice({ _tag: 'RandomAbsolute', lag: 1, most: 100, seed: 1n })({
        ...exchange,
        side: 'buyer',
      }),
    ).toBe(11050)
  })

  it('make a seller follow a buyer downwards', () => {
    const rising = { ...exchange, side: 'seller' as const, own: 16000, other: [8000, 10000] }
    expect(imitatedPrice({ _tag: 'Relative', lag: 1 })(rising)).toBe(12800)
    expect(imitatedPrice({ _tag: 'RandomAbsolute', lag: 1, most: 100, seed: 1n })(rising)).toBe(
      13950,
    )
  })

  it('stand still while there is no step to answer, and where a price was 0', () => {
    expect(imitatedPrice({ _tag: 'Relative', lag: 3 })({ ...exchange, side: 'buyer' })).toBe(8000)
    expect(
      imitatedPrice({ _tag: 'Relative', lag: 1 })({ ...exchange, side: 'buyer', other: [] }),
    ).toBe(8000)
    expect(
      imitatedPrice({ _tag: 'Relative', lag: 1 })({ ...exchange, side: 'buyer', other: [5, 0] }),
    ).toBe(8000)
  })

  it('open a buyer at its lower limit and follow the asks', () => {
    const buyer = sound(tacticBuyer({ _tag: 'Relative', lag: 1 }))
    expect(buyer.move({ ...observation, offers: [], asks: [16000] })).toEqual({
      _tag: 'Offer',
      price: 8000,
    })
    expect(buyer.move(observation)).toEqual({ _tag: 'Offer', price: 8533 })
    expect(buyer.move({ ...observation, offers: [8000, null] })).toEqual({
      _tag: 'Offer',
      price: 8533,
    })
  })
})

describe('checks of tactics', () => {
  it('name every parameter that is out of its range', () => {
    const pathsOf = (tactic: Parameters<typeof checkTactic>[0]) => {
      const made = checkTactic(tactic)
      return made._tag === 'Left' ? made.left.map(({ path }) => path[0]) : []
    }
    expect(pathsOf(time('polynomial', 0, 2))).toEqual(['beta', 'kappa'])
    expect(pathsOf(time('exponential', 1, 0))).toEqual(['kappa'])
    expect(pathsOf({ _tag: 'Relative', lag: 0 })).toEqual(['lag'])
    expect(pathsOf({ _tag: 'Averaged', window: 1.5 })).toEqual(['window'])
    expect(
      pathsOf({ _tag: 'RandomAbsolute', lag: 0, most: -1, seed: undefined as unknown as bigint }),
    ).toEqual(['most', 'seed', 'lag'])
  })

  it('refuse limits that are no shares', () => {
    const made = tacticBuyer(time('polynomial', 1), { fromShare: Number.NaN, toShare: -1 })
    expect(made._tag === 'Left' && made.left.map(({ path }) => path[0])).toEqual([
      'fromShare',
      'toShare',
    ])
  })
})

describe('tactic sellers', () => {
  it('go from the list price to the cost by the last answer', () => {
    const archetype = tacticSeller('linear', time('polynomial', 1), 4)
    const holding = { name: 'holding', move: () => ({ _tag: 'Hold' }) as const }
    const { asks, outcome } = bargain(archetype)(holding)(world)
    expect(asks).toEqual([16070, 13417, 10764, 8110])
    expect(outcome).toEqual({ _tag: 'NoDeal', reason: 'deadline' })
  })

  it('take an offer that meets their next ask', () => {
    const archetype = tacticSeller('linear', time('polynomial', 1), 4)
    const once = { name: 'once', move: () => ({ _tag: 'Offer', price: 13417 }) as const }
    expect(bargain(archetype)(once)(world).outcome).toMatchObject({
      _tag: 'Deal',
      price: 13417,
      acceptedBy: 'seller',
    })
  })

  it('imitate a buyer', () => {
    const archetype = tacticSeller('imitating', { _tag: 'Relative', lag: 1 }, 4)
    const prices = [8000, 8800, 8800]
    const rising = {
      name: 'rising',
      move: ({ offers }: BuyerObservation) =>
        ({ _tag: 'Offer', price: prices[offers.length] ?? 0 }) as const,
    }
    expect(bargain(archetype)(rising)(world).asks.slice(0, 3)).toEqual([16070, 16070, 14610])
  })
})

describe('a bargain between two tactics', () => {
  it('ends in a deal where both concede', () => {
    const buyer = sound(tacticBuyer(time('polynomial', 2)))
    expect(
      bargain(tacticSeller('conceder', time('polynomial', 2), 6))(buyer)(world).outcome._tag,
    ).toBe('Deal')
    expect(
      bargain(reactiveArchetype('calibrated', calibrated.seller))(buyer)(world).outcome._tag,
    ).toBe('Deal')
  })
})
