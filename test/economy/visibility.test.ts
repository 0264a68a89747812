import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  makeExchangeConfig,
  respondersWithoutText,
  visibleAgents,
} from '../../src/economy/index.js'
import {
  consentUnderHiddenInformation,
  hiddenDiscovery,
  visibleBilateral,
} from '../support/cases.js'
import { sound } from './arbitraries.js'

const ids = (config: ExchangeConfig): ReadonlyArray<number> =>
  Array.from({ length: config.numAgents }, (_, index) => index + 1)

const withProtocol = (
  config: ExchangeConfig,
  change: Partial<ExchangeConfig['protocol']>,
): ExchangeConfig => ({ ...config, protocol: { ...config.protocol, ...change } })

describe('visibleAgents', () => {
  it('are all others where everything is public', () => {
    expect(visibleAgents(visibleBilateral)(2)).toEqual([1, 3, 4, 5])
    expect(visibleAgents(withProtocol(visibleBilateral, { visibleAgentsPerAgent: 1 }))(2)).toEqual([
      1, 3, 4, 5,
    ])
    expect(
      visibleAgents(withProtocol(hiddenDiscovery, { visibleAgentsPerAgent: null }))(2),
    ).toEqual([1, 3, 4, 5])
  })

  it('are the drawn contacts where contacts are limited', () => {
    expect(ids(hiddenDiscovery).map(visibleAgents(hiddenDiscovery))).toEqual([
      [3],
      [3],
      [4],
      [1],
      [2],
    ])
    const two = consentUnderHiddenInformation
    expect(ids(two).map(visibleAgents(two))).toEqual([
      [3, 4],
      [1, 3],
      [4, 5],
      [1, 2],
      [1, 2],
    ])
  })

  it('are none for 0 contacts or fewer, and for nobody', () => {
    for (const k of [0, -1]) {
      expect(visibleAgents(withProtocol(hiddenDiscovery, { visibleAgentsPerAgent: k }))(1)).toEqual(
        [],
      )
    }
    for (const nobody of [0, 6, -1, 1.5, Number.NaN]) {
      expect(visibleAgents(visibleBilateral)(nobody)).toEqual([])
    }
  })

  it('depend on the visibility seed and on the money good', () => {
    const large = sound(
      makeExchangeConfig({
        protocol: { visibilityMode: 'limited_contact', visibleAgentsPerAgent: 3 },
      }),
    )
    const all = (config: ExchangeConfig): unknown => ids(config).map(visibleAgents(config))
    expect(all(withProtocol(large, { visibilitySeed: 1 }))).not.toEqual(all(large))
    const nine = { ...large, numResources: 9 }
    expect(all({ ...nine, withMoney: true })).toEqual(all(large))
    expect(all(nine)).not.toEqual(all(large))
  })
})

describe('communicationSet', () => {
  it('is everybody where all speak and all hear', () => {
    const all = withProtocol(hiddenDiscovery, { communicationScope: 'all' })
    expect(communicationSet(all)(1)).toEqual([1, 2, 3, 4, 5])
  })

  it('is the controller and its contacts where the scope or the silence says so', () => {
    expect(communicationSet(hiddenDiscovery)(1)).toEqual([1, 3])
    expect(communicationSet(hiddenDiscovery)(5)).toEqual([2, 5])
    for (const change of [
      { communicationScope: 'visible_only' },
      { communicationScope: 'all', publicBroadcast: false },
    ] as const) {
      expect(communicationSet(withProtocol(hiddenDiscovery, change))(4)).toEqual([1, 4])
    }
  })
})

describe('respondersWithoutText', () => {
  it('are all others, or those in sight', () => {
    expect(respondersWithoutText(hiddenDiscovery)(1)).toEqual([3])
    const open = withProtocol(hiddenDiscovery, { responseScope: 'all' })
    expect(respondersWithoutText(open)(1)).toEqual([2, 3, 4, 5])
    const near = withProtocol(hiddenDiscovery, { responseScope: 'visible_only' })
    expect(respondersWithoutText(near)(4)).toEqual([1])
  })
})

describe('controllerOf', () => {
  it('starts with the first controller in round 1 and goes round', () => {
    const config = { ...visibleBilateral, controllers: [3, 1, 5] }
    expect([1, 2, 3, 4, 5].map(controllerOf(config))).toEqual([3, 1, 5, 3, 1])
    expect([0, -1, -2].map(controllerOf(config))).toEqual([5, 1, 3])
  })
})

describe('visibility laws', () => {
  const configs = fc
    .record({
      numAgents: fc.integer({ min: 1, max: 9 }),
      k: fc.option(fc.integer({ min: -1, max: 12 })),
      visibilitySeed: fc.integer(),
      visibilityMode: fc.constantFrom<'full_public' | 'limited_contact'>(
        'full_public',
        'limited_contact',
      ),
      responseScope: fc.constantFrom<'all' | 'visible_only' | 'solicited_public'>(
        'all',
        'visible_only',
        'solicited_public',
      ),
      communicationScope: fc.constantFrom<'all' | 'controller_contacts' | 'visible_only'>(
        'all',
        'controller_contacts',
        'visible_only',
      ),
      publicBroadcast: fc.boolean(),
    })
    .map(({ numAgents, k, ...protocol }) =>
      sound(
        makeExchangeConfig({
          numAgents,
          controllers: [1],
          protocol: { ...protocol, visibleAgentsPerAgent: k },
        }),
      ),
    )

  it('L1 others', () => {
    fc.assert(
      fc.property(configs, (config) => {
        for (const agent of ids(config)) {
          const seen = visibleAgents(config)(agent)
          expect(seen).not.toContain(agent)
          expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b))
          expect(seen.every((other) => ids(config).includes(other))).toBe(true)
        }
      }),
    )
  })

  it('L2 contacts', () => {
    fc.assert(
      fc.property(configs, (config) => {
        const { visibilityMode, visibleAgentsPerAgent } = config.protocol
        const limited = visibilityMode === 'limited_contact' && visibleAgentsPerAgent !== null
        const others = config.numAgents - 1
        const expected = limited ? Math.min(Math.max(visibleAgentsPerAgent, 0), others) : others
        for (const agent of ids(config)) expect(visibleAgents(config)(agent)).toHaveLength(expected)
      }),
    )
  })

  it('L3 speakers', () => {
    fc.assert(
      fc.property(configs, (config) => {
        for (const agent of ids(config)) {
          const speakers = communicationSet(config)(agent)
          expect(speakers).toContain(agent)
          expect(speakers).toEqual([...new Set(speakers)].sort((a, b) => a - b))
        }
      }),
    )
  })

  it('L4 answers', () => {
    fc.assert(
      fc.property(configs, (config) => {
        for (const agent of ids(config)) {
          expect(respondersWithoutText(config)(agent)).not.toContain(agent)
        }
      }),
    )
  })

  it('L5 turns', () => {
    const turns = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 500 }), (controllers, round) => {
        const of = controllerOf({ ...visibleBilateral, controllers })
        expect(of(round + controllers.length)).toBe(of(round))
        expect(controllers.map((_, index) => of(index + 1))).toEqual(controllers)
      }),
    )
  })
})
