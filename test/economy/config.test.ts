import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  configToSnapshot,
  defaultExchangeConfig,
  defaultProtocol,
  type ExchangeConfig,
  makeExchangeConfig,
  readExchangeConfig,
  utilityModes,
  worldOf,
} from '../../src/economy/index.js'
import { bundleOfThree, visibleBilateral } from '../support/cases.js'
import { refusals, sound } from './arbitraries.js'

describe('readExchangeConfig', () => {
  it('reads keys in the words of the files and ignores others', () => {
    const config = sound(
      readExchangeConfig({
        name: 'a case',
        num_agents: 4,
        controllers: [1],
        seed: 0,
        protocol: { name: 'rules', atomic_commit: true, surprise: 1 },
        institution_pressure: { search_cost_per_public_round: 0.05 },
        intended_capability: 'anything',
        _notes: [],
      }),
    )
    expect(config).toEqual({
      ...defaultExchangeConfig,
      name: 'a case',
      numAgents: 4,
      controllers: [1],
      seed: 0,
      protocol: { ...defaultProtocol, name: 'rules', atomicCommit: true },
      institutionPressure: {
        ...defaultExchangeConfig.institutionPressure,
        searchCostPerPublicRound: 0.05,
      },
    })
  })

  it('refuses bad seeds, controllers, rounds and names, all at once', () => {
    const bad = readExchangeConfig({
      seed: 1.5,
      rounds: 0,
      num_agents: '5',
      utility_mode: 'cubic',
      world_type: 'flat',
      controllers: [],
      with_money: 1,
      protocol: { defection_rate: 1.1, visibility_seed: null, visibility_mode: 'x' },
      institution_pressure: { contact_expansion_cost: -1 },
    })
    expect([...refusals(bad)].sort()).toEqual(
      [
        'BadSeed seed',
        'OutOfRange rounds',
        'Malformed num_agents',
        'UnknownName utility_mode',
        'UnknownName world_type',
        'Malformed controllers',
        'Malformed with_money',
        'OutOfRange protocol.defection_rate',
        'BadSeed protocol.visibility_seed',
        'UnknownName protocol.visibility_mode',
        'OutOfRange institution_pressure.contact_expansion_cost',
      ].sort(),
    )
  })

  it('refuses controllers that are no agents', () => {
    const controlled = (controllers: unknown): ReadonlyArray<string> =>
      refusals(readExchangeConfig({ num_agents: 3, controllers }))
    expect(controlled([1, 4, 3, 5])).toEqual([
      'OutOfRange controllers.1',
      'OutOfRange controllers.3',
    ])
    expect(controlled([0, -1])).toEqual(['OutOfRange controllers.0', 'OutOfRange controllers.1'])
    expect(controlled([1.5, '1', true])).toEqual([
      'Malformed controllers.0',
      'Malformed controllers.1',
      'Malformed controllers.2',
    ])
    expect(refusals(readExchangeConfig({ controllers: [11, 10], rounds: -1 }))).toEqual([
      'OutOfRange rounds',
      'OutOfRange controllers.0',
    ])
    // the default controllers 1, 3, 5 need five agents
    expect(refusals(readExchangeConfig({ num_agents: 3 }))).toEqual(['OutOfRange controllers.2'])
  })

  it('refuses a bundle world without its parts', () => {
    expect(refusals(readExchangeConfig({ world_type: 'bundle_under_budget' }))).toEqual([
      'Malformed bundle_spec',
      'Malformed seller_layout',
    ])
  })

  it('refuses what is no object, and a procurement by name', () => {
    for (const json of [null, [], 'x', 3, undefined]) {
      expect(refusals(readExchangeConfig(json))).toEqual(['Malformed '])
    }
    expect(refusals(readExchangeConfig({ suppliers: [], demand: {} }))).toEqual(['OtherKind '])
  })

  it('reads a seller layout by the numbers of its sellers', () => {
    const layout = { component_by_seller: { 2: 1, x: 1, '03': 2, 4: 0 }, seller_cost_range: [1] }
    expect([...refusals(readExchangeConfig({ seller_layout: layout }))].sort()).toEqual([
      'Malformed seller_layout.component_by_seller.03',
      'Malformed seller_layout.component_by_seller.x',
      'Malformed seller_layout.seller_cost_range',
      'OutOfRange seller_layout.component_by_seller.4',
    ])
    expect(refusals(readExchangeConfig({ seller_layout: {} }))).toHaveLength(2)
    expect(refusals(readExchangeConfig({ bundle_spec: {} }))).toHaveLength(5)
    expect(refusals(readExchangeConfig({ bundle_spec: [] }))).toEqual(['Malformed bundle_spec'])
  })
})

describe('makeExchangeConfig', () => {
  it('fills in defaults on every level and checks the whole', () => {
    expect(sound(makeExchangeConfig({}))).toEqual(defaultExchangeConfig)
    expect(visibleBilateral.protocol.publicBroadcast).toBe(true)
    expect(refusals(makeExchangeConfig({ rounds: 0, seed: Number.NaN }))).toEqual([
      'BadSeed seed',
      'OutOfRange rounds',
    ])
  })
})

describe('worldOf', () => {
  it('makes the world of each type', () => {
    expect(sound(worldOf(visibleBilateral)).preferences[0]).toEqual([
      2.112, 4.997, 5.135, 1.29, 4.815,
    ])
    const ring = sound(
      makeExchangeConfig({ worldType: 'ring_cycle', numAgents: 6, numResources: 2 }),
    )
    expect(sound(worldOf(ring)).preferences[1]).toEqual([1, 0.5, 0.01, 0.01, 0.01, 0.01])
    const triples = { ...ring, cycleLength: 3 }
    expect(sound(worldOf(triples)).preferences[2]?.indexOf(1)).toBe(0)
    expect(sound(worldOf(bundleOfThree)).bundleBuyer?.budget).toBe(100)
  })

  it('takes seed 0 for a seed, different from 1 and from the own one', () => {
    const [zero, one, own] = [0, 1, undefined].map((seed) => sound(worldOf(visibleBilateral, seed)))
    expect(zero).not.toEqual(one)
    expect(zero).not.toEqual(own)
    expect(sound(worldOf({ ...visibleBilateral, seed: 0 }))).toEqual(zero)
  })

  it('passes the failures of the generator on', () => {
    expect(refusals(worldOf(visibleBilateral, Number.NaN))).toEqual(['BadSeed seed'])
    const odd = sound(makeExchangeConfig({ worldType: 'ring_cycle', numAgents: 7 }))
    expect(refusals(worldOf(odd))).toEqual(['OutOfRange numAgents'])
  })
})

describe('config laws', () => {
  const parts = fc
    .record({
      numAgents: fc.integer({ min: 1, max: 9 }),
      numResources: fc.integer({ min: 1, max: 9 }),
      unitsPerHomeResource: fc.nat(20),
      seed: fc.maxSafeInteger(),
      rounds: fc.integer({ min: 1, max: 40 }),
      utilityMode: fc.constantFrom(...utilityModes),
      withMoney: fc.boolean(),
      roles: fc.oneof(fc.constant(null), fc.constant({ under_test: { agents: [1] } })),
      protocol: fc.record({
        visibleAgentsPerAgent: fc.option(fc.integer({ min: -1, max: 9 })),
        settlementRowLimit: fc.option(fc.nat(9)),
        visibilityMode: fc.constantFrom<'full_public' | 'limited_contact'>(
          'full_public',
          'limited_contact',
        ),
        defectionRate: fc.double({ min: 0, max: 1, noNaN: true }),
        visibilitySeed: fc.integer(),
      }),
    })
    .chain((some) =>
      fc
        .array(fc.integer({ min: 1, max: some.numAgents }), { minLength: 1, maxLength: 6 })
        .map((controllers) => ({ ...some, controllers })),
    )
  const configs: fc.Arbitrary<ExchangeConfig> = parts.map((some) => sound(makeExchangeConfig(some)))

  it('L1 snapshot', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const snapshot = JSON.parse(JSON.stringify(configToSnapshot(config)))
        expect(sound(readExchangeConfig(snapshot))).toEqual(config)
        expect('roles' in snapshot).toBe(config.roles !== null)
        expect(Object.keys(snapshot.protocol)).toHaveLength(24)
      }),
    )
  })

  it('L2 defaults', () => {
    expect(sound(readExchangeConfig({}))).toEqual(defaultExchangeConfig)
    fc.assert(
      fc.property(configs, fc.integer({ min: 1, max: 10 }), (config, rounds) => {
        const { rounds: _, ...snapshot } = configToSnapshot({ ...config, rounds })
        expect(sound(readExchangeConfig(snapshot))).toEqual({ ...config, rounds: 300 })
      }),
    )
  })

  it('L3 override', () => {
    fc.assert(
      fc.property(configs, fc.maxSafeInteger(), (config, seed) => {
        expect(worldOf(config, seed)).toEqual(worldOf({ ...config, seed }))
      }),
    )
  })

  it('L1 layout', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 2, max: 500 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(ids, fc.integer({ min: 1, max: 3 }), (sellers, component) => {
        const sellerLayout = {
          sellers: sellers.map((seller) => ({ seller, component })),
          costRange: [20, 30],
        } as const
        const config = sound(makeExchangeConfig({ sellerLayout }))
        const inOrder = [...sellerLayout.sellers].sort((a, b) => a.seller - b.seller)
        expect(config.sellerLayout).toEqual({ ...sellerLayout, sellers: inOrder })
        expect(sound(readExchangeConfig(configToSnapshot(config)))).toEqual(config)
      }),
    )
  })
})

describe('makeExchangeConfig of plain data', () => {
  it.each([null, undefined, 5, 'parts', []])('refuses %j, which is no object', (parts) => {
    expect(refusals(makeExchangeConfig(parts as never))).toEqual(['Malformed '])
  })

  it.each(Object.keys(defaultExchangeConfig))(
    'throws nothing where %s is something else',
    (key) => {
      for (const value of [null, 5, 'x', [null], {}]) {
        expect(['Left', 'Right']).toContain(makeExchangeConfig({ [key]: value } as never)._tag)
      }
    },
  )
})
