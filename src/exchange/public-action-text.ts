/**
 * Public action text: the envelope written, and its settlement rows written and read.
 *
 * An envelope that is written here has all seven sections, and one that has nothing to say says `none`. A settlement row
 * is `from | to | good | quantity | consent`: agents by name, the good by position or by its own name, the quantity in
 * units; whatever stands behind the quantity is not read.
 *
 * | section              | default                          |
 * | -------------------- | -------------------------------- |
 * | every one but MESSAGE | `none`                          |
 * | MESSAGE              | none: the caller says it         |
 *
 * Laws
 *   L1 written section   every section of a written envelope is read back, if what it says is one line without a heading
 *   L2 rows read back    written rows are read as the transfers that they were written from
 *   L3 none is no row    a section that says none has no rows
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { below, type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import type { MarketShape } from '../settlement/market-shape.js'
import { makeTransfer, type Transfer, type TransferFailure } from '../settlement/transfer.js'
import { readAgent, readQuantity, readResource } from './mechanism-fields.js'
import { isNoneSection, type PublicActionHeading, publicActionHeadings } from './public-action.js'

/**
 * Holds what the sections of a public action say; an absent one says `none`.
 *
 * @category model
 * @since 0.1.0
 */
export type PublicActionParts = Readonly<Partial<Record<PublicActionHeading, string>>>

/**
 * Names what can be wrong with a settlement row.
 *
 * @category failures
 * @since 0.1.0
 */
export type SettlementRowFailure = TransferFailure | 'NotARow'

const orNone = (said: string | undefined): string =>
  said === undefined || said.trim() === '' ? 'none' : said.trim()

/**
 * Writes a public action: the words `PUBLIC ACTION`, then every heading on a line of its own with what it says below.
 *
 * @example
 * ```ts
 * import { sectionOf, writePublicAction } from 'edgeworth/exchange'
 *
 * const text = writePublicAction({ MESSAGE: 'I hold r1.', ADDRESSEES: 'a2' })
 * sectionOf(text, 'ADDRESSEES') // => 'a2'
 * sectionOf(text, 'SETTLEMENT') // => 'none'
 * ```
 *
 * @category constructors
 * @since 0.1.0
 */
export const writePublicAction = (parts: PublicActionParts): string =>
  [
    'PUBLIC ACTION',
    ...publicActionHeadings.map((heading) => `${heading}:\n${orNone(parts[heading])}`),
  ].join('\n')

/**
 * Writes transfers as settlement rows, one a line; `none` without any.
 *
 * @category rendering
 * @since 0.1.0
 */
export const writeSettlementRows = (transfers: ReadonlyArray<Transfer>): string =>
  transfers.length === 0
    ? 'none'
    : transfers
        .map(
          ({ from, to, resource, quantity }) =>
            `a${from} | a${to} | ${resource} | ${quantity} | consent`,
        )
        .join('\n')

type RowFailures = Failures<SettlementRowFailure>

const readRow =
  (market: MarketShape) =>
  (line: string): Either<RowFailures, Transfer> => {
    const [from = '', to = '', resource = '', quantity = ''] = line
      .split('|')
      .map((cell) => cell.trim())
    const read = {
      from: readAgent('strict', from),
      to: readAgent('strict', to),
      resource: readResource('strict', resource, market.resourceNames),
      quantity: readQuantity('strict', quantity),
    }
    if (Object.values(read).includes(null)) {
      return left([failure('NotARow', [], line, 'from | to | good | quantity')])
    }
    return makeTransfer(market)({
      from: read.from ?? 0,
      to: read.to ?? 0,
      resource: read.resource ?? '',
      quantity: read.quantity ?? 0,
    })
  }

/**
 * Reads the rows of a settlement section, in order, or reports every line that is none; paths begin with the line's
 * index. Blank lines are passed over.
 *
 * @category operations
 * @since 0.1.0
 */
export const readSettlementRows =
  (market: MarketShape) =>
  (section: string): Either<RowFailures, ReadonlyArray<Transfer>> => {
    if (isNoneSection(section)) return right([])
    const found: Array<Failure<SettlementRowFailure>> = []
    const transfers: Array<Transfer> = []
    for (const [index, line] of section.split('\n').entries()) {
      if (line.trim() === '') continue
      const row = readRow(market)(line)
      if (isLeft(row)) found.push(...below([index], row.left))
      else transfers.push(row.right)
    }
    const failures = nonEmpty(found)
    return failures === null ? right(transfers) : left(failures)
  }
