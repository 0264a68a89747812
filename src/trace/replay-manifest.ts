/**
 * Replay of the manifest: which calls a run must have made, in which order, and whether each row is whole.
 *
 * The rules of the protocol and the rows of the trace say who was asked for what. In a round, the agents that communicate
 * come first, ascending, then the proposal, the responses ascending, the finalization, the compiler, the verifier, and
 * the private acceptances ascending; scripted seats and the canned final text of an atomic commit leave no row.
 *
 * | member of a row                          | compared with                                                     |
 * | ---------------------------------------- | ----------------------------------------------------------------- |
 * | `call_id`                                | the call that is due                                              |
 * | `round_index`, `role`, `agent_id`        | what the call's name says                                         |
 * | `seat`, `model`                          | the seats of the snapshot, or most rows of the same kind           |
 * | `response_sha256`                        | the response                                                      |
 * | `prompt_sha256`                          | the prompt, unless it was blanked: then it is counted as unchecked |
 * | `usage.total_tokens`                     | input and output tokens                                           |
 * | `params`                                 | the run's, 0 for frozen models, and most rows of the same role     |
 * | `origin`                                 | the kind of the seat                                               |
 * | `resolved_model`                         | the pin of the seat, if it has one and the provider told           |
 * | `batched`                                | `params.batch` of the run: without it no call is                   |
 * | `replay_key`, `system`                   | model, system and prompt, in runs of this library                  |
 *
 * @module
 */

import { sha256Hex } from '../core/hash.js'
import type { JsonRecord } from '../core/json.js'
import { communicationSet, controllerOf } from '../economy/visibility.js'
import { isAcceptanceAsked } from '../exchange/settled-round.js'
import { compareAt, type Difference, difference } from './difference.js'
import { memberAt } from './json-member.js'
import type { LoggedRow } from './load.js'
import { type CallRole, callName, type ManifestRow } from './manifest-codec.js'
import { isDrawnToDefect } from './replay-acceptance.js'
import type { AskingRules, ReplayContext } from './replay-context.js'
import { respondersIn } from './replay-round.js'
import type { TraceRow } from './row-codec.js'
import { isAsked, type Seat, seatFor, seatLabel } from './seats.js'
import { slips } from './sequence.js'

const FILE = 'inference_manifest.jsonl'

const REPLAY_KEY_LENGTH = 16

/**
 * Gives the key under which this library records a call: the beginning of the hash of what was asked of whom.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayKey = (model: string, system: string, prompt: string): string =>
  sha256Hex(JSON.stringify([model, system, prompt])).slice(0, REPLAY_KEY_LENGTH)

/**
 * Tells where the answers of a seat come from.
 *
 * @category operations
 * @since 0.1.0
 */
export const originOf = (seat: Seat | null): 'submitted' | 'llm' =>
  seat?.kind === 'submitted' ? 'submitted' : 'llm'

const ascending = (agents: ReadonlyArray<number>): ReadonlyArray<number> =>
  [...new Set(agents)].sort((a, b) => a - b)

/**
 * Lists the names of the calls that a round made, in order.
 *
 * @category operations
 * @since 0.1.0
 */
export const callsOfRound = (
  context: AskingRules,
  round: number,
  row: TraceRow,
): ReadonlyArray<string> => {
  const { config, seating } = context
  const { protocol } = config
  const controller = controllerOf(config)(round)
  const call = (role: CallRole, agents: ReadonlyArray<number | null>): ReadonlyArray<string> =>
    agents
      .filter((agent) => isAsked(seating, agent, role))
      .map((agent) => callName(round, role, agent, 0))
  const { transfers } = row.verified_before_private_acceptance
  const privately =
    isAcceptanceAsked(config, transfers.length) &&
    protocol.privateAcceptanceMode !== 'deterministic_oracle'
  return [
    ...call('communication', communicationSet(config)(controller)),
    ...call('proposal', [controller]),
    ...call('response', respondersIn(context, controller, row)),
    ...call('finalization', protocol.atomicCommit ? [] : [controller]),
    ...call('compiler', [null]),
    ...call('verifier', [null]),
    ...call('private_acceptance', privately ? ascending(transfers.map((one) => one.from)) : []),
  ]
}

const placeOf = (name: string): ReadonlyArray<string> => (name === '' ? [] : ['call_id'])

/**
 * Compares the calls that are recorded with those that were due. After a kill, calls of a round that was not finished
 * are allowed at the end.
 *
 * @category operations
 * @since 0.1.0
 */
export const callDifferences = (
  rules: AskingRules,
  rows: ReadonlyArray<LoggedRow<ManifestRow>>,
  due: ReadonlyArray<string>,
  killed: boolean,
): ReadonlyArray<Difference> => {
  const recorded = rows.map(({ row }) => row.call_id)
  const counted = killed ? recorded.slice(0, lastDue(recorded, due)) : recorded
  const made = new Set(recorded)
  const owed = due.filter((callId) => made.has(callId) || !isOptional(rules, callId))
  return slips(counted, owed).map((slip) => {
    const line = rows[slip.index]?.line ?? rows.length + 1
    switch (slip._tag) {
      case 'Missing':
        return difference('missing', FILE, line, placeOf(slip.expected), null, slip.expected)
      case 'Unexpected':
        return difference('unexpected', FILE, line, placeOf(slip.found), slip.found, null)
      case 'Moved':
        return difference('order', FILE, line, placeOf(slip.found), slip.found, slip.expected)
    }
  })
}

/**
 * Tells whether a call need not have been made: the agents of the panel that are drawn to defect decline and reject without
 * being asked.
 */
const isOptional = (rules: AskingRules, callId: string): boolean => {
  const parts = callParts(callId)
  if (parts === null || parts.agent_id === null) return false
  const declines = parts.role === 'response' || parts.role === 'private_acceptance'
  return declines && isDrawnToDefect(rules, parts.agent_id)
}

/** The number of recorded calls up to the last one that belongs to a finished round. */
const lastDue = (recorded: ReadonlyArray<string>, due: ReadonlyArray<string>): number => {
  const wanted = new Set(due)
  let last = recorded.length
  while (last > 0 && !wanted.has(recorded[last - 1] ?? '')) last -= 1
  return last
}

/**
 * Is what a call's name says.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallParts {
  readonly round_index: number
  readonly role: string
  readonly agent_id: number | null
}

/**
 * Reads the name of a call; `null` for a name that is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const callParts = (callId: string): CallParts | null => {
  const parts = /^r(\d+):([a-z_]+):(?:a(\d+)|-):\d+$/.exec(callId)
  if (parts === null) return null
  return {
    round_index: Number(parts[1]),
    role: parts[2] ?? '',
    agent_id: parts[3] === undefined ? null : Number(parts[3]),
  }
}

/** What most rows of a kind say goes for all of them. */
interface Precedents {
  readonly params: ReadonlyMap<string, JsonRecord>
  readonly models: ReadonlyMap<string, string>
}

const kindOf = (row: ManifestRow): string => (row.agent_id === null ? row.role : 'agents')

/** The model that a row should name: that of its seat, or without seats the one that others of its kind name. */
const modelOf = (context: ReplayContext, row: ManifestRow, { models }: Precedents): string => {
  const seat = seatFor(context.seating, row.agent_id, row.role)
  return (seat === null ? models.get(kindOf(row)) : seat.model) ?? row.model
}

const isOurs = ({ run }: ReplayContext): boolean => run.recorder.name === 'edgeworth'

/** A run in which a model other than a pinned one answered is not written. */
const resolvedBy = ({ seating }: ReplayContext, row: ManifestRow): string | null => {
  const pin = seatFor(seating, row.agent_id, row.role)?.pin ?? null
  return row.resolved_model === null ? null : (pin ?? row.resolved_model)
}

const paramsOf = (context: ReplayContext, row: ManifestRow, precedents: Precedents): JsonRecord => {
  const run = context.run.meta.value.params
  const frozen = seatFor(context.seating, row.agent_id, row.role)?.kind === 'frozen_llm'
  const drawn = frozen
    ? { sample: 0, temperature: 0 }
    : { sample: run.sample, temperature: run.temperature }
  // Elsewhere the roles may have limits of their own.
  const limit = isOurs(context) ? { max_tokens: run.max_tokens } : {}
  return { ...row.params, ...precedents.params.get(row.role), ...drawn, ...limit }
}

const expectedRow = (
  context: ReplayContext,
  row: ManifestRow,
  precedents: Precedents,
): JsonRecord => {
  const parts = callParts(row.call_id)
  const { usage } = row
  return {
    ...(parts ?? {}),
    seat: seatLabel(context.seating, row.agent_id),
    model: modelOf(context, row, precedents),
    origin: originOf(seatFor(context.seating, row.agent_id, row.role)),
    resolved_model: resolvedBy(context, row),
    batched: row.batched && context.run.meta.value.params.batch,
    params: paramsOf(context, row, precedents),
    usage: { ...usage, total_tokens: usage.input_tokens + usage.output_tokens },
  }
}

/** Whether a prompt was taken out of a row, which leaves its hash. */
const isBlanked = ({ prompt, system, prompt_sha256 }: ManifestRow): boolean =>
  prompt === '' && system === '' && prompt_sha256 !== sha256Hex('')

/** The key of a row; one that another system prompt of the manifest gives says that it is not the key that was changed. */
const keyDifferences = (
  { line, row }: LoggedRow<ManifestRow>,
  model: string,
  systems: ReadonlySet<string>,
): ReadonlyArray<Difference> => {
  const { prompt, system, replay_key: recorded } = row
  const expected = replayKey(model, system, prompt)
  // A prompt without its hash is named as such.
  if (recorded === expected || sha256Hex(prompt) !== row.prompt_sha256) return []
  const usual = [...systems].find((other) => replayKey(model, other, prompt) === recorded)
  return usual === undefined
    ? [difference('hash', FILE, line, ['replay_key'], recorded, expected)]
    : [difference('text', FILE, line, ['system'], system, usual)]
}

const hashDifferences = ({ line, row }: LoggedRow<ManifestRow>): ReadonlyArray<Difference> => {
  const check = (
    key: 'response' | 'prompt',
    text: string,
    hash: string,
  ): ReadonlyArray<Difference> => {
    const actual = sha256Hex(text)
    if (actual === hash) return []
    return [difference('hash', FILE, line, [key], actual, hash)]
  }
  return [
    ...check('response', row.response, row.response_sha256),
    ...(isBlanked(row) ? [] : check('prompt', row.prompt, row.prompt_sha256)),
  ]
}

/** For every key the value that occurs most often under it, the first of equals. */
const mostCommon = <A>(
  rows: ReadonlyArray<LoggedRow<ManifestRow>>,
  keyOf: (row: ManifestRow) => string,
  valueOf: (row: ManifestRow) => A,
): ReadonlyMap<string, A> => {
  const tallies = new Map<string, Map<string, { readonly value: A; count: number }>>()
  for (const { row } of rows) {
    const value = valueOf(row)
    const tally = tallies.get(keyOf(row)) ?? new Map<string, { readonly value: A; count: number }>()
    tallies.set(keyOf(row), tally)
    const name = JSON.stringify(value)
    const entry = tally.get(name) ?? { value, count: 0 }
    entry.count += 1
    tally.set(name, entry)
  }
  const best = [...tallies].flatMap(([key, tally]) => {
    const [first, ...rest] = [...tally.values()]
    if (first === undefined) return []
    const winner = rest.reduce((a, b) => (b.count > a.count ? b : a), first)
    return [[key, winner.value] as const]
  })
  return new Map(best)
}

const precedentsIn = (rows: ReadonlyArray<LoggedRow<ManifestRow>>): Precedents => ({
  params: mostCommon(
    rows,
    (row) => row.role,
    (row) => row.params,
  ),
  models: mostCommon(rows, kindOf, (row) => row.model),
})

/**
 * Checks every row of the manifest by itself: its hashes, and its members against the call's name and the run.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowDifferences = (
  context: ReplayContext,
  rows: ReadonlyArray<LoggedRow<ManifestRow>>,
): ReadonlyArray<Difference> => {
  const precedents = precedentsIn(rows)
  const systems = new Set(rows.map(({ row }) => row.system))
  return rows.flatMap((logged) => {
    const { line, row } = logged
    const expected = expectedRow(context, row, precedents)
    const recorded = Object.fromEntries(
      Object.keys(expected).map((key) => [key, memberAt(logged.json, [key]) ?? null]),
    )
    return [
      ...hashDifferences(logged),
      ...(isOurs(context)
        ? keyDifferences(logged, modelOf(context, row, precedents), systems)
        : []),
      ...compareAt(FILE, () => line, [], recorded, expected),
    ]
  })
}

/**
 * Counts the prompts that could not be checked because they were blanked.
 *
 * @category operations
 * @since 0.1.0
 */
export const uncheckedPrompts = (rows: ReadonlyArray<LoggedRow<ManifestRow>>): number =>
  rows.filter(({ row }) => isBlanked(row)).length
