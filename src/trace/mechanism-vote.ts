/**
 * Mechanism vote: what a mechanism was, when only its own three recorded states can tell.
 *
 * Without a manifest nobody knows what the compiler and the verifier said. A scripted compiler and verifier leave the
 * mechanism as it is, so its states should be equal, and a leaf on which two of three agree outvotes the third. After
 * a rejection the last state says nothing about the others; then each of the first two should be what the other is.
 *
 * Laws
 *   L1 unanimous   three equal states stay as they are
 *   L2 outvoted    one changed leaf of one state is put back from the other two
 *
 * @module
 */
import type { RecordedMechanism, TraceRow } from './row-codec.js'

type State = 'compiled_mechanism' | 'verified_before_private_acceptance'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const vote = <A>(own: A, other: A, last: A): A =>
  same(own, other) || same(own, last) ? own : other

/**
 * Gives the mechanism that a state should have recorded, member by member.
 *
 * @category operations
 * @since 0.1.0
 */
export const agreedMechanism = (row: TraceRow, state: State): RecordedMechanism => {
  const own = row[state]
  const other =
    state === 'compiled_mechanism' ? row.verified_before_private_acceptance : row.compiled_mechanism
  const rejected = row.verified_mechanism.mechanism_label === 'private_acceptance_rejected'
  const last = rejected ? other : row.verified_mechanism
  return {
    mechanism_label: vote(own.mechanism_label, other.mechanism_label, last.mechanism_label),
    summary: vote(own.summary, other.summary, last.summary),
    transfers: vote(own.transfers, other.transfers, last.transfers),
    institutional_updates: vote(
      own.institutional_updates,
      other.institutional_updates,
      last.institutional_updates,
    ),
    consenting_agents: vote(own.consenting_agents, other.consenting_agents, last.consenting_agents),
    confidence: vote(own.confidence, other.confidence, last.confidence),
    verifier_ok: vote(own.verifier_ok, other.verifier_ok, last.verifier_ok),
    verifier_reason: vote(own.verifier_reason, other.verifier_reason, last.verifier_reason),
  }
}
