/**
 * The world battery: the laws that any maker of worlds owes, as one call.
 *
 * It takes an arbitrary of worlds: those of a generator, drawn over its options and seeds.
 *
 * | law                 | what is checked                                                                  |
 * | ------------------- | -------------------------------------------------------------------------------- |
 * | L1 sound world      | checking the world again finds nothing wrong and gives the same world            |
 * | L2 finite utility   | every utility, the welfare and both optima are finite                            |
 * | L3 supply kept      | both optima hand out the supply of each good, within rounding                    |
 * | L4 honest optimum   | the welfare of an optimum is that of its allocation                              |
 * | L5 bounded gini     | the Gini coefficient is at least 0 and below 1                                   |
 * | L6 plain data       | the world survives JSON                                                          |
 *
 * What is no arbitrary breaks a law called `options`, and there is no other.
 *
 * @module
 */
import type fc from 'fast-check'
import { EPSILON } from '../core/arithmetic.js'
import {
  decodeWorld,
  gini,
  greedyOptimum,
  gridOptimum,
  type Optimum,
  resourceTotals,
  utilities,
  type World,
  welfare,
} from '../economy/index.js'
import { isArbitrary, optionsLaw } from './known-options.js'
import { type Law, law } from './law.js'

const close = (a: number, b: number): boolean =>
  Math.abs(a - b) <= EPSILON * Math.max(1, Math.abs(a), Math.abs(b))

const optimaOf = (world: World): ReadonlyArray<readonly [string, Optimum]> => [
  ['grid', gridOptimum(world, 'neumaier')],
  ['greedy', greedyOptimum(world, 'neumaier')],
]

const unsound = (world: World): string | null => {
  const again = decodeWorld(world)
  if (again._tag === 'Left') return `the world is malformed: ${again.left[0]._tag}`
  return JSON.stringify(again.right) === JSON.stringify(world) ? null : 'checking changed the world'
}

const infinite = (world: World): string | null => {
  const values = utilities(world)
  const all = [...values, welfare('neumaier')(values), ...optimaOf(world).map(([, o]) => o.welfare)]
  return all.every(Number.isFinite) ? null : `not finite: ${all.join(', ')}`
}

const supplyLost = (world: World): string | null => {
  const supply = resourceTotals('neumaier')(world.allocation)
  const lost = optimaOf(world).find(([, optimum]) =>
    resourceTotals('neumaier')(optimum.allocation).some(
      (total, good) => !close(total, supply[good] ?? Number.NaN),
    ),
  )
  return lost === undefined ? null : `the ${lost[0]} optimum hands out another supply`
}

const dishonest = (world: World): string | null => {
  const wrong = optimaOf(world).find(
    ([, optimum]) =>
      !close(welfare('neumaier')(utilities(world, optimum.allocation)), optimum.welfare),
  )
  return wrong === undefined
    ? null
    : `the ${wrong[0]} optimum claims a welfare of ${wrong[1].welfare}`
}

const unbounded = (world: World): string | null => {
  const value = gini('neumaier')(utilities(world))
  return value >= -EPSILON && value < 1 ? null : `a Gini coefficient of ${value}`
}

const lossy = (world: World): string | null => {
  const text = JSON.stringify(world)
  return JSON.stringify(JSON.parse(text)) === text ? null : 'the world does not survive JSON'
}

/**
 * Gives the laws of a maker of worlds, ready to be run.
 *
 * @category suites
 * @since 0.1.0
 */
export const worldLaws = (worlds: fc.Arbitrary<World>): ReadonlyArray<Law> => {
  if (!isArbitrary(worlds)) return optionsLaw(worlds, 'expected an arbitrary of worlds')
  return [
    law('L1 sound world', worlds, unsound),
    law('L2 finite utility', worlds, infinite),
    law('L3 supply kept', worlds, supplyLost),
    law('L4 honest optimum', worlds, dishonest),
    law('L5 bounded gini', worlds, unbounded),
    law('L6 plain data', worlds, lossy),
  ]
}
