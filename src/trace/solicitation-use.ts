/**
 * Solicitation use: whether a controller called on agents that it does not see, and did something with those who came.
 *
 * | figure             | true of a round where                                                                        |
 * | ------------------ | -------------------------------------------------------------------------------------------- |
 * | activated          | the controller's communication and proposal, taken together, solicit everybody               |
 * | hidden responders  | agents answered that the controller does not see                                             |
 * | used               | one of them is named in the proposal (`a4`, `agent 4`), or is in a row of the compiled, the verified or the executed mechanism |
 *
 * Laws
 *   L1 hidden      a hidden responder answered, is not seen by the controller, and is not the controller
 *   L2 used        only a round with a hidden responder uses one
 *
 * @module
 */
import type { ExchangeConfig } from '../economy/config.js'
import { visibleAgents } from '../economy/visibility.js'
import { solicitsTogether } from '../exchange/solicitation.js'
import type { RecordedMechanism, TraceRow } from './row-codec.js'

/**
 * Says how public solicitation was used in one round. Agents are ascending, from 1.
 *
 * @category model
 * @since 0.1.0
 */
export interface SolicitationRound {
  readonly roundIndex: number
  readonly controllerId: number
  readonly visible: ReadonlyArray<number>
  readonly responders: ReadonlyArray<number>
  readonly hiddenResponders: ReadonlyArray<number>
  readonly activated: boolean
  readonly used: boolean
  readonly applied: boolean
  /** Whether a hidden responder was used and the mechanism of the round was applied. */
  readonly appliedWithHidden: boolean
}

/**
 * Says how public solicitation was used in a run: its rounds, and how many of them.
 *
 * @category model
 * @since 0.1.0
 */
export interface SolicitationUse {
  readonly rounds: ReadonlyArray<SolicitationRound>
  readonly activatedRounds: number
  readonly hiddenResponderRounds: number
  /** Hidden responders of all rounds together; one that answers in two rounds counts twice. */
  readonly hiddenResponders: number
  readonly usedRounds: number
  readonly appliedRounds: number
  readonly appliedWithHiddenRounds: number
}

const agentNames = /\ba(?:gent\s+)?(\d+)\b/gi

const namedIn = (text: string): ReadonlyArray<number> =>
  [...text.matchAll(agentNames)].map((match) => Number(match[1]))

const partiesOf = ({ transfers }: RecordedMechanism): ReadonlyArray<number> =>
  transfers.flatMap(({ from, to }) => [from, to])

const roundUse = (
  seenBy: (agent: number) => ReadonlyArray<number>,
  row: TraceRow,
): SolicitationRound => {
  const { controller_id: controllerId, event } = row
  const visible = seenBy(controllerId)
  const responders = Object.keys(row.response_texts)
    .map(Number)
    .sort((a, b) => a - b)
  const hiddenResponders = responders.filter(
    (agent) => agent !== controllerId && !visible.includes(agent),
  )
  const touched = new Set([
    ...namedIn(row.proposal_text),
    ...partiesOf(row.compiled_mechanism),
    ...partiesOf(row.verified_before_private_acceptance),
    ...partiesOf(row.verified_mechanism),
  ])
  const used = hiddenResponders.some((agent) => touched.has(agent))
  return {
    roundIndex: row.round_index,
    controllerId,
    visible,
    responders,
    hiddenResponders,
    activated: solicitsTogether([row.communication_texts[controllerId] ?? '', row.proposal_text]),
    used,
    applied: event.applied,
    appliedWithHidden: used && event.applied,
  }
}

/**
 * Reads from recorded rows how public solicitation was used under a configuration.
 *
 * @category operations
 * @since 0.1.0
 */
export const solicitationUse =
  (config: ExchangeConfig) =>
  (rows: ReadonlyArray<TraceRow>): SolicitationUse => {
    const rounds = rows.map((row) => roundUse(visibleAgents(config), row))
    const count = (holds: (round: SolicitationRound) => boolean): number =>
      rounds.filter(holds).length
    return {
      rounds,
      activatedRounds: count((round) => round.activated),
      hiddenResponderRounds: count((round) => round.hiddenResponders.length > 0),
      hiddenResponders: rounds.flatMap((round) => round.hiddenResponders).length,
      usedRounds: count((round) => round.used),
      appliedRounds: count((round) => round.applied),
      appliedWithHiddenRounds: count((round) => round.appliedWithHidden),
    }
  }
