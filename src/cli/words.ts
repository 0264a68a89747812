/**
 * Words: counts with their nouns, and failures of files, as a reader at a terminal expects them.
 *
 * @module
 */
import { type Failure, renderFailure } from '../core/failure.js'

/**
 * Counts things: `1 finding`, `2 findings`.
 *
 * @category rendering
 * @since 0.1.0
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`

/** What is said of a file or an option in a failure: what went wrong with it, else what it is not. */
const sayings: Readonly<Record<string, (value: string | null, expected: string) => string>> = {
  NotRead: (value, expected) =>
    value === null ? `not there; expected ${expected}` : `cannot be read: ${value}`,
  NotWritten: (value, expected) => `cannot be written: ${value ?? expected}`,
  AlreadyThere: (value) => (value === null ? 'is there already' : `${value} works on this sweep`),
  OtherPlan: (_value, expected) => `not ${expected}`,
  OtherCase: (_value, expected) => `not ${expected}`,
  NotSubmitted: (_value, expected) => `not ${expected}`,
  NoParticipant: (value, expected) => `${JSON.stringify(value)} is not ${expected}`,
}

/**
 * Says what failed, in one line: of a file what is wrong with it, of anything else where it stands and what was expected.
 *
 * @category rendering
 * @since 0.1.0
 */
export const failureInWords = (found: Failure): string => {
  const { _tag, path, value, expected } = found
  const say = Object.hasOwn(sayings, _tag) ? sayings[_tag] : undefined
  if (say === undefined || (value !== null && typeof value !== 'string')) {
    return renderFailure(found)
  }
  return `${path.join('/')}: ${say(value, expected)}`
}

/**
 * Says what failed, on one line.
 *
 * @category rendering
 * @since 0.1.0
 */
export const failuresInWords = (failures: ReadonlyArray<Failure>): string =>
  failures.map(failureInWords).join('; ')
