/**
 * Verify: a submission at rest is what its report says, or everything that is not is named.
 *
 * Nobody is asked and nothing is played anew: the files are hashed, the runs replayed, games are played again from the
 * answers that were kept with nobody to ask, rows follow from the runs, and the report from the rows. A change of one
 * byte anywhere is found. Who changes answers, runs, rows, hashes and report so that all agree again has made another
 * submission: against that, publish the hash of the report.
 *
 * | finding     | meaning                                                                   |
 * | ----------- | ------------------------------------------------------------------------- |
 * | `missing`   | a file that the report lists is not there                                 |
 * | `added`     | a file is there that the report does not list                             |
 * | `changed`   | a file has other bytes than the report says                               |
 * | `replay`    | a run does not replay                                                     |
 * | `answers`   | the kept answers of a game do not come to its run                         |
 * | `row`       | a result is not the one that follows from its run                         |
 * | `report`    | the report is not the one that follows from the rest                      |
 * | `unread`    | something cannot be read                                                  |
 *
 * Laws
 *   L1 tampering    a submission that was written verifies, and with any one byte of it changed it does not
 *
 * @module
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure, renderFailures } from '../../core/failure.js'
import { sha256HexOfBytes } from '../../core/hash.js'
import { compareCodePoints, type Json } from '../../core/json.js'
import { writeJson } from '../../trace/write.js'
import { readJournal } from '../journal.js'
import type { LanguageModel } from '../language-model.js'
import { type ResultRow, resultLine } from '../result-row.js'
import { type CaseFile, type ReplayCounts, submissionReport } from '../submission.js'
import type { SweepJob } from '../sweep-job.js'
import { isBargainPlan, jobsOf, type MarketPlan } from '../sweep-plan.js'
import { commandOf, playBy } from '../sweep-players.js'
import { readDurable, readLog } from './durable.js'
import { planIn } from './resume.js'
import { gameFilesIn, journalPath, rowOfDirectory, rowsIn, sweepFileNames } from './sweep-files.js'

/**
 * Names the file of the report and the folder of the prepared cases.
 *
 * @category model
 * @since 0.1.0
 */
export const submissionFileNames = { report: 'report.json', cases: 'cases' } as const

/**
 * Is something that is not as the report says: where, what, and a remark.
 *
 * @category model
 * @since 0.1.0
 */
export interface Finding {
  readonly what:
    | 'missing'
    | 'added'
    | 'changed'
    | 'replay'
    | 'answers'
    | 'row'
    | 'report'
    | 'unread'
  readonly where: string
  readonly detail: string
}

/** What a submission may hold beside what its report lists. */
const unlisted: ReadonlySet<string> = new Set([
  submissionFileNames.report,
  sweepFileNames.lock,
  sweepFileNames.stop,
])

/**
 * Hashes every file of a submission but its report, by path.
 *
 * @category operations
 * @since 0.1.0
 */
export const hashesIn = (directory: string): Readonly<Record<string, string>> => {
  const found: Array<readonly [string, string]> = []
  const walk = (below: string): void => {
    for (const name of readdirSync(join(directory, below))) {
      const path = below === '' ? name : `${below}/${name}`
      if (statSync(join(directory, path)).isDirectory()) walk(path)
      else if (!unlisted.has(path)) {
        found.push([path, sha256HexOfBytes(readFileSync(join(directory, path)))])
      }
    }
  }
  walk('')
  return Object.fromEntries(found.sort(([a], [b]) => compareCodePoints(a, b)))
}

/**
 * Reads the prepared cases of a submission.
 *
 * @category constructors
 * @since 0.1.0
 */
export const caseFilesIn = (directory: string): Either<Failures, ReadonlyArray<CaseFile>> => {
  const folder = join(directory, submissionFileNames.cases)
  try {
    const files: Array<CaseFile> = []
    for (const name of readdirSync(folder).sort(compareCodePoints)) {
      const text = readDurable(join(folder, name))
      if (isLeft(text)) return text
      files.push({ name, text: text.right ?? '' })
    }
    return right(files)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return left([failure('NotRead', [folder], reason, 'the prepared cases of a submission')])
  }
}

/** Nobody is there to be asked: a question that is not answered by what was kept is answered by silence, and counted. */
const nobody: LanguageModel = async () => ''

/** Plays a game again from its kept answers, with nobody to ask; says what is different, `null` for nothing. */
const fromAnswers = async (directory: string, job: SweepJob): Promise<string | null> => {
  const lines = readLog(journalPath(directory, job))
  if (isLeft(lines)) return renderFailures(lines.left)
  const entries = readJournal(job.id)(lines.right)
  if (isLeft(entries)) return renderFailures(entries.left)
  let asked = 0
  const end = await playBy(() => nobody, { retries: 0 })(job, {
    journal: {
      append: async () => {
        asked += 1
      },
    },
    recovered: entries.right,
    signal: new AbortController().signal,
    spent: () => undefined,
  })
  if (end.status !== 'ok') {
    return end.status === 'failed' ? `${end.reason}: ${end.detail}` : 'the game does not end'
  }
  if (asked > 0) return `${asked} answers are missing`
  const recorded = gameFilesIn(directory, job)
  if (isLeft(recorded)) return 'the run cannot be read'
  const names = new Set([...Object.keys(recorded.right.files), ...Object.keys(end.files.files)])
  const other = [...names].find((name) => recorded.right.files[name] !== end.files.files[name])
  return other === undefined ? null : `${other} comes out different`
}

/**
 * Replays the finished games of a sweep: their run directories, and, where models played, the games themselves from the
 * answers that were kept, byte for byte, with nobody to ask.
 *
 * @category operations
 * @since 0.1.0
 */
export const replaySweep = async (
  directory: string,
  jobs: ReadonlyArray<SweepJob>,
  rows: ReadonlyMap<string, ResultRow>,
): Promise<{ readonly counts: ReplayCounts; readonly findings: ReadonlyArray<Finding> }> => {
  const findings: Array<Finding> = []
  let verified = 0
  let played = 0
  for (const job of jobs) {
    const stated = rows.get(job.id)
    const found = rowOfDirectory(directory, job)
    if (stated?.status !== 'ok' && found === null) continue
    const where = `${sweepFileNames.runs}/${job.name}`
    if (found?.status !== 'ok') {
      const detail = found?.status === 'failed' ? found.detail : 'there is no run'
      findings.push({ what: 'replay', where, detail })
      continue
    }
    verified += 1
    const { withdrawn: _, ...counted } = stated ?? found
    if (resultLine(counted) !== resultLine(found)) {
      findings.push({ what: 'row', where: job.name, detail: 'its run comes to another result' })
    }
    if (commandOf(job.players) === null) continue
    const different = await fromAnswers(directory, job)
    if (different === null) played += 1
    else findings.push({ what: 'answers', where: job.name, detail: different })
  }
  return { counts: { verified, from_answers: played }, findings }
}

const fileFindings = (
  stated: Readonly<Record<string, string>>,
  found: Readonly<Record<string, string>>,
): ReadonlyArray<Finding> => [
  ...Object.entries(stated).flatMap(([where, hash]): ReadonlyArray<Finding> => {
    const own = Object.hasOwn(found, where) ? found[where] : undefined
    if (own === hash) return []
    return own === undefined
      ? [{ what: 'missing', where, detail: 'it is not there' }]
      : [{ what: 'changed', where, detail: `its SHA-256 is ${own}` }]
  }),
  ...Object.keys(found)
    .filter((where) => !Object.hasOwn(stated, where))
    .map((where): Finding => ({ what: 'added', where, detail: 'the report does not list it' })),
]

/** The hashes that a report states; none for a text that is no report. */
const statedIn = (text: string): Readonly<Record<string, string>> => {
  try {
    const { files } = JSON.parse(text) as { readonly files?: unknown }
    return typeof files === 'object' && files !== null ? { ...files } : {}
  } catch {
    return {}
  }
}

/**
 * Writes the report of a submission as a document.
 *
 * @category codec
 * @since 0.1.0
 */
export const reportText = (report: ReturnType<typeof submissionReport>): string =>
  // A report is made of numbers and texts; without `undefined` it is JSON.
  writeJson('document', JSON.parse(JSON.stringify(report)) as Json)

const rowsOfPlan = (
  jobs: ReadonlyArray<SweepJob>,
  rows: ReadonlyMap<string, ResultRow>,
): ReadonlyArray<ResultRow> =>
  jobs.map((job): ResultRow => {
    const { id, case: name, agent, seed } = job
    return rows.get(id) ?? { id, case: name, agent, seed, status: 'missing' }
  })

/**
 * Makes the report that follows from a submission at rest, and lists what contradicts it on the way.
 *
 * @category operations
 * @since 0.1.0
 */
export const reportOf = async (
  directory: string,
  plan: MarketPlan,
): Promise<
  Either<Failures, { readonly text: string; readonly findings: ReadonlyArray<Finding> }>
> => {
  const jobs = jobsOf(plan)
  if (isLeft(jobs)) return jobs
  const cases = caseFilesIn(directory)
  if (isLeft(cases)) return cases
  const rows = rowsIn(directory)
  if (isLeft(rows)) return rows
  const { counts, findings } = await replaySweep(directory, jobs.right, rows.right)
  const report = submissionReport({
    plan,
    cases: cases.right,
    rows: rowsOfPlan(jobs.right, rows.right),
    replays: counts,
    files: hashesIn(directory),
  })
  return right({ text: reportText(report), findings })
}

/**
 * Verifies a submission at rest. Lists everything that is not as its report says; nothing for one that is whole. Fails
 * where there is no submission.
 *
 * @category operations
 * @since 0.1.0
 */
export const verifySubmission = async (
  directory: string,
): Promise<Either<Failures, ReadonlyArray<Finding>>> => {
  const stated = readDurable(join(directory, submissionFileNames.report))
  if (isLeft(stated)) return stated
  if (stated.right === null) {
    const where = join(directory, submissionFileNames.report)
    return left([failure('NotRead', [where], null, 'the report of a submission')])
  }
  const files = fileFindings(statedIn(stated.right), hashesIn(directory))
  const unread = (found: Failures): Either<never, ReadonlyArray<Finding>> =>
    right([...files, { what: 'unread', where: directory, detail: renderFailures(found) }])
  const plan = planIn(directory)
  if (isLeft(plan)) return unread(plan.left)
  if (isBargainPlan(plan.right)) {
    const expected = 'a plan of markets: bargains are not submitted'
    return unread([failure('NotSubmitted', [sweepFileNames.plan], null, expected)])
  }
  const made = await reportOf(directory, plan.right)
  if (isLeft(made)) return unread(made.left)
  const { text, findings } = made.right
  const report: ReadonlyArray<Finding> =
    text === stated.right
      ? []
      : [
          {
            what: 'report',
            where: submissionFileNames.report,
            detail: 'another report follows from what is there',
          },
        ]
  return right([...files, ...findings, ...report])
}
