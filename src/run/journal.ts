/**
 * Journal: the answers of one game as lines, in the order in which they entered it.
 *
 * The first line names the game by its id; every other line is one answer with the calls that it came of, as canonical
 * JSON. State is never kept: whoever has the game and its journal has every state. The journal holds private
 * scratchpads, and is the one place that does.
 *
 * Laws
 *   L1 kept entries    reading the lines of a journal gives its entries
 *   L2 own game        a journal is read only for the game that its first line names
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { arrayOf, closedObjectOf, decode, Finite, Integer, nullable, oneOf } from '../core/codec.js'
import { AnswerCodec } from '../core/episode/index.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { canonicalJson } from '../core/json.js'
import type { CallRecord } from './call-record.js'
import type { JournalEntry } from './run-case.js'

/**
 * Names the form of a journal.
 *
 * @category model
 * @since 0.1.0
 */
export const JOURNAL_FORMAT = 'edgeworth-journal/1'

/**
 * Names what can be wrong with a journal: a line that is none, no first line, or the answers of another game.
 *
 * @category failures
 * @since 0.1.0
 */
export type JournalFailure = 'Malformed' | 'OtherGame'

const CallRecordCodec: t.Type<CallRecord> = /* @__PURE__ */ closedObjectOf({
  id: t.string,
  seat: t.string,
  role: t.string,
  agent: nullable(Integer),
  policy: t.string,
  origin: oneOf('llm', 'submitted'),
  model: t.string,
  resolvedModel: nullable(t.string),
  params: closedObjectOf({
    maxTokens: Finite,
    temperature: nullable(Finite),
    sample: nullable(Finite),
  }),
  promptHash: t.string,
  response: t.string,
  finish: nullable(t.string),
  ending: oneOf('answered', 'blank', 'refused', 'unusable', 'threw', 'timeout'),
  usage: closedObjectOf({
    inputTokens: Finite,
    cachedInputTokens: Finite,
    outputTokens: Finite,
    reasoningTokens: Finite,
  }),
  costUsd: nullable(Finite),
  cached: t.boolean,
  attempts: Integer,
  escalations: Integer,
})

const EntryCodec: t.Type<JournalEntry> = /* @__PURE__ */ closedObjectOf({
  id: t.string,
  answer: AnswerCodec,
  calls: arrayOf(CallRecordCodec),
})

const HeadCodec: t.Type<{ readonly format: typeof JOURNAL_FORMAT; readonly game: string }> =
  /* @__PURE__ */ closedObjectOf({ format: t.literal(JOURNAL_FORMAT), game: t.string })

const readHead = decode(HeadCodec)
const readEntry = decode(EntryCodec)

/**
 * Writes the first line of the journal of a game.
 *
 * @category codec
 * @since 0.1.0
 */
export const journalHead = (game: string): string =>
  JSON.stringify({ format: JOURNAL_FORMAT, game })

/**
 * Writes an entry as a line of canonical JSON, without a line feed. Fails for what JSON cannot hold.
 *
 * @category codec
 * @since 0.1.0
 */
export const journalLine = ({
  id,
  answer,
  calls,
}: JournalEntry): Either<Failures<'NotJson'>, string> => canonicalJson({ id, answer, calls })

const parsed = (line: string): unknown => {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/**
 * Reads the lines of the journal of a game; no lines are a journal without entries. Fails with every line that is no
 * entry; paths begin with the index of the line.
 *
 * @category codec
 * @since 0.1.0
 */
export const readJournal =
  (game: string) =>
  (lines: ReadonlyArray<string>): Either<Failures<JournalFailure>, ReadonlyArray<JournalEntry>> => {
    const [first, ...rest] = lines
    if (first === undefined) return right([])
    const head = readHead(parsed(first))
    if (isLeft(head)) return left([failure('Malformed', [0], first, 'the first line of a journal')])
    if (head.right.game !== game) {
      return left([failure('OtherGame', [0, 'game'], head.right.game, `the game ${game}`)])
    }
    const entries: Array<JournalEntry> = []
    const defects: Array<Failure<JournalFailure>> = []
    for (const [index, line] of rest.entries()) {
      const entry = readEntry(parsed(line))
      if (isLeft(entry)) {
        const [found] = entry.left
        defects.push({ ...found, path: [index + 1, ...found.path] })
      } else entries.push(entry.right)
    }
    const failures = nonEmpty(defects)
    return failures === null ? right(entries) : left(failures)
  }
