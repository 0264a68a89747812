import { expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import { pooledRatio, ratioBootstrap } from '../../src/statistics/ratio-bootstrap.js'
import { describeReference, readReference } from '../support/reference.js'

interface Row {
  readonly status: string
  readonly score_row: {
    readonly status: string
    readonly w_real: number
    readonly denominator: number
  }
}

interface Pool {
  readonly n_boot: number
  readonly boot_seed: number
  readonly rows: ReadonlyArray<Row>
  readonly expected: {
    readonly n_ok: number
    readonly pooled_aer: number | null
    readonly ci: readonly [number, number] | null
  }
}

const recordings: ReadonlyArray<readonly [string, Summation]> = [
  ['pooled_aer.json', 'plain'],
  ['pooled_aer_py314.json', 'neumaier'],
]

const scored = (pool: Pool): ReadonlyArray<Row['score_row']> =>
  pool.rows
    .filter((row) => row.status === 'ok' && row.score_row.status === 'ok')
    .map((row) => row.score_row)

describeReference('the recorded pooled ratios', (folder) => {
  for (const [file, summation] of recordings) {
    const pools = readReference(folder, file) as ReadonlyArray<Pool>

    it(`finds pools of 0 to 120 rows in ${file}`, () => {
      expect(pools).toHaveLength(20)
      expect(Math.max(...pools.map((pool) => pool.rows.length))).toBe(120)
    })

    for (const [place, pool] of pools.entries()) {
      const rows = scored(pool)
      const numerators = rows.map((row) => row.w_real)
      const denominators = rows.map((row) => row.denominator)

      it(`gives the ratio and interval of pool ${place} (${rows.length} rows) of ${file}`, () => {
        expect(rows).toHaveLength(pool.expected.n_ok)
        const ratio = pooledRatio(summation)(numerators, denominators)
        expect(ratio._tag === 'Ratio' ? ratio.value : null).toBe(pool.expected.pooled_aer)

        const interval = ratioBootstrap({
          replicates: pool.n_boot,
          seed: BigInt(pool.boot_seed),
          summation,
        })(numerators, denominators)
        const ends = interval._tag === 'Interval' ? [interval.low, interval.high] : null
        expect(ends).toEqual(pool.expected.ci)
        if (interval._tag === 'Interval') expect(interval.degenerate).toBe(rows.length === 1)
      })
    }
  }
})
