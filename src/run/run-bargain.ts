/**
 * Run of a bargain: the game of a setup, played by scripts and models, to files that replay.
 *
 * What models say is kept as it arrives; scripts are pure and are asked again. The files do not hold the order of
 * arrival: the answers are written in the order in which the game asks when the oldest question is answered first.
 *
 * A bargain may be shorter than the count at which the breaker first looks: what counts is then that every run looks at
 * its seats when it ends. A seat that was silent held, which is nobody's bargaining. Where the breaker is switched off,
 * silence is played as the holds that it is.
 *
 * Laws
 *   L1 same bytes      the files do not depend on the order in which answers arrive, nor on where a run went on
 *   L2 verified files  the replay of the files is `Verified`
 *   L3 never zero      a seat that said nothing gives no files, and so no share
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { type Policy, playWith } from '../core/episode/index.js'
import { renderFailures } from '../core/failure.js'
import {
  type BargainFiles,
  type BargainQuestion,
  type BargainSetup,
  bargainSetup,
  bargainsOf,
  recordBargains,
} from '../trace/bargaining/index.js'
import { type BargainSeats, bargainSeatOf, unheldSeats } from './bargain-seats.js'
import type { JournalEntry } from './kept-answer.js'
import type { LanguageModel } from './language-model.js'
import type { RunFailure } from './run-case.js'
import { type RunEpisodeOptions, runEpisode } from './run-episode.js'
import { noSpend, type Spend } from './spend.js'

/**
 * Describes a run; `models` are found by the names that the seats give them. See `RunEpisodeOptions` for what it shares
 * with any game.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunBargainOptions
  extends Omit<RunEpisodeOptions<BargainQuestion>, 'seatOf' | 'keepScripts'> {
  readonly setup: BargainSetup
  readonly seats: BargainSeats
  readonly models?: Readonly<Record<string, LanguageModel>> | undefined
}

interface Accounted {
  readonly spend: Spend
  /** All that was kept, what was recovered included. */
  readonly journal: ReadonlyArray<JournalEntry>
}

/**
 * Tells how a run went. One that failed has no share; it goes on from its journal.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainOutcomeOfRun =
  | (Accounted & { readonly status: 'ok'; readonly files: BargainFiles })
  | (Accounted & {
      readonly status: 'failed'
      readonly reason: RunFailure
      readonly detail: string
    })

type Recorded =
  | { readonly status: 'ok'; readonly files: BargainFiles }
  | { readonly status: 'failed'; readonly reason: 'stuck' | 'unrecorded'; readonly detail: string }

/** Plays a game again in its own order, by what is answered, and records it. */
const recorded = (setup: BargainSetup, policy: Policy<BargainQuestion>): Recorded => {
  const played = playWith(policy, { limit: Number.MAX_SAFE_INTEGER })(bargainsOf(setup))
  if (played._tag !== 'Finished') {
    return { status: 'failed', reason: 'stuck', detail: `the game is ${played._tag.toLowerCase()}` }
  }
  const files = recordBargains(setup)(played.log)
  return isLeft(files)
    ? { status: 'failed', reason: 'unrecorded', detail: renderFailures(files.left) }
    : { status: 'ok', files: files.right }
}

const setupDefects = ({ setup, seats, models = {} }: RunBargainOptions): string | null => {
  const checked = bargainSetup(setup)
  if (isLeft(checked)) return renderFailures(checked.left)
  const defects = unheldSeats(setup, seats, models)
  return defects.length === 0 ? null : defects.join('; ')
}

/**
 * Plays a bargain whose seats are all held by scripts, and records it.
 *
 * @category playing
 * @since 0.1.0
 */
export const playScriptedBargain = (
  options: Pick<RunBargainOptions, 'setup' | 'seats'>,
): Recorded | { readonly status: 'failed'; readonly reason: 'setup'; readonly detail: string } => {
  const { setup, seats } = options
  const detail = setupDefects(options)
  if (detail !== null) return { status: 'failed', reason: 'setup', detail }
  const seatOf = bargainSeatOf(setup, seats, {})
  return recorded(setup, (id, question) => {
    const seated = seatOf(question, id)
    // Without a model every seat is a script.
    return (seated as Extract<typeof seated, { _tag: 'Script' }>).policy(id, question)
  })
}

/**
 * Runs a bargain. The promise is never rejected.
 *
 * @category playing
 * @since 0.1.0
 */
export const runBargain = async (options: RunBargainOptions): Promise<BargainOutcomeOfRun> => {
  const { setup, seats, models = {} } = options
  const detail = setupDefects(options)
  if (detail !== null) {
    const journal = options.recovered ?? []
    return { status: 'failed', reason: 'setup', detail, spend: noSpend, journal }
  }
  const seatOf = bargainSeatOf(setup, seats, models)
  const outcome = await runEpisode(bargainsOf(setup), { ...options, seatOf, keepScripts: false })
  const { spend, journal } = outcome
  if (outcome.status === 'failed') return outcome
  const kept = new Map(journal.map(({ id, answer }) => [id, answer] as const))
  const found = recorded(setup, (id, question) => {
    const seated = seatOf(question, id)
    if (seated._tag === 'Script') return seated.policy(id, question)
    // The game has come to its end, so every question to a model was answered.
    return kept.get(id) ?? { _tag: 'Fault', fault: 'empty', detail: 'not kept' }
  })
  return { ...found, spend, journal }
}
