/**
 * From the AI SDK: a model behind `generateText`, which the caller passes in.
 *
 * The function and the model are known by their shapes alone, so any version of the package fits that has them. The
 * retrying is the run's: the function is told to try once.
 *
 * @module
 */
import type { LanguageModel, ModelReply, TokenUsage } from './language-model.js'

/**
 * Is what `generateText` is given.
 *
 * @category model
 * @since 0.1.0
 */
export interface GenerateTextRequest<M> {
  model: M
  system: string
  prompt: string
  maxOutputTokens: number
  maxRetries: number
  abortSignal: AbortSignal
  temperature?: number
}

/**
 * Is what is read of that which `generateText` gives.
 *
 * @category model
 * @since 0.1.0
 */
export interface GeneratedText {
  readonly text: string
  readonly reasoningText?: string | undefined
  readonly finishReason?: string | undefined
  readonly response?: { readonly modelId?: string | undefined } | undefined
  readonly usage?:
    | {
        readonly inputTokens?: number | undefined
        readonly outputTokens?: number | undefined
        readonly reasoningTokens?: number | undefined
        readonly cachedInputTokens?: number | undefined
      }
    | undefined
}

/**
 * Holds the options: whether a temperature is sent (some models take none), and US dollars of a call by its tokens.
 *
 * @category model
 * @since 0.1.0
 */
export interface FromAISDKOptions {
  readonly temperature?: boolean | undefined
  readonly price?: ((usage: TokenUsage) => number | null) | undefined
}

const replyOf = (given: GeneratedText, price: FromAISDKOptions['price']): ModelReply => {
  const { text, reasoningText, finishReason, response, usage = {} } = given
  const { inputTokens, outputTokens, reasoningTokens, cachedInputTokens } = usage
  const tokens: TokenUsage = { inputTokens, outputTokens, reasoningTokens, cachedInputTokens }
  const isFiltered = finishReason === 'content-filter' && text === ''
  return {
    text,
    usage: tokens,
    model: response?.modelId,
    finish: finishReason,
    costUsd: price?.(tokens),
    ...(reasoningText === undefined || reasoningText === '' ? {} : { private: reasoningText }),
    ...(isFiltered ? { refused: 'content-filter' } : {}),
  }
}

/**
 * Makes a model of a model of the AI SDK and its `generateText`.
 *
 * @category constructors
 * @since 0.1.0
 */
export const fromAISDK =
  <M>(
    generateText: (request: GenerateTextRequest<M>) => PromiseLike<GeneratedText>,
    model: M,
    options: FromAISDKOptions = {},
  ): LanguageModel =>
  async ({ system, prompt, maxTokens, temperature, signal }) => {
    const isTempered = (options.temperature ?? true) && temperature !== null
    const given = await generateText({
      model,
      system,
      prompt,
      maxOutputTokens: maxTokens,
      maxRetries: 0,
      abortSignal: signal,
      ...(isTempered ? { temperature } : {}),
    })
    return replyOf(given, options.price)
  }
