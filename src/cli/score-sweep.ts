/**
 * What a sweep says of the runs that are scored: games that are missing or failed, and those that were taken back.
 *
 * @module
 */
import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import { readDurable } from '../run/node/durable.js'
import {
  rowsIn,
  runPath,
  sweepFileNames,
  type Withdrawal,
  withdrawalsIn,
  withdrawnBecause,
} from '../run/node/sweep-files.js'
import type { SweepJob } from '../run/sweep-job.js'
import { jobsOf, readPlan } from '../run/sweep-plan.js'
import { counted } from './words.js'

/**
 * Holds the games of a sweep that count: how many there are, how many are missing, how many failed, and how many were taken
 * back.
 *
 * @category model
 * @since 0.1.0
 */
export interface SweepGames {
  readonly directory: string
  readonly planned: number
  readonly missing: number
  readonly failed: number
  readonly withdrawn: number
}

interface Known {
  readonly jobs: ReadonlyArray<SweepJob>
  readonly withdrawals: ReadonlyArray<Withdrawal>
}

const isSweep = (folder: string): boolean => existsSync(join(folder, sweepFileNames.plan))

/** The games of the sweep in a directory, and what is withdrawn; `null` for what is no readable sweep. */
const knownIn = (directory: string): Known | null => {
  const text = readDurable(join(directory, sweepFileNames.plan))
  if (isLeft(text) || text.right === null) return null
  const plan = readPlan(text.right)
  const withdrawals = withdrawalsIn(directory)
  if (isLeft(plan) || isLeft(withdrawals)) return null
  const jobs = jobsOf(plan.right)
  return isLeft(jobs) ? null : { jobs: jobs.right, withdrawals: withdrawals.right }
}

/**
 * Counts the games of the sweep that a path names, by its directory or by its folder of runs; `null` where it names none.
 *
 * @category operations
 * @since 0.1.0
 */
export const sweepGames = (path: string): SweepGames | null => {
  const directory = isSweep(path) || basename(path) !== sweepFileNames.runs ? path : dirname(path)
  const known = knownIn(directory)
  if (known === null) return null
  const found = rowsIn(directory)
  const rows = isLeft(found) ? new Map<string, { readonly status: string }>() : found.right
  const reasonOf = withdrawnBecause(known.withdrawals)
  const counting = known.jobs.filter((job) => reasonOf(job) === null)
  const unplayed = counting.filter((job) => !existsSync(runPath(directory, job)))
  const failed = unplayed.filter(({ id }) => rows.get(id)?.status === 'failed').length
  return {
    directory,
    planned: known.jobs.length,
    missing: unplayed.length - failed,
    failed,
    withdrawn: known.jobs.length - counting.length,
  }
}

/**
 * Says in one line what a score of a sweep leaves out; `null` where all of its games are in it.
 *
 * @category rendering
 * @since 0.1.0
 */
export const leftOut = ({
  directory,
  planned,
  missing,
  failed,
  withdrawn,
}: SweepGames): string | null => {
  const parts = [
    ...(missing === 0 ? [] : [`${missing} not played yet`]),
    ...(failed === 0 ? [] : [`${failed} failed`]),
    ...(withdrawn === 0 ? [] : [`${withdrawn} withdrawn`]),
  ]
  if (parts.length === 0) return null
  const absent = missing + failed + withdrawn
  const unfinished = missing + failed === 0 ? '' : `; edgeworth resume ${directory} goes on`
  return `${directory}: ${absent} of ${counted(planned, 'game')} not scored: ${parts.join(', ')}${unfinished}`
}

/**
 * Makes the question why the run in a folder is withdrawn from its sweep; `null` for one that counts or is in none. Every
 * sweep is read once.
 *
 * @category constructors
 * @since 0.1.0
 */
export const withdrawnRuns = (): ((folder: string) => string | null) => {
  const reasons = new Map<string, ReadonlyMap<string, string>>()
  const reasonsIn = (directory: string): ReadonlyMap<string, string> => {
    const before = reasons.get(directory)
    if (before !== undefined) return before
    const known = knownIn(directory)
    const reasonOf = withdrawnBecause(known?.withdrawals ?? [])
    const found = new Map(
      (known?.jobs ?? []).flatMap((job) => {
        const reason = reasonOf(job)
        return reason === null ? [] : [[job.name, reason] as const]
      }),
    )
    reasons.set(directory, found)
    return found
  }
  return (folder) => {
    const runs = dirname(realpathSync(folder))
    if (basename(runs) !== sweepFileNames.runs) return null
    return reasonsIn(dirname(runs)).get(basename(realpathSync(folder))) ?? null
  }
}
