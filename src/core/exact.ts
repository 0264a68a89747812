/**
 * Exact: decimal arithmetic without rounding, for ledgers and linear utility.
 *
 * An exact number is a decimal fraction of at most 10,000 significant digits; sums, differences and products within
 * that size are exact. Doubles enter by their shortest decimal text. There is no division and no square root: neither
 * is exact. The representation (decimal.js) is private to this module.
 *
 * Laws
 *   L1 associative   sums and products do not depend on grouping
 *   L2 commutative   nor on order
 *   L3 distributive  a factor may be multiplied into a sum
 *   L4 conservation  moving an amount between two accounts keeps their sum, and moving it back restores both
 *   L5 number        a double that enters leaves as the same double
 *   L6 text          two numbers are equal exactly when their canonical texts are, and the text reads back
 *
 * @module
 */
import { Decimal } from 'decimal.js'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Arithmetic } from './arithmetic.js'
import { type Failures, failure } from './failure.js'

declare const exactly: unique symbol

/**
 * Holds an exact decimal number. Opaque: use the operations of `exact`, and `exactText` to record it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Exact {
  readonly [exactly]: true
}

// A clone of our own, so that no setting made elsewhere can change a result.
const Private: typeof Decimal = /* @__PURE__ */ Decimal.clone({
  defaults: true,
  precision: 10_000,
  rounding: Decimal.ROUND_HALF_EVEN,
})

// The two directions of hiding the representation; nothing else in the library makes an `Exact`.
const hide = (decimal: Decimal): Exact => decimal as unknown as Exact
const show = (number: Exact): Decimal => number as unknown as Decimal

const LONGEST_LITERAL = 1_000
const LITERAL = /^-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]{1,3})?$/i

const decimalOf = (literal: string): Exact | null =>
  literal.length <= LONGEST_LITERAL && LITERAL.test(literal) ? hide(new Private(literal)) : null

const zero: Exact = /* @__PURE__ */ hide(/* @__PURE__ */ new Private(0))
const undefinedNumber: Exact = /* @__PURE__ */ hide(/* @__PURE__ */ new Private(Number.NaN))
const add = (a: Exact, b: Exact): Exact => hide(show(a).plus(show(b)))

/**
 * Gives the arithmetic of exact decimals. `fromDecimal` reads what `exactOf` accepts and, as the arithmetic of doubles
 * does, makes NaN of anything else.
 *
 * @category instances
 * @since 0.1.0
 */
export const exact: Arithmetic<Exact> = {
  zero,
  add,
  sub: (a, b) => hide(show(a).minus(show(b))),
  mul: (a, b) => hide(show(a).times(show(b))),
  compare: (a, b) => show(a).cmp(show(b)),
  sum: (values) => values.reduce(add, zero),
  fromDecimal: (literal) => decimalOf(literal) ?? undefinedNumber,
  toNumber: (number) => show(number).toNumber(),
}

/**
 * Reads an exact number from a decimal literal (`-12.50`, `1e-7`; at most 1,000 characters and three digits of
 * exponent) or from a double by its shortest decimal text. Fails for everything else, NaN and infinities included.
 *
 * @category constructors
 * @since 0.1.0
 */
export const exactOf = (number: number | string): Either<Failures<'NotDecimal'>, Exact> => {
  const read =
    typeof number === 'number' || typeof number === 'string' ? decimalOf(String(number)) : null
  return read === null
    ? left([failure('NotDecimal', [], number, 'a decimal number such as 12.50')])
    : right(read)
}

/**
 * Writes an exact number in its canonical text: all digits, no exponent, no trailing zeros, no negative zero.
 *
 * @category rendering
 * @since 0.1.0
 */
export const exactText = (number: Exact): string => show(number).toFixed()
