/**
 * Shards: one interval computed by several workers, with the bits it would have had from one.
 *
 * Rows are cut into jobs, which are plain data that can be sent to a thread. Whoever has threads passes a `map` that
 * runs `runShardJob` on each job and gives back the sums; the library starts no worker. The sums are added, which is
 * exact on the grid, and the interval is ended where all the rows are. Below 100 worlds, where worlds are drawn and not
 * weighed, there are no jobs: it takes about a millisecond.
 *
 * | option   | default       | meaning                                                                   |
 * | -------- | ------------- | ------------------------------------------------------------------------- |
 * | `shards` | 1             | number of jobs, a whole number from 1 to 65536; never more than rows      |
 * | `map`    | in this place | runs the jobs; at once, or as a promise                                   |
 *
 * Laws
 *   L1 shards       any number of shards, run in any order, gives the outcome of `ratioInterval`, bit for bit
 *   L2 cover        the jobs hold every row once
 *
 * @module
 */

import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  wellFormedOptions,
} from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { addKeyedRows } from './keyed-engine.js'
import {
  finishRatio,
  isPrepared,
  type PreparedRatio,
  prepareRatio,
  resampleRatio,
} from './prepared-ratio.js'
import type { RatioRow } from './ratio-rows.js'

/**
 * Is a part of the rows to be summed: seed (decimal digits), replicates, two words of key a row and two columns,
 * interleaved. Can be sent to another thread.
 *
 * @category model
 * @since 0.1.0
 */
export interface ShardJob {
  readonly seed: string
  readonly replicates: number
  readonly keys: Int32Array
  readonly columns: Float64Array
}

/**
 * Runs every job and gives the sums in any order.
 *
 * @category model
 * @since 0.1.0
 */
export type ShardMap = (jobs: ReadonlyArray<ShardJob>) => ReadonlyArray<Float64Array>

/**
 * Does the same later.
 *
 * @category model
 * @since 0.1.0
 */
export type AsyncShardMap = (jobs: ReadonlyArray<ShardJob>) => Promise<ReadonlyArray<Float64Array>>

/**
 * Adds the number of shards and who runs them to the options of an interval. The engine is not `cpython`.
 *
 * @category model
 * @since 0.1.0
 */
export interface ShardOptions<Map> extends Partial<IntervalOptions> {
  readonly shards?: number
  readonly map?: Map
}

const MOST_SHARDS = 65536

/**
 * Sums the rows of a job for every replicate: two sums a replicate, interleaved.
 *
 * @category operations
 * @since 0.1.0
 */
export const runShardJob = (job: ShardJob): Float64Array => {
  const sums = new Float64Array(2 * job.replicates)
  addKeyedRows(BigInt(job.seed), job.keys, job.columns, sums)
  return sums
}

/** Cuts rows into jobs whose numbers of rows differ by at most one. Each holds its own copy of them. */
const jobsOf = (
  options: IntervalOptions,
  prepared: PreparedRatio,
  shards: number,
): ReadonlyArray<ShardJob> => {
  const { keys, columns } = prepared.rows
  const n = keys.length / 2
  const count = Math.min(shards, n)
  return Array.from({ length: count }, (_, shard) => {
    const from = 2 * Math.floor((shard * n) / count)
    const end = 2 * Math.floor(((shard + 1) * n) / count)
    return {
      seed: String(options.seed),
      replicates: options.replicates,
      keys: keys.slice(from, end),
      columns: columns.slice(from, end),
    }
  })
}

/** Adds the sums of the shards; `null` where they are not what the jobs ask for. */
const addedSums = (
  replicates: number,
  jobs: number,
  parts: ReadonlyArray<Float64Array>,
): Float64Array | null => {
  const sums = new Float64Array(2 * replicates)
  if (!Array.isArray(parts) || parts.length !== jobs) return null
  for (const part of parts) {
    if (part?.length !== sums.length) return null
    for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] as number) + (part[i] as number)
  }
  return sums
}

/**
 * Is `ratioInterval` in shards: answers at once under a `map` that does, and as a promise under one that does not.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioIntervalSharded {
  (
    options: ShardOptions<AsyncShardMap> & { readonly map: AsyncShardMap },
  ): (rows: ReadonlyArray<RatioRow>) => Promise<IntervalOutcome>
  (options?: ShardOptions<ShardMap>): (rows: ReadonlyArray<RatioRow>) => IntervalOutcome
}

type Sums = ReadonlyArray<Float64Array>

interface Plan {
  readonly jobs: ReadonlyArray<ShardJob>
  readonly finish: (parts: Sums) => IntervalOutcome
}

const isLater = (parts: Sums | Promise<Sums>): parts is Promise<Sums> =>
  typeof (parts as Promise<Sums> | null)?.then === 'function'

const planOf =
  (options: IntervalOptions, shards: number) =>
  (rows: ReadonlyArray<RatioRow>): Plan => {
    const settled = (outcome: IntervalOutcome): Plan => ({ jobs: [], finish: () => outcome })
    const valid = Number.isInteger(shards) && shards >= 1 && shards <= MOST_SHARDS
    if (!valid || !wellFormedOptions(options) || options.engine === 'cpython') {
      return settled(refusedEarly(options, 'ratio_of_sums', 'malformed_options'))
    }
    const prepared = prepareRatio(options, 'ratio_of_sums')(rows)
    if (!isPrepared(prepared)) return settled(prepared)
    if (prepared.engine === 'multinomial') return settled(resampleRatio(options)(prepared))
    const jobs = jobsOf(options, prepared, shards)
    const finish = (parts: Sums): IntervalOutcome => {
      const sums = addedSums(options.replicates, jobs.length, parts)
      return sums === null
        ? refusedEarly(options, 'ratio_of_sums', 'malformed_sums', prepared.subject)
        : finishRatio(options)(prepared, sums)
    }
    return { jobs, finish }
  }

/**
 * Computes the interval of `ratioInterval` in shards, with the same bits. `map` is called once, with no jobs where none
 * are needed; where it answers with a promise, so does this. A promise that is rejected stays rejected.
 *
 * @example
 * ```ts
 * import { ratioInterval, ratioIntervalSharded, runShardJob } from 'edgeworth/statistics'
 *
 * const rows = Array.from({ length: 500 }, (_, i) => ({ key: `w${i}`, numerator: i % 7, denominator: 10 }))
 * const inTurn = ratioIntervalSharded({ shards: 7, map: (jobs) => [...jobs].reverse().map(runShardJob) })(rows)
 * JSON.stringify(inTurn) === JSON.stringify(ratioInterval()(rows)) // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const ratioIntervalSharded: RatioIntervalSharded = ((
  options: ShardOptions<ShardMap | AsyncShardMap> = {},
) => {
  const { shards = 1, map = (jobs) => jobs.map(runShardJob), ...others } = options
  return (rows: ReadonlyArray<RatioRow>) => {
    const { jobs, finish } = planOf(intervalOptions(others), shards)(rows)
    const parts = map(jobs)
    return isLater(parts) ? parts.then(finish) : finish(parts)
  }
  // The overloads tie the kind of answer to the kind of map, which one signature cannot.
}) as RatioIntervalSharded
