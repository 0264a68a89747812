/**
 * Episode row: what a score needs of a replayed run, as plain data.
 *
 * What was realized is the final welfare net of coordination costs, less the initial welfare; what was attainable is the
 * gain of the optimum on the grid of whole units. Both are those of the replay, and only of a run that is verified: a run
 * that differs, was killed or cannot be read gives a row with status `error` and the reason, to be counted, never scored.
 *
 * Laws
 *   L1 scored once   exactly the reports that are `Verified` give a row with status `ok`
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { ReplayReport } from './replay.js'

/**
 * Is the row of one episode. `world` is the seed under the name of its case; `agent` the model or script under test.
 *
 * @category model
 * @since 0.1.0
 */
export type EpisodeRow =
  | {
      readonly status: 'ok'
      readonly case: string
      readonly world: string
      readonly agent: string
      readonly tier: 'wstar_grid'
      /** Final net welfare less initial welfare, in units of utility. */
      readonly realized: number
      /** Welfare of the grid optimum less initial welfare, at least 0. */
      readonly attainable: number
    }
  | {
      readonly status: 'error'
      readonly case: string
      readonly world: string
      readonly agent: string
      readonly tier: 'wstar_grid'
      readonly reason: string
    }

/**
 * Is what a capture share needs of one episode: the gain of every agent, in order, and the seat that is asked about.
 *
 * @category model
 * @since 0.1.0
 */
export interface EpisodeCapture {
  readonly gains: ReadonlyArray<number>
  /** The first agent under test, from 1. */
  readonly agent: number
  readonly summation: Summation
}

const reasonOf = (report: Exclude<ReplayReport, { readonly _tag: 'Verified' }>): string => {
  switch (report._tag) {
    case 'Differs':
      return report.differences.length === 1
        ? 'the replay differs in 1 place'
        : `the replay differs in ${report.differences.length} places`
    case 'Killed':
      return report.facts.rounds === 1
        ? 'the run did not finish: 1 complete round'
        : `the run did not finish: ${report.facts.rounds} complete rounds`
    case 'Unreadable':
      return `unreadable: ${report.failures[0]?._tag ?? 'no file'}`
  }
}

/**
 * Gives the row of a replayed run.
 *
 * @category operations
 * @since 0.1.0
 */
export const episodeRow = (report: ReplayReport): EpisodeRow => {
  if (report._tag === 'Unreadable') {
    const unknown = { case: report.name, world: 'unknown', agent: 'unknown', tier: 'wstar_grid' }
    return { status: 'error', ...unknown, tier: 'wstar_grid', reason: reasonOf(report) }
  }
  const { run, facts } = report
  const named = { case: run.configName, world: String(run.seed), agent: run.model } as const
  if (report._tag !== 'Verified') {
    return { status: 'error', ...named, tier: 'wstar_grid', reason: reasonOf(report) }
  }
  return {
    status: 'ok',
    ...named,
    tier: 'wstar_grid',
    realized: facts.netWelfare - facts.initialWelfare,
    attainable: Math.max(0, facts.optimumWelfare - facts.initialWelfare),
  }
}

/**
 * Gives what a capture share needs of a verified run; `null` for any other.
 *
 * @category operations
 * @since 0.1.0
 */
export const episodeCapture = (report: ReplayReport): EpisodeCapture | null =>
  report._tag === 'Verified'
    ? {
        gains: report.facts.surplus,
        agent: report.run.agentsUnderTest[0] ?? 1,
        summation: report.run.summation,
      }
    : null
