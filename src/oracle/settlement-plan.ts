/**
 * Settlement plan: what an exact oracle answers. A settlement, and the weights that prove how good it is.
 *
 * | answer      | meaning                                                                                     |
 * | ----------- | ------------------------------------------------------------------------------------------- |
 * | `Certified` | no rational settlement of these agents gains more, within the tolerance of the certificate  |
 * | `Bounded`   | the best found; a budget or rounding left the stated gap between it and the proven bound    |
 * | `Refused`   | the utilities or the request are outside what can be answered exactly                       |
 *
 * Laws
 *   L1 replayed  the deltas of a plan are those that the settlement rules give its transfers, within 1e-9
 *   L2 whole     no participant of a plan is worse off by more than 1e-9
 *
 * @module
 */
import { type Mechanism, resourceNameAt, type Transfer } from '../settlement/index.js'
import { gapTolerance, type OracleRefusal, type TradeProblem } from './trade-problem.js'

/**
 * Proves an upper bound on the gain: vectors of weights of at least 1, each in the order of the participants. Every
 * choice of pools within the row limit is bounded by one of them.
 *
 * @category model
 * @since 0.1.0
 */
export interface OptimalityCertificate {
  readonly weights: ReadonlyArray<ReadonlyArray<number>>
  readonly upperBound: number
}

/**
 * Holds a settlement among participants: transfers, the change of each participant's utility, their sum, and its proof.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementPlan {
  readonly participants: ReadonlyArray<number>
  readonly rowLimit: number | null
  readonly transfers: ReadonlyArray<Transfer>
  /** Utility changes, in the order of the participants. */
  readonly deltas: ReadonlyArray<number>
  readonly gain: number
  readonly certificate: OptimalityCertificate
}

/**
 * Names the answers of an exact oracle.
 *
 * @category model
 * @since 0.1.0
 */
export type OracleAnswer =
  | { readonly _tag: 'Certified'; readonly plan: SettlementPlan }
  | {
      readonly _tag: 'Bounded'
      readonly plan: SettlementPlan
      readonly gap: number
      readonly reason: 'node_budget' | 'precision'
    }
  | { readonly _tag: 'Refused'; readonly reason: OracleRefusal }

/**
 * Gives the gain of an answer; 0 for a refusal.
 *
 * @category operations
 * @since 0.1.0
 */
export const gainOf = (answer: OracleAnswer): number =>
  answer._tag === 'Refused' ? 0 : answer.plan.gain

/**
 * Moves quantities of one good by position (0-based) from those that give to those that receive, with one transfer fewer
 * than there are movers. `net` says how much each agent gains, keyed by place in `agents`; it should add up to 0.
 *
 * @category operations
 * @since 0.1.0
 */
export const transfersOfGood = (
  good: number,
  agents: ReadonlyArray<number>,
  net: ReadonlyArray<number>,
): ReadonlyArray<Transfer> => {
  const movers = net.map((q, i) => ({ agent: agents[i] ?? 0, left: Math.abs(q), gives: q < 0 }))
  // the smallest first, so that what rounding leaves over falls on the largest, to which it means least
  const bySize = movers.filter((mover) => mover.left > 0).sort((a, b) => a.left - b.left)
  const givers = bySize.filter((mover) => mover.gives)
  const takers = bySize.filter((mover) => !mover.gives)
  const transfers: Array<Transfer> = []
  const resource = resourceNameAt(good)
  let giver = givers.shift()
  let taker = takers.shift()
  while (giver !== undefined && taker !== undefined) {
    const quantity = Math.min(giver.left, taker.left)
    transfers.push({ from: giver.agent, to: taker.agent, resource, quantity })
    giver = { ...giver, left: giver.left - quantity }
    taker = { ...taker, left: taker.left - quantity }
    // rounding may leave a crumb on the last of either side: nobody is there to give or take it
    if (giver.left <= 0) giver = givers.shift()
    if (taker.left <= 0) taker = takers.shift()
  }
  return transfers
}

/** Draws up the answer from its parts; the gap decides whether it counts as certified. */
export const answerOf = (
  problem: TradeProblem,
  found: Omit<SettlementPlan, 'participants' | 'rowLimit' | 'certificate'>,
  proof: { readonly upperBound: number; readonly weights: ReadonlyArray<ArrayLike<number>> },
  complete: boolean,
): OracleAnswer => {
  const plan: SettlementPlan = {
    participants: problem.participants,
    rowLimit: Number.isFinite(problem.rowLimit) ? problem.rowLimit : null,
    ...found,
    certificate: {
      weights: proof.weights.map((weights) => Array.from(weights)),
      upperBound: Math.max(proof.upperBound, found.gain),
    },
  }
  const gap = Math.max(0, plan.certificate.upperBound - found.gain)
  return gap <= gapTolerance(problem)
    ? { _tag: 'Certified', plan }
    : { _tag: 'Bounded', plan, gap, reason: complete ? 'precision' : 'node_budget' }
}

/**
 * Makes a mechanism of transfers to which all participants consent, proposed by one of them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const mechanismOf = (
  participants: ReadonlyArray<number>,
  transfers: ReadonlyArray<Transfer>,
  proposerId: number,
): Mechanism => ({
  proposerId,
  label: 'oracle_settlement',
  summary: `${transfers.length} transfers among ${participants.map((agent) => `a${agent}`).join(', ')}`,
  transfers,
  consentingAgents: participants,
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})

/**
 * Turns a plan into a mechanism to which all participants consent, proposed by one of them.
 *
 * @category operations
 * @since 0.1.0
 */
export const planMechanism = (plan: SettlementPlan, proposerId: number): Mechanism =>
  mechanismOf(plan.participants, plan.transfers, proposerId)
