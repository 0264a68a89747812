/**
 * Replay: a recorded run of bargains, played again from its files, with every difference named.
 *
 * The setup gives the game, the answers are fed to it, and the summary is computed again. A difference names its file
 * and place: the line for an answer, the path for a member, line and column where a file is not the canonical text of
 * what it says (a number written in another way, a changed digit beyond the precision of a double). A run without a
 * summary is unfinished: the episode goes on from its last whole answer. A last line that was cut is left out.
 *
 * Laws
 *   L1 verified    a recorded run is verified, and its results are those of the play
 *   L2 named       a changed digit in any file is found, and a difference or failure names the file, and the line, of it
 *   L3 any prefix  after any prefix of the answers a run resumes, and playing on gives the files of the whole run
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { decodeLog, encodeLog, replay } from '../../core/episode/index.js'
import { type Failure, failure, type Path } from '../../core/failure.js'
import { canonicalJson, type Json, jsonDifferences } from '../../core/json.js'
import { anchoredRun, type BargainRun, liveRun, symmetricRun } from './games.js'
import { BARGAIN_FILE_NAMES, type BargainFiles, linesOf, summaryOf } from './record.js'
import type {
  BargainDifference,
  BargainReport,
  DifferingBargains,
  ReportOf,
  UnreadableBargains,
} from './report.js'
import { type BargainSetup, bargainSetup } from './setup.js'

const parsed = (text: string): { readonly json: unknown } | null => {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return null
  }
}

const inFile = (
  file: keyof BargainFiles,
  failures: ReadonlyArray<Failure>,
  lineOf: (failure: Failure) => number | null = () => null,
): UnreadableBargains => ({
  _tag: 'Unreadable',
  failures: failures.map((one) => ({
    ...one,
    file: BARGAIN_FILE_NAMES[file],
    line: lineOf(one),
  })),
})

const unequal = (
  file: keyof BargainFiles,
  line: number | null,
  path: Path,
  recorded: unknown,
  replayed: unknown,
): BargainDifference => ({ file: BARGAIN_FILE_NAMES[file], line, path, recorded, replayed })

/** Around the first character that differs: enough to see it. */
const SHOWN = 24

/** Compares a file with the canonical text of what it says: the first place of each line that is written otherwise. */
const writtenOtherwise = (
  file: keyof BargainFiles,
  recorded: string,
  canonical: string,
): ReadonlyArray<BargainDifference> => {
  if (recorded === canonical) return []
  const [was, is] = [recorded.split('\n'), canonical.split('\n')]
  const longer = was.length < is.length ? is : was
  return longer.flatMap((_, index) => {
    const [a = '', b = ''] = [was[index], is[index]]
    if (a === b && was[index] !== undefined && is[index] !== undefined) return []
    let column = 0
    while (column < a.length && a[column] === b[column]) column += 1
    const from = Math.max(0, column - SHOWN / 2)
    const part = (line: string): string => line.slice(from, from + SHOWN)
    return [unequal(file, index + 1, ['column', column + 1], part(a), part(b))]
  })
}

/** Where a difference of the summary comes from: the setup it copies, the answer whose digest it keeps, or itself. */
const placed = (path: Path, recorded: unknown, replayed: unknown): BargainDifference => {
  const [first, second] = path
  if (first === 'setup') return unequal('setup', null, path.slice(1), replayed, recorded)
  if (first === 'answers' && typeof second === 'number') {
    return unequal('answers', second + 1, path, recorded, replayed)
  }
  return unequal('summary', null, path, recorded, replayed)
}

const differing = (found: ReadonlyArray<BargainDifference>): DifferingBargains | null => {
  // Causes before consequences.
  const order = ['setup', 'answers', 'summary'] as const
  const [first, ...rest] = order.flatMap((name) =>
    found.filter(({ file }) => file === BARGAIN_FILE_NAMES[name]),
  )
  return first === undefined ? null : { _tag: 'Differs', differences: [first, ...rest] }
}

const memberOf = (json: unknown, name: string): Json =>
  // Parsed JSON; a missing member differs from every setup.
  typeof json === 'object' && json !== null && Object.hasOwn(json, name)
    ? ((json as Record<string, Json>)[name] ?? null)
    : null

/** The line of the entry that a failure of the log names, counted from 1. */
const lineOfEntry = ({ path: [index] }: Failure): number | null =>
  typeof index === 'number' ? index + 1 : null

/** Plays the game of a setup again; `summary` is the parsed text of its file. */
const replayRun = <S extends BargainSetup, Q, R>(
  files: BargainFiles,
  summary: { readonly json: unknown } | null,
  run: BargainRun<S, Q, R>,
): ReportOf<S, Q, R> => {
  const { game, setup } = run
  // Without a summary a crash may have cut the last line; with one, nothing may be missing.
  const whole = files.summary === null ? files.answers.lastIndexOf('\n') + 1 : files.answers.length
  const answers = files.answers.slice(0, whole)
  const decoded = decodeLog(answers)
  if (isLeft(decoded)) return inFile('answers', decoded.left, lineOfEntry)
  const log = decoded.right
  const text = canonicalJson(setup)
  const again = encodeLog(log)
  const found: Array<BargainDifference> = [
    ...(isLeft(text) ? [] : writtenOtherwise('setup', files.setup, `${text.right}\n`)),
    ...(isLeft(again)
      ? [unequal('answers', null, again.left[0].path, again.left[0].value, again.left[0].expected)]
      : writtenOtherwise('answers', answers, again.right)),
  ]
  const replayed = replay(log)(run.episode)
  const { episode } = replayed
  if (replayed._tag === 'Diverged') {
    const { at, failure: why } = replayed
    found.push(unequal('answers', at + 1, ['id'], why.id, why.expected))
  }
  if (summary === null) {
    const cut = whole < files.answers.length
    const report = differing(found)
    if (report !== null) return report
    return episode._tag === 'Asking'
      ? { _tag: 'Unfinished', game, setup, log, episode, cut }
      : {
          _tag: 'Differs',
          differences: [unequal('summary', null, [], undefined, 'the summary of a finished run')],
        }
  }
  const recorded = summary.json as Json // parsed JSON
  if (episode._tag === 'Ended') {
    const computed = summaryOf(run, answers, episode.result)
    const written = canonicalJson(recorded)
    found.push(
      ...jsonDifferences(recorded, computed).map((one) => placed(one.path, one.left, one.right)),
      ...(isLeft(written) || files.summary === null
        ? [unequal('summary', null, [], undefined, 'JSON that can be written')]
        : writtenOtherwise('summary', files.summary, `${written.right}\n`)),
    )
    return differing(found) ?? { _tag: 'Verified', game, setup, log, results: episode.result }
  }
  // The run did not come to its end: what does not depend on the results is compared all the same.
  for (const [name, value] of [
    // A setup is plain data.
    ['setup', setup as unknown as Json],
    ['answers', memberOf(summaryOf(run, answers, []), 'answers')],
  ] as const) {
    const differences = jsonDifferences(memberOf(recorded, name), value)
    found.push(...differences.map(({ path, left, right }) => placed([name, ...path], left, right)))
  }
  found.push(
    unequal('answers', linesOf(answers).length + 1, [], undefined, 'an answer to an open question'),
  )
  return differing(found) ?? inFile('summary', [failure('Unfinished', [], null, 'a finished run')])
}

/**
 * Plays a recorded run again from the texts of its files, whatever its game is.
 *
 * @category operations
 * @since 0.1.0
 */
export const replayBargains = (files: BargainFiles): BargainReport => {
  const source = parsed(files.setup)
  if (source === null) return inFile('setup', [failure('NotJson', [], files.setup, 'JSON')])
  const made = bargainSetup(source.json)
  if (isLeft(made)) return inFile('setup', made.left)
  const summary = files.summary === null ? null : parsed(files.summary)
  if (files.summary !== null && summary === null) {
    return inFile('summary', [failure('NotJson', [], files.summary, 'JSON')])
  }
  const setup = made.right
  switch (setup.game) {
    case 'anchored':
      return replayRun(files, summary, anchoredRun(setup))
    case 'live':
      return replayRun(files, summary, liveRun(setup))
    case 'symmetric':
      return replayRun(files, summary, symmetricRun(setup))
  }
}
