/**
 * Recording: what `recordRun` is given, a run that was played, round by round.
 *
 * @module
 */
import type { Summation } from '../core/arithmetic.js'
import type { ExchangeConfig } from '../economy/config.js'
import type { Mechanism } from '../settlement/mechanism.js'

/**
 * Maps agents (from 1) to what they said.
 *
 * @category model
 * @since 0.1.0
 */
export type TextsByAgent = Readonly<Record<number, string>>

/**
 * Says what became of the talk of a round: the mechanism itself, as scripts agree on it, or the replies of a model that
 * compiled it and of one that verified it.
 *
 * @category model
 * @since 0.1.0
 */
export type Agreement =
  | { readonly _tag: 'Mechanism'; readonly mechanism: Mechanism }
  | { readonly _tag: 'Replies'; readonly compiler: string; readonly verifier: string }

/**
 * Is one round that was played. `decisions` are the private ones, of each agent that would be debited.
 *
 * @category model
 * @since 0.1.0
 */
export interface PlayedRound {
  readonly communication: TextsByAgent
  readonly proposal: string
  readonly responses: TextsByAgent
  readonly final: string
  readonly agreement: Agreement
  readonly decisions?: TextsByAgent
}

/**
 * Is what is known of one call of a model beside its response. Costs in US dollars, `null` without a known price.
 *
 * @category model
 * @since 0.1.0
 */
export interface CallDetails {
  readonly model: string
  readonly resolvedModel?: string | null
  readonly system?: string
  readonly prompt?: string
  readonly inputTokens?: number
  readonly cachedInputTokens?: number
  readonly outputTokens?: number
  readonly reasoningTokens?: number
  readonly cached?: boolean
  readonly costUsd?: number | null
  readonly costNote?: string | null
}

/**
 * Is a run to record. A run with fewer rounds than its configuration asks for is recorded as one that was killed.
 *
 * | part          | default                    | meaning                                                       |
 * | ------------- | -------------------------- | ------------------------------------------------------------- |
 * | `config`      | none                       | the configuration with every override applied                 |
 * | `rounds`      | none                       | the rounds, in order                                          |
 * | `callDetails` | none                       | in a live run, by the call's name; without it no manifest     |
 * | `summation`   | `neumaier`                 | the rule by which lists of numbers were added                 |
 * | `runId`       | configuration `__s` seed   | the name of the run                                           |
 * | `version`     | `0.1.0`                    | of this library                                               |
 * | `maxTokens`, `temperature`, `sample` | 0, 0, 0 | sampling of the run's models                                |
 * | `createdUtc`, `completedUtc`, `durationSeconds` | null | when; the library has no clock                          |
 *
 * @category model
 * @since 0.1.0
 */
export interface RunToRecord {
  readonly config: ExchangeConfig
  readonly rounds: ReadonlyArray<PlayedRound>
  readonly callDetails?: (callId: string) => CallDetails
  readonly summation?: Summation
  readonly runId?: string
  readonly version?: string
  readonly maxTokens?: number
  readonly temperature?: number
  readonly sample?: number
  readonly createdUtc?: string | null
  readonly completedUtc?: string | null
  readonly durationSeconds?: number | null
}
