/**
 * Protocol oracles: what one round could gain under the rules of a protocol, and what public solicitation would add.
 *
 * | oracle                  | who may settle                                                     | limit          |
 * | ----------------------- | ------------------------------------------------------------------ | -------------- |
 * | protocol-constrained    | the agents that communicate with the controller                    | the row limit  |
 * | public solicitation     | the controller and at most two of the six respondents with whom it gains most | the row limit |
 *
 * Respondents are all others where proposals are broadcast and answered publicly, else those that the controller sees. The
 * net gain of a solicitation is its gain less what the protocol-constrained oracle gains without it and less the cost of
 * coordination of that round. The hidden gain is what a pair of the controller and a respondent gains above the
 * protocol-constrained oracle; recorded admissions use it.
 *
 * `roundCeilings` evaluates every round on the initial world and adds up, so that its totals measure opportunities, not a
 * path; they can exceed the social optimum many times over. Rounds of one controller are solved once.
 *
 * Laws
 *   L1 protocol above pairs  the protocol-constrained gain is at least the best pair's among those that communicate
 *   L2 more respondents      three participants gain at least what two do
 *   L3 sums                  the totals of the ceilings are the sums over their rounds
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import {
  communicationSet,
  controllerOf,
  type ExchangeConfig,
  visibleAgents,
  type World,
} from '../economy/index.js'
import { coordinationCost, type Ledger, openLedger } from '../settlement/index.js'
import { bilateralOracle, type OracleOptions } from './bilateral.js'
import { bestPair } from './greedy-floor.js'
import { multipartyOracle } from './multiparty.js'
import { gainOf, type OracleAnswer } from './settlement-plan.js'
import type { OracleRefusal } from './trade-problem.js'

type Budget = Pick<OracleOptions, 'nodeBudget'>

/**
 * Finds the best settlement among the agents that communicate with a controller, within the protocol's row limit.
 *
 * @category operations
 * @since 0.1.0
 */
export const protocolOracle =
  (config: ExchangeConfig, options: Budget = {}) =>
  (ledger: Ledger, controller: number): OracleAnswer => {
    const rowLimit = config.protocol.settlementRowLimit
    return multipartyOracle({ ...options, rowLimit })(ledger, communicationSet(config)(controller))
  }

/**
 * Holds what public solicitation could gain in a round: the best answer, the respondents considered (best first), its gain,
 * and the gain net of the protocol-constrained oracle and of cost.
 *
 * @category model
 * @since 0.1.0
 */
export interface Solicitation {
  readonly answer: OracleAnswer
  readonly respondents: ReadonlyArray<number>
  readonly gain: number
  readonly protocolGain: number
  readonly cost: number
  readonly netGain: number
}

/**
 * Collects the options of the solicitation oracle: at most so many participants (2 or 3, default 3) and respondents
 * (default 6).
 *
 * @category model
 * @since 0.1.0
 */
export interface SolicitationOptions extends Budget {
  readonly participants?: 2 | 3
  readonly respondents?: number
}

const DEFAULT_RESPONDENTS = 6

/** Who can answer a public call of the controller. */
const respondentsOf = (config: ExchangeConfig, controller: number): ReadonlyArray<number> => {
  const { publicBroadcast, responseScope } = config.protocol
  return publicBroadcast && responseScope !== 'visible_only'
    ? Array.from({ length: config.numAgents }, (_, i) => i + 1).filter((a) => a !== controller)
    : visibleAgents(config)(controller)
}

const better = (a: OracleAnswer, b: OracleAnswer): OracleAnswer => (gainOf(b) > gainOf(a) ? b : a)

/**
 * Finds what a controller could gain by soliciting publicly.
 *
 * @category operations
 * @since 0.1.0
 */
export const solicitationOracle =
  (config: ExchangeConfig, options: SolicitationOptions = {}) =>
  (ledger: Ledger, controller: number): Solicitation => {
    const { participants = 3, respondents = DEFAULT_RESPONDENTS, ...budget } = options
    const limits = { ...budget, rowLimit: config.protocol.settlementRowLimit }
    const all = respondentsOf(config, controller).map((agent) => ({
      agent,
      answer: bilateralOracle(limits)(ledger, controller, agent),
    }))
    const ranked = [...all]
      .sort((a, b) => gainOf(b.answer) - gainOf(a.answer) || a.agent - b.agent)
      .slice(0, respondents)
    const nobody: OracleAnswer = multipartyOracle(limits)(ledger, [controller])
    let answer = ranked.map((one) => one.answer).reduce(better, nobody)
    if (participants === 3) {
      const settle = multipartyOracle(limits)
      ranked.forEach((first, place) => {
        for (const second of ranked.slice(place + 1)) {
          answer = better(answer, settle(ledger, [controller, first.agent, second.agent]))
        }
      })
    }
    const gain = gainOf(answer)
    const protocolGain = gainOf(protocolOracle(config, budget)(ledger, controller))
    const charged = { round: 1, agents: config.numAgents, contacted: all.length, institutions: [] }
    const cost = coordinationCost(config.institutionPressure)(charged).netCoordinationCost
    const netGain = gain - protocolGain - cost
    return {
      answer,
      respondents: ranked.map((one) => one.agent),
      gain,
      protocolGain,
      cost,
      netGain,
    }
  }

/**
 * Holds what one round on the initial world could gain, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundCeiling {
  readonly roundIndex: number
  readonly controllerId: number
  readonly pairGain: number
  readonly protocolGain: number
  readonly hiddenGain: number
  readonly cost: number
}

/**
 * Holds the ceilings of a configuration: per round, and in total.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundCeilings {
  readonly _tag: 'Ceilings'
  readonly rounds: ReadonlyArray<RoundCeiling>
  /** The sum of the best pair's gain in each round. */
  readonly greedyGain: number
  readonly protocolGain: number
  readonly hiddenGain: number
  /** Protocol-constrained plus hidden gain: what an agent with the information of the protocol could reach. */
  readonly informationGain: number
  readonly cost: number
  readonly appliedRounds: number
  /** Whether every protocol-constrained gain is certified, not only bounded. */
  readonly certified: boolean
}

type Refused = { readonly _tag: 'Refused'; readonly reason: OracleRefusal }

interface ControllerCeiling extends Omit<RoundCeiling, 'roundIndex'> {
  readonly certified: boolean
}

const ceilingOf = (
  config: ExchangeConfig,
  ledger: Ledger,
  controllerId: number,
  options: Budget,
): ControllerCeiling | Refused => {
  const agents = communicationSet(config)(controllerId)
  const pair = bestPair(ledger, agents, config.protocol.settlementRowLimit)
  if (pair !== null && '_tag' in pair) return { _tag: 'Refused', reason: pair }
  const protocol = protocolOracle(config, options)(ledger, controllerId)
  if (protocol._tag === 'Refused') return protocol
  const { gain, cost } = solicitationOracle(config, { ...options, participants: 2 })(
    ledger,
    controllerId,
  )
  const protocolGain = gainOf(protocol)
  return {
    controllerId,
    pairGain: pair?.gain ?? 0,
    protocolGain,
    hiddenGain: Math.max(0, gain - protocolGain),
    cost,
    certified: protocol._tag === 'Certified',
  }
}

/**
 * Computes the ceilings of a configuration's rounds, each on the initial world.
 *
 * @category operations
 * @since 0.1.0
 */
export const roundCeilings = (
  config: ExchangeConfig,
  world: World,
  options: Budget = {},
): RoundCeilings | Refused => {
  const ledger = openLedger(world)
  const controller = controllerOf(config)
  const known = new Map<number, ControllerCeiling>()
  const rounds: Array<RoundCeiling> = []
  let certified = true
  for (let roundIndex = 1; roundIndex <= config.rounds; roundIndex++) {
    const controllerId = controller(roundIndex)
    const ceiling = known.get(controllerId) ?? ceilingOf(config, ledger, controllerId, options)
    if ('_tag' in ceiling) return ceiling
    known.set(controllerId, ceiling)
    const { certified: proven, ...gains } = ceiling
    certified = certified && proven
    rounds.push({ roundIndex, ...gains })
  }
  const total = (of: (round: RoundCeiling) => number): number =>
    rounds.reduce((sum, round) => sum + of(round), 0)
  const protocolGain = total((round) => round.protocolGain)
  const hiddenGain = total((round) => round.hiddenGain)
  return {
    _tag: 'Ceilings',
    rounds,
    greedyGain: total((round) => round.pairGain),
    protocolGain,
    hiddenGain,
    informationGain: protocolGain + hiddenGain,
    cost: total((round) => round.cost),
    appliedRounds: rounds.filter((round) => round.protocolGain > EPSILON).length,
    certified,
  }
}
