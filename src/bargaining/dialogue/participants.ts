/**
 * Participants: every negotiation scored twice, once for each who took part.
 *
 * A capture is a mean of shares among closed deals; the rate of deals stands beside it and is never folded in. Position
 * effects compare the two levels of a factor among closed deals: the share of openers less that of responders (the
 * first-proposer effect), and the share of buyers less that of sellers. A position effect is a fact about the protocol;
 * what is bounded is how far it can reach a participant whose cells are uneven.
 *
 * | constant        | value | meaning                                                     |
 * | --------------- | ----- | ----------------------------------------------------------- |
 * | `EFFECT_BOUND`  | .25   | largest position effect, either way, that is within bounds  |
 * | `CELL_BALANCE`  | 1.1   | largest count of a cell over the smallest                   |
 *
 * Laws
 *   L1 both scored          a negotiation gives two rows, whose shares add up to exactly 1 or are both missing
 *   L2 self play            the capture of one policy that plays itself in all four cells is exactly .5
 *   L3 antisymmetry         swapping the levels of a factor turns its effect around
 *
 * @module
 */
import { sum } from '../../core/arithmetic.js'
import type { BargainSide } from '../protocol.js'
import type { NegotiationRecord } from './symmetric.js'
import type { TurnCounts } from './turn.js'

/**
 * Scores one participant of one negotiation; `share` is `null` without a deal.
 *
 * @category model
 * @since 0.1.0
 */
export interface ParticipantRow {
  readonly participant: string
  readonly counterpart: string
  readonly worldId: string
  readonly side: BargainSide
  readonly opened: boolean
  readonly share: number | null
  readonly counts: TurnCounts
}

/**
 * Holds the mean share of some closed deals, with their number.
 *
 * @category model
 * @since 0.1.0
 */
export interface MeanShare {
  readonly mean: number | null
  readonly n: number
}

/**
 * Compares the two levels of a position among closed deals. `effect` is the first level's mean less the second's,
 * `null` where a level has no deal; `within` says whether it is known and inside the bound.
 *
 * @category model
 * @since 0.1.0
 */
export interface PositionEffect {
  readonly effect: number | null
  readonly first: MeanShare
  readonly second: MeanShare
  readonly within: boolean
}

/**
 * Holds the effects of both positions: openers less responders, buyers less sellers.
 *
 * @category model
 * @since 0.1.0
 */
export interface PositionEffects {
  readonly opener: PositionEffect
  readonly side: PositionEffect
}

/**
 * Counts negotiations by the four cells of a participant.
 *
 * @category model
 * @since 0.1.0
 */
export interface CellCounts {
  readonly buyerOpening: number
  readonly buyerResponding: number
  readonly sellerOpening: number
  readonly sellerResponding: number
  /** Whether the largest is at most `CELL_BALANCE` times the smallest, and none is empty. */
  readonly balanced: boolean
}

/**
 * Bounds position effects.
 *
 * @category model
 * @since 0.1.0
 */
export const EFFECT_BOUND = 0.25

/**
 * Bounds the largest count of a cell over the smallest.
 *
 * @category model
 * @since 0.1.0
 */
export const CELL_BALANCE = 1.1

const total = sum('neumaier')

/**
 * Scores both participants of a negotiation, the buyer first.
 *
 * @category operations
 * @since 0.1.0
 */
export const participantsOf = (
  seats: Readonly<Record<BargainSide, string>>,
  record: NegotiationRecord,
): readonly [ParticipantRow, ParticipantRow] => {
  const rowOf = (side: BargainSide, other: BargainSide): ParticipantRow => ({
    participant: seats[side],
    counterpart: seats[other],
    worldId: record.worldId,
    side,
    opened: record.opener === side,
    share: record.shares?.[side] ?? null,
    counts: record.counts[side],
  })
  return [rowOf('buyer', 'seller'), rowOf('seller', 'buyer')]
}

/**
 * Averages the shares of the rows that have one.
 *
 * @category operations
 * @since 0.1.0
 */
export const meanShare = (rows: ReadonlyArray<ParticipantRow>): MeanShare => {
  const shares = rows.flatMap(({ share }) => (share === null ? [] : [share]))
  return { mean: shares.length === 0 ? null : total(shares) / shares.length, n: shares.length }
}

/**
 * Compares the rows of which a predicate is true with the others.
 *
 * @category operations
 * @since 0.1.0
 */
export const positionEffect =
  (isFirst: (row: ParticipantRow) => boolean) =>
  (rows: ReadonlyArray<ParticipantRow>): PositionEffect => {
    const first = meanShare(rows.filter(isFirst))
    const second = meanShare(rows.filter((row) => !isFirst(row)))
    const effect = first.mean === null || second.mean === null ? null : first.mean - second.mean
    return { effect, first, second, within: effect !== null && Math.abs(effect) <= EFFECT_BOUND }
  }

/**
 * Measures the effects of opening and of the side held.
 *
 * @category operations
 * @since 0.1.0
 */
export const positionEffects = (rows: ReadonlyArray<ParticipantRow>): PositionEffects => ({
  opener: positionEffect(({ opened }) => opened)(rows),
  side: positionEffect(({ side }) => side === 'buyer')(rows),
})

/**
 * Counts the cells of one participant's rows.
 *
 * @category operations
 * @since 0.1.0
 */
export const cellCounts = (rows: ReadonlyArray<ParticipantRow>): CellCounts => {
  const count = (held: BargainSide, opened: boolean): number =>
    rows.filter((row) => row.side === held && row.opened === opened).length
  const cells = {
    buyerOpening: count('buyer', true),
    buyerResponding: count('buyer', false),
    sellerOpening: count('seller', true),
    sellerResponding: count('seller', false),
  }
  const counts = Object.values(cells)
  const least = Math.min(...counts)
  return { ...cells, balanced: least > 0 && Math.max(...counts) <= CELL_BALANCE * least }
}

/**
 * Says whether the raw first-proposer effect of the reference policy is still there: closed deals, and an effect within
 * `halfWidth` of the published one. A counterbalanced design hides this effect from every capture, so it has to be
 * looked for; policies that accept anything, never concede or share a clock do not show it.
 *
 * @category operations
 * @since 0.1.0
 */
export const firstProposerEffectStands = (
  { effect }: PositionEffect,
  published = -0.069,
  halfWidth = 0.004,
): boolean => effect !== null && Math.abs(effect - published) <= halfWidth
