/**
 * Arbitrary worlds: small, with numbers that a reader can follow, and smaller still when they shrink.
 *
 * Quantities are multiples of a quarter and values multiples of a half, so that sums of linear utilities are exact and
 * a counterexample can be checked by hand. Shrinking takes away agents, goods, units and finally value.
 *
 * | option       | default                                             | meaning                                  |
 * | ------------ | --------------------------------------------------- | ---------------------------------------- |
 * | agents       | 2 to 4                                              | how many agents                          |
 * | goods        | 1 to 3                                              | how many goods                           |
 * | mostUnits    | 8                                                   | the largest quantity                     |
 * | utilityModes | `linear`, `concave_separable`, `complementary_bundle` | the modes to draw from                 |
 * | money        | true                                                | whether the last good may be money       |
 *
 * Laws
 *   L1 sound        every world drawn is one that `makeWorld` makes
 *   L2 readable     every number drawn is a multiple of a quarter
 *
 * @module
 */
import fc from 'fast-check'
import { makeWorld, type UtilityMode, utilityModes, type World } from '../economy/index.js'

/**
 * Collects the options of an arbitrary world; the header has the defaults.
 *
 * @category model
 * @since 0.1.0
 */
export interface ArbitraryWorldOptions {
  readonly agents?: { readonly min: number; readonly max: number }
  readonly goods?: { readonly min: number; readonly max: number }
  readonly mostUnits?: number
  readonly utilityModes?: ReadonlyArray<UtilityMode>
  readonly money?: boolean
}

const quarters = (most: number): fc.Arbitrary<number> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.nat(most) },
    { weight: 1, arbitrary: fc.nat(most * 4).map((count) => count / 4) },
  )

const halves = (most: number): fc.Arbitrary<number> => fc.nat(most * 2).map((count) => count / 2)

const goodNames = (goods: number, money: boolean): ReadonlyArray<string> =>
  Array.from({ length: goods }, (_, good) =>
    money && good === goods - 1 ? 'money' : `r${good + 1}`,
  )

/**
 * Draws one value of a unit: a multiple of a half from 0 to 9.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryValue: fc.Arbitrary<number> = halves(9)

/**
 * Draws a holding of a number of goods.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryHolding = (
  goods: number,
  mostUnits = 8,
): fc.Arbitrary<ReadonlyArray<number>> =>
  fc.array(quarters(mostUnits), { minLength: goods, maxLength: goods })

/**
 * Draws a world; see the header for the options.
 *
 * @category arbitraries
 * @since 0.1.0
 */
export const arbitraryWorld = (options: ArbitraryWorldOptions = {}): fc.Arbitrary<World> => {
  const agents = options.agents ?? { min: 2, max: 4 }
  const goods = options.goods ?? { min: 1, max: 3 }
  const cell = fc.tuple(quarters(options.mostUnits ?? 8), arbitraryValue)
  const row = fc.array(cell, { minLength: goods.max, maxLength: goods.max })
  return fc
    .record({
      rows: fc.array(row, { minLength: agents.min, maxLength: agents.max }),
      goodCount: fc.integer(goods),
      utilityMode: fc.constantFrom(...(options.utilityModes ?? utilityModes)),
      money: options.money === false ? fc.constant(false) : fc.boolean(),
    })
    .map(({ rows, goodCount, utilityMode, money }) =>
      makeWorld({
        allocation: rows.map((cells) => cells.slice(0, goodCount).map(([units]) => units)),
        preferences: rows.map((cells) => cells.slice(0, goodCount).map(([, value]) => value)),
        resourceNames: goodNames(goodCount, money),
        utilityMode,
        moneyGoodIndex: money ? goodCount - 1 : null,
      }),
    )
    .filter((made) => made._tag === 'Right')
    .map((made) => (made as { readonly right: World }).right) // the line above kept these alone
}
