/**
 * Files of a sweep: what stands in its directory, and how it is read again.
 *
 * | path                  | holds                                                                     |
 * | --------------------- | ------------------------------------------------------------------------- |
 * | `sweep.json`          | the plan                                                                  |
 * | `runs/NAME/`          | a finished game as a run directory, whole or not there                    |
 * | `journal/NAME.jsonl`  | the answers of a game, each on the disk before it enters the game         |
 * | `results.jsonl`       | one row a job: as they end, and in the order of the plan when it stops    |
 * | `withdrawn.json`      | agents and jobs that are taken back, with the reasons                     |
 * | `sweep_summary.json`  | status, counts, scores and costs                                          |
 * | `results.csv`         | the same by agent and case                                                |
 * | `lock`                | the process that works here                                               |
 * | `STOP`                | made by anybody: ends the sweep                                           |
 *
 * A run directory that is there is finished, whatever else says so: its row follows from it. Everything that a kill can
 * leave unfinished is a journal, or a row that is computed again.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Either, isLeft, left, map, mapLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { arrayOf, decode, Integer, objectOf } from '../../core/codec.js'
import { type Failures, failure, renderFailures } from '../../core/failure.js'
import type { Json } from '../../core/json.js'
import type { BargainFiles } from '../../trace/bargaining/index.js'
import { readBargainDirectory, readRunDirectory } from '../../trace/node.js'
import { writeJson } from '../../trace/write.js'
import { bargainGameFiles, failedRow, rowOfGame } from '../game-row.js'
import { readJournal } from '../journal.js'
import { type ResultRow, readResultLine, resultLine } from '../result-row.js'
import type { GameFiles, SweepJob } from '../sweep-job.js'
import { type SweepSummary, sweepCsv } from '../sweep-summary.js'
import { type DurableFailure, readDurable, readLog, writeDurably } from './durable.js'

/**
 * Names the files of a sweep.
 *
 * @category model
 * @since 0.1.0
 */
export const sweepFileNames = {
  plan: 'sweep.json',
  runs: 'runs',
  journals: 'journal',
  results: 'results.jsonl',
  withdrawn: 'withdrawn.json',
  summary: 'sweep_summary.json',
  table: 'results.csv',
  lock: 'lock',
  stop: 'STOP',
} as const

/**
 * Takes an agent back, in all games or in those of a case or a seed, with the reason.
 *
 * @category model
 * @since 0.1.0
 */
export interface Withdrawal {
  readonly agent: string
  readonly case?: string
  readonly seed?: number
  readonly reason: string
}

const readWithdrawals = decode(
  arrayOf(objectOf({ agent: t.string, reason: t.string }, { case: t.string, seed: Integer })),
)

/**
 * Reads what is withdrawn in a sweep; nothing where there is no such file.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withdrawalsIn = (directory: string): Either<Failures, ReadonlyArray<Withdrawal>> => {
  const text = readDurable(join(directory, sweepFileNames.withdrawn))
  if (isLeft(text)) return text
  if (text.right === null) return right([])
  try {
    return readWithdrawals(JSON.parse(text.right) as unknown)
  } catch {
    return left([failure('Malformed', [sweepFileNames.withdrawn], text.right, 'JSON')])
  }
}

/**
 * Adds to what is withdrawn in a sweep.
 *
 * @category operations
 * @since 0.1.0
 */
export const withdraw = (
  directory: string,
  more: ReadonlyArray<Withdrawal>,
): Either<Failures, null> => {
  const before = withdrawalsIn(directory)
  if (isLeft(before)) return before
  const all = [...before.right, ...more] as unknown as Json // texts and whole numbers
  return writeDurably(join(directory, sweepFileNames.withdrawn), writeJson('document', all))
}

/**
 * Gives the reason why a job is withdrawn; `null` for one that counts.
 *
 * @category operations
 * @since 0.1.0
 */
export const withdrawnBecause =
  (withdrawals: ReadonlyArray<Withdrawal>) =>
  (job: Pick<SweepJob, 'agent' | 'case' | 'seed'>): string | null =>
    withdrawals.find(
      (one) =>
        one.agent === job.agent &&
        (one.case === undefined || one.case === job.case) &&
        (one.seed === undefined || one.seed === job.seed),
    )?.reason ?? null

/**
 * Gives the path of the run directory of a job.
 *
 * @category operations
 * @since 0.1.0
 */
export const runPath = (directory: string, { name }: Pick<SweepJob, 'name'>): string =>
  join(directory, sweepFileNames.runs, name)

/**
 * Gives the path of the journal of a job.
 *
 * @category operations
 * @since 0.1.0
 */
export const journalPath = (directory: string, { name }: Pick<SweepJob, 'name'>): string =>
  join(directory, sweepFileNames.journals, `${name}.jsonl`)

/**
 * Reads the files of a finished game from its directory, as texts; in words, what cannot be read.
 *
 * @category constructors
 * @since 0.1.0
 */
export const gameFilesIn = (directory: string, job: SweepJob): Either<string, GameFiles> => {
  const path = runPath(directory, job)
  const unread = mapLeft((failures: ReadonlyArray<{ readonly file: string }>): string => {
    return `unreadable: ${failures[0]?.file ?? ''}`
  })
  return job._tag === 'Market'
    ? unread(readRunDirectory(path))
    : map((files: BargainFiles) => bargainGameFiles(job.name, files))(
        unread(readBargainDirectory(path)),
      )
}

/**
 * Gives the row of a job from its run directory, by replaying it; `null` where there is none. What a bargain has cost is
 * read from its journal.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowOfDirectory = (directory: string, job: SweepJob): ResultRow | null => {
  if (!existsSync(runPath(directory, job))) return null
  const files = gameFilesIn(directory, job)
  if (isLeft(files)) return failedRow(job, 'replay', files.left)
  if (job._tag === 'Market') return rowOfGame(job, files.right, [])
  const lines = readLog(journalPath(directory, job))
  if (isLeft(lines)) return failedRow(job, 'journal', renderFailures(lines.left))
  const entries = readJournal(job.id)(lines.right)
  return isLeft(entries)
    ? failedRow(job, 'journal', renderFailures(entries.left))
    : rowOfGame(job, files.right, entries.right)
}

/**
 * Reads the rows of a sweep, the last of every id; lines that are no row are left out, since rows follow from what else
 * is there.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowsIn = (
  directory: string,
): Either<Failures<DurableFailure>, ReadonlyMap<string, ResultRow>> => {
  const lines = readLog(join(directory, sweepFileNames.results))
  if (isLeft(lines)) return lines
  const rows = new Map<string, ResultRow>()
  for (const line of lines.right) {
    const row = readResultLine(line)
    if (!isLeft(row)) rows.set(row.right.id, row.right)
  }
  return right(rows)
}

/**
 * Writes the rows of a sweep in the order given, its summary and its table.
 *
 * @category operations
 * @since 0.1.0
 */
export const writeResults = (
  directory: string,
  rows: ReadonlyArray<ResultRow>,
  summary: SweepSummary,
): Either<Failures<DurableFailure>, null> => {
  const texts = [
    [sweepFileNames.results, rows.map((row) => `${resultLine(row)}\n`).join('')],
    // A summary is made of numbers and texts; without `undefined` it is JSON.
    [sweepFileNames.summary, writeJson('document', JSON.parse(JSON.stringify(summary)) as Json)],
    [sweepFileNames.table, sweepCsv(summary)],
  ] as const
  for (const [name, text] of texts) {
    const written = writeDurably(join(directory, name), text)
    if (isLeft(written)) return written
  }
  return right(null)
}

/** What a failure leaves in its journal is good to go on from: the answer that failed was not kept. */
const goesOn: ReadonlySet<string> = new Set(['pin_drift', 'faults', 'setup', 'threw'])

/**
 * Prepares the journal of a failed job for another try. Where the failure itself was not kept, the game goes on from
 * what was; otherwise the journal is set aside under a name of its own, so nothing that was said is deleted.
 *
 * @category operations
 * @since 0.1.0
 */
export const prepareRetry = (directory: string, job: SweepJob, reason: string): void => {
  const path = journalPath(directory, job)
  if (goesOn.has(reason) || !existsSync(path)) return
  const folder = join(directory, sweepFileNames.journals)
  const earlier = readdirSync(folder).filter((name) => name.startsWith(`${job.name}.failed-`))
  renameSync(path, join(folder, `${job.name}.failed-${earlier.length + 1}.jsonl`))
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Locks a sweep for this process, and gives what unlocks it. The lock of a process that is gone is taken over; fails
 * while another one works there.
 *
 * @category operations
 * @since 0.1.0
 */
export const lockSweep = (directory: string): Either<Failures<DurableFailure>, () => void> => {
  const path = join(directory, sweepFileNames.lock)
  const own = `${process.pid}\n`
  const take = (): boolean => {
    try {
      writeFileSync(path, own, { flag: 'wx' })
      return true
    } catch {
      return false
    }
  }
  const unlock = (): void => rmSync(path, { force: true })
  if (take()) return right(unlock)
  const holder = existsSync(path) ? Number.parseInt(readFileSync(path, 'utf8'), 10) : Number.NaN
  if (Number.isInteger(holder) && holder !== process.pid && isAlive(holder)) {
    const expected = 'a sweep that no other process works on'
    return left([failure('AlreadyThere', [path], `process ${holder}`, expected)])
  }
  unlock()
  return take()
    ? right(unlock)
    : left([failure('NotWritten', [path], null, 'a place that can be written')])
}
