/**
 * Rate: a share of successes with its interval.
 *
 * Wilson (1927): the probabilities that a test by the normal approximation does not reject. Unlike the interval around
 * the observed share it stays inside [0, 1] and has a width at 0 of n and n of n.
 *
 * Laws
 *   L1 inside      0 <= low <= share <= high <= 1
 *   L2 mirror      the interval of the failures is that of the successes, mirrored
 *   L3 narrower    with more trials at the same share the interval is narrower
 *
 * @module
 */

import { type Account, accountOf, isLevel, type Unsupported, unsupported } from './evaluable.js'
import { normalQuantile } from './normal.js'

/**
 * Holds a rate and its Wilson interval; `n` counts trials.
 *
 * @category model
 * @since 0.1.0
 */
export interface RateInterval extends Account {
  readonly _tag: 'RateInterval'
  readonly method: 'wilson'
  readonly successes: number
  readonly estimate: number
  readonly low: number
  readonly high: number
  readonly level: number
}

/**
 * Gives the Wilson interval of `successes` in `n` trials.
 *
 * @example
 * ```ts
 * import { wilsonInterval } from 'edgeworth/statistics'
 *
 * const rate = wilsonInterval()(8, 10)
 * rate._tag === 'RateInterval' && [rate.estimate, rate.low.toFixed(4), rate.high.toFixed(4)] // => [0.8, '0.4902', '0.9433']
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const wilsonInterval =
  (level = 0.95) =>
  (successes: number, n: number): RateInterval | Unsupported => {
    const refuse = unsupported('rate')
    const counts = [successes, n].every((count) => Number.isSafeInteger(count) && count >= 0)
    if (!counts || successes > n) return refuse('not_a_count', accountOf(0))
    if (!isLevel(level)) return refuse('malformed_options', accountOf(n))
    if (n === 0) return refuse('no_data', accountOf(0))
    const share = successes / n
    const z = normalQuantile((1 + level) / 2)
    const weight = (z * z) / n
    const centre = (share + weight / 2) / (1 + weight)
    const reach = (z / (1 + weight)) * Math.sqrt((share * (1 - share)) / n + weight / (4 * n))
    return {
      _tag: 'RateInterval',
      method: 'wilson',
      successes,
      estimate: share,
      // At 0 of n and n of n an end is exactly the share; rounding would put it beside.
      low: successes === 0 ? 0 : Math.max(0, centre - reach),
      high: successes === n ? 1 : Math.min(1, centre + reach),
      level,
      ...accountOf(n),
    }
  }
