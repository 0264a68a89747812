/**
 * Intervals of a score: worlds resampled, their rows together.
 *
 * The unit of resampling is the world, named by case and world together; rows of one world move together. The default
 * engine resamples worlds by their names, so that neither the order of the rows nor their split changes a bit, and one
 * world has no interval. The recorded engine `cpython` is there for parity: where every world has one row its
 * percentile interval is the recorded one to the last bit, `[x, x]` for one world included. There worlds enter in the
 * order in which they first appear, which is part of the interval: it comes from a sequential generator.
 *
 * In the tier `mc_wbayes` the denominator is itself an estimate, with a 95% interval. All rows of a run share it: one
 * value per replicate is drawn for it after the worlds are drawn, by the recorded engine whatever engine is named. Rows
 * whose estimates differ have no interval.
 *
 * | option       | default        | meaning                                                             |
 * | ------------ | -------------- | ------------------------------------------------------------------- |
 * | `engine`     | `auto`         | `auto`, `keyed`, `multinomial` or `cpython`                         |
 * | `method`     | of the engine  | `percentile`, `basic`, `bca`, `studentized`; `cpython` has but the first |
 * | `replicates` | 2000           | resamples, a whole number from 1 to 10^7                            |
 * | `seed`       | 7              | seed of the resampling, a whole number                              |
 * | `level`      | 0.95           | probability of the interval, between 0 and 1                        |
 *
 * Laws
 *   L1 worlds     the sums over worlds are the sums over rows where sums are exact
 *   L2 options    options that are malformed are reported with their paths, and only those
 *   L3 order      the order of the rows changes no bit of the default interval
 *
 * @module
 */

import { type Summation, sum } from '../core/arithmetic.js'
import { type Failure, failure } from '../core/failure.js'
import {
  type IntervalOptions,
  type IntervalOutcome,
  intervalOptions,
  wellFormedOptions,
} from '../statistics/interval.js'
import { isPrepared, prepareRatio, resampleRatio } from '../statistics/prepared-ratio.js'
import {
  type RatioInterval,
  type RatioNotEvaluable,
  ratioBootstrap,
  sigmaOfInterval,
} from '../statistics/ratio-bootstrap.js'
import type { ScoredRow } from './aer-row.js'

/**
 * Chooses how an interval is resampled; see the table above.
 *
 * @category model
 * @since 0.1.0
 */
export interface BootstrapOptions {
  readonly engine?: IntervalOptions['engine'] | undefined
  readonly method?: IntervalOptions['method'] | undefined
  readonly replicates?: number | undefined
  readonly seed?: number | bigint | undefined
  readonly level?: number | undefined
}

/**
 * Is an interval, the reason why there is none, or the note that none was asked for.
 *
 * @category model
 * @since 0.1.0
 */
export type AerInterval =
  | IntervalOutcome
  | RatioInterval
  | RatioNotEvaluable
  | { readonly _tag: 'NotAsked' }

/**
 * Carries the sums of the rows of one world; the ends are those of an estimated denominator, or `null`.
 *
 * @category model
 * @since 0.1.0
 */
export interface WorldSums {
  readonly realized: number
  readonly attainable: number
  readonly ends: readonly [number, number] | null
}

/** What each option has to be. */
const expectations: Readonly<Record<string, string>> = {
  engine: 'auto, keyed, multinomial or cpython',
  method: 'percentile, or basic, bca or studentized but under cpython',
  replicates: 'a whole number from 1 to 10000000',
  seed: 'a safe integer or a bigint',
  level: 'a number between 0 and 1',
}

/**
 * Tells whether an option of this name belongs to the interval.
 *
 * @category operations
 * @since 0.1.0
 */
export const isBootstrapOption = (key: string): boolean => Object.hasOwn(expectations, key)

/** The name of a world as one text. No two worlds share it: a case is led by its length, no case by a dash. */
const worldKey = (row: ScoredRow): string =>
  typeof row.case === 'string' ? `${row.case.length}:${row.case}${row.world}` : `-${row.world}`

const endsOf = (row: ScoredRow): readonly [number, number] | null =>
  (row.tier === 'mc_wbayes' ? row.attainableInterval : null) ?? null

/**
 * Adds up the rows of each world, worlds in the order in which they first appear. The ends are those of rows that all
 * have them, `null` otherwise.
 *
 * @category operations
 * @since 0.1.0
 */
export const worldSums =
  (summation: Summation) =>
  (rows: ReadonlyArray<ScoredRow>): ReadonlyArray<WorldSums> => {
    const worlds = new Map<string, Array<ScoredRow>>()
    for (const row of rows) {
      const key = worldKey(row)
      const known = worlds.get(key)
      if (known === undefined) worlds.set(key, [row])
      else known.push(row)
    }
    const total = sum(summation)
    return [...worlds.values()].map((members) => {
      const ends = members.map(endsOf).filter((pair) => pair !== null)
      return {
        realized: total(members.map((row) => row.realized)),
        attainable: total(members.map((row) => row.attainable)),
        ends:
          ends.length === members.length
            ? [total(ends.map(([low]) => low)), total(ends.map(([, high]) => high))]
            : null,
      }
    })
  }

/**
 * Finds what is malformed in the options of an interval; paths start at the options of the score.
 *
 * @category operations
 * @since 0.1.0
 */
export const malformedBootstrap = (
  options: BootstrapOptions | false | undefined,
): ReadonlyArray<Failure<'MalformedOption'>> => {
  if (options === undefined || options === false) return []
  if (typeof options !== 'object' || options === null) {
    return [failure('MalformedOption', ['bootstrap'], options, 'false, or an object of options')]
  }
  const isSound = (key: string, value: unknown): boolean =>
    isBootstrapOption(key) &&
    wellFormedOptions(intervalOptions({ [key]: value })) &&
    !(key === 'method' && options.engine === 'cpython' && value !== 'percentile')
  return Object.entries(options)
    .filter(([key, value]) => value !== undefined && !isSound(key, value))
    .map(([key, value]) =>
      failure(
        'MalformedOption',
        ['bootstrap', key],
        value,
        expectations[key] ?? Object.keys(expectations).join(', '),
      ),
    )
}

/** The standard deviation that all worlds share, 0 where none has one; `null` where they differ. */
const sharedSigma = (worlds: ReadonlyArray<WorldSums>): number | null => {
  const [first] = worlds
  const ends = first?.ends ?? null
  const same = worlds.every((world) =>
    ends === null
      ? world.ends === null
      : world.ends !== null && world.ends[0] === ends[0] && world.ends[1] === ends[1],
  )
  if (!same) return null
  return ends === null ? 0 : sigmaOfInterval(ends[0], ends[1])
}

/** The recorded interval, of the sums of worlds in their order. */
const recordedInterval = (
  options: BootstrapOptions,
  summation: Summation,
  worlds: ReadonlyArray<WorldSums>,
  sigma: number | null,
): AerInterval => {
  const { replicates = 2000, seed = 7, level = 0.95 } = options
  const interval = ratioBootstrap({
    replicates,
    seed: BigInt(seed),
    level,
    summation,
    denominatorSigma: sigma ?? 0,
  })(
    worlds.map((world) => world.realized),
    worlds.map((world) => world.attainable),
  )
  if (sigma !== null || interval._tag !== 'Interval') return interval
  const { low: _low, high: _high, degenerate: _degenerate, ...provenance } = interval
  return { ...provenance, _tag: 'NotEvaluable', reason: 'denominators_differ', kept: 0, dropped: 0 }
}

/** The interval of rows by the names of their worlds. */
const keyedInterval = (
  options: BootstrapOptions,
  rows: ReadonlyArray<ScoredRow>,
): IntervalOutcome => {
  const { engine = 'auto', method, replicates = 2000, seed = 7, level = 0.95 } = options
  const named = { engine, replicates, seed, level }
  const chosen = intervalOptions(method === undefined ? named : { ...named, method })
  const prepared = prepareRatio(
    chosen,
    'ratio_of_sums',
  )(
    rows.map((row) => ({
      key: worldKey(row),
      numerator: row.realized,
      denominator: row.attainable,
    })),
  )
  return isPrepared(prepared) ? resampleRatio(chosen)(prepared) : prepared
}

/**
 * Resamples the worlds of rows; `worlds` are their sums. The options must be well formed.
 *
 * @category operations
 * @since 0.1.0
 */
export const intervalOf =
  (options: BootstrapOptions | false, summation: Summation) =>
  (rows: ReadonlyArray<ScoredRow>, worlds: ReadonlyArray<WorldSums>): AerInterval => {
    if (options === false) return { _tag: 'NotAsked' }
    const sigma = sharedSigma(worlds)
    return options.engine === 'cpython' || sigma !== 0
      ? recordedInterval(options, summation, worlds, sigma)
      : keyedInterval(options, rows)
  }
