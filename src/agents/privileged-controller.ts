/**
 * Privileged controllers: scripted agents that look at the true state to decide what to propose.
 *
 * What differs between them is the decision; all are panelists when others propose, and settle in the final text what
 * they proposed if everybody who gives accepted, or nothing at all. Each can speak in any voice.
 *
 * | agent                                | proposes                                                                      |
 * | ------------------------------------ | ----------------------------------------------------------------------------- |
 * | `privilegedBilateralAgent(policy)`   | the swap of a scripted bilateral policy with one of its contacts              |
 * | `privilegedGreedyAgent()`            | the best rational trade of any pair in the communication set, divided goods   |
 *
 * The greedy plan is the oracle's, made acceptable: quantities are cut to three decimals, and where that, or the plan
 * itself, leaves a side without a gain, what that side gives is reduced by a thousandth, a hundredth, a tenth in turn.
 * Where the oracle does not answer (complementary bundles) the ladder of `max_joint` decides.
 *
 * | option     | default          | meaning                                                     |
 * | ---------- | ---------------- | ----------------------------------------------------------- |
 * | `voice`    | `canonicalVoice` | how the decision is put into words                          |
 *
 * Laws
 *   L1 both gain      what a privileged controller proposes adds to the utility of everybody who gives
 *   L2 held back      a controller settles nothing when one who gives has not accepted
 *
 * @module
 */
import { EPSILON, type Summation } from '../core/arithmetic.js'
import { textAnswer } from '../core/episode/answer.js'
import type { FinalizeView, HiddenState, SeatView } from '../exchange/question.js'
import { pairAnswer } from '../oracle/bilateral.js'
import { bestPair } from '../oracle/greedy-floor.js'
import { inDoubles } from '../settlement/accounting.js'
import { deltaOfIn } from '../settlement/deltas.js'
import type { Ledger } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import type { Transfer } from '../settlement/transfer.js'
import { type PrivilegedExchangeAgent, privilegedAgentOf } from './exchange-agent.js'
import { acceptAsPanelist, quietly, respondAsPanelist } from './panelist.js'
import {
  type BilateralPolicy,
  privilegedBilateralSwap,
  swapMechanism,
} from './privileged-bilateral.js'
import { saysAccept } from './rows-in-text.js'
import { canonicalVoice, type Voice } from './voice.js'

/**
 * Holds how a controller speaks.
 *
 * @category model
 * @since 0.1.0
 */
export interface ControllerOptions {
  readonly voice?: Voice
}

/**
 * Decides what a controller proposes, from what it sees and the true state; empty for nothing.
 *
 * @category model
 * @since 0.1.0
 */
export type PrivilegedDecision = (view: SeatView, hidden: HiddenState) => ReadonlyArray<Transfer>

const givers = (transfers: ReadonlyArray<Transfer>): ReadonlyArray<number> => [
  ...new Set(transfers.map(({ from }) => from)),
]

/** Whether everybody but the controller who gives something has accepted. */
const areAccepted = (
  { agent, responses }: FinalizeView,
  transfers: ReadonlyArray<Transfer>,
): boolean => {
  const accepted = new Set(responses.filter(({ text }) => saysAccept(text)).map((r) => r.agent))
  return givers(transfers).every((giver) => giver === agent || accepted.has(giver))
}

/**
 * Makes a controller of a decision.
 *
 * @category constructors
 * @since 0.1.0
 */
export const privilegedController = (
  decide: PrivilegedDecision,
  { voice = canonicalVoice }: ControllerOptions = {},
): PrivilegedExchangeAgent =>
  privilegedAgentOf({
    communicate: () => quietly('Nothing to say.'),
    propose: (view, hidden) => textAnswer(voice(view.agent, decide(view, hidden), view.round)),
    respond: respondAsPanelist,
    finalize: (view, hidden) => {
      // The state is the one in which the proposal was made, so the decision is the one that was proposed.
      const transfers = decide(view, hidden)
      const settled = areAccepted(view, transfers) ? transfers : []
      return textAnswer(voice(view.agent, settled, view.round))
    },
    accept: acceptAsPanelist,
  })

/**
 * Makes a scripted agent of a bilateral policy: the panels of the benchmark, at any seat.
 *
 * @category constructors
 * @since 0.1.0
 */
export const privilegedBilateralAgent = (
  policy: BilateralPolicy,
  options: ControllerOptions = {},
): PrivilegedExchangeAgent =>
  privilegedController(({ agent, contacts }, { ledger, summation }) => {
    const swap = privilegedBilateralSwap(policy, summation)(ledger, agent, contacts)
    return swap === null ? [] : swapMechanism(agent, swap).transfers
  }, options)

const CUTS: ReadonlyArray<number> = [1, 0.999, 0.99, 0.9]
const GRAIN = 1000

const settling = (transfers: ReadonlyArray<Transfer>): Mechanism => ({
  proposerId: 0,
  label: '',
  summary: '',
  transfers,
  consentingAgents: [],
  confidence: 1,
  institutionalUpdates: [],
  verifierOk: true,
  verifierReason: '',
})

/** Three decimals, never more than was planned, so that nobody gives what it does not hold. */
const coarse = (quantity: number): number => Math.floor(quantity * GRAIN) / GRAIN

/** The plan with what the pressed sides give cut down, if then all who give gain; `null` if not. */
const acceptable =
  (ledger: Ledger, summation: Summation) =>
  (plan: ReadonlyArray<Transfer>): ReadonlyArray<Transfer> | null => {
    const sides = givers(plan)
    const cuts = sides.length === 2 ? CUTS.flatMap((a) => CUTS.map((b) => [a, b] as const)) : []
    const kindest = [...cuts].sort(([a, b], [c, d]) => c * d - a * b)
    for (const cut of kindest) {
      const transfers = plan
        .map((row) => ({
          ...row,
          quantity: coarse(row.quantity * (cut[sides.indexOf(row.from)] ?? 1)),
        }))
        .filter(({ quantity }) => quantity > 0)
      const delta = deltaOfIn(inDoubles(summation))(ledger, settling(transfers))
      if (transfers.length > 0 && sides.every((agent) => delta(agent) > EPSILON)) return transfers
    }
    return null
  }

/** The best pair of those that the controller reaches, made acceptable; `Refused` where the oracle does not answer. */
const bestPairPlan = (
  view: SeatView,
  { ledger, summation }: HiddenState,
): ReadonlyArray<Transfer> | 'Refused' => {
  const agents = [view.agent, ...view.contacts].sort((a, b) => a - b)
  const best = bestPair(ledger, agents, view.rules.settlementRowLimit)
  if (best === null) return []
  if ('_tag' in best) return 'Refused'
  const answer = pairAnswer(best)
  if (answer._tag === 'Refused') return 'Refused'
  return acceptable(ledger, summation)(answer.plan.transfers) ?? []
}

const decideGreedily: PrivilegedDecision = (view, hidden) => {
  const plan = bestPairPlan(view, hidden)
  if (plan !== 'Refused') return plan
  const { ledger, summation } = hidden
  const swap = privilegedBilateralSwap('max_joint', summation)(ledger, view.agent, view.contacts)
  return swap === null ? [] : swapMechanism(view.agent, swap).transfers
}

/** The same decision, made once for a state and a controller: a round asks for it twice. */
const decidedOnce = (decide: PrivilegedDecision): PrivilegedDecision => {
  const known = new WeakMap<Ledger, Map<number, ReadonlyArray<Transfer>>>()
  return (view, hidden) => {
    const inState = known.get(hidden.ledger) ?? new Map<number, ReadonlyArray<Transfer>>()
    known.set(hidden.ledger, inState)
    const found = inState.get(view.agent) ?? decide(view, hidden)
    inState.set(view.agent, found)
    return found
  }
}

/**
 * Makes the greedy floor: in every round the best rational trade of a pair that the controller reaches. It may settle a
 * trade between two others.
 *
 * @category constructors
 * @since 0.1.0
 */
export const privilegedGreedyAgent = (options: ControllerOptions = {}): PrivilegedExchangeAgent =>
  privilegedController(decidedOnce(decideGreedily), options)
