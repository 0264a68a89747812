/**
 * Planning: how many worlds an interval of a given width takes.
 *
 * From a pilot of worlds, each with a numerator w and a denominator d, the delta method gives the standard error of the
 * ratio of sums R: s / (mean(d) * sqrt(n)), where s is the standard deviation of w - R d over the worlds. The half-width
 * is z times that, so the worlds needed are (z s / (mean(d) h))^2, rounded up. It is a plan: the spread is itself
 * estimated from the pilot, and a skewed ratio needs more.
 *
 * Laws
 *   L1 square law   half the target takes four times the worlds, within rounding up
 *   L2 scale        scaling all numerators and the target by one number changes no plan
 *   L3 enough       at the planned number the half-width is at most the target; at one world fewer it is more
 *
 * @module
 */

import { EPSILON, sum } from '../core/arithmetic.js'
import { type Account, accountOf, isLevel, type Unsupported, unsupported } from './evaluable.js'
import { normalQuantile } from './normal.js'

/**
 * Holds the pair of one world.
 *
 * @category model
 * @since 0.1.0
 */
export interface RatioPair {
  readonly numerator: number
  readonly denominator: number
}

/**
 * Holds a plan. `worlds` are needed for a half-width of `target`; the pilot of `n` worlds has `estimate` and
 * `halfWidth`; `spread` is the standard deviation that a single world adds to the ratio.
 *
 * @category model
 * @since 0.1.0
 */
export interface SamplePlan extends Account {
  readonly _tag: 'SamplePlan'
  readonly worlds: number
  readonly target: number
  readonly level: number
  readonly estimate: number
  readonly spread: number
  readonly halfWidth: number
}

const total = sum('neumaier')

/**
 * Plans the number of worlds for a target half-width of the interval of a ratio of sums. Not evaluable with fewer than
 * two pilot worlds, a degenerate denominator, or a pilot without spread, which says nothing of how much there is.
 *
 * @example
 * ```ts
 * import { planWorlds } from 'edgeworth/statistics'
 *
 * const pilot = [[1, 2], [2, 3], [1, 4], [3, 4]].map(([w = 0, d = 0]) => ({ numerator: w, denominator: d }))
 * const plan = planWorlds(0.05)(pilot)
 * plan._tag === 'SamplePlan' && plan.worlds // => 107
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const planWorlds =
  (target: number, level = 0.95) =>
  (pilot: ReadonlyArray<RatioPair>): SamplePlan | Unsupported => {
    const n = pilot.length
    const account = accountOf(n)
    const refuse = unsupported('sample_plan')
    if (!(target > 0 && Number.isFinite(target)) || !isLevel(level)) {
      return refuse('malformed_options', account)
    }
    if (n < 2) return refuse(n === 0 ? 'no_data' : 'too_few', account)
    const denominator = total(pilot.map((pair) => pair.denominator))
    const numerator = total(pilot.map((pair) => pair.numerator))
    if (!Number.isFinite(numerator) || !Number.isFinite(denominator)) {
      return refuse('not_finite', account)
    }
    if (denominator <= EPSILON) return refuse('degenerate_denominator', account)
    const estimate = numerator / denominator
    const off = pilot.map((pair) => pair.numerator - estimate * pair.denominator)
    const variance = total(off.map((value) => value * value)) / (n - 1)
    const spread = Math.sqrt(variance) / (denominator / n)
    const scale = total(pilot.map((pair) => Math.abs(pair.numerator))) / denominator
    if (!Number.isFinite(spread)) return refuse('not_finite', account)
    if (spread <= scale * 1e-12) return refuse('constant', account)
    const reach = normalQuantile((1 + level) / 2) * spread
    return {
      _tag: 'SamplePlan',
      worlds: Math.max(2, Math.ceil((reach / target) * (reach / target))),
      target,
      level,
      estimate,
      spread,
      halfWidth: reach / Math.sqrt(n),
      ...account,
    }
  }
