/**
 * Regret by step: where a round lost what it could have gained.
 *
 * A round can fall short in four places. Nobody who had the better goods was found (communication), the right people were
 * at the table but the wrong deal was proposed (proposal), a good deal was declined (acceptance), or a consented deal was
 * not carried out (finalization). Each step compares what was still within reach before it with what was left after it.
 *
 * | step          | within reach before                                  | left after                                  |
 * | ------------- | ---------------------------------------------------- | ------------------------------------------- |
 * | communication | the larger of the protocol and solicitation oracles  | the same, without solicitation if none was activated |
 * | proposal      | what communication left                              | the gain of the proposal, 0 if nobody may lose and somebody would |
 * | acceptance    | the gain of the proposal                             | the gain of what was consented to           |
 * | finalization  | the gain of what was consented to                    | the gain that was applied                   |
 *
 * Differences are kept with their sign: a proposal among more agents than the oracle considers can exceed it. The local
 * regret of a step is its difference, floored at 0. Arguments are numbers, so that any record can be read this way.
 *
 * Laws
 *   L1 telescoping   the four differences of a round add up to what was within reach less what was applied
 *   L2 no regret     a round that solicits, proposes, accepts and applies the best has no regret in any step
 *   L3 blame         lowering only what one step left raises the difference of that step, and no earlier one
 *
 * @module
 */
import { type Summation, sum } from '../core/arithmetic.js'

/**
 * Collects what a round could and did gain, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundForRegret {
  readonly roundIndex: number
  /** The protocol-constrained oracle's gain at the start of the round. */
  readonly protocolGain: number
  /** The solicitation oracle's gain less the cost of soliciting; equal to the protocol gain where nobody may solicit. */
  readonly solicitationGain: number
  /** Whether the round's messages solicited publicly. */
  readonly solicited: boolean
  /** The sum of deltas of the proposal if it is feasible and nobody loses, else 0. */
  readonly proposedGain: number
  /** What of it was consented to. */
  readonly acceptedGain: number
  /** What was applied. */
  readonly appliedGain: number
}

/**
 * Names the steps of a round in which welfare can be lost.
 *
 * @category model
 * @since 0.1.0
 */
export type RegretStep = 'communication' | 'proposal' | 'acceptance' | 'finalization'

/**
 * Lists the steps in the order of play.
 *
 * @category model
 * @since 0.1.0
 */
export const regretSteps: ReadonlyArray<RegretStep> = [
  'communication',
  'proposal',
  'acceptance',
  'finalization',
]

/**
 * Holds the signed difference and the regret of each step, and what was within reach, in units of welfare.
 *
 * @category model
 * @since 0.1.0
 */
export interface StepRegret {
  readonly reach: number
  readonly applied: number
  readonly difference: Readonly<Record<RegretStep, number>>
  readonly regret: Readonly<Record<RegretStep, number>>
}

/**
 * Holds the regret of rounds one by one and in total, and the step that lost most (null where none lost anything).
 *
 * @category model
 * @since 0.1.0
 */
export interface RegretReport extends StepRegret {
  readonly rounds: ReadonlyArray<StepRegret & { readonly roundIndex: number }>
  readonly worst: RegretStep | null
}

const byStep = (of: (step: RegretStep) => number): Readonly<Record<RegretStep, number>> => ({
  communication: of('communication'),
  proposal: of('proposal'),
  acceptance: of('acceptance'),
  finalization: of('finalization'),
})

/**
 * Divides the shortfall of one round among its steps.
 *
 * @category operations
 * @since 0.1.0
 */
export const regretOfRound = (round: RoundForRegret): StepRegret => {
  const reach = Math.max(round.protocolGain, round.solicitationGain)
  const afterTalk = round.solicited ? reach : round.protocolGain
  const difference = {
    communication: reach - afterTalk,
    proposal: afterTalk - round.proposedGain,
    acceptance: round.proposedGain - round.acceptedGain,
    finalization: round.acceptedGain - round.appliedGain,
  }
  const regret = byStep((step) => Math.max(0, difference[step]))
  return { reach, applied: round.appliedGain, difference, regret }
}

/**
 * Divides the shortfall of an episode among the steps of its rounds.
 *
 * @example
 * ```ts
 * import { regretBySteps } from 'edgeworth/oracle'
 *
 * const report = regretBySteps('plain')([
 *   { roundIndex: 1, protocolGain: 5, solicitationGain: 9, solicited: false, proposedGain: 4, acceptedGain: 4, appliedGain: 4 },
 *   { roundIndex: 2, protocolGain: 5, solicitationGain: 9, solicited: true, proposedGain: 8, acceptedGain: 0, appliedGain: 0 },
 * ])
 * report.regret // => { communication: 4, proposal: 2, acceptance: 8, finalization: 0 }
 * report.worst // => 'acceptance'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const regretBySteps =
  (summation: Summation): ((rounds: ReadonlyArray<RoundForRegret>) => RegretReport) =>
  (rounds) => {
    const add = sum(summation)
    const each = rounds.map((round) => ({ roundIndex: round.roundIndex, ...regretOfRound(round) }))
    const regret = byStep((step) => add(each.map((one) => one.regret[step])))
    const worst = regretSteps.reduce((most, step) => (regret[step] > regret[most] ? step : most))
    return {
      rounds: each,
      reach: add(each.map((one) => one.reach)),
      applied: add(each.map((one) => one.applied)),
      difference: byStep((step) => add(each.map((one) => one.difference[step]))),
      regret,
      worst: regret[worst] > 0 ? worst : null,
    }
  }
