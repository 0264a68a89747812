/**
 * Sensitivity: how the anchors move when the seller's parameters and the number of rounds do.
 *
 * Levels depend on the seller: a faster concession or a lower reservation lifts every number. What may be claimed is
 * what does not depend on it, so the table reports, beside the levels, in what share of the cells each pair of anchors
 * stands in the same order as in the base cell. One parameter is varied at a time (`oneAtATime`), or all combinations
 * (`crossedVariations`). All cells search one grid of shares, coarser than that of the published anchor, because the number of
 * schedules grows as shares^(T-1).
 *
 * | option   | default                          | meaning                          |
 * | -------- | -------------------------------- | -------------------------------- |
 * | `shares` | .30, .40, ..., 1.00              | grid of the schedule search      |
 * | `capped` | false                            | whether anchor buyers cap offers |
 *
 * Laws
 *   L1 base        the base cell agrees with the anchors of the base parameters on the same grid
 *   L2 stable      a pair's stability is the share of evaluable cells that agree with the base cell, between 0 and 1
 *   L3 complete    every variation gives one cell; cells whose parameters are malformed are listed with their failures
 *
 * @module
 */

import { isLeft } from 'fp-ts/lib/Either.js'
import type { Failures } from '../core/failure.js'
import { type AnchorOptions, type Anchors, anchorsOf } from './anchors.js'
import { shareGrid } from './schedule-search.js'
import { type SellerParameters, sellerParameters } from './seller-parameters.js'
import type { BargainingWorld } from './world.js'

/**
 * Names an anchor whose order is compared.
 *
 * @category model
 * @since 0.1.0
 */
export type AnchorName =
  | 'acceptOpening'
  | 'stubborn'
  | 'bestFixed'
  | 'gridHindsight'
  | 'exactCeiling'
  | 'payCost'

/**
 * Changes some parameters of the base seller.
 *
 * @category model
 * @since 0.1.0
 */
export type Variation = Partial<SellerParameters>

/**
 * Describes one cell: what was changed, and the anchors there or why there are none.
 *
 * @category model
 * @since 0.1.0
 */
export type SensitivityCell =
  | {
      readonly status: 'ok'
      readonly variation: Variation
      readonly levels: Readonly<Record<AnchorName, number>>
      readonly schedule: ReadonlyArray<number>
      readonly stubbornDealRate: number
      readonly order: ReadonlyArray<AnchorName>
    }
  | { readonly status: 'not_evaluable'; readonly variation: Variation; readonly reason: string }
  | {
      readonly status: 'malformed'
      readonly variation: Variation
      readonly failures: Failures<'BadSeller'>
    }

/**
 * Describes how stable the order of two anchors is: the share of the evaluable cells in which they stand as in the base.
 *
 * @category model
 * @since 0.1.0
 */
export interface PairStability {
  readonly lower: AnchorName
  readonly higher: AnchorName
  readonly agreeing: number
  readonly cells: number
  readonly share: number
}

/**
 * Reports the table. `sameOrder` is the share of evaluable cells whose whole order is that of the base; `pairs` holds
 * every pair of anchors, the lower one in the base cell first.
 *
 * @category model
 * @since 0.1.0
 */
export interface Sensitivity {
  readonly base: SensitivityCell
  readonly cells: ReadonlyArray<SensitivityCell>
  readonly pairs: ReadonlyArray<PairStability>
  readonly sameOrder: number | null
}

const anchorNames: ReadonlyArray<AnchorName> = [
  'acceptOpening',
  'stubborn',
  'bestFixed',
  'gridHindsight',
  'exactCeiling',
  'payCost',
]

/** Anchors this close are level and keep the order of the list above. */
const LEVEL = 1e-9

const levelsOf = (anchors: Anchors): Readonly<Record<AnchorName, number>> | null => {
  const policy = (name: 'acceptOpening' | 'stubborn' | 'bestFixed'): number | null => {
    const { surplus } = anchors[name]
    return surplus.status === 'ok' ? surplus.sePlus.value : null
  }
  const levels = {
    acceptOpening: policy('acceptOpening'),
    stubborn: policy('stubborn'),
    bestFixed: policy('bestFixed'),
    gridHindsight: anchors.gridHindsight.mean,
    exactCeiling: anchors.exactCeiling.mean,
    payCost: anchors.payCost.mean,
  }
  if (Object.values(levels).some((level) => level === null)) return null
  return levels as Readonly<Record<AnchorName, number>> // no level is null, as just checked
}

const orderOf = (levels: Readonly<Record<AnchorName, number>>): ReadonlyArray<AnchorName> =>
  [...anchorNames].sort((a, b) => {
    const apart = levels[a] - levels[b]
    return Math.abs(apart) <= LEVEL ? anchorNames.indexOf(a) - anchorNames.indexOf(b) : apart
  })

const cellOf = (
  base: SellerParameters,
  worlds: ReadonlyArray<BargainingWorld>,
  options: AnchorOptions,
  variation: Variation,
): SensitivityCell => {
  const parameters = sellerParameters({ ...base, ...variation })
  if (isLeft(parameters)) return { status: 'malformed', variation, failures: parameters.left }
  const anchors = anchorsOf(parameters.right, options)(worlds)
  const levels = levelsOf(anchors)
  const { surplus } = anchors.stubborn
  if (levels === null || surplus.status !== 'ok') {
    return { status: 'not_evaluable', variation, reason: 'no world has value > cost' }
  }
  return {
    status: 'ok',
    variation,
    levels,
    schedule: anchors.bestFixed.schedule,
    stubbornDealRate: surplus.dealRate,
    order: orderOf(levels),
  }
}

type EvaluatedCell = Extract<SensitivityCell, { readonly status: 'ok' }>

const standsIn =
  (lower: AnchorName, higher: AnchorName) =>
  ({ levels }: EvaluatedCell): boolean =>
    levels[lower] <= levels[higher] + LEVEL

const pairsOf = (
  base: EvaluatedCell,
  cells: ReadonlyArray<EvaluatedCell>,
): ReadonlyArray<PairStability> =>
  base.order.flatMap((lower, place) =>
    base.order.slice(place + 1).map((higher) => {
      const agreeing = cells.filter(standsIn(lower, higher)).length
      const share = cells.length === 0 ? 1 : agreeing / cells.length
      return { lower, higher, agreeing, cells: cells.length, share }
    }),
  )

/**
 * Lists variations that change one parameter at a time, in the order given.
 *
 * @category constructors
 * @since 0.1.0
 */
export const oneAtATime = (
  ranges: {
    readonly [K in keyof SellerParameters]?: ReadonlyArray<SellerParameters[K]>
  },
): ReadonlyArray<Variation> =>
  Object.entries(ranges).flatMap(([name, values]) => values.map((value) => ({ [name]: value })))

/**
 * Lists all combinations of the given values.
 *
 * @category constructors
 * @since 0.1.0
 */
export const crossedVariations = (
  ranges: {
    readonly [K in keyof SellerParameters]?: ReadonlyArray<SellerParameters[K]>
  },
): ReadonlyArray<Variation> =>
  Object.entries(ranges).reduce<ReadonlyArray<Variation>>(
    (made, [name, values]) =>
      made.flatMap((variation) => values.map((value) => ({ ...variation, [name]: value }))),
    [{}],
  )

/**
 * Lists the default variations: each parameter below and above its calibrated value, and three to eight rounds.
 *
 * @category constructors
 * @since 0.1.0
 */
export const defaultVariations: ReadonlyArray<Variation> = oneAtATime({
  concession: [0.2, 0.3, 0.5, 0.6],
  approach: [0, 0.7, 2, 3],
  stalling: [0, 0.4, 1],
  walkAway: [0, 0.3, 0.5, 0.6],
  reservation: [0.6, 0.8, 0.9, 1],
  rounds: [3, 4, 5, 6, 7, 8],
})

/**
 * Computes the anchors in every variation of a base seller, on the same worlds, and the stability of their order.
 *
 * @category operations
 * @since 0.1.0
 */
export const sensitivityOf =
  (base: SellerParameters, options: AnchorOptions = {}) =>
  (
    worlds: ReadonlyArray<BargainingWorld>,
    variations: ReadonlyArray<Variation> = defaultVariations,
  ): Sensitivity => {
    const settings = { ...options, shares: options.shares ?? shareGrid(0.3, 1, 0.1) }
    const baseCell = cellOf(base, worlds, settings, {})
    const cells = variations.map((variation) => cellOf(base, worlds, settings, variation))
    const evaluated = cells.flatMap((cell) => (cell.status === 'ok' ? [cell] : []))
    if (baseCell.status !== 'ok' || evaluated.length === 0) {
      return { base: baseCell, cells, pairs: [], sameOrder: null }
    }
    const same = evaluated.filter((cell) =>
      cell.order.every((name, place) => name === baseCell.order[place]),
    )
    return {
      base: baseCell,
      cells,
      pairs: pairsOf(baseCell, evaluated),
      sameOrder: same.length / evaluated.length,
    }
  }
