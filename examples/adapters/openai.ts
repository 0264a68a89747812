import { type ExchangeSeats, fromOpenAI, population } from 'edgeworth/run'
import OpenAI from 'openai'
import { answerInWords } from './canned.js'

interface Body {
  readonly model: string
  readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
}

/** The server: the client of `openai` is real, and its requests end here. */
const server = async (_url: unknown, init?: { readonly body?: unknown }): Promise<Response> => {
  const { model, messages } = JSON.parse(String(init?.body)) as Body
  const [system, user] = messages
  const content = answerInWords(system?.content ?? '', user?.content ?? '')
  return Response.json({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 0,
    model: `${model}-2026-11`,
    choices: [
      { index: 0, finish_reason: 'stop', message: { role: 'assistant', content, refusal: null } },
    ],
    usage: {
      prompt_tokens: 120,
      completion_tokens: 30,
      total_tokens: 150,
      prompt_tokens_details: { cached_tokens: 100 },
      completion_tokens_details: { reasoning_tokens: 10 },
    },
  })
}

/** In earnest: `new OpenAI({ maxRetries: 0 })`, with a `baseURL` for another provider. */
const client = new OpenAI({ apiKey: 'none', maxRetries: 0, fetch: server })

/** A market in which a model behind `openai` sits everywhere; 2 and 8 US dollars a million tokens. */
export const openAISeats: ExchangeSeats = population({
  name: 'some-model',
  ask: fromOpenAI(client, {
    price: ({ inputTokens = 0, outputTokens = 0 }) => (inputTokens * 2 + outputTokens * 8) / 1e6,
  }),
})
