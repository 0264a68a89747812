import { generateText } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { type ExchangeSeats, fromAISDK, population } from 'edgeworth/run'
import { answerInWords } from './canned.js'

/** In earnest: `openai('...')` of `@ai-sdk/openai`, or any other provider of the AI SDK. */
const model = new MockLanguageModelV3({
  modelId: 'mock-model',
  doGenerate: async ({ prompt }) => {
    const textOf = (role: string): string =>
      prompt
        .filter((message) => message.role === role)
        .map(({ content }) =>
          typeof content === 'string'
            ? content
            : content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
        )
        .join('\n')
    return {
      content: [
        { type: 'reasoning', text: 'I would rather not say.' },
        { type: 'text', text: answerInWords(textOf('system'), textOf('user')) },
      ],
      finishReason: { unified: 'stop', raw: 'stop' },
      usage: {
        inputTokens: { total: 120, noCache: 20, cacheRead: 100, cacheWrite: 0 },
        outputTokens: { total: 30, text: 20, reasoning: 10 },
      },
      warnings: [],
    }
  },
})

/** A market in which a model behind the AI SDK sits everywhere. */
export const aiSDKSeats: ExchangeSeats = population({
  name: 'some-model',
  ask: fromAISDK(generateText, model),
})
