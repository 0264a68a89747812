/**
 * `edgeworth run`: a sweep of agents over cases and seeds.
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { sha256Hex } from '../core/hash.js'
import type { Json } from '../core/json.js'
import { runSweep } from '../run/node/sweep.js'
import { type MarketPlan, planText, type SweepPlan } from '../run/sweep-plan.js'
import { type Arguments, type OptionTable, readArguments } from './arguments.js'
import { atTerminal } from './sweep.js'
import {
  agentsOf,
  casesOf,
  pacingHelp,
  pacingOf,
  pacingOptions,
  playerHelp,
  playerOptions,
  seedsOf,
  settingsOf,
} from './sweep-arguments.js'
import {
  bargainGamesHelp,
  bargainOptions,
  bargainPlanOf,
  isBargainOperand,
} from './sweep-bargains.js'
import { tellSweep } from './sweep-end.js'
import type { ExitCode, Terminal } from './terminal.js'
import { failuresInWords } from './words.js'

export const runHelp: string = `usage: edgeworth run CASE... [--agents LIST] [--seeds LIST] [--workers N] [--out DIR] [...]

Plays every agent in every case over every seed, and writes DIR: a run directory for every
game (DIR/runs), one row a game (results.jsonl), a table (results.csv) and a summary
(sweep_summary.json). A CASE is official (all four), the beginning of the name of an official
case (case01), or the file of a configuration: a JSON object with name, num_agents,
num_resources, rounds, controllers (whose turn it is), utility_mode, protocol, ...; every key
has a default. docs/guides/sweeps.md describes it, and edgeworth world FILE shows its world.

Every answer is on the disk before it enters its game: a sweep that is interrupted, killed or
stopped goes on by edgeworth resume DIR, or by the same command again, and ends in the same
bytes. A file DIR/STOP ends it cleanly; so do too many failed games (more than 25% of 8 and
more), a replay that differs, another model than the pinned one, and the budget.

  --out DIR            where the sweep is, or goes on (default sweep- and the hash of its plan)
${playerHelp}${pacingHelp}
${bargainGamesHelp}
Exit codes: 0 all games are played and none failed; 1 one failed, or the sweep stopped;
2 the command was not understood.
`

const marketPlanOf = (args: Arguments, settings: Json): Either<string, MarketPlan> => {
  const ofBargains = Object.keys(bargainOptions).find((name) => args.value(name) !== undefined)
  const cases = casesOf(args.operands)
  if (isLeft(cases)) return cases
  if (ofBargains !== undefined) return left(`--${ofBargains} goes with bargains`)
  const agents = agentsOf(args)
  if (isLeft(agents)) return agents
  const seeds = seedsOf(args.value('seeds') ?? '1200..1229')
  if (isLeft(seeds)) return seeds
  return right({ cases: cases.right, agents: agents.right, seeds: seeds.right, settings })
}

const planOf = (args: Arguments, settings: Json): Either<string, SweepPlan> =>
  args.operands.some(isBargainOperand)
    ? bargainPlanOf(args, settings)
    : marketPlanOf(args, settings)

/**
 * Declares the options of `edgeworth run`.
 *
 * @category model
 * @since 0.1.0
 */
export const runOptions: OptionTable = {
  ...playerOptions,
  ...bargainOptions,
  ...pacingOptions,
  out: 'value',
}

/**
 * Runs `edgeworth run`.
 *
 * @category commands
 * @since 0.1.0
 */
export const runCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth run: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, runOptions)
  if (isLeft(args)) return refuse(args.left)
  const { value, given } = args.right
  if (value('out') === '') return refuse('--out takes a directory')
  const settings = settingsOf(args.right)
  if (isLeft(settings)) return refuse(settings.left)
  const made = planOf(args.right, settings.right)
  if (isLeft(made)) return refuse(made.left)
  const plan = made.right
  const pacing = pacingOf(args.right)
  if (isLeft(pacing)) return refuse(pacing.left)
  // Named by its plan, so that the same command goes on with it and another one has its own.
  const out = value('out') ?? `sweep-${sha256Hex(planText(plan)).slice(0, 8)}`
  const end = await atTerminal(terminal, settings.right, pacing.right, (play, options) =>
    runSweep(out, plan, play, options),
  )
  if (isLeft(end)) return refuse(failuresInWords(end.left))
  if (value('out') === undefined) terminal.err(`written to ${out}\n`)
  return tellSweep(terminal, end.right, given('json'), out)
}
