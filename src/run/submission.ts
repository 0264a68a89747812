/**
 * Submission: one agent over prepared cases, with a report that whoever has the directory can check.
 *
 * The prepared cases are files; their hash says which they were. The report pools scores by tier and never across tiers.
 * A game that the harness failed is no game of the agent: it is excluded and counted, never scored as 0. What the agent
 * under test cost stands beside what the panel and the environment cost.
 *
 * | part              | meaning                                                                                |
 * | ----------------- | -------------------------------------------------------------------------------------- |
 * | `case_set_sha256` | SHA-256 over the name and the bytes of every prepared case, in ascending order of names |
 * | `tiers`           | pooled AER of each tier, and its mean over cases                                       |
 * | `harness_errors`  | games without a score, by reason                                                       |
 * | `replays`         | games whose replay is verified; and those played again from kept answers alone         |
 * | `seats`           | calls, silence and cost of each seat                                                   |
 * | `unconfirmed_pins` | pins that no answer has confirmed, with how many games; absent without any            |
 * | `files`           | SHA-256 of every file of the submission but the report                                 |
 *
 * Laws
 *   L1 set hash    the hash of a case set does not depend on the order of its files, and changes with any byte of them
 *   L2 excluded    failed rows change no score
 *
 * @module
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type Failure, failure } from '../core/failure.js'
import { compareCodePoints } from '../core/json.js'
import { worldOf } from '../economy/config.js'
import type { AerRow } from '../scoring/aer-row.js'
import { scoreAERByCase, scoreAERByTier, type TierScore } from '../scoring/aer-split.js'
import { type OkRow, type ResultRow, scoredRow } from './result-row.js'
import type { SeatCost } from './row-identity.js'
import { type MarketPlan, planDefects } from './sweep-plan.js'
import { seatCosts, unconfirmedIn } from './sweep-summary.js'

/**
 * Names the form of a report.
 *
 * @category model
 * @since 0.1.0
 */
export const REPORT_FORMAT = 'edgeworth-submission/1'

/**
 * Is a prepared case as a file: the name without folders, and the text.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaseFile {
  readonly name: string
  readonly text: string
}

/**
 * Hashes a set of cases: SHA-256 over the UTF-8 of the name and of the text of every file, one after the other, in
 * ascending order of names; 64 hexadecimal digits.
 *
 * @example
 * ```ts
 * import { caseSetHash } from 'edgeworth/run'
 *
 * const one = { name: 'a.json', text: '{}' }
 * const two = { name: 'b.json', text: '[]' }
 * caseSetHash([one, two]) === caseSetHash([two, one]) // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const caseSetHash = (files: ReadonlyArray<CaseFile>): string => {
  const encoder = new TextEncoder()
  const hash = sha256.create()
  for (const { name, text } of [...files].sort((a, b) => compareCodePoints(a.name, b.name))) {
    hash.update(encoder.encode(name))
    hash.update(encoder.encode(text))
  }
  return bytesToHex(hash.digest())
}

/**
 * Names what can be wrong before a submission is played.
 *
 * @category failures
 * @since 0.1.0
 */
export type SubmissionFailure =
  | 'Malformed'
  | 'NotAName'
  | 'Twice'
  | 'Nothing'
  | 'NotPlayable'
  | 'NoWorld'
  | 'OneAgent'

/**
 * Lists everything that is wrong with a submission before anything is played: its plan, a case that makes no world for
 * one of the seeds, more than one agent. Nothing is listed for one that can be played.
 *
 * @category operations
 * @since 0.1.0
 */
export const preflight = (plan: MarketPlan): ReadonlyArray<Failure<SubmissionFailure>> => {
  const worlds = plan.cases.flatMap((config, at) =>
    plan.seeds.flatMap((seed): ReadonlyArray<Failure<SubmissionFailure>> => {
      const world = worldOf({ ...config, seed })
      if (world._tag === 'Right') return []
      const [found] = world.left
      const path = ['cases', at, ...found.path]
      return [failure('NoWorld', path, found.value, `${found.expected} (seed ${seed})`)]
    }),
  )
  const agents =
    plan.agents.length === 1
      ? []
      : [failure<SubmissionFailure>('OneAgent', ['agents'], plan.agents.length, 'one agent')]
  return [...planDefects(plan), ...agents, ...worlds]
}

/**
 * Holds the pooled score of one tier, and the mean of its ratios over cases (`null` where a case has none).
 *
 * @category model
 * @since 0.1.0
 */
export interface ReportedTier extends TierScore {
  readonly macro: number | null
}

/**
 * Counts what was verified after the games: replays of run directories, and games played again from their journals with
 * nobody to ask.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReplayCounts {
  readonly verified: number
  readonly from_answers: number
}

/**
 * Is the report of a submission.
 *
 * @category model
 * @since 0.1.0
 */
export interface SubmissionReport {
  readonly format: typeof REPORT_FORMAT
  readonly agent: string
  readonly case_set_sha256: string
  readonly cases: ReadonlyArray<string>
  readonly seeds: ReadonlyArray<number>
  readonly games: number
  readonly scored: number
  readonly withdrawn: number
  readonly harness_errors: {
    readonly count: number
    readonly reasons: Readonly<Record<string, number>>
  }
  readonly replays: ReplayCounts
  readonly tiers: ReadonlyArray<ReportedTier>
  readonly seats: Readonly<Record<string, SeatCost>>
  readonly unconfirmed_pins?: Readonly<Record<string, number>>
  readonly files: Readonly<Record<string, string>>
}

const macroOf = (rows: ReadonlyArray<AerRow>): number | null => {
  const byCase = scoreAERByCase(rows, { bootstrap: false })
  if (byCase.status !== 'ok') return null
  const ratios = byCase.cases.map(({ score }) => (score.status === 'ok' ? score.aer : null))
  if (ratios.length === 0) return null
  const total = ratios.reduce<number | null>(
    (sum, ratio) => (sum === null || ratio === null ? null : sum + ratio),
    0,
  )
  return total === null ? null : total / ratios.length
}

const reasonsOf = (rows: ReadonlyArray<ResultRow>): Readonly<Record<string, number>> => {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const reason = row.status === 'failed' ? row.reason : row.status
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => compareCodePoints(a, b)))
}

/**
 * Writes the report of a submission from its rows: everything in it but the replays follows from them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const submissionReport = (submission: {
  readonly plan: MarketPlan
  readonly cases: ReadonlyArray<CaseFile>
  readonly rows: ReadonlyArray<ResultRow>
  readonly replays: ReplayCounts
  readonly files: Readonly<Record<string, string>>
}): SubmissionReport => {
  const { plan, cases, rows, replays, files } = submission
  const counted = rows.filter(({ withdrawn }) => withdrawn === undefined)
  const scored = counted.filter((row): row is OkRow => row.status === 'ok')
  const failed = counted.filter(({ status }) => status !== 'ok')
  const rowsToScore = scored.flatMap((row): ReadonlyArray<AerRow> => {
    const found = scoredRow(row)
    return found === null ? [] : [found]
  })
  const byTier = scoreAERByTier(rowsToScore)
  const tiers = byTier.status === 'ok' ? byTier.tiers : []
  const { unconfirmedPins } = unconfirmedIn(rows)
  return {
    format: REPORT_FORMAT,
    agent: plan.agents[0]?.name ?? '',
    case_set_sha256: caseSetHash(cases),
    cases: cases.map(({ name }) => name).sort(compareCodePoints),
    seeds: plan.seeds,
    games: rows.length,
    scored: scored.length,
    withdrawn: rows.length - counted.length,
    harness_errors: { count: failed.length, reasons: reasonsOf(failed) },
    replays,
    tiers: tiers.map((one) => ({
      ...one,
      macro: macroOf(rowsToScore.filter(({ tier }) => tier === one.tier)),
    })),
    seats: seatCosts(counted),
    ...(unconfirmedPins === undefined ? {} : { unconfirmed_pins: unconfirmedPins }),
    files,
  }
}
