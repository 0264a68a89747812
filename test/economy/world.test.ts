import { describe, expect, it } from 'vitest'
import {
  agentCount,
  decodeWorld,
  goodCount,
  makeWorld,
  resourceTotals,
} from '../../src/economy/index.js'
import { refusals, sound } from './arbitraries.js'

const two = {
  allocation: [
    [1, 0],
    [0, 1],
  ],
  preferences: [
    [1, 3],
    [3, 1],
  ],
}

const buyer = {
  buyerAgent: 1,
  moneyResource: 2,
  requiredComponents: [1],
  bundleValue: 10,
  budget: 5,
}

describe('makeWorld', () => {
  it('takes two matrices and fills in the rest', () => {
    expect(sound(makeWorld(two))).toEqual({
      ...two,
      resourceNames: ['r1', 'r2'],
      utilityMode: 'linear',
      moneyGoodIndex: null,
      bundleBuyer: null,
    })
  })

  it('names the money good money', () => {
    expect(sound(makeWorld({ ...two, moneyGoodIndex: 0 })).resourceNames).toEqual(['money', 'r2'])
  })

  it('takes index 0 as an index, quantity 0 and value 0 as numbers', () => {
    const world = sound(
      makeWorld({
        allocation: [[0]],
        preferences: [[0]],
        moneyGoodIndex: 0,
        utilityMode: 'linear',
      }),
    )
    expect(world.moneyGoodIndex).toBe(0)
    expect(world.allocation).toEqual([[0]])
  })

  it('turns -0 into 0', () => {
    const world = sound(makeWorld({ allocation: [[-0]], preferences: [[-0]] }))
    expect(Object.is(world.allocation[0]?.[0], 0)).toBe(true)
    expect(Object.is(world.preferences[0]?.[0], 0)).toBe(true)
  })

  it('allows goods that somebody dislikes', () => {
    expect(sound(makeWorld({ allocation: [[1]], preferences: [[-2]] })).preferences).toEqual([[-2]])
  })

  it('refuses an economy without agents or without goods', () => {
    expect(refusals(makeWorld({ allocation: [], preferences: [] }))).toEqual([
      'EmptyWorld allocation',
      'EmptyWorld preferences',
    ])
    expect(refusals(makeWorld({ allocation: [[]], preferences: [[]] }))).toEqual([
      'EmptyWorld allocation.0',
      'EmptyWorld preferences.0',
    ])
  })

  it('refuses ragged rows and a missing row', () => {
    const ragged = makeWorld({ allocation: [[1, 2], [3]], preferences: [[1, 2, 3]] })
    expect(refusals(ragged)).toEqual([
      'RaggedMatrix allocation.1',
      'RaggedMatrix preferences',
      'RaggedMatrix preferences.0',
    ])
  })

  it('refuses negative quantities, NaN and infinities, all at once and each at its place', () => {
    const bad = makeWorld({
      allocation: [
        [-1, Number.NaN],
        [Number.POSITIVE_INFINITY, 0],
      ],
      preferences: [
        [0, Number.NEGATIVE_INFINITY],
        [Number.NaN, 1],
      ],
    })
    expect(refusals(bad)).toEqual([
      'NegativeQuantity allocation.0.0',
      'NotFinite allocation.0.1',
      'NotFinite allocation.1.0',
      'NotFinite preferences.0.1',
      'NotFinite preferences.1.0',
    ])
  })

  it('refuses quantities that are not numbers, holes included', () => {
    const allocation = [['1'], [null], [true], new Array(1), [1n], [{}]]
    const bad = decodeWorld({ allocation, preferences: allocation.map(() => [1]) })
    expect(refusals(bad)).toEqual(allocation.map((_, agent) => `NotFinite allocation.${agent}.0`))
  })

  it('refuses what is no matrix at all', () => {
    for (const input of [null, undefined, 3, 'world', [], () => 1]) {
      expect(refusals(decodeWorld(input))).toEqual(['NotAWorld '])
    }
    expect(refusals(decodeWorld({ allocation: 'x', preferences: [3] }))).toEqual([
      'NotAWorld allocation',
      'NotAWorld preferences.0',
      'RaggedMatrix preferences',
    ])
  })

  it('refuses supplies and values whose welfare overflows', () => {
    const huge = Number.MAX_VALUE
    expect(refusals(makeWorld({ allocation: [[huge], [huge]], preferences: [[0], [0]] }))).toEqual([
      'TooLarge allocation',
    ])
    expect(refusals(makeWorld({ allocation: [[1e200]], preferences: [[1e200]] }))).toEqual([
      'TooLarge allocation',
    ])
    expect(refusals(makeWorld({ allocation: [[1]], preferences: [[1e308], [1e308]] }))).toContain(
      'TooLarge allocation',
    )
  })

  it('refuses names that are missing, blank, repeated or no text', () => {
    const named = (resourceNames: unknown): ReadonlyArray<string> =>
      refusals(decodeWorld({ ...two, resourceNames }))
    expect(named(['r1'])).toEqual(['ResourceNames resourceNames'])
    expect(named([])).toEqual(['ResourceNames resourceNames'])
    expect(named('r1r2')).toEqual(['ResourceNames resourceNames'])
    expect(named(null)).toEqual(['ResourceNames resourceNames'])
    expect(named([' ', 7])).toEqual([
      'ResourceNames resourceNames.0',
      'ResourceNames resourceNames.1',
    ])
    expect(named(['a', 'a'])).toEqual(['ResourceNames resourceNames.1'])
  })

  it('refuses an unknown utility mode', () => {
    for (const utilityMode of ['cubic', null, 0, '']) {
      expect(refusals(decodeWorld({ ...two, utilityMode }))).toEqual([
        'UnknownUtilityMode utilityMode',
      ])
    }
  })

  it('refuses a money index outside the goods', () => {
    for (const moneyGoodIndex of [2, -1, 0.5, Number.NaN, '0', true]) {
      expect(refusals(decodeWorld({ ...two, moneyGoodIndex }))).toEqual([
        'MoneyGood moneyGoodIndex',
      ])
    }
  })

  it('refuses every wrong reference of a bundle buyer', () => {
    const bought = (bundleBuyer: unknown): ReadonlyArray<string> =>
      refusals(decodeWorld({ ...two, moneyGoodIndex: 1, bundleBuyer }))
    expect(
      sound(decodeWorld({ ...two, moneyGoodIndex: 1, bundleBuyer: buyer })).bundleBuyer,
    ).toEqual(buyer)
    expect(bought(0)).toEqual(['BundleBuyer bundleBuyer'])
    expect(bought({ ...buyer, buyerAgent: 0 })).toEqual(['BundleBuyer bundleBuyer.buyerAgent'])
    expect(bought({ ...buyer, buyerAgent: 3 })).toEqual(['BundleBuyer bundleBuyer.buyerAgent'])
    expect(bought({ ...buyer, moneyResource: 1, requiredComponents: [2] })).toEqual([
      'BundleBuyer bundleBuyer.moneyResource',
    ])
    expect(bought({ ...buyer, requiredComponents: [] })).toEqual([
      'BundleBuyer bundleBuyer.requiredComponents',
    ])
    expect(bought({ ...buyer, requiredComponents: [2, 0, 3, 1, 1, 1.5] })).toEqual(
      [0, 1, 2, 4, 5].map((place) => `BundleBuyer bundleBuyer.requiredComponents.${place}`),
    )
    expect(bought({ ...buyer, bundleValue: Number.NaN, budget: -1 })).toEqual([
      'BundleBuyer bundleBuyer.bundleValue',
      'BundleBuyer bundleBuyer.budget',
    ])
    expect(bought({})).toHaveLength(5)
  })

  it('refuses a bundle buyer without money or beside curved utilities', () => {
    expect(refusals(makeWorld({ ...two, bundleBuyer: buyer }))).toEqual([
      'BundleBuyer bundleBuyer.moneyResource',
    ])
    const curved = { ...two, moneyGoodIndex: 1, utilityMode: 'concave_separable' } as const
    expect(refusals(makeWorld({ ...curved, bundleBuyer: buyer }))).toEqual([
      'BundleBuyer utilityMode',
    ])
  })
})

describe('sizes and totals', () => {
  it('counts agents and goods', () => {
    const world = sound(makeWorld({ allocation: [[1, 2, 3]], preferences: [[1, 1, 1]] }))
    expect(agentCount(world)).toBe(1)
    expect(goodCount(world)).toBe(3)
  })

  it('adds each good by the named summation', () => {
    const allocation = [
      [1e16, 1],
      [1, 2],
      [-1e16, 3],
    ]
    expect(resourceTotals('plain')(allocation)).toEqual([0, 6])
    expect(resourceTotals('neumaier')(allocation)).toEqual([1, 6])
  })
})
