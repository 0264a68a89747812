/**
 * Language model: the one function that a caller passes in to have a model play.
 *
 * It is given texts and promises a text, or a record of what the provider told: what was used, which model answered, why
 * it stopped. Any client fits in a few lines (`fromOpenAI`, `fromAISDK`). It may fail in any way; what a failure becomes
 * is decided by the call (`call.ts`), never by the rules of a game.
 *
 * @module
 */

/**
 * Holds what a model is asked. `temperature` and `sample` are `null` where they are left to the model.
 *
 * @category model
 * @since 0.1.0
 */
export interface ModelRequest {
  readonly system: string
  readonly prompt: string
  /** The most tokens that the answer may take, reasoning included. */
  readonly maxTokens: number
  readonly temperature: number | null
  /** Tells apart repeated samples of one prompt: a number from 0. */
  readonly sample: number | null
  /** The name of the model, as the roles have it. */
  readonly model: string
  /** The name of the question. */
  readonly id: string
  /** What is asked for: `proposal`, `compiler`, ... */
  readonly role: string
  /** The number of the attempt, from 1: retries and larger bounds on tokens count. */
  readonly attempt: number
  /** Fires when nobody waits for the answer any more. */
  readonly signal: AbortSignal
}

/**
 * Counts the tokens of a call. `inputTokens` includes those from a cache, `outputTokens` those of reasoning.
 *
 * @category model
 * @since 0.1.0
 */
export interface TokenUsage {
  readonly inputTokens?: number | undefined
  readonly cachedInputTokens?: number | undefined
  readonly outputTokens?: number | undefined
  readonly reasoningTokens?: number | undefined
}

/**
 * Holds what a model gives back when it gives more than a text. `text` is `null` where it said nothing; `model` is the
 * one that answered, as the provider tells; `private` is reasoning that nobody else may read; `refused` says why it
 * declined to answer.
 *
 * @category model
 * @since 0.1.0
 */
export interface ModelReply {
  readonly text: string | null
  readonly private?: string | undefined
  readonly usage?: TokenUsage | undefined
  readonly model?: string | null | undefined
  readonly finish?: string | null | undefined
  readonly refused?: string | undefined
  /** In US dollars; absent where no price is known. */
  readonly costUsd?: number | null | undefined
  /** Whether the answer came from a cache of the caller's. */
  readonly cached?: boolean | undefined
}

/**
 * Answers texts with a text.
 *
 * @category model
 * @since 0.1.0
 */
export type LanguageModel = (request: ModelRequest) => Promise<string | ModelReply>
