/**
 * Row hashes: the hash of every row of a run that this library recorded, kept in `run_meta.json`.
 *
 * What a script said, which model a provider resolved a name to, what a note says of a cost: nothing else in a directory
 * gives such words again. So `engine` lists a SHA-256 for every row of the two logs, and a row that was changed where
 * no recomputation looks is named by its line. The hash is that of `JSON.stringify(JSON.parse(line))`: how a number is
 * written does not count, as it does not anywhere. Whoever changes such words and their hash is not found out.
 *
 * | member of `engine` | lists the hashes of                                        |
 * | ------------------ | ---------------------------------------------------------- |
 * | `trace_sha256`     | the rows of `trace.jsonl`                                  |
 * | `manifest_sha256`  | the rows of `inference_manifest.jsonl`; `null` without one |
 *
 * Runs of other recorders have none, nor need those of this library.
 *
 * Laws
 *   L1 every row    a change of any one row of a run of our own is a difference on its line
 *   L2 said once    a row with another difference gets none for its hash
 *
 * @module
 */
import { sha256Hex } from '../core/hash.js'
import type { Json, JsonRecord } from '../core/json.js'
import { type Difference, difference } from './difference.js'
import { lineIn } from './documents.js'
import type { LoadedRun, Log } from './load.js'
import type { RunFileName } from './run-files.js'

const hashOf = (row: Json): string => sha256Hex(JSON.stringify(row))

const hashesOf = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  // Lines that this library has just written are JSON.
  lines.map((line) => hashOf(JSON.parse(line) as Json))

/**
 * Lists the hashes of the rows of both logs, as `engine` records them. Lines come without their line feeds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowHashes = (
  trace: ReadonlyArray<string>,
  manifest: ReadonlyArray<string> | null,
): JsonRecord => ({
  manifest_sha256: manifest === null ? null : hashesOf(manifest),
  trace_sha256: hashesOf(trace),
})

type HashList = 'trace_sha256' | 'manifest_sha256'

const listDifferences = (
  { meta }: LoadedRun,
  list: HashList,
  listed: ReadonlyArray<string>,
  actual: ReadonlyArray<string>,
): ReadonlyArray<Difference> => {
  const index = [...(listed.length > actual.length ? listed : actual)].findIndex(
    (_, at) => listed[at] !== actual[at],
  )
  if (index === -1) return []
  const path = ['engine', list, index]
  const line = lineIn(meta.source)(path)
  const [recorded = null, recomputed = null] = [listed[index], actual[index]]
  return [difference('hash', meta.file, line, path, recorded, recomputed)]
}

const logDifferences = (
  run: LoadedRun,
  file: RunFileName,
  log: Log<unknown>,
  list: HashList,
  found: ReadonlyArray<Difference>,
): ReadonlyArray<Difference> => {
  const listed = run.meta.value.engine?.[list]
  if (listed === undefined || listed === null) return []
  const actual = log.rows.map(({ json }) => hashOf(json))
  const told = new Set(found.filter((one) => one.file === file).map(({ line }) => line))
  const known = new Set(listed)
  const changed = log.rows.flatMap(({ line }, index) => {
    const hash = actual[index] ?? ''
    if (known.has(hash) || told.has(line)) return []
    return [difference('hash', file, line, [], listed[index] ?? null, hash)]
  })
  // Where every row is one of those that were listed, or a row is gone and named, it is not the rows that were changed.
  const isOneForOne = changed.length > 0 && listed.length === log.rows.length
  if (isOneForOne || told.size > 0) return changed
  const whole = run.killed ? listed.slice(0, actual.length) : listed
  return [...changed, ...listDifferences(run, list, whole, actual)]
}

/**
 * Compares the rows of a run with the hashes that its recorder kept of them, where it kept any. `found` are the
 * differences that are known already: a row that has one of them is not named again.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowHashDifferences = (
  run: LoadedRun,
  found: ReadonlyArray<Difference>,
): ReadonlyArray<Difference> => [
  ...logDifferences(run, 'trace.jsonl', run.trace, 'trace_sha256', found),
  ...(run.calls === null
    ? []
    : logDifferences(run, 'inference_manifest.jsonl', run.calls, 'manifest_sha256', found)),
]
