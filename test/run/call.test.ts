import { describe, expect, it } from 'vitest'
import {
  type CallContext,
  type CallSeat,
  callModel,
  type LanguageModel,
  limitsOf,
  type ModelReply,
  type RunLimits,
  retryTransient,
  usualBackoff,
} from '../../src/run/index.js'
import { at } from './market-models.js'
import { driven, type FakeClock, fakeClock } from './slow-models.js'

const seatOf = (ask: LanguageModel, more: Partial<CallSeat> = {}): CallSeat => ({
  seat: 'under_test',
  role: 'proposal',
  agent: 1,
  policy: 'llm',
  origin: 'llm',
  model: 'm',
  pin: null,
  temperature: 0,
  sample: 0,
  ask,
  ...more,
})

const contextOf = (
  clock: FakeClock,
  limits: RunLimits = {},
  more: Partial<CallContext> = {},
): CallContext => ({
  id: 'q',
  system: 's',
  prompt: 'p',
  limits: limitsOf(limits),
  timers: clock.timers,
  signal: new AbortController().signal,
  jitter: () => 1,
  mayRetry: () => true,
  onRetry: () => undefined,
  ...more,
})

/** Does one thing after another, the last one for ever. */
const inTurn = (...acts: ReadonlyArray<LanguageModel>): LanguageModel => {
  let calls = 0
  return (request) => {
    const act = acts[Math.min(calls, acts.length - 1)]
    calls += 1
    return act === undefined ? Promise.resolve('') : act(request)
  }
}

const throwing =
  (error: unknown): LanguageModel =>
  () =>
    Promise.reject(error)

const saying =
  (reply: string | ModelReply): LanguageModel =>
  async () =>
    reply

describe('a call', () => {
  it('waits longer before every attempt, and gives up after the last', async () => {
    const clock = fakeClock()
    const reasons: Array<string> = []
    const context = contextOf(
      clock,
      {},
      { onRetry: (n, why) => reasons.push(`${n} ${clock.now()} ${why}`) },
    )
    const called = await driven(clock, callModel(seatOf(throwing(new Error('down'))), context))
    expect(reasons).toEqual(['1 0 Error: down', '2 500 Error: down', '3 1500 Error: down'])
    expect(clock.now()).toBe(3500)
    expect(called).toMatchObject({
      answer: { _tag: 'Fault', fault: 'threw', detail: 'Error: down' },
      record: { ending: 'threw', attempts: 4, response: '' },
      isCut: false,
    })
  })

  it('waits as long as the classifier says, and not at all where it says that nothing helps', async () => {
    const clock = fakeClock()
    const limits = { retryOn: retryTransient }
    const busy = Object.assign(new Error('busy'), {
      status: 429,
      headers: new Headers({ 'retry-after': '7' }),
    })
    const model = inTurn(throwing(busy), saying('done'))
    const called = await driven(clock, callModel(seatOf(model), contextOf(clock, limits)))
    expect([clock.now(), called.record.attempts, called.record.ending]).toEqual([
      7000,
      2,
      'answered',
    ])
    const wrong = throwing(Object.assign(new Error('key'), { status: 401 }))
    const refused = await driven(clock, callModel(seatOf(wrong), contextOf(clock, limits)))
    expect(refused.record).toMatchObject({ attempts: 1, ending: 'threw' })
    expect(clock.now()).toBe(7000)
  })

  it('takes a classifier that throws, and a wait that is none, for what they are', async () => {
    const clock = fakeClock()
    const retryOn = (): boolean => {
      throw new Error('classifier')
    }
    const once = await callModel(seatOf(throwing(new Error('x'))), contextOf(clock, { retryOn }))
    expect(once.record.attempts).toBe(1)
    for (const wait of [Number.NaN, -5, Number.POSITIVE_INFINITY]) {
      const model = inTurn(throwing(new Error('x')), saying('done'))
      const context = contextOf(clock, { backoff: () => wait })
      expect((await driven(clock, callModel(seatOf(model), context))).record.ending).toBe(
        'answered',
      )
    }
  })

  it('ends an attempt at its deadline, tells the model, and takes nothing that comes late', async () => {
    const clock = fakeClock()
    const told: Array<number> = []
    const slow: LanguageModel = ({ signal, attempt }) => {
      signal.addEventListener('abort', () => told.push(attempt))
      return at(clock.timers, attempt === 2 ? 10 : 5000, () => `answer ${attempt}`)
    }
    const context = contextOf(clock, { timeoutMs: 100, backoff: () => 1 })
    const called = await driven(clock, callModel(seatOf(slow), context))
    expect(told).toEqual([1])
    expect(called.answer).toEqual({ _tag: 'Text', text: 'answer 2' })
    const late: LanguageModel = () => new Promise(() => undefined)
    const lost = await driven(clock, callModel(seatOf(late), context))
    expect(lost.record).toMatchObject({ ending: 'timeout', attempts: 4 })
    expect(lost.answer).toMatchObject({ fault: 'timeout', detail: 'no answer within 100 ms' })
  })

  it('adds up what all attempts used', async () => {
    const clock = fakeClock()
    const usage = {
      inputTokens: 10,
      outputTokens: 4096,
      reasoningTokens: 4096,
      cachedInputTokens: 2,
    }
    const model = inTurn(
      saying({ text: '', usage, costUsd: 0.5, finish: 'length' }),
      throwing(new Error('x')),
      saying({
        text: 'said',
        usage: { inputTokens: 10, outputTokens: 5 },
        costUsd: 0.25,
        model: 'm-1',
      }),
    )
    const { record } = await driven(clock, callModel(seatOf(model), contextOf(clock)))
    expect(record).toMatchObject({
      attempts: 3,
      escalations: 1,
      usage: { inputTokens: 20, outputTokens: 4101, reasoningTokens: 4096, cachedInputTokens: 2 },
      costUsd: 0.75,
      resolvedModel: 'm-1',
      params: { maxTokens: 32_768 },
    })
  })

  it('counts nothing that is no count, and no cost that is no number', async () => {
    const usage = {
      inputTokens: true as unknown as number,
      outputTokens: 0.5,
      reasoningTokens: '9' as unknown as number,
    }
    const reply = {
      text: 'x',
      usage,
      costUsd: '1' as unknown as number,
      model: 7 as unknown as string,
    }
    const { record } = await callModel(seatOf(saying(reply)), contextOf(fakeClock()))
    expect(record.usage).toEqual({
      inputTokens: 0,
      cachedInputTokens: 0,
      outputTokens: 0,
      reasoningTokens: 0,
    })
    expect([record.costUsd, record.resolvedModel]).toEqual([null, null])
  })

  it.each([
    { costUsd: -1 },
    { costUsd: Number.NaN },
    { costUsd: Number.POSITIVE_INFINITY },
    { usage: { inputTokens: -5 } },
    { usage: { outputTokens: Number.NaN } },
    { usage: { cachedInputTokens: Number.NEGATIVE_INFINITY } },
    { usage: { reasoningTokens: -0.5 } },
  ])('is failed by a reply that would be taken off a budget: %j', async (counts) => {
    const reply = { text: 'x', usage: { outputTokens: 3 }, ...counts }
    const { record, answer } = await callModel(seatOf(saying(reply)), contextOf(fakeClock()))
    expect(answer).toMatchObject({ _tag: 'Fault', fault: 'threw' })
    expect(record.ending).toBe('threw')
    expect(record.costUsd ?? 0).toBe(0)
    expect(Object.values(record.usage)).toEqual([0, 0, 0, 0])
  })

  it('keeps the private reasoning of a reply beside what is marked off in its words', async () => {
    const hear = (text: string) => ({
      _tag: 'Text' as const,
      text: text.slice(3),
      private: text.slice(0, 3),
    })
    const reply = { text: 'abcdef', private: 'thought' }
    const called = await callModel(seatOf(saying(reply), { hear }), contextOf(fakeClock()))
    expect(called.answer).toEqual({ _tag: 'Text', text: 'def', private: 'thought\nabc' })
    const onlyThought = await callModel(
      seatOf(saying('abc'), { hear }),
      contextOf(fakeClock(), { tokenLadder: [10] }),
    )
    expect(onlyThought).toMatchObject({
      answer: { _tag: 'Text', text: '', private: 'abc' },
      record: { ending: 'blank', params: { maxTokens: 10 } },
    })
  })

  it('is cut short, and no failure, when nothing more may be asked', async () => {
    const mayRetry = () => false
    const context = contextOf(fakeClock(), {}, { mayRetry })
    expect((await callModel(seatOf(saying('')), context)).isCut).toBe(true)
    expect((await callModel(seatOf(throwing(new Error('x'))), context)).isCut).toBe(true)
    expect((await callModel(seatOf(saying('word')), context)).isCut).toBe(false)
    const gone = contextOf(fakeClock(), {}, { signal: AbortSignal.abort() })
    expect(await callModel(seatOf(saying('word')), gone)).toMatchObject({ isCut: true })
  })

  it('is made once to a submitted agent, whatever it does', async () => {
    for (const act of [saying(''), throwing(new Error('x'))]) {
      const seat = seatOf(act, { origin: 'submitted' })
      expect((await callModel(seat, contextOf(fakeClock()))).record.attempts).toBe(1)
    }
  })

  it('is tried again when the process of a submitted agent fails, and not when the agent is silent', async () => {
    const behind = { origin: 'submitted' as const, isBehindProcess: true }
    const context = () => contextOf(fakeClock(), { retries: 2, backoff: () => 0 })
    const clock = fakeClock()
    const failing = callModel(
      seatOf(throwing(new Error('x')), behind),
      contextOf(clock, { retries: 2 }),
    )
    expect((await driven(clock, failing)).record).toMatchObject({ attempts: 3, ending: 'threw' })
    const silent = await callModel(seatOf(saying(''), behind), context())
    expect(silent.record).toMatchObject({ attempts: 1, ending: 'blank' })
  })
})

describe('the usual wait', () => {
  it('is doubled up to 30 seconds, and halved at most by the jitter', () => {
    const attempts = [1, 2, 3, 7, 8, 40]
    expect(attempts.map((n) => usualBackoff(n, 1))).toEqual([
      500, 1000, 2000, 30_000, 30_000, 30_000,
    ])
    expect(attempts.map((n) => usualBackoff(n, 0))).toEqual([
      250, 500, 1000, 15_000, 15_000, 15_000,
    ])
  })
})

describe('retryTransient', () => {
  it.each([
    [{ status: 500 }, true],
    [{ status: 503, headers: { 'retry-after': '0.5' } }, 500],
    [{ statusCode: 429, responseHeaders: { 'retry-after': '3' } }, 3000],
    [{ status: 429, headers: { 'retry-after': 'tomorrow' } }, true],
    [{ status: 400 }, false],
    [{ status: 404, headers: { 'retry-after': '1' } }, false],
    [new Error('ECONNRESET'), true],
    [undefined, true],
    ['a text', true],
  ])('%j: %s', (error, verdict) => {
    expect(retryTransient(error)).toBe(verdict)
  })
})
