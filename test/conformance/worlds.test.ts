import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import {
  communicationSet,
  type ExchangeConfig,
  gini,
  greedyOptimum,
  gridOptimum,
  logNashWelfare,
  type Matrix,
  proceduralWorld,
  readExchangeConfig,
  resourceTotals,
  respondersWithoutText,
  ringCycleWorld,
  type UtilityMode,
  utilities,
  visibleAgents,
  type World,
  welfare,
  worldOf,
} from '../../src/economy/index.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

interface RecordedWorld {
  readonly config: string
  readonly seed: number
  readonly world: {
    readonly allocation: Matrix
    readonly preferences: Matrix
    readonly resource_names: ReadonlyArray<string>
    readonly utility_mode: UtilityMode
    readonly money_good_index: number | null
  }
  readonly welfare: number
  readonly social_optimum: { readonly allocation: Matrix; readonly welfare: number }
  readonly utilities?: ReadonlyArray<number>
  readonly greedy_social_optimum?: { readonly allocation: Matrix; readonly welfare: number }
  readonly visible?: Readonly<Record<string, ReadonlyArray<number>>>
  readonly communication?: Readonly<Record<string, ReadonlyArray<number>>>
  readonly responders_without_text?: Readonly<Record<string, ReadonlyArray<number>>>
  readonly resource_totals?: ReadonlyArray<number>
  readonly gini?: number
  readonly log_nash_welfare?: number
}

const orThrow = (result: ReturnType<typeof worldOf>): World => {
  if (isRight(result)) return result.right
  throw new Error(renderFailures(result.left))
}

const worldNamed = (entry: RecordedWorld, config: ExchangeConfig | null): World => {
  if (config !== null) return orThrow(worldOf(config, entry.seed))
  const ring = /^ring_cycle n=(\d+) k=(\d+)$/.exec(entry.config)
  if (ring !== null) {
    return orThrow(ringCycleWorld({ numAgents: Number(ring[1]), cycleLength: Number(ring[2]) }))
  }
  const made = /^make_exchange_world\((\d+),(\d+),(\d+),(\w+),money=(True|False)\)$/.exec(
    entry.config,
  )
  if (made === null) throw new Error(`no generator is known for ${entry.config}`)
  return orThrow(
    proceduralWorld({
      seed: entry.seed,
      numAgents: Number(made[1]),
      numResources: Number(made[2]),
      unitsPerHomeResource: Number(made[3]),
      utilityMode: made[4] as UtilityMode, // the mode as the recording names it
      withMoney: made[5] === 'True',
    }),
  )
}

describeReference('recorded worlds', (folder) => {
  const entries = readReference(folder, 'worlds.json') as ReadonlyArray<RecordedWorld>

  const configOf = (entry: RecordedWorld): ExchangeConfig | null => {
    if (/[ (]/.test(entry.config)) return null
    const read = readExchangeConfig(readReference(folder, `configs/${entry.config}.json`))
    if (isRight(read)) return read.right
    throw new Error(renderFailures(read.left))
  }

  it('are all 55', () => {
    expect(entries.length).toBe(55)
  })

  it.each(entries.map((entry) => [`${entry.config} seed ${entry.seed}`, entry] as const))(
    'agree bit for bit: %s',
    (_name, entry) => {
      const config = configOf(entry)
      const world = worldNamed(entry, config)
      expect(world).toEqual({
        allocation: entry.world.allocation,
        preferences: entry.world.preferences,
        resourceNames: entry.world.resource_names,
        utilityMode: entry.world.utility_mode,
        moneyGoodIndex: entry.world.money_good_index,
        bundleBuyer: null,
      })
      const vector = utilities(world, world.allocation, 'plain')
      expect(welfare('plain')(vector)).toBe(entry.welfare)
      if (entry.utilities !== undefined) expect(vector).toEqual(entry.utilities)
      expect(gridOptimum(world, 'plain')).toEqual(entry.social_optimum)
      if (config === null) return
      expect(greedyOptimum(world, 'plain')).toEqual(entry.greedy_social_optimum)
      expect(resourceTotals('plain')(world.allocation)).toEqual(entry.resource_totals)
      expect(gini('plain')(vector)).toBe(entry.gini)
      expect(
        Math.abs(logNashWelfare('plain')(vector) - (entry.log_nash_welfare ?? Number.NaN)),
      ).toBeLessThanOrEqual(1e-12)
      const perAgent = (of: (agent: number) => ReadonlyArray<number>): unknown =>
        Object.fromEntries(world.allocation.map((_, index) => [index + 1, of(index + 1)]))
      expect(perAgent(visibleAgents(config))).toEqual(entry.visible)
      expect(perAgent(communicationSet(config))).toEqual(entry.communication)
      expect(perAgent(respondersWithoutText(config))).toEqual(entry.responders_without_text)
    },
  )
})

interface RecordedSummary {
  readonly initial_welfare: number
  readonly gini_initial: number
  readonly optimum_welfare: number
}

describeReference('worlds of recorded runs', (folder) => {
  const runs = ['runs', 'runs_py314'].flatMap((below) =>
    listReference(folder, below).map((run) => `${below}/${run}`),
  )

  it.each(runs)('have the recorded welfare, Gini and optimum: %s', (run) => {
    const config = readExchangeConfig(readReference(folder, `${run}/config_snapshot.json`))
    if (isLeft(config)) throw new Error(renderFailures(config.left))
    const meta = readReference(folder, `${run}/run_meta.json`) as { readonly python: string }
    const summary = readReference(folder, `${run}/summary.json`) as RecordedSummary
    const minor = Number(/^3\.(\d+)/.exec(meta.python)?.[1])
    const summation = minor >= 12 ? 'neumaier' : 'plain'
    const world = orThrow(worldOf(config.right))
    const vector = utilities(world, world.allocation, summation)
    expect(welfare(summation)(vector)).toBe(summary.initial_welfare)
    expect(gini(summation)(vector)).toBe(summary.gini_initial)
    expect(gridOptimum(world, summation).welfare).toBe(summary.optimum_welfare)
  })
})
