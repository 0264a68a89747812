import { describe, expect, it } from 'vitest'
import { renderFailure } from '../../src/core/failure.js'
import { dealParties, parShare } from '../../src/scoring/index.js'

describe('dealParties', () => {
  it('finds no deal without transfers', () => {
    expect(dealParties([])).toEqual([])
  })

  it('takes both directions of a swap for one deal', () => {
    expect(
      dealParties([
        { from: 2, to: 1 },
        { from: 1, to: 2 },
      ]),
    ).toEqual([[1, 2]])
  })

  it('keeps disjoint deals apart, by their smallest member', () => {
    expect(
      dealParties([
        { from: 5, to: 3 },
        { from: 1, to: 4 },
      ]),
    ).toEqual([
      [1, 4],
      [3, 5],
    ])
  })

  it('joins deals through an agent that is part of both, whenever it appears', () => {
    const ring = [
      { from: 4, to: 5 },
      { from: 1, to: 2 },
      { from: 10, to: 9 },
      { from: 5, to: 1 },
    ]
    expect(dealParties(ring)).toEqual([
      [1, 2, 4, 5],
      [9, 10],
    ])
  })
})

describe('parShare', () => {
  const swap = {
    transfers: [
      { from: 1, to: 2 },
      { from: 2, to: 1 },
    ],
    agentDeltas: { 1: 3, 2: 1 },
  }

  it('splits the surplus of a swap in half', () => {
    expect(parShare({ agents: 3, agent: 1, settlements: [swap] })).toEqual({
      status: 'ok',
      agent: 1,
      par: 2,
      totalGain: 4,
      share: 0.5,
      pars: [2, 2, 0],
      gains: [3, 1, 0],
      summation: 'neumaier',
    })
  })

  it('gives a seat nothing of deals that it had no part in', () => {
    expect(parShare({ agents: 3, agent: 3, settlements: [swap] })).toMatchObject({ share: 0 })
  })

  it('weighs deals by their surplus', () => {
    const ring = {
      transfers: [
        { from: 1, to: 2 },
        { from: 2, to: 3 },
        { from: 3, to: 1 },
      ],
      agentDeltas: { 1: 0, 2: 6, 3: 6 },
    }
    expect(parShare({ agents: 3, agent: 1, settlements: [swap, ring] })).toMatchObject({
      par: 6,
      totalGain: 16,
      share: 0.375,
    })
  })

  it('takes an agent without a recorded change to have gained nothing', () => {
    const gift = { transfers: [{ from: 1, to: 2 }], agentDeltas: { 2: 4 } }
    expect(parShare({ agents: 2, agent: 1, settlements: [gift] })).toMatchObject({ par: 2 })
  })

  it('does not exist where the settlements made no surplus', () => {
    const moved = { transfers: [{ from: 1, to: 2 }], agentDeltas: { 1: -4, 2: 4 } }
    const none = parShare({ agents: 2, agent: 1, settlements: [moved] })
    expect(none).toMatchObject({ status: 'not_evaluable', par: 0, gains: [-4, 4] })
    expect(none).not.toHaveProperty('share')
    expect(parShare({ agents: 2, agent: 1, settlements: [] }).status).toBe('not_evaluable')
  })

  it('says so where gains leave the range of a double', () => {
    const huge = { transfers: [{ from: 1, to: 2 }], agentDeltas: { 1: 1e308, 2: 1e308 } }
    expect(parShare({ agents: 2, agent: 1, settlements: [huge] }).status).toBe('not_evaluable')
  })

  it('refuses agents outside the market and changes that are not finite, with their places', () => {
    const broken = {
      transfers: [{ from: 0, to: 3 }],
      agentDeltas: { 1: Number.NaN, 4: 1, a2: 1, '01': 1 },
    }
    const par = parShare({ agents: 2, agent: 3, settlements: [swap, broken] })
    expect(par.status === 'invalid' && par.failures.map(({ path }) => path.join('.'))).toEqual([
      'agent',
      'settlements.1.transfers.0.from',
      'settlements.1.transfers.0.to',
      'settlements.1.agentDeltas.1',
      'settlements.1.agentDeltas.4',
      'settlements.1.agentDeltas.a2',
      'settlements.1.agentDeltas.01',
    ])
    for (const agents of [0, -1, 2.5, Number.NaN]) {
      expect(parShare({ agents, agent: 1, settlements: [] }).status).toBe('invalid')
    }
  })
})

describe('what is no par in plain data', () => {
  const given = { agents: 2, agent: 1, settlements: [] }

  it('is told in words', () => {
    const settlements = [{ transfers: [{ from: 3, to: 1 }], agentDeltas: { 1: Number.NaN, 5: 1 } }]
    const par = parShare({ agents: 2, agent: 9, settlements })
    expect(par.status === 'invalid' && par.failures.map(renderFailure)).toEqual([
      'agent: expected an agent id from 1 to 2, got 9 (MalformedSettlement)',
      'settlements[0].transfers[0].from: expected an agent id from 1 to 2, got 3 (MalformedSettlement)',
      'settlements[0].agentDeltas["1"]: expected a finite number, got NaN (MalformedSettlement)',
      'settlements[0].agentDeltas["5"]: expected an agent id from 1 to 2, got "5" (MalformedSettlement)',
    ])
    const told = (input: unknown, options: unknown = {}) => {
      const par = parShare(input as never, options as never)
      return par.status === 'invalid' && par.failures.map(({ expected }) => expected)
    }
    expect(told(null)).toEqual(['an object of agents, an agent and settlements'])
    expect(told({ ...given, settlements: null })).toEqual(['a list'])
    expect(told({ ...given, settlements: [null] })).toEqual(['a list'])
    expect(told({ ...given, settlements: [{ transfers: [] }] })).toEqual(['an object'])
    expect(told(given, { summation: 'kahan' })).toEqual(["'plain' or 'neumaier'"])
    const none = parShare({ ...given, agents: 0 })
    expect(none.status === 'invalid' && none.failures.map(renderFailure)).toEqual([
      'agents: expected a number of agents from 1 to 1000000, got 0 (MalformedSettlement)',
    ])
  })

  it('takes one agent and a million, and either rule of summation', () => {
    expect(parShare({ ...given, agents: 1 }).status).toBe('not_evaluable')
    expect(parShare({ ...given, agents: 1_000_000 }).status).toBe('not_evaluable')
    for (const summation of ['plain', 'neumaier', undefined] as const)
      expect(parShare(given, { summation })).toMatchObject({ summation: summation ?? 'neumaier' })
  })

  it('does not exist for a surplus of 1e-9 or less, and says which number is missing', () => {
    const gift = (delta: number) => ({ transfers: [{ from: 1, to: 2 }], agentDeltas: { 2: delta } })
    const at = (delta: number) => parShare({ ...given, settlements: [gift(delta)] })
    expect(at(1e-9)).toMatchObject({
      status: 'not_evaluable',
      reason: 'the settlements made no surplus to split',
    })
    expect(at(1.1e-9).status).toBe('ok')
    const huge = { transfers: [{ from: 1, to: 2 }], agentDeltas: { 1: 1e308, 2: 1e308 } }
    // A seat without a deal has a par of 0 whatever the others made.
    expect(parShare({ agents: 3, agent: 3, settlements: [huge] }).status).toBe('not_evaluable')
    expect(parShare({ ...given, settlements: [huge] })).toMatchObject({
      reason: 'the gains are beyond the range of a double',
    })
  })

  it.each([
    [() => parShare(null as never), [[]]],
    [() => parShare(5 as never), [[]]],
    [() => parShare({} as never), [['agents']]],
    [() => parShare({ ...given, agents: 1e9 }), [['agents']]],
    [() => parShare({ ...given, settlements: null } as never), [['settlements']]],
    [
      () => parShare({ ...given, agent: '1', settlements: [null] } as never),
      [['agent'], ['settlements', 0, 'transfers']],
    ],
    [
      () => parShare({ ...given, settlements: [{ transfers: [null], agentDeltas: {} }] } as never),
      [
        ['settlements', 0, 'transfers', 0, 'from'],
        ['settlements', 0, 'transfers', 0, 'to'],
      ],
    ],
    [
      () => parShare({ ...given, settlements: [{ transfers: [] }] } as never),
      [['settlements', 0, 'agentDeltas']],
    ],
    [() => parShare({ ...given, agents: 0 }), [['agents']]],
    [() => parShare({ ...given, agents: 1_000_001 }), [['agents']]],
    [() => parShare({ ...given, agent: 0 }), [['agent']]],
    [() => parShare({ ...given, agent: 1.5 }), [['agent']]],
    [() => parShare({ ...given, agent: 3 }), [['agent']]],
    [
      () => parShare({ ...given, settlements: [{ transfers: [], agentDeltas: 'x' }] } as never),
      [['settlements', 0, 'agentDeltas']],
    ],
    [() => parShare(given, null as never), [['options']]],
    [() => parShare(given, { summation: 'kahan' } as never), [['options', 'summation']]],
    [() => parShare(given, { sumation: 'plain' } as never), [['options', 'sumation']]],
  ])('%#: is invalid, with its places', (outcome, paths) => {
    const par = outcome()
    expect(par.status === 'invalid' && par.failures.map(({ path }) => path)).toEqual(paths)
  })
})
