/**
 * Rows for `edgeworth gate`: from recorded runs of symmetric negotiations, or from a file of rows.
 *
 * @module
 */
import { readFileSync, statSync } from 'node:fs'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { type ParticipantRow, participantsOf } from '../bargaining/index.js'
import { arrayOf, decode, Finite, NonNegativeInteger, nullable, objectOf } from '../core/codec.js'
import { renderFailures } from '../core/failure.js'
import { renderBargainReport } from '../trace/index.js'
import { replaysOf } from './runs.js'

const RowCodec = objectOf({
  participant: t.string,
  counterpart: t.string,
  worldId: t.string,
  side: t.union([t.literal('buyer'), t.literal('seller')]),
  opened: t.boolean,
  share: nullable(Finite),
  counts: objectOf({
    turns: NonNegativeInteger,
    unreadable: NonNegativeInteger,
    faults: NonNegativeInteger,
    vetoes: NonNegativeInteger,
    refused: NonNegativeInteger,
  }),
})

const readRows = decode(arrayOf(RowCodec))

/** Cells of a CSV text (RFC 4180), line by line. */
const cellsOf = (text: string): ReadonlyArray<ReadonlyArray<string>> => {
  const rows: Array<Array<string>> = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
  let row: Array<string> = []
  while (cell.lastIndex < text.length) {
    const match = cell.exec(text)
    if (match === null) return rows
    const [, quoted, plain = '', end] = match
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',' && cell.lastIndex < text.length) continue
    rows.push(row)
    row = []
  }
  return rows
}

const numberOf = (text: string | undefined): unknown =>
  text === undefined || text.trim() === '' ? null : Number(text)

/** A line of a CSV as the row that JSON would hold; what cannot be read is left for the codec to refuse. */
const rowOf = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>): unknown => {
  const at = (name: string): string | undefined => cells[header.indexOf(name)]
  const words: Readonly<Record<string, boolean>> = {
    true: true,
    false: false,
    '1': true,
    '0': false,
  }
  const opened = at('opened') ?? ''
  const count = (name: string): unknown => numberOf(at(name)) ?? 0
  return {
    participant: at('participant'),
    counterpart: at('counterpart'),
    worldId: at('world'),
    side: at('side'),
    opened: Object.hasOwn(words, opened) ? words[opened] : opened,
    share: numberOf(at('share')),
    counts: {
      turns: count('turns'),
      unreadable: count('unreadable'),
      faults: count('faults'),
      vetoes: count('vetoes'),
      refused: count('refused'),
    },
  }
}

const inFile = (file: string): Either<string, ReadonlyArray<ParticipantRow>> => {
  let json: unknown
  try {
    const text = readFileSync(file, 'utf8')
    if (file.endsWith('.json')) json = JSON.parse(text) as unknown
    else {
      const [header = [], ...lines] = cellsOf(text)
      json = lines.map((cells) => rowOf(header, cells))
    }
  } catch (error) {
    return left(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
  const rows = readRows(json)
  return isLeft(rows)
    ? left(`${file}: ${renderFailures(rows.left).split('\n')[0] ?? ''}`)
    : right(rows.right)
}

const isRowFile = (path: string): boolean => {
  if (!/\.(json|csv)$/.test(path)) return false
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined || found.isFile()
}

/**
 * Says where a row comes from: its file or run directory, and its place among the rows of that, from 0.
 *
 * @category model
 * @since 0.1.0
 */
export interface RowPlace {
  readonly file: string
  readonly row: number
}

/**
 * Holds the rows of a gate, where each comes from, and what could not be taken: runs that are not verified, or of another game.
 *
 * @category model
 * @since 0.1.0
 */
export interface GateRows {
  readonly rows: ReadonlyArray<ParticipantRow>
  readonly places: ReadonlyArray<RowPlace>
  readonly left: ReadonlyArray<string>
}

const placesIn = (file: string, rows: ReadonlyArray<ParticipantRow>): ReadonlyArray<RowPlace> =>
  rows.map((_, row) => ({ file, row }))

const inRuns = (path: string): GateRows => {
  const rows: Array<ParticipantRow> = []
  const places: Array<RowPlace> = []
  const refused: Array<string> = []
  for (const replay of replaysOf([path])) {
    if (replay.kind === 'market') {
      refused.push(`${replay.folder}: no run of symmetric negotiations`)
      continue
    }
    const report = replay.replay()
    if (report._tag !== 'Verified') {
      refused.push(`not taken: ${renderBargainReport(replay.folder)(report)[0] ?? ''}`)
    } else if (report.game === 'symmetric') {
      const own = report.results.flatMap((result) => participantsOf(result.seats, result))
      rows.push(...own)
      places.push(...placesIn(replay.folder, own))
    } else refused.push(`${replay.folder}: no run of symmetric negotiations`)
  }
  return { rows, places, left: refused }
}

/**
 * Reads the rows below paths: files of rows (`.json`, `.csv`), run directories, or trees of them.
 *
 * @category constructors
 * @since 0.1.0
 */
export const gateRows = (paths: ReadonlyArray<string>): GateRows => {
  const found = paths.map((path): GateRows => {
    if (!isRowFile(path)) return inRuns(path)
    const rows = inFile(path)
    return isLeft(rows)
      ? { rows: [], places: [], left: [rows.left] }
      : { rows: rows.right, places: placesIn(path, rows.right), left: [] }
  })
  return {
    rows: found.flatMap(({ rows }) => rows),
    places: found.flatMap(({ places }) => places),
    left: found.flatMap((one) => one.left),
  }
}
