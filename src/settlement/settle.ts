/**
 * Settlement: from a ledger and a mechanism to the next ledger and an event.
 *
 * A settlement rule is a pure function `(ledger, mechanism) => { ledger, event }`: `SettlementRule`. The rule of this
 * library is `settle(options)`. Anybody may write another one and hold it to the laws below with the suites of
 * `edgeworth/laws`: a rule has to be total, must not touch the ledger it is given, and says in its event whether the
 * mechanism was applied.
 *
 * | option                  | default      | meaning                                                               |
 * | ----------------------- | ------------ | --------------------------------------------------------------------- |
 * | roundIndex              | none         | the round, from 1; also the round that writes institutions            |
 * | controllerId            | the proposer | whose turn it was                                                     |
 * | irEnforce               | false        | whether a mechanism under which an affected agent loses is blocked    |
 * | summation               | `neumaier`   | how utilities are added (`settle`; `settleIn` takes an accounting)    |
 * | privateAcceptanceAudits | none         | carried into the event                                                |
 * | coordinationCost        | null         | carried into the event                                                |
 *
 * Laws
 *   L1 conservation          every good has the same total before and after: exactly in `exact`, within rounding in
 *                            doubles
 *   L2 no negative holdings  no agent holds less than nothing: exactly in `exact`, within rounding in doubles
 *   L3 consent               an agent whose holding shrinks in some good has consented
 *   L4 idempotent refusal    a mechanism that is not applied leaves the very same ledger, and settling it again in
 *                            another round gives the same event but for the round
 *   L5 disjoint order        two mechanisms without a common participant settle to the same allocation, deltas and
 *                            outcomes in either order
 *   L6 rationality           with `irEnforce` no applied mechanism costs an agent more than `EPSILON`; without it the
 *                            event says so when one does
 *   L7 welfare               `welfareAfter` is the welfare of the ledger that comes out
 *   L8 verdict               a mechanism is applied exactly when its verdict admits it
 *
 * @module
 */
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import { utilities } from '../economy/utility.js'
import { welfare } from '../economy/welfare.js'
import { type Accounting, inDoubles } from './accounting.js'
import type { CoordinationCost } from './coordination-cost.js'
import { type AgentDeltas, deltasIn } from './deltas.js'
import type { PrivateAcceptanceAudit, SettlementEvent } from './event.js'
import { effect, feasibilityIn, rationalityOf } from './gate.js'
import { applyUpdates } from './institution.js'
import { applyTransfersIn, inNumbers, type Ledger } from './ledger.js'
import { defaultLabel, hasEffect, type Mechanism } from './mechanism.js'
import { admitted, concatAllVerdicts, isAdmitted, type Verdict } from './verdict.js'

/**
 * Is what any settlement rule gives: the next ledger and the record of the round.
 *
 * @category model
 * @since 0.1.0
 */
export interface Settled<N = number> {
  readonly ledger: Ledger<N>
  readonly event: SettlementEvent
}

/**
 * Is a rule of settlement. See the header for what it owes.
 *
 * @category model
 * @since 0.1.0
 */
export type SettlementRule<N = number> = (ledger: Ledger<N>, mechanism: Mechanism) => Settled<N>

/**
 * Is what this library's rule gives beside: the verdict with every reason, those of an enforced rationality and of a
 * mechanism without effect included.
 *
 * @category model
 * @since 0.1.0
 */
export interface Settlement<N = number> extends Settled<N> {
  readonly verdict: Verdict
}

/**
 * Collects the options of a settlement in a given accounting; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundOptions {
  readonly roundIndex: number
  readonly controllerId?: number
  readonly irEnforce?: boolean
  readonly privateAcceptanceAudits?: ReadonlyArray<PrivateAcceptanceAudit>
  readonly coordinationCost?: CoordinationCost | null
}

/**
 * Collects the options of a settlement in JavaScript numbers; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface SettlementOptions extends RoundOptions {
  readonly summation?: Summation
}

/**
 * Adds up the utilities of all agents at a ledger's current allocation.
 *
 * @category operations
 * @since 0.1.0
 */
export const ledgerWelfareIn =
  <N>(accounting: Accounting<N>) =>
  (ledger: Ledger<N>): number => {
    const { allocation, world } = inNumbers(accounting)(ledger)
    return welfare(accounting.summation)(utilities(world, allocation, accounting.summation))
  }

/** What became of a mechanism: the parts of an event that depend on more than the proposal. */
type Outcome = Pick<
  SettlementEvent,
  'applied' | 'individuallyRational' | 'irBlocked' | 'welfareAfter' | 'institutionalUpdates'
>

/** The only one of the affected beside the proposer. */
const receiverIn = (agentDeltas: AgentDeltas, proposerId: number): number | null => {
  const others = Object.keys(agentDeltas).filter((agent) => Number(agent) !== proposerId)
  return others.length === 1 ? Number(others[0]) : null
}

const eventOf = (
  options: RoundOptions,
  mechanism: Mechanism,
  agentDeltas: AgentDeltas,
  feasible: boolean,
  outcome: Outcome,
): SettlementEvent => {
  const receiverId = receiverIn(agentDeltas, mechanism.proposerId)
  return {
    roundIndex: options.roundIndex,
    controllerId: options.controllerId ?? mechanism.proposerId,
    kind: mechanism.label === '' ? defaultLabel : mechanism.label,
    proposerId: mechanism.proposerId,
    receiverId,
    accepted: feasible && hasEffect(mechanism),
    applied: outcome.applied,
    feasible,
    individuallyRational: outcome.individuallyRational,
    irBlocked: outcome.irBlocked,
    proposerDelta: agentDeltas[mechanism.proposerId] ?? 0,
    receiverDelta: receiverId === null ? 0 : (agentDeltas[receiverId] ?? 0),
    agentDeltas,
    welfareAfter: outcome.welfareAfter,
    message: mechanism.summary,
    institutionalUpdates: outcome.institutionalUpdates,
    privateAcceptanceAudits: options.privateAcceptanceAudits ?? [],
    coordinationCost: options.coordinationCost ?? null,
  }
}

/**
 * Gives this library's rule of settlement for one round, in the given accounting.
 *
 * @category operations
 * @since 0.1.0
 */
export const settleIn = <N>(
  accounting: Accounting<N>,
): ((options: RoundOptions) => (ledger: Ledger<N>, mechanism: Mechanism) => Settlement<N>) => {
  const feasibility = feasibilityIn(accounting)
  const deltasOf = deltasIn(accounting)
  const welfareOf = ledgerWelfareIn(accounting)
  const moveGoods = applyTransfersIn(accounting)
  return (options) => (ledger, mechanism) => {
    const gates = feasibility(ledger, mechanism)
    const agentDeltas = deltasOf(ledger, mechanism)
    const rational = rationalityOf(agentDeltas)
    const enforced = options.irEnforce === true ? rational : admitted
    const verdict = concatAllVerdicts([effect(ledger, mechanism), gates, enforced])
    const feasible = isAdmitted(gates)
    const event = (outcome: Outcome): SettlementEvent =>
      eventOf(options, mechanism, agentDeltas, feasible, outcome)
    if (!isAdmitted(verdict)) {
      const irBlocked = feasible && hasEffect(mechanism) && !isAdmitted(enforced)
      const refused: Outcome = {
        applied: false,
        individuallyRational: irBlocked ? false : null,
        irBlocked,
        welfareAfter: welfareOf(ledger),
        institutionalUpdates: mechanism.institutionalUpdates,
      }
      return { ledger, verdict, event: event(refused) }
    }
    const updates = applyUpdates(options.roundIndex)(
      ledger.institutions,
      mechanism.institutionalUpdates,
    )
    const { world, allocation } = moveGoods(ledger, mechanism.transfers)
    const next: Ledger<N> = { world, allocation, institutions: updates.institutions }
    const applied: Outcome = {
      applied: true,
      individuallyRational: mechanism.transfers.length === 0 ? null : isAdmitted(rational),
      irBlocked: false,
      welfareAfter: welfareOf(next),
      institutionalUpdates: updates.applied,
    }
    return { ledger: next, verdict, event: event(applied) }
  }
}

const bySummation = {
  plain: /* @__PURE__ */ settleIn(/* @__PURE__ */ inDoubles('plain')),
  neumaier: /* @__PURE__ */ settleIn(/* @__PURE__ */ inDoubles('neumaier')),
} as const

/**
 * Gives this library's rule of settlement for one round, in JavaScript numbers.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 * import { openLedger, settle, type Mechanism } from 'edgeworth/settlement'
 *
 * const swap: Mechanism = {
 *   proposerId: 1,
 *   label: 'swap',
 *   summary: 'one for one',
 *   transfers: [
 *     { from: 1, to: 2, resource: 'r1', quantity: 1 },
 *     { from: 2, to: 1, resource: 'r2', quantity: 1 },
 *   ],
 *   consentingAgents: [1, 2],
 *   confidence: 1,
 *   institutionalUpdates: [],
 *   verifierOk: true,
 *   verifierReason: '',
 * }
 * const world = makeWorld({ allocation: [[2, 0], [0, 2]], preferences: [[1, 3], [3, 1]] })
 * const settled = world._tag === 'Right' ? settle({ roundIndex: 1 })(openLedger(world.right), swap) : null
 * settled?.event.agentDeltas // => { 1: 2, 2: 2 }
 * settled?.ledger.allocation // => [[1, 1], [1, 1]]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const settle = (
  options: SettlementOptions,
): ((ledger: Ledger, mechanism: Mechanism) => Settlement) =>
  bySummation[options.summation ?? defaultSummation](options)
