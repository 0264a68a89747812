/**
 * SeatHealth: whether a seat took part at all.
 *
 * An unreadable or missing turn is played as a hold and is never a score of 0 by itself: it is counted, by reason, and a
 * seat that never said anything readable is `mute_seat`, a status and not a result. Three turns in a row that were empty
 * in the same way point at a broken connection rather than at a bargainer.
 *
 * Laws
 *   L1 counted    readable and unreadable turns add up to all turns
 *   L2 mute       a seat is mute exactly when it had turns and none of them was readable
 *
 * @module
 */

import type { OfferReading, UnreadableReason } from './offer-reading.js'

/**
 * Describes the health of a seat over its turns, in order.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatHealth {
  readonly status: 'healthy' | 'repeating_empty' | 'mute_seat' | 'no_turns'
  readonly turns: number
  readonly readable: number
  readonly unreadable: number
  /** How often each reason occurred, in the order of first occurrence. */
  readonly reasons: ReadonlyArray<{ readonly reason: UnreadableReason; readonly count: number }>
  /** The longest run of turns without any text. */
  readonly longestEmptyRun: number
}

/** This many empty turns in a row are flagged. */
const EMPTY_RUN = 3

const isEmpty = (reading: OfferReading): boolean =>
  reading._tag === 'Unreadable' && (reading.reason === 'mute' || reading.reason === 'empty')

const longestRun = (readings: ReadonlyArray<OfferReading>): number =>
  readings.reduce(
    ({ run, longest }, reading) => {
      const next = isEmpty(reading) ? run + 1 : 0
      return { run: next, longest: Math.max(longest, next) }
    },
    { run: 0, longest: 0 },
  ).longest

/**
 * Judges the health of a seat from the readings of its turns.
 *
 * @category operations
 * @since 0.1.0
 */
export const seatHealth = (readings: ReadonlyArray<OfferReading>): SeatHealth => {
  const failed = readings.flatMap((reading) =>
    reading._tag === 'Unreadable' ? [reading.reason] : [],
  )
  const reasons = [...new Set(failed)].map((reason) => ({
    reason,
    count: failed.filter((one) => one === reason).length,
  }))
  const readable = readings.length - failed.length
  const longestEmptyRun = longestRun(readings)
  const status =
    readings.length === 0
      ? 'no_turns'
      : readable === 0
        ? 'mute_seat'
        : longestEmptyRun >= EMPTY_RUN
          ? 'repeating_empty'
          : 'healthy'
  return {
    status,
    turns: readings.length,
    readable,
    unreadable: failed.length,
    reasons,
    longestEmptyRun,
  }
}
