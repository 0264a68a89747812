/**
 * Accumulators: the state of an interval that is gathered in parts, as plain data.
 *
 * A state starts empty, takes rows, merges with others and ends in an interval. Below 100 worlds it holds the worlds
 * themselves, so that they can be drawn (multinomial engine); from 100 on it holds two keyed sums a replicate, 32 KB at
 * 2,000 replicates whatever the number of rows. Merging decides by the total. Everything in a state is a whole number of
 * units of the grid, so merging is exactly associative and commutative. A state can be sent to another thread or
 * written down; it is never changed, so rows are best added many at a time.
 *
 * The worlds of keyed sums are not counted any more (`n` is `null`; `rows` is exact), and only the methods that need no
 * world remain, `percentile` (the default here) and `basic`. Other options are those of interval.ts.
 *
 * Laws
 *   L1 monoid       merging is associative and commutative, and the empty state changes nothing: the same bits
 *   L2 parts        rows added in any order and parts, merged, give the state of all rows added at once
 *   L3 whole        the interval of a state has the ends of `ratioInterval` over the same rows
 *   L4 absorbing    a refused state stays refused whatever is merged with it, for the first of its reasons in order
 *
 * @module
 */

import { addTotals, fitsGrid, type GridTotals } from './grid.js'
import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  type NoIntervalReason,
  WORLDS_FOR_KEYED,
  wellFormedOptions,
} from './interval.js'
import { refusedEarly } from './interval-outcome.js'
import { addKeyedRows } from './keyed-engine.js'
import {
  finishRatio,
  isPrepared,
  preparedRows,
  preparedSums,
  resampleRatio,
} from './prepared-ratio.js'
import {
  type GridRows,
  gatherWorlds,
  joinRows,
  noRatioRows,
  type RatioRow,
  readRatioRows,
} from './ratio-rows.js'

/**
 * Is what a state was made for: states of different settings do not merge.
 *
 * @category model
 * @since 0.1.0
 */
export interface AccumulatorSettings {
  readonly engine: 'auto' | 'keyed' | 'multinomial'
  readonly replicates: number
  readonly seed: string
  readonly gridBits: number
}

/**
 * Is the state of an interval: worlds in the order of their names, keyed sums of every replicate, or a refusal.
 *
 * @category model
 * @since 0.1.0
 */
export type RatioAccumulator =
  | {
      readonly _tag: 'Worlds'
      readonly settings: AccumulatorSettings
      readonly worlds: GridRows
    }
  | {
      readonly _tag: 'Sums'
      readonly settings: AccumulatorSettings
      readonly totals: GridTotals
      readonly sums: Float64Array
    }
  | { readonly _tag: 'Refused'; readonly reason: NoIntervalReason; readonly rows: number }

/**
 * Offers the operations on states of the same options: a monoid (`empty`, `merge`), `add`, and `finish`.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioAccumulation {
  readonly empty: RatioAccumulator
  readonly add: (rows: ReadonlyArray<RatioRow>) => (state: RatioAccumulator) => RatioAccumulator
  readonly merge: (first: RatioAccumulator, second: RatioAccumulator) => RatioAccumulator
  readonly finish: (state: RatioAccumulator) => IntervalOutcome
}

/** The order in which one of two reasons is given: the order of this list. */
const REASONS: ReadonlyArray<NoIntervalReason> = [
  'malformed_options',
  'options_differ',
  'malformed_rows',
  'not_finite',
  'grid_overflow',
]

const rowsIn = (state: RatioAccumulator): number => {
  if (state._tag === 'Refused') return state.rows
  return (state._tag === 'Worlds' ? state.worlds.totals : state.totals).rows
}

const refused = (reason: NoIntervalReason, rows: number): RatioAccumulator => ({
  _tag: 'Refused',
  reason,
  rows,
})

const sameSettings = (a: AccumulatorSettings, b: AccumulatorSettings): boolean =>
  a.engine === b.engine &&
  a.replicates === b.replicates &&
  a.seed === b.seed &&
  a.gridBits === b.gridBits

/** Turns worlds into keyed sums where there are enough of them for the engine. */
const settled = (settings: AccumulatorSettings, worlds: GridRows): RatioAccumulator => {
  const { engine } = settings
  const few = engine === 'multinomial' || worlds.names.length < WORLDS_FOR_KEYED
  if (engine !== 'keyed' && few) return { _tag: 'Worlds', settings, worlds }
  const sums = new Float64Array(2 * settings.replicates)
  addKeyedRows(BigInt(settings.seed), worlds.keys, worlds.columns, sums)
  return { _tag: 'Sums', settings, totals: worlds.totals, sums }
}

type Held = Exclude<RatioAccumulator, { readonly _tag: 'Refused' }>

const mergedSums = (first: Held, second: Held): RatioAccumulator => {
  const { settings } = first
  const totals = [first, second].map((state) =>
    state._tag === 'Sums' ? state.totals : state.worlds.totals,
  )
  const sums = new Float64Array(2 * settings.replicates)
  for (const state of [first, second]) {
    if (state._tag === 'Worlds') {
      addKeyedRows(BigInt(settings.seed), state.worlds.keys, state.worlds.columns, sums)
    } else {
      for (let i = 0; i < sums.length; i += 1) {
        sums[i] = (sums[i] as number) + (state.sums[i] as number)
      }
    }
  }
  const total = totals.reduce(addTotals)
  return fitsGrid(total)
    ? { _tag: 'Sums', settings, totals: total, sums }
    : refused('grid_overflow', total.rows)
}

const merged = (first: RatioAccumulator, second: RatioAccumulator): RatioAccumulator => {
  const rows = rowsIn(first) + rowsIn(second)
  const reasons = [first, second].flatMap((state) => (state._tag === 'Refused' ? state.reason : []))
  const reason = REASONS.find((candidate) => reasons.includes(candidate)) ?? reasons[0]
  if (reason !== undefined) return refused(reason, rows)
  if (first._tag === 'Refused' || second._tag === 'Refused') return refused('options_differ', rows)
  if (!sameSettings(first.settings, second.settings)) return refused('options_differ', rows)
  if (first._tag === 'Worlds' && second._tag === 'Worlds') {
    const worlds = gatherWorlds(joinRows(first.worlds, second.worlds))
    return fitsGrid(worlds.totals)
      ? settled(first.settings, worlds)
      : refused('grid_overflow', rows)
  }
  return mergedSums(first, second)
}

const finished =
  (options: IntervalOptions, settings: AccumulatorSettings) =>
  (state: RatioAccumulator): IntervalOutcome => {
    const rows = rowsIn(state)
    if (state._tag === 'Refused') {
      return refusedEarly(options, 'ratio_of_sums', state.reason, { rows })
    }
    if (!sameSettings(state.settings, settings)) {
      return refusedEarly(options, 'ratio_of_sums', 'options_differ', { rows })
    }
    if (state._tag === 'Sums') {
      const prepared = preparedSums(options, 'ratio_of_sums', state.totals)
      return isPrepared(prepared) ? finishRatio(options)(prepared, state.sums) : prepared
    }
    const { worlds } = state
    const prepared = preparedRows(options, 'ratio_of_sums', worlds, worlds.names.length)
    return isPrepared(prepared) ? resampleRatio(options)(prepared) : prepared
  }

/**
 * Makes the operations on states for the given options: those of `ratioInterval`, with `percentile` for a default
 * method. The engine is not `cpython`, which cannot be merged.
 *
 * @example
 * ```ts
 * import { ratioAccumulation } from 'edgeworth/statistics'
 *
 * const { empty, add, merge, finish } = ratioAccumulation({ seed: 7 })
 * const monday = add([{ key: 'w1', numerator: 3, denominator: 10 }])(empty)
 * const friday = add([{ key: 'w2', numerator: 5, denominator: 10 }])(empty)
 * const interval = finish(merge(monday, friday))
 * interval._tag === 'Interval' && [interval.low, interval.high, interval.n] // => [0.3, 0.5, 2]
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const ratioAccumulation = (options: Partial<IntervalOptions> = {}): RatioAccumulation => {
  const chosen = intervalOptions({ method: 'percentile', ...options })
  const { engine, replicates, gridBits } = chosen
  if (!wellFormedOptions(chosen) || engine === 'cpython') {
    const empty = refused('malformed_options', 0)
    const add = (rows: ReadonlyArray<RatioRow>) => (): RatioAccumulator =>
      refused('malformed_options', Array.isArray(rows) ? rows.length : 0)
    const finish = (state: RatioAccumulator): IntervalOutcome =>
      refusedEarly(chosen, 'ratio_of_sums', 'malformed_options', { rows: rowsIn(state) })
    return { empty, add, merge: merged, finish }
  }
  const settings: AccumulatorSettings = {
    engine,
    replicates,
    seed: String(chosen.seed),
    gridBits,
  }
  const empty = settled(settings, noRatioRows)
  const taken = (rows: ReadonlyArray<RatioRow>): RatioAccumulator => {
    const read = readRatioRows(gridBits)(rows)
    if (typeof read === 'string') return refused(read, Array.isArray(rows) ? rows.length : 0)
    return settled(settings, gatherWorlds(read))
  }
  return {
    empty,
    add: (rows) => (state) => merged(state, taken(rows)),
    merge: merged,
    finish: finished(chosen, settings),
  }
}
