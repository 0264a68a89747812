/**
 * OfferText: a total reader of what a bargainer says: text -> accept, an offer, leave, or unreadable with a reason.
 *
 * It never guesses. A move is read from explicit places only, in this order:
 * 1. fields of JSON objects (`offer-json.ts`);
 * 2. labelled lines: `OFFER: 80` (also bid, price, counter, proposal) and `ACTION: ACCEPT` (also move, decision). A
 *    label that is there and invalid stops the reading; it never falls through to another number;
 * 3. a token that is the whole text or a paragraph or last line of its own, in capitals: `ACCEPT`, `LEAVE`;
 * 4. a text that is one amount and nothing else;
 * 5. a sentence that states an offer and nothing else (`I offer $80.`, `My bid is 75`), if the text names no other
 *    amount of money.
 * Where two of these say different things the text contradicts itself. Acceptance comes from 1 to 3 only: no turn of
 * prose is one. Lines that begin with `>` are quotations of somebody else and are not read (`quoteForeign` makes them).
 *
 * | option        | meaning                                                                       |
 * | ------------- | ----------------------------------------------------------------------------- |
 * | `decimalMark` | `dot`, `comma` or `undeclared`                                                |
 * | `currency`    | what may stand beside a price; other currencies are refused                   |
 * | `rounding`    | what becomes of a third decimal; refused unless named                         |
 * | `budget`      | cents; an offer above it is refused as `over_budget`                          |
 *
 * Laws
 *   L1 total      every text, and every value given as a reply, has a reading, under any options; nothing throws
 *   L2 explicit   no text without an explicit token or field is read as an acceptance
 *   L3 place      the span of a reading lies in the text, and a reading of an offer's span alone names the same price
 *   L4 foreign    quoting what somebody else said adds no move to a text
 *
 * @module
 */

import { type AmountOptions, readPrice } from './amount-text.js'
import { readJsonOffer } from './offer-json.js'
import { malformedOfferOptions } from './offer-options.js'
import {
  combineFields,
  type Field,
  type FieldValue,
  type OfferReading,
  readMoveWord,
  type TextSpan,
  type UnreadableReason,
  unreadableTurn,
} from './offer-reading.js'

/**
 * Declares how a bargainer's texts are written, and what it may spend.
 *
 * @category model
 * @since 0.1.0
 */
export interface OfferOptions extends AmountOptions {
  readonly budget?: number | undefined
}

/**
 * Bounds the length of a text that is read, in UTF-16 units.
 *
 * @category model
 * @since 0.1.0
 */
export const LONGEST_TURN = 40_000

const QUOTED_LINE = /^[ \t]*>.*$/gm

/**
 * Quotes what somebody else said, every line behind `> `, so that no reader takes it for the speaker's own move.
 *
 * @category operations
 * @since 0.1.0
 */
export const quoteForeign = (text: string): string =>
  text
    .split(/\r\n|[\n\r\u2028\u2029\u0085\u000b\u000c]/u)
    .map((line) => `> ${line}`)
    .join('\n')

/** Blanks parts of a text, in order and apart, without moving what follows. */
const blank = (text: string, spans: ReadonlyArray<TextSpan>): string => {
  let at = 0
  const kept = spans.flatMap(({ from, to }) => {
    const before = text.slice(at, from)
    at = to
    return [before, text.slice(from, to).replace(/[^\n]/g, ' ')]
  })
  return [...kept, text.slice(at)].join('')
}

/** No value of a field is longer than this; the readers of values may therefore look back. */
const LONGEST_VALUE = 200

const LABEL =
  /^[ \t]*(?:[-*#][ \t]+)?[*_`]{0,3}(?:(?:my|our)[ \t]+)?(?:(?:final|new)[ \t]+)?(?<label>counter[- ]?offer|counter|offer|bid|price|proposal|action|move|decision)[*_`]{0,3}[ \t]*[:=][ \t]*[*_`]{0,3}(?<value>[^\n]*)$/gim
const ACTION_WITH_PRICE =
  /^(?<word>offer|counter|counter[- _]?offer|bid|propose)[ \t:]+(?<amount>[^ \t].*)$/i
const NO_PRICE = /^(?:none|null|n\/a|-|\u2014|)$/i
const EXPECTED_AMOUNT = 'one price, such as 80 or $80.50, and nothing else on the line'

/** Drops what may follow a value without changing it: markdown, an end of sentence, the round in parentheses. */
const bare = (value: string): string =>
  value
    .replace(/[ \t]*\((?:round|turn|counter)[ \t]*\d+\)[ \t]*[.!]?[ \t]*$/i, '')
    .replace(/[*_`]+[ \t]*$/, '')
    .replace(/[ \t]*[.!,;]?[ \t]*$/, '')
    .trim()

const priceField = (options: AmountOptions, text: string): FieldValue => {
  if (NO_PRICE.test(text)) return { _tag: 'Absent' }
  const read = readPrice(options)(text)
  if (read._tag === 'Amount') return { _tag: 'Price', price: read.amount }
  const reason: UnreadableReason = read.reason === 'not_a_number' ? 'invalid_field' : read.reason
  return { _tag: 'Invalid', reason, expected: EXPECTED_AMOUNT }
}

const labelledValues = (
  options: AmountOptions,
  label: string,
  value: string,
): ReadonlyArray<FieldValue> => {
  if (!/^(?:action|move|decision)$/i.test(label)) return [priceField(options, value)]
  const { word, amount } = ACTION_WITH_PRICE.exec(value)?.groups ?? {}
  return word !== undefined && amount !== undefined
    ? [readMoveWord(word), priceField(options, amount)]
    : [readMoveWord(value)]
}

const readLabels = (options: AmountOptions, own: string): OfferReading | null => {
  const fields = [...own.matchAll(LABEL)].flatMap((match): ReadonlyArray<Field> => {
    const { label = '', value = '' } = match.groups ?? {}
    const span = { from: match.index, to: match.index + match[0].length }
    const written = value.trim()
    if (written.length > LONGEST_VALUE) {
      const read = { _tag: 'Invalid', reason: 'invalid_field', expected: EXPECTED_AMOUNT } as const
      return [{ span, value: read }]
    }
    return labelledValues(options, label, bare(written)).map((read) => ({ span, value: read }))
  })
  return combineFields('labelled_field', fields)
}

/** A token and its wrapping are no longer than this. */
const LONGEST_TOKEN = 60

const WRAPPED = /^[\s*_`"'[\]<>(]*(?<word>[A-Za-z][A-Za-z \t_-]*?)[\s*_`"'\]<>/).!]*$/

const tokenOf = (line: string): 'accept' | 'leave' | null => {
  const word = WRAPPED.exec(line)?.groups?.word?.replace(/[ \t_-]+/g, ' ')
  if (word === undefined) return null
  if (/^accept(?:ed)?$/i.test(word)) return 'accept'
  return /^(?:leave|walk away)$/i.test(word) ? 'leave' : null
}

const isShouted = (line: string): boolean => /[A-Z]/.test(line) && !/[a-z]/.test(line)
const endsSentence = (line: string): boolean => /[.!?:;)*_`]$/.test(line.trimEnd())

interface Line {
  readonly text: string
  readonly span: TextSpan
}

const linesOf = (own: string): ReadonlyArray<Line> => {
  let from = 0
  return own.split('\n').map((text) => {
    const span = { from, to: from + text.length }
    from += text.length + 1
    return { text, span }
  })
}

/** Whether the line at a place is a paragraph of its own, or the last line after a finished sentence. */
const standsAlone = (lines: ReadonlyArray<Line>, place: number, isLast: boolean): boolean => {
  const before = lines[place - 1]?.text ?? ''
  if (isLast && endsSentence(before)) return true
  return before.trim() === '' && (lines[place + 1]?.text ?? '').trim() === ''
}

const readTokens = (own: string): OfferReading | null => {
  const lines = linesOf(own)
  const spoken = lines.flatMap(({ text }, place) => (text.trim() === '' ? [] : [place]))
  const last = spoken.at(-1)
  const fields = spoken.flatMap((place): ReadonlyArray<Field> => {
    const { text, span } = lines[place] ?? { text: '', span: { from: 0, to: 0 } }
    const move = text.trim().length > LONGEST_TOKEN ? null : tokenOf(text.trim())
    if (move === null) return []
    const shouted = isShouted(text) && standsAlone(lines, place, place === last)
    return spoken.length === 1 || shouted ? [{ span, value: { _tag: 'Move', move } }] : []
  })
  return combineFields('token', fields)
}

const readBareAmount = (options: AmountOptions, own: string): OfferReading | null => {
  const text = own.trim()
  if (!/[0-9]/.test(text) || text.length > LONGEST_VALUE) return null
  const from = own.indexOf(text)
  const span = { from, to: from + text.length }
  const read = readPrice(options)(bare(text))
  if (read._tag === 'Amount') {
    return { _tag: 'Offer', price: read.amount, span, rule: 'bare_amount', superseded: 0 }
  }
  return read.reason === 'not_a_number' ? null : unreadableTurn(read.reason, span, EXPECTED_AMOUNT)
}

const STATED =
  /(?<=^|[.!?]\s|\n)[ \t]*(?:(?:so|then|ok|okay|well|fine|alright),?[ \t]+)?(?:(?:i|we)(?:['\u2019]ll| will)?[ \t]+(?:bid|offer|propose|counter(?:[ \t]+(?:with|at))?)|(?:my|our)[ \t]+(?:(?:new|final)[ \t]+)?(?:counter[- ]?offer|bid|offer|price|proposal|counter)[ \t]+is)[ \t]+(?:you[ \t]+)?(?<amount>[^\s(][^\n(!?]{0,60}?)[ \t]*(?=$|\n|[.!?](?:\s|$)|\()/gi
const MENTION =
  /\p{Sc}[ \t]?[0-9][0-9.,]{0,40}|(?<![0-9.,])[0-9][0-9.,]{0,40}[ \t]?(?:\p{Sc}|dollars?\b|euros?\b|pounds?\b|USD\b|EUR\b)/giu
const MENTIONED_RANGE =
  /\p{Sc}[ \t]?[0-9][0-9.,]{0,40}[ \t]?(?:[-\u2010-\u2015~]|to|or)[ \t]?\p{Sc}?[ \t]?[0-9]/iu

const digitsOf = (mention: string): string => mention.replace(/[^0-9.,]/g, '').replace(/[.,]+$/, '')

/** Why prose without an explicit move is not read: the amounts it names are a range, several, or none that is offered. */
const proseDefect = (own: string): UnreadableReason => {
  if (MENTIONED_RANGE.test(own)) return 'ambiguous_range'
  const mentions = new Set([...own.matchAll(MENTION)].map((match) => digitsOf(match[0])))
  return mentions.size > 1 ? 'ambiguous_multiple' : 'no_move'
}

const readStated = (options: AmountOptions, own: string): OfferReading | null => {
  const stated = [...own.matchAll(STATED)].map((match) => {
    const amount = match.groups?.amount ?? ''
    const from = match.index
    return { read: readPrice(options)(amount), amount, span: { from, to: from + match[0].length } }
  })
  const offers = stated.filter(
    ({ read }) => read._tag === 'Amount' || read.reason !== 'not_a_number',
  )
  const [first] = offers
  if (first === undefined) return null
  const others = blank(own, [first.span])
  if (offers.length > 1 || [...others.matchAll(MENTION)].length > 0) {
    return unreadableTurn('ambiguous_multiple', first.span, 'one amount, or a labelled field')
  }
  return first.read._tag === 'Amount'
    ? {
        _tag: 'Offer',
        price: first.read.amount,
        span: first.span,
        rule: 'stated_offer',
        superseded: 0,
      }
    : unreadableTurn(first.read.reason, first.span, EXPECTED_AMOUNT)
}

/** Two explicit readings of one text: the same move, or a contradiction. */
const reconcile = (first: OfferReading, second: OfferReading): OfferReading => {
  if (first._tag === 'Unreadable') return first
  if (second._tag === 'Unreadable') return second
  if (first._tag !== second._tag)
    return unreadableTurn('conflicting_moves', second.span, 'one move')
  const [a, b] = [first, second].map((one) =>
    one._tag === 'Offer' ? one.price : one._tag === 'Accept' ? one.at : null,
  )
  return a === b || a === null
    ? first
    : unreadableTurn('ambiguous_multiple', second.span, 'one price')
}

/** A move by field, label or token, beside a sentence that states an offer: another kind of move is a contradiction. */
const besideStated = (explicit: OfferReading, stated: OfferReading | null): OfferReading =>
  stated?._tag === 'Offer' && explicit._tag !== 'Unreadable' && explicit._tag !== 'Offer'
    ? unreadableTurn('conflicting_moves', stated.span, 'one move')
    : explicit

const withinBudget =
  (budget: number | undefined) =>
  (reading: OfferReading): OfferReading =>
    reading._tag === 'Offer' && budget !== undefined && reading.price > budget
      ? unreadableTurn('over_budget', reading.span, `a price of at most ${budget} cents`)
      : reading

/**
 * Reads one turn of a bargainer; see the rules of the module.
 *
 * @example
 * ```ts
 * import { dollars, readOffer } from 'edgeworth/bargaining'
 * const read = readOffer(dollars)
 * read('I think {"price": 90} is too much, so {"price": 80}')
 * // => { _tag: 'Offer', price: 8000, span: { from: 38, to: 51 }, rule: 'json_field', superseded: 1 }
 * read('I cannot accept $80')._tag // => 'Unreadable'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const readOffer = (options: OfferOptions): ((text: string) => OfferReading) => {
  const expected = malformedOfferOptions(options)
  if (expected !== null) return () => unreadableTurn('malformed_options', null, expected)
  return (text) => {
    if (typeof text !== 'string' || text.trim() === '') return unreadableTurn('empty')
    if (text.length > LONGEST_TURN)
      return unreadableTurn('too_long', null, `at most ${LONGEST_TURN} characters`)
    const own = text.replace(QUOTED_LINE, (line) => ' '.repeat(line.length))
    if (/^\s*\[/.test(own) && /\]\s*$/.test(own) && /["0-9{]/.test(own)) {
      return unreadableTurn('not_an_object', { from: 0, to: text.length })
    }
    const { reading: json, spans } = readJsonOffer(options)(own)
    const prose = blank(own, spans)
    const labels = readLabels(options, prose)
    const tokens = readTokens(prose)
    const explicit = [json, labels, tokens].filter((reading) => reading !== null)
    const [first, ...rest] = explicit
    const reading =
      first === undefined
        ? (readBareAmount(options, prose) ??
          readStated(options, prose) ??
          unreadableTurn(proseDefect(prose)))
        : besideStated(rest.reduce(reconcile, first), readStated(options, prose))
    return withinBudget(options.budget)(reading)
  }
}

/**
 * Reads what a model gave back, whatever it is: its text, or a reply without one. No content is `mute`, and the reason
 * why generation stopped is named; it is never a move.
 *
 * @category operations
 * @since 0.1.0
 */
export const readReply =
  (options: OfferOptions) =>
  (reply: unknown): OfferReading => {
    if (typeof reply === 'string') return readOffer(options)(reply)
    const parts: Readonly<Record<string, unknown>> =
      // Members of an object are read as unknown and checked one by one.
      typeof reply === 'object' && reply !== null
        ? (reply as Readonly<Record<string, unknown>>)
        : {}
    const content: unknown = parts.content ?? parts.text ?? null
    const finish: unknown = parts.finish ?? parts.finishReason ?? null
    if (typeof content === 'string' && content.trim() !== '') {
      // A text that was cut off may have gone on: "OFFER: 80" may be the start of "OFFER: 800".
      return finish === 'length'
        ? unreadableTurn('cut_off', null, 'a text that ends by itself')
        : readOffer(options)(content)
    }
    return unreadableTurn(
      'mute',
      null,
      `a text (generation stopped: ${typeof finish === 'string' ? finish : 'unknown'})`,
    )
  }
