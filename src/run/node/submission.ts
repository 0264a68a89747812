/**
 * Submission on a disk: prepared cases, a sweep of one agent over them, and the report.
 *
 * A submission is a sweep with its prepared cases beside it; it stops and goes on as any sweep does. Only when no game is
 * left are the games replayed without the agent, and only if all of them come out the same is a report written.
 *
 * @module
 */
import { join } from 'node:path'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure, nonEmpty } from '../../core/failure.js'
import { configToSnapshot, type ExchangeConfig } from '../../economy/config.js'
import { writeJson } from '../../trace/write.js'
import { type CaseFile, preflight } from '../submission.js'
import type { MarketPlan } from '../sweep-plan.js'
import { makeFolderUnsafe, readDurable, writeDurably } from './durable.js'
import { runSweep } from './sweep.js'
import type { PlayJob, SweepEnd, SweepOptions } from './sweep-options.js'
import { type Finding, reportOf, submissionFileNames } from './verify.js'

/**
 * Tells what became of a submission: reported; not finished, so that it has to be gone on with; or refused because a
 * replay without the agent does not come to what was recorded.
 *
 * @category model
 * @since 0.1.0
 */
export type SubmissionEnd =
  | { readonly _tag: 'Reported'; readonly end: SweepEnd; readonly report: string }
  | { readonly _tag: 'Unfinished'; readonly end: SweepEnd }
  | {
      readonly _tag: 'NotVerified'
      readonly end: SweepEnd
      readonly findings: ReadonlyArray<Finding>
    }

/**
 * Prepares a case as a file: its configuration with every key, as a document.
 *
 * @category constructors
 * @since 0.1.0
 */
export const preparedCase = (config: ExchangeConfig): CaseFile => ({
  name: `${config.name}.json`,
  text: writeJson('document', configToSnapshot(config)),
})

/** The prepared cases stand in the directory, or are put there; other ones are not written over. */
const settleCases = (directory: string, files: ReadonlyArray<CaseFile>): Either<Failures, null> => {
  const folder = join(directory, submissionFileNames.cases)
  try {
    makeFolderUnsafe(folder)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return left([failure('NotWritten', [folder], reason, 'a place that can be written')])
  }
  for (const { name, text } of files) {
    const path = join(folder, name)
    const found = readDurable(path)
    if (isLeft(found)) return found
    if (found.right !== null && found.right !== text) {
      const expected = 'the prepared case of this submission'
      return left([failure('OtherCase', [path], null, expected)])
    }
    const written = found.right === null ? writeDurably(path, text) : right(null)
    if (isLeft(written)) return written
  }
  return right(null)
}

/**
 * Plays a submission, or goes on with one, and reports it. Everything that is wrong with it is told before anything is
 * played.
 *
 * @category operations
 * @since 0.1.0
 */
export const submit = async (
  directory: string,
  plan: MarketPlan,
  play: PlayJob,
  options: SweepOptions = {},
): Promise<Either<Failures, SubmissionEnd>> => {
  const defects = nonEmpty(preflight(plan))
  if (defects !== null) return left(defects)
  const settled = settleCases(directory, plan.cases.map(preparedCase))
  if (isLeft(settled)) return settled
  const end = await runSweep(directory, plan, play, options)
  if (isLeft(end)) return end
  if (end.right.summary.status !== 'complete') return right({ _tag: 'Unfinished', end: end.right })
  const made = await reportOf(directory, plan)
  if (isLeft(made)) return made
  const { text, findings } = made.right
  if (findings.length > 0) return right({ _tag: 'NotVerified', end: end.right, findings })
  const written = writeDurably(join(directory, submissionFileNames.report), text)
  return isLeft(written) ? written : right({ _tag: 'Reported', end: end.right, report: text })
}
