import { describe, expect, it } from 'vitest'
import {
  type AerRow,
  macroAER,
  scoreAER,
  scoreAERByCase,
  scoreAERByTier,
} from '../../src/scoring/index.js'
import { asRows } from './arbitraries.js'

const row = (
  name: string | null,
  realized: number,
  attainable: number,
  more: object = {},
): AerRow => ({
  world: '1200',
  case: name,
  realized,
  attainable,
  tier: 'wstar_grid',
  ...more,
})

describe('scoreAERByTier', () => {
  it('scores each tier by itself, tiers ascending by name', () => {
    const split = scoreAERByTier([
      row('a', 1, 4),
      row('a', 1, 2, { tier: 'exact_wbayes' }),
      row('b', 1, 4, { tier: 'exact_wbayes', status: 'withdrawn', reason: 'leak' }),
    ])
    expect(split).toMatchObject({
      status: 'ok',
      tiers: [
        { tier: 'exact_wbayes', score: { aer: 0.5, n: 1, droppedCounts: { withdrawn: 1 } } },
        { tier: 'wstar_grid', score: { aer: 0.25, n: 1 } },
      ],
    })
  })

  it('reports malformed rows once, with their places in the whole list', () => {
    expect(scoreAERByTier([row('a', 1, 4), row('a', Number.NaN, 2, { tier: 'b' })])).toMatchObject({
      status: 'invalid',
      failures: [{ path: [1, 'realized'] }],
    })
  })
})

describe('scoreAERByCase', () => {
  it('scores each case by itself, rows without a case first', () => {
    const split = scoreAERByCase([row('b', 1, 2), row(null, 3, 4), row('a', 1, 4)])
    expect(split.status === 'ok' && split.cases.map((entry) => entry.case)).toEqual([
      null,
      'a',
      'b',
    ])
  })

  it('keeps the interval of each case', () => {
    const rows = [row('a', 1, 2), { ...row('a', 0, 2), world: '1201' }]
    expect(scoreAERByCase(rows)).toMatchObject({
      cases: [{ score: { interval: { _tag: 'Interval', low: 0, high: 0.5 } } }],
    })
  })

  it('says of a case with two tiers that it has', () => {
    const rows = [row('a', 1, 2), row('a', 1, 2, { tier: 'other' }), row('b', 1, 2)]
    expect(scoreAERByCase(rows)).toMatchObject({
      cases: [{ score: { status: 'mixed_tiers' } }, { score: { status: 'ok' } }],
    })
  })
})

describe('macroAER', () => {
  const rows = [row('a', 1, 2), row('b', 0, 100), row('b', 10, 100)]

  it('counts every case once, however much it offers', () => {
    expect(macroAER(rows)).toMatchObject({ status: 'ok', macro: 0.275, n: 2, rows: 3 })
    expect(scoreAER(rows)).toMatchObject({ aer: 11 / 202 })
  })

  it('leaves out and lists a case that offers nothing or was not played', () => {
    const more = [...rows, row('c', 1, 0), row('d', 1, 1, { status: 'error', reason: 'timeout' })]
    expect(macroAER(more)).toMatchObject({
      status: 'ok',
      macro: 0.275,
      n: 2,
      tier: 'wstar_grid',
      droppedCases: [
        { case: 'c', reason: 'degenerate_denominator' },
        { case: 'd', reason: 'not_evaluable' },
      ],
      dropped: [
        { case: 'c', reason: 'degenerate_denominator' },
        { case: 'd', reason: 'error', detail: 'timeout' },
      ],
      method: 'mean_of_case_ratios',
    })
  })

  it('gives no number where no case has one', () => {
    expect(macroAER([row('a', 1, 0)])).toMatchObject({ status: 'degenerate_denominator', n: 0 })
    expect(macroAER([row('a', 1, 1, { status: 'error' })])).toMatchObject({
      status: 'not_evaluable',
    })
    expect(macroAER([])).toMatchObject({ status: 'not_evaluable', n: 0 })
  })

  it('gives no number over tiers that differ between cases', () => {
    expect(macroAER([row('a', 1, 2), row('b', 1, 2, { tier: 'other' })])).toMatchObject({
      status: 'mixed_tiers',
      tiers: [
        { tier: 'other', n: 1 },
        { tier: 'wstar_grid', n: 1 },
      ],
    })
  })

  it('gives no number that is not finite', () => {
    expect(macroAER([row('a', 1e308, 1), row('b', 1e308, 1)])).toMatchObject({
      status: 'not_evaluable',
    })
  })

  it('reports malformed rows and options', () => {
    expect(macroAER(asRows([{}])).status).toBe('invalid')
    expect(macroAER(rows, { bootstrap: { level: 2 } }).status).toBe('invalid')
  })
})

describe('a macro score that there is not', () => {
  it('says how many cases have none, and where their sum leaves the range of a double', () => {
    expect(macroAER([row('a', 1, 0), row('b', 1, 0)])).toMatchObject({
      reason: 'none of the 2 cases has a score',
    })
    expect(macroAER([row('a', 1e308, 1), row('b', 1e308, 1)])).toMatchObject({
      status: 'not_evaluable',
      reason: 'the sum of the scores is beyond the range of a double',
      n: 0,
    })
  })

  it('adds up by the named rule', () => {
    const rows = ['a', 'b', 'c'].map((name, i) => row(name, (i + 1) / 10, 1))
    const macro = (summation: 'plain' | 'neumaier') => {
      const outcome = macroAER(rows, { summation })
      return outcome.status === 'ok' && [outcome.macro, outcome.summation]
    }
    expect(macro('plain')).toEqual([0.6000000000000001 / 3, 'plain'])
    expect(macro('neumaier')).toEqual([0.6 / 3, 'neumaier'])
  })
})
