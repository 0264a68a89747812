import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import {
  bundleAssignment,
  configToSnapshot,
  type Matrix,
  procurementToJson,
  readExchangeConfig,
  readProcurementConfig,
  worldOf,
} from '../../src/economy/index.js'
import { describeReference, listReference, readReference } from '../support/reference.js'

interface RecordedBundle {
  readonly config: string
  readonly cases: ReadonlyArray<{
    readonly seed: number
    readonly world: {
      readonly allocation: Matrix
      readonly preferences: Matrix
      readonly resource_names: ReadonlyArray<string>
      readonly money_good_index: number
    }
    readonly min_cost: {
      readonly min_cost: number
      readonly assignment: Readonly<Record<string, number>>
      readonly feasible_within_budget: boolean
      readonly optimal_welfare_gain: number
    }
  }>
}

describeReference('recorded configurations', (folder) => {
  const files = ['configs', 'configs/cases_v0']
    .flatMap((below) => listReference(folder, below).map((name) => `${below}/${name}`))
    .filter((file) => file.endsWith('.json'))
  const isProcurement = (file: string): boolean => file.includes('procurement_')
  const snapshots = ['runs', 'runs_py314'].flatMap((below) =>
    listReference(folder, below).map((run) => `${below}/${run}/config_snapshot.json`),
  )

  it('are 36 of exchanges and one of a procurement', () => {
    expect(files.filter((file) => !isProcurement(file)).length).toBe(36)
    expect(files.filter(isProcurement).length).toBe(1)
  })

  it.each(files.filter((file) => !isProcurement(file)))('decode and make a world: %s', (file) => {
    const json = readReference(folder, file) as Readonly<Record<string, unknown>>
    const config = readExchangeConfig(json)
    if (isLeft(config)) throw new Error(renderFailures(config.left))
    const snapshot = configToSnapshot(config.right)
    // what the file says is in the snapshot, apart from notes and keys that are not part of a configuration
    const { protocol, institution_pressure, bundle_spec, seller_layout, ...top } = json
    const known = Object.entries(top).filter(([key]) => key in snapshot)
    expect(Object.fromEntries(known)).toEqual(
      Object.fromEntries(known.map(([key]) => [key, snapshot[key]])),
    )
    expect(snapshot.protocol).toMatchObject(protocol as object)
    expect(snapshot.institution_pressure).toMatchObject((institution_pressure ?? {}) as object)
    expect(bundle_spec ?? {}).toMatchObject((snapshot.bundle_spec ?? {}) as object)
    expect(seller_layout ?? {}).toMatchObject((snapshot.seller_layout ?? {}) as object)
    expect(readExchangeConfig(snapshot)).toEqual(config)
    expect(isRight(worldOf(config.right))).toBe(true)
  })

  it('of a procurement is refused as an exchange and read as itself, all of it', () => {
    const file = files.find(isProcurement) ?? ''
    const json = readReference(folder, file) as Readonly<Record<string, unknown>>
    const asExchange = readExchangeConfig(json)
    expect(isLeft(asExchange) && asExchange.left.map((f) => f._tag)).toEqual(['OtherKind'])
    const config = readProcurementConfig(json)
    if (isLeft(config)) throw new Error(renderFailures(config.left))
    const { _notes, ...data } = json
    expect(procurementToJson(config.right)).toEqual(data)
  })

  it('are snapshots of 51 runs', () => {
    expect(snapshots.length).toBe(51)
  })

  it.each(snapshots)('survive reading and writing: %s', (file) => {
    const json = readReference(folder, file)
    const config = readExchangeConfig(json)
    if (isLeft(config)) throw new Error(renderFailures(config.left))
    const written = configToSnapshot(config.right)
    expect(written).toEqual(json)
    expect(Object.keys(written)).toEqual(Object.keys(json as object))
  })

  it('of bundles make the recorded worlds and cheapest assignments', () => {
    const recorded = readReference(folder, 'bundle.json') as RecordedBundle
    const config = readExchangeConfig(readReference(folder, `configs/${recorded.config}.json`))
    if (isLeft(config)) throw new Error(renderFailures(config.left))
    expect(recorded.cases.length).toBeGreaterThan(0)
    for (const { seed, world, min_cost } of recorded.cases) {
      const made = worldOf(config.right, seed)
      if (isLeft(made)) throw new Error(renderFailures(made.left))
      expect(made.right).toEqual({
        allocation: world.allocation,
        preferences: world.preferences,
        resourceNames: world.resource_names,
        utilityMode: 'linear',
        moneyGoodIndex: world.money_good_index,
        bundleBuyer: config.right.bundleSpec,
      })
      const assignment = bundleAssignment(made.right)
      if (assignment._tag !== 'Assigned') throw new Error(assignment._tag)
      expect(assignment.minimumCost).toBe(min_cost.min_cost)
      expect(assignment.welfareGain).toBe(min_cost.optimal_welfare_gain)
      expect(assignment.withinBudget).toBe(min_cost.feasible_within_budget)
      const sellers = assignment.sellers.map(({ component, seller }) => [component, seller])
      expect(Object.fromEntries(sellers)).toEqual(min_cost.assignment)
    }
  })
})
