/**
 * Oracle tables: a verified run as one row in all, or as rows of regret, of subgames, of dimensions, and of how it solicited.
 *
 * @module
 */
import { regretSteps } from '../oracle/index.js'
import {
  type Dimensions,
  dimensionsOf,
  type RunIdentity,
  type RunRegret,
  regretOfRun,
  type SolicitationUse,
  type StepReach,
  type SubgameTotals,
  solicitationUse,
  subgamesByType,
  subgamesOf,
  type VerifiedRun,
} from '../trace/index.js'
import type { Cell, Table } from './table.js'

/**
 * Is all that is read from a verified run. Its states are let go, so that many runs can be held.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReadRun {
  readonly run: RunIdentity
  readonly regret: RunRegret
  readonly subgames: ReturnType<ReturnType<typeof subgamesByType>>
  readonly dimensions: Dimensions
  readonly solicitation: SolicitationUse
}

/**
 * Reads a verified run; `nodeBudget` bounds the searches of the oracles.
 *
 * @category constructors
 * @since 0.1.0
 */
export const readVerified = (
  verified: VerifiedRun,
  options: { readonly nodeBudget?: number },
): ReadRun => {
  const { summation } = verified.run
  const rows = verified.rounds.map(({ row }) => row)
  const subgames = subgamesOf(summation)(rows)
  return {
    run: verified.run,
    regret: regretOfRun(options)(verified),
    subgames: subgamesByType(summation)(subgames),
    dimensions: dimensionsOf(summation)(subgames),
    solicitation: solicitationUse(verified.config)(rows),
  }
}

/** One row a run: what was within reach over all rounds, what was applied, and what each step has lost. */
const summaryRows = (run: ReadRun): ReadonlyArray<ReadonlyArray<Cell>> => {
  if (run.regret._tag === 'Refused') return []
  const { rounds, total, certified } = run.regret
  const lost = regretSteps.map((step) => total.regret[step])
  const row = [run.run.name, rounds.length, total.reach, total.applied, ...lost]
  return [[...row, total.worst ?? 'nothing', certified ? 'exact' : 'bounded']]
}

type RowsOf = (run: ReadRun) => ReadonlyArray<ReadonlyArray<Cell>>

const nameOf = ({ run }: ReadRun): string => run.name

const stepCells = ({ step, attainable, attained, regret }: StepReach): ReadonlyArray<Cell> => [
  step,
  attainable,
  attained,
  regret,
]

const regretRows: RowsOf = (run) =>
  run.regret._tag === 'Refused'
    ? []
    : run.regret.rounds.flatMap((round) =>
        round.steps.map((one) => [
          nameOf(run),
          round.roundIndex,
          `a${round.controllerId}`,
          ...stepCells(one),
          round.certified ? 'exact' : 'bounded',
        ]),
      )

const totalCells = (totals: SubgameTotals): ReadonlyArray<Cell> => [
  totals.count,
  totals.nontrivial,
  totals.solved,
  totals.applied,
  totals.actual,
  totals.frontier,
  totals.gap,
  totals.ratio,
]

const totalHeader = [
  'count',
  'nontrivial',
  'solved',
  'applied',
  'actual',
  'frontier',
  'gap',
  'ratio',
] as const

const subgameRows: RowsOf = (run) =>
  Object.entries(run.subgames).map(([type, totals]) => [nameOf(run), type, ...totalCells(totals)])

const dimensionRows: RowsOf = (run) => {
  const { disclosure, inference, proposal, acceptance, reuse } = run.dimensions
  const blank: ReadonlyArray<Cell> = totalHeader.slice(1).map(() => null)
  const formed = [inference.opportunities, ...blank.slice(1), inference.perDisclosure]
  return [
    ['D1 disclosure', disclosure.count, ...blank],
    ['D2 inference', ...formed],
    ['D3 proposal', ...totalCells(proposal)],
    ['D4 acceptance', ...totalCells(acceptance)],
    ['D5 reuse', ...totalCells(reuse)],
  ].map((row) => [nameOf(run), ...row])
}

const agents = (ids: ReadonlyArray<number>): string => ids.map((id) => `a${id}`).join(' ')
const mark = (holds: boolean): string => (holds ? 'yes' : 'no')

const solicitationRows: RowsOf = (run) =>
  run.solicitation.rounds.map((round) => [
    nameOf(run),
    round.roundIndex,
    `a${round.controllerId}`,
    agents(round.visible),
    agents(round.hiddenResponders),
    mark(round.activated),
    mark(round.used),
    mark(round.applied),
  ])

/**
 * Names the tables that can be asked for.
 *
 * @category model
 * @since 0.1.0
 */
export type Shown = 'summary' | 'regret' | 'subgames' | 'dimensions' | 'solicitation'

const tables: Readonly<
  Record<Shown, { readonly header: ReadonlyArray<string>; readonly rowsOf: RowsOf }>
> = {
  summary: {
    header: ['run', 'rounds', 'within reach', 'applied', ...regretSteps, 'lost most in', 'oracle'],
    rowsOf: summaryRows,
  },
  regret: {
    header: ['run', 'round', 'controller', 'step', 'attainable', 'attained', 'regret', 'oracle'],
    rowsOf: regretRows,
  },
  subgames: { header: ['run', 'type', ...totalHeader], rowsOf: subgameRows },
  dimensions: { header: ['run', 'dimension', ...totalHeader], rowsOf: dimensionRows },
  solicitation: {
    header: ['run', 'round', 'controller', 'sees', 'hidden', 'activated', 'used', 'applied'],
    rowsOf: solicitationRows,
  },
}

/**
 * Lists the names of the tables.
 *
 * @category model
 * @since 0.1.0
 */
export const shownNames: ReadonlyArray<Shown> = Object.keys(tables) as ReadonlyArray<Shown> // its own members

/**
 * Draws up one table over all runs.
 *
 * @category operations
 * @since 0.1.0
 */
export const tableOf = (shown: Shown, runs: ReadonlyArray<ReadRun>): Table => {
  const { header, rowsOf } = tables[shown]
  return { header, rows: runs.flatMap(rowsOf) }
}

/**
 * Writes all that was read from a run as plain data.
 *
 * @category rendering
 * @since 0.1.0
 */
export const runJson = (run: ReadRun): object => ({
  status: run.regret._tag === 'Refused' ? 'refused' : 'ok',
  ...run,
})
