/**
 * Layout: whether a text is written as the recorder writes it.
 *
 * The same data can be written in many ways, but a recorder has one. Where a text departs from it somebody edited the
 * file, even if every value survived: two lines were exchanged, an indentation moved, a key was repeated. Number tokens
 * are taken as they stand (`0.0` and `0` are both numbers), since their value is compared elsewhere.
 *
 * | layout     | lines      | separators   | members  | beyond ASCII |
 * | ---------- | ---------- | ------------ | -------- | ------------ |
 * | `document` | two spaces | `,` and `: ` | sorted   | escaped      |
 * | `trace`    | one line   | `, ` and `: `| as given | as it is     |
 * | `manifest` | one line   | `, ` and `: `| sorted   | escaped      |
 *
 * Laws
 *   L1 written     a text that the recorder wrote has no departure
 *
 * @module
 */
import type { Path } from '../core/failure.js'
import type { JsonSource } from '../core/json-source.js'
import { type Difference, difference } from './difference.js'

/**
 * Names the way in which a file of a run directory is written.
 *
 * @category model
 * @since 0.1.0
 */
export type Layout = 'document' | 'trace' | 'manifest'

type Quote = (text: string) => string

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const quoteAscii: Quote = (text) => {
  const quoted = JSON.stringify(text)
  return /[^ -~]/.test(quoted) ? quoted.replace(/[^ -~]/g, escapeUnit) : quoted
}

const leaf = (source: JsonSource, quote: Quote): string =>
  source._tag === 'Number'
    ? source.token
    : source._tag === 'Text'
      ? quote(source.text)
      : source._tag === 'Word'
        ? String(source.value)
        : ''

const onOneLine = (source: JsonSource, quote: Quote): string => {
  if (source._tag === 'Array') {
    return `[${source.elements.map((element) => onOneLine(element, quote)).join(', ')}]`
  }
  if (source._tag === 'Object') {
    const write = ([key, member]: readonly [string, JsonSource]): string =>
      `${quote(key)}: ${onOneLine(member, quote)}`
    return `{${source.members.map(write).join(', ')}}`
  }
  return leaf(source, quote)
}

const indented = (source: JsonSource, margin: string): string => {
  const inner = `${margin}  `
  const wrap = (open: string, parts: ReadonlyArray<string>, close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${margin}${close}`
  if (source._tag === 'Array') {
    const parts = source.elements.map((element) => indented(element, inner))
    return wrap('[', parts, ']')
  }
  if (source._tag === 'Object') {
    const parts = source.members.map(
      ([key, member]) => `${quoteAscii(key)}: ${indented(member, inner)}`,
    )
    return wrap('{', parts, '}')
  }
  return leaf(source, quoteAscii)
}

/**
 * Writes a read text as its recorder would, in the order of members and with the number tokens that it has; a document
 * ends in a newline, a row does not.
 *
 * @category operations
 * @since 0.1.0
 */
export const layOut = (layout: Layout, source: JsonSource): string =>
  layout === 'document'
    ? `${indented(source, '')}\n`
    : onOneLine(source, layout === 'trace' ? JSON.stringify : quoteAscii)

const AROUND = 24

const excerpt = (text: string, at: number): string =>
  text.slice(Math.max(0, at - AROUND), at + AROUND)

const firstDeparture = (a: string, b: string): number => {
  let at = 0
  while (at < a.length && a[at] === b[at]) at += 1
  return at
}

const pathOnLine = (source: JsonSource, line: number, path: Path): Path | null => {
  if (source.line === line && path.length > 0) return path
  const inner =
    source._tag === 'Object'
      ? source.members
      : source._tag === 'Array'
        ? source.elements.map((element, index) => [index, element] as const)
        : []
  for (const [step, value] of inner) {
    const found = pathOnLine(value, line, [...path, step])
    if (found !== null) return found
  }
  return null
}

/**
 * Finds where a text departs from the layout of its recorder: at most one difference, at the first such place.
 * `line` is the line on which the text begins.
 *
 * @category operations
 * @since 0.1.0
 */
export const layoutDifferences = (
  layout: Layout,
  file: string,
  line: number,
  text: string,
  source: JsonSource,
): ReadonlyArray<Difference> => {
  const right = layOut(layout, source)
  if (right === text) return []
  const at = firstDeparture(text, right)
  const below = text.slice(0, at).split('\n').length - 1
  const path = pathOnLine(source, 1 + below, []) ?? []
  return [difference('layout', file, line + below, path, excerpt(text, at), excerpt(right, at))]
}
