/**
 * `edgeworth resume`: going on with a sweep.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { planIn, resumeSweep } from '../run/node/resume.js'
import { type Withdrawal, withdraw } from '../run/node/sweep-files.js'
import { type OptionTable, readArguments } from './arguments.js'
import { atTerminal } from './sweep.js'
import { pacingOf, pacingOptions } from './sweep-arguments.js'
import { tellSweep } from './sweep-end.js'
import type { ExitCode, Terminal } from './terminal.js'
import { failuresInWords } from './words.js'

export const resumeHelp: string = `usage: edgeworth resume DIR [--retry-failed] [--withdraw WHAT=REASON] [--workers N] [...]

Goes on with the sweep in DIR: finished games stay, unfinished ones go on from their last
answer, and what is missing is played. The runs and the results are the same, byte for byte, as
those of a sweep that was never stopped. So are the journals of a sweep with --concurrency 1; with
more questions out at once they hold the same answers, in the order in which they came.
A sweep that a file DIR/STOP has ended goes on when that file is deleted, and not before.

  --retry-failed          also games that failed
  --withdraw WHAT=REASON  takes back AGENT, AGENT:CASE or AGENT:CASE:SEED: it stands in the
                          results with the reason, and is scored nowhere
  --workers N             games played at once (default 1)
  --processes N           processes of the model command (default: as many as workers)
  --budget-usd X          dollars after which nothing more is asked, earlier ones included
  --budget-tokens N       tokens after which nothing more is asked
  --json                  the summary as JSON

Exit codes: 0 all games are played and none failed; 1 one failed, or the sweep stopped;
2 the command was not understood, or DIR is no sweep.
`

/** `AGENT=REASON`, `AGENT:CASE=REASON` or `AGENT:CASE:SEED=REASON`. */
const withdrawalOf = (text: string): Either<string, Withdrawal> => {
  const match = /^([^:=]+)(?::([^:=]+))?(?::(-?\d+))?=(.*\S.*)$/.exec(text)
  const [, agent, name, seed, reason] = match ?? []
  if (agent === undefined || reason === undefined) {
    return left(`--withdraw takes AGENT:CASE:SEED=REASON, not ${JSON.stringify(text)}`)
  }
  return right({
    agent,
    reason,
    ...(name === undefined ? {} : { case: name }),
    ...(seed === undefined ? {} : { seed: Number(seed) }),
  })
}

/**
 * Declares the options of `edgeworth resume`.
 *
 * @category model
 * @since 0.1.0
 */
export const resumeOptions: OptionTable = {
  ...pacingOptions,
  'retry-failed': 'switch',
  withdraw: 'value',
}

/**
 * Runs `edgeworth resume`.
 *
 * @category commands
 * @since 0.1.0
 */
export const resumeCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth resume: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, resumeOptions)
  if (isLeft(args)) return refuse(args.left)
  const { value, given, operands } = args.right
  const [directory] = operands
  if (directory === undefined || operands.length > 1) return refuse('name one directory of a sweep')
  const pacing = pacingOf(args.right)
  if (isLeft(pacing)) return refuse(pacing.left)
  const plan = planIn(directory)
  if (isLeft(plan)) return refuse(failuresInWords(plan.left))
  const taken = value('withdraw')
  if (taken !== undefined) {
    const withdrawal = withdrawalOf(taken)
    if (isLeft(withdrawal)) return refuse(withdrawal.left)
    if (!plan.right.agents.some(({ name }) => name === withdrawal.right.agent)) {
      return refuse(`no agent of this sweep is named ${JSON.stringify(withdrawal.right.agent)}`)
    }
    const written = withdraw(directory, [withdrawal.right])
    if (isLeft(written)) return refuse(failuresInWords(written.left))
  }
  const end = await atTerminal(terminal, plan.right.settings, pacing.right, (play, options) =>
    resumeSweep(directory, play, { ...options, retryFailed: given('retry-failed') }),
  )
  return isLeft(end)
    ? refuse(failuresInWords(end.left))
    : tellSweep(terminal, end.right, given('json'), directory)
}
