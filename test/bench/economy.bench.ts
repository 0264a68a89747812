import { Bench } from 'tinybench'
import {
  gridOptimum,
  type Matrix,
  proceduralWorld,
  resourceTotals,
  utilities,
  utilityOf,
  type World,
  welfare,
} from '../../src/economy/index.js'
import { sound } from '../economy/arbitraries.js'

/** Each unit to the largest marginal of the whole utility, recomputed for everybody. */
const naiveUnits = (world: World): Matrix => {
  const utility = utilityOf(world, 'plain')
  const rows = world.allocation.map((row) => row.map(() => 0))
  resourceTotals('plain')(world.allocation).forEach((supply, good) => {
    for (let unit = 0; unit < supply; unit++) {
      const marginals = rows.map((row, agent) => {
        const after = row.map((held, g) => (g === good ? held + 1 : held))
        return utility(agent, after) - utility(agent, row)
      })
      const winner = rows[marginals.indexOf(Math.max(...marginals))] ?? []
      winner[good] = (winner[good] ?? 0) + 1
    }
  })
  return rows
}

const naiveOptimum = (world: World): number =>
  welfare('plain')(utilities(world, naiveUnits(world), 'plain'))

const optionsOf = (size: number, seed: number) =>
  ({ seed, numAgents: size, numResources: size, utilityMode: 'concave_separable' }) as const

/** Measures world generation and the grid optimum beside its definition; prints microseconds and ratios. */
export const run = async (): Promise<void> => {
  const bench = new Bench({ time: 500, warmupTime: 200 })
  let seed = 0
  for (const size of [5, 10]) {
    const world = sound(proceduralWorld(optionsOf(size, 1101)))
    bench
      .add(`world ${size}x${size}`, () => {
        seed += 1
        proceduralWorld(optionsOf(size, seed))
      })
      .add(`utilities ${size}x${size}`, () => {
        utilities(world, world.allocation, 'plain')
      })
      .add(`grid optimum ${size}x${size}`, () => {
        gridOptimum(world, 'plain')
      })
      .add(`grid optimum ${size}x${size}, definition`, () => {
        naiveOptimum(world)
      })
  }
  await bench.run()
  const microseconds = new Map(
    bench.tasks.map((task) => {
      const { result } = task
      return [task.name, 'latency' in result ? result.latency.p50 * 1000 : Number.NaN] as const
    }),
  )
  for (const [name, time] of microseconds) {
    const twin = microseconds.get(`${name}, definition`)
    const ratio = twin === undefined ? '' : `, ${(twin / time).toFixed(1)}x its definition`
    console.log(`${name}: ${time.toFixed(2)} us${ratio}`)
  }
}
