/**
 * The legacy welfare ratio: a number that older run summaries carry. A score never uses it.
 *
 * It is the gain in gross welfare over the gain of the optimum, clamped to [0, 1], and 1 where there was nothing to
 * gain. So it hides destroyed value behind a 0, pays nothing for cost, and calls a world without gains from trade
 * perfect. It is here only so that a recorded summary can be checked against it; the score is `scoreAER`.
 *
 * | parameter       | value | meaning                                    |
 * | --------------- | ----- | ------------------------------------------ |
 * | `NOTHING_TO_GAIN` | 1e-12 | an optimum gain up to this gives the ratio 1 |
 *
 * Laws
 *   L1 range      the ratio of finite gains is within [0, 1]
 *   L2 agreement  where the optimum gains more than EPSILON it is the clipped AER of that one world
 *
 * @module
 */

/** The largest gain of an optimum at which the legacy ratio is 1 by convention. */
const NOTHING_TO_GAIN = 1e-12

/**
 * Gives the legacy ratio of a gain to the gain of the optimum, both in units of welfare; `null` where either is not
 * finite.
 *
 * @category operations
 * @since 0.1.0
 */
export const legacyWelfareRatio = (gain: number, optimumGain: number): number | null => {
  if (!Number.isFinite(gain) || !Number.isFinite(optimumGain)) return null
  return optimumGain <= NOTHING_TO_GAIN ? 1 : Math.max(0, Math.min(1, gain / optimumGain))
}
