import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import {
  bundleAssignment,
  type ExchangeConfig,
  gini,
  greedyOptimum,
  gridOptimum,
  logNashWelfare,
  proceduralWorld,
  ringCycleWorld,
  type UtilityMode,
  utilities,
  welfare,
  worldOf,
} from '../../src/economy/index.js'
import {
  bundleOfThree,
  consentUnderHiddenInformation,
  hiddenDiscovery,
  linearTenByTen,
  multipartyClearing,
  visibleBilateral,
} from '../support/cases.js'
import { sound } from './arbitraries.js'

interface Figures {
  readonly config: ExchangeConfig
  readonly seed: number
  readonly welfare: number
  readonly gini: number
  readonly logNash: number
  readonly grid: number
  readonly greedy: number
}

/** Figures of the public benchmark under CPython 3.11, whose sums are plain. */
const plainFigures: ReadonlyArray<Figures> = [
  {
    config: visibleBilateral,
    seed: 1101,
    welfare: 54.517666861302864,
    gini: 0.36213457076566136,
    logNash: 10.806396980348108,
    grid: 137.7852110370673,
    greedy: 98.19188362588835,
  },
  {
    config: visibleBilateral,
    seed: 1200,
    welfare: 54.70107896559263,
    gini: 0.20536478205572894,
    logNash: 11.5690040467373,
    grid: 123.13529583316503,
    greedy: 87.39586769407352,
  },
  {
    config: visibleBilateral,
    seed: 1201,
    welfare: 52.48116004815442,
    gini: 0.2559652928416487,
    logNash: 11.138324551696666,
    grid: 126.47357102799468,
    greedy: 94.19160238577535,
  },
  {
    config: visibleBilateral,
    seed: 1202,
    welfare: 45.73285952135511,
    gini: 0.29293320425943836,
    logNash: 10.313364625738984,
    grid: 126.96006048438704,
    greedy: 88.29711682722149,
  },
  {
    config: multipartyClearing,
    seed: 1102,
    welfare: 40.83449142575428,
    gini: 0.22052195461937574,
    logNash: 10.044483672480315,
    grid: 130.61289999906901,
    greedy: 88.18327483145544,
  },
  {
    config: hiddenDiscovery,
    seed: 1103,
    welfare: 55.741468315788026,
    gini: 0.24573665399670963,
    logNash: 11.385957136552346,
    grid: 134.71442191524275,
    greedy: 86.1562548512875,
  },
  {
    config: consentUnderHiddenInformation,
    seed: 1104,
    welfare: 40.17357539477909,
    gini: 0.4181360201511335,
    logNash: 8.88566356420861,
    grid: 125.26666151394888,
    greedy: 94.11254544427113,
  },
]

const figuresOf = (config: ExchangeConfig, seed: number, summation: Summation) => {
  const world = sound(worldOf(config, seed))
  const vector = utilities(world, world.allocation, summation)
  return {
    welfare: welfare(summation)(vector),
    gini: gini(summation)(vector),
    logNash: logNashWelfare(summation)(vector),
    grid: gridOptimum(world, summation).welfare,
    greedy: greedyOptimum(world, summation).welfare,
  }
}

describe('figures of the public benchmark', () => {
  it.each(plainFigures.map((row) => [row.config.name, row.seed, row] as const))(
    'agree bit for bit: %s, seed %i',
    (_name, seed, row) => {
      const { logNash, ...figures } = figuresOf(row.config, seed, 'plain')
      const { logNash: expectedLogNash, config: _config, seed: _seed, ...expected } = row
      expect(figures).toEqual(expected)
      expect(Math.abs(logNash - expectedLogNash)).toBeLessThanOrEqual(1e-12)
    },
  )

  it('differ in the last bits under compensated sums, as CPython 3.14 does', () => {
    const compensated = [1200, 1201, 1202].map((seed) =>
      figuresOf(visibleBilateral, seed, 'neumaier'),
    )
    expect(compensated.map((figures) => figures.gini)[0]).toBe(0.20536478205572917)
    expect(compensated.map((figures) => figures.welfare)).toEqual([
      54.70107896559263, 52.48116004815443, 45.73285952135511,
    ])
    expect(compensated.map((figures) => figures.grid)).toEqual([
      123.13529583316503, 126.47357102799468, 126.96006048438706,
    ])
  })

  it('agree for ten agents with linear values', () => {
    expect(figuresOf(linearTenByTen, 23, 'plain')).toMatchObject({
      welfare: 322.77,
      gini: 0.3069399262632835,
      grid: 611.43,
      greedy: 611.43,
    })
    expect(figuresOf(linearTenByTen, 1201, 'plain').grid).toBe(609.8699999999999)
  })

  it('agree with money, in every mode', () => {
    const made = (utilityMode: UtilityMode) => {
      const options = { seed: 77, numAgents: 4, numResources: 3, unitsPerHomeResource: 7 }
      const world = sound(proceduralWorld({ ...options, utilityMode, withMoney: true }))
      return [
        welfare('plain')(utilities(world, world.allocation, 'plain')),
        gridOptimum(world, 'plain').welfare,
      ]
    }
    expect(made('linear')).toEqual([168.24900000000002, 212.895])
    expect(made('concave_separable')).toEqual([113.3549867785913, 149.5503069379952])
    expect(made('complementary_bundle')).toEqual([114.5886367785913, 152.0176069379952])
  })

  it('agree for cycles and for bundles', () => {
    const ring = sound(ringCycleWorld({ numAgents: 12, cycleLength: 4 }))
    expect(welfare('plain')(utilities(ring))).toBe(60)
    expect(gridOptimum(ring, 'plain').welfare).toBe(120)
    const costs = [23, 1200, 1201, 1202, 1203].map((seed) => {
      const assignment = bundleAssignment(sound(worldOf(bundleOfThree, seed)))
      return assignment._tag === 'Assigned' ? assignment.minimumCost : null
    })
    expect(costs).toEqual([74.32199999999999, 69.12899999999999, 63.503, 72.365, 68.754])
  })
})
