/**
 * JSON in text: the object that a model meant, inside what it said.
 *
 * If the whole text is a JSON object, that is it. Otherwise one pass from left to right counts braces, those inside
 * quotes too: a `{` at depth 0 starts a candidate, a `}` that brings the depth back to exactly 0 ends it, and the first
 * candidate that parses to an object is taken. The depth may fall below 0. The text is never edited before it is
 * parsed, and it is read in one pass whatever it holds.
 *
 * | text                                 | object                                                          |
 * | ------------------------------------ | --------------------------------------------------------------- |
 * | `{"a":1}`                            | the whole text                                                  |
 * | `Sure: {"a":1} and {"a":2}`          | the first                                                       |
 * | `{oops} {"a":1}`                     | the first that parses                                           |
 * | `{"a":"}"} {"b":1}`                  | none: the brace in quotes closes the first candidate too early  |
 * | `[1,2]`, `"x"`, `{"a":1`             | none                                                            |
 *
 * Numbers beyond the range of doubles and nesting beyond `DEEPEST_JSON` count as not JSON.
 *
 * Laws
 *   L1 total extraction  any text at all gives an object or the one failure
 *   L2 whole text        the text of an object, with white space around it, gives that object
 *   L3 first wins        text without braces before an object and anything after it do not matter
 *
 * @module
 */
import { type Either, isRight, left, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../core/failure.js'
import { type JsonRecord, jsonOf } from '../core/json.js'

/** What begins otherwise is no object; told beforehand, since a parser that fails is slow. */
const opensObject = /^[ \t\n\r]*\{/

const parseObject = (text: string): JsonRecord | null => {
  if (!opensObject.test(text)) return null
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    // `jsonOf` returns the value itself, which is an object and no array.
    return isRight(jsonOf(value)) ? (value as JsonRecord) : null
  } catch {
    return null
  }
}

const firstCandidate = (text: string): JsonRecord | null => {
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '{') {
      if (depth === 0) start = at
      depth += 1
    } else if (character === '}') {
      depth -= 1
      // The depth comes down to 0 only from 1, which it reached at `start`.
      const found = depth === 0 ? parseObject(text.slice(start, at + 1)) : null
      if (found !== null) return found
    }
  }
  return null
}

/**
 * Finds the JSON object in a text, by the rule in the header.
 *
 * @example
 * ```ts
 * import { jsonObjectInText } from 'edgeworth/exchange'
 *
 * jsonObjectInText('I take {"price": 90}, or {"price": 80}.') // => { _tag: 'Right', right: { price: 90 } }
 * jsonObjectInText('no deal')._tag // => 'Left'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const jsonObjectInText = (text: string): Either<Failures<'NoJsonObject'>, JsonRecord> => {
  const found = parseObject(text) ?? firstCandidate(text)
  return found === null
    ? left([failure('NoJsonObject', [], text, 'a JSON object in the text')])
    : right(found)
}
