/**
 * `edgeworth world`: the world behind a configuration and a seed.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { gini, gridOptimum, utilities, visibleAgents, welfare } from '../economy/index.js'
import { type OptionTable, readArguments } from './arguments.js'
import { type ConfiguredWorld, configuredWorlds } from './config-file.js'
import { type Cell, tableToText } from './table.js'
import type { ExitCode, Terminal } from './terminal.js'
import { counted } from './words.js'

export const worldHelp = `usage: edgeworth world CONFIG [--seed N] [--summation RULE] [--json]

Shows the world that a configuration makes: who holds what, what a unit of each good is
worth to whom, who sees whom, utilities, welfare and the attainable optimum. CONFIG is a
file, or an official case by the beginning of its name (see edgeworth run --help).
Its keys (num_agents, utility_mode, ...) stand in docs/guides/sweeps.md; one that no
configuration has is ignored, and said on the error stream.

  --seed N             another seed than the configuration's own (any whole number, or a word)
  --summation RULE     plain or neumaier (default neumaier): how utilities are added
  --json               the same as one JSON document

Exit codes: 0 shown; 1 there is no such file or case, or it describes no world; 2 not understood.
`

const figuresOf = ({ world, summation }: ConfiguredWorld) => {
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

const jsonOf = (shown: ConfiguredWorld): string => {
  const { config, seed, world, summation } = shown
  const visible = Object.fromEntries(
    world.allocation.map((_, index) => [`a${index + 1}`, visibleAgents(config)(index + 1)]),
  )
  return `${JSON.stringify({ name: config.name, seed, summation, world, visible, ...figuresOf(shown) }, null, 2)}\n`
}

const textOf = (shown: ConfiguredWorld): string => {
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
    `${config.name}, seed ${seed}: ${counted(world.allocation.length, 'agent')}, ${counted(world.resourceNames.length, 'good')}, ${world.utilityMode}\n\n`,
    matrix('holdings', world.allocation),
    matrix('value of one unit', world.preferences),
    `agents\n${agents}\n`,
    `welfare ${figures.welfare}, Gini ${figures.gini}\n`,
    `optimum ${figures.optimum.welfare}, attainable gain ${figures.attainable}\n`,
  ].join('')
}

/**
 * Declares the options of `edgeworth world`.
 *
 * @category model
 * @since 0.1.0
 */
export const worldOptions: OptionTable = {
  seed: 'value',
  summation: 'value',
  json: 'switch',
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
  const args = readArguments(argv, worldOptions)
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
  const [shown, ...more] = await configuredWorlds(file, args.right)
  if (shown === undefined || more.length > 0) {
    terminal.err(`edgeworth world: ${file} names ${more.length + 1} worlds; name one\n`)
    return 2
  }
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
