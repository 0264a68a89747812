/**
 * Record: a run that was played, written as the files of a run directory.
 *
 * The inverse of the replay. Given the configuration, the texts and the agreements of every round, it settles them by the
 * library's own rules and writes the five texts. It has no clock and no environment: what a directory says about when and
 * where it was recorded is given by the caller or is `null`, so that the same run always gives the same bytes.
 *
 * Laws
 *   L1 verified       the replay of a recorded run is `Verified`
 *   L2 determinism    the same run gives the same texts
 *   L3 unfinished     a run with fewer rounds than asked for is recorded as killed, and replays without a difference
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import { below, type Failures, failure, nonEmpty, type Path } from '../core/failure.js'
import { sha256Hex } from '../core/hash.js'
import type { Json, JsonRecord } from '../core/json.js'
import { readJsonSource } from '../core/json-source.js'
import { pythonCompactJson } from '../core/python-json.js'
import { configToSnapshot, worldOf } from '../economy/config.js'
import type { World } from '../economy/world.js'
import { openLedger } from '../settlement/ledger.js'
import type { ManifestRow } from './manifest-codec.js'
import { recordCalls } from './record-calls.js'
import { type RecordedRound, type RecordFailure, recordRound } from './record-round.js'
import type { RunToRecord } from './recording.js'
import { modelsCalled, seatEchoes } from './replay-config.js'
import type { AskingRules } from './replay-context.js'
import { rowHashes } from './row-hashes.js'
import type { RunFiles } from './run-files.js'
import { expectedUsage, factsOf, summaryOf } from './run-summary.js'
import { readSeating } from './seats.js'
import { funnelCheckOf, manifestTotalsOf } from './usage.js'
import { writeJson } from './write.js'

interface Played {
  readonly rules: AskingRules
  readonly world: World
  readonly summation: Summation
  readonly rounds: ReadonlyArray<RecordedRound>
  /** `null` where no model was called. */
  readonly calls: ReadonlyArray<ManifestRow> | null
}

const bad = (
  path: Path,
  found: ReadonlyArray<{ readonly path: Path; readonly value: unknown; readonly expected: string }>,
): Either<Failures<'BadRecording'>, never> => {
  const failures = nonEmpty(
    found.map((one) => failure('BadRecording', one.path, one.value, one.expected)),
  )
  return left(below(path, failures ?? [failure('BadRecording', [], null, 'a run')]))
}

const playRounds = (
  run: RunToRecord,
  rules: AskingRules,
  world: World,
): Either<Failures<'BadRecording'>, Played> => {
  const summation = run.summation ?? defaultSummation
  const live = run.callDetails !== undefined
  const record = recordRound(rules, summation, live)
  const rounds: Array<RecordedRound> = []
  const calls: Array<ManifestRow> = []
  let ledger = openLedger(world)
  for (const [index, played] of run.rounds.entries()) {
    const recorded: Either<ReadonlyArray<RecordFailure>, RecordedRound> = record(
      ledger,
      index + 1,
      played,
    )
    if (isLeft(recorded)) return bad(['rounds', index], recorded.left)
    ledger = recorded.right.ledger
    rounds.push(recorded.right)
    calls.push(...recordCalls(rules, run, index + 1, played, recorded.right.row))
  }
  return right({ rules, world, summation, rounds, calls: live ? calls : null })
}

const play = (run: RunToRecord): Either<Failures<'BadRecording'>, Played> => {
  const { config } = run
  const seating = readSeating(config.roles, config.numAgents)
  if (isLeft(seating)) return bad(['config'], seating.left)
  const world = worldOf(config)
  if (isLeft(world)) return bad(['config'], world.left)
  if (run.rounds.length > config.rounds) {
    const expected = `at most ${config.rounds} rounds`
    return bad([], [{ path: ['rounds'], value: run.rounds.length, expected }])
  }
  return playRounds(run, { config, seating: seating.right }, world.right)
}

const hashOf = (text: string): string => {
  const source = readJsonSource(text)
  // The text was written by this library, so it is read.
  return isLeft(source) ? '' : sha256Hex(pythonCompactJson(source.right))
}

interface Lines {
  readonly trace: ReadonlyArray<string>
  /** `null` where no model was called. */
  readonly manifest: ReadonlyArray<string> | null
}

const linesOf = (
  layout: 'trace' | 'manifest',
  rows: ReadonlyArray<unknown>,
): ReadonlyArray<string> =>
  // Rows are made of numbers, texts and JSON.
  rows.map((row) => writeJson(layout, row as Json))

const logOf = (lines: ReadonlyArray<string>): string => lines.map((line) => `${line}\n`).join('')

const runIdOf = (run: RunToRecord): string => run.runId ?? `${run.config.name}__s${run.config.seed}`

const modeOf = (played: Played): string => (played.calls === null ? 'offline' : 'live')

const NOTE = 'no model was called'

const metaOf = (
  run: RunToRecord,
  played: Played,
  lines: Lines,
  snapshot: string,
  finished: boolean,
): JsonRecord => {
  const { calls, rules, summation } = played
  const { config } = run
  const live = calls !== null
  const echoes = seatEchoes(rules.seating, live)
  const models = live && rules.seating === null ? modelsCalled(calls) : echoes.models
  const totals = live && finished
  return {
    argv: [],
    completed_utc: finished ? (run.completedUtc ?? null) : null,
    config: {
      file_sha256: null,
      name: config.name,
      path: null,
      resolved_sha256: hashOf(snapshot),
    },
    created_utc: run.createdUtc ?? null,
    duration_seconds: finished ? (run.durationSeconds ?? null) : null,
    engine: {
      ...rowHashes(lines.trace, lines.manifest),
      name: 'edgeworth',
      summation,
      version: run.version ?? '0.1.0',
    },
    env: {},
    // Counts and totals are made of numbers and truth values: JSON.
    funnel_check: totals ? (funnelCheckOf(calls) as unknown as Json) : null,
    git: {},
    manifest_schema_version: live ? '1.2' : null,
    manifest_totals: totals ? (manifestTotalsOf(calls) as unknown as Json) : null,
    mode: modeOf(played),
    models,
    overrides: { controllers: null, rounds: null, seed: null },
    params: {
      batch: false,
      max_tokens: run.maxTokens ?? 0,
      sample: run.sample ?? 0,
      temperature: run.temperature ?? 0,
    },
    pin_check: null,
    python: null,
    replay_from: null,
    roles: echoes.roles,
    run_id: runIdOf(run),
    schema_version: '1.0',
    seed: config.seed,
    status: finished ? 'complete' : 'killed',
    strict: true,
    usage: finished ? expectedUsage(calls, { note: NOTE }) : null,
  }
}

const modelOf = ({ rules, calls }: Played, mode: string): string => {
  const seat = rules.seating?.find((one) => one.seat === 'under_test')
  if (seat !== undefined) return seat.model ?? seat.kind
  return calls?.find((row) => row.agent_id !== null)?.model ?? mode
}

const summaryText = (run: RunToRecord, played: Played, snapshot: JsonRecord): string => {
  const { world, summation, rounds, calls } = played
  const mode = modeOf(played)
  const source = {
    config: run.config,
    world,
    summation,
    snapshot,
    runId: runIdOf(run),
    mode,
    model: modelOf(played, mode),
    usage: { note: NOTE },
  }
  const facts = factsOf(world, summation, rounds)
  return writeJson('document', summaryOf(source, rounds, facts, calls))
}

/**
 * Records a run. Fails with the place of everything in the first defective round that could not be replayed: a speaker
 * without a text, a text of somebody who was not asked, an agreement of the wrong kind, a number that JSON lacks.
 *
 * @category constructors
 * @since 0.1.0
 */
export const recordRun = (run: RunToRecord): Either<Failures<'BadRecording'>, RunFiles> => {
  const played = play(run)
  if (isLeft(played)) return played
  const finished = run.rounds.length === run.config.rounds
  const snapshot = configToSnapshot(run.config)
  const snapshotText = writeJson('document', snapshot)
  const { rounds, calls } = played.right
  const rows = rounds.map(({ row }) => row)
  const lines = {
    trace: linesOf('trace', rows),
    manifest: calls === null ? null : linesOf('manifest', calls),
  }
  const meta = metaOf(run, played.right, lines, snapshotText, finished)
  const files = {
    'run_meta.json': writeJson('document', meta),
    'config_snapshot.json': snapshotText,
    'trace.jsonl': logOf(lines.trace),
    ...(lines.manifest === null ? {} : { 'inference_manifest.jsonl': logOf(lines.manifest) }),
    ...(finished ? { 'summary.json': summaryText(run, played.right, snapshot) } : {}),
  }
  return right({ name: runIdOf(run), files })
}
