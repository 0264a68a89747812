/**
 * Call record: all that is known of one answered call, as a journal keeps it.
 *
 * Plain JSON. It holds no time: two runs that were given the same answers keep the same records.
 *
 * @module
 */

/**
 * Counts the tokens of a call, attempts that failed or stayed blank included where the provider told of them.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallUsage {
  readonly inputTokens: number
  readonly cachedInputTokens: number
  readonly outputTokens: number
  readonly reasoningTokens: number
}

/**
 * Names how a call ended: with words, with none at any bound on tokens, with a refusal, with something that is no
 * answer, with an error, or without an answer in time.
 *
 * @category model
 * @since 0.1.0
 */
export type CallEnding = 'answered' | 'blank' | 'refused' | 'unusable' | 'threw' | 'timeout'

/**
 * Holds a call. `seat` is the label of the manifest (`under_test`, `panel`, `env`), or any other of a game's own.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallRecord {
  /** The name of the question: `r1:proposal:a2:0`. */
  readonly id: string
  readonly seat: string
  readonly role: string
  readonly agent: number | null
  /** The kind of policy: `llm`, `frozen_llm`, `submitted`. */
  readonly policy: string
  readonly origin: 'llm' | 'submitted'
  /** The model that was asked for. */
  readonly model: string
  /** The model that answered, where the provider told. */
  readonly resolvedModel: string | null
  readonly params: {
    /** The bound of the attempt that was taken. */
    readonly maxTokens: number
    readonly temperature: number | null
    readonly sample: number | null
  }
  /** SHA-256 of the prompt, 64 hexadecimal digits. */
  readonly promptHash: string
  /** What was said, as it was said; empty without words. */
  readonly response: string
  readonly finish: string | null
  readonly ending: CallEnding
  readonly usage: CallUsage
  /** In US dollars, `null` where no price is known. */
  readonly costUsd: number | null
  readonly cached: boolean
  /** How often the model was asked, at least 1. */
  readonly attempts: number
  /** How often it was asked again with a larger bound on tokens because it had said nothing. */
  readonly escalations: number
}

/**
 * Names the compiler and the verifier that go by rule: they are called as models are, and nobody speaks there.
 *
 * @category model
 * @since 0.1.0
 */
export const ruleModelNames = {
  compiler: 'edgeworth/compiler-by-rule',
  verifier: 'edgeworth/verifier-by-rule',
} as const

/**
 * Tells whether a model was called: no submitted agent, whose silence is its policy, and nobody who goes by rule.
 *
 * @category operations
 * @since 0.1.0
 */
export const isOfModel = ({ origin, model }: Pick<CallRecord, 'origin' | 'model'>): boolean =>
  origin === 'llm' && model !== ruleModelNames.compiler && model !== ruleModelNames.verifier

/**
 * Tells whether a call brought nothing that can be played: no words, or more of them than are taken.
 *
 * @category operations
 * @since 0.1.0
 */
export const isSilent = ({ ending }: Pick<CallRecord, 'ending'>): boolean =>
  ending === 'blank' || ending === 'unusable'
