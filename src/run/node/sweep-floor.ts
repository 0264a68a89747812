/**
 * Floor of a sweep: what its workers share, and what stops all of them at once.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ResultRow } from '../result-row.js'
import type { SweepStatus } from '../sweep-guard.js'
import type { OpenLog } from './durable.js'
import { sweepFileNames } from './sweep-files.js'
import type { PlayJob, SweepEvent, SweepOptions, SweepSpend } from './sweep-options.js'

/**
 * Holds what the workers of a sweep share. The first reason to halt is the status of the sweep.
 *
 * @category model
 * @since 0.1.0
 */
export interface Floor {
  readonly directory: string
  readonly play: PlayJob
  readonly options: SweepOptions
  readonly results: OpenLog
  readonly rows: Map<string, ResultRow>
  /** The games that failed before and are yet to be played anew: their rows count for no guard. */
  readonly retrying: Set<string>
  readonly stop: AbortController
  readonly status: () => SweepStatus | null
  readonly halt: (status: SweepStatus) => void
  readonly check: () => void
  /** What each game has used, those that ended before included. */
  readonly spends: Map<string, SweepSpend>
  readonly tell: (event: SweepEvent) => void
  readonly close: () => void
}

/**
 * Adds up what games have used.
 *
 * @category operations
 * @since 0.1.0
 */
export const totalSpend = (spends: ReadonlyMap<string, SweepSpend>): SweepSpend => {
  let costUsd = 0
  let tokens = 0
  for (const spend of spends.values()) {
    costUsd += spend.costUsd
    tokens += spend.tokens
  }
  return { costUsd, tokens }
}

/**
 * Gives what a game that ended has cost, from its row; the tokens of earlier processes are not in it.
 *
 * @category operations
 * @since 0.1.0
 */
export const costOfRow = (row: ResultRow): SweepSpend => ({
  costUsd:
    row.status === 'ok'
      ? Object.values(row.seats).reduce((total, { cost_usd }) => total + cost_usd, 0)
      : row.status === 'failed'
        ? row.cost_usd
        : 0,
  tokens: 0,
})

/**
 * Opens the floor of a sweep.
 *
 * @category constructors
 * @since 0.1.0
 */
export const floorOf = (
  directory: string,
  play: PlayJob,
  options: SweepOptions,
  results: OpenLog,
  rows: Map<string, ResultRow>,
): Floor => {
  const stop = new AbortController()
  let status: SweepStatus | null = null
  const halt = (found: SweepStatus): void => {
    status ??= found
    stop.abort()
  }
  const spends = new Map([...rows].map(([id, row]) => [id, costOfRow(row)] as const))
  const { budgetUsd = null, budgetTokens = null, signal, observe } = options
  const check = (): void => {
    if (signal?.aborted === true) halt('aborted')
    if (existsSync(join(directory, sweepFileNames.stop))) halt('stop_file')
    if (budgetUsd === null && budgetTokens === null) return
    const { costUsd, tokens } = totalSpend(spends)
    if (costUsd >= (budgetUsd ?? Number.POSITIVE_INFINITY)) halt('budget')
    if (tokens >= (budgetTokens ?? Number.POSITIVE_INFINITY)) halt('budget')
  }
  signal?.addEventListener('abort', check)
  const tell = (event: SweepEvent): void => {
    try {
      observe?.(event)
    } catch {
      // A failing observer is no reason to lose a sweep.
    }
  }
  return {
    directory,
    play,
    options,
    results,
    rows,
    retrying: new Set(),
    stop,
    status: () => status,
    halt,
    check,
    spends,
    tell,
    close: () => signal?.removeEventListener('abort', check),
  }
}
