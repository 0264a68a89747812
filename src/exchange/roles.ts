/**
 * Roles: who sits where in a market, read strictly.
 *
 * `under_test` and each entry of `panel` hold agents and a policy, `compiler` and `verifier` a policy. Everything that is
 * wrong is reported at once, and nothing unknown is passed over: a misspelt key would otherwise seat another policy than
 * the one meant. Recorded runs are read loosely instead, by `readSeating` of `edgeworth/trace`.
 *
 * | kind            | keys beside `kind`                                                                   |
 * | --------------- | ------------------------------------------------------------------------------------ |
 * | `llm`           | `model`; `temperature` and `sample`, numbers from 0                                  |
 * | `frozen_llm`    | `model`; `pin_resolved_model`; `temperature` and `sample`, which are forced to 0     |
 * | `scripted_...`  | none                                                                                 |
 * | `submitted`     | `name`                                                                               |
 * | `live-learning` | `model`                                                                              |
 *
 * Laws
 *   L1 seated once    roles that are read seat every agent exactly once
 *   L2 inverse roles  reading what was written gives the roles
 *   L3 strict roles   a key of another name, anywhere in the table, is refused, and each one is named
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty, type Path } from '../core/failure.js'
import type { Json, JsonRecord } from '../core/json.js'
import {
  type PolicyKind,
  policyKinds,
  type SeatName,
  type SeatPolicy,
  seatingDefects,
} from './seat.js'

/**
 * Holds a seat of agents and their policy.
 *
 * @category model
 * @since 0.1.0
 */
export interface AgentSeat {
  readonly agents: ReadonlyArray<number>
  readonly policy: SeatPolicy
}

/**
 * Holds who sits where.
 *
 * @category model
 * @since 0.1.0
 */
export interface Roles {
  readonly underTest: AgentSeat
  readonly panel: ReadonlyArray<AgentSeat>
  readonly compiler: SeatPolicy
  readonly verifier: SeatPolicy
}

/**
 * Names what can be wrong with roles: a value of another type or an agent with no seat or two; a key or a kind that
 * does not exist; a kind in a seat where it may not sit; a policy that is known and cannot be played.
 *
 * @category failures
 * @since 0.1.0
 */
export type RolesFailure =
  | 'Malformed'
  | 'UnknownKey'
  | 'UnknownKind'
  | 'NotInThisSeat'
  | 'NotPlayable'

type Defects = Array<Failure<RolesFailure>>

const isRecord = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An object with no keys but these; reports the others. */
const recordWith = (
  value: Json | undefined,
  keys: ReadonlyArray<string>,
  path: Path,
  defects: Defects,
): JsonRecord | null => {
  if (!isRecord(value)) {
    defects.push(failure('Malformed', path, value, `an object with ${keys.join(', ')}`))
    return null
  }
  for (const key of Object.keys(value)) {
    if (keys.includes(key)) continue
    defects.push(failure('UnknownKey', [...path, key], value[key], `one of ${keys.join(', ')}`))
  }
  return value
}

const keysOf: Readonly<Record<PolicyKind, ReadonlyArray<string>>> = {
  llm: ['kind', 'model', 'temperature', 'sample'],
  frozen_llm: ['kind', 'model', 'pin_resolved_model', 'temperature', 'sample'],
  scripted_bilateral_ir: ['kind'],
  scripted_bilateral_optimal: ['kind'],
  scripted_bilateral_extract: ['kind'],
  submitted: ['kind', 'name'],
  'live-learning': ['kind', 'model'],
}

const isEnvironment = (seat: SeatName): boolean => seat === 'compiler' || seat === 'verifier'

const maySit = (kind: PolicyKind, seat: SeatName): boolean => {
  if (kind === 'llm' || kind === 'frozen_llm') return true
  return isEnvironment(seat) ? false : kind !== 'submitted' || seat === 'under_test'
}

const isName = (value: Json | undefined): value is string =>
  typeof value === 'string' && value.trim() !== ''

/** A text under a key; `null` where the key is absent or null, reported where it must be there or holds no text. */
const nameAt = (
  record: JsonRecord,
  key: string,
  isRequired: boolean,
  path: Path,
  defects: Defects,
): string | null => {
  const value = record[key] ?? null
  if (isName(value)) return value
  if (value !== null || isRequired) {
    defects.push(failure('Malformed', [...path, key], record[key], 'a text that is not blank'))
  }
  return null
}

const samplingAt = (
  record: JsonRecord,
  path: Path,
  defects: Defects,
): { readonly temperature?: number; readonly sample?: number } => {
  const read = (key: 'temperature' | 'sample'): number | null => {
    const value = record[key] ?? null
    if (value === null) return null
    const fits = typeof value === 'number' && Number.isFinite(value) && value >= 0
    if (fits && (key === 'temperature' || Number.isInteger(value))) return value
    const expected = key === 'sample' ? 'an integer from 0' : 'a number from 0'
    defects.push(failure('Malformed', [...path, key], value, expected))
    return null
  }
  const temperature = read('temperature')
  const sample = read('sample')
  return {
    ...(temperature === null ? {} : { temperature }),
    ...(sample === null ? {} : { sample }),
  }
}

const readPolicy = (
  json: Json | undefined,
  seat: SeatName,
  path: Path,
  defects: Defects,
): SeatPolicy | null => {
  const named = isRecord(json) ? json.kind : undefined
  const kind = policyKinds.find((known) => known === named)
  if (kind === undefined) {
    const expected = `one of ${policyKinds.join(', ')}`
    if (isRecord(json)) defects.push(failure('UnknownKind', [...path, 'kind'], named, expected))
    else defects.push(failure('Malformed', path, json, 'an object with kind'))
    return null
  }
  const record = recordWith(json, keysOf[kind], path, defects) ?? {}
  if (!maySit(kind, seat)) {
    const expected = isEnvironment(seat) ? 'llm or frozen_llm' : 'a kind that may sit here'
    defects.push(failure('NotInThisSeat', [...path, 'kind'], kind, expected))
  }
  switch (kind) {
    case 'llm': {
      const model = nameAt(record, 'model', true, path, defects)
      return { kind, model: model ?? '', ...samplingAt(record, path, defects) }
    }
    case 'frozen_llm': {
      const model = nameAt(record, 'model', true, path, defects)
      samplingAt(record, path, defects)
      return {
        kind,
        model: model ?? '',
        pin: nameAt(record, 'pin_resolved_model', false, path, defects),
      }
    }
    case 'submitted': {
      const name = nameAt(record, 'name', false, path, defects)
      return name === null ? { kind } : { kind, name }
    }
    case 'live-learning': {
      const model = nameAt(record, 'model', false, path, defects)
      return model === null ? { kind } : { kind, model }
    }
    default:
      return { kind }
  }
}

const readAgents = (
  value: Json | undefined,
  path: Path,
  defects: Defects,
): ReadonlyArray<number> => {
  if (!Array.isArray(value)) {
    defects.push(failure('Malformed', path, value, 'a list of agents'))
    return []
  }
  // What is no number is reported by `seatingDefects`, with everything else that is no agent.
  return value as ReadonlyArray<number>
}

const readAgentSeat = (
  json: Json | undefined,
  seat: SeatName,
  path: Path,
  defects: Defects,
): AgentSeat => {
  const record = recordWith(json, ['agents', 'policy'], path, defects)
  if (record === null) return { agents: [], policy: { kind: 'live-learning' } }
  const agents = readAgents(record.agents, [...path, 'agents'], defects)
  const policy = readPolicy(record.policy, seat, [...path, 'policy'], defects)
  return { agents, policy: policy ?? { kind: 'live-learning' } }
}

const readEnvironment = (json: Json | undefined, seat: SeatName, defects: Defects): SeatPolicy => {
  const record = recordWith(json, ['policy'], ['roles', seat], defects)
  const path = ['roles', seat, 'policy']
  const policy = record === null ? null : readPolicy(record.policy, seat, path, defects)
  return policy ?? { kind: 'live-learning' }
}

/**
 * Reads roles for a market of so many agents, or reports every defect. Paths start at `roles`.
 *
 * @category codec
 * @since 0.1.0
 * @example
 * ```ts
 * import { readRoles } from 'edgeworth/exchange'
 *
 * const policy = { kind: 'llm', model: 'm', temprature: 0 }
 * const read = readRoles({ under_test: { agents: [1], policy }, panel: [], compiler: {}, verifier: { policy } }, 2)
 * read._tag === 'Left' ? read.left.map((f) => f.path[1] ?? 'agents') : [] // => ['under_test', 'compiler', 'verifier', 'agents']
 * ```
 */
export const readRoles = (json: Json, agents: number): Either<Failures<RolesFailure>, Roles> => {
  const defects: Defects = []
  const keys = ['under_test', 'panel', 'compiler', 'verifier']
  const record = recordWith(json, keys, ['roles'], defects)
  if (record === null) return left([failure('Malformed', ['roles'], json, `${keys.join(', ')}`)])
  const underTest = readAgentSeat(record.under_test, 'under_test', ['roles', 'under_test'], defects)
  if (!Array.isArray(record.panel)) {
    defects.push(failure('Malformed', ['roles', 'panel'], record.panel, 'a list of seats'))
  }
  const listed = Array.isArray(record.panel) ? (record.panel as ReadonlyArray<Json>) : [] // Checked.
  const panel = listed.map((seat, at) =>
    readAgentSeat(seat, 'panel', ['roles', 'panel', at], defects),
  )
  const compiler = readEnvironment(record.compiler, 'compiler', defects)
  const verifier = readEnvironment(record.verifier, 'verifier', defects)
  const seated = [
    [['under_test', 'agents'], underTest.agents] as const,
    ...panel.map((seat, index) => [['panel', index, 'agents'], seat.agents] as const),
  ]
  for (const found of seatingDefects(seated, agents)) {
    defects.push({ ...found, path: ['roles', ...found.path] })
  }
  const failures = nonEmpty(defects)
  return failures === null ? right({ underTest, panel, compiler, verifier }) : left(failures)
}

const policyToJson = (policy: SeatPolicy): JsonRecord => {
  if (policy.kind !== 'frozen_llm') return { ...policy }
  const { kind, model, pin } = policy
  return pin === null ? { kind, model } : { kind, model, pin_resolved_model: pin }
}

const seatToJson = ({ agents, policy }: AgentSeat): JsonRecord => ({
  agents,
  policy: policyToJson(policy),
})

/**
 * Writes roles as a configuration holds them.
 *
 * @category codec
 * @since 0.1.0
 */
export const rolesToJson = (roles: Roles): JsonRecord => ({
  under_test: seatToJson(roles.underTest),
  panel: roles.panel.map(seatToJson),
  compiler: { policy: policyToJson(roles.compiler) },
  verifier: { policy: policyToJson(roles.verifier) },
})

/**
 * Gives the policy that plays an agent, or that compiles or verifies; `null` for an agent without a seat.
 *
 * @category operations
 * @since 0.1.0
 */
export const policyAt = (
  roles: Roles,
  seat: number | 'compiler' | 'verifier',
): SeatPolicy | null => {
  if (seat === 'compiler' || seat === 'verifier') return roles[seat]
  const found = [roles.underTest, ...roles.panel].find(({ agents }) => agents.includes(seat))
  return found?.policy ?? null
}

/**
 * Passes roles that can be played; names each seat of a policy that is known and cannot be (`live-learning`).
 *
 * @category operations
 * @since 0.1.0
 */
export const playableRoles = (roles: Roles): Either<Failures<RolesFailure>, Roles> => {
  const expected = 'a policy that can be played'
  const defects = [
    [['roles', 'under_test', 'policy', 'kind'], roles.underTest.policy] as const,
    ...roles.panel.map(
      ({ policy }, at) => [['roles', 'panel', at, 'policy', 'kind'], policy] as const,
    ),
  ]
    .filter(([, policy]) => policy.kind === 'live-learning')
    .map(([path, { kind }]) => failure<RolesFailure>('NotPlayable', path, kind, expected))
  const failures = nonEmpty(defects)
  return failures === null ? right(roles) : left(failures)
}
