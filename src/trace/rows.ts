/**
 * Rows: reading a log of one JSON object a line, row by row.
 *
 * One codec defines a row and two readers come from it: a guard, compiled from the codec, that passes good rows at a
 * small fraction of the price of parsing them, and the codec's own decoding, which runs only to explain a row that the
 * guard refused. A refused row does not end the reading; the next line starts anew.
 *
 * Laws
 *   L1 lines     every line gives exactly one read, numbered from 1, whatever stands on it
 *   L2 chunks    the reads do not depend on how the text was cut into chunks
 *   L3 agreement  a row is read exactly when its codec decodes the parsed line
 *
 * @module
 */
import { type Either, isLeft } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../core/codec.js'
import { isManifestRow, ManifestRow } from './manifest-codec.js'
import { LONGEST_LINE, type ReadFailure, readFailure } from './read-failure.js'
import { isTraceRow, TraceRow } from './row-codec.js'

/**
 * Joins the codec of a row with the guard compiled from it.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowFormat<A> {
  readonly codec: t.Type<A, unknown>
  readonly guard: (u: unknown) => u is A
}

/**
 * Is what one line gave: a row, the reasons why it is none, or the rest of a line that its writer did not finish.
 *
 * @category model
 * @since 0.1.0
 */
export type RowRead<A> =
  | { readonly _tag: 'Row'; readonly line: number; readonly row: A }
  | {
      readonly _tag: 'Refused'
      readonly line: number
      readonly failures: ReadonlyArray<ReadFailure>
    }
  | { readonly _tag: 'Cut'; readonly line: number; readonly text: string }

/**
 * Is the format of `trace.jsonl`.
 *
 * @category instances
 * @since 0.1.0
 */
export const traceRows: RowFormat<TraceRow> = { codec: TraceRow, guard: isTraceRow }

/**
 * Is the format of `inference_manifest.jsonl`.
 *
 * @category instances
 * @since 0.1.0
 */
export const manifestRows: RowFormat<ManifestRow> = { codec: ManifestRow, guard: isManifestRow }

const BYTE_ORDER_MARK = 0xfeff
const CARRIAGE_RETURN = 13

const refused = <A>(line: number, ...failures: ReadonlyArray<ReadFailure>): RowRead<A> => ({
  _tag: 'Refused',
  line,
  failures,
})

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const explain = <A>(
  format: RowFormat<A>,
  file: string,
  line: number,
  value: unknown,
): RowRead<A> => {
  const decoded: Either<
    ReadonlyArray<{ path: ReadFailure['path']; value: unknown; expected: string }>,
    A
  > = decode(format.codec)(value)
  if (!isLeft(decoded)) return { _tag: 'Row', line, row: decoded.right }
  const failures = decoded.left.map((found) =>
    readFailure('Malformed', file, line, found.path, found.value, found.expected),
  )
  return refused(line, ...failures)
}

/**
 * Reads one line, without its newline. `ended` says whether the newline was there: a last line without one that is no
 * JSON was cut while it was written.
 *
 * @category operations
 * @since 0.1.0
 */
export const readLine = <A>(
  format: RowFormat<A>,
  file: string,
  line: number,
  text: string,
  ended: boolean,
): RowRead<A> => {
  const refuse = (tag: ReadFailure['_tag'], expected: string): RowRead<A> =>
    refused(line, readFailure(tag, file, line, [], text, expected))
  if (line === 1 && text.charCodeAt(0) === BYTE_ORDER_MARK) {
    return refuse('ByteOrderMark', 'UTF-8 without a byte order mark')
  }
  if (text.length > LONGEST_LINE) return refuse('HugeLine', `at most ${LONGEST_LINE} characters`)
  if (text.charCodeAt(text.length - 1) === CARRIAGE_RETURN) {
    return refuse('LineEnding', 'lines that end in a line feed alone')
  }
  const value = parse(text)
  if (format.guard(value)) return { _tag: 'Row', line, row: value }
  if (value !== undefined) return explain(format, file, line, value)
  return ended ? refuse('NotJson', 'a JSON object on every line') : { _tag: 'Cut', line, text }
}

/**
 * Reads a log from its chunks, or from its whole text as one chunk; lazily, so that a long log is never held at once.
 *
 * @category operations
 * @since 0.1.0
 */
export function* readRows<A>(
  format: RowFormat<A>,
  file: string,
  chunks: Iterable<string>,
): Generator<RowRead<A>, void, undefined> {
  let pending = ''
  let line = 0
  for (const chunk of typeof chunks === 'string' ? [chunks] : chunks) {
    const text = pending + chunk
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      line += 1
      yield readLine(format, file, line, text.slice(start, end), true)
      start = end + 1
    }
    pending = text.slice(start)
  }
  if (pending !== '') yield readLine(format, file, line + 1, pending, false)
}
