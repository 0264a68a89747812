/**
 * `edgeworth world`: the world behind a configuration and a seed.
 *
 * @module
 */
import { readFile, stat } from 'node:fs/promises'
import type { Either } from 'fp-ts/lib/Either.js'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import { type Summation } from '../core/arithmetic.js'
import { type Failures, renderFailures } from '../core/failure.js'
import {
  configToSnapshot,
  type ExchangeConfig,
  gini,
  gridOptimum,
  readExchangeConfig,
  utilities,
  visibleAgents,
  type World,
  welfare,
  worldOf,
} from '../economy/index.js'
import { type Arguments, readArguments } from './arguments.js'
import { type Cell, tableToText } from './table.js'
import type { ExitCode, Terminal } from './terminal.js'

export const worldHelp = `usage: edgeworth world CONFIG [--seed N] [--json]

Shows the world that a configuration file makes: who holds what, what a unit of each
good is worth to whom, who sees whom, utilities, welfare and the attainable optimum.
Keys are written num_agents, utility_mode, ...; one that no configuration has is ignored,
and said on the error stream.

  --seed N             another seed than the configuration's own (any whole number, or a word)
  --summation RULE     plain or neumaier (default neumaier): how utilities are added
  --json               the same as one JSON document

Exit codes: 0 shown; 1 the file is missing or describes no world; 2 not understood.
`

interface Shown {
  readonly config: ExchangeConfig
  /** Keys of the file that no configuration has: they are ignored, and said. */
  readonly unknown: ReadonlyArray<string>
  readonly seed: number | string
  readonly world: World
  readonly summation: Summation
}

const readText = async (file: string): Promise<Either<string, string>> => {
  try {
    const kind = await stat(file)
    // A device may have no end; a pipe is what a shell puts in place of a file.
    if (kind.isCharacterDevice() || kind.isBlockDevice()) {
      return left(`${file}: a device, not a file`)
    }
    return right(await readFile(file, 'utf8'))
  } catch (error) {
    return left(`${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const parsed = (file: string, text: string): Either<string, unknown> => {
  try {
    return right(JSON.parse(text) as unknown)
  } catch (error) {
    return left(`${file}: not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

const explained = <A>(file: string, read: Either<Failures, A>): Either<string, A> =>
  isLeft(read) ? left(renderFailures(read.left).replaceAll(/^/gm, `${file}: `)) : read

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Keys that a written configuration does not have; a leading underscore marks a note. */
const unknownKeys = (json: unknown, written: unknown, above = ''): ReadonlyArray<string> => {
  const known = membersOf(written)
  return Object.keys(membersOf(json))
    .filter((key) => !Object.hasOwn(known, key) && !key.startsWith('_') && key !== 'roles')
    .map((key) => `${above}${key}`)
}

const unknownIn = (json: unknown, config: ExchangeConfig): ReadonlyArray<string> => {
  const snapshot = configToSnapshot(config)
  const nested = ['protocol', 'institution_pressure'].flatMap((key) =>
    unknownKeys(membersOf(json)[key], snapshot[key], `${key}.`),
  )
  return [...unknownKeys(json, snapshot), ...nested]
}

/** A whole number, or a word; what looks like another number, or is empty, is more likely a slip than a word. */
const seedOf = (args: Arguments, config: ExchangeConfig): Either<string, number | string> => {
  const text = args.value('seed')
  if (text === undefined) return right(config.seed)
  if (/^-?\d+$/.test(text)) return right(Number.isSafeInteger(Number(text)) ? Number(text) : text)
  return text.trim() === '' || !Number.isNaN(Number(text))
    ? left(`--seed takes a whole number or a word, not ${JSON.stringify(text)}`)
    : right(text)
}

const shownOf = async (file: string, args: Arguments): Promise<Either<string, Shown>> => {
  const text = await readText(file)
  if (isLeft(text)) return text
  const json = parsed(file, text.right)
  if (isLeft(json)) return json
  const config = explained(file, readExchangeConfig(json.right))
  if (isLeft(config)) return config
  const chosen = seedOf(args, config.right)
  if (isLeft(chosen)) return chosen
  const seed = chosen.right
  const world = explained(file, worldOf(config.right, seed))
  if (isLeft(world)) return world
  const summation = args.value('summation') === 'plain' ? 'plain' : 'neumaier'
  const unknown = unknownIn(json.right, config.right)
  return right({ config: config.right, unknown, seed, world: world.right, summation })
}

const figuresOf = ({ world, summation }: Shown) => {
  const values = utilities(world, world.allocation, summation)
  const initial = welfare(summation)(values)
  const optimum = gridOptimum(world, summation)
  return {
    utilities: values,
    welfare: initial,
    gini: gini(summation)(values),
    optimum,
    attainable: Math.max(0, optimum.welfare - initial),
  }
}

const jsonOf = (shown: Shown): string => {
  const { config, seed, world, summation } = shown
  const visible = Object.fromEntries(
    world.allocation.map((_, index) => [`a${index + 1}`, visibleAgents(config)(index + 1)]),
  )
  return `${JSON.stringify({ name: config.name, seed, summation, world, visible, ...figuresOf(shown) }, null, 2)}\n`
}

const textOf = (shown: Shown): string => {
  const { config, seed, world } = shown
  const figures = figuresOf(shown)
  const agentRow = (row: ReadonlyArray<number>, index: number): ReadonlyArray<Cell> => [
    `a${index + 1}`,
    ...row,
  ]
  const matrix = (title: string, rows: ReadonlyArray<ReadonlyArray<number>>): string =>
    `${title}\n${tableToText({ header: ['', ...world.resourceNames], rows: rows.map(agentRow) })}\n`
  const agents = tableToText({
    header: ['', 'utility', 'sees'],
    rows: world.allocation.map((_, index) => [
      `a${index + 1}`,
      figures.utilities[index] ?? null,
      visibleAgents(config)(index + 1)
        .map((agent) => `a${agent}`)
        .join(' '),
    ]),
  })
  return [
    `${config.name}, seed ${seed}: ${world.allocation.length} agents, ${world.resourceNames.length} goods, ${world.utilityMode}\n\n`,
    matrix('holdings', world.allocation),
    matrix('value of one unit', world.preferences),
    `agents\n${agents}\n`,
    `welfare ${figures.welfare}, Gini ${figures.gini}\n`,
    `optimum ${figures.optimum.welfare}, attainable gain ${figures.attainable}\n`,
  ].join('')
}

/**
 * Runs `edgeworth world`.
 *
 * @category commands
 * @since 0.1.0
 */
export const worldCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const args = readArguments(argv, { seed: 'value', summation: 'value', json: 'switch' })
  if (isLeft(args)) {
    terminal.err(`edgeworth world: ${args.left}\n`)
    return 2
  }
  const [file, ...others] = args.right.operands
  if (file === undefined || others.length > 0) {
    terminal.err('edgeworth world: name one configuration file; see edgeworth world --help\n')
    return 2
  }
  const rule = args.right.value('summation') ?? 'neumaier'
  if (rule !== 'plain' && rule !== 'neumaier') {
    terminal.err(`edgeworth world: --summation is plain or neumaier, not ${JSON.stringify(rule)}\n`)
    return 2
  }
  const shown = await shownOf(file, args.right)
  if (isLeft(shown)) {
    terminal.err(`${shown.left}\n`)
    return 1
  }
  for (const key of shown.right.unknown) {
    terminal.err(`${file}: ${key} is no key of a configuration and was ignored\n`)
  }
  terminal.out(args.right.given('json') ? jsonOf(shown.right) : textOf(shown.right))
  return 0
}
