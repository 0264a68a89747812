/**
 * `edgeworth gate`: whether a run of symmetric negotiations may be reported.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { gatedRun, type ParticipantRow, renderGateCheck } from '../bargaining/index.js'
import { type Failure, failure, renderFailure } from '../core/failure.js'
import { byCodeUnits } from '../scoring/groups.js'
import { type OptionTable, readArguments, wholeNumber } from './arguments.js'
import { gateRows, type RowPlace } from './gate-rows.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted, failuresInWords } from './words.js'

export const gateHelp = `usage: edgeworth gate RUNS... [--fixed LIST] [--withdraw LIST] [--splits N] [--seed N] [--json]

Makes every check that a run of symmetric negotiations has to pass before its table may be
reported, and prints all of them: balance of cells, rate of deals, unreadable turns, vetoes
by reservation, stability of halves, effects of opening and of the side. Rows that contradict
each other (one seat twice or missing, a deal that only one side had, shares that do not add
up to 1) are named, and nothing is reported.

RUNS are run directories of symmetric bargains, trees of them, or files of rows, one for each
of the two participants of a negotiation: .json, a list of {participant, counterpart, worldId,
side, opened, share, counts: {turns, unreadable, faults, vetoes, refused}}, or .csv with the
columns participant, counterpart, world, side, opened, share, turns, unreadable, faults,
vetoes, refused. A row holds:
  side     buyer or seller
  opened   whether the participant made the first offer: true or false; in .csv 1 or 0 too
  share    its part of the zone of agreement, of both together 1; without a deal null, and
           empty in .csv
  turns    how many it took; of them unreadable, faults (no answer), vetoes (offers beyond its
           reservation) and refused are counts from 0

  --fixed LIST      NAME,...: participants that are no models, such as the reference policy
  --withdraw LIST   NAME=REASON,...: participants that are taken back, with all negotiations
                    in which they took part
  --splits N        how often worlds are halved (at least 1, default 200)
  --seed N          seed of the halves (any whole number, default 7)
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
  return more > 0 ? [...lines, `and ${counted(more, 'more contradiction')}`] : lines
}

const withdrawnOf = (text: string): Either<string, ReadonlyMap<string, string>> => {
  const pairs = text.split(',').filter((one) => one !== '')
  const found = pairs.map((one) => /^([^=]+)=(.*\S.*)$/.exec(one))
  const bad = found.indexOf(null)
  if (bad >= 0) return left(`--withdraw takes NAME=REASON, not ${JSON.stringify(pairs[bad])}`)
  return right(new Map(found.map((match) => [match?.[1] ?? '', match?.[2] ?? ''] as const)))
}

/** Names of an option that no row has, with those that there are; nothing where all are there, or no row is. */
const strangersIn = (
  option: 'fixed' | 'withdraw',
  names: ReadonlyArray<string>,
  rows: ReadonlyArray<ParticipantRow>,
): ReadonlyArray<Failure<'NoParticipant'>> => {
  const known = [...new Set(rows.map(({ participant }) => participant))].sort(byCodeUnits)
  const expected = `one of the participants: ${known.join(', ')}`
  return names
    .filter((name) => known.length > 0 && !known.includes(name))
    .map((name) => failure('NoParticipant', [`--${option}`], name, expected))
}

/**
 * Declares the options of `edgeworth gate`.
 *
 * @category model
 * @since 0.1.0
 */
export const gateOptions: OptionTable = {
  fixed: 'value',
  withdraw: 'value',
  splits: 'value',
  seed: 'value',
  json: 'switch',
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
  const args = readArguments(argv, gateOptions)
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
  const strangers = [
    ...strangersIn('fixed', fixed, rows),
    ...strangersIn('withdraw', [...withdrawn.right.keys()], rows),
  ]
  if (strangers.length > 0) return refuse(failuresInWords(strangers))
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
    const checked = rows.filter(
      ({ participant, counterpart }) =>
        !withdrawn.right.has(participant) && !withdrawn.right.has(counterpart),
    )
    const aside = (rows.length - checked.length) / 2
    const rest = aside === 0 ? '' : ` (${aside} more withdrawn)`
    terminal.out(`${counted(checked.length / 2, 'negotiation')}${rest}: ${verdict}\n`)
  }
  return isClean ? 0 : 1
}
