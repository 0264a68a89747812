/**
 * Answer: what comes back when a game asks.
 *
 * One plain-JSON type serves every game: text as a model said it, a structured action, or a fault. A fault (nobody
 * answered in time, the model threw, said nothing, or declined) is one more answer that the rules must handle; it is
 * never an exception and never an acceptance. The private scratchpad of a text is for the log alone: a game hears the
 * answer without it.
 *
 * Laws
 *   L1 privacy      what a game hears does not depend on the private text
 *   L2 channels     `matchAnswer` and `readAnswer` call the handler of the answer's own channel, and no other
 *   L3 faults       a fault reads as `Faulted`, never as `Understood`, whatever readers are offered
 *
 * | fault     | meaning                                          |
 * | --------- | ------------------------------------------------ |
 * | `timeout` | no answer before the deadline of the caller      |
 * | `threw`   | the answering function failed                    |
 * | `empty`   | an answer without content                        |
 * | `refused` | the one asked declined to answer                 |
 *
 * @module
 */
import { type Either, isRight } from 'fp-ts/lib/Either.js'
import { type Failures, failure } from '../failure.js'
import type { Json } from '../json.js'

/**
 * Names why there is no answer.
 *
 * @category model
 * @since 0.1.0
 */
export type FaultKind = 'timeout' | 'threw' | 'empty' | 'refused'

/**
 * Holds what was said in words, the scratchpad kept apart.
 *
 * @category model
 * @since 0.1.0
 */
export interface TextAnswer {
  readonly _tag: 'Text'
  readonly text: string
  readonly private?: string
}

/**
 * Holds a structured move, not yet validated.
 *
 * @category model
 * @since 0.1.0
 */
export interface ActionAnswer {
  readonly _tag: 'Action'
  readonly action: Json
}

/**
 * Says that no answer came, and why.
 *
 * @category model
 * @since 0.1.0
 */
export interface FaultAnswer {
  readonly _tag: 'Fault'
  readonly fault: FaultKind
  readonly detail: string
}

/**
 * Holds an answer as it arrived and as the log keeps it.
 *
 * @category model
 * @since 0.1.0
 */
export type Answer = TextAnswer | ActionAnswer | FaultAnswer

/**
 * Holds an answer as a game hears it: without the private text.
 *
 * @category model
 * @since 0.1.0
 */
export type Heard = Omit<TextAnswer, 'private'> | ActionAnswer | FaultAnswer

/**
 * Tells what a question understood of an answer.
 *
 * @category model
 * @since 0.1.0
 */
export type Reading<A> =
  | { readonly _tag: 'Understood'; readonly value: A }
  | { readonly _tag: 'Unreadable'; readonly failures: Failures }
  | { readonly _tag: 'Faulted'; readonly fault: FaultKind; readonly detail: string }

/**
 * Reads each channel that a question accepts; an answer in a channel without a reader is unreadable. `decode` of a codec
 * is such a reader.
 *
 * @category model
 * @since 0.1.0
 */
export interface Readers<A> {
  readonly text?: (text: string) => Either<Failures, A>
  readonly action?: (action: Json) => Either<Failures, A>
}

/**
 * Makes an answer in words.
 *
 * @category constructors
 * @since 0.1.0
 */
export const textAnswer = (said: string, scratchpad?: string): TextAnswer =>
  scratchpad === undefined
    ? { _tag: 'Text', text: said }
    : { _tag: 'Text', text: said, private: scratchpad }

/**
 * Makes a structured answer.
 *
 * @category constructors
 * @since 0.1.0
 */
export const actionAnswer = (move: Json): ActionAnswer => ({ _tag: 'Action', action: move })

/**
 * Makes the answer that says why there is none.
 *
 * @category constructors
 * @since 0.1.0
 */
export const faultAnswer = (kind: FaultKind, detail = ''): FaultAnswer => ({
  _tag: 'Fault',
  fault: kind,
  detail,
})

/**
 * Gives what a game hears of an answer: the private text is left out.
 *
 * @category operations
 * @since 0.1.0
 */
export const heard = (answer: Answer): Heard =>
  answer._tag === 'Text' && 'private' in answer ? { _tag: 'Text', text: answer.text } : answer

/**
 * Treats the three kinds of answer apart.
 *
 * @category operations
 * @since 0.1.0
 */
export const matchAnswer =
  <B>(on: {
    readonly text: (text: string) => B
    readonly action: (action: Json) => B
    readonly fault: (fault: FaultKind, detail: string) => B
  }): ((answer: Heard) => B) =>
  (answer) => {
    switch (answer._tag) {
      case 'Text':
        return on.text(answer.text)
      case 'Action':
        return on.action(answer.action)
      case 'Fault':
        return on.fault(answer.fault, answer.detail)
    }
  }

const read = <A>(result: Either<Failures, A>): Reading<A> =>
  isRight(result)
    ? { _tag: 'Understood', value: result.right }
    : { _tag: 'Unreadable', failures: result.left }

const unreadable = (value: unknown, expected: string): Reading<never> => ({
  _tag: 'Unreadable',
  failures: [failure('WrongChannel', [], value, expected)],
})

/**
 * Makes the decoder of a question from the readers of its channels. The outcome names one of three cases, so that
 * rules which compile have said what they do with an unreadable answer and with a fault.
 *
 * @example
 * ```ts
 * import { faultAnswer, readAnswer, textAnswer } from 'edgeworth/core'
 * import { right } from 'fp-ts/lib/Either.js'
 *
 * const loud = readAnswer({ text: (said) => right(said.toUpperCase()) })
 * loud(textAnswer('deal')) // => { _tag: 'Understood', value: 'DEAL' }
 * loud(faultAnswer('timeout', '30 s')) // => { _tag: 'Faulted', fault: 'timeout', detail: '30 s' }
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const readAnswer = <A>(readers: Readers<A>): ((answer: Heard) => Reading<A>) => {
  const { text: ofText, action: ofAction } = readers
  return matchAnswer<Reading<A>>({
    text: (said) =>
      ofText === undefined ? unreadable(said, 'a structured action') : read(ofText(said)),
    action: (move) =>
      ofAction === undefined ? unreadable(move, 'an answer in words') : read(ofAction(move)),
    fault: (kind, detail) => ({ _tag: 'Faulted', fault: kind, detail }),
  })
}
