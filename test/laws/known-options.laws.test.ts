import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arbitraryWorld,
  auctionLaws,
  checkLaws,
  episodeLaws,
  type Law,
  settlementLaws,
  worldLaws,
} from '../../src/laws/index.js'
import { settle } from '../../src/settlement/index.js'

const rule = settle({ roundIndex: 1 })
const game = {
  setups: fc.constant(null),
  game: () => ({ _tag: 'Ended', result: null }),
  answers: () => [],
}

/** The suites as a caller in plain JavaScript has them. */
const suites: Readonly<Record<string, (options: unknown) => ReadonlyArray<Law>>> = {
  auctionLaws: (options) => auctionLaws(() => null, options as never),
  settlementLaws: (options) => settlementLaws(rule, options as never),
  episodeLaws: (options) =>
    episodeLaws(
      (typeof options === 'object' && options !== null
        ? { ...game, ...options }
        : options) as never,
    ),
}

const said = (laws: ReadonlyArray<Law>): ReadonlyArray<string> =>
  checkLaws(laws.filter(({ name }) => name === 'options')).flatMap((verdict) =>
    verdict._tag === 'Broken' ? [verdict.message] : [],
  )

const known: Readonly<Record<string, object>> = {
  auctionLaws: { truthful: true, efficient: false, mostBidders: 3 },
  settlementLaws: {
    individuallyRational: false,
    verifierRequired: true,
    mayRefuseAll: true,
    worlds: { agents: { min: 2, max: 3 }, mostUnits: 2, goods: undefined },
  },
  episodeLaws: { orderFree: true, mostAnswers: 5, agreed: () => false },
}

describe('the options of a suite', () => {
  it('L1 told', () => {
    const suite = fc.constantFrom(...Object.keys(suites))
    fc.assert(
      fc.property(suite, fc.string({ minLength: 1 }), fc.anything(), (name, key, value) => {
        const options = known[name] ?? {}
        fc.pre(!Object.hasOwn(options, key) && !(key in game) && key !== '__proto__')
        const [message, ...more] = said(suites[name]?.({ ...options, [key]: value }) ?? [])
        expect(more).toEqual([])
        expect(message === undefined).toBe(value === undefined)
        if (message !== undefined)
          expect(message).toContain(`there is no option ${key}; there are `)
        expect(said(suites[name]?.(options) ?? [])).toEqual([])
      }),
    )
  })

  it.each(Object.keys(suites))('of %s are an object', (name) => {
    for (const options of [null, 5, 'efficient']) {
      expect(said(suites[name]?.(options) ?? [])).toEqual([
        expect.stringContaining('expected an object of options'),
      ])
    }
  })

  it('that lie in others are told with their place', () => {
    expect(said(suites['settlementLaws']?.({ worlds: { agent: 2 } }) ?? [])).toEqual([
      'there is no option worlds.agent; there are agents, goods, mostUnits, utilityModes, money',
    ])
    expect(said(suites['settlementLaws']?.({ worlds: 3 }) ?? [])).toEqual([
      'worlds: expected an object of options, got 3',
    ])
  })

  it('that a game cannot be played without are asked for', () => {
    expect(said(episodeLaws({} as never))).toEqual(['setups: expected an arbitrary of fast-check'])
    expect(said(suites['episodeLaws']?.({ game: 5 }) ?? [])).toEqual([
      'game: expected a function of a setup',
    ])
    expect(said(suites['episodeLaws']?.({ answers: [] }) ?? [])).toEqual([
      'answers: expected a function of an id and a question',
    ])
    expect(said(episodeLaws(undefined as never))).toHaveLength(1)
  })

  it('are none of worldLaws, which takes an arbitrary', () => {
    expect(said(worldLaws({ worlds: arbitraryWorld() } as never))).toEqual([
      'expected an arbitrary of worlds',
    ])
    expect(worldLaws(arbitraryWorld()).map(({ name }) => name)).not.toContain('options')
  })
})
