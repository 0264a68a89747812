/**
 * Csv: bargains as a table, one row a world (RFC 4180, lines end in CRLF).
 *
 * Amounts are cents; asks and offers are lists with a space between; `-` stands for a turn without an offer. Nothing is
 * written where there is nothing (the price where no deal was made, the shares where a world has no zone).
 *
 * Laws
 *   L1 rectangular  every row has as many cells as the header, whatever the names of worlds and seats hold
 *
 * @module
 */
import { type AnchoredResult, type BargainingWorld, shareSurplus } from '../../bargaining/index.js'
import type { BargainSetup } from './setup.js'

const COLUMNS = [
  'world',
  'value',
  'cost',
  'list',
  'seller',
  'buyer',
  'outcome',
  'price',
  'accepted_by',
  'counters',
  'buyer_share',
  'seller_share',
  'asks',
  'offers',
  'turns',
  'unreadable',
  'faults',
  'refused',
] as const

const cell = (value: string | number): string => {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const rowOf = (
  world: BargainingWorld,
  { transcript, counts }: AnchoredResult,
): ReadonlyArray<string | number> => {
  const { outcome, moves, asks, seller, buyer } = transcript
  const share = shareSurplus(world)(outcome)
  const offers = moves.map((move) => (move._tag === 'Offer' ? move.price : '-'))
  return [
    world.id,
    world.value,
    world.cost,
    world.list,
    seller,
    buyer,
    outcome._tag === 'Deal' ? 'deal' : outcome.reason,
    outcome._tag === 'Deal' ? outcome.price : '',
    outcome._tag === 'Deal' ? outcome.acceptedBy : '',
    offers.filter((offer) => offer !== '-').length,
    share._tag === 'Shared' ? share.buyer : '',
    share._tag === 'Shared' ? share.seller : '',
    asks.join(' '),
    offers.join(' '),
    counts.turns,
    counts.unreadable,
    counts.faults,
    counts.refused,
  ]
}

/**
 * Writes the results of a setup, in the order of its worlds.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainsToCsv =
  (setup: BargainSetup) =>
  (results: ReadonlyArray<AnchoredResult>): string => {
    const rows = setup.worlds.flatMap((world, index) => {
      const result = results[index]
      return result === undefined ? [] : [rowOf(world, result)]
    })
    return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')
  }
