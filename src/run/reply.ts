/**
 * Reply: what a model gives back, read as an answer.
 *
 * A model is any function that promises a text or a `Reply`. Whatever it gives in their place (nothing, a number, a
 * symbol, an object whose members throw when they are read) becomes a fault that says what it was, so that a game
 * hears of it and goes on. No reply is ever changed into another move: a text is taken as it was said, and one that is
 * too long is refused whole, because the beginning of a text may say what its end takes back. Only what no file could
 * keep is replaced: half of a surrogate pair becomes U+FFFD, as in every encoder of UTF-8.
 *
 * | reply                                             | answer                               |
 * | ------------------------------------------------- | ------------------------------------ |
 * | a text, or `{ text, private? }`                   | `Text`                               |
 * | a text of white space alone, `null`, `undefined`  | `Fault` `empty`                      |
 * | `{ action }`                                      | `Action`, if it is JSON              |
 * | `{ answer }`, an answer that was read before      | that answer, blank words beside private ones too |
 * | `{ refused }`                                     | `Fault` `refused`                    |
 * | anything else, or a text longer than the bound    | `Fault` `threw`, with what it was    |
 *
 * Laws
 *   L1 taken      any value whatever is read as an answer, without an exception
 *   L2 kept       every answer read can be written in a log, and the log read again gives that very answer
 *   L3 verbatim   a text that is well formed, not blank and not too long is the text of the answer
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { type Answer, actionAnswer, faultAnswer, textAnswer } from '../core/episode/index.js'
import { renderFailure, showValue } from '../core/failure.js'
import { canonicalJson, type Json } from '../core/json.js'

/**
 * Counts what a call used, by names of the caller's own (`input_tokens`, `seconds`, `usd`).
 *
 * @category model
 * @since 0.1.0
 */
export type Usage = Readonly<Record<string, number>>

/**
 * Holds what a model gives back when it gives more than a text: words with a private scratchpad, a structured move, or
 * the reason why it declines to answer; or an answer as it is.
 *
 * @category model
 * @since 0.1.0
 */
export type Reply =
  | {
      readonly text: string
      readonly private?: string | undefined
      readonly usage?: Usage | undefined
    }
  | { readonly action: Json; readonly usage?: Usage | undefined }
  | { readonly refused: string; readonly usage?: Usage | undefined }
  | { readonly answer: Answer; readonly usage?: Usage | undefined }

/**
 * Pairs the answer that a reply was read as with what the call used.
 *
 * @category model
 * @since 0.1.0
 */
export interface ReadReply {
  readonly answer: Answer
  readonly usage: Usage
}

/**
 * Bounds the length of a text, scratchpad included, in UTF-16 code units, unless a caller sets another bound.
 *
 * @category model
 * @since 0.1.0
 */
export const LONGEST_TEXT = 1_000_000

const LONGEST_DETAIL = 500

const NO_USAGE: Usage = {}

/**
 * Replaces every half of a surrogate pair by U+FFFD, as encoders of UTF-8 do.
 *
 * @category operations
 * @since 0.1.0
 */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\uFFFD')

const threw = (detail: string): Answer =>
  faultAnswer('threw', wellFormed(detail.slice(0, LONGEST_DETAIL)))

/**
 * Makes the fault of an answering function that failed. Its detail is the name and message of the error, cut to 500
 * characters.
 *
 * @category constructors
 * @since 0.1.0
 */
export const faultOfError = (error: unknown): Answer => {
  try {
    return threw(error instanceof Error ? `${error.name}: ${error.message}` : showValue(error))
  } catch {
    return threw('an error that cannot be shown')
  }
}

const spoken = (said: string, scratchpad: unknown, longest: number): Answer => {
  if (scratchpad !== undefined && typeof scratchpad !== 'string') {
    return threw(`private reasoning is a text, not ${showValue(scratchpad)}`)
  }
  const length = said.length + (scratchpad?.length ?? 0)
  if (length > longest) return threw(`a text of ${length} characters; at most ${longest} are taken`)
  if (said.trim() === '') return faultAnswer('empty', '')
  return textAnswer(wellFormed(said), scratchpad === undefined ? undefined : wellFormed(scratchpad))
}

/** A copy, so that a caller who changes the move later does not change the log. */
const moved = (action: unknown, longest: number): Answer => {
  const text = canonicalJson(action)
  if (isLeft(text)) return threw(`not JSON: ${renderFailure(text.left[0])}`)
  return text.right.length > longest
    ? threw(`a move of ${text.right.length} characters; at most ${longest} are taken`)
    : actionAnswer(JSON.parse(text.right) as Json) // canonical JSON was just written
}

const usageOf = (given: unknown): Usage => {
  if (typeof given !== 'object' || given === null) return NO_USAGE
  const counted = Object.entries(given).filter(([, count]) => Number.isFinite(count))
  return counted.length === 0 ? NO_USAGE : Object.fromEntries(counted)
}

/**
 * Reads what a scripted answerer gave: an answer, copied, and with what no log could keep replaced or made a fault.
 *
 * @category operations
 * @since 0.1.0
 */
export const readScripted = (given: unknown, longest: number = LONGEST_TEXT): Answer => {
  try {
    const {
      _tag,
      text,
      action,
      fault,
      detail,
      private: scratchpad,
    } = given as Record<string, unknown>
    if (_tag === 'Text' && typeof text === 'string') return spoken(text, scratchpad, longest)
    if (_tag === 'Action') return moved(action, longest)
    if (
      _tag === 'Fault' &&
      (fault === 'timeout' || fault === 'threw' || fault === 'empty' || fault === 'refused')
    ) {
      const words = typeof detail === 'string' ? detail : ''
      return faultAnswer(fault, wellFormed(words.slice(0, LONGEST_DETAIL)))
    }
    return threw(`not an answer: ${showValue(given)}`)
  } catch (error) {
    return faultOfError(error)
  }
}

/** Words that are blank beside private ones are kept with them, so that the log has what was thought. */
const readBefore = (answer: unknown, longest: number): Answer => {
  const { _tag, text, private: scratchpad } = answer as Record<string, unknown>
  const isThought = _tag === 'Text' && typeof scratchpad === 'string' && scratchpad !== ''
  if (!isThought || typeof text !== 'string' || text.trim() !== '') {
    return readScripted(answer, longest)
  }
  return scratchpad.length > longest
    ? threw(`private reasoning of ${scratchpad.length} characters; at most ${longest} are taken`)
    : textAnswer('', wellFormed(scratchpad))
}

const answerIn = (reply: object, longest: number): Answer => {
  // Members are read once each: they may be accessors.
  const members = reply as Readonly<Record<string, unknown>>
  const { text, action, refused, answer, private: scratchpad } = members
  const named = [text, action, refused, answer].filter((member) => member !== undefined).length
  if (named > 1) return threw('a reply has one of text, action, refused and answer, not several')
  if (answer !== undefined) return readBefore(answer, longest)
  if (typeof refused === 'string') {
    return faultAnswer('refused', wellFormed(refused.slice(0, LONGEST_DETAIL)))
  }
  if (action !== undefined) return moved(action, longest)
  if (typeof text === 'string') return spoken(text, scratchpad, longest)
  if (text === null) return faultAnswer('empty', '')
  return threw(`neither a text nor a reply: ${showValue(reply)}`)
}

/**
 * Reads whatever a model gave as an answer and what the call used. Total: see the table of the module.
 *
 * @example
 * ```ts
 * import { readReply } from 'edgeworth/run'
 * readReply('I offer $80').answer // => { _tag: 'Text', text: 'I offer $80' }
 * readReply({ refused: 'policy' }).answer // => { _tag: 'Fault', fault: 'refused', detail: 'policy' }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const readReply = (given: unknown, longest: number = LONGEST_TEXT): ReadReply => {
  try {
    if (given === null || given === undefined) {
      return { answer: faultAnswer('empty', ''), usage: NO_USAGE }
    }
    if (typeof given === 'string') {
      return { answer: spoken(given, undefined, longest), usage: NO_USAGE }
    }
    if (typeof given !== 'object') {
      return {
        answer: threw(`neither a text nor a reply: ${showValue(given)}`),
        usage: NO_USAGE,
      }
    }
    const answer = answerIn(given, longest)
    return { answer, usage: usageOf((given as { readonly usage?: unknown }).usage) }
  } catch (error) {
    return { answer: faultOfError(error), usage: NO_USAGE }
  }
}
