import { describe, expect, it } from 'vitest'
import { aiSDKSeats } from '../../examples/adapters/ai-sdk.js'
import { openAISeats } from '../../examples/adapters/openai.js'
import { officialCases } from '../../src/exchange/index.js'
import {
  type ChatClient,
  type ChatRequest,
  fromAISDK,
  fromOpenAI,
  type GeneratedText,
  type GenerateTextRequest,
  type ModelRequest,
  playExchange,
} from '../../src/run/index.js'
import { renderReport, replayRun } from '../../src/trace/index.js'

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  system: 'rules',
  prompt: 'question',
  maxTokens: 4096,
  temperature: 0.5,
  sample: 0,
  model: 'some-model',
  id: 'q',
  role: 'proposal',
  attempt: 1,
  signal: new AbortController().signal,
  ...more,
})

const clientGiving = (completion: unknown) => {
  const sent: Array<readonly [ChatRequest, object | undefined]> = []
  const client: ChatClient = {
    chat: {
      completions: {
        create: async (body, options) => {
          sent.push([body, options])
          return completion
        },
      },
    },
  }
  return { client, sent }
}

const completion = {
  model: 'some-model-1',
  choices: [{ finish_reason: 'stop', message: { content: 'words', refusal: null } }],
  usage: { prompt_tokens: 7, completion_tokens: 3 },
}

describe('a client of OpenAI', () => {
  it('is sent the texts, the bound on tokens and the temperature, with the signal', async () => {
    const { client, sent } = clientGiving(completion)
    const asked = request()
    const reply = await fromOpenAI(client)(asked)
    expect(sent).toEqual([
      [
        {
          model: 'some-model',
          messages: [
            { role: 'system', content: 'rules' },
            { role: 'user', content: 'question' },
          ],
          stream: false,
          max_completion_tokens: 4096,
          temperature: 0.5,
        },
        { signal: asked.signal },
      ],
    ])
    expect(reply).toMatchObject({
      text: 'words',
      model: 'some-model-1',
      finish: 'stop',
      usage: { inputTokens: 7, outputTokens: 3 },
    })
    expect(reply).not.toHaveProperty('refused')
  })

  it('is sent what the options say in their place', async () => {
    const { client, sent } = clientGiving(completion)
    const body = { reasoning_effort: 'low', stream: true }
    const options = {
      model: 'other',
      tokenParameter: 'max_tokens' as const,
      temperature: false,
      body,
    }
    await fromOpenAI(client, options)(request())
    await fromOpenAI(client)(request({ temperature: null }))
    expect(sent[0]?.[0]).toMatchObject({
      model: 'other',
      max_tokens: 4096,
      reasoning_effort: 'low',
      stream: false,
    })
    expect(sent[0]?.[0]).not.toHaveProperty('temperature')
    expect(sent[0]?.[0]).not.toHaveProperty('max_completion_tokens')
    expect(sent[1]?.[0]).not.toHaveProperty('temperature')
  })

  it.each([
    ['an answer without words', { choices: [{ message: { content: null } }] }, { text: null }],
    ['a refusal', { choices: [{ message: { content: null, refusal: 'no' } }] }, { refused: 'no' }],
    [
      'a filtered answer',
      { choices: [{ finish_reason: 'content_filter', message: { content: '' } }] },
      { refused: 'content_filter' },
    ],
    [
      'reasoning beside the answer',
      { choices: [{ message: { content: 'x', reasoning_content: 'thought' } }] },
      { text: 'x', private: 'thought' },
    ],
    ['no choices', { choices: [] }, { text: null }],
    ['an empty object', {}, { text: null }],
    ['nothing', null, { text: null }],
  ])('may give %s', async (_name, given, reply) => {
    expect(await fromOpenAI(clientGiving(given).client)(request())).toMatchObject(reply)
  })
})

describe('generateText of the AI SDK', () => {
  const given: GeneratedText = {
    text: 'words',
    reasoningText: 'thought',
    finishReason: 'stop',
    response: { modelId: 'm-1' },
    usage: { inputTokens: 7, outputTokens: 3, reasoningTokens: 2, cachedInputTokens: 1 },
  }

  it('is given the texts and told to try once, and its reply is read', async () => {
    const seen: Array<GenerateTextRequest<string>> = []
    const generate = async (asked: GenerateTextRequest<string>) => {
      seen.push(asked)
      return given
    }
    const asked = request()
    const price = (): number => 0.125
    expect(await fromAISDK(generate, 'a model', { price })(asked)).toEqual({
      text: 'words',
      private: 'thought',
      usage: { inputTokens: 7, outputTokens: 3, reasoningTokens: 2, cachedInputTokens: 1 },
      model: 'm-1',
      finish: 'stop',
      costUsd: 0.125,
    })
    expect(seen).toEqual([
      {
        model: 'a model',
        system: 'rules',
        prompt: 'question',
        maxOutputTokens: 4096,
        maxRetries: 0,
        abortSignal: asked.signal,
        temperature: 0.5,
      },
    ])
  })

  it('may have been filtered, or tell nothing but the text', async () => {
    const filtered = async () => ({ text: '', finishReason: 'content-filter' })
    expect(await fromAISDK(filtered, 'm')(request())).toMatchObject({ refused: 'content-filter' })
    expect(await fromAISDK(async () => ({ text: 'x' }), 'm')(request())).toMatchObject({
      text: 'x',
    })
  })
})

describe('the real packages, offline', () => {
  it.each([
    ['openai', openAISeats, 'some-model-2026-11'],
    ['ai', aiSDKSeats, 'mock-model'],
  ])('%s plays a case to files that replay', async (_name, seats, resolved) => {
    const [first] = officialCases
    if (first === undefined) throw new Error('there are official cases')
    const run = await playExchange(first, { seed: 1200, seats })
    if (run.status !== 'ok') throw new Error(run.detail)
    expect(renderReport(replayRun(run.files)).slice(1)).toEqual([])
    expect(run.result.totals.applied).toBeGreaterThan(0)
    const { calls, inputTokens, outputTokens, reasoningTokens } = run.spend
    expect([inputTokens, outputTokens, reasoningTokens]).toEqual([
      120 * calls,
      30 * calls,
      10 * calls,
    ])
    expect(run.journal[0]?.calls[0]?.resolvedModel).toBe(resolved)
    expect(run.files.files['trace.jsonl']).not.toContain('I would rather not say')
  })

  it('openai reports a price', async () => {
    const [first] = officialCases
    const run = first && (await playExchange(first, { seats: openAISeats }))
    expect(run?.spend.costUsd).toBeCloseTo((run?.spend.calls ?? 0) * 0.00048, 9)
    expect(run?.spend.unpriced).toBe(0)
  })
})
