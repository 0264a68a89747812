/**
 * Setup: what a run of scripted-seller bargains is made of, apart from the answers.
 *
 * The seller's parameters, what the buyer is told of them, and the worlds, with the generator and seed that drew them
 * where they were drawn. From a setup the whole game follows: the bargains of all worlds at once, each with the id of
 * its world before the ids of its questions, so that one log holds them in the order of arrival.
 *
 * Laws
 *   L1 reread   reading the text of a setup gives that setup, and writing it gives that text
 *   L2 drawn    a setup that names its generator and seed holds exactly the worlds they draw, or is refused where not
 *
 * | member       | holds                                                              |
 * | ------------ | ------------------------------------------------------------------ |
 * | `format`     | `edgeworth-bargains/1`                                             |
 * | `seller`     | name and parameters of the reactive seller                         |
 * | `buyer`      | the buyer's name in the records                                    |
 * | `disclosure` | what the buyer is told of the seller's behaviour, or `null`        |
 * | `drawn`      | generator and seed (a whole number, as text) of the worlds, or `null` |
 * | `worlds`     | value, cost and list price in cents                                |
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import {
  type AnchoredQuestion,
  type AnchoredResult,
  anchoredGame,
  type BargainingWorld,
  bargainingWorld,
  drawWorlds,
  type GeneratorParameters,
  reactiveArchetype,
  type SellerParameters,
  sellerParameters,
  uniformSource,
} from '../../bargaining/index.js'
import { arrayOf, closedObjectOf, decode, Finite, nullable, oneOf } from '../../core/codec.js'
import { all, type Episode, within } from '../../core/episode/index.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../../core/failure.js'
import { type Json, jsonDifferences, jsonOf } from '../../core/json.js'

/**
 * Names the format of these files.
 *
 * @category model
 * @since 0.1.0
 */
export const BARGAINS_FORMAT = 'edgeworth-bargains/1'

/**
 * Describes a run of bargains with a scripted seller; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainSetup {
  readonly format: typeof BARGAINS_FORMAT
  readonly seller: { readonly name: string; readonly parameters: SellerParameters }
  readonly buyer: string
  readonly disclosure: string | null
  readonly drawn: { readonly generator: GeneratorParameters; readonly seed: string } | null
  readonly worlds: ReadonlyArray<BargainingWorld>
}

const Range = t.readonly(t.tuple([Finite, Finite]))

const Parameters: t.Type<SellerParameters> = /* @__PURE__ */ closedObjectOf({
  concession: Finite,
  approach: Finite,
  stalling: Finite,
  walkAway: Finite,
  reservation: Finite,
  rounds: Finite,
  stallThreshold: Finite,
  openingMultiple: Finite,
  finalAccept: t.boolean,
  rounding: oneOf('cent', 'none'),
})

const Generator: t.Type<GeneratorParameters> = /* @__PURE__ */ closedObjectOf({
  name: t.string,
  value: Range,
  margin: Range,
  markup: Range,
  reservationShare: nullable(Range),
})

const World: t.Type<BargainingWorld> = /* @__PURE__ */ closedObjectOf(
  { id: t.string, value: Finite, cost: Finite, list: Finite },
  { reservationShare: Finite },
)

const Setup: t.Type<BargainSetup> = /* @__PURE__ */ closedObjectOf({
  format: t.literal(BARGAINS_FORMAT),
  seller: closedObjectOf({ name: t.string, parameters: Parameters }),
  buyer: t.string,
  disclosure: nullable(t.string),
  drawn: nullable(closedObjectOf({ generator: Generator, seed: t.string })),
  worlds: arrayOf(World),
})

const repeated = (worlds: ReadonlyArray<BargainingWorld>): ReadonlyArray<Failure> => {
  const seen = new Set<string>()
  return worlds.flatMap(({ id }, index) => {
    if (seen.has(id)) return [failure('BadSetup', ['worlds', index, 'id'], id, 'an id of its own')]
    seen.add(id)
    return []
  })
}

/** Whole numbers only: other texts would name a seed in more than one way. */
const SEED = /^(0|-?[1-9]\d{0,39})$/

const drawnDefects = ({ drawn, worlds }: BargainSetup): ReadonlyArray<Failure> => {
  if (drawn === null) return []
  if (!SEED.test(drawn.seed)) {
    return [
      failure('BadSetup', ['drawn', 'seed'], drawn.seed, 'a whole number of 40 digits at most'),
    ]
  }
  const source = uniformSource(drawn.generator)
  if (isLeft(source)) return below(['drawn', 'generator'], source.left)
  const expected = drawWorlds(source.right)(BigInt(drawn.seed), worlds.length)
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
  const decoded = decode(Setup)(json.right)
  if (isLeft(decoded)) return decoded
  const setup = decoded.right
  const parameters = sellerParameters(setup.seller.parameters)
  const found: ReadonlyArray<Failure> = [
    ...(isLeft(parameters) ? below(['seller', 'parameters'], parameters.left) : []),
    ...setup.worlds.flatMap((world, index) => {
      const made = bargainingWorld(world)
      return isLeft(made) ? below(['worlds', index], made.left) : []
    }),
    ...repeated(setup.worlds),
  ]
  const failures = nonEmpty(found.length > 0 ? found : drawnDefects(setup))
  return failures === null ? right(setup) : left(failures)
}

/**
 * Gives the game of a setup: the bargains of all its worlds at once, ending in their results in the order of the
 * worlds. Questions are named `<world id>/buyer-1`, ...
 *
 * @category games
 * @since 0.1.0
 */
export const bargainsOf = (
  setup: BargainSetup,
): Episode<AnchoredQuestion, ReadonlyArray<AnchoredResult>> => {
  const { seller, buyer, disclosure, worlds } = setup
  const archetype = reactiveArchetype(seller.name, seller.parameters)
  const game = anchoredGame({ seller: archetype, buyer, disclosure })
  return all(worlds.map((world) => within(world.id)(game(world))))
}
