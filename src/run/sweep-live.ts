/**
 * Live games of a sweep: played with models, kept answer by answer.
 *
 * @module
 */

import type { RunFiles } from '../trace/run-files.js'
import type { Journal, JournalEntry } from './kept-answer.js'
import type { LanguageModel } from './language-model.js'
import type { RunLimits } from './limits.js'
import { type CaseOutcome, runCase, type SubmittedModel } from './run-case.js'
import { BUILT_IN_PREFIX } from './sweep-agents.js'
import type { SweepJob } from './sweep-plan.js'
import { ruleCompiler, ruleVerifier } from './sweep-rule-models.js'

/**
 * Holds who plays live games: models by the name that roles give them, submitted agents by theirs, and the limits of
 * every game.
 *
 * @category model
 * @since 0.1.0
 */
export interface LivePlayers {
  readonly models?: Readonly<Record<string, LanguageModel>> | undefined
  readonly submitted?: Readonly<Record<string, SubmittedModel>> | undefined
  readonly limits?: RunLimits | undefined
}

/**
 * Holds what a live game is given beside its players.
 *
 * @category model
 * @since 0.1.0
 */
export interface LiveContext {
  readonly journal: Journal
  readonly recovered: ReadonlyArray<JournalEntry>
  readonly signal: AbortSignal
  readonly spent: (spend: { readonly costUsd: number; readonly tokens: number }) => void
}

type LiveEnd =
  | { readonly status: 'ok'; readonly files: RunFiles }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string }
  | { readonly status: 'unfinished' }

const byRule = ({ config }: SweepJob): Readonly<Record<string, LanguageModel>> => ({
  [`${BUILT_IN_PREFIX}compiler-by-rule`]: ruleCompiler(config),
  [`${BUILT_IN_PREFIX}verifier-by-rule`]: ruleVerifier(config),
})

const endOf = (outcome: CaseOutcome): LiveEnd => {
  if (outcome.status === 'ok') return { status: 'ok', files: outcome.files }
  const { reason, detail } = outcome
  // Called off, or out of money: the game goes on from its journal when the sweep does.
  return reason === 'aborted' || reason === 'budget'
    ? { status: 'unfinished' }
    : { status: 'failed', reason, detail }
}

/**
 * Plays the games of a sweep with models; the compiler and the verifier that go by rule are there already.
 *
 * @category constructors
 * @since 0.1.0
 */
export const playLive =
  ({ models = {}, submitted = {}, limits = {} }: LivePlayers) =>
  async (job: SweepJob, context: LiveContext): Promise<LiveEnd> => {
    const { journal, recovered, signal, spent } = context
    const tell = ({ spend }: Pick<CaseOutcome, 'spend'>): void => {
      const { costUsd, inputTokens, outputTokens } = spend
      spent({ costUsd, tokens: inputTokens + outputTokens })
    }
    const outcome = await runCase({
      config: job.config,
      seed: job.seed,
      roles: job.roles,
      models: { ...byRule(job), ...models },
      submitted,
      limits,
      runId: job.name,
      journal,
      recovered,
      signal,
      observe: (event) => {
        if (event._tag === 'Answered') tell(event)
      },
    })
    tell(outcome)
    return endOf(outcome)
  }
