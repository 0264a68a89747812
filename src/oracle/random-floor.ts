/**
 * Random floor: what random swaps get where nobody accepts a loss.
 *
 * Each sample plays the rounds of a configuration, every round on the initial world. It draws two of the agents that
 * communicate, one good that each holds, and a quantity of either; the swap counts its gain where it settles and leaves
 * neither worse off. The floor is the mean over samples. Draws are CPython's, seeded `seed + 1009 s` for sample s, so that
 * recorded floors are met to the last bit.
 *
 * | parameter | value                                                                                      |
 * | --------- | ------------------------------------------------------------------------------------------ |
 * | seed      | 0, whatever the seed of the world                                                          |
 * | samples   | 5                                                                                          |
 * | draws     | two agents (`sample`), a good of the first, a good of the second, both quantities, in order |
 * | quantity  | max(.05, round(uniform(.05, min(holding, 3)), 3)); a good counts as held above `EPSILON`   |
 *
 * Laws
 *   L1 never negative   no sample loses welfare
 *   L2 repeatable floor  the same seed gives the same floor
 *
 * @module
 */
import { EPSILON, type Summation } from '../core/arithmetic.js'
import { type CPythonDraws, seedCPython, withCPython } from '../core/random/cpython.js'
import { pythonRound } from '../core/random/python-round.js'
import {
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  utilities,
  type World,
  welfare,
} from '../economy/index.js'
import {
  type Ledger,
  type Mechanism,
  openLedger,
  resourceNameAt,
  settle,
} from '../settlement/index.js'
import { exactMean } from './exact-mean.js'

/**
 * Collects the options of the random floor; the defaults stand in the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface RandomFloorOptions {
  readonly seed?: number
  readonly samples?: number
}

/**
 * Holds a random floor: the mean gain and the gain of each sample, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface RandomFloor {
  readonly mean: number
  readonly samples: ReadonlyArray<number>
  readonly seed: number
}

const SAMPLE_STRIDE = 1009n
const SMALLEST = 0.05
const LARGEST = 3
const DECIMALS = 3

const heldGoods = (row: ReadonlyArray<number>): ReadonlyArray<number> =>
  row.flatMap((held, good) => (held > EPSILON ? [good] : []))

const drawQuantity = (draw: CPythonDraws, holding: number): number =>
  Math.max(SMALLEST, pythonRound(draw.uniform(SMALLEST, Math.min(holding, LARGEST)), DECIMALS))

const drawSwap = (
  draw: CPythonDraws,
  world: World,
  agents: ReadonlyArray<number>,
): Mechanism | null => {
  const [first, second] = draw.sample(agents, 2)
  if (first === undefined || second === undefined) return null
  const own = world.allocation[first - 1] ?? []
  const others = world.allocation[second - 1] ?? []
  const ownHeld = heldGoods(own)
  const othersHeld = heldGoods(others)
  if (ownHeld.length === 0 || othersHeld.length === 0) return null
  const given = draw.choice(ownHeld) ?? 0
  const received = draw.choice(othersHeld) ?? 0
  const out = drawQuantity(draw, own[given] ?? 0)
  const back = drawQuantity(draw, others[received] ?? 0)
  return {
    proposerId: first,
    label: 'random_swap',
    summary: '',
    transfers: [
      { from: first, to: second, resource: resourceNameAt(given), quantity: out },
      { from: second, to: first, resource: resourceNameAt(received), quantity: back },
    ],
    consentingAgents: [Math.min(first, second), Math.max(first, second)],
    confidence: 1,
    institutionalUpdates: [],
    verifierOk: true,
    verifierReason: '',
  }
}

/**
 * Plays the random floor of a configuration in a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const randomFloor = (
  config: ExchangeConfig,
  world: World,
  summation: Summation,
  options: RandomFloorOptions = {},
): RandomFloor => {
  const { seed = 0, samples = 5 } = options
  const initial = welfare(summation)(utilities(world, world.allocation, summation))
  const start: Ledger = openLedger(world)
  const settleRound = settle({ roundIndex: 1, irEnforce: true, summation })
  const speak = communicationSet(config)
  const controller = controllerOf(config)
  const agentsOf = Array.from({ length: config.rounds }, (_, index) => controller(index + 1)).map(
    speak,
  )
  const gains = Array.from({ length: samples }, (_, sample) => {
    const state = seedCPython(BigInt(seed) + SAMPLE_STRIDE * BigInt(sample))
    const [total] = withCPython(state, (draw) => {
      let sum = 0
      for (const agents of agentsOf) {
        if (agents.length < 2) continue
        const swap = drawSwap(draw, world, agents)
        if (swap === null) continue
        const { event } = settleRound(start, swap)
        sum += event.applied ? Math.max(0, event.welfareAfter - initial) : 0
      }
      return sum
    })
    return total
  })
  return { mean: exactMean(gains) ?? 0, samples: gains, seed }
}
