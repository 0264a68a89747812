/**
 * What `edgeworth run` and `edgeworth submit` are told: cases, agents, seeds, and how games are played.
 *
 * @module
 */
import { readFileSync, statSync } from 'node:fs'
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { renderFailures } from '../core/failure.js'
import type { Json } from '../core/json.js'
import { type ExchangeConfig, readExchangeConfig } from '../economy/config.js'
import { officialCases } from '../exchange/cases-official.js'
import {
  type BuiltInAgent,
  type BuiltInPanel,
  builtInAgent,
  builtInAgents,
  builtInPanels,
  commandAgent,
} from '../run/sweep-agents.js'
import type { SweepAgent } from '../run/sweep-plan.js'
import { type Arguments, type OptionTable, wholeNumber } from './arguments.js'

/**
 * Declares the options that say who plays.
 *
 * @category model
 * @since 0.1.0
 */
export const playerOptions: OptionTable = {
  agents: 'value',
  panel: 'value',
  environment: 'value',
  'model-command': 'value',
  model: 'value',
  pin: 'value',
  seeds: 'value',
  concurrency: 'value',
  timeout: 'value',
  retries: 'value',
}

/**
 * Declares the options of a sweep that is run or gone on with; they change no game.
 *
 * @category model
 * @since 0.1.0
 */
export const pacingOptions: OptionTable = {
  workers: 'value',
  processes: 'value',
  'budget-usd': 'value',
  'budget-tokens': 'value',
  json: 'switch',
}

/**
 * Explains the options that say who plays, for the help of a command.
 *
 * @category rendering
 * @since 0.1.0
 */
export const playerHelp: string = `  --agents LIST        who is under test: ${builtInAgents.slice(0, 4).join(', ')},
                       ${builtInAgents.slice(4).join(', ')},
                       or command (default: greedy, or command with --model-command)
  --panel NAME         who plays the other seats: ${builtInPanels.join(', ')},
                       or command (default scripted-ir)
  --environment NAME   who compiles and verifies: rule or command (default rule)
  --model-command CMD  an executable that is the model; see below
  --model NAME         the name under which its calls are recorded (default command)
  --pin NAME           the model that has to have answered; another one fails the game
  --seeds LIST         1200..1229, or 1200,1205, or both (default 1200..1229)
  --concurrency N      questions of one game that may be out at once (default 8)
  --timeout S          seconds that an answer may take (default 120)
  --retries N          how often an error or a missed answer is tried again (default 3)
`

/**
 * Explains the options of pace and the protocol of a command, for the help of a command.
 *
 * @category rendering
 * @since 0.1.0
 */
export const pacingHelp = `  --workers N          games played at once (default 1)
  --processes N        processes of the model command (default: as many as workers)
  --budget-usd X       dollars after which nothing more is asked
  --budget-tokens N    tokens in and out after which nothing more is asked
  --json               the summary as JSON

A model command is run by the shell and answers lines of JSON: one line in, one line out.
  in   {"system": TEXT, "prompt": TEXT, "maxTokens": N, "temperature": X or null,
        "sample": N or null, "model": NAME, "id": TEXT, "role": NAME, "attempt": N}
  out  {"text": TEXT or null, "private": TEXT, "model": NAME, "finish": TEXT, "costUsd": X,
        "usage": {"inputTokens": N, "outputTokens": N, ...}, "refused": TEXT, "id": TEXT}
Of a reply only text (or refused) has to be there; an id has to be that of the question. A
command that dies, that writes what is no reply (a count below 0 is none) or more than one
line for a question, has made a fault; it is started again for the next question.
`

const parsedFile = (path: string): Either<string, unknown> => {
  try {
    if (!statSync(path).isFile()) return left(`${path} is no file`)
    return right(JSON.parse(readFileSync(path, 'utf8')) as unknown)
  } catch (error) {
    return left(`${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const caseNamed = (name: string): Either<string, ReadonlyArray<ExchangeConfig>> => {
  const official = officialCases.filter((one) => name === 'official' || one.name.startsWith(name))
  if (official.length === 1 || name === 'official') {
    return right(official.map(({ config }) => config))
  }
  const json = parsedFile(name)
  if (isLeft(json)) {
    const known = officialCases.map((one) => one.name).join(', ')
    return left(
      `there is no case ${JSON.stringify(name)}: it is official, one of ${known}, or a file`,
    )
  }
  const config = readExchangeConfig(json.right)
  if (!isLeft(config)) return right([config.right])
  return left(`${name}: ${renderFailures(config.left).replaceAll('\n', '; ')}`)
}

/**
 * Reads the cases of a command line: `official`, the beginning of the name of an official case, or a file.
 *
 * @category constructors
 * @since 0.1.0
 */
export const casesOf = (
  operands: ReadonlyArray<string>,
): Either<string, ReadonlyArray<ExchangeConfig>> => {
  if (operands.length === 0) return left('name a case')
  const cases: Array<ExchangeConfig> = []
  const defects: Array<string> = []
  for (const operand of operands) {
    const found = caseNamed(operand)
    if (isLeft(found)) defects.push(found.left)
    else cases.push(...found.right)
  }
  return defects.length > 0 ? left(defects.join('; ')) : right(cases)
}

const MOST_SEEDS = 100_000

/**
 * Reads a list of seeds: `1200..1229`, `3,5`, or both; at most 100,000.
 *
 * @category constructors
 * @since 0.1.0
 */
export const seedsOf = (text: string): Either<string, ReadonlyArray<number>> => {
  const seeds: Array<number> = []
  for (const part of text.split(',')) {
    const match = /^(-?\d+)(?:\.\.(-?\d+))?$/.exec(part.trim())
    const from = Number(match?.[1])
    const to = Number(match?.[2] ?? match?.[1])
    const isRange = match !== null && Number.isSafeInteger(from) && Number.isSafeInteger(to)
    if (!isRange || to < from || to - from + seeds.length >= MOST_SEEDS) {
      return left(`--seeds takes 1200..1229 or 3,5, not ${JSON.stringify(part)}`)
    }
    for (let seed = from; seed <= to; seed++) seeds.push(seed)
  }
  return right(seeds)
}

const isOneOf = <Name extends string>(names: ReadonlyArray<Name>, text: string): text is Name =>
  (names as ReadonlyArray<string>).includes(text)

interface Players {
  readonly command: string | null
  readonly model: string
  readonly pin: string | null
  readonly panel: BuiltInPanel | 'command'
  readonly environment: 'rule' | 'command'
}

const playersOf = ({ value }: Arguments): Either<string, Players> => {
  const command = value('model-command') ?? null
  const panel = value('panel') ?? 'scripted-ir'
  const environment = value('environment') ?? 'rule'
  const isPanel = panel === 'command' || isOneOf(builtInPanels, panel)
  const isEnvironment = environment === 'rule' || environment === 'command'
  const isAsked = panel === 'command' || environment === 'command'
  const defects = [
    ...(command?.trim() === '' ? ['--model-command takes a command'] : []),
    ...(isPanel
      ? []
      : [`--panel takes ${builtInPanels.join(', ')} or command, not ${JSON.stringify(panel)}`]),
    ...(isEnvironment
      ? []
      : [`--environment takes rule or command, not ${JSON.stringify(environment)}`]),
    ...(command === null && isAsked ? ['a command that plays needs --model-command'] : []),
  ]
  if (!isPanel || !isEnvironment || defects.length > 0) return left(defects.join('; '))
  return right({
    command,
    model: value('model') ?? 'command',
    pin: value('pin') ?? null,
    panel,
    environment,
  })
}

const agentNamed = (
  name: string,
  players: Players,
  submitted: boolean,
): Either<string, SweepAgent> => {
  const { command, panel, environment, ...rest } = players
  if (name === 'command' || submitted) {
    return command === null
      ? left('the agent command needs --model-command')
      : right(commandAgent({ name, command, panel, environment, submitted, ...rest }))
  }
  if (!isOneOf<BuiltInAgent>(builtInAgents, name)) {
    return left(`there is no agent ${JSON.stringify(name)}: ${builtInAgents.join(', ')} or command`)
  }
  return panel === 'command' || environment === 'command'
    ? left(
        `${name} plays against scripts: --panel command and --environment command go with the agent command`,
      )
    : right(builtInAgent(name, panel))
}

/**
 * Reads the agents of a command line. As a submission a command keeps its name, and its silence is its policy.
 *
 * @category constructors
 * @since 0.1.0
 */
export const agentsOf = (args: Arguments): Either<string, ReadonlyArray<SweepAgent>> => {
  const players = playersOf(args)
  if (isLeft(players)) return players
  const otherwise = players.right.command === null ? 'greedy' : 'command'
  const agents: Array<SweepAgent> = []
  for (const name of (args.value('agents') ?? otherwise).split(',')) {
    const agent = agentNamed(name.trim(), players.right, false)
    if (isLeft(agent)) return agent
    agents.push(agent.right)
  }
  return right(agents)
}

/**
 * Reads the one agent that is submitted: a command under a name of its own, or one that is built in.
 *
 * @category constructors
 * @since 0.1.0
 */
export const submittedOf = (args: Arguments): Either<string, SweepAgent> => {
  const players = playersOf(args)
  const isCommand = args.value('model-command') !== undefined
  const name = args.value('agent') ?? (isCommand ? 'submitted' : '')
  if (name === '') {
    const unnamed = 'name an agent by --agent, or give one by --model-command'
    return left(isLeft(players) ? `${players.left}; ${unnamed}` : unnamed)
  }
  return isLeft(players) ? players : agentNamed(name, players.right, isCommand)
}

/** All that is wrong, in one line. */
const saidOf = (read: ReadonlyArray<Either<string, unknown>>): string =>
  read.flatMap((found) => (isLeft(found) ? [found.left] : [])).join('; ')

/**
 * Reads how games are played; what is told is kept with the plan.
 *
 * @category constructors
 * @since 0.1.0
 */
export const settingsOf = (args: Arguments): Either<string, Json> => {
  const concurrency = wholeNumber(args, 'concurrency', 1, 8)
  const timeout = wholeNumber(args, 'timeout', 1, 120)
  const retries = wholeNumber(args, 'retries', 0, 3)
  if (isLeft(concurrency) || isLeft(timeout) || isLeft(retries)) {
    return left(saidOf([concurrency, timeout, retries]))
  }
  return right({
    concurrency: concurrency.right,
    retries: retries.right,
    timeout_seconds: timeout.right,
  })
}

/**
 * Is the pace of a sweep.
 *
 * @category model
 * @since 0.1.0
 */
export interface Pacing {
  readonly workers: number
  readonly processes: number
  readonly budgetUsd: number | null
  readonly budgetTokens: number | null
}

const positive = ({ value }: Arguments, name: string): Either<string, number | null> => {
  const text = value(name)
  if (text === undefined) return right(null)
  const number = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN
  return number > 0
    ? right(number)
    : left(`--${name} takes a positive number, not ${JSON.stringify(text)}`)
}

/**
 * Reads the pace of a sweep.
 *
 * @category constructors
 * @since 0.1.0
 */
export const pacingOf = (args: Arguments): Either<string, Pacing> => {
  const workers = wholeNumber(args, 'workers', 1, 1)
  const processes = wholeNumber(args, 'processes', 1, isLeft(workers) ? 1 : workers.right)
  const budgetUsd = positive(args, 'budget-usd')
  const budgetTokens = positive(args, 'budget-tokens')
  if (isLeft(workers) || isLeft(processes) || isLeft(budgetUsd) || isLeft(budgetTokens)) {
    return left(saidOf([workers, processes, budgetUsd, budgetTokens]))
  }
  return right({
    workers: workers.right,
    processes: processes.right,
    budgetUsd: budgetUsd.right,
    budgetTokens: budgetTokens.right,
  })
}
