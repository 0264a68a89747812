/**
 * Mechanism fields: how one field of a compiler's reply is read.
 *
 * Two readings. `strict` is the library's own: a number is a number, an agent is `2`, `"2"`, `"a2"` or `"agent 2"`, and
 * what is neither is refused. `recorded` reads what the recordings of the public benchmark read, quirks included, so
 * that a recorded run can be replayed.
 *
 * | field      | `strict`                                                  | `recorded`                                   |
 * | ---------- | --------------------------------------------------------- | -------------------------------------------- |
 * | agent      | integer, or text that is an agent's name or number        | also a boolean as 0 or 1; else the first     |
 * |            |                                                           | digits in its text                           |
 * | good       | integer, or text that is a good's name or number          | the same                                     |
 * | quantity   | number; text with a decimal, thousands grouped by commas  | number; text that Python's `float` reads     |
 * | confidence | number from 0 to 1, or text with one                      | any finite number, boolean or numeric text   |
 * | truth      | boolean                                                   | what Python takes for true                   |
 * | text       | text                                                      | the text Python's `str` gives                |
 *
 * Laws
 *   L1 strict is narrower  what `strict` reads as an agent, `recorded` reads as the same agent
 *   L2 no boolean numbers  neither reading takes a boolean for a quantity
 *
 * @module
 */
import type { Json } from '../core/json.js'
import { pythonText, pythonTruth, readPythonFloat } from '../settlement/python-text.js'

/**
 * Names how leniently a reply is read.
 *
 * @category model
 * @since 0.1.0
 */
export type Reading = 'strict' | 'recorded'

const firstDigits = (text: string): number | null => {
  const digits = /\d+/.exec(text)
  return digits === null ? null : Number(digits[0])
}

const strictNumber = (value: Json, name: RegExp): number | null => {
  if (typeof value === 'number') return Number.isInteger(value) ? value : null
  const digits = typeof value === 'string' ? name.exec(value)?.[1] : undefined
  return digits === undefined ? null : Number(digits)
}

const recordedNumber = (value: Json): number | null => {
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number' && Number.isInteger(value)) return value
  return firstDigits(pythonText(value))
}

/**
 * Reads the number of an agent, whether or not the market has it; `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readAgent = (reading: Reading, value: Json): number | null =>
  reading === 'strict'
    ? strictNumber(value, /^\s*(?:a|agent\s)?\s*(\d+)\s*$/i)
    : recordedNumber(value)

/**
 * Reads the name of a good: `r3` from a number, or a good's own name as it stands (strict); `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readResource = (
  reading: Reading,
  value: Json,
  names: ReadonlyArray<string>,
): string | null => {
  if (reading === 'strict' && typeof value === 'string' && names.includes(value)) return value
  const number =
    reading === 'strict'
      ? strictNumber(value, /^\s*(?:r|resource\s)?\s*(\d+)\s*$/i)
      : recordedNumber(value)
  return number === null ? null : `r${number}`
}

const GROUPED = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/
const PLAIN = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

const strictDecimal = (source: string): number | null => {
  const text = source.trim()
  if (PLAIN.test(text)) return Number(text)
  return GROUPED.test(text) ? Number(text.replaceAll(',', '')) : null
}

/**
 * Reads a quantity in units of a good; `null` where the value is no number. Whether it is positive and finite is for
 * the transfer to say.
 *
 * @category operations
 * @since 0.1.0
 */
export const readQuantity = (reading: Reading, value: Json): number | null => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return null
  return reading === 'strict' ? strictDecimal(value) : readPythonFloat(value)
}

/**
 * Reads a confidence; `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readConfidence = (reading: Reading, value: Json): number | null => {
  if (typeof value === 'boolean') return reading === 'strict' ? null : Number(value)
  const number = readQuantity(reading, value)
  if (number === null || !Number.isFinite(number)) return null
  return reading === 'strict' && (number < 0 || number > 1) ? null : number
}

/**
 * Reads a truth value; `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readTruth = (reading: Reading, value: Json): boolean | null => {
  if (reading === 'recorded') return pythonTruth(value)
  return typeof value === 'boolean' ? value : null
}

/**
 * Reads a text; `null` where there is none.
 *
 * @category operations
 * @since 0.1.0
 */
export const readWords = (reading: Reading, value: Json): string | null => {
  if (reading === 'recorded') return pythonText(value)
  return typeof value === 'string' ? value : null
}
