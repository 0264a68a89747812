/**
 * Regret by step of a recorded run: what each round could have gained, and the step in which it was lost.
 *
 * Every round is judged in the state that the run had really reached. What it leaves undone is within reach of the next
 * round again, so totals over rounds count missed opportunities and can exceed the welfare that was lost. What is
 * attainable comes from the exact oracles, under the true values of all; how a shortfall is divided among the steps is
 * for `edgeworth/oracle` (`regretOfRound`). The five amounts that the steps lie between:
 *
 * | amount           | is                                                                                               |
 * | ---------------- | ------------------------------------------------------------------------------------------------ |
 * | within reach     | the larger of the protocol oracle and, where proposals are broadcast and not only visible agents answer, the solicitation oracle |
 * | after the talk   | the same if the controller solicited publicly, an agent answered that it does not see, or all answer anyhow; else the protocol oracle |
 * | proposed         | the gain of the verified mechanism before private acceptance; 0 if it is not covered by holdings, or if losses are barred and somebody would lose |
 * | consented to     | the same of the mechanism after private acceptance, 0 if an agent that gives did not consent      |
 * | applied          | the gain of what was applied                                                                     |
 *
 * Soliciting costs what contacting everybody costs above contacting those who answer without any text. The solicitation
 * oracle is net of that; the other amounts are net of what the round really spent above the same base.
 *
 * | option       | default              | meaning                                                         |
 * | ------------ | -------------------- | --------------------------------------------------------------- |
 * | `nodeBudget` | that of the oracles  | nodes a search with a row limit may open; see `certified`       |
 *
 * Laws
 *   L1 chain      what a step attained is what the next one could attain, from what was within reach to what was applied
 *   L2 accounted  what was applied, with what soliciting cost, adds up to the rise of welfare
 *   L3 above pair where nobody solicits, what is within reach is at least the best pair's gain
 *
 * @module
 */
import { type Summation, sum } from '../core/arithmetic.js'
import type { ExchangeConfig } from '../economy/config.js'
import { respondersWithoutText } from '../economy/visibility.js'
import {
  gainOf,
  type OracleOptions,
  type OracleRefusal,
  protocolOracle,
  type RegretReport,
  type RegretStep,
  type RoundForRegret,
  regretBySteps,
  regretOfRound,
  regretSteps,
  solicitationOracle,
} from '../oracle/index.js'
import { inDoubles } from '../settlement/accounting.js'
import { coordinationCost } from '../settlement/coordination-cost.js'
import { deltasIn } from '../settlement/deltas.js'
import { consent, holdingsIn, rationality } from '../settlement/gate.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { mechanismOf } from './recorded-form.js'
import { type SolicitationRound, solicitationUse } from './solicitation-use.js'
import type { VerifiedRound, VerifiedRun } from './verified-run.js'

/**
 * Is one step of a round: what was attainable before it, what was left of that after it, and its regret, the shortfall
 * floored at 0; in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface StepReach {
  readonly step: RegretStep
  readonly attainable: number
  readonly attained: number
  readonly regret: number
}

/**
 * Is the regret of one round: its amounts and its steps. `certified` says whether what was attainable is proven to be the
 * most, and not only the best that was found.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundRegret extends RoundForRegret {
  readonly controllerId: number
  readonly certified: boolean
  readonly steps: ReadonlyArray<StepReach>
}

/**
 * Is the regret of a run, round by round and in total; `Refused` where the utilities are outside what can be answered
 * exactly.
 *
 * @category model
 * @since 0.1.0
 */
export type RunRegret =
  | {
      readonly _tag: 'Regret'
      readonly rounds: ReadonlyArray<RoundRegret>
      readonly total: Omit<RegretReport, 'rounds'>
      readonly certified: boolean
    }
  | { readonly _tag: 'Refused'; readonly reason: OracleRefusal }

type Budget = Pick<OracleOptions, 'nodeBudget'>

/** What the oracles say of a round, before anybody spoke. */
interface Reach extends Pick<RoundForRegret, 'protocolGain' | 'solicitationGain'> {
  readonly certified: boolean
}

/** Gives the cost of contacting so many agents, in the state of a round. */
const costIn = (config: ExchangeConfig, round: number, ledger: Ledger) => {
  const charge = coordinationCost(config.institutionPressure)
  return (contacted: number): number =>
    charge({ round, agents: config.numAgents, contacted, institutions: ledger.institutions })
      .netCoordinationCost
}

const canSolicit = ({ protocol }: ExchangeConfig): boolean =>
  protocol.publicBroadcast && protocol.responseScope !== 'visible_only'

const reachOf = (
  config: ExchangeConfig,
  ledger: Ledger,
  controller: number,
  costOfSoliciting: number,
  budget: Budget,
): Reach | OracleRefusal => {
  const protocol = protocolOracle(config, budget)(ledger, controller)
  if (protocol._tag === 'Refused') return protocol.reason
  const protocolGain = gainOf(protocol)
  const certified = protocol._tag === 'Certified'
  if (!canSolicit(config)) return { protocolGain, solicitationGain: protocolGain, certified }
  const { answer, gain } = solicitationOracle(config, budget)(ledger, controller)
  if (answer._tag === 'Refused') return answer.reason
  return {
    protocolGain,
    solicitationGain: gain - costOfSoliciting,
    certified: certified && answer._tag === 'Certified',
  }
}

const gainIn = (summation: Summation, ledger: Ledger, mechanism: Mechanism): number =>
  sum(summation)(Object.values(deltasIn(inDoubles(summation))(ledger, mechanism)))

/** What a mechanism would gain if it were carried out; 0 where no consent could make it so. */
const gainIfCarriedOut = (
  config: ExchangeConfig,
  summation: Summation,
  ledger: Ledger,
  mechanism: Mechanism,
): number => {
  const isCovered = holdingsIn(inDoubles(summation))(ledger, mechanism)._tag === 'Admitted'
  const mayMove = !config.protocol.irEnforce || rationality(ledger, mechanism)._tag === 'Admitted'
  return isCovered && mayMove ? gainIn(summation, ledger, mechanism) : 0
}

const stepsOf = (round: RoundForRegret): ReadonlyArray<StepReach> => {
  const { reach, regret } = regretOfRound(round)
  const left: Readonly<Record<RegretStep, number>> = {
    communication: round.solicited ? reach : round.protocolGain,
    proposal: round.proposedGain,
    acceptance: round.acceptedGain,
    finalization: round.appliedGain,
  }
  return regretSteps.map((step, index) => {
    const before = regretSteps[index - 1]
    const attainable = before === undefined ? reach : left[before]
    return { step, attainable, attained: left[step], regret: regret[step] }
  })
}

const roundRegret = (
  { config, run }: VerifiedRun,
  { row, before, after }: VerifiedRound,
  use: SolicitationRound,
  budget: Budget,
): RoundRegret | OracleRefusal => {
  const { summation } = run
  const { controller_id: controllerId, round_index: roundIndex, event } = row
  const cost = costIn(config, roundIndex, before)
  const silent = cost(respondersWithoutText(config)(controllerId).length)
  const reach = reachOf(config, before, controllerId, cost(config.numAgents - 1) - silent, budget)
  if ('_tag' in reach) return reach
  const spent = event.coordination_cost.net_coordination_cost - silent
  const proposed = mechanismOf(row.verified_before_private_acceptance, controllerId)
  const executed = mechanismOf(row.verified_mechanism, controllerId)
  const isConsented = consent(before, executed)._tag === 'Admitted'
  const net = (gain: number): number => gain - spent
  const ifCarriedOut = (mechanism: Mechanism): number =>
    gainIfCarriedOut(config, summation, before, mechanism)
  const round: RoundForRegret = {
    roundIndex,
    protocolGain: reach.protocolGain,
    solicitationGain: reach.solicitationGain,
    solicited:
      config.protocol.responseScope === 'all' || use.activated || use.hiddenResponders.length > 0,
    proposedGain: net(ifCarriedOut(proposed)),
    acceptedGain: net(isConsented ? ifCarriedOut(executed) : 0),
    appliedGain: net(after === before || !event.applied ? 0 : gainIn(summation, before, executed)),
  }
  return { ...round, controllerId, certified: reach.certified, steps: stepsOf(round) }
}

/**
 * Computes the regret by step of a verified run.
 *
 * @category operations
 * @since 0.1.0
 */
export const regretOfRun =
  (options: Budget = {}) =>
  (verified: VerifiedRun): RunRegret => {
    const use = solicitationUse(verified.config)(verified.rounds.map(({ row }) => row))
    const rounds: Array<RoundRegret> = []
    for (const [index, round] of verified.rounds.entries()) {
      const used = use.rounds[index]
      if (used === undefined) break
      const found = roundRegret(verified, round, used, options)
      if ('_tag' in found) return { _tag: 'Refused', reason: found }
      rounds.push(found)
    }
    const { rounds: _, ...total } = regretBySteps(verified.run.summation)(rounds)
    return { _tag: 'Regret', rounds, total, certified: rounds.every((round) => round.certified) }
  }
