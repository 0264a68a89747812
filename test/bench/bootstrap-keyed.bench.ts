import { addKeyedRows } from '../../src/statistics/keyed-engine.js'
import { worldKey } from '../../src/statistics/keyed-weights.js'
import { ratioInterval } from '../../src/statistics/ratio-interval.js'
import { ratioReplicates } from '../../src/statistics/replicates.js'
import { ratioIntervalSharded } from '../../src/statistics/shards.js'
import { shardPool } from '../statistics/shard-pool.js'

/** Rows and replicates; fewer than 2,000 where the slowest contender would take minutes, and said so. */
const SIZES: ReadonlyArray<readonly [rows: number, replicates: number, rounds: number]> = [
  [30, 2000, 15],
  [120, 2000, 15],
  [1000, 2000, 7],
  [100_000, 60, 5],
  [1_000_000, 30, 3],
]
const FULL = 2000

const cpu = (run: () => void): number => {
  const before = process.cpuUsage()
  run()
  const used = process.cpuUsage(before)
  return (used.user + used.system) * 1000
}

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN

interface Data {
  readonly numerators: ReadonlyArray<number>
  readonly denominators: ReadonlyArray<number>
  readonly keys: Int32Array
  readonly columns: Float64Array
}

const dataOf = (n: number): Data => {
  const numerators = Array.from({ length: n }, (_, i) => ((i * 37) % 101) / 7 - 5)
  const denominators = Array.from({ length: n }, (_, i) => 40 + ((i * 53) % 89) / 11)
  const keys = new Int32Array(2 * n)
  const columns = new Float64Array(2 * n)
  for (let i = 0; i < n; i += 1) {
    keys.set(worldKey(`w${i}`), 2 * i)
    columns[2 * i] = Math.round((numerators[i] ?? 0) * 1048576)
    columns[2 * i + 1] = Math.round((denominators[i] ?? 0) * 1048576)
  }
  return { numerators, denominators, keys, columns }
}

/** The loop a reader would write first. */
const naive = (data: Data, replicates: number): ReadonlyArray<number> => {
  const { numerators, denominators } = data
  const n = numerators.length
  return Array.from({ length: replicates }, () => {
    let numerator = 0
    let denominator = 0
    for (let i = 0; i < n; i += 1) {
      const row = Math.floor(Math.random() * n)
      numerator += numerators[row] ?? 0
      denominator += denominators[row] ?? 0
    }
    return numerator / denominator
  })
}

/** Times every contender in turn, round by round, so that all of them meet the same machine. CPU time, medians. */
const benchSize = (n: number, replicates: number, rounds: number): ReadonlyArray<number> => {
  const data = dataOf(n)
  const { numerators, denominators, keys, columns } = data
  const contenders: ReadonlyArray<readonly [string, () => void]> = [
    ['naive', () => void naive(data, replicates)],
    ['parity', () => void ratioReplicates('neumaier', 7n, replicates)(numerators, denominators)],
    ['keyed', () => addKeyedRows(7n, keys, columns, new Float64Array(2 * replicates))],
  ]
  for (const [, run] of contenders) run()
  const times = contenders.map((): Array<number> => [])
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, [, run]] of contenders.entries()) times[place]?.push(cpu(run))
  }
  const perDraw = times.map((own) => median(own) / (n * replicates))
  for (const [place, [name]] of contenders.entries()) {
    const ratio = median((times[0] ?? []).map((own, i) => own / (times[place]?.[i] ?? 1)))
    const scaled = replicates === FULL ? '' : ` (${replicates} replicates, not ${FULL})`
    console.log(
      `n=${n} ${name}: ${perDraw[place]?.toFixed(2)} ns/draw, ${ratio.toFixed(1)}x naive${scaled}`,
    )
  }
  return perDraw
}

const wall = async (run: () => Promise<unknown>): Promise<number> => {
  const before = performance.now()
  await run()
  return performance.now() - before
}

/** A million worlds, all replicates, on one thread and with workers; and what a thread adds to a job of its own. */
const benchWhole = async (): Promise<void> => {
  const rows = Array.from({ length: 1_000_000 }, (_, i) => ({
    key: `w${i}`,
    numerator: ((i * 37) % 101) / 7 - 5,
    denominator: 40 + ((i * 53) % 89) / 11,
  }))
  const used = cpu(() => void ratioInterval({ method: 'percentile' })(rows)) / 1e9
  console.log(
    `ratioInterval, 1,000,000 rows x ${FULL}: ${used.toFixed(2)} s CPU, rows read and all`,
  )
  const data = dataOf(400_000)
  const jobs = (count: number) =>
    Array.from({ length: count }, (_, i) => {
      const cut = (place: number): number => 2 * Math.floor((place * 400_000) / count)
      return {
        seed: '7',
        replicates: FULL,
        keys: data.keys.slice(cut(i), cut(i + 1)),
        columns: data.columns.slice(cut(i), cut(i + 1)),
      }
    })
  const [one, two] = [await shardPool(1), await shardPool(2)]
  await Promise.all([one.map(jobs(2)), two.map(jobs(2))])
  const ratios: Array<number> = []
  const spent: Array<number> = []
  for (let round = 0; round < 5; round += 1) {
    const alone = await wall(() => one.map(jobs(4)))
    const both = await wall(() => two.map(jobs(4)))
    ratios.push(alone / both)
    spent.push(alone)
  }
  console.log(
    `two workers, 400,000 rows x ${FULL}: ${median(ratios).toFixed(2)}x one (${median(spent).toFixed(0)} ms), best ${Math.max(...ratios).toFixed(2)}x`,
  )
  const rest = rows.slice(0, 400_000)
  const whole = await wall(() =>
    ratioIntervalSharded({ shards: 4, map: two.map, method: 'percentile' })(rest),
  )
  console.log(
    `ratioIntervalSharded, 400,000 rows, two workers: ${whole.toFixed(0)} ms, rows read and all`,
  )
  await Promise.all([one.close(), two.close()])
}

/** Prints nanoseconds per draw of the parity and the keyed engine beside the naive loop, and the work of threads. */
export const run = async (): Promise<void> => {
  const perDraw = SIZES.map((size) => benchSize(...size))
  const keyed = perDraw.slice(2).map((own) => own[2] ?? Number.NaN)
  const flat = Math.max(...keyed) / Math.min(...keyed)
  console.log(`keyed, slowest over fastest from 1,000 to 1,000,000 rows: ${flat.toFixed(2)}`)
  await benchWhole()
}
