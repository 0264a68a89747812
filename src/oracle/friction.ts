/**
 * Friction sweeps: how much a population of informed pair traders can realise as one knob of the market turns.
 *
 * Each round, one of the pairs that communicate settles its best bilateral settlement, chosen by a logit rule of
 * temperature T: the best pair at T = 0, any gaining pair alike as T grows (Luce 1959; McKelvey and Palfrey 1995). Coordination
 * is charged every round as in a run. So a sweep gives the ceiling of pairwise play under the protocol, in the legacy ratio
 * (gross, clamped, per world) and in AER (net of costs, a ratio of sums over worlds).
 *
 * | knob              | value                                                                                |
 * | ----------------- | ------------------------------------------------------------------------------------ |
 * | `population_size` | agents; controllers beyond it drop out, all agents in turn where none is left        |
 * | `visibility`      | agents that each sees, with contacts limited and talk among contacts alone           |
 * | `row_limit`       | transfers of one settlement                                                          |
 * | `search_cost`     | cost per agent and public round                                                      |
 * | `temperature`     | of the logit rule, in units of welfare                                               |
 *
 * Laws
 *   L1 cold          at temperature 0 the play is the greedy floor
 *   L2 costs         a search cost lowers AER and leaves the legacy ratio as it is
 *   L3 one knob each the variants of a sweep differ from the configuration in the knob's own keys alone
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { EPSILON, type Summation } from '../core/arithmetic.js'
import { type CPythonDraws, seedCPython, withCPython } from '../core/random/cpython.js'
import {
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  gridOptimum,
  legacyWelfareRatio,
  respondersWithoutText,
  utilities,
  type World,
  welfare,
  worldOf,
} from '../economy/index.js'
import { applyTransfers, coordinationCost, openLedger } from '../settlement/index.js'
import { type PairOptimum, pairAnswer, pairOptimum } from './bilateral.js'
import { type OracleRefusal, tradeProblem } from './trade-problem.js'

/**
 * Names a knob.
 *
 * @category model
 * @since 0.1.0
 */
export type FrictionKnob =
  | 'population_size'
  | 'visibility'
  | 'row_limit'
  | 'search_cost'
  | 'temperature'

/**
 * Collects the options of a sweep: seeds of the worlds (default: the configuration's own), the temperature where it is not
 * the knob (0), and the seed of the logit draws (0).
 *
 * @category model
 * @since 0.1.0
 */
export interface FrictionOptions {
  readonly summation: Summation
  readonly seeds?: ReadonlyArray<number>
  readonly temperature?: number
  readonly seed?: number
}

/**
 * Holds what a population realises in one world: gross gain, costs, and the gain of the grid optimum.
 *
 * @category model
 * @since 0.1.0
 */
export interface PopulationPlay {
  readonly grossGain: number
  readonly cost: number
  readonly optimumGain: number
  readonly trades: number
}

/**
 * Holds one point of a sweep. `legacyRatio` is the mean over worlds; `aer` is net gain over attainable gain, null where
 * nothing was attainable.
 *
 * @category model
 * @since 0.1.0
 */
export interface FrictionPoint {
  readonly knob: FrictionKnob
  readonly value: number
  readonly worlds: number
  readonly legacyRatio: number | null
  readonly aer: number | null
  readonly grossGain: number
  readonly cost: number
  readonly attainable: number
}

/**
 * Names the outcomes of a point: played, refused by the oracles, or a configuration that makes no world.
 *
 * @category model
 * @since 0.1.0
 */
export type FrictionOutcome =
  | ({ readonly _tag: 'Point' } & FrictionPoint)
  | { readonly _tag: 'Refused'; readonly value: number; readonly reason: OracleRefusal }
  | { readonly _tag: 'NoWorld'; readonly value: number }

/** Draws a pair by the logit rule; the largest gain is subtracted first, so that no power overflows. */
const choose = (
  pairs: ReadonlyArray<PairOptimum>,
  temperature: number,
  draw: CPythonDraws,
): PairOptimum | undefined => {
  const best = pairs.reduce<PairOptimum | undefined>(
    (most, pair) => (most === undefined || pair.gain > most.gain ? pair : most),
    undefined,
  )
  if (best === undefined || !(temperature > 0)) return best
  const odds = pairs.map((pair) => Math.exp((pair.gain - best.gain) / temperature))
  let left = draw.random() * odds.reduce((sum, odd) => sum + odd, 0)
  for (const [index, odd] of odds.entries()) {
    left -= odd
    if (left < 0) return pairs[index]
  }
  return best
}

/**
 * Plays a population of informed pair traders in a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const populationPlay = (
  config: ExchangeConfig,
  world: World,
  options: FrictionOptions,
): PopulationPlay | OracleRefusal => {
  const { summation, temperature = 0, seed = 0 } = options
  const add = welfare(summation)
  const controller = controllerOf(config)
  const charge = coordinationCost(config.institutionPressure)
  const before = add(utilities(world, world.allocation, summation))
  const optimumGain = gridOptimum(world, summation).welfare - before
  const [play] = withCPython(seedCPython(BigInt(seed)), (draw): PopulationPlay | OracleRefusal => {
    let ledger = openLedger(world)
    let cost = 0
    let trades = 0
    for (let round = 1; round <= config.rounds; round++) {
      const turn = controller(round)
      const contacted = respondersWithoutText(config)(turn).length
      cost += charge({
        round,
        agents: config.numAgents,
        contacted,
        institutions: [],
      }).netCoordinationCost
      const agents = communicationSet(config)(turn)
      const gaining: Array<PairOptimum> = []
      for (const [place, first] of agents.entries()) {
        for (const second of agents.slice(place + 1)) {
          const problem = tradeProblem(ledger, [first, second], config.protocol.settlementRowLimit)
          if (problem._tag !== 'TradeProblem') return problem
          const pair = pairOptimum(problem)
          if (pair.gain > EPSILON) gaining.push(pair)
        }
      }
      const chosen = choose(gaining, temperature, draw)
      if (chosen === undefined) continue
      const answer = pairAnswer(chosen)
      if (answer._tag === 'Refused') return answer.reason
      ledger = applyTransfers(ledger, answer.plan.transfers)
      trades += 1
    }
    const grossGain = add(utilities(world, ledger.allocation, summation)) - before
    return { grossGain, cost, optimumGain, trades }
  })
  return play
}

/**
 * Turns one knob of a configuration; the temperature is no part of it.
 *
 * @category operations
 * @since 0.1.0
 */
export const withFriction = (
  config: ExchangeConfig,
  knob: FrictionKnob,
  value: number,
): ExchangeConfig => {
  const { protocol, institutionPressure } = config
  switch (knob) {
    case 'population_size': {
      const left = config.controllers.filter((agent) => agent <= value)
      const all = Array.from({ length: Math.max(1, Math.floor(value)) }, (_, i) => i + 1)
      return { ...config, numAgents: value, controllers: left.length > 0 ? left : all }
    }
    case 'visibility':
      return {
        ...config,
        protocol: {
          ...protocol,
          visibilityMode: 'limited_contact',
          visibleAgentsPerAgent: value,
          communicationScope: 'controller_contacts',
        },
      }
    case 'row_limit':
      return { ...config, protocol: { ...protocol, settlementRowLimit: value } }
    case 'search_cost':
      return {
        ...config,
        institutionPressure: { ...institutionPressure, searchCostPerPublicRound: value },
      }
    case 'temperature':
      return config
  }
}

const pointOf = (
  config: ExchangeConfig,
  knob: FrictionKnob,
  value: number,
  options: FrictionOptions,
): FrictionOutcome => {
  const variant = withFriction(config, knob, value)
  const heat = knob === 'temperature' ? { ...options, temperature: value } : options
  const plays: Array<PopulationPlay> = []
  for (const seed of options.seeds ?? [config.seed]) {
    const world = worldOf(variant, seed)
    if (isLeft(world)) return { _tag: 'NoWorld', value }
    const play = populationPlay(variant, world.right, heat)
    if ('_tag' in play) return { _tag: 'Refused', value, reason: play }
    plays.push(play)
  }
  const total = (of: (play: PopulationPlay) => number): number =>
    plays.reduce((sum, play) => sum + of(play), 0)
  const attainable = total((play) => Math.max(0, play.optimumGain))
  const ratios = plays.flatMap((play) => {
    const ratio = legacyWelfareRatio(play.grossGain, play.optimumGain)
    return ratio === null ? [] : [ratio]
  })
  const grossGain = total((play) => play.grossGain)
  const cost = total((play) => play.cost)
  return {
    _tag: 'Point',
    knob,
    value,
    worlds: plays.length,
    legacyRatio: ratios.length === 0 ? null : ratios.reduce((sum, r) => sum + r, 0) / ratios.length,
    aer: attainable <= EPSILON ? null : (grossGain - cost) / attainable,
    grossGain,
    cost,
    attainable,
  }
}

/**
 * Sweeps one knob over values, on the same worlds where the knob leaves them alone.
 *
 * @category operations
 * @since 0.1.0
 */
export const frictionSweep =
  (options: FrictionOptions) =>
  (
    config: ExchangeConfig,
    knob: FrictionKnob,
    values: ReadonlyArray<number>,
  ): ReadonlyArray<FrictionOutcome> =>
    values.map((value) => pointOf(config, knob, value, options))
