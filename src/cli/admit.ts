/**
 * `edgeworth admit`: whether configurations can tell good play from bad.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Admission,
  type AdmissionReason,
  admit,
  type BaselineComparison,
  type Baselines,
} from '../oracle/index.js'
import { reasonsInWords } from './admit-reasons.js'
import { type OptionTable, readArguments, wholeNumber } from './arguments.js'
import { type ConfiguredWorld, configuredWorlds } from './config-file.js'
import { type Cell, tableToText } from './table.js'
import { type ExitCode, progressOf, type Terminal } from './terminal.js'

export const admitHelp = `usage: edgeworth admit CONFIG... [--seed N] [--summation RULE] [--nodes N] [--json]

Judges configurations before anybody plays them: floors (doing nothing, swapping at random,
the best pair each round), ceilings (what the protocol allows, and what finding hidden
partners would add), whether they lie in this order, the filters, and what the rules put
agents under. Every round is judged on the initial world, so the figures are opportunities
added up over rounds. They are exact, but for searches with a row limit among many agents
that reach their budget: those give the best that was found. CONFIG is a file (* is
expanded; docs/guides/sweeps.md has the keys), official, or the beginning of the name of an
official case. Why one is not admitted is said first.

  --seed N             another seed than the configuration's own (any whole number, or a word)
  --summation RULE     plain or neumaier (default neumaier): how utilities are added
  --nodes N            nodes a search with a row limit may open (default 200000)
  --json               the same as one JSON document

Exit codes: 0 every configuration is admitted; 1 one is not, or describes no world; 2 the
command was not understood.
`

const DEFAULT_NODES = 200_000
/** As many as a recorded run may have. */
const MOST_ROUNDS = 100_000

type Judged = Extract<Admission, { readonly _tag: 'Admitted' | 'Rejected' }>

const words: Readonly<Record<keyof Baselines, string>> = {
  noOpGain: 'doing nothing',
  randomGain: 'random floor',
  greedyGain: 'greedy floor',
  protocolGain: 'protocol ceiling',
  hiddenGain: 'hidden discovery adds',
  informationGain: 'information ceiling',
  searchCost: 'search cost',
  rationalRounds: 'rounds with a rational deal',
  greedyOptimumGain: 'greedy optimum, once',
  gridOptimumGain: 'grid optimum, once',
}
// The members of a record of all baselines are baselines.
const baselines = Object.keys(words) as ReadonlyArray<keyof Baselines>

const filters: Readonly<Record<AdmissionReason, string>> = {
  no_meaningful_surplus: 'there is something to gain: the information ceiling is above 1e-6',
  no_rational_path: 'some round has a deal by which nobody loses',
  random_too_good: 'the random floor is at most .5 of the information ceiling',
  greedy_too_good: 'the greedy floor is at most .95 of the information ceiling',
  greedy_too_weak: 'the greedy floor is at least .02 of the information ceiling',
  hidden_dominates: 'hidden discovery is at most .98 of the information ceiling',
  search_cost_too_high: 'searching costs less than the information ceiling',
  ordering: 'doing nothing <= random < greedy < information ceiling',
}
const reasons = Object.keys(filters) as ReadonlyArray<AdmissionReason>

const headlineOf = ({ config, seed }: ConfiguredWorld, verdict: string): string =>
  `${config.name}, seed ${seed}: ${verdict}\n`

const comparisonRow = (one: BaselineComparison): ReadonlyArray<Cell> => [
  words[one.left],
  one.leftValue,
  one.strict ? '<' : '<=',
  words[one.right],
  one.rightValue,
  one.passed ? 'holds' : 'FAILS',
]

const textOf = (shown: ConfiguredWorld, admission: Judged): string => {
  const { informationGain: ceiling } = admission.baselines
  const isShare = (name: keyof Baselines): boolean => name !== 'rationalRounds' && ceiling > 0
  const gains = tableToText({
    header: ['floors and ceilings', 'gain', 'of information ceiling'],
    rows: baselines.map((name) => {
      const value = admission.baselines[name]
      return [words[name], value, isShare(name) ? value / ceiling : null]
    }),
  })
  const ordering = tableToText({
    header: ['ordering', '', '', '', '', ''],
    rows: admission.ordering.map(comparisonRow),
  })
  const judged = tableToText({
    header: ['filter', 'asks that', 'verdict'],
    rows: reasons.map((reason) => [
      reason,
      filters[reason],
      admission.reasons.includes(reason) ? 'FAILS' : 'passes',
    ]),
  })
  const verdict = admission._tag === 'Admitted' ? 'admitted' : 'not admitted'
  const pressures = admission.pressures.length === 0 ? 'none' : admission.pressures.join(', ')
  const why = admission.reasons.length === 0 ? [] : reasonsInWords(admission, words)
  const headline = [headlineOf(shown, verdict), ...why.map((reason) => `  ${reason}\n`)].join('')
  return [headline, gains, ordering, judged, `pressures: ${pressures}\n`].join('\n')
}

const refusalOf = (admission: Exclude<Admission, Judged>): string => {
  const { _tag, ...where } = admission.reason
  const places = Object.entries(where).map(([name, value]) => `, ${name} ${value}`)
  return `${_tag}${places.join('')}`
}

/**
 * Declares the options of `edgeworth admit`.
 *
 * @category model
 * @since 0.1.0
 */
export const admitOptions: OptionTable = {
  seed: 'value',
  summation: 'value',
  nodes: 'value',
  json: 'switch',
}

/**
 * Runs `edgeworth admit`.
 *
 * @category commands
 * @since 0.1.0
 */
export const admitCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth admit: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, admitOptions)
  if (isLeft(args)) return refuse(args.left)
  if (args.right.operands.length === 0) return refuse('name a configuration file')
  const rule = args.right.value('summation') ?? 'neumaier'
  if (rule !== 'plain' && rule !== 'neumaier') {
    return refuse(`--summation is plain or neumaier, not ${JSON.stringify(rule)}`)
  }
  const nodes = wholeNumber(args.right, 'nodes', 1, DEFAULT_NODES)
  if (isLeft(nodes)) return refuse(nodes.left)
  const isJson = args.right.given('json')
  const documents: Array<object> = []
  const progress = progressOf(terminal, 'configurations judged')
  let admitted = 0
  let judged = 0
  for (const operand of args.right.operands) {
    for (const made of await configuredWorlds(operand, args.right)) {
      judged += 1
      if (isLeft(made)) {
        terminal.err(`${made.left}\n`)
        continue
      }
      const { config, world, summation, seed, unknown } = made.right
      if (config.rounds > MOST_ROUNDS) {
        terminal.err(
          `${operand}: ${config.rounds} rounds, more than ${MOST_ROUNDS} are not judged\n`,
        )
        continue
      }
      for (const key of unknown) {
        terminal.err(`${operand}: ${key} is no key of a configuration and was ignored\n`)
      }
      const admission = admit(config, world, summation, { nodeBudget: nodes.right })
      if (admission._tag === 'Admitted') admitted += 1
      progress.step(judged, config.name)
      documents.push({ name: config.name, seed, summation, ...admission })
      if (isJson) continue
      progress.end()
      if (documents.length > 1) terminal.out('\n')
      terminal.out(
        admission._tag === 'Refused'
          ? headlineOf(made.right, `cannot be judged exactly: ${refusalOf(admission)}`)
          : textOf(made.right, admission),
      )
    }
  }
  progress.end()
  if (isJson) terminal.out(`${JSON.stringify(documents, null, 2)}\n`)
  return admitted === judged ? 0 : 1
}
