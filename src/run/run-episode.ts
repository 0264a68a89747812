/**
 * Run of an episode: any game played by models and scripts under limits, so that it survives what goes wrong.
 *
 * Every answer is kept before the game hears it. A run that ends early has a reason and a journal, from which it goes on:
 * what was kept is fed to the game again, and only what is missing is asked. Nobody is scored for a run that failed.
 *
 * | what happens                                     | the run                                                          |
 * | ------------------------------------------------ | ---------------------------------------------------------------- |
 * | the game ends                                    | `ok`                                                             |
 * | models are blank too often                       | `mute`, at once                                                  |
 * | the game ends, and a seat was silent in it       | `mute`                                                           |
 * | another model answers than the pinned one        | `pin_drift`, at once; the answer is not kept                     |
 * | the signal fires                                 | `aborted`, at once                                               |
 * | an answer cannot be kept                         | `journal`, at once; it is not heard                              |
 * | kept answers are not of this game                | `journal`, before anything is asked                              |
 * | more calls fail for good than may                | `faults`, when what is out has come in; the failure is not kept  |
 * | the budget is used up before the end             | `budget`, when what is out has come in                           |
 * | the rules throw, or no question can be answered  | `stuck`                                                          |
 *
 * Laws
 *   L1 kept log     the answers that were kept are the log of the game, and replaying them comes to its state
 *   L2 resumed run  a run that failed anywhere, gone on from its journal, comes to the end of an unbroken run
 *   L3 ended        whatever models do, the run comes to an outcome
 *
 * @module
 */
import type { Episode, QuestionId } from '../core/episode/index.js'
import { drawAt } from '../core/random/philox.js'
import { modelOf, scriptOf } from './answerer.js'
import { callModel } from './call.js'
import {
  type Ending,
  type EpisodeRunFailure,
  type KeeperOptions,
  keeperOf,
  type RunEvent,
} from './keeper.js'
import type { JournalEntry } from './kept-answer.js'
import { limitsOf, type RunLimits } from './limits.js'
import { play } from './play.js'
import type { Played } from './played.js'
import { recover, type SeatOf } from './recovery.js'
import { type Spend, silentSeat } from './spend.js'
import { hostTimers, type Timers } from './timers.js'

/**
 * Describes a run of an episode.
 *
 * | option        | default    | meaning                                                                               |
 * | ------------- | ---------- | ------------------------------------------------------------------------------------- |
 * | `seatOf`      | none       | who answers a question; a pure function                                               |
 * | `seed`        | 0          | of the jitter of waits                                                                |
 * | `keepScripts` | `true`     | whether answers of scripts are kept; needless where the order of answers cannot matter |
 * | `recovered`   | none       | what was kept before                                                                  |
 * | `timers`      | the host's | what waits and deadlines are measured with                                            |
 *
 * @category model
 * @since 0.1.0
 */
export interface RunEpisodeOptions<Q> extends KeeperOptions {
  readonly seatOf: SeatOf<Q>
  readonly seed?: number | undefined
  readonly limits?: RunLimits | undefined
  readonly signal?: AbortSignal | undefined
  readonly observe?: ((event: RunEvent) => void) | undefined
  readonly timers?: Timers | undefined
}

interface Kept {
  readonly spend: Spend
  /** All that was kept, what was recovered included. */
  readonly journal: ReadonlyArray<JournalEntry>
}

/**
 * Tells how a run of an episode went.
 *
 * @category model
 * @since 0.1.0
 */
export type EpisodeOutcome<R> =
  | (Kept & { readonly status: 'ok'; readonly result: R })
  | (Kept & {
      readonly status: 'failed'
      readonly reason: EpisodeRunFailure
      readonly detail: string
    })

/** Uniform in [0, 1), by seed, question and attempt. */
const jitterOf =
  (seed: number, id: QuestionId) =>
  (attempt: number): number => {
    let place = 7
    for (let at = 0; at < id.length; at++) place = (Math.imul(place, 31) + id.charCodeAt(at)) >>> 0
    return drawAt(BigInt(Number.isSafeInteger(seed) ? seed : 0), place, attempt)
  }

const endingOf = <Q, R>(
  played: Exclude<Played<Q, R>, { _tag: 'Finished' }>,
  ending: Ending | null,
): Ending => {
  if (ending !== null) return ending
  switch (played._tag) {
    case 'Aborted':
      return { reason: 'aborted', detail: 'the signal fired' }
    case 'Stopped':
      return { reason: 'stuck', detail: `stopped after ${played.log.length} answers` }
    case 'Stuck':
      return { reason: 'stuck', detail: played.detail }
  }
}

/**
 * Runs an episode. The promise is never rejected.
 *
 * @category playing
 * @since 0.1.0
 */
export const runEpisode = async <Q, R>(
  start: Episode<Q, R>,
  options: RunEpisodeOptions<Q>,
): Promise<EpisodeOutcome<R>> => {
  const { seatOf, seed = 0, recovered: kept = [], signal, observe, timers = hostTimers } = options
  const limits = limitsOf(options.limits)
  const tell = (event: RunEvent): void => {
    try {
      observe?.(event)
    } catch {
      // A failing observer is no reason to lose a run.
    }
  }
  const keeper = keeperOf(options, limits, tell)
  const fail = ({ reason, detail }: Ending): EpisodeOutcome<R> => ({
    status: 'failed',
    reason,
    detail,
    spend: keeper.spend(),
    journal: keeper.journal,
  })
  const recovered = recover(start, kept, seatOf, limits.longestText)
  if (recovered._tag === 'Foreign') return fail({ reason: 'journal', detail: recovered.detail })

  const abort = (): void => keeper.stop.abort()
  signal?.addEventListener('abort', abort)
  if (signal?.aborted === true) abort()
  const played = await play<Q, R>(
    recovered.episode,
    (question, id) => {
      const seated = seatOf(question, id)
      if (seated._tag === 'Script') return scriptOf(seated.policy)
      return modelOf(async (_question, call) => {
        const called = await callModel(seated.seat, {
          ...seated.prompt(),
          id,
          limits,
          timers,
          signal: call.signal,
          jitter: jitterOf(seed, id),
          mayRetry: () => keeper.ending() === null,
          onRetry: (attempt, reason) => tell({ _tag: 'Retried', id, attempt, reason }),
        })
        keeper.called(id, seated.seat, called)
        return { answer: called.answer }
      })
    },
    {
      concurrency: limits.concurrency,
      timeout: null,
      longestText: limits.longestText,
      signal: keeper.stop.signal,
      timers,
      keep: keeper.keep,
      mayAsk: () => keeper.ending() === null,
      observe: (event) => {
        if (event._tag === 'Asked') tell({ _tag: 'Asked', id: event.id, out: event.out })
        if (event._tag === 'Dropped') keeper.dropped(event.id)
      },
    },
  )
  signal?.removeEventListener('abort', abort)
  const ending = keeper.ending()
  if (played._tag !== 'Finished') return fail(endingOf(played, ending))
  // A game that came to its end in silence is nobody's.
  if (ending?.reason === 'mute') return fail(ending)
  const silent = silentSeat(
    keeper.journal.flatMap(({ calls }) => calls),
    limits.mute,
  )
  if (silent !== null) return fail({ reason: 'mute', detail: silent })
  const { result } = played
  return { status: 'ok', result, spend: keeper.spend(), journal: keeper.journal }
}
