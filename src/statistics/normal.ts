/**
 * The normal distribution: its probabilities and quantiles, with the same bits on every machine.
 *
 * The distribution function is the series of G. Marsaglia ("Evaluating the normal distribution", Journal of Statistical
 * Software 11(4), 2004) in the middle and Laplace's continued fraction in the tails. The quantile starts from the rational
 * approximation 26.2.23 of Abramowitz and Stegun and is corrected by Newton's method with a second-order term.
 *
 * Laws
 *   L1 symmetric   the probabilities below x and below -x add up to 1
 *   L2 monotone    a larger x never has a smaller probability, beyond rounding
 *   L3 inverse     the quantile of the probability of x is x, within 1e-9 for |x| < 5
 *
 * @module
 */

import { exponential, logarithm } from './elementary.js'

const ROOT_TWO_PI = 2.5066282746310002
const SERIES_ENDS = 4

/**
 * Gives the density of the standard normal distribution.
 *
 * @category operations
 * @since 0.1.0
 */
export const normalDensity = (x: number): number => exponential((-x * x) / 2) / ROOT_TWO_PI

/** The probability beyond x >= 4. */
const upperTail = (x: number): number => {
  let fraction = x
  for (let k = 80; k >= 1; k -= 1) fraction = x + k / fraction
  return normalDensity(x) / fraction
}

/** The probability between 0 and x. */
const fromZero = (x: number): number => {
  let total = x
  let term = x
  for (let k = 3; total + term !== total; k += 2) {
    term *= (x * x) / k
    total += term
  }
  return total * normalDensity(x)
}

/**
 * Gives the probability that a standard normal variable is at most `x`.
 *
 * @example
 * ```ts
 * import { normalProbability } from 'edgeworth/statistics'
 *
 * normalProbability(1.959963984540054).toFixed(12) // => '0.975000000000'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const normalProbability = (x: number): number => {
  if (Number.isNaN(x)) return Number.NaN
  if (x > SERIES_ENDS) return 1 - upperTail(x)
  if (x < -SERIES_ENDS) return upperTail(-x)
  return 0.5 + fromZero(x)
}

const firstGuess = (lower: number): number => {
  const t = Math.sqrt(-2 * logarithm(lower))
  const above = 2.515517 + t * (0.802853 + t * 0.010328)
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308))
  return above / below - t
}

/**
 * Gives the value below which a standard normal variable lies with the given probability: infinite at 0 and 1, NaN
 * outside.
 *
 * @category operations
 * @since 0.1.0
 */
export const normalQuantile = (probability: number): number => {
  // Outside [0, 1] the logarithm of the first guess is NaN, and so is all that follows.
  if (probability === 0) return Number.NEGATIVE_INFINITY
  if (probability === 0.5) return 0
  if (probability > 0.5) return -normalQuantile(1 - probability)
  let x = firstGuess(probability)
  for (let step = 0; step < 4; step += 1) {
    const off = (normalProbability(x) - probability) / normalDensity(x)
    x -= off / (1 + (x * off) / 2)
  }
  return x
}
