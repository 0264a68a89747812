/**
 * PoolLive: scores against live sellers, one counterpart at a time.
 *
 * A score against one seller says nothing of a score against another, so results are pooled for one counterpart only.
 * Where the ids are literal types, results of two counterparts do not compile; where they are not, the outcome names
 * them. `byCounterpart` splits results instead.
 *
 * Laws
 *   L1 one counterpart  results of several counterparts give no number
 *   L2 split            splitting loses no result and mixes none
 *
 * @module
 */

import type { BargainSide } from '../protocol.js'
import { type SurplusSummary, summarizeSurplus } from '../surplus.js'
import type { LiveResult } from './live.js'
import { addCounts, countTurns, type TurnCounts } from './turn.js'

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/**
 * Accepts results whose counterparts are one literal, or not known before the program runs; otherwise it demands a
 * property that no list has, whose name is the message.
 *
 * @category model
 * @since 0.1.0
 */
export type OneCounterpart<C extends string> = string extends C
  ? unknown
  : IsUnion<C> extends true
    ? { readonly 'results against different counterparts are not pooled; use byCounterpart': C }
    : unknown

/**
 * Gives the score against one counterpart, or says why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type LivePool =
  | {
      readonly status: 'pooled'
      readonly counterpart: string
      readonly surplus: SurplusSummary
      readonly counts: Readonly<Record<BargainSide, TurnCounts>>
    }
  | { readonly status: 'mixed_counterparts'; readonly counterparts: ReadonlyArray<string> }
  | { readonly status: 'not_evaluable'; readonly reason: string }

const poolOf = (results: ReadonlyArray<LiveResult>): LivePool => {
  const counterparts = [...new Set(results.map(({ counterpart }) => counterpart))]
  const [counterpart] = counterparts
  if (counterpart === undefined) return { status: 'not_evaluable', reason: 'no results' }
  if (counterparts.length > 1) return { status: 'mixed_counterparts', counterparts }
  const total = (side: BargainSide): TurnCounts =>
    results.reduce((sum, { counts }) => addCounts(sum, counts[side]), countTurns([]))
  return {
    status: 'pooled',
    counterpart,
    surplus: summarizeSurplus(results.map(({ surplus }) => surplus)),
    counts: { buyer: total('buyer'), seller: total('seller') },
  }
}

/**
 * Pools results against one counterpart. Results of several do not compile where their ids are literal types, and give
 * `mixed_counterparts` otherwise.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolLive = <C extends string>(
  results: ReadonlyArray<LiveResult<C>> & OneCounterpart<C>,
): LivePool => poolOf(results)

/**
 * Pools results apart, counterpart by counterpart, in the order of their first results.
 *
 * @category operations
 * @since 0.1.0
 */
export const byCounterpart = (results: ReadonlyArray<LiveResult>): ReadonlyArray<LivePool> =>
  [...new Set(results.map(({ counterpart }) => counterpart))].map((counterpart) =>
    poolOf(results.filter((one) => one.counterpart === counterpart)),
  )
