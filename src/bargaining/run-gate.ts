/**
 * RunGate: whether a run of symmetric negotiations may be reported at all.
 *
 * A run is reported only if every check passes; one that fails, or cannot be made, withholds the table and says which
 * and why. Rows that contradict each other (`row-contradictions.ts`) are no run: nothing is checked and nothing reported. A `fixed` participant, such as the reference policy, is not a model: its turns would dilute the shares of bad
 * turns and its rank is not in question, so it is left out of those checks. Withdrawn participants, and negotiations with
 * them, are in none.
 *
 * | check                | value                                                                   | passes in      |
 * | -------------------- | ----------------------------------------------------------------------- | -------------- |
 * | `cell_balance`       | largest count of a cell over the smallest, of the least balanced model  | at most 1.1, no cell empty |
 * | `deal_rate`          | deals among negotiations                                                | .40 to .95     |
 * | `unreadable_turns`   | turns of models without a move that can be played: unreadable, faulted or refused | below 5% |
 * | `reservation_vetoes` | turns of models that their own reservation forbids                      | below 5%       |
 * | `split_half`         | Spearman's correlation of captures between halves of the worlds         | above .70      |
 * | `opener_effect`      | mean share of openers less that of responders, among deals              | -.25 to .25    |
 * | `side_effect`        | mean share of buyers less that of sellers, among deals                  | -.25 to .25    |
 *
 * The correlation of halves is taken as it is: stepping it up to the whole run would pass runs that are half as stable.
 * Position effects of any size cancel in balanced cells; the bound says that the protocol is no lottery of seats. With
 * fewer than three models two halves agree by chance half of the time, so the check is `not_evaluable` and the run is
 * not reported.
 *
 * Laws
 *   L1 all or nothing   a run has a table if and only if every check passes
 *   L2 row order        the order of the rows changes no verdict
 *   L3 gate withdrawn   withdrawing a participant gives the verdicts of a run without it
 *
 * @module
 */

import type { Failures } from '../core/failure.js'
import type { Unsupported } from '../statistics/evaluable.js'
import { splitHalf } from '../statistics/split-half.js'
import { decomposeVariance, type VarianceDecomposition } from '../statistics/variance.js'
import {
  CELL_BALANCE,
  cellCounts,
  EFFECT_BOUND,
  type ParticipantRow,
  positionEffects,
} from './dialogue/participants.js'
import { type ResultTable, resultTable } from './dialogue/tournament.js'
import { addCounts, countTurns, type TurnCounts } from './dialogue/turn.js'
import { type RowContradiction, rowContradictions } from './row-contradictions.js'

/**
 * Names a check.
 *
 * @category model
 * @since 0.1.0
 */
export type GateCheckName =
  | 'cell_balance'
  | 'deal_rate'
  | 'unreadable_turns'
  | 'reservation_vetoes'
  | 'split_half'
  | 'opener_effect'
  | 'side_effect'

/**
 * Bounds a value; `null` where a side is not bounded. A strict bound is itself outside.
 *
 * @category model
 * @since 0.1.0
 */
export interface GateBound {
  readonly least: number | null
  readonly most: number | null
  readonly strict: boolean
}

/**
 * Holds one check: its value (`null` where there is none), its bound, the verdict, what it rests on (`n` rows, turns,
 * worlds or negotiations, as `unit` says), and a remark: the model that is furthest out, or why there is no value.
 *
 * @category model
 * @since 0.1.0
 */
export interface GateCheck {
  readonly check: GateCheckName
  readonly value: number | null
  readonly bound: GateBound
  readonly verdict: 'pass' | 'fail' | 'not_evaluable'
  readonly n: number
  readonly unit: 'models' | 'negotiations' | 'turns' | 'worlds' | 'deals'
  readonly remark: string | null
}

/**
 * Holds the variance of shares: of all rows, where no deal is a share of 0, by deal, model, side and opener; and of the
 * deals alone, by the last three. Sums of squares are of type II. The two rows of a negotiation add up to 1, so their
 * shares of variance describe the run; their p values test nothing.
 *
 * @category model
 * @since 0.1.0
 */
export interface ShareVariance {
  readonly all: VarianceDecomposition | Unsupported
  readonly amongDeals: VarianceDecomposition | Unsupported
}

/**
 * Is a run that may be reported, with its table; one that may not, with the checks that did not pass; or no run.
 *
 * @category model
 * @since 0.1.0
 */
export type GatedRun =
  | {
      readonly _tag: 'Reported'
      readonly checks: ReadonlyArray<GateCheck>
      readonly table: ResultTable
      readonly variance: ShareVariance
    }
  | {
      readonly _tag: 'Withheld'
      readonly checks: ReadonlyArray<GateCheck>
      readonly because: ReadonlyArray<GateCheckName>
    }
  | {
      readonly _tag: 'Contradictory'
      readonly checks: readonly []
      readonly failures: Failures<RowContradiction>
    }

/**
 * Sets how a run is gated: the participants that are not models, those that are withdrawn with their reasons, and how
 * worlds are split into halves.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunGateOptions {
  readonly fixed: ReadonlyArray<string>
  readonly withdrawn: ReadonlyMap<string, string>
  readonly splits: number
  readonly seed: bigint
}

/**
 * Holds the bounds of the checks.
 *
 * @category model
 * @since 0.1.0
 */
export const gateBounds: Readonly<Record<GateCheckName, GateBound>> = {
  cell_balance: { least: null, most: CELL_BALANCE, strict: false },
  deal_rate: { least: 0.4, most: 0.95, strict: false },
  unreadable_turns: { least: null, most: 0.05, strict: true },
  reservation_vetoes: { least: null, most: 0.05, strict: true },
  split_half: { least: 0.7, most: null, strict: true },
  opener_effect: { least: -EFFECT_BOUND, most: EFFECT_BOUND, strict: false },
  side_effect: { least: -EFFECT_BOUND, most: EFFECT_BOUND, strict: false },
}

const defaults: RunGateOptions = { fixed: [], withdrawn: new Map(), splits: 200, seed: 7n }

const isWithin = ({ least, most, strict }: GateBound, value: number): boolean => {
  const above = least === null || (strict ? value > least : value >= least)
  const below = most === null || (strict ? value < most : value <= most)
  return above && below
}

const judged =
  (check: GateCheckName, unit: GateCheck['unit'], n: number) =>
  (value: number | null, remark: string | null = null): GateCheck => {
    const bound = gateBounds[check]
    const verdict = value === null ? 'not_evaluable' : isWithin(bound, value) ? 'pass' : 'fail'
    return { check, value, bound, verdict, n, unit, remark }
  }

type Rows = ReadonlyArray<ParticipantRow>

const rowsBy = (rows: Rows): ReadonlyArray<readonly [string, Rows]> => {
  const models = [...new Set(rows.map((row) => row.participant))].sort()
  return models.map((model) => [model, rows.filter((row) => row.participant === model)] as const)
}

const cellBalance = (models: ReadonlyArray<ParticipantRow>): GateCheck => {
  const balances = rowsBy(models).map(([model, rows]) => {
    const { balanced: _, ...cells } = cellCounts(rows)
    const counts = Object.values(cells)
    return { model, ratio: Math.max(...counts) / Math.min(...counts) }
  })
  const judge = judged('cell_balance', 'models', balances.length)
  const [worst] = balances.sort((a, b) => b.ratio - a.ratio)
  if (worst === undefined) return judge(null, 'no model has rows')
  if (Number.isFinite(worst.ratio)) return judge(worst.ratio, worst.model)
  return { ...judge(null, `${worst.model} has an empty cell`), verdict: 'fail' }
}

const dealRate = (rows: ReadonlyArray<ParticipantRow>): GateCheck => {
  const deals = rows.filter(({ share }) => share !== null).length
  const judge = judged('deal_rate', 'negotiations', rows.length / 2)
  return rows.length === 0 ? judge(null, 'no negotiations') : judge(deals / rows.length)
}

const shareOfTurns = (
  check: 'unreadable_turns' | 'reservation_vetoes',
  models: ReadonlyArray<ParticipantRow>,
  countOf: (counts: TurnCounts) => number,
): GateCheck => {
  const shareOf = (rows: Rows): readonly [number, number] => {
    const counts = rows.reduce((all, row) => addCounts(all, row.counts), countTurns([]))
    return [counts.turns, counts.turns === 0 ? 0 : countOf(counts) / counts.turns]
  }
  const [turns, share] = shareOf(models)
  const judge = judged(check, 'turns', turns)
  if (turns === 0) return judge(null, 'no turns')
  const worst = rowsBy(models)
    .map(([model, rows]) => ({ model, share: shareOf(rows)[1] }))
    .sort((a, b) => b.share - a.share)[0]
  return judge(share, share === 0 ? null : (worst?.model ?? null))
}

const splitHalfStability = (models: Rows, { splits, seed }: RunGateOptions): GateCheck => {
  const scores = models.map(({ participant, worldId, share }) => ({
    model: participant,
    world: worldId,
    score: share,
  }))
  const found = splitHalf({ correlation: 'spearman', splits, seed })(scores)
  const judge = judged('split_half', 'worlds', found.n)
  if (found._tag === 'Reliability') return judge(found.estimate)
  return judge(
    null,
    found.reason === 'too_few' ? 'fewer than three models with deals, or two worlds' : found.reason,
  )
}

const positionChecks = (rows: ReadonlyArray<ParticipantRow>): ReadonlyArray<GateCheck> => {
  const { opener, side } = positionEffects(rows)
  const effect = (check: 'opener_effect' | 'side_effect', found: typeof opener): GateCheck =>
    judged(
      check,
      'deals',
      Math.min(found.first.n, found.second.n),
    )(found.effect, found.effect === null ? 'a level without deals' : null)
  return [effect('opener_effect', opener), effect('side_effect', side)]
}

const countedIn =
  (withdrawn: ReadonlyMap<string, string>) =>
  ({ participant, counterpart }: ParticipantRow): boolean =>
    !withdrawn.has(participant) && !withdrawn.has(counterpart)

/**
 * Makes every check of a run, in the order above, of the rows as they are: only `gatedRun` looks for contradictions.
 *
 * @category operations
 * @since 0.1.0
 */
export const runGate =
  (options: Partial<RunGateOptions> = {}) =>
  (rows: ReadonlyArray<ParticipantRow>): ReadonlyArray<GateCheck> => {
    const chosen = { ...defaults, ...options }
    const counted = rows.filter(countedIn(chosen.withdrawn))
    const models = counted.filter((row) => !chosen.fixed.includes(row.participant))
    return [
      cellBalance(models),
      dealRate(counted),
      shareOfTurns('unreadable_turns', models, (c) => c.unreadable + c.faults + c.refused),
      shareOfTurns('reservation_vetoes', models, (c) => c.vetoes),
      splitHalfStability(models, chosen),
      ...positionChecks(counted),
    ]
  }

/**
 * Decomposes the variance of the shares of a run.
 *
 * @category operations
 * @since 0.1.0
 */
export const shareVariance = (rows: ReadonlyArray<ParticipantRow>): ShareVariance => {
  const factorsOf = (
    own: ReadonlyArray<ParticipantRow>,
  ): Parameters<ReturnType<typeof decomposeVariance>>[1] => [
    { name: 'model', labels: own.map((row) => row.participant) },
    { name: 'side', labels: own.map((row) => row.side) },
    { name: 'opener', labels: own.map((row) => (row.opened ? 'opened' : 'responded')) },
  ]
  const decompose = decomposeVariance({ ssType: 'II' })
  const deals = rows.filter(({ share }) => share !== null)
  const deal = {
    name: 'deal',
    labels: rows.map((row) => (row.share === null ? 'no deal' : 'deal')),
  }
  return {
    all: decompose(
      rows.map(({ share }) => share ?? 0),
      [deal, ...factorsOf(rows)],
    ),
    amongDeals: decompose(
      deals.map(({ share }) => share),
      factorsOf(deals),
    ),
  }
}

/**
 * Gives the table and the variance of a run if every check passes, else the checks alone; of rows that contradict each
 * other, those of withdrawn participants aside, the contradictions alone.
 *
 * @category operations
 * @since 0.1.0
 */
export const gatedRun =
  (options: Partial<RunGateOptions> = {}) =>
  (rows: ReadonlyArray<ParticipantRow>): GatedRun => {
    const { withdrawn = defaults.withdrawn } = options
    const isCounted = countedIn(withdrawn)
    const failures = rowContradictions(isCounted)(rows)
    if (failures !== null) return { _tag: 'Contradictory', checks: [], failures }
    const checks = runGate(options)(rows)
    const because = checks.flatMap(({ check, verdict }) => (verdict === 'pass' ? [] : [check]))
    if (because.length > 0) return { _tag: 'Withheld', checks, because }
    const variance = shareVariance(rows.filter(isCounted))
    return { _tag: 'Reported', checks, table: resultTable(rows, withdrawn), variance }
  }

const figure = (value: number): string => String(Number(value.toPrecision(3)))

/**
 * Writes a check as one line: its name, verdict, value, bound and what it rests on.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderGateCheck = ({
  check,
  value,
  bound,
  verdict,
  n,
  unit,
  remark,
}: GateCheck): string => {
  const [from, to] = bound.strict ? ['above', 'below'] : ['at least', 'at most']
  const limits = [
    ...(bound.least === null ? [] : [`${from} ${bound.least}`]),
    ...(bound.most === null ? [] : [`${to} ${bound.most}`]),
  ].join(', ')
  const shown = value === null ? 'no value' : figure(value)
  const about = remark === null ? '' : `; ${remark}`
  return `${check}: ${verdict.replace('_', ' ')}, ${shown} (${limits}; ${n} ${unit}${about})`
}
