/**
 * Readers of run directories for Node: the one module of `edgeworth/trace` that touches a file system.
 *
 * A run is a market run or a run of bargains, told apart by its files. A tree of runs is walked lazily, one directory at a time, and a log is read through one reused buffer, so that memory
 * does not grow with the number of runs or the length of a log.
 *
 * | bound          | value | why                                                          |
 * | -------------- | ----- | ------------------------------------------------------------ |
 * | buffer         | 2^16  | large enough that calls cost little, and small for the cache |
 * | `LONGEST_LINE` | 2^24  | a longer line is refused, and skipped without being kept     |
 *
 * @module
 */
import { Buffer, isAscii, isUtf8 } from 'node:buffer'
import {
  closeSync,
  type Dirent,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { failure } from '../core/failure.js'
import {
  BARGAIN_FILE_NAMES,
  type BargainFiles,
  type BargainReport,
  replayBargains,
  type UnreadableBargains,
} from './bargaining/index.js'
import { LONGEST_LINE, type ReadFailure, readFailure } from './read-failure.js'
import { type ReplayReport, replayRun } from './replay.js'
import { type RowFormat, type RowRead, readLine } from './rows.js'
import { type RunFiles, runFileNames } from './run-files.js'

const BUFFER_SIZE = 1 << 16
const NEWLINE = 10
/** What a decoder writes in place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const readText = (directory: string, file: string): Either<ReadFailure, string> => {
  const path = join(directory, file)
  try {
    // Read as text at once: a buffer a file would be garbage outside of the heap, which is collected late.
    const text = readFileSync(path, 'utf8')
    if (!text.includes(REPLACEMENT)) return right(text)
    const bytes = readFileSync(path)
    if (isUtf8(bytes)) return right(text)
    return left(readFailure('NotUtf8', file, firstBadLine(bytes), [], null, 'UTF-8'))
  } catch (error) {
    return left(readFailure('MissingFile', file, 1, [], messageOf(error), 'a readable file'))
  }
}

const firstBadLine = (bytes: Buffer): number => {
  let line = 1
  let start = 0
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    if (!isUtf8(bytes.subarray(start, end))) return line
    line += 1
    start = end + 1
  }
  return line
}

/**
 * Reads a run directory as plain texts. Files that are not there are left out; what cannot be read is a failure.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readRunDirectory = (
  directory: string,
): Either<ReadonlyArray<ReadFailure>, RunFiles> => {
  const present = runFileNames.filter((file) => existsSync(join(directory, file)))
  const read = present.map((file) => [file, readText(directory, file)] as const)
  const failures = read.flatMap(([, text]) => (isLeft(text) ? [text.left] : []))
  if (failures.length > 0) return left(failures)
  const files = Object.fromEntries(
    read.flatMap(([file, text]) => (isLeft(text) ? [] : [[file, text.right] as const])),
  )
  return right({ name: basename(directory), files })
}

/**
 * Replays a run directory; one whose bytes cannot be read is `Unreadable`.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayDirectory = (directory: string): ReplayReport => {
  const files = readRunDirectory(directory)
  return isLeft(files)
    ? { _tag: 'Unreadable', name: basename(directory), failures: files.left }
    : replayRun(files.right)
}

type Unread = UnreadableBargains['failures'][number]

const bargainText = (directory: string, file: string): Either<Unread, string> => {
  const text = readText(directory, file)
  return isLeft(text)
    ? left({
        ...failure(text.left._tag, [], text.left.value, text.left.expected),
        file,
        line: text.left.line,
      })
    : text
}

/**
 * Reads the directory of a run of bargains as plain texts. The summary may be missing, as it is in an unfinished run;
 * any other file that cannot be read is a failure.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readBargainDirectory = (
  directory: string,
): Either<UnreadableBargains['failures'], BargainFiles> => {
  const names = BARGAIN_FILE_NAMES
  const setup = bargainText(directory, names.setup)
  const answers = bargainText(directory, names.answers)
  const summary = existsSync(join(directory, names.summary))
    ? bargainText(directory, names.summary)
    : right(null)
  const failures = [setup, answers, summary].flatMap((text) => (isLeft(text) ? [text.left] : []))
  return isLeft(setup) || isLeft(answers) || isLeft(summary)
    ? left(failures)
    : right({ setup: setup.right, answers: answers.right, summary: summary.right })
}

/**
 * Replays the directory of a run of bargains; one whose bytes cannot be read is `Unreadable`.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayBargainDirectory = (directory: string): BargainReport => {
  const files = readBargainDirectory(directory)
  return isLeft(files) ? { _tag: 'Unreadable', failures: files.left } : replayBargains(files.right)
}

/** The summary has one name in both kinds of run, so it tells nothing. */
const marketNames: ReadonlySet<string> = new Set(
  runFileNames.filter((name) => name !== BARGAIN_FILE_NAMES.summary),
)

/**
 * Says which kind of run a directory holds: a run of bargains has answers, or a setup, and none of the files that only a
 * market run has.
 *
 * @category operations
 * @since 0.1.0
 */
export const kindOfRun = (directory: string): 'market' | 'bargains' => {
  const names = entriesOf(directory).map((entry) => entry.name)
  const isBargains = names.some(
    (name) => name === BARGAIN_FILE_NAMES.answers || name === BARGAIN_FILE_NAMES.setup,
  )
  return isBargains && !names.some((name) => marketNames.has(name)) ? 'bargains' : 'market'
}

const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory()

/** Gives the entries of a directory; nothing for one that is not there, `null` for one that does not open. */
const entriesIn = (directory: string): ReadonlyArray<Dirent> | null => {
  try {
    return readdirSync(directory, { withFileTypes: true })
  } catch {
    return isFolder(directory) ? null : []
  }
}

const entriesOf = (directory: string): ReadonlyArray<Dirent> => entriesIn(directory) ?? []

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A setup alone makes no run: files of that name are common, and would hide the runs below them. */
const namesOfRuns: ReadonlySet<string> = new Set([...runFileNames, BARGAIN_FILE_NAMES.answers])

/**
 * Walks a tree and gives the directories that hold a run, in the order of their names, lazily; `kindOfRun` says whether
 * it is a market run or one of bargains. A directory holds a run if one of a market run's files is in it, or the answers
 * of bargains; what is below a run is not looked at. Links are followed, once round a loop; a directory that cannot be
 * opened is given as well, so that its replay says why.
 *
 * @category operations
 * @since 0.1.0
 */
export function walkRuns(root: string): Generator<string, void, undefined> {
  return walkBelow(root, [])
}

function* walkBelow(
  folder: string,
  above: ReadonlyArray<string>,
): Generator<string, void, undefined> {
  const entries = entriesIn(folder)
  // Reading a directory that does not open says so in its report; passing over it would call the tree clean.
  if (entries === null || entries.some((entry) => namesOfRuns.has(entry.name))) {
    yield folder
    return
  }
  const inner = entries
    .filter(
      (entry) =>
        entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name))),
    )
    .map((entry) => entry.name)
  if (inner.length === 0) return
  const here = realpathSync(folder)
  if (above.includes(here)) return
  for (const name of inner.sort(compareText)) {
    yield* walkBelow(join(folder, name), [...above, here])
  }
}

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
    return openSync(path, 'r')
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
