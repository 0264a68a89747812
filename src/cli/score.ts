/**
 * `edgeworth score`: replay recorded runs and score those that are verified.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { defaultSummation, type Summation } from '../core/arithmetic.js'
import { byCodeUnits } from '../scoring/groups.js'
import {
  type AerOutcome,
  type CaptureGains,
  captureShare,
  malformedScore,
  type PooledCapture,
  poolCapture,
  scoreAER,
} from '../scoring/index.js'
import {
  type EpisodeRow,
  episodeCapture,
  episodeRow,
  type ReplayReport,
  renderReport,
} from '../trace/index.js'
import { type OptionTable, readArguments, wholeNumber } from './arguments.js'
import { expandPath, replaysOf, sampleOr } from './runs.js'
import { leftOut, sweepGames, withdrawnRuns } from './score-sweep.js'
import { type Cell, chosenFormat, formatSwitches, inFormat, type Table } from './table.js'
import { type ExitCode, progressOf, type Terminal } from './terminal.js'
import { counted } from './words.js'

export const scoreHelp = `usage: edgeworth score DIR... [--sample] [--by KEY,...] [--bootstrap N] [--seed N]
                       [--engine E] [--summation R] [--json | --csv | --md]

Replays recorded runs and scores those that are verified; a run that is not is listed as
an error and never scored. AER is the ratio of what was realized to what was attainable,
summed over runs, with a bootstrap interval over worlds. The capture share is
that of the seat under test. Agents have the names under which runs record them (the model
or script under test), and are pooled without --by agent.

Where a DIR is a sweep, games that are not played, failed or withdrawn are not scored, and
their number is said on the error stream.

A run of bargains has no AER: it is left out, and their number is said on the error stream.
Its shares stand in its own summary.json; edgeworth replay verifies them.

  --sample        the runs that ship with the package
  --by KEY,...    split by agent, case, tier (any of them, in order)
  --bootstrap N   resamples of the interval (default 2000; 0 for none)
  --seed N        seed of the resampling (default 7)
  --engine E      how worlds are resampled: cpython, as published intervals were (default;
                  percentiles), or auto, keyed, multinomial: by the names of the worlds
  --summation R   plain or neumaier; by default the rule of the recordings
  --json --csv --md   instead of aligned text

Exit codes: 0 every run is verified and every group has a score; 1 one is not, or has
none; 2 the command was not understood.
`

const keys = ['agent', 'case', 'tier'] as const
type Key = (typeof keys)[number]

/** A run that its sweep has taken back: counted, and scored nowhere. */
type WithdrawnRow = Pick<EpisodeRow, Key | 'world'> & {
  readonly status: 'withdrawn'
  readonly reason: string
}

interface Episode {
  readonly row: EpisodeRow | WithdrawnRow
  readonly capture: CaptureGains | null
  readonly summation: Summation | null
}

interface Scored {
  readonly labels: ReadonlyArray<string>
  readonly summation: Summation
  readonly score: AerOutcome
  readonly capture: PooledCapture
}

const engines = ['cpython', 'auto', 'keyed', 'multinomial'] as const
type Engine = (typeof engines)[number]

interface Settings {
  readonly engine: Engine
  readonly by: ReadonlyArray<Key>
  readonly replicates: number
  readonly seed: number
  readonly summation: Summation | null
}

const isKey = (text: string): text is Key => keys.some((key) => key === text)

/** The gains of the seat under test and of everybody in one verified run, added by the rule of its recording. */
const captureOf = (report: ReplayReport): CaptureGains | null => {
  const input = episodeCapture(report)
  if (input === null) return null
  const share = captureShare(input, { summation: input.summation })
  if (share.status === 'invalid') return null
  return { agentGain: share.agentGain, totalGain: share.totalGain }
}

const withdrawnRow = (row: EpisodeRow, reason: string): WithdrawnRow => {
  const { case: name, world, agent, tier } = row
  return { case: name, world, agent, tier, status: 'withdrawn', reason }
}

const labelsOf = (by: ReadonlyArray<Key>, row: Episode['row']): ReadonlyArray<string> =>
  by.map((key) => row[key])

/** The rule that every recording of a group names; where they disagree, the library's own. */
const commonSummation = (episodes: ReadonlyArray<Episode>): Summation => {
  const rules = new Set(
    episodes.flatMap(({ summation }) => (summation === null ? [] : [summation])),
  )
  const [only] = rules
  return rules.size === 1 && only !== undefined ? only : defaultSummation
}

const scored = (
  settings: Settings,
  labels: ReadonlyArray<string>,
  episodes: ReadonlyArray<Episode>,
): Scored => {
  const summation = settings.summation ?? commonSummation(episodes)
  const { engine, replicates, seed } = settings
  const bootstrap = replicates === 0 ? (false as const) : { engine, replicates, seed }
  const captures = episodes.flatMap(({ capture }) => (capture === null ? [] : [capture]))
  return {
    labels,
    summation,
    score: scoreAER(
      episodes.map(({ row }) => row),
      { bootstrap, summation },
    ),
    capture: poolCapture(captures, { summation }),
  }
}

const grouped = (settings: Settings, episodes: ReadonlyArray<Episode>): ReadonlyArray<Scored> => {
  const groups = new Map<string, { labels: ReadonlyArray<string>; members: Array<Episode> }>()
  for (const episode of episodes) {
    const labels = labelsOf(settings.by, episode.row)
    const key = JSON.stringify(labels)
    const group = groups.get(key) ?? { labels, members: [] }
    group.members.push(episode)
    groups.set(key, group)
  }
  return [...groups]
    .sort(([a], [b]) => byCodeUnits(a, b))
    .map(([, { labels, members }]) => scored(settings, labels, members))
}

/** The agents whose runs are added up in one row; nobody where agents are told apart. */
const pooledAgents = (
  by: ReadonlyArray<Key>,
  episodes: ReadonlyArray<Episode>,
): ReadonlyArray<string> => {
  if (by.includes('agent')) return []
  const scored = episodes.filter(({ row }) => row.status === 'ok')
  return [...new Set(scored.map(({ row }) => row.agent))].sort(byCodeUnits)
}

const figures = ['n', 'aer', 'low', 'high', 'clipped', 'realized', 'attainable', 'capture'] as const
const notes = ['degenerate', 'errors', 'tier', 'summation', 'engine', 'status'] as const

const cellsOf = ({ labels, score, capture, summation }: Scored): ReadonlyArray<Cell> => {
  const share = capture.status === 'ok' ? capture.share : null
  if (score.status === 'invalid') {
    return [
      ...labels,
      0,
      null,
      null,
      null,
      null,
      null,
      null,
      share,
      0,
      0,
      '',
      summation,
      '',
      'invalid',
    ]
  }
  const { degenerate_denominator: degenerate, error } = score.droppedCounts
  const rest = [degenerate, error]
  if (score.status !== 'ok') {
    const none = [score.n, null, null, null, null, null, null, share]
    return [...labels, ...none, ...rest, '', summation, '', `${score.status}: ${score.reason}`]
  }
  const { interval, aer, clipped, realized, attainable, n, tier } = score
  const [low, high] = interval._tag === 'Interval' ? [interval.low, interval.high] : [null, null]
  const status = interval._tag === 'NotEvaluable' ? `ok; no interval: ${interval.reason}` : 'ok'
  return [
    ...labels,
    n,
    aer,
    low,
    high,
    clipped,
    realized,
    attainable,
    share,
    ...rest,
    tier,
    summation,
    interval._tag === 'NotAsked' ? '' : interval.engine,
    status,
  ]
}

const tableOf = (by: ReadonlyArray<Key>, groups: ReadonlyArray<Scored>): Table => ({
  header: [...by.filter((key) => key !== 'tier'), ...figures, ...notes],
  rows: groups.map((group) =>
    cellsOf({ ...group, labels: group.labels.filter((_, index) => by[index] !== 'tier') }),
  ),
})

const jsonOf = (settings: Settings, groups: ReadonlyArray<Scored>): string => {
  const shown = groups.map(({ labels, ...rest }) => ({
    ...Object.fromEntries(settings.by.map((key, index) => [key, labels[index] ?? ''])),
    ...rest,
  }))
  return `${JSON.stringify(shown, null, 2)}\n`
}

/**
 * Declares the options of `edgeworth score`.
 *
 * @category model
 * @since 0.1.0
 */
export const scoreOptions: OptionTable = {
  sample: 'switch',
  by: 'value',
  bootstrap: 'value',
  seed: 'value',
  engine: 'value',
  summation: 'value',
  ...formatSwitches,
}

/**
 * Runs `edgeworth score`.
 *
 * @category commands
 * @since 0.1.0
 */
export const scoreCommand = async (
  argv: ReadonlyArray<string>,
  terminal: Terminal,
): Promise<ExitCode> => {
  const refuse = (reason: string): ExitCode => {
    terminal.err(`edgeworth score: ${reason}\n`)
    return 2
  }
  const args = readArguments(argv, scoreOptions)
  if (isLeft(args)) return refuse(args.left)
  const { value } = args.right
  const format = chosenFormat(args.right)
  if (isLeft(format)) return refuse(format.left)
  const by = (value('by') ?? '').split(',').filter((text) => text !== '')
  const unknown = by.find((text) => !isKey(text))
  if (unknown !== undefined)
    return refuse(`--by takes ${keys.join(', ')}, not ${JSON.stringify(unknown)}`)
  if (new Set(by).size < by.length) return refuse('--by names a key twice')
  const replicates = wholeNumber(args.right, 'bootstrap', 0, 2000)
  if (isLeft(replicates)) return refuse(replicates.left)
  const seed = wholeNumber(args.right, 'seed', Number.MIN_SAFE_INTEGER, 7)
  if (isLeft(seed)) return refuse(seed.left)
  const rule = value('summation') ?? null
  if (rule !== null && rule !== 'plain' && rule !== 'neumaier') {
    return refuse(`--summation is plain or neumaier, not ${JSON.stringify(rule)}`)
  }
  const named = value('engine') ?? 'cpython'
  const engine = engines.find((known) => known === named)
  if (engine === undefined) {
    return refuse(`--engine takes ${engines.join(', ')}, not ${JSON.stringify(named)}`)
  }
  const malformed = malformedScore([], {
    bootstrap: replicates.right === 0 ? false : { replicates: replicates.right, seed: seed.right },
  })
  if (malformed !== null) return refuse(malformed.reason)
  const paths = sampleOr(args.right)
  if (isLeft(paths)) return refuse(paths.left)

  const withdrawnReason = withdrawnRuns()
  const progress = progressOf(terminal, 'runs replayed')
  const episodes: Array<Episode> = []
  let unclean = 0
  let bargains = 0
  for (const replay of replaysOf(paths.right)) {
    if (replay.kind === 'bargains') {
      bargains += 1
      continue
    }
    const { folder, report } = replay
    const row = episodeRow(report)
    const summation = report._tag === 'Unreadable' ? null : report.run.summation
    const taken = report._tag === 'Verified' ? withdrawnReason(folder) : null
    episodes.push(
      taken === null
        ? { row, capture: captureOf(report), summation }
        : { row: withdrawnRow(row, taken), capture: null, summation },
    )
    progress.step(episodes.length, folder)
    if (report._tag === 'Verified') continue
    unclean += 1
    progress.end()
    terminal.err(`${folder}: not scored: ${renderReport(report)[0] ?? ''}\n`)
  }
  progress.end()
  if (bargains > 0) {
    const runs = counted(bargains, 'run of bargains', 'runs of bargains')
    terminal.err(
      `edgeworth score: ${runs} left out: AER is of market runs, shares of bargains stand in summary.json\n`,
    )
  }

  const settings: Settings = {
    engine,
    by: by.filter(isKey),
    replicates: replicates.right,
    seed: seed.right,
    summation: rule,
  }
  for (const path of paths.right.flatMap(expandPath)) {
    const games = sweepGames(path)
    const line = games === null ? null : leftOut(games)
    if (line !== null) terminal.err(`edgeworth score: ${line}\n`)
  }
  const pooled = pooledAgents(settings.by, episodes)
  if (pooled.length > 1) {
    terminal.err(
      `edgeworth score: ${pooled.length} agents pooled (${pooled.join(', ')}); --by agent tells them apart\n`,
    )
  }
  const groups = grouped(settings, episodes)
  const table = tableOf(settings.by, groups)
  terminal.out(inFormat(format.right, table, { json: () => jsonOf(settings, groups) }))
  return unclean === 0 && groups.length > 0 && groups.every(({ score }) => score.status === 'ok')
    ? 0
    : 1
}
