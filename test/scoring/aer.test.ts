import { describe, expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import { type AerRow, scoreAER } from '../../src/scoring/index.js'
import { asRows } from './arbitraries.js'

const row = (world: string, realized: number, attainable: number, more: object = {}): AerRow => ({
  world,
  realized,
  attainable,
  tier: 'wstar_grid',
  ...more,
})

const failuresOf = (rows: unknown, options: object = {}): string => {
  const outcome = scoreAER(asRows(rows), options)
  return outcome.status === 'invalid' ? renderFailures(outcome.failures) : outcome.status
}

describe('scoreAER', () => {
  it('is a ratio of sums, not a mean of ratios', () => {
    expect(scoreAER([row('1', 1, 1), row('2', 0, 9)])).toMatchObject({
      status: 'ok',
      aer: 0.1,
      realized: 1,
      attainable: 10,
      n: 2,
      worlds: 2,
    })
  })

  it('says how it was computed', () => {
    const rows = [row('1', 1, 2), row('2', 2, 2), row('3', -1, 4)]
    expect(scoreAER(rows, { bootstrap: { engine: 'cpython' } })).toEqual({
      status: 'ok',
      aer: 0.25,
      clipped: 0.25,
      interval: {
        _tag: 'Interval',
        low: -0.25,
        high: 1,
        degenerate: false,
        level: 0.95,
        method: 'percentile',
        engine: 'cpython',
        summation: 'neumaier',
        replicates: 2000,
        kept: 2000,
        dropped: 0,
        seed: 7,
        n: 3,
      },
      tier: 'wstar_grid',
      n: 3,
      worlds: 3,
      realized: 2,
      attainable: 8,
      method: 'ratio_of_sums',
      summation: 'neumaier',
      dropped: [],
      droppedCounts: { degenerate_denominator: 0, error: 0, withdrawn: 0 },
    })
  })

  it('keeps a negative score, and one above 1, beside their clipped companions', () => {
    expect(scoreAER([row('1', -6, 4)])).toMatchObject({ aer: -1.5, clipped: 0 })
    expect(scoreAER([row('1', 6, 4)])).toMatchObject({ aer: 1.5, clipped: 1 })
  })

  it('gives 0 where nothing was realized, which is a score', () => {
    expect(scoreAER([row('1', 0, 4), row('2', 0, 3)])).toMatchObject({ status: 'ok', aer: 0, n: 2 })
  })

  it('lists a world that offers nothing and does not score it as 0', () => {
    const outcome = scoreAER([row('1', 1, 2), row('2', 1, 0), row('3', 1, 1e-9), row('4', 1, -5)])
    expect(outcome).toMatchObject({
      status: 'ok',
      aer: 0.5,
      n: 1,
      droppedCounts: { degenerate_denominator: 3, error: 0, withdrawn: 0 },
    })
    expect(outcome.status === 'ok' && outcome.dropped.map(({ world }) => world)).toEqual([
      '2',
      '3',
      '4',
    ])
  })

  it('scores a world that offers a little more than the tolerance', () => {
    expect(scoreAER([row('1', 1e-9, 2e-9)])).toMatchObject({ status: 'ok', aer: 0.5 })
  })

  it('gives no number where every world offers nothing', () => {
    const outcome = scoreAER([row('1', 1, 0), row('2', 3, 1e-10)])
    expect(outcome).toMatchObject({ status: 'degenerate_denominator', n: 0 })
    expect(outcome).not.toHaveProperty('aer')
    expect(outcome.status === 'degenerate_denominator' && outcome.reason).toContain('2 rows')
  })

  it('gives no number without rows, or with failed and withdrawn rows alone', () => {
    expect(scoreAER([])).toMatchObject({ status: 'not_evaluable', n: 0, dropped: [] })
    expect(
      scoreAER([
        { world: '1', tier: 'wstar_grid', status: 'error' },
        { world: '2', tier: 'wstar_grid', status: 'withdrawn', reason: 'leaked' },
      ]),
    ).toMatchObject({
      status: 'not_evaluable',
      reason: 'no row was played (1 failed, 1 withdrawn)',
      droppedCounts: { degenerate_denominator: 0, error: 1, withdrawn: 1 },
    })
  })

  it('lists failed and withdrawn rows with who, where and why', () => {
    const outcome = scoreAER([
      row('1', 1, 2),
      row('2', 9, 9, { status: 'withdrawn', reason: 'contaminated', case: 'c', agent: 'm' }),
      { world: '3', tier: 'wstar_grid', status: 'error' },
    ])
    expect(outcome.status === 'ok' && outcome.dropped).toEqual([
      {
        world: '2',
        case: 'c',
        agent: 'm',
        tier: 'wstar_grid',
        reason: 'withdrawn',
        detail: 'contaminated',
      },
      { world: '3', case: null, agent: null, tier: 'wstar_grid', reason: 'error', detail: null },
    ])
  })

  it('names the tiers that it refuses to pool', () => {
    const outcome = scoreAER([
      row('1', 1, 2),
      row('2', 1, 2, { tier: 'exact_wbayes' }),
      row('3', 1, 2),
    ])
    expect(outcome).toMatchObject({
      status: 'mixed_tiers',
      reason: 'rows of different tiers have no pooled score: exact_wbayes (1), wstar_grid (2)',
    })
  })

  it('does not count the tier of a row that is not scored', () => {
    const other = { tier: 'exact_wbayes' }
    expect(
      scoreAER([
        row('1', 1, 2),
        row('2', 1, 0, other),
        row('3', 1, 2, { ...other, status: 'error' }),
      ]),
    ).toMatchObject({ status: 'ok', aer: 0.5, tier: 'wstar_grid' })
  })

  it('has no interval for one world, but the recorded engine has a degenerate one', () => {
    expect(scoreAER([row('1', 1, 4)])).toMatchObject({
      aer: 0.25,
      interval: { _tag: 'NotEvaluable', reason: 'one_world', n: 1 },
    })
    expect(scoreAER([row('1', 1, 4)], { bootstrap: { engine: 'cpython' } })).toMatchObject({
      interval: { _tag: 'Interval', low: 0.25, high: 0.25, degenerate: true, n: 1 },
    })
  })

  it('resamples worlds by their names, so that the order of the rows changes no bit', () => {
    const rows = [3, 1, 4, 1, 5, 9, 2, 6].map((gain, world) => row(`${world}`, gain, 10))
    const forward = scoreAER(rows)
    expect(forward).toMatchObject({ interval: { _tag: 'Interval', engine: 'multinomial', n: 8 } })
    expect(scoreAER([...rows].reverse())).toEqual(forward)
    const recorded = { bootstrap: { engine: 'cpython' } } as const
    expect(scoreAER([...rows].reverse(), recorded)).not.toEqual(scoreAER(rows, recorded))
  })

  it('moves the rows of one world together: repeats are not more worlds', () => {
    const repeats = [row('1', 1, 4), row('1', 3, 4), row('1', 2, 4)]
    expect(scoreAER(repeats)).toMatchObject({
      aer: 0.5,
      n: 3,
      worlds: 1,
      interval: { _tag: 'NotEvaluable', reason: 'one_world', n: 1, rows: 3 },
    })
  })

  it('takes one seed under two cases for two worlds', () => {
    const rows = [row('1', 1, 4, { case: 'a' }), row('1', 3, 4, { case: 'b' })]
    expect(scoreAER(rows, { bootstrap: { method: 'percentile' } })).toMatchObject({
      worlds: 2,
      interval: { low: 0.25, high: 0.75, n: 2 },
    })
  })

  it('asks for no interval when told so', () => {
    expect(scoreAER([row('1', 1, 4)], { bootstrap: false })).toMatchObject({
      interval: { _tag: 'NotAsked' },
    })
  })

  it('takes the level, seed and number of replicates of the interval', () => {
    const rows = [row('1', 1, 2), row('2', 2, 2), row('3', -1, 4)]
    const interval = (bootstrap: object): unknown => {
      const outcome = scoreAER(rows, { bootstrap: { engine: 'cpython', ...bootstrap } })
      return outcome.status === 'ok' && outcome.interval
    }
    // Of the 27 equally likely resamples, 7 are below 0.125 and 10 up to it; 16 are below 0.375 and 19 up to it.
    expect(interval({ level: 0.35 })).toMatchObject({ low: 0.125, high: 0.375, level: 0.35 })
    expect(interval({ seed: 0, replicates: 10 })).toMatchObject({ seed: 0, replicates: 10 })
    expect(interval({ seed: 0, replicates: 3 })).not.toEqual(interval({ seed: 1, replicates: 3 }))
    expect(interval({ seed: 2n ** 64n })).toMatchObject({ seed: '18446744073709551616' })
  })

  it('follows the named rule of summation to the last bit', () => {
    const rows = [row('1', 0.1, 1), row('2', 0.2, 1), row('3', 0.3, 1)]
    const realized = (summation: 'plain' | 'neumaier'): unknown => {
      const outcome = scoreAER(rows, { summation })
      return outcome.status === 'ok' && outcome.realized
    }
    expect(realized('plain')).toBe(0.6000000000000001)
    expect(realized('neumaier')).toBe(0.6)
  })

  it('says so where sums leave the range of a double', () => {
    const huge = [row('1', 1e308, 1e308), row('2', 1e308, 1e308)]
    expect(scoreAER(huge)).toMatchObject({ status: 'not_evaluable', n: 0 })
    expect(scoreAER([row('1', 1e308, 1e-8)])).toMatchObject({ status: 'not_evaluable' })
  })
})

describe('malformed rows', () => {
  it('are refused with the place of every defect', () => {
    expect(
      failuresOf([
        row('1', Number.NaN, 2),
        row('2', 1, Number.POSITIVE_INFINITY),
        { realized: 1, attainable: 2, tier: '' },
      ]),
    ).toBe(
      [
        '[0].realized: expected a finite number, got NaN (MalformedRow)',
        '[1].attainable: expected a finite number, got Infinity (MalformedRow)',
        '[2].world: expected a non-empty string, got undefined (MalformedRow)',
        '[2].tier: expected a non-empty string, got "" (MalformedRow)',
      ].join('\n'),
    )
  })

  it('are named in one line, with the number of the others', () => {
    expect(scoreAER(asRows([null, 3]))).toMatchObject({
      status: 'invalid',
      reason: '[0]: expected a row as an object, got null (MalformedRow) (and 1 more)',
    })
  })

  it('hold up the score even if the other rows are fine: none is dropped in silence', () => {
    expect(scoreAER([row('1', 1, 2), row('2', Number.NaN, 2)]).status).toBe('invalid')
  })

  it('are not made of a number in a string, or of a missing gain', () => {
    expect(failuresOf([row('1', '1' as unknown as number, 2)])).toContain('[0].realized')
    expect(failuresOf([{ world: '1', tier: 'wstar_grid', attainable: 2 }])).toContain(
      '[0].realized',
    )
  })

  it('are refused where the list is none', () => {
    expect(failuresOf(undefined)).toBe(
      '(input): expected a list of rows, got undefined (MalformedRow)',
    )
    expect(failuresOf({ length: 1 })).toContain('expected a list of rows')
  })

  it('include unknown states, and hold no gains to be checked when the row was not played', () => {
    expect(failuresOf([row('1', 1, 2, { status: 'failed' })])).toContain('[0].status')
    expect(failuresOf([row('1', Number.NaN, 2, { status: 'error' })])).toBe('not_evaluable')
  })
})

describe('malformed options', () => {
  it('are refused with their places', () => {
    const bootstrap = { replicates: 0, seed: 0.5, level: 1 }
    expect(failuresOf([row('1', 1, 2)], { bootstrap, summation: 'kahan' }).split('\n')).toEqual([
      expect.stringContaining('bootstrap.replicates: expected a whole number from 1 to'),
      expect.stringContaining('bootstrap.seed: expected'),
      expect.stringContaining('bootstrap.level: expected a number between 0 and 1, got 1'),
      expect.stringContaining("summation: expected 'plain' or 'neumaier'"),
    ])
  })

  it('include a level and a number of replicates that are no numbers', () => {
    const bootstrap = { replicates: '10', level: Number.NaN }
    expect(failuresOf([row('1', 1, 2)], { bootstrap }).split('\n')).toHaveLength(2)
  })
})

describe('an estimated denominator', () => {
  const estimated = (world: string, realized: number, interval: object): AerRow =>
    row(world, realized, 4, { tier: 'mc_wbayes', ...interval })
  const known = { attainableInterval: [3, 5] }
  const widthOf = (rows: ReadonlyArray<AerRow>): number | string => {
    const outcome = scoreAER(rows)
    if (outcome.status !== 'ok') return outcome.status
    const { interval } = outcome
    return interval._tag === 'Interval' ? interval.high - interval.low : JSON.stringify(interval)
  }
  const rowsWith = (interval: object): ReadonlyArray<AerRow> =>
    [1, 2, 3, 2].map((gain, index) => estimated(String(index), gain, interval))

  it('widens the interval of its tier', () => {
    expect(widthOf(rowsWith(known))).toBeGreaterThan(widthOf(rowsWith({})) as number)
  })

  it('is not read in the other tiers', () => {
    const others = rowsWith(known).map((each) => ({ ...each, tier: 'exact_wbayes' }))
    expect(widthOf(others)).toBe(widthOf(rowsWith({})))
  })

  it('has no interval where the rows disagree about it', () => {
    const [first, ...rest] = rowsWith(known)
    for (const other of [{}, { attainableInterval: [3, 6] }]) {
      const rows = [...rest, { ...(first as AerRow), attainableInterval: null, ...other }]
      expect(scoreAER(asRows(rows))).toMatchObject({
        status: 'ok',
        aer: 0.5,
        interval: { _tag: 'NotEvaluable', reason: 'denominators_differ', kept: 0 },
      })
    }
  })

  it('adds up over the rows of one world', () => {
    const twice = rowsWith(known).flatMap((each) => [each, each])
    expect(widthOf(twice)).toBe(widthOf(rowsWith(known)))
  })

  it('is refused where its ends are missing, reversed or not finite', () => {
    for (const interval of [[5, 3], [1], [0, Number.NaN], 'wide']) {
      const rows = [estimated('1', 1, { attainableInterval: interval })]
      expect(failuresOf(rows)).toContain('[0].attainableInterval: expected two finite ends')
    }
  })
})

describe('options of the wrong kind', () => {
  it.each([null, 5, 'x'])('are refused as a whole: %j', (options) => {
    expect(scoreAER([], options as never)).toMatchObject({ status: 'invalid' })
  })

  it.each([null, true, 0, 'x'])('are refused as a bootstrap: %j', (bootstrap) => {
    expect(scoreAER([], { bootstrap } as never)).toMatchObject({
      status: 'invalid',
      failures: [{ path: ['bootstrap'], value: bootstrap }],
    })
  })

  it.each([
    [
      { engine: 'cpython' },
      'engine: expected no such option but bootstrap: { engine }, got "cpython"',
    ],
    [{ bootsrap: { seed: 1 } }, 'bootsrap: expected no such option but bootstrap or summation'],
    [{ bootstrap: { sumation: 'plain' } }, 'bootstrap.sumation: expected engine, method'],
  ])('are named, with where they belong: %j', (options, message) => {
    expect(failuresOf([row('1', 1, 2)], options)).toContain(message)
  })
})

describe('what is no score', () => {
  it('is told in words: the first defect, and how many more there are', () => {
    const told = (rows: unknown, options: object = {}): unknown => {
      const outcome = scoreAER(asRows(rows), options)
      return outcome.status === 'invalid' && outcome.reason
    }
    expect(told([], { summation: 'kahan' })).toBe(
      "summation: expected 'plain' or 'neumaier', got \"kahan\" (MalformedOption)",
    )
    expect(told([], null as never)).toBe(
      '(input): expected an object of options, got null (MalformedOption)',
    )
    expect(told([], { engine: 'cpython', rows: 2 })).toBe(
      'engine: expected no such option but bootstrap: { engine }, got "cpython" (MalformedOption) (and 1 more)',
    )
    expect(told([], { rows: undefined })).toBe(false)
    const strange = { ...row('1', 1, 2), case: 5, agent: '', reason: 1, status: 'lost' }
    expect(
      failuresOf([strange])
        .split('\n')
        .map((line) => line.replace(/ \(MalformedRow\)$/, '')),
    ).toEqual([
      '[0].case: expected a non-empty string, or nothing, got 5',
      '[0].agent: expected a non-empty string, or nothing, got ""',
      '[0].reason: expected a string, or nothing, got 1',
      "[0].status: expected 'ok', 'error' or 'withdrawn', or nothing, got \"lost\"",
    ])
  })

  it('has a reason where the sums leave the range of a double', () => {
    expect(scoreAER([row('1', 1e308, 1e308), row('2', 1e308, 1e308)])).toMatchObject({
      status: 'not_evaluable',
      reason: 'the sums of the gains or their ratio are beyond the range of a double',
    })
  })

  it('takes an interval of one point for known, and none whose ends are not finite or not in order', () => {
    const known = (attainableInterval: unknown) =>
      scoreAER(asRows([row('1', 1, 4, { attainableInterval })])).status
    expect(known([4, 4])).toBe('ok')
    for (const interval of [
      [5, 3],
      [Number.NEGATIVE_INFINITY, 4],
      [4, Number.POSITIVE_INFINITY],
      [Number.NaN, 4],
      [],
      [4],
      'x',
    ])
      expect(known(interval)).toBe('invalid')
  })
})
