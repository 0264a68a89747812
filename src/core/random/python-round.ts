/**
 * CPython's `round(x, digits)` for floats.
 *
 * The value rounded is the exact binary value of `x`, not a decimal that stands for it; ties go to the even digit;
 * the result is the float nearest to the rounded decimal. `Math.round(x * 1000) / 1000` is neither (the product is
 * rounded first), and `toFixed` breaks ties upward.
 *
 * Laws
 *   L1 nearest      the result is the float nearest to a multiple of 10^-digits that no other multiple is closer to x than
 *   L2 idempotent   rounding twice to the same digits is rounding once
 *   L3 odd          the sign of x passes through, also that of zero
 *   L4 monotone     x <= y gives a result for x that is no greater than that for y
 *
 * | argument                       | result                                                       |
 * | ------------------------------ | ------------------------------------------------------------ |
 * | `x` NaN or infinite            | `x`                                                          |
 * | `digits` negative              | rounds to tens, hundreds, ...                                |
 * | `digits` fractional, NaN       | cut to an integer; NaN is 0                                  |
 * | result above the largest float | the infinity of that sign, where CPython raises an overflow  |
 *
 * @module
 */

/** The powers of ten that are floats without rounding. */
const POWERS: ReadonlyArray<number> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

const MOST_DIGITS = 323
const FEWEST_DIGITS = -308
/** Below this product every half of an integer is a float. */
const LARGEST_PRODUCT = 2251799813685248
/** A decimal of this many units or more is closer to the float it was rounded from than to any other. */
const SEVENTEEN_DIGITS = 100000000000000000n

/**
 * Gives the integer nearest to the product that `scaled` was rounded from, or `null` where `scaled` is halfway. Rounding
 * cannot carry a product across the half, which is a float itself, but it can carry one onto it from either side.
 */
const nearestUnlessHalfway = (scaled: number): number | null => {
  const whole = Math.floor(scaled)
  const fromHalf = scaled - whole - 0.5
  if (fromHalf === 0) return null
  return fromHalf < 0 ? whole : whole + 1
}

/** Writes a positive finite float as mantissa * 2^exponent with integers. */
const decompose = (x: number): readonly [bigint, number] => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, x)
  const bits = view.getBigUint64(0)
  const biased = Number(bits >> 52n)
  const fraction = bits & 0xfffffffffffffn
  return biased === 0 ? [fraction, -1074] : [fraction | 0x10000000000000n, biased - 1075]
}

const divideHalfEven = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator
  const twice = 2n * (numerator % denominator)
  if (twice < denominator) return quotient
  if (twice > denominator) return quotient + 1n
  return quotient + (quotient & 1n)
}

/** The powers below give 1 for a negative exponent, which stands on the other side of the fraction. */
const powerOfTwo = (exponent: number): bigint => 1n << BigInt(Math.max(0, exponent))
const powerOfTen = (exponent: number): bigint => BigInt(`1${'0'.repeat(Math.max(0, exponent))}`)

/** Rounds a positive finite float by integers alone. */
const exactRound = (x: number, digits: number): number => {
  const [mantissa, exponent] = decompose(x)
  const numerator = mantissa * powerOfTwo(exponent) * powerOfTen(digits)
  const denominator = powerOfTwo(-exponent) * powerOfTen(-digits)
  const units = divideHalfEven(numerator, denominator)
  if (units >= SEVENTEEN_DIGITS) return x
  return Number(`${units}e${-digits}`)
}

const roundPositive = (x: number, digits: number): number => {
  const scale = POWERS[digits]
  if (scale === undefined) return exactRound(x, digits)
  const scaled = x * scale
  const units = scaled < LARGEST_PRODUCT ? nearestUnlessHalfway(scaled) : null
  return units === null ? exactRound(x, digits) : units / scale
}

/**
 * Rounds `x` to `digits` decimals as CPython does: correctly on the exact binary value, ties to even.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonRound = (x: number, digits: number): number => {
  const places = Math.trunc(digits) || 0
  if (!Number.isFinite(x) || x === 0 || places > MOST_DIGITS) return x
  if (places < FEWEST_DIGITS) return 0 * x
  return x < 0 ? -roundPositive(-x, places) : roundPositive(x, places)
}
