/**
 * Form slip: where the lines of a document stopped being those that its recorder wrote, even if they are no JSON any more.
 *
 * A document has two spaces of indentation for every open bracket, and the keys of an object in ascending order. When a
 * line was dropped or moved, a parser may stumble many lines later, or see an object that misses half of its members;
 * the first line that is out of form is where it happened.
 *
 * @module
 */
import { compareCodePoints } from '../core/json.js'
import { type ReadFailure, type ReadTag, readFailure } from './read-failure.js'

const INDENTATION = 2
const SHOWN = 60

const keyIn = (line: string): string | null => /^"((?:[^"\\]|\\.)*)":/.exec(line)?.[1] ?? null

/**
 * Finds the first line of a document that is out of form, as a failure with the given tag; nothing where all are in form.
 *
 * @category operations
 * @since 0.1.0
 */
export const formSlip = (tag: ReadTag, file: string, text: string): ReadonlyArray<ReadFailure> => {
  const slip = (index: number, line: string, expected: string): ReadonlyArray<ReadFailure> => [
    readFailure(tag, file, index + 1, [], line.trim().slice(0, SHOWN), expected),
  ]
  /** The last key at every open bracket, from the outermost inwards. */
  const keys: Array<string | null> = []
  for (const [index, line] of text.split('\n').entries()) {
    const body = line.trimStart()
    if (body === '') continue
    if (/^[}\]]/.test(body)) keys.pop()
    if (line.length - body.length !== INDENTATION * keys.length) {
      return slip(index, line, `a line indented by ${INDENTATION * keys.length}`)
    }
    const key = keyIn(body)
    const before = keys.at(-1)
    if (key !== null && keys.length > 0) {
      if (typeof before === 'string' && compareCodePoints(before, key) >= 0) {
        return slip(index, line, `a key after ${JSON.stringify(before)}`)
      }
      keys[keys.length - 1] = key
    }
    if (/[{[]$/.test(body)) keys.push(null)
  }
  return []
}
