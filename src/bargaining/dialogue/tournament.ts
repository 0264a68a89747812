/**
 * Tournament: who negotiates with whom, and the table of what came out.
 *
 * **Reference arm**: every participant against the fixed reference policy, in all four cells of every world; it is the
 * headline, for the reference is the same in every run. **Round-robin**: every pair of participants in all four cells;
 * it is the control that shows that the seating cancels. Both are lists of seatings, which scripted policies play here
 * and live models elsewhere, by the episode of each seating.
 *
 * A participant can be withdrawn with a reason (mute replies, a broken counterpart): it is listed, and its negotiations,
 * those of its counterparts with it included, are in no mean.
 *
 * Laws
 *   L1 every cell       in a schedule every pair meets in all four cells of every world, equally often
 *   L2 even table       every participant's cells are equal, and shares add up to the number of deals
 *   L3 withdrawn        withdrawing a participant gives the others the table of a tournament without it
 *
 * @module
 */
import { sum } from '../../core/arithmetic.js'
import type { BargainSide } from '../protocol.js'
import { type Negotiator, referencePolicy } from './margin-policy.js'
import { type NegotiationRules, symmetricRules } from './negotiation.js'
import {
  type CellCounts,
  cellCounts,
  meanShare,
  type ParticipantRow,
  type PositionEffects,
  participantsOf,
  positionEffects,
} from './participants.js'
import { negotiate } from './symmetric.js'
import type { SymmetricWorld } from './symmetric-world.js'
import { addCounts, countTurns, type TurnCounts } from './turn.js'

/**
 * Seats two participants in a world: who buys, who sells, and which side opens.
 *
 * @category model
 * @since 0.1.0
 */
export interface Seating<P> {
  readonly world: SymmetricWorld
  readonly buyer: P
  readonly seller: P
  readonly opener: BargainSide
}

/**
 * Sums up one participant. `capture` is the mean share of its closed deals, `dealRate` stands beside it; `cells` say
 * whether its seats were even, `positions` what they were worth to it.
 *
 * @category model
 * @since 0.1.0
 */
export type Standing =
  | {
      readonly status: 'scored'
      readonly participant: string
      readonly capture: number
      readonly deals: number
      readonly negotiations: number
      readonly dealRate: number
      readonly cells: CellCounts
      readonly positions: PositionEffects
      readonly counts: TurnCounts
    }
  | {
      readonly status: 'not_evaluable'
      readonly participant: string
      readonly reason: string
      readonly negotiations: number
      readonly counts: TurnCounts
    }
  | {
      readonly status: 'withdrawn'
      readonly participant: string
      readonly reason: string
      readonly negotiations: number
    }

/**
 * Holds the result of a tournament: the standings, best capture first, then those without a number; and over all rows
 * that count, the mean share, the position effects and the rate of deals.
 *
 * @category model
 * @since 0.1.0
 */
export interface ResultTable {
  readonly standings: ReadonlyArray<Standing>
  readonly worlds: number
  readonly negotiations: number
  readonly deals: number
  readonly dealRate: number | null
  readonly meanShare: number | null
  readonly positions: PositionEffects
}

/**
 * Seats two participants in all four cells of a world.
 *
 * @category operations
 * @since 0.1.0
 */
export const fourCells =
  <P>(one: P, other: P) =>
  (world: SymmetricWorld): ReadonlyArray<Seating<P>> => [
    { world, buyer: one, seller: other, opener: 'buyer' },
    { world, buyer: one, seller: other, opener: 'seller' },
    { world, buyer: other, seller: one, opener: 'buyer' },
    { world, buyer: other, seller: one, opener: 'seller' },
  ]

/**
 * Seats every pair of participants in all four cells of every world.
 *
 * @category operations
 * @since 0.1.0
 */
export const roundRobin =
  <P>(participants: ReadonlyArray<P>) =>
  (worlds: ReadonlyArray<SymmetricWorld>): ReadonlyArray<Seating<P>> =>
    participants.flatMap((one, place) =>
      participants
        .slice(place + 1)
        .flatMap((other) => worlds.flatMap((world) => fourCells(one, other)(world))),
    )

/**
 * Seats every participant with one fixed other in all four cells of every world.
 *
 * @category operations
 * @since 0.1.0
 */
export const armOf =
  <P>(fixed: P, participants: ReadonlyArray<P>) =>
  (worlds: ReadonlyArray<SymmetricWorld>): ReadonlyArray<Seating<P>> =>
    participants.flatMap((one) => worlds.flatMap((world) => fourCells(one, fixed)(world)))

/**
 * Seats every scripted participant with the reference policy.
 *
 * @category operations
 * @since 0.1.0
 */
export const referenceArm = (
  participants: ReadonlyArray<Negotiator>,
): ((worlds: ReadonlyArray<SymmetricWorld>) => ReadonlyArray<Seating<Negotiator>>) =>
  armOf(referencePolicy, participants)

/**
 * Plays seatings of scripted policies and scores both participants of each.
 *
 * @category operations
 * @since 0.1.0
 */
export const playSeatings =
  (rules: NegotiationRules = symmetricRules) =>
  (seatings: ReadonlyArray<Seating<Negotiator>>): ReadonlyArray<ParticipantRow> =>
    seatings.flatMap(({ world, buyer, seller, opener }) =>
      participantsOf(
        { buyer: buyer.name, seller: seller.name },
        negotiate({ buyer, seller }, rules)(opener)(world),
      ),
    )

const standingOf = (participant: string, rows: ReadonlyArray<ParticipantRow>): Standing => {
  const { mean, n } = meanShare(rows)
  const negotiations = rows.length
  const counts = rows.reduce((all, row) => addCounts(all, row.counts), countTurns([]))
  if (mean === null) {
    return { status: 'not_evaluable', participant, reason: 'no closed deal', negotiations, counts }
  }
  return {
    status: 'scored',
    participant,
    capture: mean,
    deals: n,
    negotiations,
    dealRate: n / negotiations,
    cells: cellCounts(rows),
    positions: positionEffects(rows),
    counts,
  }
}

const places = { scored: 0, not_evaluable: 1, withdrawn: 2 } as const

const byCapture = (a: Standing, b: Standing): number =>
  a.status === 'scored' && b.status === 'scored'
    ? b.capture - a.capture
    : places[a.status] - places[b.status]

const grouped = (
  rows: ReadonlyArray<ParticipantRow>,
): ReadonlyMap<string, ReadonlyArray<ParticipantRow>> => {
  const groups = new Map<string, Array<ParticipantRow>>()
  for (const row of rows) {
    const group = groups.get(row.participant)
    if (group === undefined) groups.set(row.participant, [row])
    else group.push(row)
  }
  return groups
}

const total = sum('neumaier')

/**
 * Makes the table of a tournament's rows. `withdrawn` maps participants to the reasons why they are not counted.
 *
 * @category operations
 * @since 0.1.0
 */
export const resultTable = (
  rows: ReadonlyArray<ParticipantRow>,
  withdrawn: ReadonlyMap<string, string> = new Map(),
): ResultTable => {
  const counted = rows.filter(
    (row) => !withdrawn.has(row.participant) && !withdrawn.has(row.counterpart),
  )
  const taken = [...withdrawn].map(([participant, reason]): Standing => {
    const negotiations = rows.filter((row) => row.participant === participant).length
    return { status: 'withdrawn', participant, reason, negotiations }
  })
  const standings = [...grouped(counted)].map(([name, own]) => standingOf(name, own))
  const shares = counted.flatMap(({ share }) => (share === null ? [] : [share]))
  return {
    standings: [...standings.sort(byCapture), ...taken],
    worlds: new Set(counted.map(({ worldId }) => worldId)).size,
    negotiations: counted.length / 2,
    deals: shares.length / 2,
    dealRate: counted.length === 0 ? null : shares.length / counted.length,
    meanShare: shares.length === 0 ? null : total(shares) / shares.length,
    positions: positionEffects(counted),
  }
}
