/**
 * Log text: a log as lines of canonical JSON, one an entry.
 *
 * Each line ends with a line feed, so a log grows by appending and a line that a crash has cut is recognised. The text
 * holds the private scratchpads: it is the one place where they are kept.
 *
 * Laws
 *   L1 inverse    decoding an encoded log gives the log (-0 in an action becomes 0)
 *   L2 canonical  equal logs have equal texts
 *   L3 append     the text of two logs in a row is the text of the first followed by that of the second
 *   L4 defects    every line that is no entry is reported, by its index
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { decode } from '../codec.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../failure.js'
import { canonicalJson } from '../json.js'
import { LogEntryCodec } from './answer-codec.js'
import type { Log, LogEntry } from './log.js'

/**
 * Writes a log. Fails where an action holds what JSON cannot (NaN, a lone surrogate), with the index of the entry.
 *
 * @category codec
 * @since 0.1.0
 */
export const encodeLog = (log: Log): Either<Failures<'NotJson'>, string> => {
  const lines: Array<string> = []
  const defects: Array<Failure<'NotJson'>> = []
  for (const [index, { id, answer }] of log.entries()) {
    const line = canonicalJson({ answer, id })
    if (isLeft(line)) defects.push(...below([index], line.left))
    else lines.push(`${line.right}\n`)
  }
  const failures = nonEmpty(defects)
  return failures === null ? right(lines.join('')) : left(failures)
}

const decodeEntry = decode(LogEntryCodec)

const readLine = (line: string): Either<Failures<'Malformed'>, LogEntry> => {
  let parsed: unknown
  try {
    parsed = JSON.parse(line)
  } catch {
    return left([failure('Malformed', [], line, 'a line of JSON')])
  }
  return decodeEntry(parsed)
}

/**
 * Reads a log. Fails with every line that is no entry; paths begin with the index of the line, counted from 0. The line
 * feed after the last entry may be missing.
 *
 * @category codec
 * @since 0.1.0
 */
export const decodeLog = (text: string): Either<Failures<'Malformed'>, Log> => {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  const log: Array<LogEntry> = []
  const defects: Array<Failure<'Malformed'>> = []
  for (const [index, line] of lines.entries()) {
    const entry = readLine(line)
    if (isLeft(entry)) defects.push(...below([index], entry.left))
    else log.push(entry.right)
  }
  const failures = nonEmpty(defects)
  return failures === null ? right(log) : left(failures)
}
