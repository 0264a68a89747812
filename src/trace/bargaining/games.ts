/**
 * Games: from a setup to the game it describes, and to who is asked in it.
 *
 * The bargains of all worlds are played at once. The ids of their questions begin with the id of the world, and in the
 * symmetric game with the cell after it: the side that the first participant holds, and whether that side opens. Where
 * the list price is published the seller opens in every cell; the cells stay four.
 *
 * | game        | ids                                                           | results                  |
 * | ----------- | ------------------------------------------------------------- | ------------------------ |
 * | `anchored`  | `<world>/buyer-1`, ...                                        | one a world              |
 * | `live`      | `<world>/buyer-1`, `<world>/seller-1`, ...                    | one a world              |
 * | `symmetric` | `<world>/buyer-opening/buyer-1`, ...                          | four a world, by cells   |
 *
 * Laws
 *   L1 asked        whoever `askedOf` names for a question of the symmetric game holds the side that it asks in that cell
 *
 * @module
 */
import {
  type AnchoredQuestion,
  type AnchoredResult,
  anchoredGame,
  type BargainSide,
  fourCells,
  type LiveQuestion,
  type LiveResult,
  liveGame,
  type NegotiationQuestion,
  type NegotiationRecord,
  participantsOf,
  reactiveArchetype,
  resultTable,
  shareSurplus,
  summarizeSurplus,
  symmetricGame,
} from '../../bargaining/index.js'
import { all, type Episode, map, type QuestionId, within } from '../../core/episode/index.js'
import type { AnchoredSetup, BargainSetup, LiveSetup, SymmetricSetup } from './setup.js'
import { tallySides } from './tally.js'

/**
 * Names the four cells by the side of the first participant and whether that side opens, in the order of the results.
 *
 * @category model
 * @since 0.1.0
 */
export const BARGAIN_CELLS = [
  'buyer-opening',
  'buyer-responding',
  'seller-responding',
  'seller-opening',
] as const

/**
 * Is the name of one cell.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainCell = (typeof BARGAIN_CELLS)[number]

/**
 * Records one symmetric negotiation with its cell and the names in its seats.
 *
 * @category model
 * @since 0.1.0
 */
export interface SeatedNegotiation extends NegotiationRecord {
  readonly cell: BargainCell
  readonly seats: Readonly<Record<BargainSide, string>>
}

/**
 * Is a question of any game.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainQuestion = AnchoredQuestion | LiveQuestion | NegotiationQuestion

/**
 * Is the record of one bargain of any game.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainResult = AnchoredResult | LiveResult | SeatedNegotiation

/**
 * Holds the game of a setup: its episode, and what a summary says of its results beside the setup and the answers.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainRun<S extends BargainSetup, Q, R> {
  readonly game: S['game']
  readonly setup: S
  readonly episode: Episode<Q, ReadonlyArray<R>>
  readonly summarize: (results: ReadonlyArray<R>) => object
}

/**
 * Gives the run of an anchored setup. Its summary holds every bargain with its shares, SE+ and the tally of the turns.
 *
 * @category games
 * @since 0.1.0
 */
export const anchoredRun = (
  setup: AnchoredSetup,
): BargainRun<AnchoredSetup, AnchoredQuestion, AnchoredResult> => {
  const { seller, buyer, disclosure, worlds } = setup
  const archetype = reactiveArchetype(seller.name, seller.parameters)
  const game = anchoredGame({ seller: archetype, buyer, disclosure })
  return {
    game: 'anchored',
    setup,
    episode: all(worlds.map((world) => within(world.id)(game(world)))),
    summarize: (results) => {
      const shares = results.flatMap(({ transcript }, index) => {
        const world = worlds[index]
        return world === undefined ? [] : [shareSurplus(world)(transcript.outcome)]
      })
      return {
        bargains: results.map((result, index) => ({ ...result, share: shares[index] ?? null })),
        surplus: summarizeSurplus(shares),
        sides: tallySides(results),
      }
    },
  }
}

/**
 * Gives the run of a live setup. Its summary holds every bargain, SE+ beside the seller's share, and the tally of both
 * sides' turns.
 *
 * @category games
 * @since 0.1.0
 */
export const liveRun = (setup: LiveSetup): BargainRun<LiveSetup, LiveQuestion, LiveResult> => {
  const { counterpart, buyer, rounds, worlds } = setup
  const game = liveGame({ counterpart, buyer, rounds })
  return {
    game: 'live',
    setup,
    episode: all(worlds.map((world) => within(world.id)(game(world)))),
    summarize: (results) => ({
      bargains: results,
      surplus: summarizeSurplus(results.map(({ surplus }) => surplus)),
      sides: tallySides(results),
    }),
  }
}

/**
 * Gives the run of a symmetric setup. Its summary holds every negotiation, the table of both participants, and the tally
 * of both sides' turns.
 *
 * @category games
 * @since 0.1.0
 */
export const symmetricRun = (
  setup: SymmetricSetup,
): BargainRun<SymmetricSetup, NegotiationQuestion, SeatedNegotiation> => {
  const { participants, rules, worlds } = setup
  const seatings = worlds.flatMap((world) => fourCells(...participants)(world))
  const episodes = seatings.map(({ world, buyer, seller, opener }, index) => {
    const cell = BARGAIN_CELLS[index % BARGAIN_CELLS.length] ?? BARGAIN_CELLS[0]
    const game = symmetricGame({ opener, rules })(world)
    const seated = map(
      (record: NegotiationRecord): SeatedNegotiation => ({
        ...record,
        cell,
        seats: { buyer, seller },
      }),
    )(game)
    return within(world.id)(within(cell)(seated))
  })
  return {
    game: 'symmetric',
    setup,
    episode: all(episodes),
    summarize: (results) => ({
      bargains: results,
      table: resultTable(results.flatMap((result) => participantsOf(result.seats, result))),
      sides: tallySides(results),
    }),
  }
}

/**
 * Uses the run of a setup whatever its game is.
 *
 * @category operations
 * @since 0.1.0
 */
export const withRun = <A>(
  setup: BargainSetup,
  use: <S extends BargainSetup, Q, R>(run: BargainRun<S, Q, R>) => A,
): A => {
  switch (setup.game) {
    case 'anchored':
      return use(anchoredRun(setup))
    case 'live':
      return use(liveRun(setup))
    case 'symmetric':
      return use(symmetricRun(setup))
  }
}

/**
 * Gives the game of a setup: the bargains of all its worlds at once, ending in their results in the order of the worlds
 * (and of the cells, in the symmetric game).
 *
 * @category games
 * @since 0.1.0
 */
export function bargainsOf(
  setup: AnchoredSetup,
): Episode<AnchoredQuestion, ReadonlyArray<AnchoredResult>>
export function bargainsOf(setup: LiveSetup): Episode<LiveQuestion, ReadonlyArray<LiveResult>>
export function bargainsOf(
  setup: SymmetricSetup,
): Episode<NegotiationQuestion, ReadonlyArray<SeatedNegotiation>>
export function bargainsOf(
  setup: BargainSetup,
): Episode<BargainQuestion, ReadonlyArray<BargainResult>>
export function bargainsOf(
  setup: BargainSetup,
): Episode<BargainQuestion, ReadonlyArray<BargainResult>> {
  switch (setup.game) {
    case 'anchored':
      return anchoredRun(setup).episode
    case 'live':
      return liveRun(setup).episode
    case 'symmetric':
      return symmetricRun(setup).episode
  }
}

const PLACE = /(?:^|\/)(buyer|seller)-\d+$/
const CELL_AND_SIDE = /\/(buyer|seller)-(?:opening|responding)\/(buyer|seller)-\d+$/

/**
 * Names who is asked by a question of a setup's game, by its id; `null` where it is no id of such a game. In the
 * symmetric game the two sides change hands from cell to cell.
 *
 * @category operations
 * @since 0.1.0
 */
export const askedOf =
  (setup: BargainSetup) =>
  (id: QuestionId): string | null => {
    if (setup.game === 'symmetric') {
      const [, held, asked] = CELL_AND_SIDE.exec(id) ?? []
      if (held === undefined) return null
      return held === asked ? setup.participants[0] : setup.participants[1]
    }
    const [, side] = PLACE.exec(id) ?? []
    if (side === undefined) return null
    if (side === 'buyer') return setup.buyer
    return setup.game === 'live' ? setup.counterpart : null
  }
