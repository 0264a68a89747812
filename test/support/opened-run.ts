import { isLeft } from 'fp-ts/lib/Either.js'
import { recordRun } from '../../src/trace/record.js'
import type { RunToRecord } from '../../src/trace/recording.js'
import type { RunFiles } from '../../src/trace/run-files.js'
import { openRun, type VerifiedRun } from '../../src/trace/verified-run.js'

/** The files of a run that is recorded here and now. */
export const recordedFiles = (run: RunToRecord): RunFiles => {
  const files = recordRun(run)
  if (isLeft(files)) throw new Error(JSON.stringify(files.left))
  return files.right
}

/** Records a run and opens it again. */
export const opened = (run: RunToRecord): VerifiedRun => {
  const found = openRun(recordedFiles(run))
  if (found._tag !== 'VerifiedRun') throw new Error(found._tag)
  return found
}
