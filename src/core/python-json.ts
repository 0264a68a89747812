/**
 * PythonJson: the texts that Python's `json.dumps(value, sort_keys=True)` writes.
 *
 * Recorded run directories are hashed over these texts, so they have to be reproduced to the byte. They differ from
 * JavaScript's in the separators (`, ` and `: `), in escaping everything outside printable ASCII, in sorting keys by
 * code point and in the form of numbers (CPython: `json/encoder.py`; `float.__repr__`).
 *
 * | number            | JavaScript | Python  |
 * | ----------------- | ---------- | ------- |
 * | five, as a float  | `5`        | `5.0`   |
 * | negative zero     | `0`        | `-0.0`  |
 * | 10^16             | `1…0`      | `1e+16` |
 * | 10^-5             | `0.00001`  | `1e-05` |
 *
 * Laws
 *   L1 float      the text of a float reads back as that float
 *   L2 tokens     the compact text has the number tokens of the source, and its value
 *   L3 ascii      every text is printable ASCII, with line feeds in the indented form only
 *   L4 canonical  two sources that differ only in white space and order of members have one compact text
 *
 * @module
 */
import { type Either, left, map, right } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from './failure.js'
import { compareCodePoints, type Json, jsonOf } from './json.js'
import type { JsonSource } from './json-source.js'

const escapeUnit = (unit: string): string =>
  `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** `JSON.stringify` escapes quotes, backslashes and controls as Python does; the rest beyond ASCII is added here. */
const quote = (text: string): string => JSON.stringify(text).replace(/[^ -~]/g, escapeUnit)

const byKey = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
  compareCodePoints(a[0], b[0])

/**
 * Writes a read document as `json.dumps(value, sort_keys=True)` does in its default form: one line, `, ` between
 * members, `: ` after keys, non-ASCII escaped in lower case, keys sorted by code point. Number tokens are kept as
 * written, so `0.0` stays `0.0`.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonCompactJson = (source: JsonSource): string => {
  switch (source._tag) {
    case 'Object': {
      const members = [...source.members].sort(byKey)
      const write = ([key, member]: readonly [string, JsonSource]): string =>
        `${quote(key)}: ${pythonCompactJson(member)}`
      return `{${members.map(write).join(', ')}}`
    }
    case 'Array':
      return `[${source.elements.map(pythonCompactJson).join(', ')}]`
    case 'Number':
      return source.token
    case 'Text':
      return quote(source.text)
    case 'Word':
      return String(source.value)
  }
}

/**
 * Writes a float as Python's `repr` does: the shortest digits that read back, at least one decimal, an exponent of at
 * least two digits below 1e-4 and from 1e16 on. Fails with `NotFinite` for NaN and the infinities, which JSON lacks.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonFloatRepr = (x: number): Either<Failures<'NotFinite'>, string> => {
  if (!Number.isFinite(x)) return left([failure('NotFinite', [], x, 'a finite number')])
  if (Object.is(x, -0)) return right('-0.0')
  const magnitude = Math.abs(x)
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e16)) {
    return right(
      x
        .toExponential()
        .replace(/e([+-])(\d)$/, (_, sign: string, digit: string) => `e${sign}0${digit}`),
    )
  }
  return right(Number.isInteger(x) ? `${x}.0` : String(x))
}

const writeIndented = (value: Json, indent: string): string => {
  if (typeof value === 'string') return quote(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  const wrap = (open: string, parts: ReadonlyArray<string>, close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
  if (Array.isArray(value)) {
    return wrap(
      '[',
      value.map((element: Json) => writeIndented(element, inner)),
      ']',
    )
  }
  const members = Object.entries(value).sort(byKey)
  return wrap(
    '{',
    members.map(([key, member]) => `${quote(key)}: ${writeIndented(member, inner)}`),
    '}',
  )
}

/**
 * Writes a document as `json.dumps(value, sort_keys=True, indent=2)` does, with numbers in the shortest form of
 * JavaScript (an integer has no decimals, -0 is 0). Fails as `jsonOf` does.
 *
 * @category operations
 * @since 0.1.0
 */
export const pythonIndentedJson = (value: Json): Either<Failures<'NotJson'>, string> =>
  map((json: Json) => writeIndented(json, ''))(jsonOf(value))
