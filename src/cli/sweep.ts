/**
 * A sweep at the terminal: its players are started, its progress is shown, an interrupt ends it cleanly.
 *
 * @module
 */
import type { Either } from 'fp-ts/lib/Either.js'
import type { Failures } from '../core/failure.js'
import type { Json } from '../core/json.js'
import type { LanguageModel } from '../run/language-model.js'
import type { RunLimits } from '../run/limits.js'
import { type ModelCommand, modelCommand } from '../run/node/model-command.js'
import type { PlayJob, SweepEvent, SweepOptions } from '../run/node/sweep-options.js'
import { playBy } from '../run/sweep-players.js'
import type { Pacing } from './sweep-arguments.js'
import { progressOf, type Terminal } from './terminal.js'

const numberIn = (settings: Json, key: string): number | undefined => {
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) return undefined
  const found = (settings as Readonly<Record<string, Json>>)[key]
  return typeof found === 'number' ? found : undefined
}

const limitsOf = (settings: Json): RunLimits => {
  const seconds = numberIn(settings, 'timeout_seconds')
  return {
    concurrency: numberIn(settings, 'concurrency'),
    retries: numberIn(settings, 'retries'),
    timeoutMs: seconds === undefined ? undefined : seconds * 1000,
  }
}

const inWords = (seconds: number): string => {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole}s`
  const minutes = Math.floor(whole / 60)
  return minutes < 60
    ? `${minutes}m ${whole % 60}s`
    : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}

const BAR = 20

/**
 * Writes how far a sweep is: of how many games, a bar, the time that is left at the pace so far, and what it has cost.
 *
 * @category rendering
 * @since 0.1.0
 */
export const sweepProgress = (at: {
  /** How many calls have no price: what they cost is not 0. */
  readonly unpriced?: number
  readonly jobs: number
  readonly before: number
  readonly done: number
  readonly seconds: number
  readonly costUsd: number
}): string => {
  const { jobs, before, done, seconds, costUsd, unpriced = 0 } = at
  const filled = jobs === 0 ? BAR : Math.floor((BAR * done) / jobs)
  const played = done - before
  const left =
    played === 0 ? 'no estimate yet' : `${inWords((seconds / played) * (jobs - done))} left`
  const priced = `$${costUsd.toFixed(4)}`
  const rest = costUsd > 0 ? `${priced} and ${unpriced} calls unpriced` : 'unpriced'
  const cost = unpriced === 0 ? priced : rest
  return `of ${jobs} [${'#'.repeat(filled)}${'.'.repeat(BAR - filled)}] ${left}, ${cost}`
}

const watching = (
  terminal: Terminal,
): { observe: (event: SweepEvent) => void; end: () => void } => {
  const progress = progressOf(terminal, 'games')
  const start = terminal.now()
  let jobs = 0
  let before = 0
  let done = 0
  let costUsd = 0
  let unpriced = 0
  const show = (): void => {
    const seconds = (terminal.now() - start) / 1000
    progress.step(done, sweepProgress({ jobs, before, done, seconds, costUsd, unpriced }))
  }
  return {
    observe: (event) => {
      if (event._tag === 'Opened') {
        jobs = event.jobs
        before = event.done
        done = event.done
      }
      if (event._tag === 'Ended') {
        done += 1
        costUsd = event.spend.costUsd
        const seats = event.row.status === 'ok' ? Object.values(event.row.seats) : []
        unpriced += seats.reduce((total, seat) => total + seat.unpriced, 0)
      }
      show()
    },
    end: progress.end,
  }
}

/**
 * Runs a sweep, or what goes on with one, under the eyes of a terminal, and ends the commands behind it.
 *
 * @category operations
 * @since 0.1.0
 */
export const atTerminal = async <End>(
  terminal: Terminal,
  settings: Json,
  pacing: Pacing,
  sweep: (play: PlayJob, options: SweepOptions) => Promise<Either<Failures, End>>,
): Promise<Either<Failures, End>> => {
  const commands = new Map<string, ModelCommand>()
  const modelOf = (command: string): LanguageModel => {
    const known = commands.get(command) ?? modelCommand(command, pacing.processes)
    commands.set(command, known)
    return known.model
  }
  const { observe, end } = watching(terminal)
  const { workers, budgetUsd, budgetTokens } = pacing
  try {
    return await sweep(playBy(modelOf, limitsOf(settings)), {
      workers,
      budgetUsd,
      budgetTokens,
      observe,
      signal: terminal.interrupted?.(),
    })
  } finally {
    end()
    for (const { close } of commands.values()) close()
  }
}
