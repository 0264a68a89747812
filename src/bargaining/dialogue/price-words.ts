/**
 * PriceWords: prices as a language model reads them.
 *
 * Laws
 *   L1 read back  a whole number of cents, in words, is read back as the same price
 *
 * @module
 */

/**
 * Writes cents as an amount with two decimals, `80.05`; fractions of a cent, where prices are not rounded, are kept.
 *
 * @category rendering
 * @since 0.1.0
 */
export const amountInWords = (cents: number): string =>
  Number.isInteger(cents) ? (cents / 100).toFixed(2) : String(cents / 100)

/**
 * Writes a list of prices in order: `90.00, 85.50`; `none` for an empty one, `-` where nothing was offered.
 *
 * @category rendering
 * @since 0.1.0
 */
export const amountsInWords = (prices: ReadonlyArray<number | null>): string =>
  prices.length === 0
    ? 'none'
    : prices.map((price) => (price === null ? '-' : amountInWords(price))).join(', ')
