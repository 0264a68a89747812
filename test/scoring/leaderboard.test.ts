import { describe, expect, it } from 'vitest'
import { type AerRow, leaderboard, leaderboardRows } from '../../src/scoring/index.js'
import { asRows } from './arbitraries.js'

const row = (agent: string, realized: number, more: object = {}): AerRow => ({
  world: '1',
  agent,
  realized,
  attainable: 4,
  tier: 'wstar_grid',
  ...more,
})

const standings = (rows: ReadonlyArray<AerRow>): unknown => {
  const board = leaderboard(rows)
  return board.status === 'ok' ? board.standings.map(({ rank, agent }) => [rank, agent]) : board
}

describe('leaderboard', () => {
  it('ranks by the raw ratio, above 1 and below 0 included', () => {
    expect(standings([row('b', -1), row('c', 6), row('a', 5), row('d', -2)])).toEqual([
      [1, 'c'],
      [2, 'a'],
      [3, 'b'],
      [4, 'd'],
    ])
  })

  it('shares a rank among equals and counts them for the next', () => {
    expect(standings([row('d', 0), row('Z', 1), row('a', 1), row('é', 2)])).toEqual([
      [1, 'é'],
      [2, 'Z'],
      [2, 'a'],
      [4, 'd'],
    ])
  })

  it('pools the rows of an agent before it ranks', () => {
    expect(
      standings([row('a', 4), row('a', 0, { world: '2', attainable: 12 }), row('b', 2)]),
    ).toEqual([
      [1, 'b'],
      [2, 'a'],
    ])
  })

  it('lists agents without a score below the others, with no rank', () => {
    const board = leaderboard([
      row('a', 1, { attainable: 0 }),
      row('b', -1),
      { agent: 'c', world: '1', tier: 'wstar_grid', status: 'withdrawn', reason: 'leaked' },
    ])
    expect(board).toMatchObject({
      status: 'ok',
      tier: 'wstar_grid',
      n: 1,
      standings: [
        { agent: 'b', rank: 1 },
        { agent: 'a', rank: null, score: { status: 'degenerate_denominator' } },
        { agent: 'c', rank: null, score: { status: 'not_evaluable' } },
      ],
      withdrawn: [{ agent: 'c', world: '1', reason: 'withdrawn', detail: 'leaked' }],
      dropped: [{ agent: 'a', reason: 'degenerate_denominator' }, { agent: 'c' }],
    })
  })

  it('has no board over several tiers, even if each agent has one', () => {
    expect(leaderboard([row('a', 1), row('b', 1, { tier: 'exact_wbayes' })])).toMatchObject({
      status: 'mixed_tiers',
      tiers: [
        { tier: 'exact_wbayes', n: 1 },
        { tier: 'wstar_grid', n: 1 },
      ],
    })
  })

  it('is empty without rows', () => {
    expect(leaderboard([])).toEqual({
      status: 'ok',
      tier: null,
      standings: [],
      n: 0,
      withdrawn: [],
      dropped: [],
    })
  })

  it('needs the agent of every row, and well-formed rows', () => {
    const nameless = { world: '1', tier: 'wstar_grid', realized: 1, attainable: 1 }
    expect(leaderboard([row('a', 1), nameless, { ...nameless, agent: null }])).toMatchObject({
      status: 'invalid',
      failures: [{ path: [1, 'agent'] }, { path: [2, 'agent'] }],
    })
    expect(leaderboard(asRows([{ agent: 'a' }])).status).toBe('invalid')
  })

  it('gives each agent its own interval', () => {
    const board = leaderboard([row('a', 1), row('a', 3, { world: '2' }), row('b', 1)])
    expect(board).toMatchObject({
      standings: [
        { score: { interval: { low: 0.25, high: 0.75, degenerate: false } } },
        { score: { interval: { _tag: 'NotEvaluable', reason: 'one_world' } } },
      ],
    })
  })
})

describe('leaderboardRows', () => {
  it('flattens each standing to plain values', () => {
    const rows = [
      row('a', 1),
      row('a', 3, { world: '2' }),
      row('a', 9, { world: '3', status: 'withdrawn' }),
      row('b', 1, { status: 'error' }),
    ]
    expect(leaderboardRows(leaderboard(rows))).toEqual([
      {
        rank: 1,
        agent: 'a',
        status: 'ok',
        aer: 0.5,
        clipped: 0.5,
        low: 0.25,
        high: 0.75,
        tier: 'wstar_grid',
        n: 2,
        worlds: 2,
        realized: 4,
        attainable: 8,
        degenerate: 0,
        errors: 0,
        withdrawn: 1,
        reason: null,
      },
      {
        rank: null,
        agent: 'b',
        status: 'not_evaluable',
        aer: null,
        clipped: null,
        low: null,
        high: null,
        tier: null,
        n: 0,
        worlds: 0,
        realized: null,
        attainable: null,
        degenerate: 0,
        errors: 1,
        withdrawn: 0,
        reason: 'no row was played (1 failed, 0 withdrawn)',
      },
    ])
  })

  it('gives every line the same columns in the same order', () => {
    const lines = leaderboardRows(leaderboard([row('a', 1), row('b', 1, { attainable: 0 })]))
    expect(Object.keys(lines[1] ?? {}).sort()).toEqual(Object.keys(lines[0] ?? {}).sort())
  })

  it('says why a score has no interval', () => {
    const estimated = { tier: 'mc_wbayes', attainableInterval: [3, 5] }
    const rows = [row('a', 1, estimated), row('a', 1, { tier: 'mc_wbayes', world: '2' })]
    expect(leaderboardRows(leaderboard(rows))).toMatchObject([
      { aer: 0.25, low: null, high: null, reason: 'no interval: denominators_differ' },
    ])
    expect(leaderboardRows(leaderboard([row('a', 1)], { bootstrap: false }))).toMatchObject([
      { aer: 0.25, low: null, reason: null },
    ])
  })

  it('has no lines where there is no board', () => {
    expect(leaderboardRows(leaderboard(asRows([3])))).toEqual([])
  })
})

describe('a leaderboard that cannot be made', () => {
  it('says which row names no agent', () => {
    const board = leaderboard([row('a', 1), { ...row('b', 1), agent: null }])
    expect(board.status === 'invalid' && board.failures).toMatchObject([
      { _tag: 'MalformedRow', path: [1, 'agent'], expected: 'the agent that is ranked' },
    ])
  })
})
