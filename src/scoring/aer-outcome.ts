/**
 * Outcomes of a score: a number with its provenance, a refusal with its reason, or the failures of malformed input.
 *
 * Every outcome is plain data and says what it rests on. Only `ok` holds a number; the others are separate variants, so
 * that no reader can take a missing score for a 0.
 *
 * @module
 */

import type { Summation } from '../core/arithmetic.js'
import type { Failures } from '../core/failure.js'
import type { AerInterval } from './aer-interval.js'

/**
 * Names why a row is not part of a score.
 *
 * @category model
 * @since 0.1.0
 */
export type DropReason = 'degenerate_denominator' | 'error' | 'withdrawn'

/**
 * Describes a row that is not part of a score; `detail` is the reason that
 * the row itself carried.
 *
 * @category model
 * @since 0.1.0
 */
export interface DroppedRow {
  readonly world: string
  readonly case: string | null
  readonly agent: string | null
  readonly tier: string
  readonly reason: DropReason
  readonly detail: string | null
}

/**
 * Counts the rows of a tier.
 *
 * @category model
 * @since 0.1.0
 */
export interface TierCount {
  readonly tier: string
  readonly n: number
}

/**
 * Carries what every outcome of readable rows says: how many rows the number rests on (0 where there is no number),
 * and which rows it does not rest on, with their reasons.
 *
 * @category model
 * @since 0.1.0
 */
export interface Accounted {
  readonly n: number
  readonly dropped: ReadonlyArray<DroppedRow>
  readonly droppedCounts: Readonly<Record<DropReason, number>>
}

/**
 * Carries a score with its provenance. `realized` and `attainable` are the two sums, `worlds` the number of distinct
 * worlds among the `n` rows.
 *
 * @category model
 * @since 0.1.0
 */
export interface AerScore<Tier extends string = string> extends Accounted {
  readonly status: 'ok'
  readonly aer: number
  readonly clipped: number
  readonly interval: AerInterval
  readonly tier: Tier
  readonly worlds: number
  readonly realized: number
  readonly attainable: number
  readonly method: 'ratio_of_sums'
  readonly summation: Summation
}

/**
 * Says that scored rows belong to several tiers, and how many to each.
 *
 * @category model
 * @since 0.1.0
 */
export interface MixedTiers extends Accounted {
  readonly status: 'mixed_tiers'
  readonly reason: string
  readonly tiers: ReadonlyArray<TierCount>
}

/**
 * Says that there is no number, and why: nothing was to be gained in any world, nothing was played (or the sums are
 * beyond the range of a double), or the rows belong to several tiers.
 *
 * @category model
 * @since 0.1.0
 */
export type AerRefusal =
  | MixedTiers
  | (Accounted & {
      readonly status: 'degenerate_denominator' | 'not_evaluable'
      readonly reason: string
    })

/**
 * Says that the rows or the options could not be read; `reason` renders the first failure.
 *
 * @category model
 * @since 0.1.0
 */
export interface AerInvalid {
  readonly status: 'invalid'
  readonly reason: string
  readonly failures: Failures<'MalformedRow' | 'MalformedOption'>
}

/**
 * Is a score, a refusal to give one, or the failures of malformed input.
 *
 * @category model
 * @since 0.1.0
 */
export type AerOutcome<Tier extends string = string> = AerScore<Tier> | AerRefusal | AerInvalid

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/**
 * Accepts every list of rows whose tiers are one literal, or not known before the program runs; otherwise it demands a
 * property that no list has, whose name is the message.
 *
 * @category model
 * @since 0.1.0
 */
export type OneTier<Tier extends string> = string extends Tier
  ? unknown
  : IsUnion<Tier> extends true
    ? { readonly 'rows of different tiers have no pooled score; use scoreAERByTier': Tier }
    : unknown
