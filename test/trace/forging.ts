import { sha256Hex } from '../../src/core/hash.js'
import type { Json, JsonRecord } from '../../src/core/json.js'
import type { CallRole, Difference, RunFiles, TraceRow } from '../../src/trace/index.js'
import { callName, type ManifestRow, replayRun, writeJson } from '../../src/trace/index.js'

type Scalar = string | number | boolean | null

/** Makes every member writable, all the way down to JSON: what a forger has before it. */
export type Writable<A> = A extends Scalar
  ? A
  : A extends ReadonlyArray<infer B>
    ? Array<Writable<B>>
    : A extends Readonly<Record<string, string>>
      ? Record<string, string>
      : A extends JsonRecord
        ? A
        : { -readonly [K in keyof A]: Writable<A[K]> }

/** A run directory taken apart. The snapshot is left alone: its hash vouches for it. */
export interface Papers {
  readonly rows: Array<Writable<TraceRow>>
  readonly calls: Array<Writable<ManifestRow>>
  readonly meta: JsonRecord
  readonly summary: JsonRecord
}

const linesOf = <A>(text: string | undefined): Array<A> =>
  (text ?? '')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as A)

/** Takes a run directory apart. */
export const papersOf = ({ files }: RunFiles): Papers => ({
  rows: linesOf(files['trace.jsonl']),
  calls: linesOf(files['inference_manifest.jsonl']),
  meta: JSON.parse(files['run_meta.json'] ?? '{}') as JsonRecord,
  summary: JSON.parse(files['summary.json'] ?? '{}') as JsonRecord,
})

const hashesOf = (log: string): ReadonlyArray<string> =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => sha256Hex(JSON.stringify(JSON.parse(line))))

/** No forger leaves the hashes of the rows as they were; recordings of others have none. */
const rehashed = (meta: JsonRecord, trace: string, manifest: string | undefined): JsonRecord => {
  const { engine } = meta
  if (engine === undefined) return meta
  return {
    ...meta,
    engine: {
      ...(engine as JsonRecord),
      manifest_sha256: manifest === undefined ? null : hashesOf(manifest),
      trace_sha256: hashesOf(trace),
    },
  }
}

const written = (run: RunFiles, { rows, calls, meta, summary }: Papers): RunFiles => {
  const log = (layout: 'trace' | 'manifest', values: ReadonlyArray<unknown>): string =>
    values.map((value) => `${writeJson(layout, value as Json)}\n`).join('')
  const trace = log('trace', rows)
  const isLive = run.files['inference_manifest.jsonl'] !== undefined
  const manifest = isLive ? log('manifest', calls) : undefined
  return {
    name: run.name,
    files: {
      ...run.files,
      'run_meta.json': writeJson('document', rehashed(meta, trace, manifest)),
      'trace.jsonl': trace,
      ...(manifest === undefined ? {} : { 'inference_manifest.jsonl': manifest }),
      'summary.json': writeJson('document', summary),
    },
  }
}

type Container = Record<string | number, unknown>

/** Makes the papers say at one place what the replay says there. */
const yieldTo = (papers: Papers, found: Difference): void => {
  const documents: Readonly<Record<string, unknown>> = {
    'trace.jsonl': papers.rows[found.line - 1],
    'inference_manifest.jsonl': papers.calls[found.line - 1],
    'run_meta.json': papers.meta,
    'summary.json': papers.summary,
  }
  const document = documents[found.file] as Container | undefined
  if (document === undefined) return
  if (found.kind === 'hash') {
    const [text = ''] = found.path
    document[`${text}_sha256`] = found.recorded
    return
  }
  const key = found.path.at(-1)
  const parent = found.path
    .slice(0, -1)
    .reduce<Container | undefined>(
      (value, step) => value?.[step] as Container | undefined,
      document,
    )
  if (parent === undefined || key === undefined) return
  if (found.kind !== 'unexpected') parent[key] = found.recomputed
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}

const differencesOf = (run: RunFiles): ReadonlyArray<Difference> => {
  const report = replayRun(run)
  if (report._tag === 'Unreadable') throw new Error(JSON.stringify(report.failures[0]))
  return report._tag === 'Verified' ? [] : report.differences
}

const MOST_PASSES = 12

/**
 * Forges a run as well as it can be done: a change is made, and then, with the replay itself at hand, everything that it
 * complains about is made to agree, over and over, except at the places that have to stay for the change to be worth
 * anything. What the replay still says at the end is what no forger can silence.
 */
export const forge = (
  run: RunFiles,
  change: (papers: Papers) => void,
  stays: (found: Difference) => boolean,
): ReadonlyArray<Difference> => {
  const papers = papersOf(run)
  change(papers)
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const complaints = differencesOf(written(run, papers)).filter((found) => !stays(found))
    if (complaints.length === 0) break
    // From the last on, so that an element taken out of a list moves none that is still to be taken out.
    for (const found of [...complaints].reverse()) yieldTo(papers, found)
  }
  return differencesOf(written(run, papers))
}

/** Names a place as reports do, for comparison: file, line, and path. */
export const placeOf = ({ file, line, path }: Difference): string =>
  `${file}:${line} ${path.join('.')}`

/** Tells whether a difference stands at or below one of the paths, on a line of the trace. */
export const within =
  (line: number, ...paths: ReadonlyArray<string>) =>
  (found: Difference): boolean =>
    found.file === 'trace.jsonl' &&
    found.line === line &&
    paths.some((path) => `${found.path.join('.')}.`.startsWith(`${path}.`))

/** Gives the manifest row of a call. */
export const callOf = (
  { calls }: Papers,
  round: number,
  role: CallRole,
  agent: number | null,
): Writable<ManifestRow> | undefined =>
  calls.find(({ call_id }) => call_id === callName(round, role, agent, 0))

/** Puts other words into a response, with their hash. */
export const reword = (call: Writable<ManifestRow>, text: string): void => {
  call.response = text
  call.response_sha256 = sha256Hex(text)
}
