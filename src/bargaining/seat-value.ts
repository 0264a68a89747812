/**
 * SeatValue: what a seat is worth, and what its wording is.
 *
 * The same policies play every world with their sides swapped and with the wording of their instructions mirrored, so
 * that seat and wording vary apart. In a world the seat effect is the subject's share as seller less its share as buyer,
 * under the same wording; the wording effect its share under the original less that under the mirrored wording, on the
 * same side. A cell is the mean of the subject's shares among the closed deals of a world, side and wording. Intervals
 * resample worlds, with both arms of a world together. A world that lacks a cell to compare with is listed, and is in
 * the effect of nothing.
 *
 * Laws
 *   L1 wording blind     policies that do not read have a wording effect of exactly 0, degenerate
 *   L2 seat exchange     naming the sides the other way round turns the seat effect around
 *   L3 seat account      every world is compared or listed, in either effect
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import type { IntervalOptions, IntervalOutcome } from '../statistics/interval.js'
import { pairedDifference } from '../statistics/paired.js'
import type { Negotiator } from './dialogue/margin-policy.js'
import { type NegotiationRules, symmetricRules } from './dialogue/negotiation.js'
import { type NegotiationRecord, negotiate } from './dialogue/symmetric.js'
import type { SymmetricWorld } from './dialogue/symmetric-world.js'
import { fourCells, type Seating } from './dialogue/tournament.js'
import type { BargainSide } from './protocol.js'

/**
 * Names how a seat's instructions are worded: as written for its side, or as written for the other and mirrored.
 *
 * @category model
 * @since 0.1.0
 */
export type SeatWording = 'original' | 'mirrored'

/**
 * Seats the subject and the other policy in a world, under a wording.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatSeating<P> extends Seating<P> {
  readonly subject: BargainSide
  readonly wording: SeatWording
}

/**
 * Holds what the subject got in one seating; `share` is `null` without a deal.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatTrial {
  readonly worldId: string
  readonly side: BargainSide
  readonly wording: SeatWording
  readonly share: number | null
}

/**
 * Holds an effect: its mean over worlds with its interval, and the worlds that it lacks a cell of.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatEffect {
  readonly effect: IntervalOutcome
  readonly worlds: number
  readonly dropped: ReadonlyArray<string>
}

/**
 * Holds the effects of the seat (seller less buyer) and of the wording (original less mirrored) on the subject's share.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatValue {
  readonly seat: SeatEffect
  readonly wording: SeatEffect
}

const total = sum('neumaier')
const wordings: ReadonlyArray<SeatWording> = ['original', 'mirrored']
const sides: ReadonlyArray<BargainSide> = ['buyer', 'seller']

const meanOf = (values: ReadonlyArray<number>): number | null =>
  values.length === 0 ? null : total(values) / values.length

/**
 * Seats a subject with another policy in every world: both sides, either opening, both wordings, eight seatings a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatDesign =
  <P>(subject: P, other: P) =>
  (worlds: ReadonlyArray<SymmetricWorld>): ReadonlyArray<SeatSeating<P>> =>
    worlds.flatMap((world) =>
      wordings.flatMap((wording) =>
        fourCells(
          subject,
          other,
        )(world).map((seating, cell): SeatSeating<P> => {
          const side = cell < 2 ? 'buyer' : 'seller'
          return { ...seating, subject: side, wording }
        }),
      ),
    )

/**
 * Takes the subject's trial from the record of its seating.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatTrialOf = <P>(
  { subject, wording }: SeatSeating<P>,
  { worldId, shares }: NegotiationRecord,
): SeatTrial => ({ worldId, side: subject, wording, share: shares?.[subject] ?? null })

/**
 * Plays a design of scripted policies, which read no wording.
 *
 * @category operations
 * @since 0.1.0
 */
export const playSeatDesign =
  (rules: NegotiationRules = symmetricRules) =>
  (design: ReadonlyArray<SeatSeating<Negotiator>>): ReadonlyArray<SeatTrial> =>
    design.map((seating) => {
      const { buyer, seller, opener, world } = seating
      return seatTrialOf(seating, negotiate({ buyer, seller }, rules)(opener)(world))
    })

/** The mean share of a cell of a world. */
type CellOf = (side: BargainSide, wording: SeatWording) => number | null

/** The two arms of a contrast in one world, over the conditions in which it has both cells. */
type Contrast = (cell: CellOf) => ReadonlyArray<readonly [number | null, number | null]>

const seatContrast: Contrast = (cell) =>
  wordings.map((wording) => [cell('seller', wording), cell('buyer', wording)])

const wordingContrast: Contrast = (cell) =>
  sides.map((side) => [cell(side, 'original'), cell(side, 'mirrored')])

const byWorld = (
  trials: ReadonlyArray<SeatTrial>,
): ReadonlyArray<readonly [string, ReadonlyArray<SeatTrial>]> => {
  const worlds = new Map<string, Array<SeatTrial>>()
  for (const trial of trials) {
    const own = worlds.get(trial.worldId)
    if (own === undefined) worlds.set(trial.worldId, [trial])
    else own.push(trial)
  }
  return [...worlds].sort(([a], [b]) => (a < b ? -1 : 1))
}

const cellsOf =
  (trials: ReadonlyArray<SeatTrial>): CellOf =>
  (side, wording) =>
    meanOf(
      trials
        .flatMap((trial) =>
          trial.side === side && trial.wording === wording && trial.share !== null
            ? [trial.share]
            : [],
        )
        .sort((a, b) => a - b),
    )

const effectOf = (
  options: Partial<IntervalOptions>,
  contrast: Contrast,
  worlds: ReadonlyArray<readonly [string, ReadonlyArray<SeatTrial>]>,
): SeatEffect => {
  const arms = worlds.map(([key, trials]) => {
    const pairs = contrast(cellsOf(trials)).flatMap(([one, other]) =>
      one === null || other === null ? [] : [[one, other] as const],
    )
    return {
      key,
      first: meanOf(pairs.map(([one]) => one)),
      second: meanOf(pairs.map(([, other]) => other)),
    }
  })
  const armOf = (arm: 'first' | 'second'): Parameters<ReturnType<typeof pairedDifference>>[0] =>
    arms.flatMap((world) => {
      const numerator = world[arm]
      return numerator === null ? [] : [{ key: world.key, numerator, denominator: 1 }]
    })
  const dropped = arms.flatMap(({ key, first }) => (first === null ? [key] : []))
  return {
    effect: pairedDifference(options)(armOf('first'), armOf('second')).meanOfDifferences,
    worlds: arms.length - dropped.length,
    dropped,
  }
}

/**
 * Measures the value of the seat and of the wording from the trials of a subject, with intervals over worlds. Options
 * are those of `pairedDifference`.
 *
 * @example
 * ```ts
 * import { anchoredRules, playSeatDesign, referencePolicy, seatDesign, seatValue, symmetricWorlds } from 'edgeworth/bargaining'
 *
 * const design = seatDesign(referencePolicy, referencePolicy)(symmetricWorlds(7n, 60))
 * const value = seatValue()(playSeatDesign(anchoredRules)(design))
 * value.seat.effect._tag === 'Interval' && value.seat.effect.high < 0 // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const seatValue =
  (options: Partial<IntervalOptions> = {}) =>
  (trials: ReadonlyArray<SeatTrial>): SeatValue => {
    const worlds = byWorld(trials)
    return {
      seat: effectOf(options, seatContrast, worlds),
      wording: effectOf(options, wordingContrast, worlds),
    }
  }
