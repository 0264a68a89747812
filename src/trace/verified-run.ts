/**
 * Verified run: the rows of a recorded run with the state of the market before each, of a run whose replay is clean.
 *
 * What is computed from a trace is worth as much as the trace. Opening a run therefore replays it, and gives the report of
 * the replay instead of the rows where it is anything but `Verified`.
 *
 * Laws
 *   L1 clean only   a run opens exactly when its replay is `Verified`
 *   L2 same end     the state after the last row has the allocation that the replay ended with
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ExchangeConfig } from '../economy/config.js'
import type { World } from '../economy/world.js'
import { settleRound } from '../exchange/settled-round.js'
import { type Ledger, openLedger } from '../settlement/ledger.js'
import { loadRun } from './load.js'
import { mechanismOf } from './recorded-form.js'
import { type ReplayReport, type RunIdentity, replayRun } from './replay.js'
import { replayContext } from './replay-context.js'
import type { TraceRow } from './row-codec.js'
import type { RunFiles } from './run-files.js'
import type { RunFacts } from './run-summary.js'

/**
 * Is one recorded round and the state of the market before and after it.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifiedRound {
  readonly row: TraceRow
  readonly before: Ledger
  readonly after: Ledger
}

/**
 * Is a run whose replay is clean: what the replay says of it, its rules, its world and its rounds.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifiedRun {
  readonly _tag: 'VerifiedRun'
  readonly run: RunIdentity
  readonly facts: RunFacts
  readonly config: ExchangeConfig
  readonly world: World
  readonly rounds: ReadonlyArray<VerifiedRound>
}

/**
 * Is the report of a replay that found something wrong.
 *
 * @category model
 * @since 0.1.0
 */
export type UncleanReport = Exclude<ReplayReport, { readonly _tag: 'Verified' }>

/**
 * Replays a run directory and opens it if it is verified; the report of the replay otherwise.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openRun = (files: RunFiles): VerifiedRun | UncleanReport => {
  const report = replayRun(files)
  if (report._tag !== 'Verified') return report
  const loaded = loadRun(files)
  if (isLeft(loaded)) return { _tag: 'Unreadable', name: files.name, failures: loaded.left }
  const context = replayContext(loaded.right)
  if (isLeft(context)) return { _tag: 'Unreadable', name: files.name, failures: context.left }
  const { config, world, summation } = context.right
  const settle = settleRound(config, summation)
  const rounds: Array<VerifiedRound> = []
  let before = openLedger(world)
  for (const { row } of loaded.right.trace.rows) {
    const { ledger: after } = settle(before, {
      round: row.round_index,
      responders: row.event.coordination_cost.contacted_agent_count,
      mechanism: mechanismOf(row.verified_mechanism, row.controller_id),
      // Audits are kept in the event; what they did to the mechanism stands in the row.
      audits: [],
    })
    rounds.push({ row, before, after })
    before = after
  }
  return { _tag: 'VerifiedRun', run: report.run, facts: report.facts, config, world, rounds }
}
