/**
 * Record of calls: the manifest rows of a round of a live run.
 *
 * @module
 */
import { sha256Hex } from '../core/hash.js'
import { callRoles, type ManifestRow } from './manifest-codec.js'
import type { CallDetails, PlayedRound, RunToRecord } from './recording.js'
import type { AskingRules } from './replay-context.js'
import { callParts, callsOfRound, originOf, replayKey } from './replay-manifest.js'
import type { TraceRow } from './row-codec.js'
import { seatFor, seatLabel } from './seats.js'

/** What was said in answer to a call of a round. */
const responseOf = (played: PlayedRound, role: string, agent: number | null): string => {
  const { agreement, communication, decisions, responses } = played
  const of = agent ?? 0
  if (role === 'communication') return communication[of] ?? ''
  if (role === 'proposal') return played.proposal
  if (role === 'response') return responses[of] ?? ''
  if (role === 'finalization') return played.final
  if (role === 'private_acceptance') return decisions?.[of] ?? ''
  if (agreement._tag === 'Mechanism') return ''
  return role === 'compiler' ? agreement.compiler : agreement.verifier
}

const rowOf = (
  rules: AskingRules,
  run: RunToRecord,
  played: PlayedRound,
  callId: string,
  details: CallDetails,
): ReadonlyArray<ManifestRow> => {
  const parts = callParts(callId)
  const role = callRoles.find((one) => one === parts?.role)
  if (parts === null || role === undefined) return []
  const seat = seatFor(rules.seating, parts.agent_id, role)
  const frozen = seat?.kind === 'frozen_llm'
  const model = seat?.model ?? details.model
  const prompt = details.prompt ?? ''
  const system = details.system ?? ''
  const response = responseOf(played, role, parts.agent_id)
  const input = details.inputTokens ?? 0
  const output = details.outputTokens ?? 0
  return [
    {
      agent_id: parts.agent_id,
      batched: false,
      cached: details.cached ?? false,
      call_id: callId,
      cost_note: details.costNote ?? null,
      estimated_cost_usd: details.costUsd ?? null,
      model,
      origin: originOf(seat),
      params: {
        max_tokens: run.maxTokens ?? 0,
        sample: frozen ? 0 : (run.sample ?? 0),
        temperature: frozen ? 0 : (run.temperature ?? 0),
      },
      prompt,
      prompt_sha256: sha256Hex(prompt),
      replay_key: replayKey(model, system, prompt),
      resolved_model: details.resolvedModel ?? null,
      response,
      response_sha256: sha256Hex(response),
      role,
      round_index: parts.round_index,
      seat: seatLabel(rules.seating, parts.agent_id),
      system,
      usage: {
        cached_input_tokens: details.cachedInputTokens ?? 0,
        input_tokens: input,
        output_tokens: output,
        reasoning_tokens: details.reasoningTokens ?? 0,
        total_tokens: input + output,
      },
    },
  ]
}

/**
 * Records the calls of one round, in the order in which the round makes them; none without details of calls.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordCalls = (
  rules: AskingRules,
  run: RunToRecord,
  round: number,
  played: PlayedRound,
  row: TraceRow,
): ReadonlyArray<ManifestRow> => {
  const { callDetails } = run
  if (callDetails === undefined) return []
  return callsOfRound(rules, round, row).flatMap((callId) =>
    rowOf(rules, run, played, callId, callDetails(callId)),
  )
}
