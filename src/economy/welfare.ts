/**
 * Welfare: what a vector of utilities amounts to for all agents together.
 *
 * Three aggregates. Utilitarian welfare is the sum in agent order; Gini's coefficient (1912) measures inequality on
 * utilities floored at 0; log Nash welfare (Nash 1950, Kaneko and Nakamura 1979) is the sum of logarithms of utilities
 * floored at 1e-9. Sums follow the named rule of summation. `Math.log` may differ between engines in the last bit, so
 * log Nash welfare is for reading and for comparison within a tolerance, never for deciding a byte of a trace.
 *
 * Laws
 *   L1 permutation  the order of the agents changes welfare, Gini and log Nash welfare by rounding only, and not at
 *                   all where the utilities are integers
 *   L2 range        Gini's coefficient lies in [0, 1) up to rounding
 *   L3 scale        multiplying all utilities by a positive number leaves Gini's coefficient alone, within 1e-12
 *   L4 equality     equal utilities have a Gini coefficient of 0 within 1e-12
 *   L5 transfer     moving utility from a richer to a poorer agent, without passing the mean, never raises inequality
 *                   and never lowers log Nash welfare
 *
 * @module
 */
import { type Summation, sum } from '../core/arithmetic.js'

/** The floor of a utility inside a logarithm. */
const NASH_FLOOR = 1e-9

/**
 * Adds utilities in agent order; 0 for none.
 *
 * @category operations
 * @since 0.1.0
 */
export const welfare: (summation: Summation) => (utilities: ReadonlyArray<number>) => number = sum

const giniOfSorted = (summation: Summation, values: ReadonlyArray<number>): number => {
  const add = sum(summation)
  const total = add(values)
  if (total <= 0) return 0
  const n = values.length
  const weighted = add(values.map((value, rank) => (rank + 1) * value))
  return (2 * weighted) / (n * total) - (n + 1) / n
}

/**
 * Measures inequality from 0 (all equal) towards 1 (one agent has all) on utilities floored at 0; 0 when no utility is
 * positive.
 *
 * @example
 * ```ts
 * import { gini } from 'edgeworth/economy'
 *
 * gini('plain')([1, 1, 1, 1]) // => 0
 * gini('plain')([0, 0, 0, 8]) // => 0.75
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const gini =
  (summation: Summation): ((utilities: ReadonlyArray<number>) => number) =>
  (utilities) => {
    const values = utilities.map((utility) => Math.max(utility, 0)).sort((a, b) => a - b)
    const coefficient = giniOfSorted(summation, values)
    if (Number.isFinite(coefficient)) return coefficient
    // the weighted sum overflowed: the coefficient does not depend on the unit of utility
    const largest = values.at(-1) ?? 1
    return giniOfSorted(
      summation,
      values.map((value) => value / largest),
    )
  }

/**
 * Adds the natural logarithms of utilities floored at 1e-9, in agent order; 0 for none.
 *
 * @category operations
 * @since 0.1.0
 */
export const logNashWelfare = (
  summation: Summation,
): ((utilities: ReadonlyArray<number>) => number) => {
  const add = sum(summation)
  return (utilities) => add(utilities.map((utility) => Math.log(Math.max(utility, NASH_FLOOR))))
}
