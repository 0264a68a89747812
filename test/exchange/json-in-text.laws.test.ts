import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonRecord } from '../../src/core/json.js'
import { jsonObjectInText } from '../../src/exchange/json-in-text.js'

const pieces = fc
  .array(fc.constantFrom('{', '}', '"', '\\', 'a', ':', '1', ',', '[', ']', ' ', '{"a":1}'))
  .map((parts) => parts.join(''))

const object = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => {
  // As JSON holds it: without -0, and with every key its own.
  const json: JsonRecord = JSON.parse(JSON.stringify(value))
  return json
})

const withoutBraces = fc.string().filter((text) => !/[{}]/.test(text))

/** The rule once more, by trying every pair of braces whose inside balances from its start. */
const bruteForce = (text: string): unknown => {
  const parsed = (candidate: string): unknown => {
    try {
      const value: unknown = JSON.parse(candidate)
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
    } catch {
      return null
    }
  }
  const whole = parsed(text)
  if (whole !== null) return whole
  const depthAfter = (length: number): number =>
    [...text.slice(0, length)].reduce((d, c) => d + (c === '{' ? 1 : c === '}' ? -1 : 0), 0)
  const ends = Array.from(text, (_, at) => at).filter(
    (at) => text[at] === '}' && depthAfter(at + 1) === 0 && depthAfter(at) === 1,
  )
  let taken = 0
  for (const end of ends) {
    const starts = Array.from(text, (_, at) => at).filter(
      (at) => at >= taken && at < end && text[at] === '{' && depthAfter(at) === 0,
    )
    const start = starts.at(-1)
    if (start === undefined) continue
    const value = parsed(text.slice(start, end + 1))
    if (value !== null) return value
    taken = end + 1
  }
  return null
}

describe('laws of the JSON object in a text', () => {
  it('L1 total extraction', () => {
    const anyText = fc.oneof(pieces, fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(anyText, (text) => {
        const found = jsonObjectInText(text)
        if (found._tag === 'Left')
          expect(found.left.map(({ _tag }) => _tag)).toEqual(['NoJsonObject'])
        else expect(typeof found.right).toBe('object')
      }),
    )
  })

  it('L2 whole text', () => {
    const space = fc.constantFrom('', ' ', '\n', '\t\r\n')
    fc.assert(
      fc.property(object, space, space, (value, before, after) => {
        const text = before + JSON.stringify(value, null, before.length) + after
        expect(jsonObjectInText(text)).toEqual({ _tag: 'Right', right: value })
      }),
    )
  })

  it('L3 first wins', () => {
    const first = object.filter((value) => !/[{}]/.test(JSON.stringify(value).slice(1, -1)))
    fc.assert(
      fc.property(withoutBraces, first, pieces, (before, value, after) => {
        const text = `${before}.${JSON.stringify(value)}.${after}`
        expect(jsonObjectInText(text)).toEqual({ _tag: 'Right', right: value })
      }),
    )
  })

  it('agrees with trying every pair of braces', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const found = jsonObjectInText(text)
        expect(found._tag === 'Right' ? found.right : null).toEqual(bruteForce(text))
      }),
      { numRuns: 1000 },
    )
  })
})
