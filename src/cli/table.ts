/**
 * Tables: the same rows as aligned text, CSV (RFC 4180), Markdown or JSON lines.
 *
 * Laws
 *   L1 round-trip  a CSV written here and read by an RFC 4180 reader gives the same cells
 *   L2 rectangle   every line of a text table has the same width
 *
 * @module
 */
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Arguments } from './arguments.js'

/**
 * Is one cell of a table: a number is written in full precision, `null` as nothing.
 *
 * @category model
 * @since 0.1.0
 */
export type Cell = string | number | null

/**
 * Is a header and rows of equal length.
 *
 * @category model
 * @since 0.1.0
 */
export interface Table {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<Cell>>
}

const textOf = (cell: Cell): string => (cell === null ? '' : String(cell))

const csvCell = (cell: Cell): string => {
  const text = textOf(cell)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * Writes a table as CSV with CRLF line ends.
 *
 * @category rendering
 * @since 0.1.0
 */
export const tableToCsv = (table: Table): string =>
  [table.header, ...table.rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')

const markdownCell = (cell: Cell): string =>
  textOf(cell).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll(/\r?\n/g, ' ')

/**
 * Writes a table as a Markdown table; numbers stand to the right.
 *
 * @category rendering
 * @since 0.1.0
 */
export const tableToMarkdown = (table: Table): string => {
  const line = (cells: ReadonlyArray<string>): string => `| ${cells.join(' | ')} |\n`
  const rule = table.header.map((_, column) =>
    table.rows.some((row) => typeof row[column] === 'number') ? '---:' : '---',
  )
  return [table.header.map(markdownCell), rule, ...table.rows.map((row) => row.map(markdownCell))]
    .map(line)
    .join('')
}

const shortNumber = (cell: Cell): string =>
  typeof cell === 'number' && !Number.isInteger(cell) ? cell.toFixed(4) : textOf(cell)

/**
 * Writes a table as aligned text, numbers to four decimals.
 *
 * @category rendering
 * @since 0.1.0
 */
export const tableToText = (table: Table): string => {
  const cells = [table.header, ...table.rows].map((row) => row.map(shortNumber))
  const widths = table.header.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  )
  const numeric = table.header.map((_, column) =>
    table.rows.some((row) => typeof row[column] === 'number'),
  )
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((text, column) =>
        numeric[column] === true
          ? text.padStart(widths[column] ?? 0)
          : text.padEnd(widths[column] ?? 0),
      )
      .join('  ')
  const [header = [], ...rows] = cells
  const rule = widths.map((width) => '-'.repeat(width))
  return [header, rule, ...rows].map((row) => `${line(row)}\n`).join('')
}

/**
 * Turns each row into a record keyed by the header.
 *
 * @category operations
 * @since 0.1.0
 */
export const tableToRecords = (table: Table): ReadonlyArray<Readonly<Record<string, Cell>>> =>
  table.rows.map((row) =>
    Object.fromEntries(table.header.map((name, column) => [name, row[column] ?? null])),
  )

/**
 * Lists the switches of the formats that stand beside aligned text.
 *
 * @category model
 * @since 0.1.0
 */
export const formatSwitches = { json: 'switch', csv: 'switch', md: 'switch' } as const

/**
 * Names how a table is printed.
 *
 * @category model
 * @since 0.1.0
 */
export type TableFormat = 'text' | keyof typeof formatSwitches

/**
 * Reads which format was asked for; a mistake is one line of text.
 *
 * @category constructors
 * @since 0.1.0
 */
export const chosenFormat = ({ given }: Arguments): Either<string, TableFormat> => {
  const [first = 'text', second] = (['json', 'csv', 'md'] as const).filter(given)
  return second === undefined ? right(first) : left('choose one of --json, --csv and --md')
}

/**
 * Writes a table in a format. JSON is written of the records themselves, `text` may be longer than the table.
 *
 * @category rendering
 * @since 0.1.0
 */
export const inFormat = (
  format: TableFormat,
  table: Table,
  { json, text = tableToText }: FormatWriters,
): string => {
  switch (format) {
    case 'json':
      return json()
    case 'csv':
      return tableToCsv(table)
    case 'md':
      return tableToMarkdown(table)
    case 'text':
      return text(table)
  }
}

/**
 * Writes what a table alone does not tell.
 *
 * @category model
 * @since 0.1.0
 */
export interface FormatWriters {
  readonly json: () => string
  readonly text?: (table: Table) => string
}
