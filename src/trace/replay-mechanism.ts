/**
 * Replay of the mechanism: as it was compiled and as it was verified, from the texts of the compiler and the verifier.
 *
 * The compiled mechanism follows from the compiler's reply and the final text, the verified one from the compiled one,
 * as recorded, the verifier's reply and the final text. Without a manifest no reply is known; then the recorded states
 * vouch for each other (`mechanism-vote.ts`).
 *
 * | words of the recorder's own       | compared                                                                      |
 * | --------------------------------- | ----------------------------------------------------------------------------- |
 * | why a reply could not be compiled | in runs of this library; elsewhere where no object was found, and else with    |
 * |                                   | the summary, which repeats it                                                  |
 * | why a verifier could not be read  | in runs of this library                                                       |
 *
 * @module
 */
import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import type { Failures } from '../core/failure.js'
import { type ReplyFailure, readMechanism } from '../exchange/mechanism-reply.js'
import { applyVerifier, compileMechanism, readVerifierReply } from '../exchange/mechanism-text.js'
import { saysSomething } from '../exchange/public-action.js'
import { shapeOf } from '../settlement/ledger.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { agreedMechanism } from './mechanism-vote.js'
import { mechanismOf, recordMechanism } from './recorded-form.js'
import { type ReplayScene, readingOf, replyTo } from './replay-scene.js'
import type { RecordedMechanism } from './row-codec.js'

const updatesCount = ({ context, row }: ReplayScene): boolean =>
  !context.config.protocol.requireFinalPublicStateUpdateForInstitutions ||
  saysSomething(row.final_text, 'PUBLIC STATE UPDATE')

type ReplyRead = Either<Failures<ReplyFailure>, unknown>

/** Whether a recorder words the reason for a refusal in its own way; this library does not, being the replay itself. */
const hasOwnWords = ({ context }: ReplayScene): boolean => context.run.recorder.name === 'python'

/** In the one reason that is worded alike everywhere, that there is no object to read, nothing is left open. */
const isOwnReason = (read: ReplyRead): boolean =>
  isLeft(read) && read.left[0]._tag !== 'NoJsonObject'

/** A reason in the recorder's own words is taken as recorded, if the summary says the same. */
const withRecordedReason = (failed: Mechanism, recorded: RecordedMechanism): Mechanism =>
  recorded.summary === `compile failure: ${recorded.verifier_reason}`
    ? { ...failed, summary: recorded.summary, verifierReason: recorded.verifier_reason }
    : failed

/**
 * Gives the compiled mechanism that a row should have recorded.
 *
 * @category operations
 * @since 0.1.0
 */
export const compiledIn = (scene: ReplayScene): RecordedMechanism => {
  const { row, controller, ledger } = scene
  const text = replyTo(scene, 'compiler', null)
  if (text === undefined) return agreedMechanism(row, 'compiled_mechanism')
  const reply = { proposerId: controller, market: shapeOf(ledger), reading: readingOf(scene) }
  const publicStateUpdatePresent = updatesCount(scene)
  const compiled = compileMechanism(text, { ...reply, publicStateUpdatePresent })
  if (!hasOwnWords(scene) || compiled.label !== 'compile_failure') return recordMechanism(compiled)
  const read = readMechanism(text, reply)
  return recordMechanism(
    isOwnReason(read) ? withRecordedReason(compiled, row.compiled_mechanism) : compiled,
  )
}

/**
 * Gives the verified mechanism that a row should have recorded, before any private acceptance.
 *
 * @category operations
 * @since 0.1.0
 */
export const verifiedIn = (scene: ReplayScene): RecordedMechanism => {
  const { row, controller } = scene
  const text = replyTo(scene, 'verifier', null)
  if (text === undefined) return agreedMechanism(row, 'verified_before_private_acceptance')
  const reading = readingOf(scene)
  const verified = recordMechanism(
    applyVerifier(mechanismOf(row.compiled_mechanism, controller), text, {
      reading,
      publicStateUpdatePresent: updatesCount(scene),
    }),
  )
  if (!hasOwnWords(scene) || !isLeft(readVerifierReply(text, reading))) return verified
  const { verifier_reason } = row.verified_before_private_acceptance
  return { ...verified, verifier_reason }
}
