import { Bench } from 'tinybench'
import type { Summation } from '../../src/core/arithmetic.js'
import { ratioReplicates } from '../../src/statistics/replicates.js'

const REPLICATES = 2000
const SIZES: ReadonlyArray<number> = [30, 120, 1000]

/** The loop a reader would write first: no seed, no parity, the generator of the engine. */
const unseededRatios = (
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): ReadonlyArray<number> => {
  const n = numerators.length
  const ratios: Array<number> = []
  for (let replicate = 0; replicate < REPLICATES; replicate += 1) {
    let numerator = 0
    let denominator = 0
    for (let i = 0; i < n; i += 1) {
      const row = Math.floor(Math.random() * n)
      numerator += numerators[row] ?? 0
      denominator += denominators[row] ?? 0
    }
    if (denominator > 1e-9) ratios.push(numerator / denominator)
  }
  return ratios
}

const rowsOf = (n: number): readonly [ReadonlyArray<number>, ReadonlyArray<number>] => [
  Array.from({ length: n }, (_, i) => ((i * 37) % 101) / 7 - 5),
  Array.from({ length: n }, (_, i) => 40 + ((i * 53) % 89) / 11),
]

const nanosecondsPerDraw = (bench: Bench, name: string, n: number): number => {
  const result = bench.getTask(name)?.result
  if (result === undefined || !('latency' in result)) return Number.NaN
  return (result.latency.p50 * 1e6) / (REPLICATES * n)
}

/** Times one size and says, in one run, how the parity engine stands to the unseeded loop. */
const benchSize = async (n: number): Promise<ReadonlyArray<string>> => {
  const rows = rowsOf(n)
  const bench = new Bench({ time: 400, warmupTime: 150 })
  const engine = (summation: Summation) => (): void => {
    ratioReplicates(summation, 7n, REPLICATES)(...rows)
  }
  bench.add('unseeded', () => {
    unseededRatios(...rows)
  })
  bench.add('plain', engine('plain'))
  bench.add('neumaier', engine('neumaier'))
  await bench.run()
  const unseeded = nanosecondsPerDraw(bench, 'unseeded', n)
  return ['unseeded', 'plain', 'neumaier'].map((name) => {
    const own = nanosecondsPerDraw(bench, name, n)
    const ratio = `${(unseeded / own).toFixed(2)}x unseeded`
    return `bootstrap n=${n} ${name}: ${own.toFixed(2)} ns/draw, ${ratio}`
  })
}

/** Prints nanoseconds per draw (median) of the parity bootstrap and its ratio to the unseeded loop. */
export const run = async (): Promise<void> => {
  for (const n of SIZES) {
    for (const line of await benchSize(n)) console.log(line)
  }
}
