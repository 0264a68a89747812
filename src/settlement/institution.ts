/**
 * Institutions: public rules that a settlement writes down and that outlast the round.
 *
 * An institution is an open record; the ledger reads a handful of its fields and keeps the rest as it is. An update is
 * appended as a record of its own. Before that, an update that names an institution can end it (`retire` and its
 * synonyms) or take its place (`amend` and its synonyms). Records are never deleted: their status says what they are.
 *
 * | field                                       | read as                                                        |
 * | ------------------------------------------- | -------------------------------------------------------------- |
 * | id, rule_id, institution_id, name, label    | the identifier: the first that is neither null nor empty       |
 * | op, operation, action, status               | the operation: the first that is present; lower case, `-` as `_` |
 * | status                                      | the status; `active` when absent                               |
 * | expires_after_round, expires_round          | the last round in which it is active: the first that is present |
 * | source_round                                | the round that wrote it; added when absent                     |
 *
 * Laws
 *   L1 append only     after n updates there are n more records, and only statuses of earlier ones have changed
 *   L2 retirement      after an update that retires an identifier no record of that identifier is active
 *   L3 succession      after an update that replaces an identifier at most its own record is active under it
 *   L4 active subset   active institutions are a sublist of the records, and fewer as rounds pass
 *
 * @module
 */
import type { Json, JsonRecord } from '../core/json.js'
import { pythonText, readPythonInteger } from './python-text.js'

const identifierKeys = ['id', 'rule_id', 'institution_id', 'name', 'label'] as const
const operationKeys = ['op', 'operation', 'action', 'status'] as const
const expiryKeys = ['expires_after_round', 'expires_round'] as const

const retiring: ReadonlySet<string> = new Set([
  'retire',
  'remove',
  'delete',
  'expire',
  'inactive',
  'retired',
  'removed',
  'deleted',
  'expired',
])

const replacing: ReadonlySet<string> = new Set(['amend', 'update', 'replace', 'supersede'])

const ended: ReadonlySet<string> = new Set([
  'inactive',
  'retired',
  'removed',
  'deleted',
  'expired',
  'superseded',
  'rejected',
])

const firstPresent = (record: JsonRecord, keys: ReadonlyArray<string>): Json | undefined => {
  const key = keys.find((name) => Object.hasOwn(record, name))
  return key === undefined ? undefined : record[key]
}

/** The word under the first of the keys that is present, in normal form; `active` when none is. */
const wordUnder = (record: JsonRecord, keys: ReadonlyArray<string>): string => {
  const value = firstPresent(record, keys)
  if (value === undefined) return 'active'
  return pythonText(value).trim().toLowerCase().replaceAll('-', '_')
}

/**
 * Gives the identifier of a record, or `null` when it has none.
 *
 * @category operations
 * @since 0.1.0
 */
export const institutionIdentifier = (record: JsonRecord): string | null => {
  for (const key of identifierKeys) {
    const value = Object.hasOwn(record, key) ? record[key] : null
    if (value !== undefined && value !== null && value !== '') return pythonText(value)
  }
  return null
}

/**
 * Gives the operation that a record asks for, in lower case; `active` when it asks for none.
 *
 * @category operations
 * @since 0.1.0
 */
export const institutionOperation = (record: JsonRecord): string => wordUnder(record, operationKeys)

const expiredBefore = (record: JsonRecord, round: number): boolean => {
  const expiry = firstPresent(record, expiryKeys)
  if (expiry === undefined) return false
  const last = readPythonInteger(expiry)
  return last !== null && last < round
}

/**
 * Tells whether a record is active: its status has not ended it and, when a round is given, it has not expired before
 * that round. An expiry that is no integer never expires.
 *
 * @category operations
 * @since 0.1.0
 */
export const isActive = (record: JsonRecord, round: number | null = null): boolean =>
  !ended.has(wordUnder(record, ['status'])) && (round === null || !expiredBefore(record, round))

/**
 * Lists the active institutions, oldest first, in a round or (with `null`) whatever the round.
 *
 * @category operations
 * @since 0.1.0
 */
export const activeInstitutions = (
  institutions: ReadonlyArray<JsonRecord>,
  round: number | null = null,
): ReadonlyArray<JsonRecord> => institutions.filter((record) => isActive(record, round))

/** Adds the members that a record does not have yet. */
const withDefaults = (record: JsonRecord, defaults: JsonRecord): JsonRecord => {
  const missing = Object.entries(defaults).filter(([key]) => !Object.hasOwn(record, key))
  return missing.length === 0 ? record : { ...record, ...Object.fromEntries(missing) }
}

interface Written {
  readonly institutions: ReadonlyArray<JsonRecord>
  readonly record: JsonRecord
}

const markNamed = (
  institutions: ReadonlyArray<JsonRecord>,
  identifier: string,
  mark: JsonRecord,
): ReadonlyArray<JsonRecord> =>
  institutions.map((record) =>
    institutionIdentifier(record) === identifier ? { ...record, ...mark } : record,
  )

const write = (
  institutions: ReadonlyArray<JsonRecord>,
  update: JsonRecord,
  round: number,
): Written => {
  const record = withDefaults(update, { source_round: round })
  const identifier = institutionIdentifier(record)
  const operation = institutionOperation(record)
  if (identifier !== null && retiring.has(operation)) {
    return {
      institutions: markNamed(institutions, identifier, {
        status: 'retired',
        retired_round: round,
      }),
      record: { ...record, status: 'retired' },
    }
  }
  if (identifier !== null && replacing.has(operation)) {
    return {
      institutions: markNamed(institutions, identifier, {
        status: 'superseded',
        superseded_round: round,
      }),
      record: withDefaults(record, { status: 'active' }),
    }
  }
  return { institutions, record: withDefaults(record, { status: 'active' }) }
}

/**
 * Is what applying updates gives: all records, and the records that the updates became.
 *
 * @category model
 * @since 0.1.0
 */
export interface AppliedUpdates {
  readonly institutions: ReadonlyArray<JsonRecord>
  readonly applied: ReadonlyArray<JsonRecord>
}

/**
 * Applies updates in order, each of them to the records that the ones before it left.
 *
 * @category operations
 * @since 0.1.0
 */
export const applyUpdates =
  (round: number) =>
  (institutions: ReadonlyArray<JsonRecord>, updates: ReadonlyArray<JsonRecord>): AppliedUpdates => {
    let current = institutions
    const applied: Array<JsonRecord> = []
    for (const update of updates) {
      const written = write(current, update, round)
      current = [...written.institutions, written.record]
      applied.push(written.record)
    }
    return { institutions: current, applied }
  }
