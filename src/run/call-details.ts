/**
 * Call details: what a journal knows of the calls of a run, as the rows of a manifest are written from it.
 *
 * @module
 */
import type { QuestionId } from '../core/episode/index.js'
import { policyAt, type Roles } from '../exchange/roles.js'
import type { CallDetails } from '../trace/recording.js'
import { callParts } from '../trace/replay-manifest.js'
import type { CallRecord } from './call-record.js'
import type { JournalEntry } from './kept-answer.js'

const detailsOf = (
  call: CallRecord,
  prompt: { readonly system: string; readonly prompt: string } | undefined,
): CallDetails => ({
  ...prompt,
  model: call.model,
  resolvedModel: call.resolvedModel,
  ...call.usage,
  cached: call.cached,
  costUsd: call.costUsd,
  costNote: call.attempts > 1 ? `tokens and cost of ${call.attempts} attempts` : null,
})

/** A round that was settled by actions has rows for the compiler and the verifier, whom nobody asked. */
const unasked = (roles: Roles, id: QuestionId): CallDetails => {
  const parts = callParts(id)
  const role = parts?.role === 'compiler' ? 'compiler' : 'verifier'
  const policy = policyAt(roles, parts?.agent_id ?? role)
  const model = policy !== null && 'model' in policy ? policy.model : undefined
  return { model: model ?? 'none', costUsd: 0, costNote: 'nobody was asked: written by rule' }
}

/**
 * Gives the details of every call of a run by its name, from what was kept and the prompts that were written.
 *
 * @category operations
 * @since 0.1.0
 */
export const callDetailsOf = (
  roles: Roles,
  journal: ReadonlyArray<JournalEntry>,
  prompts: ReadonlyMap<QuestionId, { readonly system: string; readonly prompt: string }>,
): ((id: QuestionId) => CallDetails) => {
  const calls = new Map(journal.flatMap(({ calls: of }) => of.map((call) => [call.id, call])))
  return (id) => {
    const call = calls.get(id)
    return call === undefined ? unasked(roles, id) : detailsOf(call, prompts.get(id))
  }
}
