import { describe, expect, it } from 'vitest'
import { renderFailure } from '../../src/core/failure.js'
import {
  intervalOf,
  malformedBootstrap,
  type ScoredRow,
  worldSums,
} from '../../src/scoring/index.js'

const row = (world: string, name: string | null, realized: number): ScoredRow => ({
  world,
  case: name,
  realized,
  attainable: 4,
  tier: 'mc_wbayes',
})

describe('worldSums', () => {
  it('keeps worlds in the order in which they first appear', () => {
    const rows = [row('b', null, 1), row('a', null, 2), row('b', null, 3)]
    expect(worldSums('plain')(rows).map(({ realized }) => realized)).toEqual([4, 2])
  })

  it('does not take parts of names for other names', () => {
    const rows = [row('23', '1', 1), row('3', '12', 1), row('1:123', null, 1), row('-3', null, 1)]
    expect(worldSums('plain')([...rows, row('3', null, 1)])).toHaveLength(5)
  })

  it('adds up the ends of an estimated denominator, and has none where a row has none', () => {
    const known = { ...row('1', null, 1), attainableInterval: [3, 5] as const }
    expect(worldSums('plain')([known, known])[0]?.ends).toEqual([6, 10])
    expect(worldSums('plain')([known, row('1', null, 1)])[0]?.ends).toBeNull()
  })
})

describe('malformedBootstrap', () => {
  it('finds nothing where no option is given, or no interval asked for', () => {
    for (const options of [undefined, false, {}, { seed: undefined }] as const) {
      expect(malformedBootstrap(options)).toEqual([])
    }
  })

  it('names an engine and a method that there are not, and an option that nobody has', () => {
    const found = malformedBootstrap({ engine: 'python', method: 'exact', replicas: 5 } as never)
    expect(found.map(({ path, value }) => [path, value])).toEqual([
      [['bootstrap', 'engine'], 'python'],
      [['bootstrap', 'method'], 'exact'],
      [['bootstrap', 'replicas'], 5],
    ])
    expect(malformedBootstrap({ engine: 'cpython', method: 'bca' })).toMatchObject([
      {
        path: ['bootstrap', 'method'],
        expected: expect.stringContaining('but under cpython'),
      },
    ])
  })
})

describe('malformed options of an interval', () => {
  it('are told in words', () => {
    const said = (options: unknown): ReadonlyArray<string> =>
      malformedBootstrap(options as never).map(renderFailure)
    expect(said(5)).toEqual([
      'bootstrap: expected false, or an object of options, got 5 (MalformedOption)',
    ])
    expect(said({ rounds: 5 })).toEqual([
      'bootstrap.rounds: expected engine, method, replicates, seed, level, got 5 (MalformedOption)',
    ])
    expect(said({ engine: 'cpython', method: 'percentile' })).toEqual([])
    expect(said({ engine: 'auto', method: 'bca' })).toEqual([])
  })
})

describe('intervalOf', () => {
  const sums = (...ends: ReadonlyArray<readonly [number, number] | null>) =>
    ends.map((pair, i) => ({ realized: i, attainable: 4, ends: pair }))
  const recorded = (...ends: ReadonlyArray<readonly [number, number] | null>) =>
    intervalOf({ engine: 'cpython' }, 'plain')([], sums(...ends))

  it('under cpython needs one spread of the denominators, or none', () => {
    expect(recorded(null, null, null)._tag).toBe('Interval')
    expect(recorded([3, 5], [3, 5], [3, 5])._tag).toBe('Interval')
    for (const ends of [
      [null, [3, 5], null],
      [[3, 5], null, [3, 5]],
      [
        [3, 5],
        [2, 5],
        [3, 5],
      ],
      [
        [3, 5],
        [3, 6],
        [3, 5],
      ],
    ] as const)
      expect(recorded(...ends)).toMatchObject({
        _tag: 'NotEvaluable',
        reason: 'denominators_differ',
      })
  })

  it('by default chooses its engine and method, and says what it is an interval of', () => {
    const rows = Array.from({ length: 4 }, (_, i) => row(`${i}`, null, i))
    const interval = intervalOf({}, 'plain')(rows, worldSums('plain')(rows))
    expect(interval).toEqual(
      intervalOf({ engine: 'auto', replicates: 2000, seed: 7, level: 0.95 }, 'plain')(
        rows,
        worldSums('plain')(rows),
      ),
    )
    expect(interval).toMatchObject({ method: 'bca', replicates: 2000, seed: 7, level: 0.95 })
    expect(interval).toMatchObject({ engine: 'multinomial', statistic: 'ratio_of_sums' })
    const many = Array.from({ length: 100 }, (_, i) => row(`${i}`, null, i))
    expect(intervalOf({}, 'plain')(many, [])).toMatchObject({ engine: 'keyed' })
    const percentile = intervalOf({ method: 'percentile', replicates: 99 }, 'plain')(
      rows,
      worldSums('plain')(rows),
    )
    expect(percentile).toMatchObject({ method: 'percentile', replicates: 99 })
  })
  it('has nothing to say of no worlds', () => {
    for (const engine of ['auto', 'cpython'] as const) {
      expect(intervalOf({ engine }, 'plain')([], [])).toMatchObject({
        _tag: 'NotEvaluable',
        reason: 'no_rows',
      })
    }
  })

  it('has no ends where an estimate is so wide that replicates lose their denominator', () => {
    const worlds = [1, 2, 3].map((realized) => ({
      realized,
      attainable: 1,
      ends: [-50, 50] as const,
    }))
    expect(intervalOf({ replicates: 200 }, 'plain')([], worlds)).toMatchObject({
      _tag: 'NotEvaluable',
      reason: 'too_many_dropped',
    })
  })
})
