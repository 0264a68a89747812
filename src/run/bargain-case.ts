/**
 * Bargain case: a game of bargains under a name, and its world of a seed.
 *
 * A case is a setup without the names of those who play. A setup that names its generator draws the first world of a
 * seed; one that lists its worlds has the seeds 1, 2, ... in their order.
 *
 * Laws
 *   L1 own world   the setup of a seed holds one world, and is one that `bargainSetup` accepts
 *
 * @module
 */
import { type Either, left, map, right } from 'fp-ts/lib/Either.js'
import {
  type BargainingPreset,
  type BargainingWorld,
  type GeneratorParameters,
  type SymmetricParameters,
  type SymmetricWorld,
  symmetricParameters,
  symmetricRules,
  symmetricSource,
  uniformSource,
  type WorldSource,
} from '../bargaining/index.js'
import { type Failures, failure } from '../core/failure.js'
import {
  type AnchoredSetup,
  BARGAINS_FORMAT,
  type BargainSetup,
  type LiveSetup,
  type SymmetricSetup,
} from '../trace/bargaining/index.js'

/**
 * Is a game under a name; whatever names of players its setup has are written over.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainCase {
  readonly name: string
  readonly setup: BargainSetup
}

const nobody = { format: BARGAINS_FORMAT, buyer: 'buyer' } as const

/**
 * Makes the game against the scripted seller of a preset: on the preset's pinned worlds, or, with its generator, on
 * worlds that are drawn from the seeds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const anchoredCase = (
  name: string,
  { seller, pinned }: BargainingPreset,
  generator: GeneratorParameters | null = null,
): BargainCase => ({
  name,
  setup: {
    ...nobody,
    game: 'anchored',
    seller: { name, parameters: seller },
    disclosure: null,
    drawn: generator === null ? null : { generator, seed: '0' },
    worlds: generator === null ? (pinned ?? []) : [],
  },
})

/**
 * Makes the game in which the seller is asked too, on worlds that are drawn from the seeds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const liveCase = (name: string, generator: GeneratorParameters): BargainCase => ({
  name,
  setup: {
    ...nobody,
    game: 'live',
    counterpart: 'counterpart',
    rounds: 4,
    drawn: { generator, seed: '0' },
    worlds: [],
  },
})

/**
 * Is the symmetric game under the published rules and generator.
 *
 * @category constructors
 * @since 0.1.0
 */
export const symmetricCase: BargainCase = {
  name: 'symmetric',
  setup: {
    format: BARGAINS_FORMAT,
    game: 'symmetric',
    participants: ['one', 'other'],
    rules: symmetricRules,
    drawn: { generator: symmetricParameters, seed: '0' },
    worlds: [],
  },
}

type Own<S extends BargainSetup> = Pick<S, 'drawn' | 'worlds'>

type Drawn<P> = { readonly generator: P; readonly seed: string } | null

interface Worlds<P, W> {
  readonly drawn: Drawn<P>
  readonly worlds: ReadonlyArray<W>
}

/** The one world of a seed: of the list, or the first that the generator draws from it. */
const ofSeed = <P, W>(
  { drawn, worlds }: Worlds<P, W>,
  source: (generator: P) => Either<Failures, (seed: bigint) => W>,
  seed: number,
): Either<Failures, Worlds<P, W>> => {
  if (drawn === null) {
    const world = worlds[seed - 1]
    const expected = `the number of a world, 1 to ${worlds.length}`
    return world === undefined
      ? left([failure('NoWorld', ['seed'], seed, expected)])
      : right({ drawn, worlds: [world] })
  }
  const { generator } = drawn
  return map(
    (draw: (seed: bigint) => W): Worlds<P, W> => ({
      drawn: { generator, seed: String(seed) },
      worlds: [draw(BigInt(seed))],
    }),
  )(source(generator))
}

const uniform = (
  generator: GeneratorParameters,
): Either<Failures, (seed: bigint) => BargainingWorld> =>
  map((source: WorldSource) => (seed: bigint) => source.draw(seed, 0))(uniformSource(generator))

const symmetric = (
  generator: SymmetricParameters,
): Either<Failures, (seed: bigint) => SymmetricWorld> =>
  map((draw: (seed: bigint, count: number) => ReadonlyArray<SymmetricWorld>) => (seed: bigint) => {
    const [world] = draw(seed, 1)
    return world as SymmetricWorld // It was asked for one.
  })(symmetricSource(generator))

/**
 * Gives the setup of one seed: its world alone. Fails where a list has no such world and where a generator is malformed.
 *
 * @category operations
 * @since 0.1.0
 */
export const setupOfSeed =
  (setup: BargainSetup) =>
  (seed: number): Either<Failures, BargainSetup> => {
    // One line a game: their generators and worlds are of different types.
    switch (setup.game) {
      case 'anchored':
        return map((own: Own<AnchoredSetup>): BargainSetup => ({ ...setup, ...own }))(
          ofSeed(setup, uniform, seed),
        )
      case 'live':
        return map((own: Own<LiveSetup>): BargainSetup => ({ ...setup, ...own }))(
          ofSeed(setup, uniform, seed),
        )
      case 'symmetric':
        return map((own: Own<SymmetricSetup>): BargainSetup => ({ ...setup, ...own }))(
          ofSeed(setup, symmetric, seed),
        )
    }
  }
