/**
 * Replay: a recorded run is regenerated from its configuration and seed, re-executed mechanism by mechanism, and compared
 * with what it says about itself.
 *
 * | report       | meaning                                                                                      |
 * | ------------ | -------------------------------------------------------------------------------------------- |
 * | `Verified`   | every number and text that can be recomputed is the recorded one                             |
 * | `Differs`    | it is not: every difference, with file, line and path                                        |
 * | `Killed`     | the run did not finish; its complete rounds were replayed, with their differences            |
 * | `Unreadable` | the directory is no run, or not one that can be replayed: every reason, with its place       |
 *
 * Only `Verified` is good news. The figures of a run that differs are those of the replay, not the recorded ones.
 *
 * Laws
 *   L1 inverse      the replay of what `recordRun` records is `Verified`
 *   L2 prefix       the first rounds of a run that was killed replay without a difference, wherever it was cut
 *   L3 determinism  the same files give the same report, with its differences in the same order
 *   L4 total        any texts at all give a report
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Summation } from '../core/arithmetic.js'
import { type Difference, difference, sortDifferences } from './difference.js'
import { lineIn } from './documents.js'
import { type LoadedRun, loadRun } from './load.js'
import { type ReadFailure, readFailure } from './read-failure.js'
import { configDifferences } from './replay-config.js'
import { type ReplayContext, replayContext } from './replay-context.js'
import { replayLayout } from './replay-layout.js'
import {
  callDifferences,
  callsOfRound,
  rowDifferences,
  uncheckedPrompts,
} from './replay-manifest.js'
import { type ReplayedTrace, replayRounds, roundDifferences } from './replay-rounds.js'
import type { ResponseTo } from './replay-scene.js'
import { modelUnderTest, summaryDifferences, totalsDifferences } from './replay-totals.js'
import { rowHashDifferences } from './row-hashes.js'
import type { RunFiles } from './run-files.js'
import { factsOf, type RunFacts } from './run-summary.js'
import { agentsUnderTest } from './seats.js'
import { snapshotHashDifferences } from './snapshot-hash.js'
import { wordingDifferences } from './wording.js'

/**
 * Says which run was replayed.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunIdentity {
  /** The name of the directory. */
  readonly name: string
  readonly runId: string
  readonly configName: string
  readonly seed: number
  readonly mode: string
  /** The model or script under test, by which runs are compared. */
  readonly model: string
  readonly summation: Summation
  /** Ids of the agents under test, from 1. */
  readonly agentsUnderTest: ReadonlyArray<number>
  /** Prompts whose text was blanked, so that only their hash is left. */
  readonly uncheckedPrompts: number
}

/**
 * Is the outcome of a replay.
 *
 * @category model
 * @since 0.1.0
 */
export type ReplayReport =
  | { readonly _tag: 'Verified'; readonly run: RunIdentity; readonly facts: RunFacts }
  | {
      readonly _tag: 'Differs'
      readonly run: RunIdentity
      readonly facts: RunFacts
      readonly differences: ReadonlyArray<Difference>
    }
  | {
      readonly _tag: 'Killed'
      readonly run: RunIdentity
      /** Of the complete rounds; `facts.rounds` counts them. */
      readonly facts: RunFacts
      readonly differences: ReadonlyArray<Difference>
    }
  | {
      readonly _tag: 'Unreadable'
      readonly name: string
      readonly failures: ReadonlyArray<ReadFailure>
    }

const identityOf = (context: ReplayContext): RunIdentity => {
  const { run, config, seating, summation } = context
  return {
    name: run.name,
    runId: run.meta.value.run_id,
    configName: config.name,
    seed: config.seed,
    mode: run.meta.value.mode,
    model: modelUnderTest(context),
    summation,
    agentsUnderTest: agentsUnderTest(seating, config.controllers[0] ?? 1),
    uncheckedPrompts: uncheckedPrompts(run.calls?.rows ?? []),
  }
}

const responsesOf = (run: LoadedRun): ResponseTo => {
  const responses = new Map<string, string>()
  for (const { row } of run.calls?.rows ?? []) {
    if (!responses.has(row.call_id)) responses.set(row.call_id, row.response)
  }
  return (callId) => responses.get(callId)
}

const manifestDifferences = (
  context: ReplayContext,
  { rounds }: ReplayedTrace,
): ReadonlyArray<Difference> => {
  const { calls, trace, killed } = context.run
  if (calls === null) return []
  const due = rounds.flatMap(({ round }, index) => {
    const row = trace.rows[index]?.row
    return row === undefined ? [] : callsOfRound(context, round, row)
  })
  return [
    ...callDifferences(context, calls.rows, due, killed),
    ...rowDifferences(context, calls.rows),
  ]
}

interface Replayed {
  readonly facts: RunFacts
  readonly differences: ReadonlyArray<Difference>
}

const replayIn = (context: ReplayContext): Replayed => {
  const { run } = context
  const trace = replayRounds(context, run.trace.rows, responsesOf(run))
  const facts = factsOf(context.world, context.summation, trace.rounds)
  const calls = run.calls?.rows.map(({ row }) => row) ?? null
  const rows = [
    ...roundDifferences(run.trace.rows, context.config.rounds, run.killed),
    ...trace.differences,
    ...wordingDifferences(context, run.trace.rows),
    ...manifestDifferences(context, trace),
  ]
  const totals = run.killed
    ? []
    : [
        ...totalsDifferences(context, calls),
        ...summaryDifferences(context, trace.rounds, facts, calls),
      ]
  const found = [...replayLayout(run), ...configDifferences(context), ...rows, ...totals]
  const differences = [...found, ...rowHashDifferences(run, found)]
  return { facts, differences: sortDifferences(differences) }
}

const LAST_DIGITS = 1e-9

/** Whether two numbers differ in their last digits only, as two rules of summation do. */
const isLastDigits = ({ kind, recorded, recomputed }: Difference): boolean =>
  kind === 'value' &&
  typeof recorded === 'number' &&
  typeof recomputed === 'number' &&
  Math.abs(recorded - recomputed) <= LAST_DIGITS * Math.max(1, Math.abs(recorded))

/** Where the figures follow the other rule of summation throughout, the version is what is wrong, not the figures. */
const underOtherRule = (context: ReplayContext, replayed: Replayed): Replayed => {
  if (!replayed.differences.every(isLastDigits)) return replayed
  const summation: Summation = context.summation === 'plain' ? 'neumaier' : 'plain'
  const other = replayIn({ ...context, summation })
  if (other.differences.length > 0) return replayed
  const { meta, recorder } = context.run
  const path = recorder.name === 'python' ? ['python'] : ['engine', 'summation']
  const line = lineIn(meta.source)(path)
  const found = difference('version', meta.file, line, path, context.summation, summation)
  return { facts: replayed.facts, differences: sortDifferences([...replayed.differences, found]) }
}

const unreadable = (name: string, failures: ReadonlyArray<ReadFailure>): ReplayReport => ({
  _tag: 'Unreadable',
  name,
  failures,
})

/** A snapshot that makes no world because it was changed is told at the place of the change. */
const changedSnapshot = ({ meta, snapshot }: LoadedRun): ReadonlyArray<ReadFailure> =>
  snapshotHashDifferences(meta, snapshot)
    .filter((found) => found.file === snapshot.file)
    .map((found) =>
      readFailure(
        'HashMismatch',
        found.file,
        found.line,
        found.path,
        found.recorded,
        found.kind === 'hash' ? 'the hash in run_meta.json' : JSON.stringify(found.recomputed),
      ),
    )

/**
 * Replays a run directory.
 *
 * @example
 * ```ts
 * import { renderReport, replayRun } from 'edgeworth/trace'
 *
 * renderReport(replayRun({ name: 'here', files: {} }))[0] // => 'here: unreadable, 1 failure'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const replayRun = (files: RunFiles): ReplayReport => {
  const run = loadRun(files)
  if (isLeft(run)) return unreadable(files.name, run.left)
  const context = replayContext(run.right)
  if (isLeft(context)) {
    return unreadable(files.name, [...changedSnapshot(run.right), ...context.left])
  }
  const replayed = replayIn(context.right)
  const identity = identityOf(context.right)
  if (run.right.killed) return { _tag: 'Killed', run: identity, ...replayed }
  if (replayed.differences.length === 0) {
    return { _tag: 'Verified', run: identity, facts: replayed.facts }
  }
  return { _tag: 'Differs', run: identity, ...underOtherRule(context.right, replayed) }
}
