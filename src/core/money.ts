/**
 * Money: whole cents, so that prices add without rounding.
 *
 * An amount is read from a decimal literal or from a number through its shortest decimal text, which is what whoever
 * typed the number meant: 0.1 is ten cents although its double is not. What does not fall on a whole cent is refused
 * unless the caller names a rounding.
 *
 * | rounding  | an amount between two cents becomes                                    | 8.165 | -8.165 |
 * | --------- | ---------------------------------------------------------------------- | ----- | ------ |
 * | `refuse`  | the failure `TooPrecise` (the default)                                 | -     | -      |
 * | `up`      | the higher one (towards +infinity)                                     | 8.17  | -8.16  |
 * | `down`    | the lower one (towards -infinity)                                      | 8.16  | -8.17  |
 * | `nearest` | the nearer one; at equal distance the even one (half even, IEEE 754)   | 8.16  | -8.16  |
 *
 * Laws
 *   L1 inverse   reading what was rendered gives the same amount
 *   L2 group     addition is associative and commutative, zero is neutral, subtraction undoes it (while in range)
 *   L3 order     comparison is total and adding the same amount to both sides keeps it
 *   L4 rounding  `down` and `up` enclose the exact amount by at most one cent; `nearest` is within half a cent
 *   L5 number    a number and its shortest decimal text give the same amount or the same failure
 *   L6 grid      without a rounding, an amount is read exactly when it is a whole number of cents
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from './failure.js'

declare const cents: unique symbol

/**
 * Counts cents: an integer within 2^53 - 1 of zero, never -0.
 *
 * @category model
 * @since 0.1.0
 */
export type Cents = number & { readonly [cents]: true }

/**
 * Names what becomes of an amount between two cents; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export type CentsRounding = 'refuse' | 'up' | 'down' | 'nearest'

/**
 * Names why an amount was refused: it is no decimal number, it has more than two decimals, or its cents are beyond
 * 2^53 - 1.
 *
 * @category failures
 * @since 0.1.0
 */
export type MoneyDefect = 'NotMoney' | 'TooPrecise' | 'OutOfRange'

const LONGEST_LITERAL = 400
const LITERAL = /^(-?)([0-9]+)(?:\.([0-9]+))?$/
const NUMBER_TEXT = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:e([+-][0-9]+))?$/

const inRange = (count: number): Either<Failures<'OutOfRange'>, Cents> =>
  Number.isSafeInteger(count)
    ? // Adding 0 turns -0 into 0; the range was just checked.
      right((count + 0) as Cents)
    : left([failure('OutOfRange', [], count, 'cents within 2^53 - 1 of zero')])

const roundQuotient = (
  rounding: CentsRounding,
  numerator: bigint,
  denominator: bigint,
): bigint | null => {
  const remainder = ((numerator % denominator) + denominator) % denominator
  const floor = (numerator - remainder) / denominator
  if (remainder === 0n || rounding === 'down') return floor
  if (rounding === 'refuse') return null
  if (rounding === 'up') return floor + 1n
  const twice = 2n * remainder
  if (twice !== denominator) return twice < denominator ? floor : floor + 1n
  return floor % 2n === 0n ? floor : floor + 1n
}

/** Reads the parts of a decimal text exactly: digits times a power of ten, in cents. */
const centsOfParts = (
  rounding: CentsRounding,
  input: number | string,
  [, sign = '', whole = '', fraction = '', exponent = '0']: ReadonlyArray<string | undefined>,
): Either<Failures<MoneyDefect>, Cents> => {
  const digits = BigInt(sign + whole + fraction)
  const power = Number(exponent) - fraction.length + 2
  const scale = 10n ** BigInt(Math.abs(power))
  const count = power >= 0 ? digits * scale : roundQuotient(rounding, digits, scale)
  if (count === null) {
    return left([failure('TooPrecise', [], input, 'at most two decimals')])
  }
  // A count beyond 2^53 - 1 may round, but never to a number that is safe.
  if (!Number.isSafeInteger(Number(count))) {
    return left([failure('OutOfRange', [], input, 'cents within 2^53 - 1 of zero')])
  }
  return inRange(Number(count))
}

/**
 * Reads an amount: a literal such as `-12.50` (a sign, digits, perhaps a point and more digits; no exponent, spaces or
 * separators) or a number, read through its shortest decimal text. Decimals beyond the second are refused as
 * `TooPrecise` unless they are zeros or a rounding is named.
 *
 * @category constructors
 * @since 0.1.0
 * @example
 * ```ts
 * import { isLeft } from 'fp-ts/lib/Either.js'
 * import { centsOf } from 'edgeworth/core'
 *
 * centsOf('nearest')(8.165) // => { _tag: 'Right', right: 816 }
 * isLeft(centsOf()(0.1 + 0.2)) // => true
 * ```
 */
export const centsOf =
  (rounding: CentsRounding = 'refuse') =>
  (amount: number | string): Either<Failures<MoneyDefect>, Cents> => {
    const text = typeof amount === 'number' ? String(amount) : amount
    const pattern = typeof amount === 'number' ? NUMBER_TEXT : LITERAL
    const parts =
      typeof text === 'string' && text.length <= LONGEST_LITERAL ? pattern.exec(text) : null
    return parts === null
      ? left([failure('NotMoney', [], amount, 'a decimal number such as 12.50')])
      : centsOfParts(rounding, amount, parts)
  }

/**
 * Takes a whole number of cents as it is; -0 becomes 0. Fails for NaN and infinities (`NotMoney`), fractions
 * (`TooPrecise`) and numbers beyond 2^53 - 1 (`OutOfRange`).
 *
 * @category constructors
 * @since 0.1.0
 */
export const centsFromInteger = (count: number): Either<Failures<MoneyDefect>, Cents> => {
  const expected = 'a whole number of cents'
  if (!Number.isFinite(count)) return left([failure('NotMoney', [], count, expected)])
  return Number.isInteger(count)
    ? inRange(count)
    : left([failure('TooPrecise', [], count, expected)])
}

/**
 * No money.
 *
 * @category constructors
 * @since 0.1.0
 */
export const zeroCents: Cents = 0 as Cents // 0 is an integer in range.

/**
 * Adds two amounts; fails where the sum leaves the range of exact integers.
 *
 * @category operations
 * @since 0.1.0
 */
export const addCents = (a: Cents, b: Cents): Either<Failures<'OutOfRange'>, Cents> =>
  inRange(a + b)

/**
 * Subtracts the second amount from the first; fails where the difference leaves the range of exact integers.
 *
 * @category operations
 * @since 0.1.0
 */
export const subtractCents = (a: Cents, b: Cents): Either<Failures<'OutOfRange'>, Cents> =>
  inRange(a - b)

/**
 * Orders two amounts: -1, 0 or 1 as the first is below, equal to or above the second.
 *
 * @category instances
 * @since 0.1.0
 */
export const compareCents = (a: Cents, b: Cents): -1 | 0 | 1 => (a < b ? -1 : a > b ? 1 : 0)

/**
 * Gives the amount in units of money as the nearest double, for statistics and utilities.
 *
 * @category operations
 * @since 0.1.0
 */
export const centsToNumber = (amount: Cents): number => amount / 100

/**
 * Renders an amount with two decimals: `12.50`, `-0.05`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderCents = (amount: Cents): string => {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
