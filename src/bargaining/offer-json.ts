/**
 * OfferJson: explicit fields in the JSON objects of a text.
 *
 * A text may hold objects among prose. Every complete top-level object that has a known key is read whole, braces and
 * commas inside its strings included; nothing is edited before it is parsed. The last such object decides, earlier ones
 * are superseded; but one that says another kind of move than the last makes the text contradictory. An object that was
 * begun with a known key and is malformed or cut off stops the reading: the number before it is not what was meant.
 *
 * | key                                                       | says                                     |
 * | --------------------------------------------------------- | ---------------------------------------- |
 * | `price` `offer` `bid` `counter` `counter_offer` `counteroffer` | a price: a number, or a text that is one |
 * | `action` `move` `decision`                                | the kind of move                         |
 * | `accept` `accepted`, `leave` `walk_away`                  | true or false                            |
 *
 * Laws
 *   L1 inside     braces, quotes and separators within a string of an object change nothing
 *   L2 last       of several objects that offer, the last one decides and the others are counted
 *
 * @module
 */

import { isLeft } from 'fp-ts/lib/Either.js'
import { type JsonSource, readJsonSource } from '../core/json-source.js'
import { type AmountOptions, readPrice } from './amount-text.js'
import {
  combineFields,
  type Field,
  type FieldValue,
  type OfferReading,
  readMoveWord,
  type TextSpan,
  unreadableTurn,
} from './offer-reading.js'

const priceKeys = new Set(['price', 'offer', 'bid', 'counter', 'counter_offer', 'counteroffer'])
const moveKeys = new Set(['action', 'move', 'decision'])
const flagKeys: ReadonlyMap<string, 'accept' | 'leave'> = new Map([
  ['accept', 'accept'],
  ['accepted', 'accept'],
  ['leave', 'leave'],
  ['walk_away', 'leave'],
])

const KNOWN_KEY =
  /["'\u201c\u2018]?\b(?:price|offer|bid|counter|counter_offer|counteroffer|action|move|decision|accept|accepted|leave|walk_away)["'\u201d\u2019]?\s*:/i

const invalid = (expected: string): FieldValue => ({
  _tag: 'Invalid',
  reason: 'invalid_field',
  expected,
})

const EXPECTED_PRICE = 'a price as a number or a text such as "80.50"'

const priceValue = (options: AmountOptions, value: JsonSource): FieldValue => {
  if (value._tag === 'Word' && value.value === null) return { _tag: 'Absent' }
  if (value._tag !== 'Number' && value._tag !== 'Text') {
    return value._tag === 'Word'
      ? { _tag: 'Invalid', reason: 'not_a_number', expected: EXPECTED_PRICE }
      : invalid(EXPECTED_PRICE)
  }
  // A JSON number is written with a decimal point, whatever the prose uses; its exponent is resolved first.
  const read =
    value._tag === 'Number'
      ? readPrice({ ...options, decimalMark: 'dot' })(
          /e/i.test(value.token) ? String(Number(value.token)) : value.token,
        )
      : readPrice(options)(value.text)
  return read._tag === 'Amount'
    ? { _tag: 'Price', price: read.amount }
    : { _tag: 'Invalid', reason: read.reason, expected: EXPECTED_PRICE }
}

const valueOfMember = (
  options: AmountOptions,
  key: string,
  value: JsonSource,
): FieldValue | null => {
  if (priceKeys.has(key)) return priceValue(options, value)
  if (moveKeys.has(key)) {
    if (value._tag === 'Word' && value.value === null) return { _tag: 'Absent' }
    return value._tag === 'Text'
      ? readMoveWord(value.text)
      : invalid('accept, offer, leave or hold')
  }
  const flag = flagKeys.get(key)
  if (flag === undefined) return null
  if (value._tag !== 'Word' || value.value === null) return invalid('true or false')
  return value.value ? { _tag: 'Move', move: flag } : { _tag: 'Absent' }
}

/** A part of the text that looks like an object: balanced, or cut off before its end. */
interface Region {
  readonly span: TextSpan
  readonly complete: boolean
}

/** Unclosed braces that are followed up before the rest of the text is taken as prose. */
const MOST_UNCLOSED = 50

/** Finds where the object that opens at `from` ends, with regard to strings; `null` if it does not. */
const endOf = (text: string, from: number): number | null => {
  let depth = 0
  let quoted = false
  for (let at = from; at < text.length; at += 1) {
    const mark = text[at]
    if (quoted) {
      if (mark === '\\') at += 1
      else if (mark === '"') quoted = false
    } else if (mark === '"') quoted = true
    else if (mark === '{') depth += 1
    else if (mark === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}

/** What an object says, or `null` where it has no known key. */
const readRegion = (options: AmountOptions, text: string, region: Region): OfferReading | null => {
  const { span } = region
  const inner = text.slice(span.from, span.to)
  const source = region.complete ? readJsonSource(inner) : null
  if (source === null || isLeft(source)) {
    return KNOWN_KEY.test(inner)
      ? unreadableTurn('malformed_json', span, 'a complete JSON object with each key once')
      : null
  }
  if (source.right._tag !== 'Object') return null
  const fields = source.right.members.flatMap(([key, value]): ReadonlyArray<Field> => {
    const read = valueOfMember(options, key, value)
    return read === null ? [] : [{ span, value: read }]
  })
  return combineFields('json_field', fields)
}

/** A region with a known key, and what it says. */
interface Known {
  readonly reading: OfferReading
  readonly span: TextSpan
}

/**
 * Reads the regions of a text that have a known key, in order and apart. One that was cut off reaches to the end of the
 * text and decides, so nothing is looked for within it: a thousand begun objects cost no more than one.
 */
const knownRegions = (options: AmountOptions, text: string): ReadonlyArray<Known> => {
  const known: Array<Known> = []
  let unclosed = 0
  let at = text.indexOf('{')
  while (at >= 0 && unclosed <= MOST_UNCLOSED) {
    const end = endOf(text, at)
    const span = { from: at, to: end ?? text.length }
    const reading = readRegion(options, text, { span, complete: end !== null })
    if (reading !== null) known.push({ reading, span })
    if (end === null) {
      if (reading !== null) break
      unclosed += 1
    }
    at = text.indexOf('{', end ?? at + 1)
  }
  return known
}

/**
 * Reads the JSON objects of a text; `null` where none has a known key. `spans` are the parts of the text that such
 * objects take up, for readers of the prose around them.
 *
 * @category operations
 * @since 0.1.0
 */
export const readJsonOffer =
  (options: AmountOptions) =>
  (
    text: string,
  ): { readonly reading: OfferReading | null; readonly spans: ReadonlyArray<TextSpan> } => {
    const known = knownRegions(options, text)
    const spans = known.map(({ span }) => span)
    const last = known.at(-1)
    if (last === undefined) return { reading: null, spans }
    const broken = known.find(
      ({ reading }) => reading._tag === 'Unreadable' && reading.reason === 'malformed_json',
    )
    if (broken !== undefined) return { reading: broken.reading, spans }
    const kinds = new Set(
      known.flatMap(({ reading }) => (reading._tag === 'Unreadable' ? [] : [reading._tag])),
    )
    const { reading } = last
    if (reading._tag !== 'Unreadable' && kinds.size > 1) {
      return {
        reading: unreadableTurn('conflicting_moves', reading.span, 'one kind of move'),
        spans,
      }
    }
    const superseded = known.length - 1
    return { reading: reading._tag === 'Offer' ? { ...reading, superseded } : reading, spans }
  }
