/**
 * Items: one episode as an evaluation framework sees it, and the pooled score of many.
 *
 * Frameworks score items one by one and report the mean of those ratios, which is not the pooled ratio. So the metadata
 * of every item holds the row it was scored from, and `poolAER` gives the pooled score of the exported items after the
 * run. An item without a score is `null` here, never NaN: a NaN passes a numeric threshold in at least one runner. The
 * frameworks' own shapes are in `adapters.ts` and `platform-adapters.ts`.
 *
 * | option        | default     | meaning                                                            |
 * | ------------- | ----------- | ------------------------------------------------------------------ |
 * | `name`        | `AER`       | the name of the score                                              |
 * | `range`       | `raw`       | `raw`, `clamp01`, or a function of the raw ratio                   |
 * | `undefinedAs` | `null`      | `null` or a finite number where there is no score                  |
 * | `row`         | the output  | reads the row of an item; what it throws is the runner's to report |
 *
 * Laws
 *   L1 finite     no item has a score that is neither a finite number nor null, whatever the output
 *   L2 pool       the pooled score of the items' metadata is the score of their rows
 *   L3 range      `clamp01` gives scores within [0, 1]
 *
 * @module
 */

import { type AerOptions, clipScore, scoreAER } from './aer.js'
import type { AerOutcome } from './aer-outcome.js'
import { type AerRow, isPlayed } from './aer-row.js'

/**
 * Carries what a framework hands to a scorer, under one set of names.
 *
 * @category model
 * @since 0.1.0
 */
export interface AdapterItem<Output = unknown> {
  readonly output: Output
  readonly input?: unknown
  readonly expected?: unknown
}

/**
 * Names the range of the scores that a framework is given: the raw ratio, the ratio limited to [0, 1], or a function of
 * the raw ratio.
 *
 * @category model
 * @since 0.1.0
 */
export type ScoreRange = 'raw' | 'clamp01' | ((aer: number) => number)

/**
 * Chooses how an item is read and shown; see the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface AdapterOptions<Output = unknown> {
  readonly name?: string | undefined
  readonly range?: ScoreRange | undefined
  readonly undefinedAs?: number | null | undefined
  readonly row?: ((item: AdapterItem<Output>) => unknown) | undefined
}

/**
 * Is what an item's score rests on, as plain JSON: how the scoring ended, the raw ratio, and the fields of the row
 * (`null` where the item held no readable row). `poolAER` reads the row back.
 *
 * @category model
 * @since 0.1.0
 */
export type ItemMetadata = {
  readonly outcome: AerOutcome['status']
  readonly explanation: string
  readonly aer: number | null
  readonly clipped: number | null
  readonly world: string | null
  readonly case: string | null
  readonly agent: string | null
  readonly tier: string | null
  readonly status: 'ok' | 'error' | 'withdrawn' | null
  readonly reason: string | null
  readonly realized: number | null
  readonly attainable: number | null
  /** Mutable, because the JSON types of some frameworks admit no readonly array. */
  readonly attainableInterval: [number, number] | null
}

/**
 * Is the score of one item. `scored` tells a real score from the number that stands for none.
 *
 * @category model
 * @since 0.1.0
 */
export interface ItemScore {
  readonly scored: boolean
  readonly score: number | null
  readonly explanation: string
  readonly metadata: ItemMetadata
}

/** Reads JSON text; anything else, and text that is not JSON, stays as it is. */
const fromJsonText = (output: unknown): unknown => {
  if (typeof output !== 'string') return output
  try {
    return JSON.parse(output) as unknown
  } catch {
    return output
  }
}

/**
 * Reads the row of an item: by `row` where it is given, else the output itself or its JSON text.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowOf =
  <Output>({ row }: AdapterOptions<Output>) =>
  (item: AdapterItem<Output>): unknown =>
    row === undefined ? fromJsonText(item.output) : row(item)

/**
 * Gives the function that brings a raw ratio into the range of a framework.
 *
 * @category operations
 * @since 0.1.0
 */
export const rangeOf = (range: ScoreRange = 'raw'): ((aer: number) => number) => {
  if (typeof range === 'function') return range
  return range === 'clamp01' ? clipScore : (aer) => aer
}

const shown = (value: number): string => String(Number(value.toPrecision(6)))

/**
 * Says in one line how a score came about, for the comment or reason that a framework shows.
 *
 * @category rendering
 * @since 0.1.0
 */
export const explainScore = (outcome: AerOutcome): string => {
  if (outcome.status !== 'ok') return `no score: ${outcome.reason}`
  const { aer, realized, attainable, tier, n, interval } = outcome
  const rows = n === 1 ? '1 row' : `${n} rows`
  const ends =
    interval._tag === 'Interval' ? ` [${shown(interval.low)}, ${shown(interval.high)}]` : ''
  return `AER ${shown(aer)}${ends}: realized ${shown(realized)} of ${shown(attainable)} (${tier}, ${rows})`
}

type RowFields = Omit<ItemMetadata, 'outcome' | 'explanation' | 'aer' | 'clipped'>

const noRow: RowFields = {
  world: null,
  case: null,
  agent: null,
  tier: null,
  status: null,
  reason: null,
  realized: null,
  attainable: null,
  attainableInterval: null,
}

/** The fields of a well-formed row; the gains of a row that was not played are not read. */
const fieldsOf = (row: AerRow): RowFields => {
  const identity = {
    ...noRow,
    world: row.world,
    case: row.case ?? null,
    agent: row.agent ?? null,
    tier: row.tier,
    reason: row.reason ?? null,
  }
  if (!isPlayed(row)) return { ...identity, status: row.status }
  const { realized, attainable, attainableInterval } = row
  const interval: [number, number] | null =
    attainableInterval === undefined || attainableInterval === null
      ? null
      : [attainableInterval[0], attainableInterval[1]]
  return { ...identity, status: 'ok', realized, attainable, attainableInterval: interval }
}

/**
 * Scores one item. Its score is in the range that the options ask for; where there is none, or the range's function
 * gives no finite number, it is `undefinedAs`.
 *
 * @category operations
 * @since 0.1.0
 */
export const itemScorer = <Output>(
  options: AdapterOptions<Output>,
): ((item: AdapterItem<Output>) => ItemScore) => {
  const range = rangeOf(options.range)
  const { undefinedAs } = options
  const without = Number.isFinite(undefinedAs) ? (undefinedAs ?? null) : null
  return (item) => {
    const rows = [rowOf(options)(item)] as ReadonlyArray<AerRow> // scoring checks what they are
    const outcome = scoreAER(rows, { bootstrap: false })
    const fields = outcome.status === 'invalid' ? noRow : rows.map(fieldsOf)[0]
    const explanation = explainScore(outcome)
    const score = outcome.status === 'ok' ? range(outcome.aer) : Number.NaN
    const scored = Number.isFinite(score)
    return {
      scored,
      score: scored ? score : without,
      explanation,
      metadata: {
        ...noRow,
        ...fields,
        outcome: outcome.status,
        explanation,
        aer: outcome.status === 'ok' ? outcome.aer : null,
        clipped: outcome.status === 'ok' ? outcome.clipped : null,
      },
    }
  }
}

/**
 * Is the options of a framework that needs a number for every item: `undefinedAs` is 0 unless it names another number.
 *
 * @category model
 * @since 0.1.0
 */
export type NumericOptions<Output = unknown> = Omit<AdapterOptions<Output>, 'undefinedAs'> & {
  readonly undefinedAs?: number | undefined
}

/**
 * Scores one item for a framework that needs a number; `scored` says whether it is a score.
 *
 * @category operations
 * @since 0.1.0
 */
export const numericScorer = <Output>(
  options: NumericOptions<Output>,
): ((item: AdapterItem<Output>) => ItemScore & { readonly score: number }) => {
  const scoreOf = itemScorer(options)
  return (item) => {
    const scored = scoreOf(item)
    return { ...scored, score: scored.score ?? 0 }
  }
}

/**
 * Gives the name of a score, `AER` unless the options name it.
 *
 * @category operations
 * @since 0.1.0
 */
export const scoreName = ({ name = 'AER' }: { readonly name?: string | undefined }): string => name

/**
 * Describes the score in one line, for frameworks that show a description.
 *
 * @category rendering
 * @since 0.1.0
 */
export const scoreDescription: string =
  'Aggregate efficiency ratio: realized gain in welfare over attainable gain, raw'

const rowWithin = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'metadata' in item ? item.metadata : item

/**
 * Pools items after a run: the score of their rows, as `scoreAER` gives it, with its interval. An item is the metadata
 * that an adapter wrote, a record that holds it under `metadata`, or a row. An item whose output could not be read has
 * no row, and the outcome is `invalid` with its place: a pooled score does not leave out what it could not read. What is
 * no list is `invalid` as well.
 *
 * @example
 * ```ts
 * import { poolAER, toAutoevals } from 'edgeworth/scoring'
 * const scorer = toAutoevals()
 * const row = { world: '1', tier: 'wstar_grid', realized: 1, attainable: 2 }
 * const items = [await scorer({ output: row }), await scorer({ output: { ...row, world: '2', attainable: 6 } })]
 * const pooled = poolAER(items)
 * pooled.status === 'ok' ? pooled.aer : pooled // => 0.25
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const poolAER = (items: ReadonlyArray<unknown>, options: AerOptions = {}): AerOutcome => {
  const rows: unknown = Array.isArray(items)
    ? Array.from<unknown, unknown>(items, rowWithin)
    : items
  return scoreAER(rows as ReadonlyArray<AerRow>, options) // scoring checks what they are
}
