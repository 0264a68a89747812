/**
 * Acceptance decision: what an agent that is asked in private says, as it is read.
 *
 * A decision is text with a JSON object in it: the rows the agent believes it gives and gets, the sign of its gain, two
 * flags and its approval. An unreadable decision is never an approval.
 *
 * | key of a decision (the first that is present) | read as                                                     |
 * | --------------------------------------------- | ----------------------------------------------------------- |
 * | approve, approved, accept, accepted           | approval: `true` itself and nothing else                    |
 * | own_debits_seen, own_credits_seen             | rows {resource, quantity}; no list counts as empty, a row   |
 * |                                               | without one of the two is skipped, one that cannot be read  |
 * |                                               | makes the decision malformed                                |
 * | claimed_delta_sign                            | text in lower case                                          |
 * | counterpart_transfers_present                 | `true` or not                                               |
 * | same_bundle_authorized                        | `true` or not                                               |
 * | reason                                        | text                                                        |
 *
 * Laws
 *   L1 every text decides     any text at all gives a decision
 *   L2 unreadable refuses     a text without a JSON object is malformed and no approval
 *   L3 only true approves     approval is given by `true` itself and by no other value
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Json, JsonRecord } from '../core/json.js'
import { pythonText } from '../settlement/python-text.js'
import { jsonObjectInText } from './json-in-text.js'
import { readQuantity, readResource } from './mechanism-fields.js'

/**
 * Is a row that an agent believes it gives or gets.
 *
 * @category model
 * @since 0.1.0
 */
export interface ClaimedRow {
  readonly resource: string
  readonly quantity: number
}

/**
 * Is a decision as it was read.
 *
 * @category model
 * @since 0.1.0
 */
export interface AcceptanceDecision {
  readonly malformed: boolean
  readonly approve: boolean
  readonly debits: ReadonlyArray<ClaimedRow>
  readonly credits: ReadonlyArray<ClaimedRow>
  readonly claimedDeltaSign: string
  readonly counterpartTransfersPresent: boolean
  readonly sameBundleAuthorized: boolean
  readonly reason: string
}

const malformed = (reason: string): AcceptanceDecision => ({
  malformed: true,
  approve: false,
  debits: [],
  credits: [],
  claimedDeltaSign: '',
  counterpartTransfersPresent: false,
  sameBundleAuthorized: false,
  reason,
})

const isList = (value: Json | undefined): value is ReadonlyArray<Json> => Array.isArray(value)

const isRecord = (value: Json): value is JsonRecord =>
  typeof value === 'object' && value !== null && !isList(value)

/** A claimed row, `skip` for one that lacks a field, `null` for one that cannot be read. */
const readRow = (value: Json, resourceNames: ReadonlyArray<string>): ClaimedRow | 'skip' | null => {
  if (!isRecord(value)) return 'skip'
  if (!Object.hasOwn(value, 'resource') || !Object.hasOwn(value, 'quantity')) return 'skip'
  const resource = readResource('recorded', value.resource ?? null, resourceNames)
  const quantity = readQuantity('recorded', value.quantity ?? null)
  if (resource === null || quantity === null) return null
  return Number.isFinite(quantity) && quantity > 0 ? { resource, quantity } : null
}

const readRows = (
  value: Json | undefined,
  resourceNames: ReadonlyArray<string>,
): ReadonlyArray<ClaimedRow> | null => {
  const rows: Array<ClaimedRow> = []
  for (const item of isList(value) ? value : []) {
    const row = readRow(item, resourceNames)
    if (row === null) return null
    if (row !== 'skip') rows.push(row)
  }
  return rows
}

const approvalKeys = ['approve', 'approved', 'accept', 'accepted'] as const

const wordsOf = (value: Json | undefined): string =>
  value === undefined || value === null ? '' : pythonText(value)

/**
 * Reads a decision from text; whatever the text, there is one, malformed where nothing can be read.
 *
 * @example
 * ```ts
 * import { readDecision } from 'edgeworth/exchange'
 *
 * readDecision('I agree. {"approve": true, "claimed_delta_sign": "positive"}', ['r1']).approve // => true
 * readDecision('{"approve": "true"}', ['r1']).approve // => false
 * readDecision('sounds good', ['r1']).malformed // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const readDecision = (
  text: string,
  resourceNames: ReadonlyArray<string>,
): AcceptanceDecision => {
  const object = jsonObjectInText(text)
  if (isLeft(object)) return malformed('')
  const said = object.right
  const reason = wordsOf(said.reason)
  const debits = readRows(said.own_debits_seen, resourceNames)
  const credits = readRows(said.own_credits_seen, resourceNames)
  if (debits === null || credits === null) return malformed(reason)
  const approval = approvalKeys.find((key) => Object.hasOwn(said, key))
  return {
    malformed: false,
    approve: approval !== undefined && said[approval] === true,
    debits,
    credits,
    claimedDeltaSign: wordsOf(said.claimed_delta_sign).trim().toLowerCase(),
    counterpartTransfersPresent: said.counterpart_transfers_present === true,
    sameBundleAuthorized: said.same_bundle_authorized === true,
    reason,
  }
}
