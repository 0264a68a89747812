/**
 * Durable files: texts and directories that are whole or not there, whenever the process or the machine stops.
 *
 * A text is written beside its place, flushed to the disk, renamed into place, and the folder is flushed. A directory is
 * filled beside its place in the same way and renamed as a whole. So a reader meets what was there before or what was
 * meant to be there, and nothing between. A log grows by whole lines: an appended line is on the disk when its promise
 * is kept, lines that wait together are flushed together, and what a stop has cut off the last one is dropped at the next
 * opening, before anything is appended behind it.
 *
 * Laws
 *   L1 whole text     a text that was written is read back as it was, and nothing is left beside it
 *   L2 whole folder   a directory that is there already is never written over
 *   L3 torn line      opening a log whose end was cut anywhere gives its whole lines, and the next line follows them
 *
 * @module
 */
import { type Buffer, isUtf8 } from 'node:buffer'
import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../../core/failure.js'

/**
 * Names why something is not on the disk: it could not be written or read, or its place was taken.
 *
 * @category failures
 * @since 0.1.0
 */
export type DurableFailure = 'NotWritten' | 'NotRead' | 'AlreadyThere'

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

const notWritten = (path: string, error: unknown): Either<Failures<DurableFailure>, never> =>
  left([failure('NotWritten', [path], messageOf(error), 'a place that can be written')])

/**
 * Makes a folder and those above it that are not there, one by one: where a system refuses in words of its own that a folder
 * is made (below `/proc`), making all at once never comes to an end. Throws as the file system does.
 *
 * @category operations
 * @since 0.1.0
 */
export const makeFolderUnsafe = (path: string): void => {
  const missing: Array<string> = []
  let at = resolve(path)
  while (!existsSync(at)) {
    missing.push(at)
    at = dirname(at)
  }
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder)
    } catch {
      // Another process may have made it in the meantime; otherwise the refusal comes again, and is that of the caller.
      if (!existsSync(folder)) mkdirSync(folder)
    }
  }
  // Of what is there and is no folder, this tells so.
  if (!statSync(path).isDirectory()) mkdirSync(path)
}

/** Flushes a folder, so that the names in it last; some systems refuse to, and then need not. */
const flushFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } catch {
    // Where a folder cannot be flushed, a rename is already as durable as it gets.
  } finally {
    closeSync(handle)
  }
}

const writeFlushed = (path: string, text: string): void => {
  const handle = openSync(path, 'w')
  try {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** What is still being written carries this in its name. */
const partialName = (path: string): string => join(dirname(path), `.${basename(path)}-`)

/**
 * Writes a text in place of what is at a path; after a stop the old text or the new one is there.
 *
 * @category operations
 * @since 0.1.0
 */
export const writeDurably = (
  path: string,
  text: string,
): Either<Failures<DurableFailure>, null> => {
  const target = resolve(path)
  const beside = `${partialName(target)}partial`
  try {
    writeFlushed(beside, text)
    renameSync(beside, target)
    flushFolder(dirname(target))
    return right(null)
  } catch (error) {
    return notWritten(path, error)
  }
}

/**
 * Writes a directory that is not there yet, its files by name; after a stop all of it is there or nothing.
 *
 * @category operations
 * @since 0.1.0
 */
export const writeDirectory = (
  directory: string,
  files: Readonly<Partial<Record<string, string>>>,
): Either<Failures<DurableFailure>, null> => {
  const target = resolve(directory)
  const taken = (): Either<Failures<DurableFailure>, null> =>
    left([failure('AlreadyThere', [directory], null, 'a directory that is not there yet')])
  let beside: string | null = null
  try {
    if (existsSync(target)) return taken()
    makeFolderUnsafe(dirname(target))
    beside = mkdtempSync(partialName(target))
    // Inside of it, so that the directory has the rights of any other and not those of a temporary one.
    const whole = join(beside, 'run')
    mkdirSync(whole)
    for (const [name, text] of Object.entries(files)) {
      if (text !== undefined) writeFlushed(join(whole, name), text)
    }
    flushFolder(whole)
    if (existsSync(target)) return taken()
    renameSync(whole, target)
    flushFolder(dirname(target))
    return right(null)
  } catch (error) {
    return notWritten(directory, error)
  } finally {
    if (beside !== null) rmSync(beside, { recursive: true, force: true })
  }
}

/**
 * Removes what a stop has left beside the texts and directories of a folder.
 *
 * @category operations
 * @since 0.1.0
 */
export const sweepPartial = (folder: string): void => {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (!/^\..+-(partial|[A-Za-z0-9]{6})$/.test(name)) continue
    rmSync(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Reads a text; `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readDurable = (path: string): Either<Failures<DurableFailure>, string | null> => {
  try {
    if (!existsSync(path)) return right(null)
    const bytes = readFileSync(path)
    return isUtf8(bytes)
      ? right(bytes.toString('utf8'))
      : left([failure('NotRead', [path], 'it is no UTF-8', 'UTF-8')])
  } catch (error) {
    return left([failure('NotRead', [path], messageOf(error), 'a file that can be read')])
  }
}

const NEWLINE = 10

const wholeLines = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1)

/**
 * Reads the whole lines of a log, without what a stop has cut; nothing of a log that is not there.
 *
 * @category operations
 * @since 0.1.0
 */
export const readLog = (path: string): Either<Failures<DurableFailure>, ReadonlyArray<string>> => {
  try {
    if (!existsSync(path)) return right([])
    const bytes = wholeLines(readFileSync(path))
    if (!isUtf8(bytes)) return left([failure('NotRead', [path], 'it is no UTF-8', 'UTF-8')])
    return right(bytes.toString('utf8').split('\n').slice(0, -1))
  } catch (error) {
    return left([failure('NotRead', [path], messageOf(error), 'a file that can be read')])
  }
}

/**
 * Is a log that is open: lines that it held, and how to add one. A line has no line feed; its promise is kept when it is
 * on the disk, and broken when it cannot be.
 *
 * @category model
 * @since 0.1.0
 */
export interface OpenLog {
  readonly lines: ReadonlyArray<string>
  readonly append: (line: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Lines that come while others are being flushed are written and flushed together, in one turn. */
const appenderOf = (handle: FileHandle): OpenLog['append'] => {
  let turn: { readonly lines: Array<string>; readonly flushed: Promise<void> } | null = null
  let before: Promise<void> = Promise.resolve()
  return (line) => {
    if (turn === null) {
      const lines: Array<string> = []
      const flush = async (): Promise<void> => {
        turn = null
        await handle.appendFile(lines.join(''))
        await handle.datasync()
      }
      const flushed = before.then(flush)
      before = flushed.catch(() => undefined)
      turn = { lines, flushed }
    }
    turn.lines.push(`${line}\n`)
    return turn.flushed
  }
}

/** Cuts a log down to its whole lines, on the disk too. */
const mend = (path: string): void => {
  if (!existsSync(path)) return
  const bytes = readFileSync(path)
  const { length } = wholeLines(bytes)
  if (length === bytes.length) return
  const handle = openSync(path, 'r+')
  try {
    ftruncateSync(handle, length)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Opens a log for appending, made if it is not there, mended if a stop has cut it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const openLog = async (path: string): Promise<Either<Failures<DurableFailure>, OpenLog>> => {
  try {
    makeFolderUnsafe(dirname(path))
    mend(path)
    const lines = readLog(path)
    if (lines._tag === 'Left') return lines
    const handle = await open(path, 'a')
    flushFolder(dirname(path))
    return right({
      lines: lines.right,
      append: appenderOf(handle),
      close: () => handle.close(),
    })
  } catch (error) {
    return notWritten(path, error)
  }
}
