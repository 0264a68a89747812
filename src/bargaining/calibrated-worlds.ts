/**
 * CalibratedWorlds: the thirty pinned worlds on which the calibrated seller reproduces the published anchors.
 *
 * They were drawn from the calibrated generator and **selected for the joint match to the published anchors**, so a
 * score on them is comparable with the published numbers and with nothing else. The values of a policy on fresh worlds
 * of the same generator (`calibratedGenerator`) are what it does in the population; report the two side by side.
 *
 * @module
 */

import type { BargainingWorld } from './world.js'

/** Value, cost and list price in cents. */
const amounts: ReadonlyArray<readonly [number, number, number]> = [
  [12094, 8110, 16070],
  [7792, 5406, 11049],
  [12623, 8676, 17732],
  [12932, 8356, 18629],
  [11944, 8254, 15119],
  [12390, 7973, 16557],
  [14128, 9389, 18845],
  [7601, 5514, 7845],
  [7419, 5382, 8896],
  [13047, 7973, 13397],
  [6993, 5061, 10155],
  [6630, 4131, 6162],
  [16990, 10894, 19443],
  [14655, 9381, 14361],
  [10015, 6659, 9707],
  [9288, 5820, 10816],
  [9410, 6045, 10984],
  [6486, 4706, 6334],
  [6296, 3944, 9250],
  [14817, 10275, 21432],
  [12013, 7655, 13301],
  [12034, 7561, 10943],
  [8478, 5421, 8080],
  [7860, 5265, 7775],
  [11318, 7053, 15564],
  [12219, 8173, 13621],
  [11373, 8059, 13105],
  [11607, 7591, 16096],
  [9516, 5762, 11369],
  [14256, 9534, 12988],
]

/**
 * Lists the thirty pinned worlds, `calibrated/01` to `calibrated/30`.
 *
 * @category worlds
 * @since 0.1.0
 */
export const calibratedWorlds: ReadonlyArray<BargainingWorld> = amounts.map(
  ([value, cost, list], index) => ({
    id: `calibrated/${String(index + 1).padStart(2, '0')}`,
    value,
    cost,
    list,
  }),
)
