/**
 * Channel: where a model may reason, and what of its raw words becomes public.
 *
 * Three arms of one experiment. Where reasoning is private the model marks it off, and the marked part goes to the log
 * and nowhere else. Where it is disallowed a marked part is kept back in the same way, and counted as a violation. Where
 * it is public nothing is kept back: that is the arm without a shield. Marks are the elements below, in any case of
 * letters; one that is opened and never closed hides everything after it, one that is closed and was never opened hides
 * everything before it, so a slip of the model never publishes what it meant to keep.
 *
 * | element                                              | hides in `disallowed` and `private`  |
 * | ---------------------------------------------------- | ------------------------------------ |
 * | `scratchpad`, `think`, `thinking`, `reasoning`       | itself and what it holds             |
 *
 * Laws
 *   L1 nothing hidden shown   no text between marks becomes public, wherever it stands and however it is nested
 *   L2 nothing lost           text without marks is said as it is, and what is kept back is kept whole
 *   L3 no shield              in the public channel the words are public as they were said
 *
 * @module
 */
import { type Answer, textAnswer } from '../core/episode/answer.js'
import type { ReasoningChannel } from './question.js'

/**
 * Lists the channels.
 *
 * @category model
 * @since 0.1.0
 */
export const reasoningChannels: ReadonlyArray<ReasoningChannel> = [
  'disallowed',
  'private',
  'public',
]

/**
 * Tells a model how to mark off its reasoning, to be added to what it is told of a channel; empty where there is nothing
 * to mark.
 *
 * @category rendering
 * @since 0.1.0
 */
export const markingInWords = (channel: ReasoningChannel): string =>
  channel === 'private'
    ? 'Write private reasoning between <scratchpad> and </scratchpad>, before the rest.'
    : ''

const MARK = /<\s*(\/?)\s*(?:scratchpad|thinking|think|reasoning)\s*>/gi

interface Parted {
  readonly shown: string
  readonly hidden: string
}

/** Parts a text at its marks; a mark that closes what was not opened hides what was shown before it. */
const part = (text: string): Parted => {
  let shown = ''
  let hidden = ''
  let depth = 0
  let at = 0
  for (const mark of text.matchAll(MARK)) {
    const before = text.slice(at, mark.index)
    at = mark.index + mark[0].length
    const closes = mark[1] === '/'
    if (depth > 0) hidden += before
    else if (closes) {
      hidden += shown + before
      shown = ''
    } else shown += before
    depth = closes ? Math.max(0, depth - 1) : depth + 1
  }
  const rest = text.slice(at)
  return depth > 0 ? { shown, hidden: hidden + rest } : { shown: shown + rest, hidden }
}

/**
 * Is what a raw reply came to: the answer, and whether it reasoned where that is disallowed.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChannelledReply {
  readonly answer: Answer
  readonly violation: boolean
}

/**
 * Reads the raw words of a model through a channel. What is hidden becomes the private text of the answer. A reply that
 * is nothing but hidden text says nothing: its public text is empty.
 *
 * @example
 * ```ts
 * import { throughChannel } from 'edgeworth/exchange'
 *
 * const reply = '<scratchpad>r1 is worth 4.2 to me</scratchpad>I take it.'
 * throughChannel('private')(reply).answer // => { _tag: 'Text', text: 'I take it.', private: 'r1 is worth 4.2 to me' }
 * throughChannel('disallowed')(reply).violation // => true
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const throughChannel =
  (channel: ReasoningChannel) =>
  (raw: string): ChannelledReply => {
    if (channel === 'public') return { answer: textAnswer(raw), violation: false }
    const { shown, hidden } = part(raw)
    if (shown === raw) return { answer: textAnswer(raw), violation: false }
    return { answer: textAnswer(shown.trim(), hidden), violation: channel === 'disallowed' }
  }
