/**
 * Documents: reading the JSON files of a run directory with the places of their values.
 *
 * A document that is read carries its value, its text, and the source with lines, number tokens and order of members.
 * One that is not gives failures with file, line and path.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { decode } from '../core/codec.js'
import type { Path } from '../core/failure.js'
import type { Json } from '../core/json.js'
import { type JsonSource, lineAt, readJsonSource, valueOf } from '../core/json-source.js'
import { formSlip } from './form-slip.js'
import { LONGEST_LINE, type ReadFailure, readFailure } from './read-failure.js'
import type { RunFileName } from './run-files.js'

/**
 * Is a JSON text that was read: its value as JSON, as the type of its codec, and the source that has its places.
 *
 * @category model
 * @since 0.1.0
 */
export interface Document<A> {
  readonly file: RunFileName
  readonly text: string
  readonly json: Json
  readonly value: A
  readonly source: JsonSource
}

const oneOf = (failure: ReadFailure): Either<ReadonlyArray<ReadFailure>, never> => left([failure])

const lineFromMessage = (expected: string, first: number): number =>
  first + Number(/ at line (\d+), column \d+$/.exec(expected)?.[1] ?? 1) - 1

/**
 * Checks the bytes of a text before its JSON: no byte order mark, no carriage return, no line that is longer than
 * `LONGEST_LINE`. Gives the first such failure.
 *
 * @category operations
 * @since 0.1.0
 */
export const textFailures = (file: string, text: string): ReadonlyArray<ReadFailure> => {
  if (text.startsWith('\uFEFF')) {
    const expected = 'UTF-8 without a byte order mark'
    return [readFailure('ByteOrderMark', file, 1, [], text.slice(0, 20), expected)]
  }
  const carriage = text.indexOf('\r')
  if (carriage !== -1) {
    const line = text.slice(0, carriage).split('\n').length
    const expected = 'lines that end in a line feed alone'
    return [readFailure('LineEnding', file, line, [], text.slice(carriage, carriage + 2), expected)]
  }
  if (text.length <= LONGEST_LINE) return []
  const long = text.split('\n').findIndex((line) => line.length > LONGEST_LINE)
  const expected = `at most ${LONGEST_LINE} characters a line`
  return long === -1 ? [] : [readFailure('HugeLine', file, long + 1, [], null, expected)]
}

/**
 * Reads the source of a JSON text that begins on `line` of a file.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readSource = (
  file: string,
  line: number,
  text: string,
): Either<ReadonlyArray<ReadFailure>, JsonSource> => {
  const source = readJsonSource(text)
  if (!isLeft(source)) return source
  return left(
    source.left.map((found) => {
      const place = lineFromMessage(found.expected, line)
      return readFailure('NotJson', file, place, found.path, found.value, found.expected)
    }),
  )
}

const memberLine = (source: JsonSource, path: Path): number => {
  const parent = path.slice(0, -1)
  const key = path[path.length - 1]
  let inner: JsonSource | undefined = source
  for (const step of parent) {
    inner =
      inner?._tag === 'Object'
        ? inner.members.find(([name]) => name === step)?.[1]
        : inner?._tag === 'Array' && typeof step === 'number'
          ? inner.elements[step]
          : undefined
  }
  // An absent element would stand after the last one.
  if (inner?._tag === 'Array' && typeof key === 'number') {
    return (inner.elements[key] ?? inner.elements.at(-1) ?? inner).line
  }
  if (inner?._tag !== 'Object' || typeof key !== 'string') return lineAt(source, path)
  const present = inner.members.find(([name]) => name === key)
  if (present !== undefined) return present[1].line
  // An absent member of a document with sorted keys would stand where the next larger key stands.
  const next = inner.members.find(([name]) => name > key)
  return next?.[1].line ?? lineAt(source, path)
}

/**
 * Tells the line of a path in a document; an absent member is on the line where it should stand.
 *
 * @category operations
 * @since 0.1.0
 */
export const lineIn =
  (source: JsonSource): ((path: Path) => number) =>
  (path) =>
    memberLine(source, path)

/**
 * Reads a document by its codec.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readDocument = <A>(
  codec: t.Type<A, unknown>,
  file: RunFileName,
  text: string,
): Either<ReadonlyArray<ReadFailure>, Document<A>> => {
  const [first] = textFailures(file, text)
  if (first !== undefined) return oneOf(first)
  const source = readSource(file, 1, text)
  if (isLeft(source)) return left([...formSlip('NotJson', file, text), ...source.left])
  const json = valueOf(source.right)
  const decoded = decode(codec)(json)
  if (!isLeft(decoded)) {
    return right({ file, text, json, value: decoded.right, source: source.right })
  }
  const place = lineIn(source.right)
  const malformed = decoded.left.map((found) =>
    readFailure('Malformed', file, place(found.path), found.path, found.value, found.expected),
  )
  return left([...formSlip('Malformed', file, text), ...malformed])
}
