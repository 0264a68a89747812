/**
 * Distribution: the F, chi-square and binomial distributions.
 *
 * Probabilities come from two functions: the regularised incomplete gamma function (series below a + 1, continued
 * fraction above) and the regularised incomplete beta function (continued fraction by Lentz's method), over the log of
 * the gamma function (Lanczos 1964, g = 7, nine terms). Quantiles are found by bisection of those probabilities, down
 * to neighbouring floats. Absolute errors are below 1e-10 up to 1,000 degrees of freedom. From 2e7 degrees on the
 * chi-square is taken from the normal (Wilson and Hilferty 1931), whose error there is below what rounding would do to
 * the gamma function. These functions end in
 * figures that are printed; they decide no byte of a trace, because `Math.exp` and `Math.log` differ between engines
 * in their last bits.
 *
 * Arguments outside their range (a probability beyond [0, 1], degrees of freedom that are not positive) give NaN: the
 * statistics that use these functions check theirs before.
 *
 * Laws
 *   L1 reciprocal   the reciprocal of an F is an F with its degrees of freedom exchanged
 *   L2 quantile     a quantile has its probability
 *   L3 one family   the square of a t is an F with one degree of freedom, the square of a normal a chi-square
 *   L4 masses       the binomial masses up to a count add up to its cumulative probability
 *
 * @module
 */

import { normalProbability } from './normal.js'

const LANCZOS_FIRST = 0.99999999999980993
const LANCZOS: ReadonlyArray<number> = [
  676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]
const HALF_LOG_TWO_PI = 0.9189385332046727
const TINY = 1e-300
const CLOSE = 1e-16
const MOST_TERMS = 100_000
/** From here on the log of the gamma function holds too few digits for a probability. */
const NORMAL_FROM = 1e7

/**
 * Gives the natural logarithm of the gamma function of a positive number: infinity where that is beyond a double, NaN
 * for a number that is not positive.
 *
 * @category operations
 * @since 0.1.0
 */
export const logGamma = (x: number): number => {
  if (!(x > 0)) return Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const z = x - 1
  const series = LANCZOS.reduce((sum, c, i) => sum + c / (z + i + 1), LANCZOS_FIRST)
  const t = z + 7.5
  return HALF_LOG_TWO_PI + (z + 0.5) * Math.log(t) - t + Math.log(series)
}

const lowerGammaSeries = (a: number, x: number): number => {
  let term = 1 / a
  let sum = term
  for (let n = 1; term > sum * CLOSE; n += 1) {
    term *= x / (a + n)
    sum += term
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a))
}

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

const upperGammaFraction = (a: number, x: number): number => {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / away(b)
  let h = d
  for (let i = 1; i < MOST_TERMS; i += 1) {
    const an = -i * (i - a)
    b += 2
    d = 1 / away(an * d + b)
    c = away(b + an / c)
    h *= d * c
    if (d * c === 1) break
  }
  return h * Math.exp(a * Math.log(x) - x - logGamma(a))
}

/** Q(a, x) of a large a: the cube root of a gamma variable is all but normal. */
const upperGammaNormal = (a: number, x: number): number => {
  const spread = 1 / a / 9 // nine times a may be beyond a double
  return normalProbability((1 - spread - Math.cbrt(x / a)) / Math.sqrt(spread))
}

/** The regularised upper incomplete gamma function Q(a, x). */
const upperGamma = (a: number, x: number): number => {
  if (!(a > 0) || Number.isNaN(x)) return Number.NaN
  if (x <= 0) return 1
  if (x === Number.POSITIVE_INFINITY) return 0
  if (a >= NORMAL_FROM) return upperGammaNormal(a, x)
  return x < a + 1 ? 1 - lowerGammaSeries(a, x) : upperGammaFraction(a, x)
}

const betaFraction = (a: number, b: number, x: number): number => {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m < MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    h *= d * c
    if (d * c === 1) break
  }
  return h
}

/** The regularised incomplete beta function I_x(a, b); `rest` is 1 - x, given apart because it may be tiny. */
const betaShare = (a: number, b: number, x: number, rest: number): number => {
  if (!(a > 0) || !(b > 0) || Number.isNaN(x)) return Number.NaN
  if (x <= 0) return 0
  if (rest <= 0) return 1
  const front = Math.exp(
    logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(rest),
  )
  return x < (a + 1) / (a + b + 2)
    ? (front * betaFraction(a, b, x)) / a
    : 1 - (front * betaFraction(b, a, rest)) / b
}

/**
 * Gives the probability that a chi-square variable exceeds `x`: 1 up to 0, 0 at infinity, and NaN where `df` is not
 * positive or either is NaN. Degrees of freedom without end exceed every finite number.
 *
 * @category distributions
 * @since 0.1.0
 */
export const chiSquareSurvival =
  (df: number) =>
  (x: number): number =>
    upperGamma(df / 2, x / 2)

/**
 * Gives the probability that an F variable exceeds `f`: 1 up to 0 and 0 at infinity.
 *
 * @category distributions
 * @since 0.1.0
 */
export const fSurvival =
  (df1: number, df2: number) =>
  (f: number): number => {
    const part = df1 * Math.max(0, f)
    const whole = df2 + part
    return betaShare(df2 / 2, df1 / 2, df2 / whole, part / whole)
  }

/** Finds where a survival function falls to `tail`, from 0 upwards: doubles a bracket, then halves it. */
const upperQuantile = (survival: (x: number) => number, tail: number): number => {
  let high = 1
  while (survival(high) > tail) high *= 2
  let low = 0
  let middle = high / 2
  while (low < middle && middle < high) {
    if (survival(middle) > tail) low = middle
    else high = middle
    middle = low + (high - low) / 2
  }
  return middle
}

/**
 * Gives the quantile of the F distribution.
 *
 * @category distributions
 * @since 0.1.0
 */
export const fQuantile =
  (df1: number, df2: number) =>
  (p: number): number => {
    if (!(p >= 0 && p <= 1 && df1 > 0 && df2 > 0)) return Number.NaN
    if (p === 0) return 0
    if (p === 1) return Number.POSITIVE_INFINITY
    return upperQuantile(fSurvival(df1, df2), 1 - p)
  }

/**
 * Gives the probability of exactly `k` successes in `n` independent trials.
 *
 * @category distributions
 * @since 0.1.0
 */
export const binomialMass =
  (n: number, probability: number) =>
  (k: number): number => {
    if (!(probability >= 0 && probability <= 1)) return Number.NaN
    if (k < 0 || k > n || !Number.isInteger(k)) return 0
    if (probability === 0) return k === 0 ? 1 : 0
    if (probability === 1) return k === n ? 1 : 0
    const ways = logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1)
    return Math.exp(ways + k * Math.log(probability) + (n - k) * Math.log1p(-probability))
  }

/**
 * Gives the probability of at most `k` successes in `n` independent trials.
 *
 * @category distributions
 * @since 0.1.0
 */
export const binomialCdf =
  (n: number, probability: number) =>
  (k: number): number => {
    if (!(probability >= 0 && probability <= 1)) return Number.NaN
    const whole = Math.floor(k)
    if (whole < 0) return 0
    if (whole >= n) return 1
    return betaShare(n - whole, whole + 1, 1 - probability, probability)
  }
