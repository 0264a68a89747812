/**
 * Replay of the layout: whether every file is written as its recorder writes it, line by line.
 *
 * @module
 */
import { type Difference, difference } from './difference.js'
import type { Document } from './documents.js'
import { type Layout, layoutDifferences } from './layout.js'
import type { LoadedRun, Log } from './load.js'
import { unsortedMembers } from './member-order.js'
import type { RunFileName } from './run-files.js'

const ofDocument = (document: Document<unknown> | null): ReadonlyArray<Difference> =>
  document === null
    ? []
    : [
        ...unsortedMembers(document.file, 1, document.source),
        ...layoutDifferences('document', document.file, 1, document.text, document.source),
      ]

const ofLog = (
  file: RunFileName,
  layout: Layout,
  log: Log<unknown> | null,
  killed: boolean,
): ReadonlyArray<Difference> => {
  if (log === null) return []
  const rows = log.rows.flatMap(({ line, text, source }) => [
    ...layoutDifferences(layout, file, line, text, source),
    ...(layout === 'manifest' ? unsortedMembers(file, line, source) : []),
  ])
  if (log.ended || killed) return rows
  const last = log.rows.at(-1)?.line ?? 1
  return [...rows, difference('layout', file, last, [], 'no newline', 'a newline at the end')]
}

/**
 * Lists where the files of a run depart from the layout of their recorder.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayLayout = (run: LoadedRun): ReadonlyArray<Difference> => [
  ...ofDocument(run.meta),
  ...ofDocument(run.snapshot),
  ...ofLog('trace.jsonl', 'trace', run.trace, run.killed),
  ...ofLog('inference_manifest.jsonl', 'manifest', run.calls, run.killed),
  ...ofDocument(run.summary),
]
