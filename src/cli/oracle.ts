/**
 * `edgeworth oracle`: what was attainable in recorded runs, and in which step it was lost.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { renderReport } from '../trace/index.js'
import { type OptionTable, readArguments, wholeNumber } from './arguments.js'
import {
  type ReadRun,
  readVerified,
  runJson,
  type Shown,
  shownNames,
  tableOf,
} from './oracle-tables.js'
import { openFolder, runFoldersOf, sampleOr } from './runs.js'
import { chosenFormat, formatSwitches, inFormat } from './table.js'
import { type ExitCode, progressOf, type Terminal } from './terminal.js'
import { counted } from './words.js'

export const oracleHelp = `usage: edgeworth oracle DIR... [--sample] [--show TABLE] [--nodes N] [--json | --csv | --md]

Replays recorded runs and says, for each that is verified, what was within reach, what was
applied, and in which step the difference was lost: nobody who had the better goods was
found (communication), the wrong deal was proposed (proposal), a good one was declined
(acceptance) or not carried out (finalization). What is attainable comes from exact oracles
in the state that the run had reached. What a round leaves undone is attainable in the next
again, so totals count missed opportunities. A run that is not verified is refused. A run of
bargains has no such steps: it is left out.

  --sample        the runs that ship with the package
  --show TABLE    summary (default): one row a run, with totals over its rounds;
                  regret: each step of each round, what was attainable before and after it;
                  subgames: what each offer and decision could have given;
                  dimensions: the same as five abilities, D1 to D5 (D2 counts opportunities,
                  its ratio is per disclosure);
                  solicitation: who was called, came unseen, and was dealt with
  --nodes N       nodes a search with a row limit may open; what it then only bounds is
                  marked so
  --json          all of them, as one JSON document
  --csv --md      the table, instead of aligned text

Exit codes: 0 every run is verified and answered; 1 one is not, or there is none; 2 the
command was not understood.
`

const isShown = (text: string): text is Shown => shownNames.some((name) => name === text)

/**
 * Declares the options of `edgeworth oracle`.
 *
 * @category model
 * @since 0.1.0
 */
export const oracleOptions: OptionTable = {
  sample: 'switch',
  show: 'value',
  nodes: 'value',
  ...formatSwitches,
}

/**
 * Runs `edgeworth oracle`.
 *
 * @category commands
 * @since 0.1.0
 */
export const oracleCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth oracle: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, oracleOptions)
  if (isLeft(args)) return refuse(args.left)
  const { value } = args.right
  const format = chosenFormat(args.right)
  if (isLeft(format)) return refuse(format.left)
  const isJson = format.right === 'json'
  const shown = value('show') ?? 'summary'
  if (!isShown(shown)) {
    return refuse(`--show takes ${shownNames.join(', ')}, not ${JSON.stringify(shown)}`)
  }
  if (isJson && value('show') !== undefined) return refuse('--json shows all; leave --show')
  const nodes = wholeNumber(args.right, 'nodes', 1, 0)
  if (isLeft(nodes)) return refuse(nodes.left)
  const paths = sampleOr(args.right)
  if (isLeft(paths)) return refuse(paths.left)

  const progress = progressOf(terminal, 'runs judged')
  const options = nodes.right === 0 ? {} : { nodeBudget: nodes.right }
  const runs: Array<ReadRun> = []
  const documents: Array<object> = []
  let looked = 0
  let answered = 0
  let bargains = 0
  const passOver = (folder: string, what: string): void => {
    progress.end()
    terminal.err(`${folder}: ${what}\n`)
  }
  for (const found of runFoldersOf(paths.right)) {
    const { folder } = found
    if (found.kind === 'bargains') {
      bargains += 1
      continue
    }
    looked += 1
    if (found.kind === 'none') {
      passOver(folder, found.reason)
      documents.push({ folder, status: 'no_run', reason: found.reason })
      continue
    }
    const opened = openFolder(folder)
    if (opened._tag !== 'VerifiedRun') {
      const reason = renderReport(opened)[0] ?? ''
      passOver(folder, `not judged: ${reason}`)
      documents.push({ folder, status: 'not_verified', reason })
      continue
    }
    const run = readVerified(opened, options)
    runs.push(run)
    if (isJson) documents.push({ folder, ...runJson(run) })
    if (run.regret._tag === 'Regret') answered += 1
    else passOver(folder, `no exact oracle: ${run.regret.reason._tag}`)
    progress.step(looked, folder)
  }
  progress.end()
  if (bargains > 0) {
    const what = counted(bargains, 'run of bargains', 'runs of bargains')
    terminal.err(`edgeworth oracle: ${what} left out: steps are of market runs\n`)
  }
  const table = tableOf(shown, runs)
  terminal.out(
    inFormat(format.right, table, {
      json: () => `${JSON.stringify(documents, null, 2)}\n`,
    }),
  )
  return looked > 0 && answered === looked ? 0 : 1
}
