import { isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { renderFailures } from '../../src/core/failure.js'
import { type ExchangeConfig, readExchangeConfig, worldOf } from '../../src/economy/index.js'
import {
  bilateralOracle,
  greedyFloor,
  multipartyOracle,
  type OracleAnswer,
  planMechanism,
  randomFloor,
  type SettlementPlan,
  verifyCertificate,
} from '../../src/oracle/index.js'
import {
  deltas,
  feasibility,
  isAdmitted,
  type Ledger,
  openLedger,
} from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import { describeReference, readReference } from '../support/reference.js'

interface RecordedOracles {
  readonly config: string
  readonly seed: number
  readonly row_limit: number
  readonly pairs: ReadonlyArray<{
    readonly pair: readonly [number, number]
    readonly welfare_gain: number
  }>
  readonly greedy_floor: {
    readonly rounds: ReadonlyArray<{ readonly welfare_gain: number; readonly applied: boolean }>
    readonly initial_welfare: number
    readonly total_welfare_gain: number
    readonly applied_rounds: number
  }
  readonly fractional: ReadonlyArray<{
    readonly participants: ReadonlyArray<number>
    readonly row_limit: number | null
    readonly welfare_gain: number
  }>
  readonly random_floor: number
}

/** A plan that settles: feasible, and nobody loses. */
const settled = (ledger: Ledger, answer: OracleAnswer): SettlementPlan => {
  if (answer._tag !== 'Certified') throw new Error(`not certified: ${answer._tag}`)
  const { plan } = answer
  const mechanism = planMechanism(plan, plan.participants[0] ?? 1)
  expect(isAdmitted(feasibility(ledger, mechanism))).toBe(true)
  expect(Math.min(0, ...Object.values(deltas(ledger, mechanism)))).toBeGreaterThanOrEqual(-1e-9)
  expect(verifyCertificate()(ledger, plan)._tag).toBe('Verified')
  return plan
}

describeReference('recorded oracles', (folder) => {
  const entries = readReference(folder, 'oracles.json') as ReadonlyArray<RecordedOracles>
  const configOf = (name: string): ExchangeConfig => {
    const read = readExchangeConfig(readReference(folder, `configs/${name}.json`))
    if (isRight(read)) return read.right
    throw new Error(renderFailures(read.left))
  }
  const opened = (entry: RecordedOracles): Ledger =>
    openLedger(sound(worldOf(configOf(entry.config), entry.seed)))
  const named = entries.map((entry) => [`${entry.config} seed ${entry.seed}`, entry] as const)
  const higher: Array<{ readonly call: string; readonly by: number }> = []
  const compare = (call: string, ours: number, recorded: number, tolerance: number): void => {
    expect(ours - recorded).toBeGreaterThanOrEqual(-tolerance)
    if (ours - recorded > 1e-6) higher.push({ call, by: ours - recorded })
  }

  it('are all 14', () => {
    expect(entries.length).toBe(14)
  })

  it.each(named)('pairs gain what was recorded, or more: %s', (name, entry) => {
    const ledger = opened(entry)
    for (const { pair, welfare_gain: recorded } of entry.pairs) {
      const [first, second] = pair
      const plan = settled(
        ledger,
        bilateralOracle({ rowLimit: entry.row_limit })(ledger, first, second),
      )
      expect(plan.transfers.length).toBeLessThanOrEqual(entry.row_limit)
      compare(`${name} pair ${first}, ${second}`, plan.gain, recorded, 1e-8)
    }
  })

  it.each(named)('groups gain what was recorded, or more: %s', (name, entry) => {
    const ledger = opened(entry)
    for (const { participants, row_limit: rowLimit, welfare_gain: recorded } of entry.fractional) {
      const plan = settled(ledger, multipartyOracle({ rowLimit })(ledger, participants))
      compare(`${name} group of ${participants.length}`, plan.gain, recorded, 1e-8)
    }
  })

  it.each(named)(
    'greedy floors agree within 1e-4, or first leave the record upwards: %s',
    (name, entry) => {
      const config = configOf(entry.config)
      const floor = greedyFloor(config, opened(entry).world, 'plain')
      if (floor._tag !== 'Floor') throw new Error('refused')
      const { greedy_floor: recorded } = entry
      expect(floor.initialWelfare).toBe(recorded.initial_welfare)
      expect(floor.appliedRounds).toBe(recorded.applied_rounds)
      expect(floor.rounds.map((round) => round.plan !== null)).toEqual(
        recorded.rounds.map((round) => round.applied),
      )
      const first = floor.rounds.findIndex(
        (round, k) => Math.abs(round.gain - (recorded.rounds[k]?.welfare_gain ?? 0)) > 1e-3,
      )
      if (first >= 0) {
        // the round at which the recorded solver missed a better pair; later rounds start elsewhere
        expect(floor.rounds[first]?.gain).toBeGreaterThan(recorded.rounds[first]?.welfare_gain ?? 0)
      }
      compare(`${name} greedy floor`, floor.gain, recorded.total_welfare_gain, 1e-4)
    },
  )

  it.each(named)('random floors are equal to the bit: %s', (_name, entry) => {
    const floor = randomFloor(configOf(entry.config), opened(entry).world, 'plain')
    expect(floor.mean).toBe(entry.random_floor)
  })

  describe('table of where ours is higher', () => {
    it('lists groups and floors, and no pair', () => {
      const table = higher.map(({ call, by }) => `${call}: +${by.toPrecision(3)}`)
      expect(table.filter((line) => line.includes(' pair '))).toEqual([])
      const groups = higher.filter(({ call }) => call.includes('group'))
      expect(groups.length).toBeGreaterThanOrEqual(9)
      expect(Math.max(...groups.map(({ by }) => by))).toBeGreaterThan(1.4)
      if (process.env.EDGEWORTH_TABLES === '1') console.table(higher)
    })
  })
})
