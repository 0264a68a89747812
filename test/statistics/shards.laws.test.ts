import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratioInterval } from '../../src/statistics/ratio-interval.js'
import { ratioIntervalSharded, runShardJob, type ShardJob } from '../../src/statistics/shards.js'
import { reasonOf, rowsUpTo, seeds, shuffledBy, worldsOf } from './interval-rows.js'
import { shardPool } from './shard-pool.js'

const methods = fc.constantFrom('percentile' as const, 'basic' as const, 'bca' as const)
const shardCounts = fc.constantFrom(1, 2, 7, 64)

describe('the laws of shards', () => {
  it('L1 shards', () => {
    const rows = fc.oneof(rowsUpTo(60, 0), rowsUpTo(300, 180))
    fc.assert(
      fc.property(
        rows,
        shardCounts,
        seeds,
        methods,
        fc.nat(9999),
        (own, shards, seed, method, by) => {
          const options = { seed, method, replicates: 40 }
          const map = (jobs: ReadonlyArray<ShardJob>) => shuffledBy(by, jobs).map(runShardJob)
          const parts = ratioIntervalSharded({ ...options, shards, map })(shuffledBy(by, own))
          expect(parts).toEqual(ratioInterval(options)(own))
          expect(ratioIntervalSharded({ ...options, shards })(own)).toEqual(parts)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('L2 cover', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 400 }), shardCounts, (n, shards) => {
        const seen: Array<ShardJob> = []
        const map = (jobs: ReadonlyArray<ShardJob>) => {
          seen.push(...jobs)
          return jobs.map(runShardJob)
        }
        ratioIntervalSharded({ shards, map, replicates: 2, method: 'percentile' })(worldsOf(n))
        expect(seen).toHaveLength(shards)
        const sizes = seen.map((job) => job.keys.length / 2)
        expect(sizes.reduce((a, b) => a + b)).toBe(n)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        const firsts = seen.flatMap((job) => [...job.columns].filter((_, i) => i % 2 === 0))
        expect(firsts).toEqual(
          worldsOf(n).map((own) => Number((own.numerator * 1048576).toFixed(0))),
        )
      }),
    )
  })
})

describe('threads', () => {
  it.each([1, 2])('give the same bits: %i', async (threads) => {
    const pool = await shardPool(threads)
    try {
      for (const n of [0, 30, 1000, 20_000]) {
        for (const shards of [1, 2, 7, 64]) {
          const later = ratioIntervalSharded({ shards, map: pool.map, replicates: 200 })
          expect(await later(shuffledBy(shards, worldsOf(n)))).toEqual(
            ratioInterval({ replicates: 200 })(worldsOf(n)),
          )
        }
      }
    } finally {
      await pool.close()
    }
  })
})

describe('what a map may get wrong', () => {
  it('is refused: missing, surplus or misshapen sums', () => {
    const rows = worldsOf(200)
    const maps = [
      () => [],
      (jobs: ReadonlyArray<ShardJob>) => [...jobs, ...jobs].map(runShardJob),
      (jobs: ReadonlyArray<ShardJob>) => jobs.map(() => new Float64Array(3)),
      (jobs: ReadonlyArray<ShardJob>) => jobs.map(() => undefined as never),
      () => null as never,
    ]
    for (const map of maps) {
      expect(reasonOf(ratioIntervalSharded({ shards: 3, map })(rows))).toBe('malformed_sums')
    }
  })

  it('is its own failure: a rejected promise stays rejected', async () => {
    const map = () => Promise.reject(new Error('no threads'))
    await expect(ratioIntervalSharded({ map })(worldsOf(200))).rejects.toThrow('no threads')
  })

  it('is nothing where options are malformed', async () => {
    for (const shards of [0, 1.5, Number.NaN, 1e9]) {
      expect(reasonOf(ratioIntervalSharded({ shards })(worldsOf(200)))).toBe('malformed_options')
    }
    expect(reasonOf(ratioIntervalSharded({ engine: 'cpython' })(worldsOf(9)))).toBe(
      'malformed_options',
    )
    const later = ratioIntervalSharded({ level: 3, map: async (jobs) => jobs.map(runShardJob) })
    expect(reasonOf(await later(worldsOf(200)))).toBe('malformed_options')
  })
})
