/**
 * Replay of private acceptance: the audits and the mechanism that is left, from what the debited agents said.
 *
 * The decision of an agent is read from its text, wherever there is one. Where there is none, what remains is this:
 *
 * | no text because                                  | the audit is                                                   |
 * | ------------------------------------------------ | -------------------------------------------------------------- |
 * | the mode asks nobody (`deterministic_oracle`)     | the perfect one                                                |
 * | an offline run of the public implementation       | that of an empty text: nobody is asked there                   |
 * | a member of the panel was drawn to defect         | that of its recorded claims, without approval                  |
 * | a script decided                                  | that of its recorded claims; of an unreadable one, all of them |
 *
 * Everything else in an audit (the delta, its sign, what matches, the family) and everything that follows from the audits
 * (who rejects, the mechanism that is left) is recomputed in every case.
 *
 * @module
 */

import { readDecision } from '../exchange/acceptance-decision.js'
import {
  type AcceptanceClaims,
  auditOfClaims,
  claimsOf,
  concludeAcceptance,
  privateAcceptance,
} from '../exchange/private-acceptance.js'
import { drawDefectors } from '../exchange/seat-defectors.js'
import { isAcceptanceAsked } from '../exchange/settled-round.js'
import { inDoubles } from '../settlement/accounting.js'
import { deltaOfIn } from '../settlement/deltas.js'
import type { PrivateAcceptanceAudit } from '../settlement/event.js'
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import { auditOf, mechanismOf, recordMechanism } from './recorded-form.js'
import type { AskingRules } from './replay-context.js'
import { type ReplayScene, replyTo } from './replay-scene.js'
import type { RecordedAudit, RecordedMechanism } from './row-codec.js'

/**
 * Is what private acceptance should have left of a round.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayedAcceptance {
  readonly mechanism: RecordedMechanism
  readonly audits: ReadonlyArray<PrivateAcceptanceAudit>
}

/**
 * Tells whether an agent is one of the panel that the protocol drew to decline and reject; nobody is where nobody sits.
 *
 * @category operations
 * @since 0.1.0
 */
export const isDrawnToDefect = ({ config, seating }: AskingRules, agent: number): boolean => {
  if (config.protocol.defectionRate <= 0 || seating === null) return false
  const panel = seating.flatMap(({ seat, agents }) => (seat === 'panel' ? agents : []))
  return drawDefectors(config.protocol, panel).includes(agent)
}

const claimsOfText = (
  { ledger }: ReplayScene,
  proposed: Mechanism,
  agent: number,
  text: string,
): AcceptanceClaims => claimsOf(readDecision(text, ledger.world.resourceNames), agent, proposed)

/** What an audit shows of a decision that nobody recorded. An unreadable one claims nothing, whatever its reason. */
const claimsOfAudit = (
  scene: ReplayScene,
  proposed: Mechanism,
  agent: number,
  recorded: RecordedAudit,
): AcceptanceClaims => {
  if (recorded.error_family === 'malformed_private_acceptance') {
    return { ...claimsOfText(scene, proposed, agent, ''), reason: recorded.reason }
  }
  const approve = recorded.approve && !(scene.context.live && isDrawnToDefect(scene.context, agent))
  return { ...auditOf(recorded), malformed: false, approve }
}

const claimsIn = (
  scene: ReplayScene,
  proposed: Mechanism,
  agent: number,
  index: number,
): AcceptanceClaims => {
  const { run, live } = scene.context
  const nobodyIsAsked = !live && run.recorder.name === 'python'
  const text = nobodyIsAsked ? '' : replyTo(scene, 'private_acceptance', agent)
  const audits = scene.row.event.private_acceptance_audits
  const recorded = audits.find((audit) => audit.agent_id === agent) ?? audits[index]
  return text !== undefined || recorded === undefined
    ? claimsOfText(scene, proposed, agent, text ?? '')
    : claimsOfAudit(scene, proposed, agent, recorded)
}

/**
 * Gives the audits that a row should have recorded, and the mechanism that they leave of the verified one, as recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const acceptanceIn = (scene: ReplayScene): ReplayedAcceptance => {
  const { context, row, controller, ledger } = scene
  const { config, summation } = context
  const { privateAcceptanceMode: mode } = config.protocol
  const before = row.verified_before_private_acceptance
  if (!isAcceptanceAsked(config, before.transfers.length)) return { mechanism: before, audits: [] }
  const proposed = mechanismOf(before, controller)
  const delta = deltaOfIn(inDoubles(summation))(ledger, proposed)
  const concluded =
    mode === 'deterministic_oracle'
      ? privateAcceptance(mode, summation)(ledger, proposed, new Map())
      : concludeAcceptance(
          mode,
          proposed,
          debitedAgents(proposed).map((agent, index) =>
            auditOfClaims(claimsIn(scene, proposed, agent, index), agent, delta(agent)),
          ),
        )
  return { mechanism: recordMechanism(concluded.mechanism), audits: concluded.audits }
}
