import { describe, expect, it } from 'vitest'
import { renderFailure } from '../../src/core/failure.js'
import { captureShare, poolCapture, utilityGains } from '../../src/scoring/index.js'

describe('captureShare', () => {
  it('is the gain of the seat over the gain of all', () => {
    expect(captureShare({ gains: [3, 1, 0, 0], agent: 1 })).toEqual({
      status: 'ok',
      agent: 1,
      agentGain: 3,
      totalGain: 4,
      share: 0.75,
      fairShare: 0.25,
      losers: [],
      counterpartyLoses: false,
      summation: 'neumaier',
    })
  })

  it('is above 1 where others lost, and names them', () => {
    expect(captureShare({ gains: [6, -2, 0], agent: 1 })).toMatchObject({
      share: 1.5,
      losers: [2],
      counterpartyLoses: true,
    })
  })

  it('is below 0 where the seat lost, which no counterparty did', () => {
    expect(captureShare({ gains: [-1, 5], agent: 1 })).toMatchObject({
      share: -0.25,
      losers: [],
      counterpartyLoses: false,
    })
  })

  it('does not take rounding for a loss', () => {
    expect(captureShare({ gains: [1, -1e-9], agent: 1 })).toMatchObject({ losers: [] })
    expect(captureShare({ gains: [1, -1.1e-9], agent: 1 })).toMatchObject({ losers: [2] })
  })

  it('does not exist where nothing was gained in all, losers or not', () => {
    expect(captureShare({ gains: [0, 0], agent: 2 })).toMatchObject({
      status: 'not_evaluable',
      fairShare: 0.5,
      losers: [],
    })
    const moved = captureShare({ gains: [4, -4], agent: 1 })
    expect(moved).toMatchObject({ status: 'not_evaluable', losers: [2], agentGain: 4 })
    expect(moved).not.toHaveProperty('share')
    expect(captureShare({ gains: [1e-9, 0], agent: 1 }).status).toBe('not_evaluable')
    expect(captureShare({ gains: [-2e-9, 0], agent: 1 })).toMatchObject({ share: 1 })
  })

  it('says so where gains leave the range of a double', () => {
    expect(captureShare({ gains: [1e308, 1e308], agent: 1 }).status).toBe('not_evaluable')
    expect(captureShare({ gains: [1e308, -1e308, 1e-8], agent: 1 }).status).toBe('not_evaluable')
  })

  it('refuses gains that are not finite and seats that do not exist', () => {
    expect(captureShare({ gains: [1, Number.NaN], agent: 0 })).toMatchObject({
      status: 'invalid',
      failures: [
        { path: ['gains', 1], expected: 'a finite number' },
        { path: ['agent'], expected: 'an agent id from 1 to 2' },
      ],
    })
    for (const agent of [3, 1.5, Number.NaN]) {
      expect(captureShare({ gains: [1, 1], agent }).status).toBe('invalid')
    }
    expect(captureShare({ gains: [], agent: 1 }).status).toBe('invalid')
  })

  it('follows the named rule of summation', () => {
    const total = (summation: 'plain' | 'neumaier'): unknown => {
      const capture = captureShare({ gains: [0.1, 0.2, 0.3], agent: 1 }, { summation })
      return capture.status === 'ok' && capture.totalGain
    }
    expect([total('plain'), total('neumaier')]).toEqual([0.6000000000000001, 0.6])
  })
})

describe('poolCapture', () => {
  it('is a ratio of sums, in which an episode without surplus still counts', () => {
    expect(
      poolCapture([
        { agentGain: 1, totalGain: 2 },
        { agentGain: 0, totalGain: 6 },
        { agentGain: 1, totalGain: 0 },
      ]),
    ).toEqual({
      status: 'ok',
      share: 0.25,
      agentGain: 2,
      totalGain: 8,
      n: 3,
      summation: 'neumaier',
    })
  })

  it('does not exist where nothing was gained, nor over no episodes', () => {
    expect(poolCapture([{ agentGain: 1, totalGain: 1e-9 }])).toMatchObject({
      status: 'not_evaluable',
      n: 1,
    })
    expect(poolCapture([])).toMatchObject({ status: 'not_evaluable', n: 0, totalGain: 0 })
  })

  it('refuses gains that are not finite, with their places', () => {
    const episodes = [
      { agentGain: 1, totalGain: 1 },
      { agentGain: Number.NaN, totalGain: Number.POSITIVE_INFINITY },
    ]
    expect(poolCapture(episodes)).toMatchObject({
      status: 'invalid',
      failures: [{ path: [1, 'agentGain'] }, { path: [1, 'totalGain'] }],
    })
  })
})

describe('utilityGains', () => {
  it('subtracts the start from the end', () => {
    expect(utilityGains([1, 5], [3, 4])).toEqual([2, -1])
  })

  it('gives a missing agent no gain that could be scored', () => {
    const gains = utilityGains([1, 5], [3])
    expect(captureShare({ gains, agent: 1 })).toMatchObject({
      status: 'invalid',
      failures: [{ path: ['gains', 1] }],
    })
    expect(captureShare({ gains: utilityGains([1], [3, 2]), agent: 1 }).status).toBe('invalid')
  })
})

describe('what is no capture in plain data', () => {
  it.each([
    [captureShare(null as never), [[]]],
    [captureShare(5 as never), [[]]],
    [captureShare({} as never), [['gains']]],
    [captureShare({ gains: [1, null], agent: '1' } as never), [['gains', 1], ['agent']]],
    [captureShare({ gains: [1, 2], agent: 1 }, null as never), [['options']]],
    [
      captureShare({ gains: [1, 2], agent: 1 }, { summation: 'kahan' } as never),
      [['options', 'summation']],
    ],
    [
      captureShare({ gains: [1, 2], agent: 1 }, { sumation: 'plain' } as never),
      [['options', 'sumation']],
    ],
    [poolCapture(5 as never), [[]]],
    [poolCapture(null as never), [[]]],
    [poolCapture([null, { agentGain: '1' }] as never), [[0], [1, 'agentGain'], [1, 'totalGain']]],
    [poolCapture([], null as never), [['options']]],
  ])('%#: is invalid, with its places', (outcome, paths) => {
    expect(outcome.status === 'invalid' && outcome.failures.map(({ path }) => path)).toEqual(paths)
  })
})

describe('what is no capture in plain data', () => {
  const given = { gains: [1, 1], agent: 1 }
  const one = [{ agentGain: 1, totalGain: 2 }]

  it.each([
    [
      () => captureShare(null as never),
      ['(input): expected an object of gains and an agent, got null'],
    ],
    [() => captureShare(5 as never), ['(input): expected an object of gains and an agent, got 5']],
    [
      () => captureShare({ ...given, gains: 7 } as never),
      ['gains: expected a list of gains, got 7'],
    ],
    [
      () => captureShare({ gains: [1, null], agent: 1 } as never),
      ['gains[1]: expected a finite number, got null'],
    ],
    [
      () => captureShare(given, null as never),
      ['options: expected an object of options, got null'],
    ],
    [
      () => captureShare(given, 'plain' as never),
      ['options: expected an object of options, got "plain"'],
    ],
    [
      () => captureShare(given, { summation: 'kahan', rule: 1 } as never),
      [
        "options.summation: expected 'plain' or 'neumaier', got \"kahan\"",
        'options.rule: expected no such option but summation, got 1',
      ],
    ],
    [() => poolCapture(3 as never), ['(input): expected a list of episodes, got 3']],
    [
      () => poolCapture([null, 4, { agentGain: 1 }] as never),
      [
        '[0]: expected an object of two gains, got null',
        '[1]: expected an object of two gains, got 4',
        '[2].totalGain: expected a finite number, got undefined',
      ],
    ],
    [() => poolCapture(one, null as never), ['options: expected an object of options, got null']],
  ])('%#: is refused with its place', (outcome, said) => {
    const found = outcome()
    expect(found.status === 'invalid' && found.failures.map(renderFailure)).toEqual(
      said.map((line) => `${line} (MalformedCapture)`),
    )
  })

  it('is no capture for an option left undefined', () => {
    expect(captureShare(given, { summation: undefined }).status).toBe('ok')
  })
})
