/**
 * Power: x^e for a base in [0, 1] by multiplication and square roots alone.
 *
 * `Math.pow` may differ in the last bits between engines, and an offer is a byte of a trace. Square roots and products
 * are exact by IEEE 754 everywhere: the whole part of the exponent is taken by repeated squaring, its binary fraction
 * by repeated square roots. The result is within a few hundred units in the last place of the true power.
 *
 * Laws
 *   L1 agreement  within 1e-12 relative of the true power where that is not tiny
 *   L2 ends       x^0 is 1, x^1 is x, 1^e is 1, 0^e is 0 for e > 0
 *   L3 monotone   a larger base gives no smaller power, a larger exponent no larger one, up to the rounding
 *
 * @module
 */

/** Beyond this every base below 1 that a double holds has vanished or is 1 for all purposes of a price. */
const LARGEST_EXPONENT = 4503599627370496

/** Square roots taken of the base; later bits of the exponent change nothing. */
const FRACTION_BITS = 60

const wholePower = (base: number, exponent: number): number => {
  let result = 1
  let square = base
  let left = exponent
  while (left > 0) {
    if (left % 2 === 1) result *= square
    square *= square
    left = Math.floor(left / 2)
  }
  return result
}

const fractionPower = (base: number, fraction: number): number => {
  let result = 1
  let root = base
  let left = fraction
  for (let bit = 0; bit < FRACTION_BITS && left > 0; bit += 1) {
    root = Math.sqrt(root)
    left *= 2
    if (left >= 1) {
      result *= root
      left -= 1
    }
  }
  return result
}

/**
 * Raises a base in [0, 1] to an exponent >= 0, the same bits on every engine. Arguments outside are brought to the
 * nearest end; 0^0 is 1.
 *
 * @category operations
 * @since 0.1.0
 */
export const powerOfShare = (base: number, exponent: number): number => {
  const share = Math.min(Math.max(base, 0), 1)
  const raised = Math.min(Math.max(exponent, 0), LARGEST_EXPONENT)
  if (raised === 0 || share === 1) return 1
  if (share === 0) return 0
  const whole = Math.floor(raised)
  return wholePower(share, whole) * fractionPower(share, raised - whole)
}
