/**
 * The commands and their help.
 *
 * | exit code | meaning                                                                              |
 * | --------- | ------------------------------------------------------------------------------------ |
 * | 0         | done, and nothing is wrong with what was looked at                                   |
 * | 1         | done, and something is wrong: a difference, an unreadable directory, no score        |
 * | 2         | the command was not understood; nothing was looked at                                |
 *
 * @module
 */
import { admitCommand, admitHelp } from './admit.js'
import { bargainCommand, bargainHelp } from './bargain.js'
import { gateCommand, gateHelp } from './gate.js'
import { oracleCommand, oracleHelp } from './oracle.js'
import { replayCommand, replayHelp } from './replay.js'
import { resumeCommand, resumeHelp } from './resume.js'
import { runCommand, runHelp } from './run.js'
import { scoreCommand, scoreHelp } from './score.js'
import { submitCommand, submitHelp } from './submit.js'
import type { ExitCode, Terminal } from './terminal.js'
import { verifyCommand, verifyHelp } from './verify.js'
import { version } from './version.js'
import { worldCommand, worldHelp } from './world.js'

type Command = (argv: ReadonlyArray<string>, terminal: Terminal) => Promise<ExitCode>

const commands: Readonly<Record<string, { readonly run: Command; readonly help: string }>> = {
  admit: { run: admitCommand, help: admitHelp },
  bargain: { run: bargainCommand, help: bargainHelp },
  gate: { run: gateCommand, help: gateHelp },
  oracle: { run: oracleCommand, help: oracleHelp },
  replay: { run: replayCommand, help: replayHelp },
  resume: { run: resumeCommand, help: resumeHelp },
  run: { run: runCommand, help: runHelp },
  score: { run: scoreCommand, help: scoreHelp },
  submit: { run: submitCommand, help: submitHelp },
  verify: { run: verifyCommand, help: verifyHelp },
  world: { run: worldCommand, help: worldHelp },
}

const help = `edgeworth: replay, score and inspect games of agents that trade

usage: edgeworth COMMAND [OPTIONS]

  admit CONFIG...  whether a configuration can tell good play from bad
  bargain          play scripted bargains and print the anchors beside them
  gate RUNS...     whether a run of negotiations may be reported
  oracle DIR...    what was attainable in runs, and in which step it was lost
  replay DIR...    re-execute recorded runs and report every difference
  resume DIR       go on with a sweep that was stopped
  run CASE...      play agents over cases and seeds: a sweep that survives
  score DIR...     replay runs and score them: AER, interval, capture share
  submit CASE...   play one agent over prepared cases, and report it
  verify DIR...    check submissions at rest
  world CONFIG     show the world behind a configuration and seed

edgeworth COMMAND --help tells more. Exit codes: 0 clean, 1 something is wrong with
what was looked at, 2 the command was not understood.
`

/**
 * Runs one command line.
 *
 * @category operations
 * @since 0.1.0
 */
export const run = async (argv: ReadonlyArray<string>, terminal: Terminal): Promise<ExitCode> => {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.out(help)
    return name === undefined ? 2 : 0
  }
  if (name === '--version') {
    terminal.out(`${version}\n`)
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    terminal.err(`edgeworth: there is no command ${JSON.stringify(name)}; see edgeworth --help\n`)
    return 2
  }
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.help)
    return 0
  }
  return command.run(rest, terminal)
}
