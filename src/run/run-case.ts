/**
 * Run of a case: one market over one seed, played by those that its roles seat, to files that replay.
 *
 * Models are found by the name that the roles give them. What agents say goes through the reasoning channel of the run;
 * what the compiler and the verifier think aloud is kept private. Scripts are pure and are not kept: they are asked
 * again. The files hold no clock and no order of arrival, so the same answers give the same bytes.
 *
 * | option        | default   | meaning                                                                     |
 * | ------------- | --------- | --------------------------------------------------------------------------- |
 * | `temperature` | 0         | of models whose policy leaves it to the run                                 |
 * | `sample`      | 0         | of models whose policy leaves it to the run                                 |
 * | `reasoning`   | `private` | what agents may do with their reasoning                                     |
 * | `summation`   | `neumaier` | the rule by which lists of numbers are added                               |
 * | `runId`       | case `__s` seed | the name of the run                                                   |
 *
 * Laws
 *   L1 same bytes        the files do not depend on the order in which answers arrive, nor on where a run went on
 *   L2 verified files    the replay of the files is `Verified`
 *
 * @module
 */
import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Summation } from '../core/arithmetic.js'
import type { Episode, QuestionId } from '../core/episode/index.js'
import { renderFailure } from '../core/failure.js'
import type { ExchangeConfig } from '../economy/config.js'
import { exchangeEpisode } from '../exchange/exchange-episode.js'
import type { ExchangeResult } from '../exchange/exchange-result.js'
import type { ExchangeQuestion, ReasoningChannel } from '../exchange/question.js'
import { type Roles, readRoles, rolesToJson } from '../exchange/roles.js'
import { checkPins, pinOutcome, type ResolvedModel, type SeatPin } from '../exchange/seat-pins.js'
import { recordExchange } from '../trace/exchange-run.js'
import type { RunFiles } from '../trace/run-files.js'
import { callDetailsOf } from './call-details.js'
import { type CaseSeats, caseSeats, processAt, type Submission } from './case-seats.js'
import type { EpisodeRunFailure, RunEvent } from './keeper.js'
import type { JournalEntry } from './kept-answer.js'
import type { LanguageModel } from './language-model.js'
import { limitsOf } from './limits.js'
import { withPinCheck } from './pin-check.js'
import { type RunEpisodeOptions, runEpisode } from './run-episode.js'
import { noSpend, type Spend } from './spend.js'

export type { CallRecord } from './call-record.js'
export type { Submission, SubmittedModel, SubmittedProcess } from './case-seats.js'
export type { RunEvent } from './keeper.js'
export type { Journal, JournalEntry } from './kept-answer.js'
export type { RunLimits } from './limits.js'
export type { Spend } from './spend.js'

/**
 * Describes a run; see the table of the module, and `RunEpisodeOptions` for what it shares with any game.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunCaseOptions
  extends Omit<RunEpisodeOptions<ExchangeQuestion>, 'seatOf' | 'seed' | 'keepScripts'> {
  readonly config: ExchangeConfig
  readonly seed: number
  readonly roles: Roles
  /** By the name that the roles give them. */
  readonly models: Readonly<Record<string, LanguageModel>>
  /** By the name that the roles give them, `submitted` without one. */
  readonly submitted?: Readonly<Record<string, Submission>> | undefined
  readonly temperature?: number | undefined
  readonly sample?: number | undefined
  readonly reasoning?: ReasoningChannel | undefined
  readonly summation?: Summation | undefined
  readonly runId?: string | undefined
}

/**
 * Names why a run failed: it cannot be set up, it was played and cannot be recorded, or a reason of any game.
 *
 * @category failures
 * @since 0.1.0
 */
export type RunFailure = EpisodeRunFailure | 'setup' | 'unrecorded'

interface Accounted {
  readonly spend: Spend
  /** What became of the pins of the roles, so far. */
  readonly pins: ReadonlyArray<SeatPin>
  /** All that was kept, what was recovered included. */
  readonly journal: ReadonlyArray<JournalEntry>
}

/**
 * Tells how a run went. One that failed has no score; it goes on from its journal.
 *
 * @category model
 * @since 0.1.0
 */
export type CaseOutcome =
  | (Accounted & {
      readonly status: 'ok'
      readonly result: ExchangeResult
      readonly files: RunFiles
    })
  | (Accounted & {
      readonly status: 'failed'
      readonly reason: RunFailure
      readonly detail: string
    })

interface Prepared {
  readonly seats: CaseSeats
  readonly episode: Episode<ExchangeQuestion, ExchangeResult>
}

const prepared = (options: RunCaseOptions): Either<string, Prepared> => {
  const { config, seed, roles, reasoning = 'private', summation } = options
  const json = rolesToJson(roles)
  const read = readRoles(json, config.numAgents)
  if (isLeft(read)) return left(read.left.map(renderFailure).join('; '))
  const seats = caseSeats({ ...options, reasoning })
  if (isLeft(seats)) return left(seats.left.join('; '))
  const episode = exchangeEpisode({
    config: { ...config, roles: json },
    seed,
    reasoning,
    ...(summation === undefined ? {} : { summation }),
  })
  if (isLeft(episode)) return left(episode.left.map(renderFailure).join('; '))
  return right({ seats: seats.right, episode: episode.right })
}

const resolvedIn = (journal: ReadonlyArray<JournalEntry>): ReadonlyArray<ResolvedModel> =>
  journal.flatMap(({ calls }) =>
    calls.map(({ agent, role, resolvedModel: model }) => ({
      seat: agent ?? (role === 'compiler' ? 'compiler' : 'verifier'),
      model,
    })),
  )

/** Roles have no pin for a submission: that of its process is held to what its seat was told. */
const pinsIn = (
  { roles, submitted }: RunCaseOptions,
  journal: ReadonlyArray<JournalEntry>,
): ReadonlyArray<SeatPin> => {
  const resolved = resolvedIn(journal)
  const process = processAt(roles.underTest.policy, submitted)
  const observed = resolved.flatMap(({ seat, model }) =>
    typeof seat === 'number' && roles.underTest.agents.includes(seat) ? [model] : [],
  )
  return checkPins(roles, resolved).map((pin) =>
    process !== null && pin.place === 'under_test'
      ? { ...pin, outcome: pinOutcome(process.pin, observed) }
      : pin,
  )
}

/**
 * Runs a case over a seed. The promise is never rejected.
 *
 * @category playing
 * @since 0.1.0
 */
export const runCase = async (options: RunCaseOptions): Promise<CaseOutcome> => {
  const { roles, runId, observe } = options
  const setup = prepared(options)
  if (isLeft(setup)) {
    const journal = options.recovered ?? []
    const pins = pinsIn(options, journal)
    const detail = setup.left
    return { status: 'failed', reason: 'setup', detail, spend: noSpend, pins, journal }
  }
  const { seats, episode } = setup.right
  const prompts = new Map<QuestionId, { readonly system: string; readonly prompt: string }>()
  const unkept: Array<JournalEntry> = []
  const outcome = await runEpisode(episode, {
    ...options,
    keepScripts: false,
    seatOf: (question) => {
      const seated = seats.seatOf(question)
      if (seated._tag === 'Script') return seated
      return {
        ...seated,
        prompt: () => {
          const written = seated.prompt()
          prompts.set(question.id, written)
          return written
        },
      }
    },
    observe: (event: RunEvent) => {
      if (event._tag === 'Unkept') {
        const { id, call } = event
        unkept.push({ id, answer: { _tag: 'Text', text: '' }, calls: [call] })
      }
      observe?.(event)
    },
  })
  const { spend, journal } = outcome
  const pins = pinsIn(options, [...journal, ...unkept])
  if (outcome.status === 'failed') {
    const { reason, detail } = outcome
    return { status: 'failed', reason, detail, spend, pins, journal }
  }
  const files = recordExchange({
    ...(runId === undefined ? {} : { runId }),
    maxTokens: limitsOf(options.limits).tokenLadder[0] ?? 0,
    temperature: seats.temperature,
    sample: seats.sample,
    callDetails: callDetailsOf(roles, journal, prompts),
  })(outcome.result)
  if (isLeft(files)) {
    const detail = files.left.map(renderFailure).join('; ')
    return { status: 'failed', reason: 'unrecorded', detail, spend, pins, journal }
  }
  const written = withPinCheck(pins)(files.right)
  return { status: 'ok', result: outcome.result, files: written, spend, pins, journal }
}
