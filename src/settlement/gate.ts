/**
 * Gates: what a mechanism has to pass before it moves anything.
 *
 * A gate is a function of a ledger and a mechanism that gives a verdict. Gates know nothing of each other; a list of
 * gates is a gate that reports the reasons of all of them. Holdings are compared without tolerance: an agent that
 * holds 10 cannot give 10.000000000000002. Gates ending in `In` take the accounting of the ledger first.
 *
 * | gate         | admits when                                                                               |
 * | ------------ | ----------------------------------------------------------------------------------------- |
 * | `wellFormed` | proposer, consenting agents and every transfer belong to the market                       |
 * | `verifier`   | the verifier found the mechanism supported                                                |
 * | `confidence` | the confidence is at least 0.5                                                            |
 * | `consent`    | every agent that gives something consents                                                 |
 * | `holdings`   | for every agent and good the debits, added in order, are at most the holding              |
 * | `feasibility`| all of the above                                                                          |
 * | `rationality`| no affected agent loses more than `EPSILON` of utility                                    |
 * | `effect`     | there is something to move or to write                                                    |
 *
 * Laws
 *   L1 all reasons       a combined gate reports the reasons of every part, in order
 *   L2 pure gate         asking twice gives equal verdicts and leaves the ledger the same
 *   L3 consent matters   removing a debited agent from the consenting ones makes `consent` name that agent
 *   L4 summed debits     `holdings` admits exactly when no summed debit exceeds the holding
 *   L5 more consent      adding consenting agents never turns an admitted mechanism into a refused one
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'
import { nonEmpty } from '../core/failure.js'
import { type Accounting, inDoubles } from './accounting.js'
import { type AgentDeltas, deltasIn } from './deltas.js'
import { type Ledger, movesIn, shapeOf } from './ledger.js'
import { isAgentOf, resourceNameAt } from './market-shape.js'
import { debitedAgents, hasEffect, type Mechanism } from './mechanism.js'
import type { RefusalReason } from './refusal.js'
import { transferFailures } from './transfer.js'
import { admitted, concatAllVerdicts, type Verdict, verdictOf } from './verdict.js'

/**
 * Judges a mechanism against a ledger. `N` is the number type of the holdings, `R` the type of a reason.
 *
 * @category model
 * @since 0.1.0
 */
export type Gate<N = number, R = RefusalReason> = (
  ledger: Ledger<N>,
  mechanism: Mechanism,
) => Verdict<R>

/**
 * The least confidence that passes.
 *
 * @category model
 * @since 0.1.0
 */
export const REQUIRED_CONFIDENCE = 0.5

/**
 * Combines gates into one that reports the reasons of all of them, in the order of the list.
 *
 * @category operations
 * @since 0.1.0
 */
export const allGates =
  <N = number, R = RefusalReason>(gates: ReadonlyArray<Gate<N, R>>): Gate<N, R> =>
  (ledger, mechanism) =>
    concatAllVerdicts(gates.map((gate) => gate(ledger, mechanism)))

/**
 * Refuses a proposer, a consenting agent or a transfer that does not belong to the ledger's market.
 *
 * @category gates
 * @since 0.1.0
 */
export const wellFormed = <N>(ledger: Ledger<N>, mechanism: Mechanism): Verdict => {
  const shape = shapeOf(ledger)
  const failuresOf = transferFailures(shape)
  const reasons: Array<RefusalReason> = []
  const party = (role: 'proposer' | 'consenting', agent: number): void => {
    if (!isAgentOf(shape, agent)) reasons.push({ _tag: 'UnknownParty', role, agent })
  }
  party('proposer', mechanism.proposerId)
  for (const agent of mechanism.consentingAgents) party('consenting', agent)
  for (const [index, transfer] of mechanism.transfers.entries()) {
    const failures = nonEmpty(failuresOf(transfer))
    if (failures !== null) reasons.push({ _tag: 'MalformedTransfer', index, transfer, failures })
  }
  return verdictOf(reasons)
}

/**
 * Refuses a mechanism that its verifier did not find supported.
 *
 * @category gates
 * @since 0.1.0
 */
export const verifier = <N>(_ledger: Ledger<N>, mechanism: Mechanism): Verdict =>
  mechanism.verifierOk
    ? admitted
    : verdictOf([{ _tag: 'VerifierRefused', reason: mechanism.verifierReason }])

/**
 * Refuses a confidence below `REQUIRED_CONFIDENCE`, and one that is not a number.
 *
 * @category gates
 * @since 0.1.0
 */
export const confidence = <N>(_ledger: Ledger<N>, mechanism: Mechanism): Verdict =>
  mechanism.confidence >= REQUIRED_CONFIDENCE
    ? admitted
    : verdictOf([
        { _tag: 'LowConfidence', confidence: mechanism.confidence, required: REQUIRED_CONFIDENCE },
      ])

/**
 * Refuses when an agent would give something without consenting; one reason per such agent, ascending.
 *
 * @category gates
 * @since 0.1.0
 */
export const consent = <N>(_ledger: Ledger<N>, mechanism: Mechanism): Verdict => {
  const consenting = new Set(mechanism.consentingAgents)
  const silent = debitedAgents(mechanism).filter((agent) => !consenting.has(agent))
  const reasons = silent.map((agent): RefusalReason => {
    const given = mechanism.transfers.filter((transfer) => transfer.from === agent)
    const debits = given.map(({ resource, quantity }) => ({ resource, quantity }))
    return { _tag: 'MissingConsent', agent, debits }
  })
  return verdictOf(reasons)
}

/**
 * Refuses when the debits of an agent in a good exceed its holding; one reason per agent and good, in the order in
 * which their first debits stand. Credits of the same mechanism do not count: nobody gives what it does not have yet.
 *
 * @category gates
 * @since 0.1.0
 */
export const holdingsIn = <N>(accounting: Accounting<N>): Gate<N> => {
  const { add, compare, toNumber, zero } = accounting.arithmetic
  return (ledger, mechanism) => {
    const goods = ledger.world.resourceNames.length
    const debits = new Map<number, N>()
    for (const { from, good, quantity } of movesIn(accounting)(ledger, mechanism.transfers)) {
      const cell = from * goods + good
      debits.set(cell, add(debits.get(cell) ?? zero, quantity))
    }
    const reasons: Array<RefusalReason> = []
    for (const [cell, debited] of debits) {
      const good = cell % goods
      const from = (cell - good) / goods
      const holding = ledger.allocation[from]?.[good] ?? zero
      if (compare(holding, debited) >= 0) continue
      reasons.push({
        _tag: 'InsufficientHolding',
        agent: from + 1,
        resource: resourceNameAt(good),
        holding: toNumber(holding),
        debited: toNumber(debited),
      })
    }
    return verdictOf(reasons)
  }
}

/**
 * Refuses when the debits of an agent in a good exceed its holding, in a ledger of JavaScript numbers.
 *
 * @category gates
 * @since 0.1.0
 */
export const holdings: Gate = /* @__PURE__ */ holdingsIn(/* @__PURE__ */ inDoubles())

/**
 * Combines the gates that every settlement has to pass: well-formedness, verifier, confidence, consent, holdings.
 *
 * @category gates
 * @since 0.1.0
 */
export const feasibilityIn = <N>(accounting: Accounting<N>): Gate<N> =>
  allGates<N>([wellFormed, verifier, confidence, consent, holdingsIn(accounting)])

/**
 * Combines the gates that every settlement has to pass, in a ledger of JavaScript numbers.
 *
 * @example
 * ```ts
 * import { makeWorld } from 'edgeworth/economy'
 * import { feasibility, openLedger, reasonsOf, type Mechanism } from 'edgeworth/settlement'
 *
 * const world = makeWorld({ allocation: [[2, 0], [0, 2]], preferences: [[1, 3], [3, 1]] })
 * const greedy: Mechanism = {
 *   proposerId: 1,
 *   label: 'swap',
 *   summary: '',
 *   transfers: [{ from: 2, to: 1, resource: 'r2', quantity: 5 }],
 *   consentingAgents: [1],
 *   confidence: 0.4,
 *   institutionalUpdates: [],
 *   verifierOk: true,
 *   verifierReason: '',
 * }
 * const verdict = world._tag === 'Right' ? feasibility(openLedger(world.right), greedy) : null
 * verdict === null ? [] : reasonsOf(verdict).map((reason) => reason._tag) // => ['LowConfidence', 'MissingConsent', 'InsufficientHolding']
 * ```
 *
 * @category gates
 * @since 0.1.0
 */
export const feasibility: Gate = /* @__PURE__ */ feasibilityIn(/* @__PURE__ */ inDoubles())

/**
 * Refuses when one of the deltas is below `-EPSILON`; one reason per such agent, ascending.
 *
 * @category operations
 * @since 0.1.0
 */
export const rationalityOf = (deltas: AgentDeltas): Verdict => {
  const losers = Object.entries(deltas).filter(([, delta]) => delta < -EPSILON)
  return verdictOf(
    losers.map(([agent, delta]) => ({
      _tag: 'NotIndividuallyRational',
      agent: Number(agent),
      delta,
    })),
  )
}

/**
 * Refuses when an affected agent would lose more than `EPSILON` of utility; one reason per such agent, ascending.
 *
 * @category gates
 * @since 0.1.0
 */
export const rationalityIn = <N>(accounting: Accounting<N>): Gate<N> => {
  const deltasOf = deltasIn(accounting)
  return (ledger, mechanism) => rationalityOf(deltasOf(ledger, mechanism))
}

/**
 * Refuses when an affected agent would lose more than `EPSILON` of utility, in a ledger of JavaScript numbers.
 *
 * @category gates
 * @since 0.1.0
 */
export const rationality: Gate = /* @__PURE__ */ rationalityIn(/* @__PURE__ */ inDoubles())

/**
 * Refuses a mechanism that would move and write nothing.
 *
 * @category gates
 * @since 0.1.0
 */
export const effect = <N>(_ledger: Ledger<N>, mechanism: Mechanism): Verdict =>
  hasEffect(mechanism) ? admitted : verdictOf([{ _tag: 'NothingToSettle' }])
