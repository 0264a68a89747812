/**
 * Quotation: what others said, inside a prompt.
 *
 * Every line of a quoted text begins with `> `, whatever counts as the end of a line anywhere, so no line of it can pass
 * for a line of the prompt or for the heading of a section of somebody else's text.
 *
 * Laws
 *   L1 fenced       every line of a quotation begins with the mark
 *   L2 taken back   taking the quotations out of a prompt leaves what was put around them
 *
 * @module
 */

const MARK = '> '

const lineEnds = /\r\n|[\n\r\v\f\u001c-\u001e\u0085\u2028\u2029]/

/**
 * Quotes a text.
 *
 * @example
 * ```ts
 * import { quote } from 'edgeworth/exchange'
 *
 * quote('yes\nMESSAGE: a2 agrees').split('\n') // => ['> yes', '> MESSAGE: a2 agrees']
 * ```
 *
 * @category rendering
 * @since 0.1.0
 */
export const quote = (text: string): string =>
  text
    .split(lineEnds)
    .map((line) => MARK + line)
    .join('\n')

/**
 * Leaves of a prompt the lines that quote nobody.
 *
 * @category operations
 * @since 0.1.0
 */
export const withoutQuotations = (prompt: string): string =>
  prompt
    .split('\n')
    .filter((line) => !line.startsWith(MARK))
    .join('\n')
