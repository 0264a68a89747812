/**
 * Setup: what a run of bargains is made of, apart from the answers.
 *
 * A setup names the game, its parameters and its worlds, with the generator and seed that drew them where they were
 * drawn. From a setup the whole game follows (`games.ts`): the bargains of all worlds at once, so that one log holds
 * them in the order of arrival.
 *
 * Laws
 *   L1 reread   reading the text of a setup gives that setup, and writing it gives that text
 *   L2 drawn    a setup that names its generator and seed holds exactly the worlds they draw, or is refused where not
 *
 * | member         | game      | holds                                                                 |
 * | -------------- | --------- | --------------------------------------------------------------------- |
 * | `format`       | all       | `edgeworth-bargains/1`                                                |
 * | `game`         | all       | `anchored` (scripted seller), `live` (seller asked too), `symmetric`  |
 * | `drawn`        | all       | generator and seed (a whole number, as text) of the worlds, or `null` |
 * | `worlds`       | all       | value, cost and list price in cents; symmetric: the last turn as well |
 * | `buyer`        | not symmetric | the buyer's name in the records                                   |
 * | `seller`       | anchored  | name and parameters of the reactive seller                            |
 * | `disclosure`   | anchored  | what the buyer is told of the seller's behaviour, or `null`           |
 * | `counterpart`  | live      | the id of whoever sits in the seller's seat                           |
 * | `rounds`       | live      | asks, the opening included                                            |
 * | `participants` | symmetric | the two names; every world is played in all four cells of the first   |
 * | `rules`        | symmetric | the rules of the negotiation: four switches and the deadline          |
 *
 * @module
 */
import { type Either, isLeft, left, map, right } from 'fp-ts/lib/Either.js'
import {
  type BargainingWorld,
  bargainingWorld,
  drawWorlds,
  type GeneratorParameters,
  MOST_ROUNDS,
  type NegotiationRules,
  type SellerParameters,
  type SymmetricParameters,
  type SymmetricWorld,
  sellerParameters,
  symmetricSource,
  uniformSource,
} from '../../bargaining/index.js'
import { decode } from '../../core/codec.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import { type Json, jsonDifferences, jsonOf } from '../../core/json.js'
import {
  AnchoredSetupCodec,
  HeadCodec,
  LiveSetupCodec,
  SymmetricSetupCodec,
} from './setup-codec.js'

/**
 * Names the format of these files.
 *
 * @category model
 * @since 0.1.0
 */
export const BARGAINS_FORMAT = 'edgeworth-bargains/1'

/**
 * Names a generator's parameters and the seed, a whole number as text, from which worlds were drawn.
 *
 * @category model
 * @since 0.1.0
 */
export interface DrawnFrom<Parameters> {
  readonly generator: Parameters
  readonly seed: string
}

/**
 * Describes a run of bargains with a scripted seller; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface AnchoredSetup {
  readonly format: typeof BARGAINS_FORMAT
  readonly game: 'anchored'
  readonly seller: { readonly name: string; readonly parameters: SellerParameters }
  readonly buyer: string
  readonly disclosure: string | null
  readonly drawn: DrawnFrom<GeneratorParameters> | null
  readonly worlds: ReadonlyArray<BargainingWorld>
}

/**
 * Describes a run of bargains in which the seller is asked too; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface LiveSetup {
  readonly format: typeof BARGAINS_FORMAT
  readonly game: 'live'
  readonly counterpart: string
  readonly buyer: string
  readonly rounds: number
  readonly drawn: DrawnFrom<GeneratorParameters> | null
  readonly worlds: ReadonlyArray<BargainingWorld>
}

/**
 * Describes a run of symmetric negotiations of two participants, in all four cells of every world; see the table of the
 * module.
 *
 * @category model
 * @since 0.1.0
 */
export interface SymmetricSetup {
  readonly format: typeof BARGAINS_FORMAT
  readonly game: 'symmetric'
  readonly participants: readonly [first: string, second: string]
  readonly rules: NegotiationRules
  readonly drawn: DrawnFrom<SymmetricParameters> | null
  readonly worlds: ReadonlyArray<SymmetricWorld>
}

/**
 * Describes a run of bargains of any game.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainSetup = AnchoredSetup | LiveSetup | SymmetricSetup

/** No deadline and no drawn last turn is later: the longest that the generator of symmetric worlds draws. */
const LATEST_TURN = 10_000

const wrong = (path: ReadonlyArray<string | number>, value: unknown, expected: string): Failure =>
  failure('BadSetup', path, value, expected)

const isWithin = (least: number, value: number, most: number): boolean =>
  Number.isInteger(value) && least <= value && value <= most

const turnDefects = (
  path: ReadonlyArray<string | number>,
  turn: number,
  least = 1,
  most = LATEST_TURN,
): ReadonlyArray<Failure> =>
  isWithin(least, turn, most) ? [] : [wrong(path, turn, `a whole number from ${least} to ${most}`)]

const ownDefects = (setup: BargainSetup): ReadonlyArray<Failure> => {
  switch (setup.game) {
    case 'anchored': {
      const parameters = sellerParameters(setup.seller.parameters)
      return isLeft(parameters) ? below(['seller', 'parameters'], parameters.left) : []
    }
    case 'live':
      return turnDefects(['rounds'], setup.rounds, 2, MOST_ROUNDS)
    case 'symmetric':
      return [
        ...turnDefects(['rules', 'deadline'], setup.rules.deadline),
        ...setup.worlds.flatMap(({ lastTurn }, index) =>
          turnDefects(['worlds', index, 'lastTurn'], lastTurn),
        ),
      ]
  }
}

const repeated = (worlds: ReadonlyArray<BargainingWorld>): ReadonlyArray<Failure> => {
  const seen = new Set<string>()
  return worlds.flatMap(({ id }, index) => {
    if (seen.has(id)) return [wrong(['worlds', index, 'id'], id, 'an id of its own')]
    seen.add(id)
    return []
  })
}

const worldDefects = (worlds: ReadonlyArray<BargainingWorld>): ReadonlyArray<Failure> => [
  ...worlds.flatMap((world, index) => {
    const made = bargainingWorld(world)
    return isLeft(made) ? below(['worlds', index], made.left) : []
  }),
  ...repeated(worlds),
]

/** Whole numbers only: other texts would name a seed in more than one way. */
const SEED = /^(0|-?[1-9]\d{0,39})$/

/** What a seed and a number of worlds give. */
type Redraw = (seed: bigint, count: number) => ReadonlyArray<BargainingWorld>

const sourceOf = (setup: BargainSetup): Either<Failures, Redraw> | null => {
  if (setup.drawn === null) return null
  return setup.game === 'symmetric'
    ? symmetricSource(setup.drawn.generator)
    : map(drawWorlds)(uniformSource(setup.drawn.generator))
}

const drawnDefects = (setup: BargainSetup): ReadonlyArray<Failure> => {
  const { drawn, worlds } = setup
  const source = sourceOf(setup)
  if (drawn === null || source === null) return []
  if (!SEED.test(drawn.seed)) {
    return [wrong(['drawn', 'seed'], drawn.seed, 'a whole number of 40 digits at most')]
  }
  if (isLeft(source)) return below(['drawn', 'generator'], source.left)
  const expected = source.right(BigInt(drawn.seed), worlds.length)
  // Worlds are plain data of numbers and texts.
  return jsonDifferences(worlds as unknown as Json, expected as unknown as Json).map(
    ({ path, left: found, right: redrawn }) =>
      failure(
        'NotDrawn',
        ['worlds', ...path],
        found,
        `${String(redrawn)}, as the generator draws it`,
      ),
  )
}

const decoded = (json: Json): Either<Failures, BargainSetup> => {
  const head = decode(HeadCodec)(json)
  if (isLeft(head)) return head
  switch (head.right.game) {
    case 'anchored':
      return decode(AnchoredSetupCodec)(json)
    case 'live':
      return decode(LiveSetupCodec)(json)
    case 'symmetric':
      return decode(SymmetricSetupCodec)(json)
  }
}

/**
 * Checks a setup. Fails with every member that is malformed, with parameters and worlds that their own constructors
 * refuse, with a world id that is there twice, and with every amount that is not the one its generator draws.
 *
 * @category constructors
 * @since 0.1.0
 */
export const bargainSetup = (input: unknown): Either<Failures, BargainSetup> => {
  const json = jsonOf(input)
  if (isLeft(json)) return json
  const made = decoded(json.right)
  if (isLeft(made)) return made
  const setup = made.right
  const found = [...ownDefects(setup), ...worldDefects(setup.worlds)]
  const failures = nonEmpty(found.length > 0 ? found : drawnDefects(setup))
  return failures === null ? right(setup) : left(failures)
}
