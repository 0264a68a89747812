/**
 * Accounting: in which numbers a ledger holds quantities, and by which rule utilities are added.
 *
 * Quantities in a mechanism are JavaScript numbers. A ledger in doubles holds them as they are; a ledger in decimals
 * reads each as its shortest decimal, so that 0.1 means one tenth, and moves it without rounding.
 *
 * | part       | default    | meaning                                                                       |
 * | ---------- | ---------- | ----------------------------------------------------------------------------- |
 * | arithmetic | `ieee()`   | the numbers of the holdings; `exact` for a ledger that loses nothing          |
 * | quantityOf | of the two | reads a quantity of a mechanism; in doubles it is what it was                 |
 * | numbersOf  | of the two | shows a row of holdings in JavaScript numbers; in doubles the very row        |
 * | summation  | `neumaier` | how welfare, and row sums of values in `complementary_bundle`, are added      |
 *
 * Laws
 *   L1 faithful reading  reading a number into doubles and showing it again gives the same number
 *
 * @module
 */
import { type Arithmetic, defaultSummation, ieee, type Summation } from '../core/arithmetic.js'

/**
 * Says how a ledger counts.
 *
 * @category model
 * @since 0.1.0
 */
export interface Accounting<N> {
  readonly arithmetic: Arithmetic<N>
  readonly summation: Summation
  /** Reads a finite quantity by its shortest decimal. */
  readonly quantityOf: (quantity: number) => N
  /** Shows a row of holdings in JavaScript numbers. */
  readonly numbersOf: (row: ReadonlyArray<N>) => ReadonlyArray<number>
}

/**
 * Counts in JavaScript numbers, adding utilities by the named rule.
 *
 * @category constructors
 * @since 0.1.0
 */
export const inDoubles = (summation: Summation = defaultSummation): Accounting<number> => ({
  arithmetic: ieee(summation),
  summation,
  // Minus zero has the decimal of zero.
  quantityOf: (quantity) => quantity + 0,
  numbersOf: (row) => row,
})

/**
 * Counts in the given arithmetic, `exact` for instance; utilities stay JavaScript numbers.
 *
 * @category constructors
 * @since 0.1.0
 */
export const accountingIn = <N>(
  arithmetic: Arithmetic<N>,
  summation: Summation = defaultSummation,
): Accounting<N> => ({
  arithmetic,
  summation,
  quantityOf: (quantity) => arithmetic.fromDecimal(String(quantity)),
  numbersOf: (row) => row.map(arithmetic.toNumber),
})

/**
 * Reads a finite JavaScript number into the arithmetic by its shortest decimal.
 *
 * @category operations
 * @since 0.1.0
 */
export const quantityIn = <N>(accounting: Accounting<N>, quantity: number): N =>
  accounting.quantityOf(quantity)
