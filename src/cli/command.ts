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
import type { OptionTable } from './arguments.js'
import type { ExitCode, Terminal } from './terminal.js'
import { version } from './version.js'

type Command = (argv: ReadonlyArray<string>, terminal: Terminal) => Promise<ExitCode>

interface Loaded {
  readonly run: Command
  readonly help: string
  /** All that the command reads beside its operands. */
  readonly options: OptionTable
}

/**
 * Holds the commands by name. One is loaded when it is called: a walk over many runs does not carry the games and sweeps of
 * the others.
 *
 * @category model
 * @since 0.1.0
 */
export const commands: Readonly<Record<string, () => Promise<Loaded>>> = {
  admit: async () => {
    const { admitCommand, admitHelp, admitOptions } = await import('./admit.js')
    return { run: admitCommand, help: admitHelp, options: admitOptions }
  },
  bargain: async () => {
    const { bargainCommand, bargainHelp, bargainOptions } = await import('./bargain.js')
    return { run: bargainCommand, help: bargainHelp, options: bargainOptions }
  },
  gate: async () => {
    const { gateCommand, gateHelp, gateOptions } = await import('./gate.js')
    return { run: gateCommand, help: gateHelp, options: gateOptions }
  },
  oracle: async () => {
    const { oracleCommand, oracleHelp, oracleOptions } = await import('./oracle.js')
    return { run: oracleCommand, help: oracleHelp, options: oracleOptions }
  },
  replay: async () => {
    const { replayCommand, replayHelp, replayOptions } = await import('./replay.js')
    return { run: replayCommand, help: replayHelp, options: replayOptions }
  },
  resume: async () => {
    const { resumeCommand, resumeHelp, resumeOptions } = await import('./resume.js')
    return { run: resumeCommand, help: resumeHelp, options: resumeOptions }
  },
  run: async () => {
    const { runCommand, runHelp, runOptions } = await import('./run.js')
    return { run: runCommand, help: runHelp, options: runOptions }
  },
  score: async () => {
    const { scoreCommand, scoreHelp, scoreOptions } = await import('./score.js')
    return { run: scoreCommand, help: scoreHelp, options: scoreOptions }
  },
  submit: async () => {
    const { submitCommand, submitHelp, submitOptions } = await import('./submit.js')
    return { run: submitCommand, help: submitHelp, options: submitOptions }
  },
  verify: async () => {
    const { verifyCommand, verifyHelp, verifyOptions } = await import('./verify.js')
    return { run: verifyCommand, help: verifyHelp, options: verifyOptions }
  },
  world: async () => {
    const { worldCommand, worldHelp, worldOptions } = await import('./world.js')
    return { run: worldCommand, help: worldHelp, options: worldOptions }
  },
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
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) {
    terminal.err(`edgeworth: there is no command ${JSON.stringify(name)}; see edgeworth --help\n`)
    return 2
  }
  const command = await load()
  if (rest.includes('--help') || rest.includes('-h')) {
    terminal.out(command.help)
    return 0
  }
  return command.run(rest, terminal)
}
