/**
 * Csv: bargains as a table, one row a bargain (RFC 4180, lines end in CRLF).
 *
 * Amounts are cents; asks and offers are lists with a space between; `-` stands for a turn without an offer. Nothing is
 * written where there is nothing (the price where no deal was made, the shares where a world has no zone; a symmetric
 * negotiation has shares only where there was a deal). The columns are those of the game: where both sides are asked,
 * both have counts.
 *
 * Laws
 *   L1 rectangular  every row has as many cells as the header, whatever the names of worlds and seats hold
 *
 * @module
 */
import {
  type AnchoredResult,
  type BargainingWorld,
  type BargainSide,
  type LiveResult,
  type PlayedTurn,
  shareSurplus,
} from '../../bargaining/index.js'
import type { SeatedNegotiation } from './games.js'
import type { AnchoredSetup, LiveSetup, SymmetricSetup } from './setup.js'
import { tallySides } from './tally.js'

/**
 * Holds the results of a finished run beside its setup; the report of a verified replay is one.
 *
 * @category model
 * @since 0.1.0
 */
export type FinishedBargains =
  | {
      readonly game: 'anchored'
      readonly setup: AnchoredSetup
      readonly results: ReadonlyArray<AnchoredResult>
    }
  | {
      readonly game: 'live'
      readonly setup: LiveSetup
      readonly results: ReadonlyArray<LiveResult>
    }
  | {
      readonly game: 'symmetric'
      readonly setup: SymmetricSetup
      readonly results: ReadonlyArray<SeatedNegotiation>
    }

type Row = ReadonlyArray<string | number>

const WORLD = ['world', 'value', 'cost', 'list'] as const

/** Columns of a bargain with asks and offers, behind those of its world, whoever asks. */
const BARGAIN = [
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
] as const

const NEGOTIATION = [
  'last_turn',
  'cell',
  'opener',
  'buyer',
  'seller',
  'outcome',
  'price',
  'proposer',
  'turn',
  'buyer_share',
  'seller_share',
  'buyer_offers',
  'seller_offers',
] as const

const COUNTS = ['turns', 'holds', 'unreadable', 'faults', 'vetoes', 'refused'] as const

const sidedCounts = (): ReadonlyArray<string> =>
  (['buyer', 'seller'] as const).flatMap((side) => COUNTS.map((name) => `${side}_${name}`))

const cell = (value: string | number): string => {
  const text = String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

const worldCells = ({ id, value, cost, list }: BargainingWorld): Row => [id, value, cost, list]

const bargainCells = (
  world: BargainingWorld,
  { transcript }: Pick<AnchoredResult, 'transcript'>,
): Row => {
  const { outcome, moves, asks, seller, buyer } = transcript
  const share = shareSurplus(world)(outcome)
  const offers = moves.map((move) => (move._tag === 'Offer' ? move.price : '-'))
  return [
    ...worldCells(world),
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
  ]
}

const countCells = (result: { readonly turns: ReadonlyArray<PlayedTurn> }): Row => {
  const { buyer, seller } = tallySides([result])
  return [buyer, seller].flatMap((tally) => COUNTS.map((name) => tally[name]))
}

const negotiationCells = (
  world: SymmetricSetup['worlds'][number],
  result: SeatedNegotiation,
): Row => {
  const { outcome, opener, seats, shares, turns } = result
  const offersOf = (side: BargainSide): string =>
    turns
      .filter((turn) => turn.side === side)
      .map(({ move }) => (move._tag === 'Offer' ? move.price : '-'))
      .join(' ')
  return [
    ...worldCells(world),
    world.lastTurn,
    result.cell,
    opener,
    seats.buyer,
    seats.seller,
    outcome._tag === 'Deal' ? 'deal' : outcome.reason,
    outcome._tag === 'Deal' ? outcome.price : '',
    outcome._tag === 'Deal' ? outcome.proposer : '',
    outcome._tag === 'Deal' ? outcome.turn : '',
    shares?.buyer ?? '',
    shares?.seller ?? '',
    offersOf('buyer'),
    offersOf('seller'),
  ]
}

/** Pairs every result with its world: a game has as many results of each world as of any other. */
const rowsOf = <W, R>(
  worlds: ReadonlyArray<W>,
  results: ReadonlyArray<R>,
  each: number,
  rowOf: (world: W, result: R) => Row,
): ReadonlyArray<Row> =>
  results.flatMap((result, index) => {
    const world = worlds[Math.floor(index / each)]
    return world === undefined ? [] : [rowOf(world, result)]
  })

const tableOf = (finished: FinishedBargains): ReadonlyArray<Row> => {
  switch (finished.game) {
    case 'anchored':
      return [
        [...WORLD, ...BARGAIN, ...COUNTS],
        ...rowsOf(finished.setup.worlds, finished.results, 1, (world, result) => [
          ...bargainCells(world, result),
          ...COUNTS.map((name) => tallySides([result]).buyer[name]),
        ]),
      ]
    case 'live':
      return [
        [...WORLD, ...BARGAIN, ...sidedCounts()],
        ...rowsOf(finished.setup.worlds, finished.results, 1, (world, result) => [
          ...bargainCells(world, result),
          ...countCells(result),
        ]),
      ]
    case 'symmetric':
      return [
        [...WORLD, ...NEGOTIATION, ...sidedCounts()],
        ...rowsOf(finished.setup.worlds, finished.results, 4, (world, result) => [
          ...negotiationCells(world, result),
          ...countCells(result),
        ]),
      ]
  }
}

/**
 * Writes the results of a finished run, in the order of its worlds, and of their cells in the symmetric game.
 *
 * @category rendering
 * @since 0.1.0
 */
export const bargainsToCsv = (finished: FinishedBargains): string =>
  tableOf(finished)
    .map((row) => `${row.map(cell).join(',')}\r\n`)
    .join('')
