/**
 * Arithmetic: the small dictionary of operations that a mechanism needs of its numbers.
 *
 * Two families implement it. `ieee` works on JavaScript numbers and names its rule of summation, because two readers
 * of the same recording can differ in the last bit by that rule alone. `exact` (see `exact.ts`) works on decimals and
 * is meant for ledgers and linear utility: a rounded square root is not exact.
 *
 * | summation  | rule                                                                                   |
 * | ---------- | -------------------------------------------------------------------------------------- |
 * | `plain`    | left to right                                                                          |
 * | `neumaier` | left to right with compensation (Neumaier, ZAMM 54, 1974); CPython's `sum` from 3.12 on |
 *
 * Laws
 *   L1 empty      the sum of nothing is 0
 *   L2 agreement  both rules agree exactly while every partial sum is an integer below 2^53
 *   L3 bound      `neumaier` is within one rounding of the exact sum for well-scaled inputs
 *
 * @module
 */

/**
 * Names the rule by which a list of numbers is added.
 *
 * @category model
 * @since 0.1.0
 */
export type Summation = 'plain' | 'neumaier'

/**
 * The rule used where a recording does not say otherwise.
 *
 * @category model
 * @since 0.1.0
 */
export const defaultSummation: Summation = 'neumaier'

/**
 * The tolerance of every comparison of utilities in this library, in units of utility.
 *
 * @category model
 * @since 0.1.0
 */
export const EPSILON = 1e-9

/**
 * Collects the operations that a ledger or a utility needs of a number type `N`.
 *
 * @category model
 * @since 0.1.0
 */
export interface Arithmetic<N> {
  readonly zero: N
  readonly add: (a: N, b: N) => N
  readonly sub: (a: N, b: N) => N
  readonly mul: (a: N, b: N) => N
  /** Negative, zero or positive as `a` is below, equal to or above `b`. */
  readonly compare: (a: N, b: N) => number
  readonly sum: (values: ReadonlyArray<N>) => N
  /** Reads a decimal literal such as `12.50`; the caller has checked its form. */
  readonly fromDecimal: (literal: string) => N
  readonly toNumber: (n: N) => number
}

const sumPlain = (values: ReadonlyArray<number>): number => {
  let total = 0
  for (const value of values) total += value
  return total
}

const sumNeumaier = (values: ReadonlyArray<number>): number => {
  let high = 0
  let low = 0
  for (const value of values) {
    const total = high + value
    low += Math.abs(high) >= Math.abs(value) ? high - total + value : value - total + high
    high = total
  }
  return Number.isFinite(low) ? high + low : high
}

/**
 * Adds numbers by the named rule.
 *
 * @category operations
 * @since 0.1.0
 */
export const sum = (summation: Summation): ((values: ReadonlyArray<number>) => number) =>
  summation === 'plain' ? sumPlain : sumNeumaier

/**
 * Gives the arithmetic of JavaScript numbers under the named rule of summation.
 *
 * @category instances
 * @since 0.1.0
 */
export const ieee = (summation: Summation = defaultSummation): Arithmetic<number> => ({
  zero: 0,
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  compare: (a, b) => a - b,
  sum: sum(summation),
  fromDecimal: Number,
  toNumber: (n) => n,
})
