/**
 * Exchange run: an exchange that was played as an episode, written as rows and as a run directory.
 *
 * The rows are written from the result itself. A directory is written by `recordRun`, which settles every round again by
 * the same rules; rows that come out different are a defect and no directory is given. A run with `callDetails` is
 * recorded live, with a manifest: the replies of the compiler and the verifier are then kept, and in a round that was
 * settled by actions those that the rules wrote. Without them nothing tells compiler and verifier apart, so a run whose
 * verifier changed a mechanism cannot be recorded offline.
 *
 * | option                         | default    | meaning                                                        |
 * | ------------------------------ | ---------- | -------------------------------------------------------------- |
 * | `callDetails`                  | none       | what is known of each call, by its name; makes the run live    |
 * | every other of `RunToRecord`   | as there   | name, version, sampling, times                                 |
 *
 * Laws
 *   L1 recorded exchange   the replay of a recorded exchange is `Verified`, and its rows are those of the result
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../core/failure.js'
import { type Json, jsonDifferences } from '../core/json.js'
import type { ExchangeResult, ExchangeRound, SaidByAgent } from '../exchange/exchange-result.js'
import { recordRun } from './record.js'
import { recordEvent, recordMechanism } from './recorded-form.js'
import type { PlayedRound, RunToRecord } from './recording.js'
import type { TraceRow } from './row-codec.js'
import type { RunFiles } from './run-files.js'
import { writeJson } from './write.js'

/**
 * Collects what a directory says beside the result; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export type ExchangeRecordOptions = Omit<RunToRecord, 'config' | 'rounds' | 'summation'>

const keyed = (said: SaidByAgent): Readonly<Record<string, string>> => said

/**
 * Writes a played round as its trace row.
 *
 * @category constructors
 * @since 0.1.0
 */
export const exchangeRow = (round: ExchangeRound): TraceRow => ({
  round_index: round.round,
  controller_id: round.controller,
  communication_texts: keyed(round.communication),
  proposal_text: round.proposal,
  response_texts: keyed(round.responses),
  final_text: round.final,
  compiled_mechanism: recordMechanism(round.compiled),
  verified_before_private_acceptance: recordMechanism(round.verified),
  verified_mechanism: recordMechanism(round.executed),
  event: recordEvent(round.event, round.cost),
})

/**
 * Writes the rows of a played exchange as `trace.jsonl` has them: one a line, with a newline at the end of each.
 *
 * @category constructors
 * @since 0.1.0
 */
export const exchangeTrace = (result: ExchangeResult): string =>
  // A row is made of numbers, texts and JSON.
  result.rounds
    .map((round) => `${writeJson('trace', exchangeRow(round) as unknown as Json)}\n`)
    .join('')

const playedRound = (round: ExchangeRound, isLive: boolean): PlayedRound => ({
  communication: round.communication,
  proposal: round.proposal,
  responses: round.responses,
  final: round.final,
  agreement: isLive
    ? { _tag: 'Replies', compiler: round.compiler, verifier: round.verifier }
    : { _tag: 'Mechanism', mechanism: round.verified },
  decisions: round.decisions,
})

/** A directory says of its rows what the result does not: compare them, so that none is written that differs. */
const sameRows = (
  result: ExchangeResult,
  files: RunFiles,
): Either<Failures<'BadRecording'>, RunFiles> => {
  const written = (files.files['trace.jsonl'] ?? '').split('\n')
  for (const [index, round] of result.rounds.entries()) {
    // Both are rows, made of numbers, texts and JSON.
    const own = JSON.parse(JSON.stringify(exchangeRow(round))) as Json
    const [found] = jsonDifferences(own, JSON.parse(written[index] ?? 'null') as Json)
    if (found === undefined) continue
    const expected = 'what settling the round again gives; a live run is recorded with callDetails'
    return left([failure('BadRecording', ['rounds', index, ...found.path], found.left, expected)])
  }
  return right(files)
}

/**
 * Writes a played exchange as the files of a run directory. Fails for a result that was read as recordings are
 * (`reading`), for one that could not be replayed, and for rows that differ.
 *
 * @category constructors
 * @since 0.1.0
 */
export const recordExchange =
  (options: ExchangeRecordOptions = {}) =>
  (result: ExchangeResult): Either<Failures<'BadRecording'>, RunFiles> => {
    const { config, reading, summation, rounds } = result
    if (reading !== 'strict') {
      return left([failure('BadRecording', ['reading'], reading, 'strict: what a replay reads by')])
    }
    const isLive = options.callDetails !== undefined
    const files = recordRun({
      ...options,
      config,
      summation,
      rounds: rounds.map((round) => playedRound(round, isLive)),
    })
    return isLeft(files) ? files : sameRows(result, files.right)
  }
