/**
 * Structured settlement: a round that was settled by actions needs no compiler.
 *
 * Where the final settlement is a structured action (in an atomic commit, the proposal), its rows are the mechanism. An
 * agent consents by accepting in a structured response, and only to rows that were proposed as a structured action: a row
 * that the final settlement adds or changes has the consent of the controller alone. No words are interpreted.
 *
 * Laws
 *   L1 consent by action   whoever is debited and consents is the controller or accepted those very rows
 *
 * @module
 */
import { debitedAgents, type Mechanism } from '../settlement/mechanism.js'
import type { Transfer } from '../settlement/transfer.js'
import type { RespondMove, Said, SettlementMove } from './moves.js'

const sameRow = (a: Transfer) => (b: Transfer) =>
  a.from === b.from && a.to === b.to && a.resource === b.resource && a.quantity === b.quantity

/**
 * Is the response of an agent.
 *
 * @category model
 * @since 0.1.0
 */
export interface ResponseSaid {
  readonly agent: number
  readonly said: Said<RespondMove>
}

/**
 * Is what became of the talk of a round.
 *
 * @category model
 * @since 0.1.0
 */
export interface RoundMoves {
  readonly proposal: Said<SettlementMove>
  readonly responses: ReadonlyArray<ResponseSaid>
  readonly final: Said<SettlementMove>
}

/**
 * Gives the mechanism of a round that was settled by actions; `null` where words have to be compiled.
 *
 * @category operations
 * @since 0.1.0
 */
export const structuredMechanism = (
  controller: number,
  { proposal, responses, final }: RoundMoves,
): Mechanism | null => {
  const { move } = final
  if (move === null) return null
  const proposed = proposal.move?.transfers ?? []
  const wasProposed = (row: Transfer): boolean => proposed.some(sameRow(row))
  const accepted = (agent: number): boolean =>
    responses.some((one) => one.agent === agent && one.said.move?.accept === true) &&
    move.transfers.filter((row) => row.from === agent).every(wasProposed)
  const draft: Mechanism = {
    proposerId: controller,
    label: 'structured_settlement',
    summary: `${move.transfers.length} rows settled by action`,
    transfers: move.transfers,
    consentingAgents: [],
    confidence: 1,
    institutionalUpdates: move.updates ?? [],
    verifierOk: true,
    verifierReason: '',
  }
  const consenting = debitedAgents(draft).filter(accepted)
  const all = [...new Set([controller, ...consenting])].sort((a, b) => a - b)
  return { ...draft, consentingAgents: all }
}
