/**
 * Load: from the texts of a run directory to rows and documents with their places, or to the reasons why not.
 *
 * Loading decides what a directory is before anything is recomputed: unreadable, killed or complete. A run was killed if
 * its status is not `complete`, if it has no summary, or if the last line of a log is cut. What is there is then still
 * read; a defect anywhere else makes the directory unreadable.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Json, JsonRecord } from '../core/json.js'
import type { JsonSource } from '../core/json-source.js'
import { type Document, readDocument, readSource, textFailures } from './documents.js'
import { AnyObject } from './json-codec.js'
import type { ManifestRow } from './manifest-codec.js'
import { RunMeta } from './meta-codec.js'
import { type ReadFailure, readFailure } from './read-failure.js'
import type { TraceRow } from './row-codec.js'
import { manifestRows, type RowFormat, readRows, traceRows } from './rows.js'
import { type RunFileName, type RunFiles, runFileNames } from './run-files.js'
import { RunSummary } from './summary-codec.js'
import { type Recorder, recorderOf, versionFailures } from './versions.js'

/**
 * Is a row of a log with its line, its text and its source.
 *
 * @category model
 * @since 0.1.0
 */
export interface LoggedRow<A> {
  readonly line: number
  readonly text: string
  readonly json: Json
  readonly row: A
  readonly source: JsonSource
}

/**
 * Is a log that was read: its complete rows, and whether its last line was cut.
 *
 * @category model
 * @since 0.1.0
 */
export interface Log<A> {
  readonly rows: ReadonlyArray<LoggedRow<A>>
  readonly cut: boolean
  /** Whether the text ends in a newline, as every finished log does. */
  readonly ended: boolean
}

/**
 * Is a run directory that was read. `calls` is `null` where there is no manifest, `summary` where there is none.
 *
 * @category model
 * @since 0.1.0
 */
export interface LoadedRun {
  readonly name: string
  readonly recorder: Recorder
  readonly meta: Document<RunMeta>
  readonly snapshot: Document<JsonRecord>
  readonly trace: Log<TraceRow>
  readonly calls: Log<ManifestRow> | null
  readonly summary: Document<RunSummary> | null
  readonly killed: boolean
}

type Loaded<A> = Either<ReadonlyArray<ReadFailure>, A>

const missingFile = (file: RunFileName): ReadFailure =>
  readFailure('MissingFile', file, 1, [], null, 'the file to be there')

const readLog = <A>(format: RowFormat<A>, file: RunFileName, text: string): Loaded<Log<A>> => {
  const [first] = textFailures(file, text)
  if (first !== undefined) return left([first])
  const lines = text.split('\n')
  const rows: Array<LoggedRow<A>> = []
  const failures: Array<ReadFailure> = []
  let cut = false
  for (const read of readRows(format, file, [text])) {
    if (read._tag === 'Cut') cut = true
    if (read._tag === 'Refused') failures.push(...read.failures)
    if (read._tag !== 'Row') continue
    const line = lines[read.line - 1] ?? ''
    const source = readSource(file, read.line, line)
    if (isLeft(source)) failures.push(...source.left)
    // The row was parsed from JSON text, so it is JSON.
    else
      rows.push({
        line: read.line,
        text: line,
        json: read.row as Json,
        row: read.row,
        source: source.right,
      })
  }
  return failures.length > 0
    ? left(failures)
    : right({ rows, cut, ended: text === '' || text.endsWith('\n') })
}

const emptyLog: Log<never> = { rows: [], cut: false, ended: true }

const failuresOf = (parts: ReadonlyArray<Loaded<unknown>>): ReadonlyArray<ReadFailure> =>
  parts.flatMap((part) => (isLeft(part) ? part.left : []))

const isLive = (meta: RunMeta): boolean => meta.mode !== 'offline'

/**
 * Reads the texts of a run directory. Every failure that can be seen is reported, in the order of the files.
 *
 * @category constructors
 * @since 0.1.0
 */
export const loadRun = (run: RunFiles): Loaded<LoadedRun> => {
  const { files } = run
  if (!runFileNames.some((file) => files[file] !== undefined)) {
    return left([
      readFailure('EmptyDirectory', run.name, 1, [], [], `one of ${runFileNames.join(', ')}`),
    ])
  }
  const document = <A>(
    file: RunFileName,
    codec: Parameters<typeof readDocument<A>>[0],
  ): Loaded<Document<A>> => {
    const text = files[file]
    return text === undefined ? left([missingFile(file)]) : readDocument(codec, file, text)
  }
  const meta = document<RunMeta>('run_meta.json', RunMeta)
  const unfinished = !isLeft(meta) && meta.right.value.status !== 'complete'
  const snapshot = document<JsonRecord>('config_snapshot.json', AnyObject)
  const log = <A>(
    file: RunFileName,
    format: RowFormat<A>,
    needed: boolean,
  ): Loaded<Log<A> | null> => {
    const text = files[file]
    if (text !== undefined) return readLog(format, file, text)
    return needed && !unfinished ? left([missingFile(file)]) : right(null)
  }
  const trace = log('trace.jsonl', traceRows, true)
  const live = !isLeft(meta) && isLive(meta.right.value)
  const calls = log('inference_manifest.jsonl', manifestRows, live)
  const written: Loaded<Document<RunSummary> | null> =
    files['summary.json'] === undefined
      ? right(null)
      : document<RunSummary>('summary.json', RunSummary)
  // What an unfinished run has of a summary is no summary.
  const summary = unfinished && isLeft(written) ? right(null) : written
  const versions = isLeft(meta)
    ? []
    : versionFailures(meta.right, files['inference_manifest.jsonl'] !== undefined)
  const failures = [
    ...failuresOf([meta]),
    ...versions,
    ...failuresOf([snapshot, trace, calls, summary]),
  ]
  if (
    failures.length > 0 ||
    isLeft(meta) ||
    isLeft(snapshot) ||
    isLeft(trace) ||
    isLeft(calls) ||
    isLeft(summary)
  ) {
    return left(failures)
  }
  return right({
    name: run.name,
    recorder: recorderOf(meta.right.value),
    meta: meta.right,
    snapshot: snapshot.right,
    trace: trace.right ?? emptyLog,
    calls: calls.right,
    summary: summary.right,
    killed:
      unfinished ||
      summary.right === null ||
      (trace.right?.cut ?? true) ||
      (calls.right?.cut ?? false),
  })
}
