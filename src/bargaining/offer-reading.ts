/**
 * OfferReading: what a buyer's or seller's text can be read as, and how explicit fields combine into one reading.
 *
 * A reading names the part of the text that decided it (offsets in UTF-16 units, the end excluded) and the rule that
 * matched. Where a text is unreadable it says why and what would have been right. Whoever plays the game turns an
 * unreadable turn into a hold.
 *
 * Laws
 *   L1 agree    fields that name two prices, or two kinds of move, are no reading
 *   L2 stop     one invalid field makes the whole text unreadable, whatever else is in it
 *   L3 stands   an acceptance that names a price other than that of the standing offer accepts nothing
 *
 * @module
 */

import type { AmountDefect } from './amount-text.js'

/**
 * Marks a part of a text, from `from` up to but not including `to`, in UTF-16 units.
 *
 * @category model
 * @since 0.1.0
 */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/**
 * Names the rule that matched: a field of a JSON object, a labelled line, a text that is an amount and nothing else, a
 * sentence that states an offer, or a token that stands alone.
 *
 * @category model
 * @since 0.1.0
 */
export type OfferRule = 'json_field' | 'labelled_field' | 'bare_amount' | 'stated_offer' | 'token'

/**
 * Names why a text is not read as a move.
 *
 * @category model
 * @since 0.1.0
 */
export type UnreadableReason =
  | AmountDefect
  | 'mute'
  | 'cut_off'
  | 'empty'
  | 'too_long'
  | 'no_move'
  | 'ambiguous_multiple'
  | 'conflicting_moves'
  | 'missing_price'
  | 'invalid_field'
  | 'malformed_json'
  | 'not_an_object'
  | 'over_budget'
  | 'malformed_options'
  | 'accept_without_standing_offer'
  | 'accepts_another_price'

/**
 * Gives what a text says. Prices are cents. An acceptance may name the price it means (`at`); whoever applies it must
 * compare that with the standing offer (`againstStanding`). `superseded` counts earlier offers of the same text that a later
 * JSON object replaced.
 *
 * @category model
 * @since 0.1.0
 */
export type OfferReading =
  | {
      readonly _tag: 'Accept'
      readonly at: number | null
      readonly span: TextSpan
      readonly rule: OfferRule
    }
  | {
      readonly _tag: 'Offer'
      readonly price: number
      readonly span: TextSpan
      readonly rule: OfferRule
      readonly superseded: number
    }
  | { readonly _tag: 'Leave'; readonly span: TextSpan; readonly rule: OfferRule }
  | {
      readonly _tag: 'Unreadable'
      readonly reason: UnreadableReason
      readonly span: TextSpan | null
      readonly expected: string
    }

/** What one explicit field says. */
export type FieldValue =
  | { readonly _tag: 'Price'; readonly price: number }
  | { readonly _tag: 'Move'; readonly move: 'accept' | 'offer' | 'leave' | 'hold' }
  | { readonly _tag: 'Absent' }
  | {
      readonly _tag: 'Invalid'
      readonly reason: UnreadableReason
      readonly expected: string
    }

/** One explicit field of a text, with its place. */
export interface Field {
  readonly span: TextSpan
  readonly value: FieldValue
}

/**
 * Says what a readable turn looks like; the end of the sentence "expected ...".
 *
 * @category model
 * @since 0.1.0
 */
export const EXPECTED_MOVE =
  '{"price": 80}, {"action": "accept"} or {"action": "leave"}, a line OFFER: 80, ACTION: ACCEPT or ACTION: LEAVE, or one of these as the whole text'

/**
 * Makes an unreadable reading.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unreadableTurn = (
  reason: UnreadableReason,
  span: TextSpan | null = null,
  expected: string = EXPECTED_MOVE,
): OfferReading => ({ _tag: 'Unreadable', reason, span, expected })

const acceptWords = new Set(['accept', 'accepted', 'accepts', 'deal'])
const leaveWords = new Set([
  'leave',
  'leave the negotiation',
  'walk away',
  'walk',
  'quit',
  'exit',
  'end',
])
const offerWords = new Set([
  'offer',
  'counter',
  'counteroffer',
  'counter offer',
  'bid',
  'propose',
  'proposal',
])
const holdWords = new Set([
  'hold',
  'wait',
  'reject',
  'rejected',
  'decline',
  'refuse',
  'none',
  'pass',
])

/**
 * Reads the value of a field that names a move, compared without case, `_` and `-` read as spaces.
 *
 * @category operations
 * @since 0.1.0
 */
export const readMoveWord = (text: string): FieldValue => {
  const word = text.trim().toLowerCase().replace(/[_-]+/g, ' ')
  if (acceptWords.has(word)) return { _tag: 'Move', move: 'accept' }
  if (leaveWords.has(word)) return { _tag: 'Move', move: 'leave' }
  if (offerWords.has(word)) return { _tag: 'Move', move: 'offer' }
  if (holdWords.has(word)) return { _tag: 'Move', move: 'hold' }
  return { _tag: 'Invalid', reason: 'invalid_field', expected: 'accept, offer, leave or hold' }
}

const hull = (fields: ReadonlyArray<Field>): TextSpan => ({
  from: fields.reduce((least, { span }) => Math.min(least, span.from), Number.POSITIVE_INFINITY),
  to: fields.reduce((most, { span }) => Math.max(most, span.to), 0),
})

/**
 * Combines the explicit fields of one text, or of one JSON object, into a reading; `null` where there are none.
 *
 * @category operations
 * @since 0.1.0
 */
export const combineFields = (
  rule: OfferRule,
  fields: ReadonlyArray<Field>,
): OfferReading | null => {
  if (fields.length === 0) return null
  const span = hull(fields)
  for (const field of fields) {
    if (field.value._tag === 'Invalid') {
      return unreadableTurn(field.value.reason, field.span, field.value.expected)
    }
  }
  const prices = new Set(
    fields.flatMap(({ value }) => (value._tag === 'Price' ? [value.price] : [])),
  )
  const moves = new Set(fields.flatMap(({ value }) => (value._tag === 'Move' ? [value.move] : [])))
  if (prices.size > 1) return unreadableTurn('ambiguous_multiple', span, 'one price')
  if (moves.size > 1) return unreadableTurn('conflicting_moves', span, 'one move')
  const [price = null] = prices
  const [move = null] = moves
  if (move === 'accept') return { _tag: 'Accept', at: price, span, rule }
  if (move === 'leave') {
    return price === null
      ? { _tag: 'Leave', span, rule }
      : unreadableTurn('conflicting_moves', span, 'leaving without a price')
  }
  if (move === 'hold' && price === null) return unreadableTurn('no_move', span)
  if (price !== null) return { _tag: 'Offer', price, span, rule, superseded: 0 }
  return move === 'offer'
    ? unreadableTurn('missing_price', span, 'a price beside the offer')
    : unreadableTurn('no_move', span)
}

/**
 * Holds a reading against the standing offer of the other side, in cents (`null`: there is none, because none was made
 * or the last one has lapsed). An acceptance without a standing offer, or of another price, becomes unreadable; every
 * other reading stays.
 *
 * @category operations
 * @since 0.1.0
 */
export const againstStanding =
  (standing: number | null) =>
  (reading: OfferReading): OfferReading => {
    if (reading._tag !== 'Accept') return reading
    if (standing === null) {
      return unreadableTurn('accept_without_standing_offer', reading.span, 'a standing offer')
    }
    return reading.at === null || reading.at === standing
      ? reading
      : unreadableTurn(
          'accepts_another_price',
          reading.span,
          `the standing price, ${standing} cents`,
        )
  }
