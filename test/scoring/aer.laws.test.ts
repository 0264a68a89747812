import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import {
  type AerRow,
  captureShare,
  clipScore,
  leaderboard,
  macroAER,
  poolAER,
  scoreAER,
  scoreAERByCase,
  scoreAERByTier,
} from '../../src/scoring/index.js'
import {
  anyRow,
  asRows,
  degenerateRow,
  excludedRow,
  insertedInto,
  numbersIn,
  playedRows,
  reordered,
  wholeRows,
} from './arbitraries.js'

const summation = fc.constantFrom<Summation>('plain', 'neumaier')
const places = fc.array(fc.nat(100), { minLength: 12, maxLength: 12 })
const few = { bootstrap: { replicates: 25 } } as const

/** What a score says of its rows, without the list of those it does not rest on. */
const resting = (rows: ReadonlyArray<AerRow>): unknown => {
  const outcome = scoreAER(rows, few)
  if (outcome.status === 'invalid') return outcome
  const { dropped: _dropped, droppedCounts: _counts, ...rest } = outcome
  return rest
}

const pooled = (rows: ReadonlyArray<AerRow>): number | string => {
  const outcome = scoreAER(rows, { bootstrap: false })
  return outcome.status === 'ok' ? outcome.aer : outcome.status
}

describe('the aggregate efficiency ratio', () => {
  it('L1 scale', () => {
    fc.assert(
      fc.property(playedRows, fc.integer({ min: -20, max: 40 }), summation, (rows, power, rule) => {
        const factor = 2 ** power
        const scaled = rows.map((row) => ({
          ...row,
          realized: row.realized * factor,
          attainable: row.attainable * factor,
        }))
        const recorded = { ...few.bootstrap, engine: 'cpython' as const }
        const options = { bootstrap: recorded, summation: rule }
        const [before, after] = [scoreAER(rows, options), scoreAER(scaled, options)]
        expect(before.status).toBe('ok')
        expect(after).toEqual({
          ...before,
          ...(before.status === 'ok' && {
            realized: before.realized * factor,
            attainable: before.attainable * factor,
          }),
        })
      }),
    )
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(wholeRows, places, (rows, keys) => {
        expect(pooled(reordered(rows, keys))).toBe(pooled(rows))
      }),
    )
    fc.assert(
      fc.property(playedRows, places, (rows, keys) => {
        expect(pooled(reordered(rows, keys))).toBeCloseTo(pooled(rows) as number, 9)
      }),
    )
  })

  it('L3 degenerate', () => {
    fc.assert(
      fc.property(
        playedRows,
        fc.array(degenerateRow, { maxLength: 3 }),
        places,
        (rows, extra, at) => {
          const more = insertedInto<AerRow>(rows, extra, at)
          expect(resting(more)).toEqual(resting(rows))
          expect(scoreAER(more, few)).toMatchObject({
            droppedCounts: { degenerate_denominator: extra.length },
          })
        },
      ),
    )
  })

  it('L4 withdrawal', () => {
    fc.assert(
      fc.property(
        playedRows,
        fc.array(excludedRow, { maxLength: 3 }),
        places,
        (rows, extra, at) => {
          const more = insertedInto<AerRow>(rows, extra, at)
          expect(resting(more)).toEqual(resting(rows))
          const outcome = scoreAER(more, few)
          const listed = outcome.status === 'invalid' ? [] : outcome.dropped
          expect(listed.map(({ reason, detail }) => [reason, detail]).sort()).toEqual(
            extra.map((row) => [row.status, row.reason]).sort(),
          )
        },
      ),
    )
  })

  it('L5 tiers', () => {
    fc.assert(
      fc.property(playedRows, playedRows, places, (rows, others, at) => {
        const foreign = others.map((row) => ({ ...row, tier: 'exact_wbayes' }))
        const outcome = scoreAER(insertedInto<AerRow>(rows, foreign, at), few)
        expect(outcome).toMatchObject({
          status: 'mixed_tiers',
          tiers: [
            { tier: 'exact_wbayes', n: foreign.length },
            { tier: 'wstar_grid', n: rows.length },
          ],
        })
        expect(outcome).not.toHaveProperty('aer')
      }),
    )
  })

  it('L6 clip', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (aer) => {
        const clipped = clipScore(aer)
        expect(clipped >= 0 && clipped <= 1).toBe(true)
        expect(clipScore(clipped)).toBe(clipped)
        if (aer > 0 && aer < 1) expect(clipped).toBe(aer)
      }),
    )
    fc.assert(
      fc.property(playedRows, (rows) => {
        const outcome = scoreAER(rows, { bootstrap: false })
        expect(outcome.status === 'ok' && outcome.clipped === clipScore(outcome.aer)).toBe(true)
      }),
    )
  })

  it('L7 blindness', () => {
    const gains = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 2, maxLength: 5 })
    const markets = fc.array(gains, { minLength: 1, maxLength: 6 })
    const rowsOf = (worlds: ReadonlyArray<ReadonlyArray<number>>, agents: ReadonlyArray<number>) =>
      worlds.map((world, index) => ({
        world: String(index),
        tier: 'wstar_grid',
        agent: `agent ${agents[index]}`,
        realized: world.reduce((total, gain) => total + gain, 0),
        attainable: 100,
      }))
    const shares = (worlds: ReadonlyArray<ReadonlyArray<number>>) =>
      worlds.map((world) => captureShare({ gains: world, agent: 1 }))
    let moved = 0
    fc.assert(
      fc.property(markets, places, places, (worlds, keys, agents) => {
        const dealt = worlds.map((world) => reordered(world, keys))
        expect(resting(rowsOf(dealt, agents))).toEqual(resting(rowsOf(worlds, keys)))
        if (JSON.stringify(shares(dealt)) !== JSON.stringify(shares(worlds))) moved += 1
      }),
    )
    expect(moved).toBeGreaterThan(0) // the shares do depend on who gets what
  })

  it('L8 repetition', () => {
    fc.assert(
      fc.property(playedRows, summation, (rows, rule) => {
        const options = { ...few, summation: rule }
        const [once, twice] = [scoreAER(rows, options), scoreAER([...rows, ...rows], options)]
        if (once.status !== 'ok' || twice.status !== 'ok') throw new Error('both have a score')
        expect([twice.n, twice.worlds]).toEqual([2 * rows.length, once.worlds])
        expect(twice.aer).toBeCloseTo(once.aer, 9)
      }),
    )
    fc.assert(
      fc.property(wholeRows, summation, (rows, rule) => {
        const options = { ...few, summation: rule }
        const [once, twice] = [scoreAER(rows, options), scoreAER([...rows, ...rows], options)]
        if (once.status !== 'ok' || twice.status !== 'ok') throw new Error('both have a score')
        // The interval counts its rows; nothing else of it may change.
        const unlessCounted = (interval: object): object => ({ ...interval, rows: 0 })
        expect([twice.aer, unlessCounted(twice.interval)]).toEqual([
          once.aer,
          unlessCounted(once.interval),
        ])
      }),
    )
  })

  it('L9 total', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(fc.oneof(fc.array(anyRow, { maxLength: 6 }), fc.anything()), (rows) => {
        const outcome = scoreAER(asRows(rows), { bootstrap: { replicates: 10 } })
        seen.add(outcome.status)
        if (outcome.status !== 'invalid') {
          expect(numbersIn(outcome).every(Number.isFinite)).toBe(true)
        }
      }),
      { numRuns: 800 },
    )
    expect(seen.has('ok') && seen.has('invalid')).toBe(true)
  })

  it('L9 total, where reading a member of a row throws', () => {
    const thrower = (): never => {
      throw new Error('not for you')
    }
    const proxy = new Proxy({}, { get: thrower })
    const members = ['world', 'tier', 'status', 'realized', 'attainable', 'case'] as const
    const getters = members.map((member) =>
      Object.defineProperty({ world: '1', tier: 'x', realized: 1, attainable: 2 }, member, {
        get: thrower,
        enumerable: true,
      }),
    )
    const plain = { world: '2', tier: 'x', realized: 1, attainable: 2 }
    for (const row of [proxy, ...getters]) {
      const outcome = scoreAER(asRows([plain, row]))
      expect(outcome.status === 'invalid' && outcome.failures.map(({ path }) => path)).toEqual([
        [1],
      ])
      expect(outcome).toMatchObject({ reason: expect.stringContaining('can be read') })
    }
  })

  it('L10 options', () => {
    const known = new Set(['bootstrap', 'summation'])
    const name = fc.oneof(fc.string(), fc.constantFrom('engine', 'bootsrap', 'seed', 'toString'))
    fc.assert(
      fc.property(playedRows, name, fc.jsonValue(), (rows, key, value) => {
        fc.pre(!known.has(key) && key !== '__proto__')
        const options = { ...few, [key]: value }
        const outcomes = [
          scoreAER(rows, options),
          scoreAERByTier(rows, options),
          scoreAERByCase(rows, options),
          macroAER(rows, options),
          leaderboard(rows, options),
          poolAER(rows, options),
        ]
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({ status: 'invalid', failures: [{ path: [key], value }] })
        }
        expect(scoreAER(rows, { ...few, [key]: undefined }).status).not.toBe('invalid')
      }),
      { numRuns: 60 },
    )
  })
})
