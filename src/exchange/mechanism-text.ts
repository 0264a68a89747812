/**
 * Mechanism text: from a compiler's reply to a mechanism, and from a verifier's reply to its verdict on it.
 *
 * A compiler turns what was said in a round into JSON; a verifier says whether that is what was said. Both are models,
 * so both replies are text that may hold anything. A reply that cannot be read becomes a mechanism that moves nothing
 * and says why (`compile_failure`), never an exception and never a consent.
 *
 * | key (the first that is present)                             | default              |
 * | ----------------------------------------------------------- | -------------------- |
 * | transfers: from, from_agent                                 | none                 |
 * | transfers: to, to_agent                                     | none                 |
 * | transfers: resource                                         | none                 |
 * | transfers: quantity, qty                                    | 1                    |
 * | consenting_agents, consents                                 | the proposer         |
 * | mechanism_label, label                                      | `compiled_mechanism` |
 * | summary                                                     | empty                |
 * | confidence                                                  | 0                    |
 * | institutional_updates, institutions, public_memory_updates  | none                 |
 * | verifier_ok                                                 | true                 |
 * | verifier_reason                                             | empty                |
 * | verifier's reply: verifier_ok, ok                           | false                |
 * | verifier's reply: confidence                                | the mechanism's      |
 * | verifier's reply: reason, verifier_reason                   | empty                |
 *
 * Laws
 *   L1 total compilation    any text at all compiles to a mechanism of the market
 *   L2 faithful text        the recorded JSON form of a mechanism compiles to that mechanism
 *   L3 verifier lowers      the confidence after verification is at most the one before
 *   L4 unreadable refuses   an unreadable verifier leaves the mechanism refused, its confidence as it was
 *   L5 no section no rule   without a public state update no institutional update survives
 *
 * @module
 */
import { type Either, isLeft, left, match, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, nonEmpty, renderFailure } from '../core/failure.js'
import type { Mechanism } from '../settlement/mechanism.js'
import { jsonObjectInText } from './json-in-text.js'
import type { Reading } from './mechanism-fields.js'
import {
  type ReplyContext,
  type ReplyFailure,
  readMechanism,
  scalarReaders,
} from './mechanism-reply.js'

/**
 * Says for whom a reply is compiled, in which market, how leniently, and whether its institutional updates count.
 *
 * @category model
 * @since 0.1.0
 */
export interface CompileContext extends ReplyContext {
  /** Whether the final text has a public state update, or none is asked for. Without it updates are dropped. */
  readonly publicStateUpdatePresent: boolean
}

/**
 * Says how a verifier's reply is read, and whether institutional updates count.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifierContext {
  /** How fields are read (`mechanism-fields.ts`). Default: `strict`. */
  readonly reading?: Reading
  /** Whether the final text has a public state update, or none is asked for. Default: `true`. */
  readonly publicStateUpdatePresent?: boolean
}

/**
 * Holds what a verifier said; `confidence` is `null` where it said nothing of it.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifierReply {
  readonly ok: boolean
  readonly confidence: number | null
  readonly reason: string
}

/** Says in one line why a reply could not be read. */
const reasonOf = (failures: Failures<ReplyFailure>): string =>
  failures[0]._tag === 'NoJsonObject'
    ? 'no JSON object found'
    : failures.map(renderFailure).join('; ')

/**
 * Gives the mechanism of a round whose compiler failed: it moves nothing, and says why.
 *
 * @category constructors
 * @since 0.1.0
 */
export const compileFailure = (proposerId: number, reason: string): Mechanism => ({
  proposerId,
  label: 'compile_failure',
  summary: `compile failure: ${reason}`,
  transfers: [],
  consentingAgents: [proposerId],
  confidence: 0,
  institutionalUpdates: [],
  verifierOk: false,
  verifierReason: reason,
})

const keepUpdates = (mechanism: Mechanism, present: boolean): Mechanism =>
  present || mechanism.institutionalUpdates.length === 0
    ? mechanism
    : { ...mechanism, institutionalUpdates: [] }

/**
 * Compiles a reply to a mechanism: the one it holds, or `compileFailure` with the reason. Institutional updates are
 * dropped unless the public state update is present.
 *
 * @category operations
 * @since 0.1.0
 */
export const compileMechanism = (text: string, context: CompileContext): Mechanism =>
  match(
    (failures: Failures<ReplyFailure>) => compileFailure(context.proposerId, reasonOf(failures)),
    (mechanism: Mechanism) => keepUpdates(mechanism, context.publicStateUpdatePresent),
  )(readMechanism(text, context))

/**
 * Reads a verifier's reply, or reports everything in it that cannot be read.
 *
 * @category operations
 * @since 0.1.0
 */
export const readVerifierReply = (
  text: string,
  reading: Reading = 'strict',
): Either<Failures<ReplyFailure>, VerifierReply> => {
  const object = jsonObjectInText(text)
  if (isLeft(object)) return object
  const defects: Array<Failure<ReplyFailure>> = []
  const read = scalarReaders(reading, object.right, defects)
  const reply: VerifierReply = {
    ok: read.truth(['verifier_ok', 'ok'], false),
    confidence: Object.hasOwn(object.right, 'confidence') ? read.confidence(0) : null,
    reason: read.words(['reason', 'verifier_reason'], ''),
  }
  const failures = nonEmpty(defects)
  return failures === null ? right(reply) : left(failures)
}

/**
 * Applies a verifier's reply to a compiled mechanism: its verdict and reason replace those of the mechanism, and the
 * confidence becomes the smaller of the two. An unreadable reply refuses the mechanism and leaves the confidence.
 *
 * @example
 * ```ts
 * import { applyVerifier, compileMechanism } from 'edgeworth/exchange'
 * import { marketOf } from 'edgeworth/settlement'
 *
 * const context = { proposerId: 1, market: marketOf(5, 5), publicStateUpdatePresent: false }
 * const text = '{"transfers": [{"from": 1, "to": 2, "resource": "r1", "quantity": 2}], "confidence": 0.9}'
 * const compiled = compileMechanism(text, context)
 * applyVerifier(compiled, '{"verifier_ok": true, "confidence": 0.7}').confidence // => 0.7
 * applyVerifier(compiled, 'looks fine to me').verifierOk // => false
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const applyVerifier = (
  mechanism: Mechanism,
  text: string,
  context: VerifierContext = {},
): Mechanism => {
  const reply = readVerifierReply(text, context.reading)
  const supported = keepUpdates(mechanism, context.publicStateUpdatePresent ?? true)
  if (isLeft(reply)) {
    const verifierReason = `verifier unreadable: ${reasonOf(reply.left)}`
    return { ...supported, verifierOk: false, verifierReason }
  }
  const { ok, confidence, reason } = reply.right
  return {
    ...supported,
    verifierOk: ok,
    verifierReason: reason,
    confidence: Math.min(confidence ?? mechanism.confidence, mechanism.confidence),
  }
}
