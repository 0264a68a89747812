import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  communicationSet,
  type ExchangeConfig,
  gridOptimum,
  resourceTotals,
  utilities,
  type World,
  welfare,
  worldOf,
} from '../../src/economy/index.js'
import {
  bilateralOracle,
  continuousOptimum,
  exactMean,
  type GreedyFloor,
  gainOf,
  greedyFloor,
  gridTier,
  randomFloor,
} from '../../src/oracle/index.js'
import { applyTransfers, openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import {
  consentUnderHiddenInformation,
  hiddenDiscovery,
  multipartyClearing,
  visibleBilateral,
} from '../support/cases.js'
import { ledgerOf, ledgers } from './ledgers.js'

const cases: fc.Arbitrary<readonly [ExchangeConfig, World]> = fc
  .tuple(
    fc.constantFrom(
      visibleBilateral,
      multipartyClearing,
      hiddenDiscovery,
      consentUnderHiddenInformation,
    ),
    fc.integer({ min: 0, max: 100_000 }),
    fc.integer({ min: 1, max: 12 }),
  )
  .map(
    ([config, seed, rounds]) =>
      [{ ...config, rounds, controllers: [1, 2, 3] }, sound(worldOf(config, seed))] as const,
  )

const floorOf = (config: ExchangeConfig, world: World): GreedyFloor => {
  const floor = greedyFloor(config, world, 'plain')
  if (floor._tag !== 'Floor') throw new Error('refused')
  return floor
}

describe('the greedy floor', () => {
  it('L1 monotone floor', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        const floor = floorOf(config, world)
        expect(Math.min(0, ...floor.rounds.map((round) => round.gain))).toBe(0)
        const before = utilities(world, world.allocation, 'plain')
        const after = utilities(world, floor.ledger.allocation, 'plain')
        after.forEach((utility, agent) => {
          expect(utility).toBeGreaterThanOrEqual((before[agent] ?? 0) - 1e-8)
        })
        const total = floor.rounds.reduce((sum, round) => sum + round.gain, 0)
        expect(Math.abs(total - floor.gain)).toBeLessThanOrEqual(1e-9)
      }),
      { numRuns: 60 },
    )
  })

  it('L2 stops', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        const { rounds } = floorOf({ ...config, rounds: 24 }, world)
        const idle = rounds.findIndex(
          (_, k) => k >= 2 && rounds.slice(k - 2, k + 1).every((round) => round.plan === null),
        )
        if (idle >= 0) expect(rounds.slice(idle).every((round) => round.plan === null)).toBe(true)
      }),
      { numRuns: 20 },
    )
  })

  it('L3 best pair', () => {
    fc.assert(
      fc.property(cases, ([config, world]) => {
        const rowLimit = config.protocol.settlementRowLimit
        let ledger = openLedger(world)
        for (const round of floorOf(config, world).rounds) {
          const agents = communicationSet(config)(round.controllerId)
          const gains = agents.flatMap((first, place) =>
            agents
              .slice(place + 1)
              .map((second) => gainOf(bilateralOracle({ rowLimit })(ledger, first, second))),
          )
          expect(Math.abs(Math.max(0, ...gains) - round.gain)).toBeLessThanOrEqual(2e-7)
          ledger = applyTransfers(ledger, round.plan?.transfers ?? [])
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is refused where the utilities are', () => {
    const world = {
      ...sound(worldOf(visibleBilateral)),
      utilityMode: 'complementary_bundle',
    } as const
    expect(greedyFloor(visibleBilateral, world, 'plain')).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'ComplementaryBundle' },
    })
  })
})

describe('the random floor', () => {
  it('L1 never negative', () => {
    fc.assert(
      fc.property(cases, fc.nat(1000), ([config, world], seed) => {
        const floor = randomFloor(config, world, 'plain', { seed, samples: 3 })
        expect(Math.min(...floor.samples)).toBeGreaterThanOrEqual(0)
        expect(floor.mean).toBeGreaterThanOrEqual(Math.min(...floor.samples))
        expect(floor.mean).toBeLessThanOrEqual(Math.max(...floor.samples))
      }),
      { numRuns: 40 },
    )
  })

  it('L2 repeatable floor', () => {
    fc.assert(
      fc.property(cases, fc.nat(1000), ([config, world], seed) => {
        const again = randomFloor(config, world, 'plain', { seed })
        expect(randomFloor(config, world, 'plain', { seed })).toEqual(again)
      }),
      { numRuns: 20 },
    )
    const world = sound(worldOf(visibleBilateral, 1200))
    expect(randomFloor(visibleBilateral, world, 'plain', { seed: 0 }).samples).not.toEqual(
      randomFloor(visibleBilateral, world, 'plain', { seed: 1 }).samples,
    )
  })

  it('is 0 where nobody holds anything or nobody is there to swap with', () => {
    const empty = ledgerOf({ allocation: [[0], [0]], preferences: [[1], [2]] }).world
    const config = { ...visibleBilateral, numAgents: 2, numResources: 1 }
    expect(randomFloor(config, empty, 'plain').mean).toBe(0)
    const alone = ledgerOf({ allocation: [[3]], preferences: [[1]] }).world
    expect(randomFloor({ ...config, numAgents: 1 }, alone, 'plain').mean).toBe(0)
  })
})

describe('the exact mean', () => {
  const numbers = fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), {
    minLength: 1,
    maxLength: 7,
  })

  it('L1 one rounding', () => {
    fc.assert(
      fc.property(numbers, fc.integer({ min: -40, max: 40 }), (values, power) => {
        fc.pre(values.every((value) => value === 0 || Math.abs(value) > 1e-200))
        const scale = 2 ** power
        const mean = exactMean(values) ?? Number.NaN
        fc.pre(mean === 0 || Math.abs(mean) > 1e-200)
        expect(exactMean(values.map((value) => value * scale))).toBe(mean * scale)
      }),
    )
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        expect(exactMean([...values].reverse())).toBe(exactMean(values))
        expect(exactMean([...values].sort((a, b) => a - b))).toBe(exactMean(values))
      }),
    )
  })

  it('agrees with integers, and refuses what is not finite', () => {
    expect(exactMean([1, 2, 4])).toBe(7 / 3)
    expect(exactMean([2 ** 53, 1, 1])).toBe((2 ** 53 + 2) / 3)
    expect(exactMean([-3])).toBe(-3)
    expect(exactMean([0, 0, 1e300])).toBe(1e300 / 3)
    expect(exactMean([0])).toBe(0)
    expect(exactMean([5e-324, 5e-324])).toBe(5e-324)
    expect(exactMean([1, Number.POSITIVE_INFINITY])).toBeNull()
  })
})

describe('the continuous optimum', () => {
  const optimumOf = (world: World) => {
    const best = continuousOptimum(world, 'plain')
    if (best._tag !== 'Optimum') throw new Error('refused')
    return best
  }

  it('L1 above the grid', () => {
    fc.assert(
      fc.property(ledgers(), ({ world }) => {
        const grid = gridTier(world, 'plain')
        expect(grid.welfare).toBe(gridOptimum(world, 'plain').welfare)
        expect(optimumOf(world).welfare).toBeGreaterThanOrEqual(grid.welfare - 1e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('L2 reached', () => {
    fc.assert(
      fc.property(ledgers(), ({ world }) => {
        const best = optimumOf(world)
        expect(welfare('plain')(utilities(world, best.allocation, 'plain'))).toBe(best.welfare)
        const handed = resourceTotals('plain')(best.allocation)
        resourceTotals('plain')(world.allocation).forEach((supply, good) => {
          expect(Math.abs(supply - (handed[good] ?? 0))).toBeLessThanOrEqual(
            1e-12 * Math.max(1, supply),
          )
        })
        expect(best.gain).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })

  it('L3 nothing above', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 16, maxLength: 16 })
    fc.assert(
      fc.property(ledgers(), parts, ({ world }, shares) => {
        const supply = resourceTotals('plain')(world.allocation)
        const n = world.allocation.length
        const allocation = world.allocation.map((_, agent) =>
          supply.map((total, good) => {
            const column = Array.from({ length: n }, (_a, i) => shares[4 * i + good] ?? 0)
            const whole = column.reduce((sum, share) => sum + share, 0)
            return whole === 0 ? total / n : (total * (column[agent] ?? 0)) / whole
          }),
        )
        const tried = welfare('plain')(utilities(world, allocation, 'plain'))
        expect(tried).toBeLessThanOrEqual(optimumOf(world).welfare + 1e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('lets a score against the grid exceed 1, and none against itself', () => {
    const { world } = ledgerOf({
      allocation: [[1], [0]],
      preferences: [[3], [4]],
      utilityMode: 'concave_separable',
    })
    const best = optimumOf(world)
    expect(best.gain / gridTier(world).gain).toBe(2)
  })

  it('refuses jumps and negative roots, and takes negative linear values', () => {
    const box = {
      allocation: [
        [1, 0],
        [0, 1],
      ],
      preferences: [
        [1, -2],
        [2, -1],
      ],
    }
    const mode = (utilityMode: 'linear' | 'concave_separable' | 'complementary_bundle') =>
      continuousOptimum(ledgerOf({ ...box, utilityMode }).world)
    expect(mode('complementary_bundle')).toMatchObject({ reason: { _tag: 'ComplementaryBundle' } })
    expect(mode('concave_separable')).toMatchObject({
      reason: { _tag: 'NegativeValue', agent: 1, good: 1 },
    })
    expect(mode('linear')).toMatchObject({ _tag: 'Optimum', welfare: 1 })
  })
})
