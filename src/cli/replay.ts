/**
 * `edgeworth replay`: re-execute recorded runs and report every difference.
 *
 * @module
 */
import { basename, resolve } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type BargainReport,
  type Difference,
  plainBargainReport,
  type ReplayReport,
  renderBargainReport,
  renderReport,
} from '../trace/index.js'
import { type OptionTable, readArguments, wholeNumber } from './arguments.js'
import { type Replay, replaysOf, sampleOr } from './runs.js'
import { type ExitCode, progressOf, type Terminal } from './terminal.js'

export const replayHelp = `usage: edgeworth replay DIR... [--sample] [--json] [--most N] [--quiet]

Re-executes recorded runs. Each DIR is a run directory or a tree of them; * is expanded.
The world is regenerated from configuration and seed, every recorded mechanism passes the
gates again, and what follows from that is compared. Not compared, since nothing else in
a directory gives it: when, where and by what a run was made; and, without the hashes of
rows that this library records, the words of scripts and notes on calls. All such fields
are listed in docs/guides/replay.md, "What is not checked". A run of bargains
(setup.json, answers.jsonl, summary.json) is played again from its answers.

  --sample   the runs that ship with the package
  --json     one JSON report a line
  --most N   show at most N differences a run (default 20; all are counted)
  --quiet    only runs that are not clean, and the total

Exit codes: 0 every run is verified; 1 a difference, an unfinished run, an unreadable
directory, or no run at all; 2 the command was not understood.
`

interface Count {
  readonly verified: number
  readonly differing: number
  readonly killed: number
  readonly unreadable: number
}

const counted = (count: Count, { _tag }: ReplayReport | BargainReport): Count => {
  switch (_tag) {
    case 'Verified':
      return { ...count, verified: count.verified + 1 }
    case 'Differs':
      return { ...count, differing: count.differing + 1 }
    case 'Killed':
    case 'Unfinished':
      return { ...count, killed: count.killed + 1 }
    case 'Unreadable':
      return { ...count, unreadable: count.unreadable + 1 }
  }
}

const renderCount = (count: Count): string => {
  const total = count.verified + count.differing + count.killed + count.unreadable
  const rest = [
    [count.differing, 'differ'],
    [count.killed, 'unfinished'],
    [count.unreadable, 'unreadable'],
  ] as const
  const wrong = rest.filter(([n]) => n > 0).map(([n, what]) => `, ${n} ${what}`)
  return `${total} ${total === 1 ? 'run' : 'runs'}: ${count.verified} verified${wrong.join('')}\n`
}

/** Headline and the first lines of the details; what is cut is counted. */
const shortened = (lines: ReadonlyArray<string>, most: number): ReadonlyArray<string> => {
  const [headline = '', ...details] = lines
  const cut = details.length - most
  const kept = details.slice(0, most).map((line) => `  ${line}`)
  return cut > 0 ? [headline, ...kept, `  ... and ${cut} more`] : [headline, ...kept]
}

const plainDifference = (found: Difference) => ({ ...found, path: [...found.path] })

const marketJson = (report: ReplayReport): object =>
  report._tag === 'Differs' || report._tag === 'Killed'
    ? { ...report, differences: report.differences.map(plainDifference) }
    : report

/** One replayed run: what became of it, and how it is shown. */
interface Shown {
  readonly report: ReplayReport | BargainReport
  readonly lines: () => ReadonlyArray<string>
  readonly json: () => object
}

const shownOf = (replay: Replay): Shown => {
  const { folder } = replay
  if (replay.kind === 'market') {
    const { report } = replay
    return {
      report,
      lines: () => renderReport(report),
      json: () => ({ folder, ...marketJson(report) }),
    }
  }
  const report = replay.replay()
  const name = basename(resolve(folder))
  return {
    report,
    lines: () => renderBargainReport(name)(report),
    json: () => ({ folder, kind: 'bargains', name, ...plainBargainReport(report) }),
  }
}

/**
 * Declares the options of `edgeworth replay`.
 *
 * @category model
 * @since 0.1.0
 */
export const replayOptions: OptionTable = {
  sample: 'switch',
  json: 'switch',
  quiet: 'switch',
  most: 'value',
}

/**
 * Runs `edgeworth replay`.
 *
 * @category commands
 * @since 0.1.0
 */
export const replayCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth replay: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, replayOptions)
  if (isLeft(args)) return refuse(args.left)
  const most = wholeNumber(args.right, 'most', 0, 20)
  if (isLeft(most)) return refuse(most.left)
  const paths = sampleOr(args.right)
  if (isLeft(paths)) return refuse(paths.left)
  const progress = progressOf(terminal, 'runs replayed')
  let count: Count = { verified: 0, differing: 0, killed: 0, unreadable: 0 }
  let done = 0
  for (const replay of replaysOf(paths.right)) {
    const { report, lines, json } = shownOf(replay)
    count = counted(count, report)
    done += 1
    progress.step(done, replay.folder)
    const clean = report._tag === 'Verified'
    if (args.right.given('json')) terminal.out(`${JSON.stringify(json())}\n`)
    else if (!clean || !args.right.given('quiet')) {
      progress.end()
      terminal.out(
        shortened(lines(), most.right)
          .map((line) => `${line}\n`)
          .join(''),
      )
    }
  }
  progress.end()
  if (!args.right.given('json')) terminal.out(renderCount(count))
  return count.verified === done && done > 0 ? 0 : 1
}
