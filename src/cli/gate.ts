/**
 * `edgeworth gate`: whether a run of symmetric negotiations may be reported.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { gatedRun, renderGateCheck } from '../bargaining/index.js'
import { type Failure, renderFailure } from '../core/failure.js'
import { readArguments, wholeNumber } from './arguments.js'
import { gateRows, type RowPlace } from './gate-rows.js'
import type { ExitCode, Terminal } from './terminal.js'

export const gateHelp = `usage: edgeworth gate RUNS... [--fixed LIST] [--withdraw LIST] [--splits N] [--seed N] [--json]

Makes every check that a run of symmetric negotiations has to pass before its table may be
reported, and prints all of them: balance of cells, rate of deals, unreadable turns, vetoes
by reservation, stability of halves, effects of opening and of the side. Rows that contradict
each other (one seat twice or missing, a deal that only one side had, shares that do not add
up to 1) are named, and nothing is reported.

RUNS are run directories of symmetric bargains, trees of them, or files of rows: .json, a
list of {participant, counterpart, worldId, side, opened, share, counts: {turns, unreadable,
faults, vetoes, refused}}, or .csv with the columns participant, counterpart, world, side,
opened, share (empty without a deal), turns, unreadable, faults, vetoes, refused.

  --fixed LIST      participants that are no models, such as the reference policy
  --withdraw LIST   NAME=REASON,...: participants that are taken back
  --splits N        how often worlds are halved (default 200)
  --seed N          seed of the halves (default 7)
  --json            the checks, and the table where it may be reported, as JSON

Exit codes: 0 every check passes; 1 one does not, or something could not be read;
2 the command was not understood.
`

const MOST_NAMED = 20

/** A line for each contradiction, with the file and the place in it that its row comes from. */
const contradictionLines = (
  failures: ReadonlyArray<Failure>,
  places: ReadonlyArray<RowPlace>,
): ReadonlyArray<string> => {
  const lines = failures.slice(0, MOST_NAMED).map((found) => {
    const [row, ...inner] = found.path
    const place = places[Number(row)]
    if (place === undefined) return renderFailure(found)
    return `${place.file}: ${renderFailure({ ...found, path: [place.row, ...inner] })}`
  })
  const more = failures.length - lines.length
  return more > 0 ? [...lines, `and ${more} more contradictions`] : lines
}

const withdrawnOf = (text: string): Either<string, ReadonlyMap<string, string>> => {
  const pairs = text.split(',').filter((one) => one !== '')
  const found = pairs.map((one) => /^([^=]+)=(.*\S.*)$/.exec(one))
  const bad = found.indexOf(null)
  if (bad >= 0) return left(`--withdraw takes NAME=REASON, not ${JSON.stringify(pairs[bad])}`)
  return right(new Map(found.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const)))
}

/**
 * Runs `edgeworth gate`.
 *
 * @category commands
 * @since 0.1.0
 */
export const gateCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth gate: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, {
    fixed: 'value',
    withdraw: 'value',
    splits: 'value',
    seed: 'value',
    json: 'switch',
  })
  if (isLeft(args)) return refuse(args.left)
  const { operands, value, given } = args.right
  if (operands.length === 0) return refuse('name runs of symmetric negotiations, or files of rows')
  const withdrawn = withdrawnOf(value('withdraw') ?? '')
  if (isLeft(withdrawn)) return refuse(withdrawn.left)
  const splits = wholeNumber(args.right, 'splits', 1, 200)
  if (isLeft(splits)) return refuse(splits.left)
  const seed = wholeNumber(args.right, 'seed', Number.MIN_SAFE_INTEGER, 7)
  if (isLeft(seed)) return refuse(seed.left)
  const fixed = (value('fixed') ?? '').split(',').filter((name) => name !== '')
  const { rows, places, left: refused } = gateRows(operands)
  for (const line of refused) terminal.err(`edgeworth gate: ${line}\n`)
  const run = gatedRun({
    fixed,
    withdrawn: withdrawn.right,
    splits: splits.right,
    seed: BigInt(seed.right),
  })(rows)
  if (run._tag === 'Contradictory') {
    for (const line of contradictionLines(run.failures, places)) {
      terminal.err(`edgeworth gate: ${line}\n`)
    }
    if (given('json')) terminal.out(`${JSON.stringify({ ...run, refused }, null, 2)}\n`)
    return 1
  }
  const isClean = run._tag === 'Reported' && refused.length === 0
  if (given('json')) terminal.out(`${JSON.stringify({ ...run, refused }, null, 2)}\n`)
  else {
    terminal.out(run.checks.map((check) => `${renderGateCheck(check)}\n`).join(''))
    const verdict =
      run._tag === 'Reported' ? 'may be reported' : `withheld because of ${run.because.join(', ')}`
    terminal.out(`${rows.length / 2} negotiations: ${verdict}\n`)
  }
  return isClean ? 0 : 1
}
