/**
 * Recoverability: can the seller's cost be read off what the buyer is shown before it bargains?
 *
 * If cost were a function of value and list price, a score would measure whether a buyer found an identity, not whether
 * it can bargain. The audit draws worlds, predicts the cost from (value, list) and measures the error as a share of the
 * zone, on worlds that were not fitted. Two predictors are tried: the best linear one, and a binned one that fits a line
 * of cost/value on list/value in each of `bins` equally filled bins of list/value, which catches every smooth identity
 * between the two ratios. A source is `recoverable` if either predictor errs by less than `leastError` on average or
 * comes within 1% of the zone in more than `mostRecovered` of the worlds.
 *
 * | option          | default | meaning                                                       |
 * | --------------- | ------- | ------------------------------------------------------------- |
 * | `worlds`        | 2000    | worlds drawn                                                  |
 * | `seed`          | 0n      | their seed                                                    |
 * | `bins`          | 20      | bins of the binned predictor                                  |
 * | `leastError`    | .05     | smallest mean error, as a share of the zone, that passes      |
 * | `mostRecovered` | .20     | largest share of worlds recovered within 1% that passes       |
 *
 * Laws
 *   L1 found    a source whose list price is a function of its cost is recoverable
 *   L2 hidden   with a margin that is independent of value and list the mean error is, up to sampling, that of guessing
 *               the mean margin
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import type { WorldSource } from './generators.js'
import { drawWorlds } from './generators.js'
import { type Case, crossPredicted, fitLinear, type Predictor } from './linear-predictor.js'
import { type BargainingWorld, zopaOf } from './world.js'

/**
 * Sets how much is drawn and what passes.
 *
 * @category model
 * @since 0.1.0
 */
export interface RecoverabilityOptions {
  readonly worlds?: number | undefined
  readonly seed?: bigint | undefined
  readonly bins?: number | undefined
  readonly leastError?: number | undefined
  readonly mostRecovered?: number | undefined
}

/**
 * Describes how well a predictor found the cost: the mean of |predicted - cost| / zone, the share of worlds within 1%
 * of the zone, and their number.
 *
 * @category model
 * @since 0.1.0
 */
export interface Recovery {
  readonly meanError: number
  readonly recovered: number
  readonly recoveredShare: number
}

/**
 * Reports an audit. Worlds without a zone are left out and counted.
 *
 * @category model
 * @since 0.1.0
 */
export type RecoverabilityReport =
  | {
      readonly status: 'ok'
      readonly source: string
      /** In decimal digits: JSON has no integers beyond 2^53. */
      readonly seed: string
      readonly n: number
      readonly dropped: number
      readonly linear: Recovery
      readonly binned: Recovery
      readonly recoverable: boolean
    }
  | {
      readonly status: 'not_evaluable'
      readonly source: string
      readonly reason: string
      readonly n: number
      readonly dropped: number
    }

const total = sum('neumaier')

/** Within this share of the zone a cost counts as recovered. */
const WITHIN = 0.01

/** Fewer worlds than this a bin or half cannot be fitted on. */
const FEWEST = 8

/**
 * Measures predicted costs against the true ones, world by world.
 *
 * @category operations
 * @since 0.1.0
 */
export const recoveryOf = (
  worlds: ReadonlyArray<BargainingWorld>,
  predicted: ReadonlyArray<number>,
): Recovery => {
  const errors = worlds.map(
    (world, index) => Math.abs((predicted[index] ?? 0) - world.cost) / zopaOf(world),
  )
  const recovered = errors.filter((error) => error <= WITHIN).length
  const n = Math.max(1, worlds.length)
  return { meanError: total(errors) / n, recovered, recoveredShare: recovered / n }
}

/** Fits a line in each of equally filled bins of the first input. */
const fitBinned =
  (bins: number) =>
  (cases: ReadonlyArray<Case>): Predictor => {
    const sorted = [...cases].sort((a, b) => (a.inputs[0] ?? 0) - (b.inputs[0] ?? 0))
    const used = Math.max(1, Math.min(bins, Math.floor(sorted.length / FEWEST)))
    const edges: Array<number> = []
    const fits: Array<Predictor> = []
    for (let bin = 0; bin < used; bin += 1) {
      const from = Math.floor((bin * sorted.length) / used)
      const inside = sorted.slice(from, Math.floor(((bin + 1) * sorted.length) / used))
      edges.push(inside[0]?.inputs[0] ?? 0)
      fits.push(fitLinear(inside))
    }
    return (inputs) => {
      const place = edges.filter((edge) => (inputs[0] ?? 0) >= edge).length - 1
      return (fits[Math.max(0, place)] ?? fits[0])?.(inputs) ?? 0
    }
  }

const linearCase = (world: BargainingWorld): Case => ({
  inputs: [world.value, world.list],
  target: world.cost,
})

const ratioCase = (world: BargainingWorld): Case => ({
  inputs: [world.list / world.value],
  target: world.cost / world.value,
})

/**
 * Audits a source of worlds.
 *
 * @category operations
 * @since 0.1.0
 */
export const recoverability = (
  source: WorldSource,
  options: RecoverabilityOptions = {},
): RecoverabilityReport => {
  const seed = options.seed ?? 0n
  const drawn = drawWorlds(source)(seed, options.worlds ?? 2000)
  const worlds = drawn.filter((world) => zopaOf(world) > 0 && world.value > 0)
  const n = worlds.length
  const dropped = drawn.length - n
  if (n < 2 * FEWEST) {
    const reason = `fewer than ${2 * FEWEST} worlds with a zone`
    return { status: 'not_evaluable', source: source.name, reason, n, dropped }
  }
  const ratios = crossPredicted(fitBinned(options.bins ?? 20))(worlds.map(ratioCase))
  const binned = recoveryOf(
    worlds,
    worlds.map((world, index) => (ratios[index] ?? 0) * world.value),
  )
  const linear = recoveryOf(worlds, crossPredicted(fitLinear)(worlds.map(linearCase)))
  const reveals = ({ meanError, recoveredShare }: Recovery): boolean =>
    meanError < (options.leastError ?? 0.05) || recoveredShare > (options.mostRecovered ?? 0.2)
  return {
    status: 'ok',
    source: source.name,
    seed: String(seed),
    n,
    dropped,
    linear,
    binned,
    recoverable: reveals(linear) || reveals(binned),
  }
}
