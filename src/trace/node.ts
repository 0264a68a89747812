/**
 * Readers of run directories for Node: with `node-rows.ts`, all of `edgeworth/trace` that touches a file system.
 *
 * A run is a market run or a run of bargains, told apart by its files. A tree of runs is walked lazily, one directory at
 * a time, so that memory does not grow with the number of runs. Only regular files are opened: a pipe or a device with
 * the name of one would be waited for, or never end.
 *
 * @module
 */
import { type Buffer, isUtf8 } from 'node:buffer'
import { type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
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
import { type ReadFailure, readFailure } from './read-failure.js'
import { type ReplayReport, replayRun } from './replay.js'
import { type RunFiles, runFileNames } from './run-files.js'

export { readRowsOf } from './node-rows.js'

const NEWLINE = 10
/** What a decoder writes in place of bytes that are no UTF-8. */
const REPLACEMENT = '\uFFFD'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const readText = (directory: string, file: string): Either<ReadFailure, string> => {
  const path = join(directory, file)
  try {
    if (!statSync(path).isFile()) {
      return left(readFailure('MissingFile', file, 1, [], 'no regular file', 'a readable file'))
    }
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
