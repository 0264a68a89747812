import fc from 'fast-check'
import { type Either, isRight } from 'fp-ts/lib/Either.js'
import { type Failures, renderFailures } from '../../src/core/failure.js'
import { makeWorld, type UtilityMode, utilityModes, type World } from '../../src/economy/index.js'

/** Gives the value of a result that must be sound. */
export const sound = <A>(result: Either<Failures, A>): A => {
  if (isRight(result)) return result.right
  throw new Error(renderFailures(result.left))
}

/** Gives tag and path of every failure of a result that must be refused, as `Tag path.to.value`. */
export const refusals = (result: Either<Failures, unknown>): ReadonlyArray<string> => {
  if (isRight(result)) throw new Error('expected a refusal')
  return result.left.map((failure) => `${failure._tag} ${failure.path.join('.')}`)
}

export const anyMode: fc.Arbitrary<UtilityMode> = fc.constantFrom(...utilityModes)

/** A number with three decimals, as generators make them. */
export const value: fc.Arbitrary<number> = fc.integer({ min: 0, max: 8000 }).map((n) => n / 1000)

export const quantity: fc.Arbitrary<number> = fc.oneof(
  fc.integer({ min: 0, max: 12 }),
  fc.double({ min: 0, max: 20, noNaN: true }),
)

interface Shape {
  readonly modes?: ReadonlyArray<UtilityMode>
  readonly agents?: readonly [number, number]
  readonly goods?: readonly [number, number]
  readonly holding?: fc.Arbitrary<number>
  readonly values?: fc.Arbitrary<number>
  readonly money?: boolean
}

/** Worlds without a bundle buyer. */
export const worlds = (shape: Shape = {}): fc.Arbitrary<World> => {
  const { modes = utilityModes, agents = [1, 4], goods = [1, 4], money = true } = shape
  const { holding = quantity, values = value } = shape
  return fc
    .record({
      n: fc.integer({ min: agents[0], max: agents[1] }),
      r: fc.integer({ min: goods[0], max: goods[1] }),
      mode: fc.constantFrom(...modes),
    })
    .chain(({ n, r, mode }) => {
      const matrix = (cell: fc.Arbitrary<number>): fc.Arbitrary<Array<Array<number>>> =>
        fc.array(fc.array(cell, { minLength: r, maxLength: r }), { minLength: n, maxLength: n })
      return fc
        .record({
          allocation: matrix(holding),
          preferences: matrix(values),
          moneyGoodIndex: money ? fc.option(fc.integer({ min: 0, max: r - 1 })) : fc.constant(null),
        })
        .map((parts) => sound(makeWorld({ ...parts, utilityMode: mode })))
    })
}

/** A holding of every good of a world. */
export const holdingsOf = (world: World): fc.Arbitrary<ReadonlyArray<number>> => {
  const goods = world.resourceNames.length
  return fc.array(quantity, { minLength: goods, maxLength: goods })
}

/** A world beside the 0-based index of one of its agents. */
export const worldWithAgent = (shape: Shape = {}): fc.Arbitrary<readonly [World, number]> =>
  worlds(shape).chain((world) =>
    fc.tuple(fc.constant(world), fc.integer({ min: 0, max: world.allocation.length - 1 })),
  )
