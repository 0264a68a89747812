/**
 * Answer codec: answers and log entries as they come from outside.
 *
 * A member of another name than those of the model is refused rather than dropped: a misspelt `private` would otherwise
 * lose what it holds.
 *
 * Laws
 *   L1 faithful  every answer, and no other JSON value, is accepted, and returned as it was given
 *
 * @module
 */
import * as t from 'io-ts'
import { closedObjectOf, JsonValue, oneOf } from '../codec.js'
import type { Answer } from './answer.js'
import type { LogEntry } from './log.js'

const Text = closedObjectOf({ _tag: t.literal('Text'), text: t.string }, { private: t.string })

const Action = closedObjectOf({ _tag: t.literal('Action'), action: JsonValue })

const Fault = closedObjectOf({
  _tag: t.literal('Fault'),
  fault: oneOf('timeout', 'threw', 'empty', 'refused'),
  detail: t.string,
})

/**
 * Accepts answers.
 *
 * @category codec
 * @since 0.1.0
 */
export const AnswerCodec: t.Type<Answer> = t.union([Text, Action, Fault])

/**
 * Accepts entries of a log.
 *
 * @category codec
 * @since 0.1.0
 */
export const LogEntryCodec: t.Type<LogEntry> = closedObjectOf({ id: t.string, answer: AnswerCodec })
