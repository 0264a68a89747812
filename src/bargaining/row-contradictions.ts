/**
 * RowContradictions: whether the rows of a run can all be true of it.
 *
 * A negotiation is named by its world, who bought, who sold and which side opened, and has two rows: one for each seat.
 * Both say whether there was a deal, and the shares of a deal add up to 1. Rows of which this does not hold are no run,
 * and no figure of them means anything.
 *
 * | failure             | what was found                                                        |
 * | ------------------- | --------------------------------------------------------------------- |
 * | `SeatTwice`         | a second row for one seat of one negotiation                           |
 * | `SeatMissing`       | a negotiation of which only one seat has a row                         |
 * | `DealDisputed`      | one seat has a share, the other none                                   |
 * | `SharesDoNotAddUp`  | shares of a deal whose sum is further from 1 than `SHARE_TOLERANCE`    |
 *
 * | constant          | value | meaning                                     |
 * | ----------------- | ----- | ------------------------------------------- |
 * | `SHARE_TOLERANCE` | 1e-9  | how far from 1 the shares of a deal may add |
 *
 * Laws
 *   L1 played        rows that were played contradict nothing, in any order
 *   L2 row missing   a run without one of its rows names the negotiation of that row, and no other
 *
 * @module
 */

import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { ParticipantRow } from './dialogue/participants.js'
import type { BargainSide } from './protocol.js'

/**
 * Names how rows contradict each other.
 *
 * @category failures
 * @since 0.1.0
 */
export type RowContradiction = 'SeatTwice' | 'SeatMissing' | 'DealDisputed' | 'SharesDoNotAddUp'

/**
 * Bounds how far from 1 the two shares of a deal may add up.
 *
 * @category model
 * @since 0.1.0
 */
export const SHARE_TOLERANCE = 1e-9

interface PlacedRow {
  readonly row: ParticipantRow
  readonly place: number
}

type Seats = Readonly<Record<BargainSide, Array<PlacedRow>>>

const otherSide = { buyer: 'seller', seller: 'buyer' } as const

const negotiationOf = ({ worldId, participant, counterpart, side, opened }: ParticipantRow) =>
  JSON.stringify([
    worldId,
    ...(side === 'buyer' ? [participant, counterpart] : [counterpart, participant]),
    opened ? side : otherSide[side],
  ])

const named = ({ participant, counterpart, worldId, side, opened }: ParticipantRow): string =>
  `${participant} as ${side} against ${counterpart} in ${worldId}, ${opened ? 'opening' : 'responding'}`

const contradictionsOf = (seats: Seats): ReadonlyArray<Failure<RowContradiction>> => {
  const twice = [...seats.buyer.slice(1), ...seats.seller.slice(1)].map(({ row, place }) =>
    failure('SeatTwice', [place], row, `no second row of ${named(row)}`),
  )
  const [[first], [second]] = [seats.buyer, seats.seller]
  const alone = first ?? second
  if (first === undefined || second === undefined) {
    if (alone === undefined) return twice
    const expected = `a row of the ${otherSide[alone.row.side]} too, beside ${named(alone.row)}`
    return [...twice, failure('SeatMissing', [alone.place], alone.row, expected)]
  }
  const [known, found] = first.place < second.place ? [first, second] : [second, first]
  const [share, other] = [known.row.share, found.row.share]
  const beside = `beside ${named(known.row)}`
  if ((share === null) !== (other === null)) {
    const expected = share === null ? `no deal, ${beside}` : `a deal, ${beside}`
    return [...twice, failure('DealDisputed', [found.place, 'share'], other, expected)]
  }
  if (share === null || other === null) return twice
  if (Math.abs(share + other - 1) <= SHARE_TOLERANCE) return twice
  const expected = `what is left of 1 after ${share}, ${beside}`
  return [...twice, failure('SharesDoNotAddUp', [found.place, 'share'], other, expected)]
}

/**
 * Finds where rows contradict each other, in the order of the rows; `null` where they do not. Paths start with the
 * place of a row in the list. `isCounted` leaves out rows that are to be in no figure.
 *
 * @example
 * ```ts
 * import { rowContradictions } from 'edgeworth/bargaining'
 *
 * const counts = { turns: 2, unreadable: 0, faults: 0, vetoes: 0, refused: 0 }
 * const buyer = { participant: 'a', counterpart: 'b', worldId: 'w', side: 'buyer', opened: true, share: 0.7, counts } as const
 * const seller = { ...buyer, participant: 'b', counterpart: 'a', side: 'seller', opened: false, share: 0.4 } as const
 * rowContradictions()([buyer, seller])?.map(({ _tag, path }) => [_tag, path]) // => [['SharesDoNotAddUp', [1, 'share']]]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const rowContradictions =
  (isCounted: (row: ParticipantRow) => boolean = () => true) =>
  (rows: ReadonlyArray<ParticipantRow>): Failures<RowContradiction> | null => {
    const negotiations = new Map<string, Seats>()
    rows.forEach((row, place) => {
      if (!isCounted(row)) return
      const key = negotiationOf(row)
      const seats = negotiations.get(key) ?? { buyer: [], seller: [] }
      seats[row.side].push({ row, place })
      negotiations.set(key, seats)
    })
    const found = [...negotiations.values()].flatMap(contradictionsOf)
    const placeOf = ({ path }: Failure): number => Number(path[0])
    return nonEmpty(found.sort((a, b) => placeOf(a) - placeOf(b)))
  }
