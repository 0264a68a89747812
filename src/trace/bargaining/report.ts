/**
 * Report: what the replay of a run of bargains found, as data and as lines of text.
 *
 * @module
 */
import type {
  AnchoredQuestion,
  AnchoredResult,
  LiveQuestion,
  LiveResult,
  NegotiationQuestion,
} from '../../bargaining/index.js'
import { type Asking, type Log, openQuestions } from '../../core/episode/index.js'
import { type Failure, type Path, renderPath, showValue } from '../../core/failure.js'
import type { SeatedNegotiation } from './games.js'
import type { AnchoredSetup, BargainSetup, LiveSetup, SymmetricSetup } from './setup.js'

/**
 * Names one place where a run is not what its files give when it is played again. `line` counts from 1; `recorded` and
 * `replayed` are `undefined` where there is nothing.
 *
 * @category model
 * @since 0.1.0
 */
export interface BargainDifference {
  readonly file: string
  readonly line: number | null
  readonly path: Path
  readonly recorded: unknown
  readonly replayed: unknown
}

/**
 * Says that a finished run was played again and every byte is what it gives.
 *
 * @category model
 * @since 0.1.0
 */
export interface VerifiedBargains<S extends BargainSetup, R> {
  readonly _tag: 'Verified'
  readonly game: S['game']
  readonly setup: S
  readonly log: Log
  readonly results: ReadonlyArray<R>
}

/**
 * Says that a run did not come to its end: `log` is its usable prefix, `episode` what goes on from there; `cut` says
 * whether a broken last line was left out.
 *
 * @category model
 * @since 0.1.0
 */
export interface UnfinishedBargains<S extends BargainSetup, Q, R> {
  readonly _tag: 'Unfinished'
  readonly game: S['game']
  readonly setup: S
  readonly log: Log
  readonly episode: Asking<Q, ReadonlyArray<R>>
  readonly cut: boolean
}

/**
 * Names every place where a run differs: setup, answers, summary, so that causes come before consequences.
 *
 * @category model
 * @since 0.1.0
 */
export interface DifferingBargains {
  readonly _tag: 'Differs'
  readonly differences: readonly [BargainDifference, ...ReadonlyArray<BargainDifference>]
}

/**
 * Names what cannot be read, by file, and by line (from 1) in the answers.
 *
 * @category model
 * @since 0.1.0
 */
export interface UnreadableBargains {
  readonly _tag: 'Unreadable'
  readonly failures: ReadonlyArray<
    Failure & { readonly file: string; readonly line: number | null }
  >
}

/**
 * Tells what the replay of a run of one game found.
 *
 * @category model
 * @since 0.1.0
 */
export type ReportOf<S extends BargainSetup, Q, R> =
  | VerifiedBargains<S, R>
  | UnfinishedBargains<S, Q, R>
  | DifferingBargains
  | UnreadableBargains

/**
 * Tells what the replay of a run found, whatever its game is: `game` says which setup and results a report holds.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainReport =
  | ReportOf<AnchoredSetup, AnchoredQuestion, AnchoredResult>
  | ReportOf<LiveSetup, LiveQuestion, LiveResult>
  | ReportOf<SymmetricSetup, NegotiationQuestion, SeatedNegotiation>

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

const place = (file: string, line: number | null, path: Path): string =>
  `${file}${line === null ? '' : `:${line}`} ${renderPath(path)}`

const shown = (value: unknown): string => (value === undefined ? 'nothing' : showValue(value))

const opened = (report: Extract<BargainReport, { _tag: 'Unfinished' }>): number => {
  switch (report.game) {
    case 'anchored':
      return openQuestions(report.episode).size
    case 'live':
      return openQuestions(report.episode).size
    case 'symmetric':
      return openQuestions(report.episode).size
  }
}

/**
 * Renders a report on the run of a name as lines of text: a headline, then `file:line path: recorded X, recomputed Y` for
 * every difference, or `file:line path: expected X, got Y (tag)` for every failure.
 *
 * @category rendering
 * @since 0.1.0
 */
export const renderBargainReport =
  (name: string) =>
  (report: BargainReport): ReadonlyArray<string> => {
    switch (report._tag) {
      case 'Verified': {
        const { game, results, log } = report
        const what = `${counted(results.length, `${game} bargain`)}, ${counted(log.length, 'answer')}`
        return [`${name}: verified, ${what}`]
      }
      case 'Unfinished': {
        const cut = report.cut ? ', a broken last line left out' : ''
        const open = counted(opened(report), 'open question')
        const usable = counted(report.log.length, 'usable answer')
        return [`${name}: did not finish, ${usable}${cut}, ${open}`]
      }
      case 'Differs':
        return [
          `${name}: ${counted(report.differences.length, 'difference')}`,
          ...report.differences.map(
            ({ file, line, path, recorded, replayed }) =>
              `${place(file, line, path)}: recorded ${shown(recorded)}, recomputed ${shown(replayed)}`,
          ),
        ]
      case 'Unreadable':
        return [
          `${name}: unreadable, ${counted(report.failures.length, 'failure')}`,
          ...report.failures.map(
            ({ _tag, file, line, path, expected, value }) =>
              `${place(file, line, path)}: expected ${expected}, got ${showValue(value)} (${_tag})`,
          ),
        ]
    }
  }

/**
 * Gives what a report says as plain data: counts in place of results and answers, which stand in the files themselves.
 *
 * @category rendering
 * @since 0.1.0
 */
export const plainBargainReport = (report: BargainReport): object => {
  switch (report._tag) {
    case 'Verified':
      return {
        _tag: report._tag,
        game: report.game,
        bargains: report.results.length,
        answers: report.log.length,
      }
    case 'Unfinished':
      return {
        _tag: report._tag,
        game: report.game,
        answers: report.log.length,
        open: opened(report),
        cut: report.cut,
      }
    case 'Differs':
      return {
        _tag: report._tag,
        differences: report.differences.map((one) => ({
          ...one,
          recorded: one.recorded ?? null,
          replayed: one.replayed ?? null,
        })),
      }
    case 'Unreadable':
      return report
  }
}
