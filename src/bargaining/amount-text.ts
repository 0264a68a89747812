/**
 * AmountText: reading one number, price or quantity out of a text that should hold nothing else.
 *
 * `3.350` is 3.35 or 3350, depending on whose text it is. So the decimal mark is declared, and where it is not, only
 * what can be read in one way is read. A range is no price, nor is a scaled (80k), negative or foreign one. What has
 * more than two decimals is refused unless a rounding is named. Nothing is stripped from a text to make it fit.
 *
 * | text          | mark `dot`            | mark `comma`          | `undeclared`        |
 * | ------------- | --------------------- | --------------------- | ------------------- |
 * | `3.350`       | 3.35                  | 3350                  | ambiguous           |
 * | `0.123`       | 0.123                 | conflicting           | 0.123               |
 * | `1.127,54`    | conflicting           | 1127.54               | 1127.54             |
 * | `4,234.35`    | 4234.35               | conflicting           | 4234.35             |
 * | `1.234.123`   | conflicting           | 1234123               | 1234123             |
 * | `,89`         | conflicting           | 0.89                  | ambiguous           |
 *
 * Laws
 *   L1 total       every text gives a reading or a reason; nothing throws
 *   L2 declared    a number written with a mark and thousands separators is read as that number under that mark
 *   L3 agreement   what is read undeclared is read alike under the mark that fits it
 *   L4 refusal     no text that holds a sign below zero, a range, a scale or a foreign currency gives a price
 *
 * @module
 */

import { isLeft } from 'fp-ts/lib/Either.js'
import { type CentsRounding, centsOf } from '../core/money.js'

/**
 * Names the decimal mark that a text is declared to use.
 *
 * @category model
 * @since 0.1.0
 */
export type DecimalMark = 'dot' | 'comma' | 'undeclared'

/**
 * Names why a text is not an amount.
 *
 * @category model
 * @since 0.1.0
 */
export type AmountDefect =
  | 'not_a_number'
  | 'ambiguous_number'
  | 'conflicting_separators'
  | 'ambiguous_range'
  | 'negative'
  | 'scaled'
  | 'wrong_currency'
  | 'unknown_unit'
  | 'too_precise'
  | 'too_large'
  | 'fractional'

/**
 * Declares how amounts are written. `currency` lists the symbols, codes and words that may stand beside a price
 * (compared without case); any other currency is refused, and an empty list refuses all.
 *
 * @category model
 * @since 0.1.0
 */
export interface AmountOptions {
  readonly decimalMark: DecimalMark
  readonly currency: ReadonlyArray<string>
  readonly rounding?: CentsRounding | undefined
}

/**
 * Gives a number as a decimal literal, or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type DecimalReading =
  | { readonly _tag: 'Decimal'; readonly literal: string }
  | { readonly _tag: 'Unreadable'; readonly reason: AmountDefect }

/**
 * Gives an amount (of cents, or of units), or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type AmountReading =
  | { readonly _tag: 'Amount'; readonly amount: number }
  | { readonly _tag: 'Unreadable'; readonly reason: AmountDefect }

/**
 * Declares prices in dollars with a decimal point.
 *
 * @category constructors
 * @since 0.1.0
 */
export const dollars: AmountOptions = {
  decimalMark: 'dot',
  currency: ['$', 'USD', 'US$', 'dollar', 'dollars'],
}

/**
 * Declares prices in euros with a decimal comma.
 *
 * @category constructors
 * @since 0.1.0
 */
export const euros: AmountOptions = {
  decimalMark: 'comma',
  currency: ['€', 'EUR', 'euro', 'euros'],
}

const unreadable = (
  reason: AmountDefect,
): { readonly _tag: 'Unreadable'; readonly reason: AmountDefect } => ({
  _tag: 'Unreadable',
  reason,
})

const decimal = (whole: string, fraction: string): DecimalReading => ({
  _tag: 'Decimal',
  literal: fraction === '' ? whole : `${whole === '' ? '0' : whole}.${fraction}`,
})

const GROUPED = /^[1-9][0-9]{0,2}(?:[.,][0-9]{3})+$/
const DIGITS_AND_MARKS = /^[0-9.,]+$/

const isGrouped = (text: string): boolean => GROUPED.test(text)

/** A number in which one kind of separator stands once: a decimal mark, a thousands separator, or either. */
const readSingle = (mark: DecimalMark, text: string, separator: '.' | ','): DecimalReading => {
  const [whole = '', fraction = ''] = text.split(separator)
  if (fraction === '') return unreadable('not_a_number')
  const own = separator === '.' ? 'dot' : 'comma'
  if (mark === own) return decimal(whole, fraction)
  const grouped = isGrouped(text)
  if (mark === 'undeclared') {
    return grouped || whole === '' ? unreadable('ambiguous_number') : decimal(whole, fraction)
  }
  return grouped ? decimal(whole + fraction, '') : unreadable('conflicting_separators')
}

/** A number in which one kind of separator stands more than once: it can only separate thousands. */
const readRepeated = (mark: DecimalMark, text: string, separator: '.' | ','): DecimalReading => {
  if (!isGrouped(text)) return unreadable('not_a_number')
  if (mark === (separator === '.' ? 'dot' : 'comma')) return unreadable('conflicting_separators')
  return decimal(text.split(separator).join(''), '')
}

/** A number with both separators: the last one is the decimal mark. */
const readBoth = (mark: DecimalMark, text: string): DecimalReading => {
  const separator = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ','
  const place = text.lastIndexOf(separator)
  const [whole, fraction] = [text.slice(0, place), text.slice(place + 1)]
  if (fraction === '' || whole.includes(separator) || !isGrouped(whole)) {
    return unreadable('conflicting_separators')
  }
  const own = separator === '.' ? 'dot' : 'comma'
  if (mark !== 'undeclared' && mark !== own) return unreadable('conflicting_separators')
  return decimal(whole.split(separator === '.' ? ',' : '.').join(''), fraction)
}

/**
 * Reads a number of digits and separators, without sign, currency or spaces, under a declared decimal mark.
 *
 * @category operations
 * @since 0.1.0
 */
export const readDecimal =
  (mark: DecimalMark) =>
  (text: string): DecimalReading => {
    if (!DIGITS_AND_MARKS.test(text) || !/[0-9]/.test(text)) return unreadable('not_a_number')
    const dots = text.split('.').length - 1
    const commas = text.split(',').length - 1
    if (dots > 0 && commas > 0) return readBoth(mark, text)
    const separator = dots > 0 ? '.' : ','
    const count = dots + commas
    if (count === 0) return decimal(text, '')
    return count === 1 ? readSingle(mark, text, separator) : readRepeated(mark, text, separator)
  }

const SIGN = '[-\\u2212\\u2013+]'
const NUMBER = '[0-9.,]*[0-9]'
const CURRENCY = '\\p{Sc}|[A-Za-z]{1,3}\\p{Sc}|[A-Za-z]{3}(?![A-Za-z])'
const AMOUNT = new RegExp(
  `^(?<sign>${SIGN})?\\s?(?<before>${CURRENCY})?\\s?(?<inner>${SIGN})?(?<number>${NUMBER})\\s?(?<after>%|\\p{Sc}|[A-Za-z]{1,12})?$`,
  'u',
)
const BETWEEN = /[-\u2010-\u2015\u2212~/]|\.\.+|\u2026|\b(?:to|or|and|through|until)\b/u
const END_OF_RANGE = /^[^0-9]{0,6}[0-9][0-9.,]*[^0-9]{0,12}$/u

/** Two amounts with a sign or word of choice between them. */
const isRange = (text: string): boolean => {
  const ends = text.split(BETWEEN).filter((end) => end.trim() !== '')
  return ends.length === 2 && ends.every((end) => END_OF_RANGE.test(end))
}

const scales = new Set([
  'k',
  'm',
  'mm',
  'mn',
  'b',
  'bn',
  'hundred',
  'thousand',
  'million',
  'billion',
  'grand',
  'dozen',
  'cent',
  'cents',
  'c',
])

/** Why the unit beside a number is not one of the declared currency, or `null` where it is. */
const unitDefect = (options: AmountOptions, unit: string): AmountDefect | null => {
  const known = options.currency.some((name) => name.toLowerCase() === unit.toLowerCase())
  if (known) return null
  if (scales.has(unit.toLowerCase())) return 'scaled'
  return /\p{Sc}|^[A-Z]{3}$/u.test(unit) ? 'wrong_currency' : 'unknown_unit'
}

const moneyDefects = {
  NotMoney: 'not_a_number',
  TooPrecise: 'too_precise',
  OutOfRange: 'too_large',
} as const

/** The longest text that can be an amount. */
const LONGEST_AMOUNT = 80

/**
 * Reads a text as one price in cents: perhaps a currency, a number, perhaps a unit, and nothing else.
 *
 * @category operations
 * @since 0.1.0
 */
export const readPrice =
  (options: AmountOptions) =>
  (text: string): AmountReading => {
    const trimmed = text.trim()
    if (trimmed.length > LONGEST_AMOUNT) return unreadable('not_a_number')
    const parts = AMOUNT.exec(trimmed)?.groups
    if (parts === undefined)
      return unreadable(isRange(trimmed) ? 'ambiguous_range' : 'not_a_number')
    const { sign, before, inner, number = '', after } = parts
    for (const unit of [before, after]) {
      const defect = unit === undefined ? null : unitDefect(options, unit)
      if (defect !== null) return unreadable(defect)
    }
    if (sign !== undefined && inner !== undefined) return unreadable('not_a_number')
    const read = readDecimal(options.decimalMark)(number)
    if (read._tag === 'Unreadable') return read
    const negative = (sign ?? inner ?? '+') !== '+'
    if (negative) return unreadable('negative')
    const cents = centsOf(options.rounding)(read.literal)
    return isLeft(cents)
      ? unreadable(moneyDefects[cents.left[0]._tag])
      : { _tag: 'Amount', amount: cents.right }
  }

/**
 * Reads a quantity of units from a number or a text. A fraction is read only where the units divide; a quantity below
 * zero is refused, never turned around.
 *
 * @category operations
 * @since 0.1.0
 */
export const readQuantity =
  (options: { readonly decimalMark: DecimalMark; readonly divisible: boolean }) =>
  (given: number | string): AmountReading => {
    const text = String(given).trim()
    const negative = /^[-\u2212\u2013]/u.test(text)
    // A number's own text always has a decimal point, whatever the prose around it uses.
    const mark = typeof given === 'number' ? 'dot' : options.decimalMark
    const read = readDecimal(mark)(negative ? text.slice(1) : text)
    if (read._tag === 'Unreadable') return read
    const amount = Number(read.literal)
    if (negative && amount > 0) return unreadable('negative')
    if (!options.divisible && !Number.isInteger(amount)) return unreadable('fractional')
    return Number.isFinite(amount) && amount <= Number.MAX_SAFE_INTEGER
      ? { _tag: 'Amount', amount }
      : unreadable('too_large')
  }
