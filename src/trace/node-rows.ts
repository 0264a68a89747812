/**
 * Rows of a log file for Node, one by one.
 *
 * A log is read through one reused buffer, so that memory does not grow with its length.
 *
 * | bound          | value | why                                                          |
 * | -------------- | ----- | ------------------------------------------------------------ |
 * | buffer         | 2^16  | large enough that calls cost little, and small for the cache |
 * | `LONGEST_LINE` | 2^24  | a longer line is refused, and skipped without being kept     |
 *
 * @module
 */
import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { LONGEST_LINE, type ReadFailure, readFailure } from './read-failure.js'
import { type RowFormat, type RowRead, readLine } from './rows.js'

const BUFFER_SIZE = 1 << 16
const NEWLINE = 10
/** What a decoder writes in place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD'

/** A stretch of the buffer, or of a copy where a line was cut by its end; `null` for a line that is too long. */
interface Line {
  readonly bytes: Buffer
  readonly start: number
  readonly stop: number
  readonly ended: boolean
  readonly ascii: boolean
}

type NextLine = () => Line | 'too long' | null

// Four bytes are the most that one character takes: a line beyond that is too long in any case.
const MOST_BYTES = 4 * LONGEST_LINE

const lineReader = (descriptor: number): NextLine => {
  // One buffer, refilled in place: nothing of it escapes but decoded lines.
  const buffer = Buffer.allocUnsafe(BUFFER_SIZE)
  let start = 0
  let end = 0
  let ascii = false
  const refill = (): boolean => {
    start = 0
    end = readSync(descriptor, buffer, 0, BUFFER_SIZE, null)
    ascii = isAscii(buffer.subarray(0, end))
    return end > 0
  }
  const stopOfLine = (): number => {
    const newline = buffer.indexOf(NEWLINE, start)
    return newline === -1 || newline >= end ? -1 : newline
  }
  /** A line that does not end in this buffer is put together from copies, unless it is too long. */
  const longLine = (): Line | 'too long' | null => {
    const parts: Array<Buffer> = []
    let length = 0
    let ended = false
    while (!ended && (start < end || refill())) {
      const stop = stopOfLine()
      ended = stop !== -1
      const part = buffer.subarray(start, ended ? stop : end)
      length += part.length
      if (length <= MOST_BYTES) parts.push(Buffer.from(part))
      else parts.length = 0
      start = ended ? stop + 1 : end
    }
    if (length === 0 && !ended) return null
    if (length > MOST_BYTES) return 'too long'
    const bytes = Buffer.concat(parts)
    return { bytes, start: 0, stop: bytes.length, ended, ascii: isAscii(bytes) }
  }
  return () => {
    if (start === end && !refill()) return null
    const stop = stopOfLine()
    if (stop === -1) return longLine()
    const line = { bytes: buffer, start, stop, ended: true, ascii }
    start = stop + 1
    return line
  }
}

const refused = <A>(
  tag: ReadFailure['_tag'],
  file: string,
  line: number,
  expected: string,
): RowRead<A> => ({
  _tag: 'Refused',
  line,
  failures: [readFailure(tag, file, line, [], null, expected)],
})

const readNumbered = <A>(
  format: RowFormat<A>,
  file: string,
  line: number,
  { bytes, start, stop, ended, ascii }: Line,
): RowRead<A> => {
  // ASCII is decoded several times faster where it is known to be that.
  if (ascii) return readLine(format, file, line, bytes.toString('latin1', start, stop), ended)
  const own = bytes.subarray(start, stop)
  const text = own.toString(isAscii(own) ? 'latin1' : 'utf8')
  // Only a text with a replacement character can have come from bytes that are no UTF-8.
  return text.includes(REPLACEMENT) && !isUtf8(own)
    ? refused('NotUtf8', file, line, 'UTF-8')
    : readLine(format, file, line, text, ended)
}

const open = (path: string): number | null => {
  try {
    return statSync(path).isFile() ? openSync(path, 'r') : null
  } catch {
    return null
  }
}

/**
 * Reads the rows of a log file one by one, in flat memory. The file is closed when the reading ends, also early; a file
 * that cannot be opened gives one refused read.
 *
 * @category operations
 * @since 0.1.0
 */
export function* readRowsOf<A>(
  format: RowFormat<A>,
  path: string,
): Generator<RowRead<A>, void, undefined> {
  const file = basename(path)
  const descriptor = open(path)
  if (descriptor === null) {
    yield refused('MissingFile', file, 1, 'a readable file')
    return
  }
  try {
    const next = lineReader(descriptor)
    let line = 1
    for (let read = next(); read !== null; read = next()) {
      yield read === 'too long'
        ? refused('HugeLine', file, line, `at most ${LONGEST_LINE} characters`)
        : readNumbered(format, file, line, read)
      line += 1
    }
  } finally {
    closeSync(descriptor)
  }
}
