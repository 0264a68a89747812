import { worldOf } from '../../src/economy/index.js'
import {
  bilateralOracle,
  continuousOptimum,
  greedyFloor,
  multipartyOracle,
  type OracleAnswer,
} from '../../src/oracle/index.js'
import { type Ledger, openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import {
  consentUnderHiddenInformation,
  hiddenDiscovery,
  multipartyClearing,
  visibleBilateral,
} from '../support/cases.js'

/** Median and best of repeated runs, in microseconds of CPU time each. */
const timed = (job: () => unknown, wanted = 30_000): string => {
  const batch = (count: number): number => {
    const start = process.cpuUsage()
    for (let k = 0; k < count; k++) job()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / count
  }
  // warm: compilation counts as CPU time too
  for (let spent = 0; spent < 300_000; ) spent += 20 * batch(20)
  const once = Math.max(0.5, batch(20))
  const count = Math.max(1, Math.ceil(wanted / once))
  const times = Array.from({ length: 9 }, () => batch(count)).sort((a, b) => a - b)
  return `${(times[4] ?? 0).toFixed(1)} us (best ${(times[0] ?? 0).toFixed(1)})`
}

const everybody = (ledger: Ledger): ReadonlyArray<number> => ledger.allocation.map((_, i) => i + 1)

const verdict = (answer: OracleAnswer): string =>
  answer._tag === 'Bounded' ? `Bounded, gap ${answer.gap.toExponential(1)}` : answer._tag

const cases = [visibleBilateral, multipartyClearing, hiddenDiscovery, consentUnderHiddenInformation]

const spread = (size: number, binding: boolean): Ledger => {
  const config = { ...visibleBilateral, numAgents: size, numResources: size }
  const { allocation, preferences, ...rest } = sound(worldOf(config, 5))
  return openLedger({
    ...rest,
    // everybody holds some of everything; where rationality should bind, every third agent values little
    allocation: allocation.map((row, i) => row.map((held, g) => held / 2 + ((i * 7 + g * 3) % 5))),
    preferences: preferences.map((row, i) =>
      binding && i % 3 === 0 ? row.map((v) => v / 20) : row,
    ),
  })
}

/** Measures floors, pairs and groups of the official cases, and growth up to 50 agents and 50 goods. */
export const run = async (): Promise<void> => {
  for (const config of cases) {
    const world = sound(worldOf(config))
    console.log(`${config.name}: greedy floor ${timed(() => greedyFloor(config, world, 'plain'))}`)
  }
  const world = sound(worldOf(multipartyClearing))
  const start = openLedger(world)
  const floor = greedyFloor(multipartyClearing, world, 'plain')
  const traded = floor._tag === 'Floor' ? floor.ledger : start
  const pair = bilateralOracle({ rowLimit: 4 })
  console.log(`pair at the start: ${timed(() => pair(start, 1, 2))}`)
  console.log(`pair after trades: ${timed(() => pair(traded, 1, 3))}`)
  console.log(`five agents: ${timed(() => multipartyOracle()(start, [1, 2, 3, 4, 5]))}`)
  const limited = multipartyOracle({ rowLimit: 4 })
  console.log(`five agents, four rows: ${timed(() => limited(start, [1, 2, 3, 4, 5]))}`)
  console.log(`continuous optimum: ${timed(() => continuousOptimum(world))}`)
  for (const size of [5, 10, 20, 50]) {
    const slack = spread(size, false)
    const binding = spread(size, true)
    const two = bilateralOracle({ rowLimit: 4 })
    const free = multipartyOracle()
    console.log(
      `${size} goods: pair of four rows ${timed(() => two(binding, 1, 2))}, ${verdict(two(binding, 1, 2))}`,
    )
    for (const [name, ledger] of [
      ['slack', slack],
      ['binding', binding],
    ] as const) {
      const all = everybody(ledger)
      console.log(
        `${size} agents x ${size} goods, rationality ${name}: ${timed(() => free(ledger, all))}, ${verdict(free(ledger, all))}`,
      )
    }
  }
}
