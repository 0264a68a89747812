/**
 * Exact mean: the mean of doubles with one rounding, as CPython's `statistics.mean` gives it.
 *
 * Doubles are integers times powers of two, so their sum is an exact integer at the smallest of these powers; the quotient
 * is rounded once, to nearest with ties to even.
 *
 * Laws
 *   L1 one rounding   scaling all values by a power of two scales the mean exactly
 *   L2 order          the order of the values does not matter, to the bit
 *
 * @module
 */

interface Scaled {
  readonly mantissa: bigint
  readonly exponent: number
}

const view = (): DataView => new DataView(new ArrayBuffer(8))

const scaledOf = (bits: DataView, value: number): Scaled => {
  bits.setFloat64(0, value)
  const word = bits.getBigUint64(0)
  const field = Number((word >> 52n) & 0x7ffn)
  const fraction = word & 0xfffffffffffffn
  const size = field === 0 ? fraction : fraction | 0x10000000000000n
  return { mantissa: word >> 63n === 1n ? -size : size, exponent: Math.max(field, 1) - 1075 }
}

/** Multiplies by a power of two without rounding, unless the result is subnormal. */
const timesPowerOfTwo = (value: number, exponent: number): number => {
  let result = value
  let left = exponent
  while (left > 0) {
    const step = Math.min(left, 1000)
    result *= 2 ** step
    left -= step
  }
  while (left < 0) {
    const step = Math.min(-left, 1000)
    result /= 2 ** step
    left += step
  }
  return result
}

/** Enough bits below the quotient's first that rounding to a double sees a remainder. */
const GUARD_BITS = 128

/**
 * Gives the mean of finite numbers, rounded once; `null` for none or where one is not finite.
 *
 * @example
 * ```ts
 * import { exactMean } from 'edgeworth/oracle'
 *
 * exactMean([1e100, 1, -1e100]) // => 0.3333333333333333
 * exactMean([]) // => null
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const exactMean = (values: ReadonlyArray<number>): number | null => {
  if (values.length === 0 || !values.every(Number.isFinite)) return null
  const bits = view()
  const parts = values.map((value) => scaledOf(bits, value))
  const exponent = parts.reduce((least, part) => Math.min(least, part.exponent), 1024)
  let total = 0n
  for (const part of parts) total += part.mantissa << BigInt(part.exponent - exponent)
  const size = total < 0n ? -total : total
  const shifted = size << BigInt(GUARD_BITS)
  const count = BigInt(values.length)
  const quotient = shifted / count
  // A double has 53 bits: of a longer quotient the first ones count, and one that stands for all that is cut off.
  const surplus = Math.max(0, quotient.toString(2).length - GUARD_BITS)
  const head = quotient >> BigInt(surplus)
  const exact = head << BigInt(surplus) === quotient && shifted % count === 0n
  const sticky = exact ? head << 1n : (head << 1n) | 1n
  const rounded = timesPowerOfTwo(Number(sticky), exponent - GUARD_BITS - 1 + surplus)
  return total < 0n ? -rounded : rounded
}
