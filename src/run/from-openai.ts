/**
 * From OpenAI: a model behind any client that speaks the chat completions of OpenAI.
 *
 * The client is known by its shape alone. Let the run do the retrying: make the client with `maxRetries: 0`.
 *
 * | option           | default                 | meaning                                                        |
 * | ---------------- | ----------------------- | -------------------------------------------------------------- |
 * | `model`          | that of the roles       | the name that the provider knows                               |
 * | `tokenParameter` | `max_completion_tokens` | how the bound on tokens is named; older servers: `max_tokens`  |
 * | `temperature`    | `true`                  | whether a temperature is sent; some models take none           |
 * | `body`           | none                    | further members of every request                               |
 * | `price`          | none                    | US dollars of a call, by its tokens                            |
 *
 * @module
 */
import type { LanguageModel, ModelReply, TokenUsage } from './language-model.js'

/**
 * Is a client with chat completions. What it promises is read as it is found.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChatClient {
  readonly chat: {
    readonly completions: {
      // A method, so that clients may ask for more than is sent here.
      create(body: ChatRequest, options?: { signal?: AbortSignal }): PromiseLike<unknown>
    }
  }
}

/**
 * Is the request that is sent.
 *
 * @category model
 * @since 0.1.0
 */
export interface ChatRequest {
  model: string
  messages: Array<{ role: 'system'; content: string } | { role: 'user'; content: string }>
  stream: false
  temperature?: number
  max_tokens?: number
  max_completion_tokens?: number
}

/**
 * Holds the options; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface FromOpenAIOptions {
  readonly model?: string | undefined
  readonly tokenParameter?: 'max_tokens' | 'max_completion_tokens' | undefined
  readonly temperature?: boolean | undefined
  readonly body?: Readonly<Record<string, unknown>> | undefined
  readonly price?: ((usage: TokenUsage) => number | null) | undefined
}

/** What a completion is made of, all of it in doubt. */
interface Completion {
  readonly model?: string
  readonly choices?: ReadonlyArray<{
    readonly finish_reason?: string
    readonly message?: {
      readonly content?: string | null
      readonly refusal?: string | null
      readonly reasoning_content?: string | null
    }
  }>
  readonly usage?: {
    readonly prompt_tokens?: number
    readonly completion_tokens?: number
    readonly prompt_tokens_details?: { readonly cached_tokens?: number }
    readonly completion_tokens_details?: { readonly reasoning_tokens?: number }
  }
}

const usageOf = ({ usage }: Completion): TokenUsage => ({
  inputTokens: usage?.prompt_tokens,
  cachedInputTokens: usage?.prompt_tokens_details?.cached_tokens,
  outputTokens: usage?.completion_tokens,
  reasoningTokens: usage?.completion_tokens_details?.reasoning_tokens,
})

const replyOf = (completion: Completion, price: FromOpenAIOptions['price']): ModelReply => {
  const [choice] = completion.choices ?? []
  const { content, refusal, reasoning_content: reasoning } = choice?.message ?? {}
  const usage = usageOf(completion)
  const isFiltered = choice?.finish_reason === 'content_filter' && (content ?? '') === ''
  const refused = refusal ?? (isFiltered ? 'content_filter' : null)
  return {
    text: content ?? null,
    usage,
    model: completion.model,
    finish: choice?.finish_reason,
    costUsd: price?.(usage),
    ...(typeof reasoning === 'string' ? { private: reasoning } : {}),
    ...(refused === null ? {} : { refused }),
  }
}

/**
 * Makes a model of a client of OpenAI or of anything that speaks as it does.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromOpenAI =
  (client: ChatClient, options: FromOpenAIOptions = {}): LanguageModel =>
  async ({ system, prompt, maxTokens, temperature, model, signal }) => {
    const { tokenParameter = 'max_completion_tokens', body, price } = options
    const isTempered = (options.temperature ?? true) && temperature !== null
    const completion = await client.chat.completions.create(
      {
        ...body,
        model: options.model ?? model,
        messages: [
          { role: 'system', content: system },
          { role: 'user', content: prompt },
        ],
        stream: false,
        [tokenParameter]: maxTokens,
        ...(isTempered ? { temperature } : {}),
      },
      { signal },
    )
    // What is no completion has none of the members, and is read as an answer without words.
    return replyOf((completion ?? {}) as Completion, price)
  }
