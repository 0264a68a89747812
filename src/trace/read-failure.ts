/**
 * Read failures: why a run directory cannot be read, with file, line and path.
 *
 * | tag              | meaning                                                                            |
 * | ---------------- | ---------------------------------------------------------------------------------- |
 * | `EmptyDirectory` | none of the files of a run is there                                                |
 * | `MissingFile`    | a file that every run has, or that this run says it has, is not there              |
 * | `NotUtf8`        | bytes that are no UTF-8                                                            |
 * | `ByteOrderMark`  | the text starts with U+FEFF, which no recorder writes                              |
 * | `LineEnding`     | a carriage return: something rewrote the lines, so no byte of it can be trusted    |
 * | `HugeLine`       | a line longer than `LONGEST_LINE`                                                  |
 * | `NotJson`        | not JSON, nested deeper than the reader goes, or a blank line in a log             |
 * | `Malformed`      | JSON of another shape                                                              |
 * | `UnknownVersion` | a schema or an interpreter that this library does not know                         |
 * | `MixedVersion`   | files, or members of one file, that claim different recorders                      |
 * | `HashMismatch`   | a file that does not have the hash recorded for it, and cannot be used as it is    |
 *
 * @module
 */
import { type Failure, type Path, renderPath, showValue } from '../core/failure.js'

/**
 * Names why a run directory cannot be read.
 *
 * @category failures
 * @since 0.1.0
 */
export type ReadTag =
  | 'EmptyDirectory'
  | 'MissingFile'
  | 'NotUtf8'
  | 'ByteOrderMark'
  | 'LineEnding'
  | 'HugeLine'
  | 'NotJson'
  | 'Malformed'
  | 'UnknownVersion'
  | 'MixedVersion'
  | 'HashMismatch'

/**
 * Is a failure with its place: `line` counts from 1, and is 1 where a whole file is meant.
 *
 * @category failures
 * @since 0.1.0
 */
export interface ReadFailure extends Failure<ReadTag> {
  readonly file: string
  readonly line: number
}

/**
 * Bounds a line of a run directory, in UTF-16 units. A recorded row has some thousands of them.
 *
 * @category model
 * @since 0.1.0
 */
export const LONGEST_LINE: number = 1 << 24

/**
 * Makes a read failure.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readFailure = (
  _tag: ReadTag,
  file: string,
  line: number,
  path: Path,
  value: unknown,
  expected: string,
): ReadFailure => ({ _tag, file, line, path, value, expected })

/**
 * Renders a read failure as one line: `file:line path: expected ..., got ... (tag)`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderReadFailure = (failure: ReadFailure): string => {
  const place = `${failure.file}:${failure.line} ${renderPath(failure.path)}`
  return `${place}: expected ${failure.expected}, got ${showValue(failure.value)} (${failure._tag})`
}
