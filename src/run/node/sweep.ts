/**
 * Sweep: all games of a plan, several at a time, in a directory that can always be gone on with.
 *
 * Running a sweep and resuming it are one function: what the directory holds is not played again. A finished game is a
 * run directory, renamed into place; an unfinished one is its journal, whose answers are given again before anybody is
 * asked. So a process that is killed at any moment loses no answer that was completed, and what is gone on with comes to
 * the bytes of an unbroken sweep.
 *
 * Laws
 *   L1 unbroken       a sweep that was stopped anywhere, any number of times, ends in the bytes of an unbroken one
 *   L2 once each      no game is played twice, and none is left out
 *   L3 workers        the number of workers changes no byte of a finished sweep, but the journals' if models hurry
 *
 * | option         | default  | meaning                                                                        |
 * | -------------- | -------- | ------------------------------------------------------------------------------ |
 * | `workers`      | 1        | how many games are played at once                                              |
 * | `errors`       | 25% of 8 | how many games may fail (`sweep-guard.ts`)                                     |
 * | `budgetUsd`    | none     | dollars of all games, those of earlier processes included                      |
 * | `budgetTokens` | none     | input and output tokens of the games of this process, recovered ones included  |
 * | `retryFailed`  | no       | whether games that failed are played anew                                      |
 * | `signal`       | none     | calls the sweep off                                                            |
 * | `observe`      | none     | sees every event; what it throws is ignored                                    |
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure, renderFailures } from '../../core/failure.js'
import { failedRow, rowOfGame } from '../game-row.js'
import { journalHead, journalLine, readJournal } from '../journal.js'
import type { Journal, JournalEntry } from '../kept-answer.js'
import { type ResultRow, resultLine } from '../result-row.js'
import { errorGuard, type SweepStatus, stopOfRow, tooManyErrors } from '../sweep-guard.js'
import type { SweepJob } from '../sweep-job.js'
import { isBargainPlan, jobsOf, planText, type SweepPlan } from '../sweep-plan.js'
import { summarizeSweep } from '../sweep-summary.js'
import {
  makeFolderUnsafe,
  type OpenLog,
  openLog,
  readDurable,
  sweepPartial,
  writeDirectory,
  writeDurably,
} from './durable.js'
import {
  journalPath,
  lockSweep,
  prepareRetry,
  rowOfDirectory,
  rowsIn,
  runPath,
  sweepFileNames,
  type Withdrawal,
  withdrawalsIn,
  withdrawnBecause,
  writeResults,
} from './sweep-files.js'
import { costOfRow, type Floor, floorOf, totalSpend } from './sweep-floor.js'
import type { JobEnd, PlayJob, SweepEnd, SweepOptions } from './sweep-options.js'

/** The plan stands in the directory, or is put there; another plan is not written over. */
const settlePlan = (directory: string, plan: SweepPlan): Either<Failures, null> => {
  const path = join(directory, sweepFileNames.plan)
  const text = planText(plan)
  const found = readDurable(path)
  if (isLeft(found)) return found
  if (found.right === null) return writeDurably(path, text)
  const expected = 'the plan of this sweep: another one needs a directory of its own'
  return found.right === text ? right(null) : left([failure('OtherPlan', [path], null, expected)])
}

const keep = async (
  floor: Floor,
  job: SweepJob,
  end: Extract<JobEnd, { status: 'ok' }>,
  entries: ReadonlyArray<JournalEntry>,
): Promise<ResultRow> => {
  const row = rowOfGame(job, end.files, entries)
  if (row.status === 'failed') return row
  const written = writeDirectory(runPath(floor.directory, job), end.files.files)
  return isLeft(written) ? failedRow(job, 'journal', renderFailures(written.left), 0) : row
}

const endOf = async (floor: Floor, job: SweepJob, log: OpenLog): Promise<ResultRow | null> => {
  const kept = readJournal(job.id)(log.lines)
  if (isLeft(kept)) return failedRow(job, 'journal', renderFailures(kept.left), 0)
  if (log.lines.length === 0) await log.append(journalHead(job.id))
  const entries = [...kept.right]
  const journal: Journal = {
    append: async (entry) => {
      const line = journalLine(entry)
      // What JSON cannot hold was replaced before it became an answer.
      await log.append(isLeft(line) ? JSON.stringify(entry) : line.right)
      entries.push(entry)
      floor.tell({ _tag: 'Kept', job, answers: entries.length })
      floor.check()
    },
  }
  const end = await floor.play(job, {
    journal,
    recovered: kept.right,
    signal: floor.stop.signal,
    spent: (spend) => {
      floor.spends.set(job.id, spend)
      floor.check()
    },
  })
  if (end.status === 'unfinished') return null
  return end.status === 'ok'
    ? keep(floor, job, end, entries)
    : failedRow(job, end.reason, end.detail, entries.length)
}

const guardErrors = ({ rows, retrying, options, halt }: Floor): void => {
  const counted = [...rows.values()].filter(({ id }) => !retrying.has(id))
  if (tooManyErrors(options.errors ?? errorGuard)(counted)) halt('errors')
}

/** Plays one game and keeps its row; a game that was called off has none. */
const playOne = async (floor: Floor, job: SweepJob): Promise<void> => {
  const { directory, rows, retrying, results, spends, tell, halt } = floor
  const before = rows.get(job.id)
  if (before?.status === 'failed') prepareRetry(directory, job, before.reason)
  const log = await openLog(journalPath(directory, job))
  if (isLeft(log)) return halt('journal')
  let row: ResultRow | null
  try {
    row = await endOf(floor, job, log.right)
  } catch (error) {
    const detail = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    row = failedRow(job, 'threw', detail, 0)
  }
  await log.right.close()
  if (row === null) return
  const spent = spends.get(job.id)
  if (row.status === 'failed' && spent !== undefined) row = { ...row, cost_usd: spent.costUsd }
  rows.set(job.id, row)
  retrying.delete(job.id)
  if (!spends.has(job.id)) spends.set(job.id, costOfRow(row))
  try {
    await results.append(resultLine(row))
  } catch {
    return halt('journal')
  }
  const done = [...rows.values()].filter(({ status }) => status !== 'missing').length
  tell({ _tag: 'Ended', job, row, done, spend: totalSpend(spends) })
  const stop = stopOfRow(row)
  if (stop !== null) halt(stop)
  else guardErrors(floor)
}

const work = async (floor: Floor, queue: Array<SweepJob>): Promise<void> => {
  for (;;) {
    floor.check()
    if (floor.status() !== null) return
    const job = queue.shift()
    if (job === undefined) return
    await playOne(floor, job)
  }
}

const details: Readonly<Record<SweepStatus, string>> = {
  complete: '',
  errors: 'too many games failed',
  replay_differs: 'the replay of a game differs from what was recorded',
  pin_drift: 'another model answered than the pinned one',
  journal: 'answers or results could not be kept',
  budget: 'the budget is used up',
  stop_file: 'there is a file STOP',
  aborted: 'it was called off',
}

/** What the directory says about every job: finished games by their directories, failed ones by their rows. */
const foundRows = (
  directory: string,
  jobs: ReadonlyArray<SweepJob>,
  known: ReadonlyMap<string, ResultRow>,
): Map<string, ResultRow> => {
  const rows = new Map<string, ResultRow>()
  for (const job of jobs) {
    const row = known.get(job.id)
    const isFinished = existsSync(runPath(directory, job))
    if (row?.status === 'failed' && !isFinished) rows.set(job.id, row)
    if (!isFinished) continue
    const found = row?.status === 'ok' ? row : rowOfDirectory(directory, job)
    if (found !== null) rows.set(job.id, found)
  }
  return rows
}

const rowOf = (
  job: SweepJob,
  row: ResultRow | undefined,
  withdrawals: ReadonlyArray<Withdrawal>,
): ResultRow => {
  const { id, case: name, agent, seed } = job
  const { withdrawn: _, ...found } = row ?? { id, case: name, agent, seed, status: 'missing' }
  const reason = withdrawnBecause(withdrawals)(job)
  return reason === null ? found : { ...found, withdrawn: reason }
}

/** What called a sweep off does not matter any more when no game was left. */
const finalStatus = (found: SweepStatus | null, missing: number): SweepStatus => {
  const isCalledOff = found === 'budget' || found === 'aborted' || found === 'stop_file'
  return found === null || (isCalledOff && missing === 0) ? 'complete' : found
}

const swept = async (
  directory: string,
  game: 'market' | 'bargains',
  jobs: ReadonlyArray<SweepJob>,
  play: PlayJob,
  options: SweepOptions,
): Promise<Either<Failures, SweepEnd>> => {
  for (const folder of ['', sweepFileNames.runs, sweepFileNames.journals]) {
    sweepPartial(join(directory, folder))
  }
  const withdrawals = withdrawalsIn(directory)
  if (isLeft(withdrawals)) return withdrawals
  const known = rowsIn(directory)
  if (isLeft(known)) return known
  const rows = foundRows(directory, jobs, known.right)
  const results = await openLog(join(directory, sweepFileNames.results))
  if (isLeft(results)) return results
  const floor = floorOf(directory, play, options, results.right, rows)
  const isLeftToPlay = (job: SweepJob): boolean => {
    if (withdrawnBecause(withdrawals.right)(job) !== null) return false
    const row = rows.get(job.id)
    return row === undefined || (row.status === 'failed' && options.retryFailed === true)
  }
  const queue = jobs.filter(isLeftToPlay)
  floor.tell({ _tag: 'Opened', jobs: jobs.length, done: jobs.length - queue.length })
  for (const { id } of queue) if (rows.has(id)) floor.retrying.add(id)
  guardErrors(floor)
  const workers = Math.max(1, Math.floor(options.workers ?? 1))
  await Promise.all(Array.from({ length: workers }, () => work(floor, queue)))
  floor.close()
  await results.right.close()
  const all = jobs.map((job) => rowOf(job, rows.get(job.id), withdrawals.right))
  const missing = all.filter((row) => row.status === 'missing' && row.withdrawn === undefined)
  const status = finalStatus(floor.status(), missing.length)
  const summary = summarizeSweep(all, status, details[status], game)
  const written = writeResults(directory, all, summary)
  return isLeft(written) ? written : right({ summary, rows: all })
}

/**
 * Runs a sweep in a directory, or goes on with the one that is there. The promise is not rejected: what stops a sweep is
 * its status. Fails for a plan that cannot be played, for a directory that holds another plan or that another process
 * works on, and where nothing can be written.
 *
 * @category operations
 * @since 0.1.0
 */
export const runSweep = async (
  directory: string,
  plan: SweepPlan,
  play: PlayJob,
  options: SweepOptions = {},
): Promise<Either<Failures, SweepEnd>> => {
  const jobs = jobsOf(plan)
  if (isLeft(jobs)) return jobs
  try {
    makeFolderUnsafe(directory)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return left([failure('NotWritten', [directory], reason, 'a place that can be written')])
  }
  const game = isBargainPlan(plan) ? 'bargains' : 'market'
  const unlock = lockSweep(directory)
  if (isLeft(unlock)) return unlock
  try {
    const settled = settlePlan(directory, plan)
    return isLeft(settled) ? settled : await swept(directory, game, jobs.right, play, options)
  } finally {
    unlock.right()
  }
}
