/**
 * Public action: the envelope in which agents speak in public, seven sections under fixed headings.
 *
 * A heading is followed by a colon, in any case of letters. A section starts at the first place where its heading stands,
 * wherever that is; white space after the colon is skipped, and the section ends before a line that starts with another
 * heading, or with the text. So an empty section swallows the one after it: that is how the recordings read it, and a
 * text in the recorded form never leaves a section empty, it says `none`.
 *
 * | section               | says                                              |
 * | --------------------- | ------------------------------------------------- |
 * | `ADDRESSEES`          | who is spoken to                                  |
 * | `MESSAGE`             | what is said                                      |
 * | `RESPONSE REQUEST`    | who is asked to answer, and what                  |
 * | `SETTLEMENT`          | the rows to transfer                              |
 * | `CONSENT CONDITIONS`  | who has to consent to what                        |
 * | `PUBLIC STATE UPDATE` | the rules to write down                           |
 * | `NO-TRANSFER FALLBACK`| what holds when nothing is transferred            |
 *
 * Laws
 *   L1 section read     a section of a text in the recorded form is read back, without white space around it
 *   L2 none folded      back-ticks, white space and dots do not change whether a section is none
 *
 * @module
 */

/**
 * Lists the headings of a public action, in the order in which an envelope has them.
 *
 * @category model
 * @since 0.1.0
 */
export const publicActionHeadings = [
  'ADDRESSEES',
  'MESSAGE',
  'RESPONSE REQUEST',
  'SETTLEMENT',
  'CONSENT CONDITIONS',
  'PUBLIC STATE UPDATE',
  'NO-TRANSFER FALLBACK',
] as const

/**
 * Is the heading of a section.
 *
 * @category model
 * @since 0.1.0
 */
export type PublicActionHeading = (typeof publicActionHeadings)[number]

const anyHeading = `(?:${publicActionHeadings.join('|')})\\s*:`
const nextHeading = new RegExp(`\\n[ \\t]*${anyHeading}`, 'i')

const patterns: ReadonlyMap<PublicActionHeading, readonly [anywhere: RegExp, atLineStart: RegExp]> =
  new Map(
    publicActionHeadings.map((heading) => [
      heading,
      [new RegExp(`${heading}\\s*:\\s*`, 'i'), new RegExp(`^[ \\t]*${heading}\\s*:`, 'im')],
    ]),
  )

/**
 * Finds the first and the last place (exclusive) of a section without the white space around it; `null` where its heading
 * is nowhere.
 *
 * @category operations
 * @since 0.1.0
 */
export const sectionSpan = (
  text: string,
  heading: PublicActionHeading,
): readonly [start: number, end: number] | null => {
  const found = patterns.get(heading)?.[0].exec(text)
  if (found === null || found === undefined) return null
  const start = found.index + found[0].length
  const rest = text.slice(start)
  const section = rest.slice(0, nextHeading.exec(rest)?.index ?? rest.length)
  return [start, start + section.trimEnd().length]
}

/**
 * Reads a section, trimmed; the empty text where its heading is nowhere.
 *
 * @category operations
 * @since 0.1.0
 */
export const sectionOf = (text: string, heading: PublicActionHeading): string => {
  const span = sectionSpan(text, heading)
  return span === null ? '' : text.slice(...span)
}

/**
 * Tells whether a heading starts a line of the text.
 *
 * @category operations
 * @since 0.1.0
 */
export const hasSection = (text: string, heading: PublicActionHeading): boolean =>
  patterns.get(heading)?.[1].test(text) ?? false

const noneValues: ReadonlySet<string> = new Set([
  '',
  'none',
  'no public state update',
  'no update',
  'no response request',
  'no response requested',
  'no request',
  'not requested',
  'n/a',
])

const isSpaceOrDot = (letter: string | undefined): boolean =>
  letter !== undefined && /[\s.]/.test(letter)

/** Cuts white space and dots off both ends, in one pass: a pattern for it takes quadratic time on dots within. */
const withoutEnds = (text: string): string => {
  let start = 0
  let end = text.length
  while (start < end && isSpaceOrDot(text[start])) start += 1
  while (end > start && isSpaceOrDot(text[end - 1])) end -= 1
  return text.slice(start, end)
}

/**
 * Tells whether a section says that there is nothing to say.
 *
 * @category operations
 * @since 0.1.0
 */
export const isNoneSection = (section: string): boolean =>
  noneValues.has(withoutEnds(section.replaceAll('`', ' ').replace(/\s+/g, ' ')).toLowerCase())

/**
 * Tells whether a text has a section that says something.
 *
 * @category operations
 * @since 0.1.0
 */
export const saysSomething = (text: string, heading: PublicActionHeading): boolean =>
  !isNoneSection(sectionOf(text, heading))
