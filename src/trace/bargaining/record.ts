/**
 * Record: the three files of a run of bargains.
 *
 * | file            | holds                                                                         |
 * | --------------- | ----------------------------------------------------------------------------- |
 * | `setup.json`    | the setup, as canonical JSON                                                  |
 * | `answers.jsonl` | the log: one answer a line, in the order of arrival                           |
 * | `summary.json`  | the setup again, a digest of every line of answers, what became of every world, both sides' shares and turns; not there while the run is unfinished |
 *
 * The summary says nothing that the other two files do not give: it is there to be computed again and compared. Its
 * copy of the setup and its digests are what makes a changed digit be found where it stands, also in a part that no
 * outcome depends on.
 *
 * Laws
 *   L1 pure record    the files are a function of setup and log: equal runs have equal bytes
 *   L2 grown          the answers of a longer run begin with those of the run it continues
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { encodeLog, type Log, replay } from '../../core/episode/index.js'
import { below, type Failures } from '../../core/failure.js'
import { sha256Hex } from '../../core/hash.js'
import { canonicalJson, type Json } from '../../core/json.js'
import { type BargainRun, withRun } from './games.js'
import type { BargainSetup } from './setup.js'

/**
 * Holds the texts of the files of a run; `summary` is `null` while it is unfinished.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainFiles {
  readonly setup: string
  readonly answers: string
  readonly summary: string | null
}

/**
 * Names the files in a directory.
 *
 * @category model
 * @since 0.1.0
 */
export const BARGAIN_FILE_NAMES: Readonly<Record<keyof BargainFiles, string>> = {
  setup: 'setup.json',
  answers: 'answers.jsonl',
  summary: 'summary.json',
}

/**
 * Gives the digest of one line of answers: the first 16 hexadecimal digits of the SHA-256 of its text.
 *
 * @category operations
 * @since 0.1.0
 */
export const digestOfLine = (line: string): string => sha256Hex(line).slice(0, 16)

/**
 * Gives the lines of a text that ends with a line feed; what stands behind the last one is a line too.
 *
 * @category operations
 * @since 0.1.0
 */
export const linesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/**
 * Makes the summary of a finished run from its game, the text of its answers and its results.
 *
 * @category operations
 * @since 0.1.0
 */
export const summaryOf = <S extends BargainSetup, Q, R>(
  run: BargainRun<S, Q, R>,
  answers: string,
  results: ReadonlyArray<R>,
): Json =>
  // Plain data throughout: numbers, texts, lists and records.
  ({
    setup: run.setup,
    answers: linesOf(answers).map(digestOfLine),
    ...run.summarize(results),
  }) as unknown as Json

/**
 * Writes the files of a run: of a finished one with its summary, of an unfinished one without. Fails where the log does
 * not fit the game of the setup, or where an answer holds what JSON cannot; paths begin with the index of the entry.
 *
 * @category operations
 * @since 0.1.0
 */
export const recordBargains =
  (setup: BargainSetup) =>
  (log: Log): Either<Failures, BargainFiles> => {
    const text = canonicalJson(setup)
    if (isLeft(text)) return left(below(['setup'], text.left))
    const answers = encodeLog(log)
    if (isLeft(answers)) return answers
    const files = { setup: `${text.right}\n`, answers: answers.right }
    return withRun(setup, (run): Either<Failures, BargainFiles> => {
      const replayed = replay(log)(run.episode)
      if (replayed._tag === 'Diverged') return left([replayed.failure])
      if (replayed.episode._tag === 'Asking') return right({ ...files, summary: null })
      const summary = canonicalJson(summaryOf(run, answers.right, replayed.episode.result))
      return isLeft(summary)
        ? left(below(['summary'], summary.left))
        : right({ ...files, summary: `${summary.right}\n` })
    })
  }
