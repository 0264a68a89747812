/**
 * Replay of one round: the row that the recorded evidence and the library's own rules give.
 *
 * Each part of the row is recomputed from what came before it, as recorded, so that a change is named where it was made:
 * texts from the manifest, the compiled mechanism from the compiler's reply, the verified one from the compiled one and
 * the verifier's reply, the audits from the decisions, the last one from the audits, the event from the last mechanism.
 *
 * | part of the row                                    | recomputed from                                              |
 * | -------------------------------------------------- | ------------------------------------------------------------ |
 * | who speaks, who responds                           | the protocol and what the controller said                    |
 * | what they said                                     | their responses                                              |
 * | `compiled_mechanism`                               | the compiler's reply, the final text                         |
 * | `verified_before_private_acceptance`               | the compiled one, the verifier's reply, the final text        |
 * | `event.private_acceptance_audits`                  | the decisions, the verified mechanism, the state             |
 * | `verified_mechanism`                               | the verified one, the audits                                 |
 * | `event`, its cost                                  | the last mechanism, the state, how many were asked to answer |
 *
 * @module
 */

import { communicationSet, controllerOf } from '../economy/visibility.js'
import { type SettledRound, settleRound } from '../exchange/settled-round.js'
import { respondersTo } from '../exchange/solicitation.js'
import type { Ledger } from '../settlement/ledger.js'
import type { CallRole } from './manifest-codec.js'
import { mechanismOf, recordEvent } from './recorded-form.js'
import { acceptanceIn } from './replay-acceptance.js'
import type { AskingRules, ReplayContext } from './replay-context.js'
import { compiledIn, verifiedIn } from './replay-mechanism.js'
import { type ReplayScene, type ResponseTo, replyTo } from './replay-scene.js'
import type { TraceRow } from './row-codec.js'

/**
 * Is a replayed round: the row as it should be, the state after it, and what it did.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayedRound extends SettledRound {
  readonly expected: TraceRow
}

const textsOf = (
  scene: ReplayScene,
  role: CallRole,
  agents: ReadonlyArray<number>,
  recorded: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    agents.map((agent) => [String(agent), replyTo(scene, role, agent) ?? recorded[agent] ?? '']),
  )

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
    const scene: ReplayScene = { context, responseTo, round, controller, row, ledger }
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
      proposal_text: replyTo(scene, 'proposal', controller) ?? row.proposal_text,
      response_texts: textsOf(scene, 'response', responders, row.response_texts),
      final_text: config.protocol.atomicCommit
        ? row.final_text
        : (replyTo(scene, 'finalization', controller) ?? row.final_text),
      compiled_mechanism: compiledIn(scene),
      verified_before_private_acceptance: verifiedIn(scene),
      verified_mechanism: acceptance.mechanism,
      event: recordEvent(settled.event, settled.cost),
    }
    return { ...settled, expected }
  }
