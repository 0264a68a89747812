/**
 * The text that Python gives to a JSON value.
 *
 * Recorded mechanisms and institutions went through `str`: the number 5 became the text `5`, a missing value `None`, a
 * list `[1, 'a']`. Identifiers are compared and labels are shown in that form, so the ledger writes it too. A number
 * that JavaScript holds as an integer is written as one: the difference between the tokens `5` and `5.0` is not kept.
 *
 * Laws
 *   L1 text of text        a string is its own text
 *   L2 integer round trip  an integer below 2^53 is read back from its own text
 *   L3 float round trip    a finite number is read back by `Number` from its own text
 *
 * @module
 */
import { match } from 'fp-ts/lib/Either.js'
import type { Json } from '../core/json.js'
import { pythonFloatRepr } from '../core/python-json.js'

const pythonNumber = (x: number): string =>
  Number.isSafeInteger(x)
    ? String(x)
    : match(
        () => String(x),
        (text: string) => text,
      )(pythonFloatRepr(x))

const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0')

const escapeUnit = (character: string): string => {
  const code = character.codePointAt(0) ?? 0
  if (character === '\\') return '\\\\'
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  if (character === ' ' || !/[\p{C}\p{Z}]/u.test(character)) return character
  if (code <= 0xff) return `\\x${hex(code, 2)}`
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

const pythonQuoted = (text: string): string => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'"
  const body = Array.from(text, (character) =>
    character === quote ? `\\${character}` : escapeUnit(character),
  )
  return `${quote}${body.join('')}${quote}`
}

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

const pythonRepresentation = (value: Json): string => {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return pythonNumber(value)
  if (typeof value === 'string') return pythonQuoted(value)
  if (isList(value)) return `[${value.map(pythonRepresentation).join(', ')}]`
  const members = Object.entries(value).map(
    ([key, member]) => `${pythonQuoted(key)}: ${pythonRepresentation(member)}`,
  )
  return `{${members.join(', ')}}`
}

/**
 * Writes a JSON value as Python's `str` does: strings as they are, everything else as a Python literal.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonText = (value: Json): string =>
  typeof value === 'string' ? value : pythonRepresentation(value)

/**
 * Reads a JSON value as Python's `int` does: numbers are cut to their integer part, booleans are 0 and 1, strings must
 * spell an integer. Gives `null` for anything else.
 *
 * @category operations
 * @since 0.1.0
 */
export const readPythonInteger = (value: Json): number | null => {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return Number.isFinite(value) ? Math.trunc(value) : null
  if (typeof value !== 'string') return null
  const text = value.trim()
  return /^[+-]?\d+(?:_\d+)*$/.test(text) ? Number(text.replaceAll('_', '')) : null
}

/**
 * Reads text as Python's `float` does: a decimal literal, with white space around it and `_` between digits. Gives
 * `null` for anything else and for what is not finite.
 *
 * @category operations
 * @since 0.1.0
 */
export const readPythonFloat = (source: string): number | null => {
  const text = source.trim()
  const digits = '\\d+(?:_\\d+)*'
  const literal = new RegExp(
    `^[+-]?(?:${digits}(?:\\.(?:${digits})?)?|\\.${digits})(?:[eE][+-]?${digits})?$`,
  )
  if (!literal.test(text)) return null
  const value = Number(text.replaceAll('_', ''))
  return Number.isFinite(value) ? value : null
}

/**
 * Tells whether Python takes a JSON value for true: all but null, false, 0 and what is empty.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonTruth = (value: Json): boolean => {
  if (value === null || typeof value === 'boolean') return value === true
  if (typeof value === 'number') return value !== 0
  // A text has a key for each of its letters, and a list for each of its items.
  return Object.keys(value).length > 0
}
