/**
 * Elementary functions that give the same bits on every machine.
 *
 * `Math.exp`, `Math.log` and `Math.atan` may differ in the last bit from engine to engine. These are built of
 * additions, multiplications, divisions and square roots in a fixed order, which may not, so that an interval whose
 * ends depend on a normal or a t quantile is the same everywhere. Range reduction and power series, ended where a term
 * no longer counts.
 *
 * Laws
 *   L1 close      each is within 4e-15, relative, of the engine's own function
 *   L2 inverse    the logarithm of the exponential is the argument, within 1e-14
 *
 * @module
 */

const LN2_HIGH = 0.6931471803691238
const LN2_LOW = 1.9082149292705877e-10

/**
 * Multiplies by a power of two, a factor at a time, so that every step but a subnormal result is exact; downwards, where
 * far tails lie, by 32 powers at once.
 */
const scaled = (value: number, power: number): number => {
  let result = value
  let rest = power
  for (; rest <= -32; rest += 32) result /= 4294967296
  for (; rest > 0; rest -= 1) result *= 2
  for (; rest < 0; rest += 1) result /= 2
  return result
}

/**
 * Gives e to the power `x`; 0 below -745 and infinite above 709.
 *
 * @category operations
 * @since 0.1.0
 */
export const exponential = (x: number): number => {
  if (x > 709) return Number.POSITIVE_INFINITY
  if (x < -745) return 0
  const power = Math.round(x / (LN2_HIGH + LN2_LOW))
  const rest = x - power * LN2_HIGH - power * LN2_LOW
  let series = 1
  for (let k = 18; k >= 1; k -= 1) series = 1 + (rest * series) / k
  return scaled(series, power)
}

/**
 * Gives the natural logarithm of a positive number; minus infinity for 0 and NaN below it.
 *
 * @category operations
 * @since 0.1.0
 */
export const logarithm = (x: number): number => {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN
  if (x === Number.POSITIVE_INFINITY) return x
  let mantissa = x
  let power = 0
  for (; mantissa > Math.SQRT2; power += 1) mantissa /= 2
  for (; mantissa < Math.SQRT1_2; power -= 1) mantissa *= 2
  const t = (mantissa - 1) / (mantissa + 1)
  const square = t * t
  let series = 0
  for (let k = 25; k >= 1; k -= 2) series = 1 / k + square * series
  return power * LN2_HIGH + (2 * t * series + power * LN2_LOW)
}

/**
 * Gives the angle in (-pi/2, pi/2) whose tangent is `x`.
 *
 * @category operations
 * @since 0.1.0
 */
export const arctangent = (x: number): number => {
  if (Math.abs(x) > 1) return (Math.sign(x) * Math.PI) / 2 - arctangent(1 / x)
  // Halving the angle twice leaves a tangent of at most 0.2, where the series is short.
  const half = x / (1 + Math.sqrt(1 + x * x))
  const quarter = half / (1 + Math.sqrt(1 + half * half))
  const square = quarter * quarter
  let series = 0
  for (let k = 25; k >= 1; k -= 2) series = 1 / k - square * series
  return 4 * quarter * series
}
