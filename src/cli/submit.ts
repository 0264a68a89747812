/**
 * `edgeworth submit`: one agent over prepared cases, with a report.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { renderFailures } from '../core/failure.js'
import { type SubmissionEnd, submit } from '../run/node/submission.js'
import { submissionFileNames } from '../run/node/verify.js'
import type { SubmissionReport } from '../run/submission.js'
import { readArguments } from './arguments.js'
import { atTerminal, tellSweep } from './sweep.js'
import {
  casesOf,
  pacingHelp,
  pacingOf,
  pacingOptions,
  playerHelp,
  playerOptions,
  seedsOf,
  settingsOf,
  submittedOf,
} from './sweep-arguments.js'
import type { ExitCode, Terminal } from './terminal.js'

export const submitHelp: string = `usage: edgeworth submit CASE... --agent NAME --out DIR [--model-command CMD] [...]

Plays one agent over cases and seeds as edgeworth run does, and reports it: the hash of the
case set, the pooled score of each tier, games that the harness failed (excluded and counted,
never scored as 0), and what each seat cost. What is wrong is all told before anything is
played. When no game is left, every game is replayed with the agent absent: from its run, and
from the answers that were kept, byte for byte. edgeworth verify DIR checks it again.

With --model-command the agent is the command, under the name of --agent (default submitted):
what it says is its policy, and so is its silence. Without it --agent is a built-in agent.

  --agent NAME         who is submitted
  --out DIR            where the submission is, or goes on
${playerHelp.split('\n').slice(3).join('\n')}${pacingHelp}
Exit codes: 0 reported; 1 not finished, or a replay differs; 2 the command was not understood,
or the submission is refused.
`

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
        ? ` (${interval.low.toFixed(4)} to ${interval.high.toFixed(4)})`
        : ''
    const mean = macro === null ? '' : `, mean over cases ${macro.toFixed(4)}`
    terminal.out(`${tier}: AER ${score.aer.toFixed(4)}${bounds}, n ${score.n}${mean}\n`)
  }
  const { harness_errors: errors, replays, seats } = report
  terminal.out(`harness errors: ${errors.count}\n`)
  terminal.out(
    `replays: ${replays.verified} runs, ${replays.from_answers} from their answers alone\n`,
  )
  for (const [seat, { calls, blank, cost_usd }] of Object.entries(seats)) {
    terminal.out(`${seat}: ${calls} calls, ${blank} blank, $${cost_usd.toFixed(4)}\n`)
  }
  terminal.out(`${out}/${submissionFileNames.report}\n`)
}

const told = (terminal: Terminal, found: SubmissionEnd, isJson: boolean, out: string): ExitCode => {
  if (found._tag === 'Unfinished') return tellSweep(terminal, found.end, isJson, out)
  if (found._tag === 'Reported') {
    tellReport(terminal, found.report, isJson, out)
    return 0
  }
  for (const { what, where, detail } of found.findings) {
    terminal.err(`${where}: ${what}: ${detail}\n`)
  }
  return 1
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
  const table = { ...playerOptions, ...pacingOptions, agent: 'value', out: 'value' } as const
  const args = readArguments(argv, table)
  if (isLeft(args)) return refuse(args.left)
  const { value, given, operands } = args.right
  const out = value('out') ?? ''
  if (out === '') return refuse('say where to write by --out')
  if (value('agents') !== undefined) return refuse('one agent is submitted: name it by --agent')
  const cases = casesOf(operands)
  if (isLeft(cases)) return refuse(cases.left)
  const agent = submittedOf(args.right)
  if (isLeft(agent)) return refuse(agent.left)
  const seeds = seedsOf(value('seeds') ?? '1200..1229')
  if (isLeft(seeds)) return refuse(seeds.left)
  const settings = settingsOf(args.right)
  if (isLeft(settings)) return refuse(settings.left)
  const pacing = pacingOf(args.right)
  if (isLeft(pacing)) return refuse(pacing.left)
  const plan = {
    cases: cases.right,
    agents: [agent.right],
    seeds: seeds.right,
    settings: settings.right,
  }
  const end = await atTerminal(terminal, settings.right, pacing.right, (play, options) =>
    submit(out, plan, play, options),
  )
  return isLeft(end)
    ? refuse(`refused:\n${renderFailures(end.left)}`)
    : told(terminal, end.right, given('json'), out)
}
