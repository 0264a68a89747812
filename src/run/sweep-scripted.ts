/**
 * Scripted games of a sweep: every seat is played by a script, without a wait and without a journal, since what scripts
 * say is computed again.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  answerWith,
  noOpAgent,
  offlineAnswer,
  type PrivilegedExchangeAgent,
  privilegedGreedyAgent,
  randomTextAgent,
  randomTransferAgent,
  scriptedCompiler,
  scriptedVerifier,
  type Table,
  tableOfRoles,
} from '../agents/index.js'
import { faultAnswer } from '../core/episode/answer.js'
import { type Policy, playWith } from '../core/episode/index.js'
import { renderFailures } from '../core/failure.js'
import { exchangeEpisode } from '../exchange/exchange-episode.js'
import { type Prompt, render } from '../exchange/prompt.js'
import type { ExchangeQuestion } from '../exchange/question.js'
import { policyAt } from '../exchange/roles.js'
import { recordExchange } from '../trace/exchange-run.js'
import type { CallDetails } from '../trace/recording.js'
import { bargainGameFiles } from './game-row.js'
import { playScriptedBargain } from './run-bargain.js'
import { BUILT_IN_PREFIX } from './sweep-agents.js'
import type { GameFiles, MarketJob, SweepJob } from './sweep-job.js'

const scripts: Readonly<Record<string, (seed: number) => PrivilegedExchangeAgent>> = {
  'no-op': () => noOpAgent,
  random: (seed) => randomTextAgent(BigInt(seed)),
  'random-transfer': (seed) => randomTransferAgent(BigInt(seed)),
  greedy: () => privilegedGreedyAgent(),
  'compiler-by-rule': () => scriptedCompiler,
  'verifier-by-rule': () => scriptedVerifier,
}

const nobody: PrivilegedExchangeAgent = (question) =>
  faultAnswer('threw', `no script plays ${question.role}`)

/**
 * Gives the script of a model that is built in, for the seed of a game; `null` for any other model.
 *
 * @category constructors
 * @since 0.1.0
 */
export const scriptNamed = (model: string, seed: number): PrivilegedExchangeAgent | null => {
  const name = model.startsWith(BUILT_IN_PREFIX) ? model.slice(BUILT_IN_PREFIX.length) : ''
  return Object.hasOwn(scripts, name) ? (scripts[name]?.(seed) ?? null) : null
}

const isOffline = ({ players }: MarketJob): boolean =>
  typeof players === 'object' && players !== null && 'offline' in players

const modelAt = (job: MarketJob, { agent, role }: ExchangeQuestion): string => {
  const seat = agent ?? (role === 'compiler' ? 'compiler' : 'verifier')
  const policy = policyAt(job.roles, seat)
  return policy !== null && 'model' in policy ? (policy.model ?? '') : ''
}

interface Called {
  readonly prompt: Prompt
  readonly model: string
}

/** Keeps what each call would have been asked, for the manifest. */
const noting =
  (job: MarketJob, policy: Policy<ExchangeQuestion>, calls: Map<string, Called>) =>
  (id: string, question: ExchangeQuestion): ReturnType<Policy<ExchangeQuestion>> => {
    calls.set(id, { prompt: render(question.observation), model: modelAt(job, question) })
    return policy(id, question)
  }

const detailsOf =
  (calls: ReadonlyMap<string, Called>) =>
  (id: string): CallDetails => {
    const call = calls.get(id)
    const model = call?.model ?? ''
    const note = { costUsd: 0, costNote: 'a script, no model was called' }
    return { model, resolvedModel: model, ...note, ...call?.prompt }
  }

const policyOf = (job: MarketJob, table: Table): Policy<ExchangeQuestion> => {
  if (!isOffline(job)) return answerWith(table)
  const answer = offlineAnswer()
  return (_id, question) => answer(question)
}

const failed = (
  reason: string,
  detail: string,
): { readonly status: 'failed'; readonly reason: string; readonly detail: string } => ({
  status: 'failed',
  reason,
  detail,
})

type ScriptedEnd = { readonly status: 'ok'; readonly files: GameFiles } | ReturnType<typeof failed>

const playMarket = (job: MarketJob): ScriptedEnd => {
  const table = tableOfRoles(job.roles, (policy) =>
    'model' in policy ? (scriptNamed(policy.model ?? '', job.seed) ?? nobody) : nobody,
  )
  if (isLeft(table)) return failed('setup', renderFailures(table.left))
  const episode = exchangeEpisode({ config: job.config })
  if (isLeft(episode)) return failed('setup', renderFailures(episode.left))
  const calls = new Map<string, Called>()
  const policy = noting(job, policyOf(job, table.right), calls)
  const played = playWith(policy)(episode.right)
  if (played._tag !== 'Finished') return failed('stuck', `the game is ${played._tag.toLowerCase()}`)
  const files = recordExchange({
    runId: job.name,
    ...(isOffline(job) ? {} : { callDetails: detailsOf(calls) }),
  })(played.result)
  return isLeft(files)
    ? failed('unrecorded', renderFailures(files.left))
    : { status: 'ok', files: files.right }
}

/**
 * Plays a game whose seats are all scripted, and records it.
 *
 * @category operations
 * @since 0.1.0
 */
export const playScripted = (job: SweepJob): ScriptedEnd => {
  if (job._tag === 'Market') return playMarket(job)
  const end = playScriptedBargain(job)
  return end.status === 'ok' ? { ...end, files: bargainGameFiles(job.name, end.files) } : end
}
