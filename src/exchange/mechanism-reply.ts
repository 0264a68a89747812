/**
 * Mechanism reply: the JSON object of a compiler's reply, read as a mechanism.
 *
 * Every defect is reported at its own path and with the value that the reply has there; nothing is guessed and nothing
 * is repaired. Which key means which field, and what an absent one means, is in the table of `mechanism-text.ts`.
 *
 * Laws
 *   L1 faithful reply  the recorded JSON form of a mechanism reads as that mechanism
 *   L2 whole reply     each defect put into a sound reply is reported at its own path
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { Json, JsonRecord } from '../core/json.js'
import { isAgentOf, type MarketShape } from '../settlement/market-shape.js'
import { defaultLabel, type Mechanism, type MechanismFailure } from '../settlement/mechanism.js'
import { pythonText } from '../settlement/python-text.js'
import { makeTransfer, type Transfer } from '../settlement/transfer.js'
import { jsonObjectInText } from './json-in-text.js'
import {
  type Reading,
  readAgent,
  readConfidence,
  readQuantity,
  readResource,
  readTruth,
  readWords,
} from './mechanism-fields.js'

/**
 * Says for whom a reply is read, in which market, and how leniently.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplyContext {
  readonly proposerId: number
  readonly market: MarketShape
  /** How fields are read (`mechanism-fields.ts`). Default: `strict`. */
  readonly reading?: Reading
}

/**
 * Names what can be wrong with a compiler's or a verifier's reply.
 *
 * @category failures
 * @since 0.1.0
 */
export type ReplyFailure =
  | MechanismFailure
  | 'NoJsonObject'
  | 'NotAList'
  | 'NotAnObject'
  | 'NotATruth'
  | 'NotAText'

/**
 * Reads the scalar fields of one reply.
 *
 * @category model
 * @since 0.1.0
 */
export interface ScalarReaders {
  readonly words: (keys: ReplyKeys, fallback: string) => string
  readonly truth: (keys: ReplyKeys, fallback: boolean) => boolean
  readonly confidence: (fallback: number) => number
}

/**
 * Lists the keys under which a field may stand, the preferred one first.
 *
 * @category model
 * @since 0.1.0
 */
export type ReplyKeys = readonly [string, ...ReadonlyArray<string>]

type Defect = Failure<ReplyFailure>

interface Found {
  readonly key: string
  readonly value: Json
}

/** The first key that is present, with its value; `fallback` under the first key when none is. */
const firstOf = (record: JsonRecord, keys: ReplyKeys, fallback: Json): Found => {
  const key = keys.find((name) => Object.hasOwn(record, name))
  return key === undefined ? { key: keys[0], value: fallback } : { key, value: record[key] ?? null }
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isList(value)

const transferKeys = {
  from: ['from', 'from_agent'],
  to: ['to', 'to_agent'],
  resource: ['resource'],
  quantity: ['quantity', 'qty'],
} as const

/** Reads one row; what is wrong with it is reported at the keys and with the values that the row has. */
const readTransfer = (
  context: ReplyContext,
  raw: Json,
  index: number,
  defects: Array<Defect>,
): ReadonlyArray<Transfer> => {
  const place = ['transfers', index]
  if (!isRecord(raw)) {
    defects.push(failure('NotAnObject', place, raw, 'an object with from, to, resource, quantity'))
    return []
  }
  const reading = context.reading ?? 'strict'
  const found = {
    from: firstOf(raw, transferKeys.from, null),
    to: firstOf(raw, transferKeys.to, null),
    resource: firstOf(raw, transferKeys.resource, null),
    quantity: firstOf(raw, transferKeys.quantity, 1),
  }
  const names = context.market.resourceNames
  const input = {
    from: readAgent(reading, found.from.value),
    to: readAgent(reading, found.to.value),
    resource: readResource(reading, found.resource.value, names),
    quantity: readQuantity(reading, found.quantity.value),
  }
  const made = makeTransfer(context.market)(input)
  if (!isLeft(made)) return [made.right]
  for (const one of made.left) {
    const field = one.path[0] as keyof typeof found // A transfer's failures stand at its fields.
    defects.push({ ...one, path: [...place, found[field].key], value: found[field].value })
  }
  return []
}

const readTransfers = (
  context: ReplyContext,
  reply: JsonRecord,
  defects: Array<Defect>,
): ReadonlyArray<Transfer> => {
  const { key, value } = firstOf(reply, ['transfers'], [])
  if (isList(value)) {
    return value.flatMap((raw, index) => readTransfer(context, raw, index, defects))
  }
  defects.push(failure('NotAList', [key], value, 'a list of transfers'))
  return []
}

const readConsenting = (
  context: ReplyContext,
  reply: JsonRecord,
  defects: Array<Defect>,
): ReadonlyArray<number> => {
  const { key, value } = firstOf(reply, ['consenting_agents', 'consents'], [context.proposerId])
  if (!isList(value)) {
    defects.push(failure('NotAList', [key], value, 'a list of agents'))
    return []
  }
  const { agents } = context.market
  const ids = value.map((raw, index) => {
    const agent = readAgent(context.reading ?? 'strict', raw)
    if (agent === null || agent < 1 || agent > agents) {
      const expected = `the number of an agent, 1 to ${agents}`
      defects.push(failure('UnknownAgent', [key, index], raw, expected))
    }
    return agent ?? 0
  })
  return [...new Set(ids)].sort((a, b) => a - b)
}

const readUpdates = (reply: JsonRecord): ReadonlyArray<JsonRecord> => {
  const keys = ['institutional_updates', 'institutions', 'public_memory_updates'] as const
  const { value } = firstOf(reply, keys, null)
  if (value === null || value === '') return []
  const items = isList(value) ? value : [value]
  return items.map((item) => (isRecord(item) ? item : { text: pythonText(item) }))
}

/** Reads a field by its reader; a value that cannot be read is reported and replaced by `instead`. */
const readField = <A>(
  { key, value }: Found,
  read: (value: Json) => A | null,
  instead: A,
  tag: ReplyFailure,
  expected: string,
  defects: Array<Defect>,
): A => {
  const field = read(value)
  if (field === null) defects.push(failure(tag, [key], value, expected))
  return field ?? instead
}

/**
 * Gives readers of the scalar fields of a reply. Each takes the keys to look under, first present first, and what
 * stands for an absent field; defects are added to the list.
 *
 * @category operations
 * @since 0.1.0
 */
export const scalarReaders = (
  reading: Reading,
  reply: JsonRecord,
  defects: Array<Failure<ReplyFailure>>,
): ScalarReaders => ({
  words: (keys: ReplyKeys, fallback: string): string => {
    const found = firstOf(reply, keys, fallback)
    return readField(found, (v) => readWords(reading, v), '', 'NotAText', 'a text', defects)
  },
  truth: (keys: ReplyKeys, fallback: boolean): boolean => {
    const found = firstOf(reply, keys, fallback)
    const expected = 'true or false'
    return readField(found, (v) => readTruth(reading, v), false, 'NotATruth', expected, defects)
  },
  confidence: (fallback: number): number => {
    const found = firstOf(reply, ['confidence'], fallback)
    const expected = reading === 'strict' ? 'a number from 0 to 1' : 'a finite number'
    const read = (v: Json): number | null => readConfidence(reading, v)
    return readField(found, read, 0, 'NotAConfidence', expected, defects)
  },
})

/**
 * Reads a mechanism from a compiler's reply, or reports everything in it that cannot be read. Paths are those of the
 * JSON object in the text.
 *
 * @category operations
 * @since 0.1.0
 */
export const readMechanism = (
  text: string,
  context: ReplyContext,
): Either<Failures<ReplyFailure>, Mechanism> => {
  const object = jsonObjectInText(text)
  if (isLeft(object)) return object
  const reply = object.right
  const defects: Array<Defect> = []
  const { market, proposerId } = context
  if (!isAgentOf(market, proposerId)) {
    const expected = `the number of an agent, 1 to ${market.agents}`
    defects.push(failure('UnknownAgent', ['proposerId'], proposerId, expected))
  }
  const read = scalarReaders(context.reading ?? 'strict', reply, defects)
  const mechanism: Mechanism = {
    proposerId,
    label: read.words(['mechanism_label', 'label'], defaultLabel),
    summary: read.words(['summary'], ''),
    transfers: readTransfers(context, reply, defects),
    consentingAgents: readConsenting(context, reply, defects),
    confidence: read.confidence(0),
    institutionalUpdates: readUpdates(reply),
    verifierOk: read.truth(['verifier_ok'], true),
    verifierReason: read.words(['verifier_reason'], ''),
  }
  const failures = nonEmpty(defects)
  return failures === null ? right(mechanism) : left(failures)
}
