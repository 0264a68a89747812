/**
 * `edgeworth submit`: one agent over prepared cases, with a report.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { type SubmissionEnd, submit } from '../run/node/submission.js'
import { submissionFileNames } from '../run/node/verify.js'
import type { SeatCost } from '../run/row-identity.js'
import type { SubmissionReport } from '../run/submission.js'
import { type OptionTable, readArguments } from './arguments.js'
import { submissionOf } from './submit-plan.js'
import { atTerminal } from './sweep.js'
import { pacingHelp, pacingOptions, playerHelp, playerOptions } from './sweep-arguments.js'
import { pinLines, tellSweep } from './sweep-end.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted, failureInWords } from './words.js'

export const submitHelp: string = `usage: edgeworth submit CASE... --agent NAME --out DIR [--model-command CMD] [...]

Plays one agent over cases and seeds as edgeworth run does, and reports it: the hash of the
case set, the pooled score of each tier, games that the harness failed (excluded and counted,
never scored as 0), and what each seat cost. What is wrong is all told before anything is
played. When no game is left, every game is replayed with the agent absent: from its run, and
from the answers that were kept, byte for byte. edgeworth verify DIR checks it again.

With --model-command the agent is the command, under the name of --agent (default submitted):
what it says is its policy, and so is its silence: an empty text is played and scored. A command
that cannot be started, dies, is late or writes what is no reply fails its game, which is not
scored. Its replies count for the budget and the pin. Without it --agent is a built-in agent.

  --agent NAME         who is submitted
  --out DIR            where the submission is, or goes on
${playerHelp.split('\n').slice(3).join('\n')}${pacingHelp}
Exit codes: 0 reported; 1 not finished, no game is scored, or a replay differs; 2 the command was
not understood, or the submission is refused.
`

/** What a seat cost: dollars where a price is known, and never 0 for calls without one. */
const costInWords = ({ calls, cost_usd, unpriced }: SeatCost): string => {
  if (unpriced === 0) return `$${cost_usd.toFixed(4)}`
  return unpriced >= calls ? 'unpriced' : `$${cost_usd.toFixed(4)} and ${unpriced} calls unpriced`
}

const tellReport = (terminal: Terminal, text: string, isJson: boolean, out: string): void => {
  if (isJson) return terminal.out(text)
  const report = JSON.parse(text) as SubmissionReport // Written just now.
  terminal.out(`case set ${report.case_set_sha256}\n`)
  for (const { tier, score, macro } of report.tiers) {
    if (score.status !== 'ok') {
      terminal.out(`${tier}: no score: ${score.status}\n`)
      continue
    }
    const { interval } = score
    const bounds =
      interval._tag === 'Interval'
        ? ` (${interval.low.toFixed(4)} to ${interval.high.toFixed(4)}, engine ${interval.engine})`
        : ''
    const mean = macro === null ? '' : `, mean over cases ${macro.toFixed(4)}`
    terminal.out(`${tier}: AER ${score.aer.toFixed(4)}${bounds}, n ${score.n}${mean}\n`)
  }
  const { harness_errors: errors, replays, seats } = report
  const reasons = Object.entries(errors.reasons).map(([reason, n]) => `${reason} ${n}`)
  const why = reasons.length === 0 ? '' : ` (${reasons.join(', ')})`
  terminal.out(
    `harness errors: ${errors.count} of ${counted(report.games, 'game')}${why}, not scored\n`,
  )
  terminal.out(
    `replays: ${counted(replays.verified, 'run')}, ${replays.from_answers} from their answers alone\n`,
  )
  for (const [seat, cost] of Object.entries(seats)) {
    terminal.out(
      `${seat}: ${counted(cost.calls, 'call')}, ${cost.blank} blank, ${costInWords(cost)}\n`,
    )
  }
  terminal.out(`${out}/${submissionFileNames.report}\n`)
}

const told = (terminal: Terminal, found: SubmissionEnd, isJson: boolean, out: string): ExitCode => {
  if (found._tag === 'Unfinished') {
    const after = ', and the same edgeworth submit command reports it'
    return tellSweep(terminal, found.end, isJson, out, after)
  }
  if (found._tag === 'Reported') {
    tellReport(terminal, found.report, isJson, out)
    terminal.err(pinLines(found.end.summary.unconfirmedPins))
    for (const row of found.end.rows.slice(0, 100)) {
      if (row.status === 'failed' && row.withdrawn === undefined) {
        terminal.err(`${row.case} ${row.seed}: ${row.reason}: ${row.detail}\n`)
      }
    }
    return found.end.rows.some(({ status }) => status === 'ok') ? 0 : 1
  }
  for (const { what, where, detail } of found.findings) {
    terminal.err(`${where}: ${what}: ${detail}\n`)
  }
  return 1
}

/**
 * Declares the options of `edgeworth submit`.
 *
 * @category model
 * @since 0.1.0
 */
export const submitOptions: OptionTable = {
  ...playerOptions,
  ...pacingOptions,
  agent: 'value',
  out: 'value',
}

/**
 * Runs `edgeworth submit`.
 *
 * @category commands
 * @since 0.1.0
 */
export const submitCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth submit: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, submitOptions)
  if (isLeft(args)) return refuse(args.left)
  const read = submissionOf(args.right)
  if (isLeft(read)) {
    const [first = '', ...more] = read.left
    return refuse(more.length === 0 ? first : `refused:\n${read.left.join('\n')}`)
  }
  const { out, plan, pacing } = read.right
  const end = await atTerminal(terminal, plan.settings, pacing, (play, options) =>
    submit(out, plan, play, options),
  )
  return isLeft(end)
    ? refuse(`refused:\n${end.left.map(failureInWords).join('\n')}`)
    : told(terminal, end.right, args.right.given('json'), out)
}
