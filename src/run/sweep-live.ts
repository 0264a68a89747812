/**
 * Live games of a sweep: played with models, kept answer by answer.
 *
 * @module
 */

import { ruleModelNames } from './call-record.js'
import { bargainGameFiles } from './game-row.js'
import type { RunEvent } from './keeper.js'
import type { Journal, JournalEntry } from './kept-answer.js'
import type { LanguageModel } from './language-model.js'
import type { RunLimits } from './limits.js'
import { runBargain } from './run-bargain.js'
import { type RunFailure, runCase, type Submission } from './run-case.js'
import type { Spend } from './spend.js'
import type { GameFiles, MarketJob, SweepJob } from './sweep-job.js'
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
  readonly submitted?: Readonly<Record<string, Submission>> | undefined
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
  | { readonly status: 'ok'; readonly files: GameFiles }
  | { readonly status: 'failed'; readonly reason: string; readonly detail: string }
  | { readonly status: 'unfinished' }

const byRule = ({ config }: MarketJob): Readonly<Record<string, LanguageModel>> => ({
  [ruleModelNames.compiler]: ruleCompiler(config),
  [ruleModelNames.verifier]: ruleVerifier(config),
})

type Outcome =
  | { readonly status: 'ok'; readonly files: GameFiles; readonly spend: Spend }
  | {
      readonly status: 'failed'
      readonly reason: RunFailure
      readonly detail: string
      readonly spend: Spend
    }

const endOf = (outcome: Outcome): LiveEnd => {
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
    const tell = ({ spend }: { readonly spend: Spend }): void => {
      const { costUsd, inputTokens, outputTokens } = spend
      spent({ costUsd, tokens: inputTokens + outputTokens })
    }
    const shared = {
      seed: job.seed,
      limits,
      journal,
      recovered,
      signal,
      observe: (event: RunEvent) => {
        if (event._tag === 'Answered') tell(event)
      },
    }
    const play = async (): Promise<Outcome> => {
      if (job._tag === 'Market') {
        const { config, roles, name: runId } = job
        const seated = { ...byRule(job), ...models }
        return runCase({ ...shared, config, roles, models: seated, submitted, runId })
      }
      const { setup, seats, name } = job
      const outcome = await runBargain({ ...shared, setup, seats, models })
      return outcome.status === 'ok'
        ? { ...outcome, files: bargainGameFiles(name, outcome.files) }
        : outcome
    }
    const outcome = await play()
    tell(outcome)
    return endOf(outcome)
  }
