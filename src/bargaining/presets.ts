/**
 * Presets: sellers, generators and pinned worlds that belong together.
 *
 * | preset        | kappa | alpha | sigma | omega | rho | opening | margins     | worlds                       |
 * | ------------- | ----- | ----- | ----- | ----- | --- | ------- | ----------- | ---------------------------- |
 * | `calibrated`  | .388  | 1.36  | .80   | .43   | .99 | L       | .270..  .396 | thirty pinned, selected      |
 * | `wide`        | .388  | 1.36  | .80   | .43   | .99 | L       | .20..  .45   | fresh; the default           |
 * | `highOpening` | .75   | .5    | .3    | .3    | .99 | 1.6 L   | .270..  .396 | the same thirty; offers capped |
 *
 * The calibrated worlds were selected so that five published anchors are met at once; they say how this seller compares
 * with the published one, not what a policy earns in the population of its own generator. The second archetype opens
 * far above any value and concedes fast, where the first opens modestly and concedes slowly: a ranking that holds under
 * one of them alone is a ranking against one seller.
 *
 * Laws
 *   L1 legal   the parameters of every preset pass `sellerParameters`
 *
 * @module
 */

import { calibratedWorlds } from './calibrated-worlds.js'
import { calibratedGenerator, type WorldSource, wideGenerator } from './generators.js'
import type { SellerParameters } from './seller-parameters.js'
import type { BargainingWorld } from './world.js'

/**
 * Bundles a seller with its worlds. `pinned` is `null` where every run draws fresh worlds; `capOffers` says whether the
 * anchor buyers keep their offers at or below their own value.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainingPreset {
  readonly name: string
  readonly seller: SellerParameters
  readonly source: WorldSource
  readonly pinned: ReadonlyArray<BargainingWorld> | null
  readonly capOffers: boolean
}

const slowAndModest: SellerParameters = {
  concession: 0.388,
  approach: 1.36,
  stalling: 0.8,
  walkAway: 0.43,
  reservation: 0.99,
  rounds: 4,
  stallThreshold: 0.01,
  openingMultiple: 1,
  finalAccept: false,
  rounding: 'cent',
}

/**
 * Bundles the calibrated seller with the thirty pinned worlds.
 *
 * @category presets
 * @since 0.1.0
 */
export const calibrated: BargainingPreset = {
  name: 'calibrated',
  seller: slowAndModest,
  source: calibratedGenerator,
  pinned: calibratedWorlds,
  capOffers: false,
}

/**
 * Bundles the same seller with fresh worlds of a wider generator: the default.
 *
 * @category presets
 * @since 0.1.0
 */
export const wide: BargainingPreset = {
  name: 'wide',
  seller: slowAndModest,
  source: wideGenerator,
  pinned: null,
  capOffers: false,
}

/**
 * Bundles the second archetype, which opens at 1.6 times the list price and concedes fast, with the pinned worlds.
 *
 * @category presets
 * @since 0.1.0
 */
export const highOpening: BargainingPreset = {
  name: 'highOpening',
  seller: {
    ...slowAndModest,
    concession: 0.75,
    approach: 0.5,
    stalling: 0.3,
    walkAway: 0.3,
    openingMultiple: 1.6,
  },
  source: calibratedGenerator,
  pinned: calibratedWorlds,
  capOffers: true,
}

/**
 * Lists the presets by name.
 *
 * @category presets
 * @since 0.1.0
 */
export const presets: Readonly<Record<'calibrated' | 'wide' | 'highOpening', BargainingPreset>> = {
  calibrated,
  wide,
  highOpening,
}
