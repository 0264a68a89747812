/**
 * Student's t distribution for whole degrees of freedom, with the same bits on every machine.
 *
 * Probabilities are the finite sums 26.7.3 and 26.7.4 of Abramowitz and Stegun. The quantile is found by bisection
 * between bounds; above 1,000 degrees it is the expansion 26.7.5 around the normal quantile, whose error is below 1e-12.
 *
 * Laws
 *   L1 symmetric   the probabilities below t and below -t add up to 1
 *   L2 inverse     the quantile of the probability of t is t, within 1e-9
 *   L3 normal      with more degrees of freedom the quantile approaches the normal one from outside
 *
 * @module
 */

import { arctangent } from './elementary.js'
import { normalProbability, normalQuantile } from './normal.js'

const MANY_DEGREES = 1000

/** The probability between -t and t, for t >= 0. */
const central = (t: number, degrees: number): number => {
  const cosineSquare = degrees / (degrees + t * t)
  const sine = t / Math.sqrt(degrees + t * t)
  const odd = degrees % 2 === 1
  let term = odd ? Math.sqrt(cosineSquare) : 1
  let total = degrees === 1 ? 0 : term
  for (let k = odd ? 3 : 2; k <= degrees - 2; k += 2) {
    term *= (cosineSquare * (k - 1)) / k
    total += term
  }
  if (!odd) return sine * total
  return (2 / Math.PI) * (arctangent(t / Math.sqrt(degrees)) + sine * total)
}

/** The sum has a term for every second degree; from here on the normal approximation errs by less than 1e-11. */
const MOST_TERMS = 1_000_000

/** Abramowitz and Stegun (1964), 26.7.8. */
const nearlyNormal = (degrees: number, t: number): number =>
  normalProbability((t * (1 - 1 / (4 * degrees))) / Math.sqrt(1 + (t * t) / (2 * degrees)))

/**
 * Gives the probability that a t variable of `degrees` degrees of freedom, a whole number from 1, is at most `t`; NaN
 * for other degrees.
 *
 * @category operations
 * @since 0.1.0
 */
export const studentProbability =
  (degrees: number) =>
  (t: number): number => {
    if (!Number.isInteger(degrees) || degrees < 1 || Number.isNaN(t)) return Number.NaN
    if (!Number.isFinite(t * t)) return 0.5 + Math.sign(t) / 2 // the square is beyond a double
    if (degrees > MOST_TERMS) return nearlyNormal(degrees, t)
    return 0.5 + (Math.sign(t) * central(Math.abs(t), degrees)) / 2
  }

const expansion = (degrees: number, z: number): number => {
  const s = z * z
  const first = (z * (s + 1)) / 4
  const second = (z * (3 + s * (16 + s * 5))) / 96
  const third = (z * (-15 + s * (17 + s * (19 + s * 3)))) / 384
  const fourth = (z * (-945 + s * (-1920 + s * (1482 + s * (776 + s * 79))))) / 92160
  return z + (first + (second + (third + fourth / degrees) / degrees) / degrees) / degrees
}

const bisected = (degrees: number, probability: number): number => {
  const below = studentProbability(degrees)
  let low = 0
  let high = 1
  while (below(high) < probability) high *= 2
  let middle = high / 2
  while (low < middle && middle < high) {
    if (below(middle) < probability) low = middle
    else high = middle
    middle = low + (high - low) / 2
  }
  return high
}

/**
 * Gives the value below which a t variable of `degrees` degrees of freedom lies with the given probability: infinite
 * at 0 and 1, NaN outside and for degrees that are no whole number from 1.
 *
 * @example
 * ```ts
 * import { studentQuantile } from 'edgeworth/statistics'
 *
 * studentQuantile(4)(0.975).toFixed(6) // => '2.776445'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const studentQuantile =
  (degrees: number) =>
  (probability: number): number => {
    const valid = Number.isInteger(degrees) && degrees >= 1
    if (!valid || !(probability >= 0 && probability <= 1)) return Number.NaN
    if (probability === 1) return Number.POSITIVE_INFINITY
    if (probability < 0.5) return -studentQuantile(degrees)(1 - probability)
    if (probability === 0.5) return 0
    if (degrees > MANY_DEGREES) return expansion(degrees, normalQuantile(probability))
    return bisected(degrees, probability)
  }
