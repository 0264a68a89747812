/**
 * Replay of one round: the row that the recorded evidence and the library's own rules give.
 *
 * Each part of the row is recomputed from what came before it, as recorded, so that a change is named where it was made:
 * texts from the manifest, the compiled mechanism from the compiler's reply, the verified one from the compiled one and
 * the verifier's reply, the audits from the decisions, the last one from the audits, the event from the last mechanism.
 * Without a manifest no reply is known; then the states of the mechanism vouch for each other.
 *
 * @module
 */

import { communicationSet, controllerOf } from '../economy/visibility.js'
import { readDecision } from '../exchange/acceptance-decision.js'
import { applyVerifier, compileMechanism } from '../exchange/mechanism-text.js'
import {
  auditOfClaims,
  claimsOf,
  concludeAcceptance,
  privateAcceptance,
} from '../exchange/private-acceptance.js'
import { saysSomething } from '../exchange/public-action.js'
import { respondersTo } from '../exchange/solicitation.js'
import { inDoubles } from '../settlement/accounting.js'
import { deltaOfIn } from '../settlement/deltas.js'
import type { PrivateAcceptanceAudit } from '../settlement/event.js'
import type { Ledger } from '../settlement/ledger.js'
import { shapeOf } from '../settlement/ledger.js'
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import { type CallRole, callName } from './manifest-codec.js'
import { agreedMechanism } from './mechanism-vote.js'
import { auditOf, mechanismOf, recordEvent, recordMechanism } from './recorded-form.js'
import type { AskingRules, ReplayContext } from './replay-context.js'
import type { RecordedMechanism, TraceRow } from './row-codec.js'
import { isAsked } from './seats.js'
import { isAcceptanceAsked, type SettledRound, settleRound } from '../exchange/settled-round.js'

/**
 * Gives the response that the manifest has for a call, if there is one.
 *
 * @category model
 * @since 0.1.0
 */
export type ResponseTo = (callId: string) => string | undefined

/**
 * Is a replayed round: the row as it should be, the state after it, and what it did.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayedRound extends SettledRound {
  readonly expected: TraceRow
}

interface Scene {
  readonly context: ReplayContext
  readonly responseTo: ResponseTo
  readonly round: number
  readonly controller: number
  readonly row: TraceRow
  readonly ledger: Ledger
}

/** The recorded response to a call that a model should have answered; `undefined` where none is known. */
const reply = (scene: Scene, role: CallRole, agent: number | null): string | undefined =>
  scene.context.live && isAsked(scene.context.seating, agent, role)
    ? scene.responseTo(callName(scene.round, role, agent, 0))
    : undefined

const textsOf = (
  scene: Scene,
  role: CallRole,
  agents: ReadonlyArray<number>,
  recorded: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    agents.flatMap((agent) => {
      const text = reply(scene, role, agent) ?? recorded[agent] ?? ''
      return [[String(agent), text] as const]
    }),
  )

const updatesCount = (scene: Scene): boolean =>
  !scene.context.config.protocol.requireFinalPublicStateUpdateForInstitutions ||
  saysSomething(scene.row.final_text, 'PUBLIC STATE UPDATE')

const readingOf = (scene: Scene): 'recorded' | 'strict' =>
  scene.context.run.recorder.name === 'python' ? 'recorded' : 'strict'

const FAILURE = 'compile_failure'

/** The reason why a reply could not be read is worded by its recorder: what is recorded is taken if it is consistent. */
const ownReason = (recomputed: Mechanism, recorded: RecordedMechanism): Mechanism =>
  recomputed.label === FAILURE &&
  recorded.mechanism_label === FAILURE &&
  recorded.summary === `compile failure: ${recorded.verifier_reason}`
    ? { ...recomputed, summary: recorded.summary, verifierReason: recorded.verifier_reason }
    : recomputed

const compiledIn = (scene: Scene): RecordedMechanism => {
  const { row, controller, ledger } = scene
  const text = reply(scene, 'compiler', null)
  if (text === undefined) return agreedMechanism(row, 'compiled_mechanism')
  const compiled = compileMechanism(text, {
    proposerId: controller,
    market: shapeOf(ledger),
    reading: readingOf(scene),
    publicStateUpdatePresent: updatesCount(scene),
  })
  return recordMechanism(ownReason(compiled, row.compiled_mechanism))
}

const verifiedIn = (scene: Scene): RecordedMechanism => {
  const { row, controller } = scene
  const text = reply(scene, 'verifier', null)
  if (text === undefined) return agreedMechanism(row, 'verified_before_private_acceptance')
  const recorded = row.verified_before_private_acceptance
  const verified = applyVerifier(mechanismOf(row.compiled_mechanism, controller), text, {
    reading: readingOf(scene),
    publicStateUpdatePresent: updatesCount(scene),
  })
  const unread = !verified.verifierOk && verified.verifierReason.startsWith('verifier unreadable: ')
  const verifierReason = unread ? recorded.verifier_reason : verified.verifierReason
  return recordMechanism({ ...verified, verifierReason })
}

/** An agent without a known decision is taken at the claims that its recorded audit shows. */
const auditIn = (
  scene: Scene,
  proposed: Mechanism,
  agent: number,
  index: number,
): PrivateAcceptanceAudit => {
  const actual = deltaOfIn(inDoubles(scene.context.summation))(scene.ledger, proposed)(agent)
  const text = reply(scene, 'private_acceptance', agent)
  const { resourceNames } = scene.ledger.world
  const audits = scene.row.event.private_acceptance_audits
  const recorded = audits.find((audit) => audit.agent_id === agent) ?? audits[index]
  if (text !== undefined || recorded === undefined) {
    const claims = claimsOf(readDecision(text ?? '', resourceNames), agent, proposed)
    return auditOfClaims(claims, agent, actual)
  }
  const malformed = recorded.error_family === 'malformed_private_acceptance'
  return auditOfClaims({ ...auditOf(recorded), malformed }, agent, actual)
}

const acceptanceIn = (
  scene: Scene,
): {
  readonly mechanism: RecordedMechanism
  readonly audits: ReadonlyArray<PrivateAcceptanceAudit>
} => {
  const { config } = scene.context
  const { privateAcceptanceMode } = config.protocol
  const before = scene.row.verified_before_private_acceptance
  const proposed = mechanismOf(before, scene.controller)
  if (!isAcceptanceAsked(config, before.transfers.length)) {
    return { mechanism: before, audits: [] }
  }
  const concluded =
    privateAcceptanceMode === 'deterministic_oracle'
      ? privateAcceptance(privateAcceptanceMode, scene.context.summation)(
          scene.ledger,
          proposed,
          new Map(),
        )
      : concludeAcceptance(
          privateAcceptanceMode,
          proposed,
          debitedAgents(proposed).map((agent, index) => auditIn(scene, proposed, agent, index)),
        )
  return { mechanism: recordMechanism(concluded.mechanism), audits: concluded.audits }
}

/**
 * Lists the agents that were asked to answer in a round, by the rules of the protocol and the recorded texts.
 *
 * @category operations
 * @since 0.1.0
 */
export const respondersIn = (
  context: AskingRules,
  controller: number,
  row: TraceRow,
): ReadonlyArray<number> =>
  respondersTo(context.config)(controller, [
    row.communication_texts[controller] ?? '',
    row.proposal_text,
  ])

/**
 * Replays a round of a run from its recorded row, in the state that the rounds before it left.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayRound =
  (context: ReplayContext, responseTo: ResponseTo) =>
  (round: number, row: TraceRow, ledger: Ledger): ReplayedRound => {
    const { config, summation } = context
    const controller = controllerOf(config)(round)
    const scene: Scene = { context, responseTo, round, controller, row, ledger }
    const responders = respondersIn(context, controller, row)
    const acceptance = acceptanceIn(scene)
    const settled = settleRound(config, summation)(ledger, {
      round,
      responders: responders.length,
      mechanism: mechanismOf(row.verified_mechanism, controller),
      audits: acceptance.audits,
    })
    const speakers = communicationSet(config)(controller)
    const expected: TraceRow = {
      round_index: round,
      controller_id: controller,
      communication_texts: textsOf(scene, 'communication', speakers, row.communication_texts),
      proposal_text: reply(scene, 'proposal', controller) ?? row.proposal_text,
      response_texts: textsOf(scene, 'response', responders, row.response_texts),
      final_text: config.protocol.atomicCommit
        ? row.final_text
        : (reply(scene, 'finalization', controller) ?? row.final_text),
      compiled_mechanism: compiledIn(scene),
      verified_before_private_acceptance: verifiedIn(scene),
      verified_mechanism: acceptance.mechanism,
      event: recordEvent(settled.event, settled.cost),
    }
    return { ...settled, expected }
  }
