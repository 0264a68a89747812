/**
 * Replay scene: one recorded round about to be replayed, and what was said in it in answer to a call.
 *
 * @module
 */
import type { Reading } from '../exchange/mechanism-fields.js'
import type { Ledger } from '../settlement/ledger.js'
import { type CallRole, callName } from './manifest-codec.js'
import type { ReplayContext } from './replay-context.js'
import type { TraceRow } from './row-codec.js'
import { isAsked } from './seats.js'

/**
 * Gives the response that the manifest has for a call, if there is one.
 *
 * @category model
 * @since 0.1.0
 */
export type ResponseTo = (callId: string) => string | undefined

/**
 * Is a recorded round with the state that the rounds before it left.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayScene {
  readonly context: ReplayContext
  readonly responseTo: ResponseTo
  readonly round: number
  readonly controller: number
  readonly row: TraceRow
  readonly ledger: Ledger
}

/**
 * Gives the recorded response to a call that a model should have answered; `undefined` where none is known.
 *
 * @category operations
 * @since 0.1.0
 */
export const replyTo = (
  scene: ReplayScene,
  role: CallRole,
  agent: number | null,
): string | undefined =>
  scene.context.live && isAsked(scene.context.seating, agent, role)
    ? scene.responseTo(callName(scene.round, role, agent, 0))
    : undefined

/**
 * Tells how the recorder of a run reads the fields of a reply.
 *
 * @category operations
 * @since 0.1.0
 */
export const readingOf = ({ context }: ReplayScene): Reading =>
  context.run.recorder.name === 'python' ? 'recorded' : 'strict'
