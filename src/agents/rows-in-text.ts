/**
 * Rows in text: the settlement that a scripted reader finds in what another says.
 *
 * A reader that understands two forms and no more: the rows of the SETTLEMENT section, and sentences of the form
 * `a1 gives 2 r1 to a3`. What is said in any other form it does not understand, however clear it is to people. That is
 * what makes the price of a phrasing measurable.
 *
 * | text                                                  | read as                                     |
 * | ----------------------------------------------------- | ------------------------------------------- |
 * | a SETTLEMENT section that says something, all rows    | `Rows`                                      |
 * | a SETTLEMENT section with a line that is no row       | `Unreadable`                                |
 * | two SETTLEMENT sections                               | `Unreadable`                                |
 * | no settlement; sentences of the form                  | `Rows`                                      |
 * | sentences of the form that name what does not exist   | `Unreadable`                                |
 * | anything else                                         | `NoRows`                                    |
 *
 * Laws
 *   L1 canonical rows    the rows of an envelope are read as the transfers that they were written from
 *   L2 sentences read    sentences of the form are read as the transfers that they say
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { type Failure, renderFailure } from '../core/failure.js'
import { hasSection, saysSomething, sectionOf } from '../exchange/public-action.js'
import { readSettlementRows } from '../exchange/public-action-text.js'
import type { MarketShape } from '../settlement/market-shape.js'
import { makeTransfer, type Transfer } from '../settlement/transfer.js'

/**
 * Is what a reader found.
 *
 * @category model
 * @since 0.1.0
 */
export type FoundRows =
  | { readonly _tag: 'Rows'; readonly transfers: ReadonlyArray<Transfer> }
  | { readonly _tag: 'NoRows' }
  | { readonly _tag: 'Unreadable'; readonly reason: string }

const unreadable = (failures: ReadonlyArray<Failure>): FoundRows => ({
  _tag: 'Unreadable',
  reason: failures.map(renderFailure).join('; '),
})

const sentence = /\ba(\d+)\s+gives\s+(\d+(?:\.\d+)?)\s+r(\d+)\s+to\s+a(\d+)\b/gi

const sentencesIn = (market: MarketShape, text: string): FoundRows => {
  const transfers: Array<Transfer> = []
  for (const [, from, quantity, good, to] of text.matchAll(sentence)) {
    const row = makeTransfer(market)({
      from: Number(from),
      to: Number(to),
      resource: `r${good}`,
      quantity: Number(quantity),
    })
    if (isLeft(row)) return unreadable(row.left)
    transfers.push(row.right)
  }
  return transfers.length === 0 ? { _tag: 'NoRows' } : { _tag: 'Rows', transfers }
}

/**
 * Reads the settlement in a text.
 *
 * @category operations
 * @since 0.1.0
 */
export const rowsInText = (market: MarketShape, text: string): FoundRows => {
  if (!hasSection(text, 'SETTLEMENT') || !saysSomething(text, 'SETTLEMENT')) {
    return sentencesIn(market, text)
  }
  if (text.match(/^[ \t]*SETTLEMENT\s*:/gim)?.length !== 1) {
    return { _tag: 'Unreadable', reason: 'more than one settlement' }
  }
  const rows = readSettlementRows(market)(sectionOf(text, 'SETTLEMENT'))
  return isLeft(rows) ? unreadable(rows.left) : { _tag: 'Rows', transfers: rows.right }
}

/**
 * Tells whether a response accepts in the words in which scripted agents accept: its message, or the whole text without
 * one, says `I ACCEPT` in capitals and does not say `I DECLINE`.
 *
 * @category operations
 * @since 0.1.0
 */
export const saysAccept = (text: string): boolean => {
  const said = hasSection(text, 'MESSAGE') ? sectionOf(text, 'MESSAGE') : text
  return /\bI ACCEPT\b/.test(said) && !/\bI DECLINE\b/.test(said)
}
