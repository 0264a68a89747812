/**
 * Result row: what became of one job of a sweep, one case with one agent over one seed.
 *
 * A job is known by its content: the id is the SHA-256 of the canonical JSON of the case (its hash), of who sits where
 * and what plays there, and of the seed. The same job has the same id on every machine and in every sweep, and nothing
 * that names or orders a sweep changes it.
 *
 * | status    | meaning                                                                                 |
 * | --------- | --------------------------------------------------------------------------------------- |
 * | `ok`      | played to its end, recorded, and its replay verified; only these are scored             |
 * | `failed`  | it came to no score, with the reason; never scored as 0                                 |
 * | `missing` | not played to its end yet                                                               |
 *
 * Any row may be withdrawn, with a reason: it keeps what it says and is scored nowhere.
 *
 * Laws
 *   L1 content id    the id does not depend on names, and changes with the case, the seats, the players and the seed
 *   L2 row inverse   reading a written row gives the row
 *
 * @module
 */
import { type Either, isLeft, left } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { decode, Finite, NonNegativeInteger, objectOf } from '../core/codec.js'
import { type Failures, failure } from '../core/failure.js'
import { sha256Hex } from '../core/hash.js'
import { canonicalJson, type Json, type JsonRecord } from '../core/json.js'
import type { AerRow } from '../scoring/aer-row.js'
import { episodeRow } from '../trace/episode-row.js'
import type { ReplayReport } from '../trace/replay.js'
import type { RunFiles } from '../trace/run-files.js'
import { type BargainRow, BargainRowCodec } from './bargain-row.js'
import {
  identityCodecs as identity,
  type PinnedRow,
  pinnedCodec,
  type RowIdentity,
  type SeatCost,
  SeatCostCodec,
  unconfirmedPins,
  withdrawnCodec as withdrawn,
} from './row-identity.js'

/**
 * Is the row of a market that was played. Gains are in units of utility; `seats` splits the calls by seat.
 *
 * @category model
 * @since 0.1.0
 */
export interface OkRow extends RowIdentity, PinnedRow {
  readonly status: 'ok'
  readonly tier: string
  readonly realized: number
  readonly attainable: number
  readonly rounds: number
  readonly seats: Readonly<Record<string, SeatCost>>
}

/**
 * Is the row of a job that came to no score; `answers` were kept before it failed, and `cost_usd` was spent on it.
 *
 * @category model
 * @since 0.1.0
 */
export interface FailedRow extends RowIdentity {
  readonly status: 'failed'
  readonly reason: string
  readonly detail: string
  readonly answers: number
  readonly cost_usd: number
}

/**
 * Is the row of a job that is not played to its end yet.
 *
 * @category model
 * @since 0.1.0
 */
export interface MissingRow extends RowIdentity {
  readonly status: 'missing'
}

/**
 * Is what became of one job.
 *
 * @category model
 * @since 0.1.0
 */
export type ResultRow = OkRow | BargainRow | FailedRow | MissingRow

/**
 * Tells the row of a bargain that was played from any other row.
 *
 * @category operations
 * @since 0.1.0
 */
export const isBargainRow = (row: ResultRow): row is BargainRow =>
  row.status === 'ok' && 'game' in row

/**
 * Gives the id of a job: 64 hexadecimal digits. `players` is whatever tells those who answer apart.
 *
 * @category constructors
 * @since 0.1.0
 */
export const jobId = (job: {
  readonly caseHash: string
  readonly roles: Json
  readonly players: Json
  readonly seed: number
}): string => {
  const { caseHash, roles, players, seed } = job
  const text = canonicalJson({ case: caseHash, players, roles, seed })
  // JSON without canonical form (a lone surrogate) is told apart by its own text.
  return sha256Hex(isLeft(text) ? JSON.stringify([caseHash, players, roles, seed]) : text.right)
}

const Ok: t.Type<OkRow> = /* @__PURE__ */ objectOf(
  {
    ...identity,
    status: t.literal('ok'),
    tier: t.string,
    realized: Finite,
    attainable: Finite,
    rounds: NonNegativeInteger,
    seats: t.record(t.string, SeatCostCodec),
  },
  { ...withdrawn, ...pinnedCodec },
)
const Failed: t.Type<FailedRow> = /* @__PURE__ */ objectOf(
  {
    ...identity,
    status: t.literal('failed'),
    reason: t.string,
    detail: t.string,
    answers: NonNegativeInteger,
    cost_usd: Finite,
  },
  withdrawn,
)
const Missing: t.Type<MissingRow> = /* @__PURE__ */ objectOf(
  { ...identity, status: t.literal('missing') },
  withdrawn,
)
const readRow = decode(/* @__PURE__ */ t.union([Ok, BargainRowCodec, Failed, Missing]))

/**
 * Writes a row as a line of canonical JSON, without a line feed.
 *
 * @category codec
 * @since 0.1.0
 */
export const resultLine = (row: ResultRow): string => {
  const line = canonicalJson(row)
  // Rows hold numbers that were read from JSON, and texts in which lone surrogates were replaced.
  return isLeft(line) ? JSON.stringify(row) : line.right
}

/**
 * Reads a line as a row.
 *
 * @category codec
 * @since 0.1.0
 */
export const readResultLine = (line: string): Either<Failures<'Malformed'>, ResultRow> => {
  try {
    return readRow(JSON.parse(line) as unknown)
  } catch {
    return left([failure('Malformed', [], line, 'a line of JSON')])
  }
}

const isObject = (value: Json | undefined): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const numberIn = (record: JsonRecord, key: string): number => {
  const value = record[key]
  return typeof value === 'number' ? value : 0
}

/** What `run_meta.json` holds; the replay has read it as JSON. */
const metaOf = ({ files }: RunFiles): JsonRecord =>
  JSON.parse(files['run_meta.json'] ?? '{}') as JsonRecord

/** The pins that its pin check calls unverifiable. */
const unconfirmedIn = (meta: JsonRecord): ReadonlyArray<string> => {
  const seats = isObject(meta.pin_check) ? meta.pin_check.seats : null
  if (!Array.isArray(seats)) return []
  return (seats as ReadonlyArray<Json>).flatMap((seat) =>
    isObject(seat) && seat.status === 'unverifiable' && typeof seat.pin === 'string'
      ? [seat.pin]
      : [],
  )
}

/** The calls by seat, as `run_meta.json` adds them up; its replay has compared them with the manifest. */
const seatsOf = (meta: JsonRecord): OkRow['seats'] => {
  const totals = meta.manifest_totals
  const bySeat = isObject(totals) ? totals.by_seat : undefined
  if (!isObject(bySeat)) return {}
  const costOf = (seat: Json): SeatCost => {
    const found = isObject(seat) ? seat : {}
    return {
      calls: numberIn(found, 'rows'),
      blank: numberIn(found, 'empty_rows'),
      cost_usd: numberIn(found, 'estimated_cost_usd'),
      unpriced: numberIn(found, 'unpriced_rows'),
    }
  }
  return Object.fromEntries(Object.entries(bySeat).map(([seat, found]) => [seat, costOf(found)]))
}

/**
 * Gives the row of a recorded run from the report of its replay: `ok` if it is verified, `failed` with the reason
 * `replay` if not.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowOfReplay = (
  job: Pick<RowIdentity, 'id' | 'case' | 'agent' | 'seed'>,
  files: RunFiles,
  report: ReplayReport,
): OkRow | FailedRow => {
  const { id, case: name, agent, seed } = job
  const named = { id, case: name, agent, seed }
  const row = episodeRow(report)
  if (row.status === 'error' || report._tag !== 'Verified') {
    const detail = row.status === 'error' ? row.reason : report._tag
    return { ...named, status: 'failed', reason: 'replay', detail, answers: 0, cost_usd: 0 }
  }
  const { tier, realized, attainable } = row
  const { rounds } = report.facts
  const meta = metaOf(files)
  const played = { tier, realized, attainable, rounds, seats: seatsOf(meta) }
  return { ...named, status: 'ok', ...played, ...unconfirmedPins(unconfirmedIn(meta)) }
}

/**
 * Turns the row of a market into what scores take: a failed one is an error, a missing one is none, a withdrawn one is
 * withdrawn. The row of a bargain that was played has a share and no gains, so it gives none.
 *
 * @category operations
 * @since 0.1.0
 */
export const scoredRow = (row: ResultRow): AerRow | null => {
  if (row.status === 'missing' || isBargainRow(row)) return null
  const named = { case: row.case, agent: row.agent, world: String(row.seed) }
  const tier = row.status === 'ok' ? row.tier : 'wstar_grid'
  if (row.withdrawn !== undefined) {
    return { ...named, tier, status: 'withdrawn', reason: row.withdrawn }
  }
  if (row.status === 'failed') {
    return { ...named, tier, status: 'error', reason: `${row.reason}: ${row.detail}` }
  }
  return { ...named, tier, realized: row.realized, attainable: row.attainable }
}
