/**
 * SplitHalf: would the other half of the worlds have ranked the models alike.
 *
 * The worlds are split at random into two halves; each model is scored on either, and the two columns of scores are
 * correlated over the models. The estimate is the mean over many seeded splits. A half is a shorter test than the whole,
 * so Spearman and Brown's (1910) step-up estimates the reliability of all worlds: 2r / (1 + r), in general
 * n*r / (1 + (n-1)*r), undefined where that divides by 0. Two models correlate by 1 or -1 whatever they score, so fewer
 * than three models with data have no reliability.
 *
 * | option        | default    | meaning                                             |
 * | ------------- | ---------- | --------------------------------------------------- |
 * | `splits`      | 200        | random splits                                       |
 * | `seed`        | 7          | seed of the stream that splits                      |
 * | `correlation` | `pearson`  | `spearman` for the stability of ranks               |
 * | `scoreOf`     | the mean   | the score of a model from its rows of a half, `null` without one |
 *
 * Laws
 *   L1 row order     the order of the rows changes nothing
 *   L2 step-up       stepping up by m and then by n is stepping up by m*n; by 1 it is nothing
 *   L3 three models  with fewer than three models there is no reliability
 *   L4 certain rank  models whose scores do not depend on the world have a reliability of 1
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { seedStream, withStream } from '../core/random/stream.js'
import {
  type Account,
  accountOf,
  isResampleCount,
  type Unsupported,
  unsupported,
} from './evaluable.js'
import { plainSeed } from './interval.js'
import { correlation } from './rank.js'

/**
 * Scores a model in a world; `null` where there is nothing to score.
 *
 * @category model
 * @since 0.1.0
 */
export interface ModelScore {
  readonly model: string
  readonly world: string
  readonly score: number | null
}

/**
 * Sets how worlds are split; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface SplitHalfOptions {
  readonly splits: number
  readonly seed: bigint
  readonly correlation: 'pearson' | 'spearman'
  readonly scoreOf: (scores: ReadonlyArray<number>) => number | null
}

/**
 * Holds a reliability. `estimate` is the mean correlation of halves; `steppedUp` that of all worlds, `null` where it is
 * undefined; `n` counts worlds, `dropped` models without data; splits in which fewer than three models could be
 * compared, or all scored alike, are counted by `splitsDropped`.
 *
 * @category model
 * @since 0.1.0
 */
export interface Reliability extends Account {
  readonly _tag: 'Reliability'
  readonly correlation: SplitHalfOptions['correlation']
  readonly estimate: number
  readonly steppedUp: number | null
  readonly models: number
  readonly splits: number
  readonly splitsDropped: number
  readonly seed: number | string
}

const LEAST_MODELS = 3
const total = sum('neumaier')

const meanOf = (scores: ReadonlyArray<number>): number | null =>
  scores.length === 0 ? null : total(scores) / scores.length

const defaults: SplitHalfOptions = {
  splits: 200,
  seed: 7n,
  correlation: 'pearson',
  scoreOf: meanOf,
}

/**
 * Steps a reliability up to a test `lengthening` times as long, by Spearman and Brown; `null` where that is undefined.
 *
 * @example
 * ```ts
 * import { spearmanBrown } from 'edgeworth/statistics'
 *
 * spearmanBrown(2)(0.5) // => 0.6666666666666666
 * spearmanBrown(2)(-1) // => null
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const spearmanBrown =
  (lengthening = 2) =>
  (r: number): number | null => {
    const below = 1 + (lengthening - 1) * r
    const stepped = (lengthening * r) / below
    return Number.isFinite(stepped) ? stepped : null
  }

/** The scores of a model by world, in ascending order within a world, so that no sum depends on the order of rows. */
type ByWorld = ReadonlyMap<string, ReadonlyArray<number>>

const grouped = (rows: ReadonlyArray<ModelScore>): ReadonlyMap<string, ByWorld> => {
  const models = new Map<string, Map<string, Array<number>>>()
  for (const { model, world, score } of rows) {
    const worlds = models.get(model) ?? new Map<string, Array<number>>()
    models.set(model, worlds)
    if (score === null) continue
    worlds.set(
      world,
      [...(worlds.get(world) ?? []), score].sort((a, b) => a - b),
    )
  }
  return models
}

/**
 * Measures the split-half reliability of the models' scores. Not evaluable with fewer than three models with data, fewer
 * than two worlds, a score that is not finite, or where no split could be correlated.
 *
 * @category operations
 * @since 0.1.0
 */
export const splitHalf =
  (options: Partial<SplitHalfOptions> = {}) =>
  (rows: ReadonlyArray<ModelScore>): Reliability | Unsupported => {
    const chosen = { ...defaults, ...options }
    const { splits, seed, scoreOf } = chosen
    const models = grouped(rows)
    const withData = [...models].filter(([, worlds]) => worlds.size > 0)
    const columns = withData.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, worlds]) => worlds)
    const names = [...new Set(columns.flatMap((worlds) => [...worlds.keys()]))].sort()
    const account = accountOf(names.length, models.size - columns.length, 'no_data')
    const refuse = unsupported('split_half')
    if (!isResampleCount(splits)) return refuse('malformed_options', account)
    if (rows.some(({ score }) => score !== null && !Number.isFinite(score))) {
      return refuse('not_finite', account)
    }
    if (columns.length < LEAST_MODELS || names.length < 2) return refuse('too_few', account)
    const scoresOn = (worlds: ReadonlyArray<string>): ReadonlyArray<number | null> =>
      columns.map((own) => scoreOf(worlds.flatMap((world) => own.get(world) ?? [])))
    const [correlations] = withStream(seedStream(seed), (draw) => {
      const found: Array<number> = []
      for (let split = 0; split < splits; split += 1) {
        const order = draw.shuffled(names)
        const middle = Math.floor(order.length / 2)
        const halves = [order.slice(0, middle), order.slice(middle)].map((half) =>
          scoresOn([...half].sort()),
        )
        const r = correlation(chosen.correlation)(halves[0] ?? [], halves[1] ?? [])
        if (r._tag === 'Correlation' && r.n >= LEAST_MODELS) found.push(r.estimate)
      }
      return found
    })
    if (correlations.length === 0) return refuse('no_split_kept', account)
    const estimate = total(correlations) / correlations.length
    return {
      _tag: 'Reliability',
      correlation: chosen.correlation,
      estimate,
      steppedUp: spearmanBrown(2)(estimate),
      models: columns.length,
      splits,
      splitsDropped: splits - correlations.length,
      seed: plainSeed(seed),
      ...account,
    }
  }
