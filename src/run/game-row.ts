/**
 * Game row: from the files of any recorded game to the row of its job.
 *
 * @module
 */
import { BARGAIN_FILE_NAMES, type BargainFiles, replayBargains } from '../trace/bargaining/index.js'
import { replayRun } from '../trace/replay.js'
import { type RunFiles, runFileNames } from '../trace/run-files.js'
import { rowOfBargain } from './bargain-row.js'
import type { JournalEntry } from './kept-answer.js'
import { type FailedRow, type ResultRow, rowOfReplay } from './result-row.js'
import type { GameFiles, SweepJob } from './sweep-job.js'

/**
 * Names the files of a bargain as its directory does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainGameFiles = (
  name: string,
  { setup, answers, summary }: BargainFiles,
): GameFiles => ({
  name,
  files: {
    [BARGAIN_FILE_NAMES.setup]: setup,
    [BARGAIN_FILE_NAMES.answers]: answers,
    ...(summary === null ? {} : { [BARGAIN_FILE_NAMES.summary]: summary }),
  },
})

const bargainFilesOf = ({ files }: GameFiles): BargainFiles => ({
  setup: files[BARGAIN_FILE_NAMES.setup] ?? '',
  answers: files[BARGAIN_FILE_NAMES.answers] ?? '',
  summary: files[BARGAIN_FILE_NAMES.summary] ?? null,
})

const runFilesOf = ({ name, files }: GameFiles): RunFiles => ({
  name,
  files: Object.fromEntries(
    runFileNames.flatMap((file) => {
      const text = files[file]
      return text === undefined ? [] : [[file, text] as const]
    }),
  ),
})

/**
 * Makes the row of a job that came to no score.
 *
 * @category constructors
 * @since 0.1.0
 */
export const failedRow = (
  job: Pick<SweepJob, 'id' | 'case' | 'agent' | 'seed'>,
  reason: string,
  detail: string,
  answers = 0,
): FailedRow => {
  const { id, case: name, agent, seed } = job
  return { id, case: name, agent, seed, status: 'failed', reason, detail, answers, cost_usd: 0 }
}

/**
 * Replays a recorded game, and gives its row: `ok` if it is verified, `failed` with the reason `replay` if not. `entries`
 * are the answers that were kept of it.
 *
 * @category constructors
 * @since 0.1.0
 */
export const rowOfGame = (
  job: SweepJob,
  files: GameFiles,
  entries: ReadonlyArray<JournalEntry>,
): ResultRow => {
  if (job._tag === 'Market') {
    const run = runFilesOf(files)
    return rowOfReplay(job, run, replayRun(run))
  }
  const row = rowOfBargain(job, replayBargains(bargainFilesOf(files)), entries)
  return 'detail' in row ? failedRow(job, 'replay', row.detail) : row
}
