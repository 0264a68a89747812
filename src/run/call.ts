/**
 * Call: one question put to a model, for as long as it is worth asking.
 *
 * An error or a missed deadline is tried again after a wait; a blank answer is tried again with a larger bound on tokens,
 * because a model that reasons may have used them all before it spoke. What is left in the end is one answer and one
 * record. The jitter of the waits is drawn by seed, question and attempt, so nothing here depends on a clock but how long
 * it takes.
 *
 * | what the model does                          | tried again              | ending      | answer              |
 * | -------------------------------------------- | ------------------------ | ----------- | ------------------- |
 * | says something                               |                          | `answered`  | `Text`              |
 * | says nothing, or only what stays private     | with more tokens         | `blank`     | empty               |
 * | declines                                     |                          | `refused`   | `Fault` `refused`   |
 * | says more than is taken                      |                          | `unusable`  | `Fault` `threw`     |
 * | gives what is no reply                       |                          | `threw`     | `Fault` `threw`     |
 * | counts tokens or dollars below 0, or no finite ones |                   | `threw`     | `Fault` `threw`     |
 * | throws                                       | if worth it, after a wait | `threw`    | `Fault` `threw`     |
 * | is late                                      | after a wait             | `timeout`   | `Fault` `timeout`   |
 *
 * A submitted agent is asked once: what it does is its policy. One behind a process is asked again as a model is when the
 * process fails, and not when it says nothing: the failure is that of the harness, the silence its own.
 *
 * Laws
 *   L1 attempts     a call asks at most once a rung of the ladder and once a retry
 *   L2 no promise   whatever a model does, the call comes to an answer, and its answer is a text only if one was said
 *
 * @module
 */
import { type Answer, faultAnswer, type QuestionId, textAnswer } from '../core/episode/index.js'
import { showValue } from '../core/failure.js'
import { sha256Hex } from '../core/hash.js'
import type { CallEnding, CallRecord, CallUsage } from './call-record.js'
import type { LanguageModel, ModelReply, ModelRequest } from './language-model.js'
import type { Limits } from './limits.js'
import { faultOfError, readReply, wellFormed } from './reply.js'
import type { Timers } from './timers.js'

/**
 * Holds who is called: the seat, and how it is asked. `hear` reads what was said, and may keep some of it private.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallSeat {
  readonly seat: string
  readonly role: string
  readonly agent: number | null
  readonly policy: string
  readonly origin: 'llm' | 'submitted'
  readonly model: string
  /** The model that has to have answered; `null` without a pin. */
  readonly pin: string | null
  readonly temperature: number | null
  readonly sample: number | null
  readonly ask: LanguageModel
  /** Whether a submitted agent is reached through a process, whose failure is none of its policy. */
  readonly isBehindProcess?: boolean | undefined
  readonly hear?: ((text: string) => Answer) | undefined
}

/**
 * Holds what a call is made with. `mayRetry` is asked before every attempt but the first.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallContext {
  readonly id: QuestionId
  readonly system: string
  readonly prompt: string
  readonly limits: Limits
  readonly timers: Timers
  readonly signal: AbortSignal
  /** Uniform in [0, 1), by attempt. */
  readonly jitter: (attempt: number) => number
  readonly mayRetry: () => boolean
  readonly onRetry: (attempt: number, reason: string) => void
}

/**
 * Is what a call came to. It was cut short if it would have asked again and was not allowed to, or nobody waits for it.
 *
 * @category model
 * @since 0.1.0
 */
export interface Called {
  readonly answer: Answer
  readonly record: CallRecord
  readonly isCut: boolean
}

type Attempt =
  | { readonly _tag: 'Given'; readonly given: unknown }
  | { readonly _tag: 'Threw'; readonly error: unknown }
  | { readonly _tag: 'Late' }
  | { readonly _tag: 'Abandoned' }

const once = (
  ask: LanguageModel,
  request: Omit<ModelRequest, 'signal'>,
  { limits: { timeoutMs }, timers, signal }: CallContext,
): Promise<Attempt> =>
  new Promise((resolve) => {
    const controller = new AbortController()
    let lift = (): void => undefined
    const end = (attempt: Attempt): void => {
      lift()
      signal.removeEventListener('abort', abandon)
      resolve(attempt)
      if (attempt._tag === 'Late' || attempt._tag === 'Abandoned') controller.abort()
    }
    const abandon = (): void => end({ _tag: 'Abandoned' })
    if (signal.aborted) return abandon()
    signal.addEventListener('abort', abandon)
    if (timeoutMs !== null) lift = timers.after(timeoutMs, () => end({ _tag: 'Late' }))
    const asking = async (): Promise<unknown> => ask({ ...request, signal: controller.signal })
    asking().then(
      (given) => end({ _tag: 'Given', given }),
      (error: unknown) => end({ _tag: 'Threw', error }),
    )
  })

/** An hour: whoever asks for more has given something that is no wait. */
const LONGEST_WAIT = 3_600_000

const slept = (milliseconds: number, { timers, signal }: CallContext): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    let lift = (): void => undefined
    const wake = (): void => {
      lift()
      signal.removeEventListener('abort', wake)
      resolve()
    }
    signal.addEventListener('abort', wake)
    lift = timers.after(milliseconds > 0 ? Math.min(milliseconds, LONGEST_WAIT) : 0, wake)
  })

const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0 ? Math.floor(value) : 0

/** A count or a price below 0, or that is not finite, would be taken off a budget: who tells of it tells nothing. */
const isMiscounted = ({ usage, costUsd }: Partial<ModelReply>): boolean => {
  const { inputTokens, cachedInputTokens, outputTokens, reasoningTokens } = usage ?? {}
  return [inputTokens, cachedInputTokens, outputTokens, reasoningTokens, costUsd].some(
    (value) => typeof value === 'number' && !(value >= 0 && value < Number.POSITIVE_INFINITY),
  )
}

const word = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? wellFormed(value) : null

/** What a reply tells beside its words: of it nothing is trusted to be of its type. */
interface Told {
  readonly usage: CallUsage
  readonly costUsd: number | null
  readonly model: string | null
  readonly finish: string | null
  readonly cached: boolean
}

const told = (reply: Partial<ModelReply>): Told => {
  const { usage, costUsd, model, finish, cached } = reply
  return {
    usage: {
      inputTokens: count(usage?.inputTokens),
      cachedInputTokens: count(usage?.cachedInputTokens),
      outputTokens: count(usage?.outputTokens),
      reasoningTokens: count(usage?.reasoningTokens),
    },
    costUsd: typeof costUsd === 'number' && Number.isFinite(costUsd) ? costUsd : null,
    model: word(model),
    finish: word(finish),
    cached: cached === true,
  }
}

interface Read extends Told {
  readonly answer: Answer
  readonly ending: CallEnding
  readonly response: string
}

const NOTHING_TOLD: Told = /* @__PURE__ */ told({})

const failed = (ending: CallEnding, answer: Answer): Read => ({
  ...NOTHING_TOLD,
  ending,
  answer,
  response: '',
})

const endingOf = (answer: Answer): CallEnding => {
  if (answer._tag === 'Fault') {
    if (answer.fault === 'empty') return 'blank'
    return answer.fault === 'refused' ? 'refused' : 'unusable'
  }
  return answer._tag === 'Text' && answer.text.trim() === '' ? 'blank' : 'answered'
}

const join = (first: string | undefined, second: string | undefined): string | undefined => {
  const parts = [first, second].filter((part) => part !== undefined && part !== '')
  return parts.length === 0 ? undefined : parts.join('\n')
}

const heardAs = (answer: Answer, hear: CallSeat['hear']): Answer => {
  if (answer._tag !== 'Text' || hear === undefined) return answer
  const heard = hear(answer.text)
  if (heard._tag !== 'Text') return heard
  return textAnswer(heard.text, join(answer.private, heard.private))
}

const isReply = (given: object): given is Partial<ModelReply> => {
  const { text, refused } = given as Partial<Record<string, unknown>>
  return typeof text === 'string' || text === null || typeof refused === 'string'
}

const read = (given: unknown, { hear }: CallSeat, longest: number): Read => {
  try {
    const reply = typeof given === 'object' && given !== null ? given : { text: given ?? null }
    if (!isReply(reply)) {
      return failed('threw', faultAnswer('threw', `no reply of a model: ${showValue(given)}`))
    }
    if (isMiscounted(reply)) {
      const detail = 'no reply of a model: its tokens and dollars are finite numbers from 0'
      return failed('threw', faultAnswer('threw', detail))
    }
    const { text, refused, private: scratchpad } = reply
    const words = typeof refused === 'string' ? { refused } : { text, private: scratchpad }
    const answer = heardAs(readReply(words, longest).answer, hear)
    const response = answer._tag === 'Text' && typeof text === 'string' ? wellFormed(text) : ''
    return { ...told(reply), answer, ending: endingOf(answer), response }
  } catch (error) {
    return failed('threw', faultOfError(error))
  }
}

const sum = (a: CallUsage, b: CallUsage): CallUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  reasoningTokens: a.reasoningTokens + b.reasoningTokens,
})

const wordsOf = (answer: Answer): string => (answer._tag === 'Fault' ? answer.detail : '')

/** A classifier that throws has not said that another attempt is worth making. */
const verdictOn = (error: unknown, tried: number, { retryOn }: Limits): boolean | number => {
  try {
    return retryOn(error, tried)
  } catch {
    return false
  }
}

/** The failure of an attempt, and the wait after which another is worth making; `null` where none is. */
const failureOf = (
  attempt: Exclude<Attempt, { readonly _tag: 'Given' }>,
  tried: number,
  { limits, jitter }: CallContext,
): { readonly read: Read; readonly wait: number | null } => {
  const usual = (): number => limits.backoff(tried, jitter(tried))
  if (attempt._tag === 'Abandoned') {
    return { read: failed('threw', faultAnswer('threw', 'nobody waits any more')), wait: null }
  }
  if (attempt._tag === 'Late') {
    const detail = `no answer within ${limits.timeoutMs} ms`
    return { read: failed('timeout', faultAnswer('timeout', detail)), wait: usual() }
  }
  const verdict = verdictOn(attempt.error, tried, limits)
  const wait = typeof verdict === 'number' ? verdict : verdict ? usual() : null
  return { read: failed('threw', faultOfError(attempt.error)), wait }
}

/**
 * Puts a question to a model. The promise is never rejected.
 *
 * @category playing
 * @since 0.1.0
 */
export const callModel = async (seat: CallSeat, context: CallContext): Promise<Called> => {
  const { id, system, prompt, limits, signal, mayRetry, onRetry } = context
  const isSubmitted = seat.origin === 'submitted'
  const ladder = isSubmitted ? limits.tokenLadder.slice(0, 1) : limits.tokenLadder
  const retries = isSubmitted && seat.isBehindProcess !== true ? 0 : limits.retries
  const { role, model, temperature, sample } = seat
  let rung = 0
  let attempts = 0
  let failures = 0
  let usage = NOTHING_TOLD.usage
  let costUsd: number | null = null
  const called = (last: Read, isCut: boolean): Called => ({
    isCut,
    answer: last.answer,
    record: {
      id,
      seat: seat.seat,
      role,
      agent: seat.agent,
      policy: seat.policy,
      origin: seat.origin,
      model,
      resolvedModel: last.model,
      params: { maxTokens: ladder[rung] ?? 0, temperature, sample },
      promptHash: sha256Hex(prompt),
      response: last.response,
      finish: last.finish,
      ending: last.ending,
      usage,
      costUsd,
      cached: last.cached,
      attempts,
      escalations: rung,
    },
  })
  for (;;) {
    attempts += 1
    const maxTokens = ladder[rung] ?? 0
    const request = { id, system, prompt, role, model, temperature, sample, maxTokens }
    const attempt = await once(seat.ask, { ...request, attempt: attempts }, context)
    if (attempt._tag === 'Given') {
      const last = read(attempt.given, seat, limits.longestText)
      usage = sum(usage, last.usage)
      if (last.costUsd !== null) costUsd = (costUsd ?? 0) + last.costUsd
      if (last.ending !== 'blank' || rung + 1 >= ladder.length) return called(last, false)
      if (!mayRetry()) return called(last, true)
      rung += 1
      onRetry(attempts, 'blank')
      continue
    }
    const { read: last, wait } = failureOf(attempt, attempts, context)
    if (signal.aborted) return called(last, true)
    if (wait === null || failures >= retries) return called(last, false)
    if (!mayRetry()) return called(last, true)
    failures += 1
    onRetry(attempts, wordsOf(last.answer))
    await slept(wait, context)
    if (signal.aborted || !mayRetry()) return called(last, true)
  }
}
