/**
 * Keeper: keeps every answer of a run before it is heard, counts what was spent, and ends the run when it has to.
 *
 * A run is ended in one of two ways. It is halted: whoever is still asked is told that nobody waits. Or it is drained:
 * nothing more is asked, and what is out is waited for and kept, because it will be paid for anyway.
 *
 * | ended by      | how     | the answer that ended it   |
 * | ------------- | ------- | -------------------------- |
 * | `mute`        | halted  | kept                       |
 * | `pin_drift`   | halted  | not kept                   |
 * | `journal`     | halted  | could not be kept          |
 * | `budget`      | drained | kept                       |
 * | `faults`      | drained | not kept                   |
 *
 * @module
 */
import type { QuestionId } from '../core/episode/index.js'
import type { Called, CallSeat } from './call.js'
import type { CallRecord } from './call-record.js'
import type { Journal, JournalEntry } from './kept-answer.js'
import type { Limits } from './limits.js'
import type { Keepable } from './played.js'
import { faultOfError } from './reply.js'
import { addCall, isMute, noSpend, overBudget, type Spend } from './spend.js'

/**
 * Tells an observer of a run what happens. `calls` are those of the answer; a call that was not kept ends the run.
 *
 * @category model
 * @since 0.1.0
 */
export type RunEvent =
  | { readonly _tag: 'Asked'; readonly id: QuestionId; readonly out: number }
  | {
      readonly _tag: 'Retried'
      readonly id: QuestionId
      readonly attempt: number
      readonly reason: string
    }
  | {
      readonly _tag: 'Answered'
      readonly id: QuestionId
      readonly calls: ReadonlyArray<CallRecord>
      readonly answered: number
      readonly spend: Spend
    }
  | { readonly _tag: 'Unkept'; readonly id: QuestionId; readonly call: CallRecord }

/**
 * Names why a run failed: see the table of the module.
 *
 * @category failures
 * @since 0.1.0
 */
export type EpisodeRunFailure =
  | 'mute'
  | 'budget'
  | 'aborted'
  | 'pin_drift'
  | 'faults'
  | 'journal'
  | 'stuck'

/**
 * Is the end that a run was given, in words.
 *
 * @category model
 * @since 0.1.0
 */
export interface Ending {
  readonly reason: EpisodeRunFailure
  readonly detail: string
}

const isFailure = ({ ending }: CallRecord): boolean => ending === 'threw' || ending === 'timeout'

const isFault = (record: CallRecord): boolean => record.origin === 'llm' && isFailure(record)

/**
 * Keeps the answers of one run, counts them, and says when the run is to end.
 *
 * @category model
 * @since 0.1.0
 */
export interface Keeper<Q> {
  readonly stop: AbortController
  readonly spend: () => Spend
  readonly ending: () => Ending | null
  readonly called: (id: QuestionId, seat: CallSeat, called: Called) => void
  readonly dropped: (id: QuestionId) => void
  readonly keep: (entry: Keepable<Q>) => Promise<boolean>
  readonly journal: ReadonlyArray<JournalEntry>
}

/**
 * Describes what a keeper keeps, and where.
 *
 * @category model
 * @since 0.1.0
 */
export interface KeeperOptions {
  readonly journal?: Journal | undefined
  readonly recovered?: ReadonlyArray<JournalEntry> | undefined
  readonly keepScripts?: boolean | undefined
}

/**
 * Makes the keeper of a run. What was recovered may have ended it already.
 *
 * @category constructors
 * @since 0.1.0
 */
export const keeperOf = <Q>(
  options: KeeperOptions,
  limits: Limits,
  tell: (event: RunEvent) => void,
): Keeper<Q> => {
  const { journal, recovered = [], keepScripts = true } = options
  const entries: Array<JournalEntry> = [...recovered]
  const calls = new Map<QuestionId, readonly [CallSeat, Called]>()
  const stop = new AbortController()
  let spend = recovered.flatMap((entry) => entry.calls).reduce(addCall, noSpend)
  let ending: Ending | null = null
  let faults = entries.filter((entry) => entry.calls.some(isFault)).length

  const drain = (reason: EpisodeRunFailure, detail: string): void => {
    ending ??= { reason, detail }
  }
  const halt = (reason: EpisodeRunFailure, detail: string): void => {
    drain(reason, detail)
    stop.abort()
  }
  const weigh = (): void => {
    if (isMute(spend, limits.mute)) {
      return halt('mute', `${spend.mute.blank} of ${spend.mute.calls} calls of models said nothing`)
    }
    const used = overBudget(spend, limits)
    if (used !== null) drain('budget', used)
  }

  /** Whether the answer of a call may be kept; where not, the run has been given its end. */
  const passes = (seat: CallSeat, { record, answer, isCut }: Called): boolean => {
    if (isCut) return false
    const { resolvedModel, id } = record
    if (seat.pin !== null && resolvedModel !== null && resolvedModel !== seat.pin) {
      halt('pin_drift', `${id}: ${resolvedModel} answered, and ${seat.pin} is pinned`)
      return false
    }
    // Nothing is kept of a submitted process that failed: what is kept of a submission is scored as its policy.
    const isHarness = seat.isBehindProcess === true && isFailure(record)
    if (!isHarness && !isFault(record)) return true
    faults += 1
    if (!isHarness && faults <= limits.maxFaults) return true
    const detail = answer._tag === 'Fault' ? answer.detail : ''
    drain('faults', `${id}: ${record.ending} after ${record.attempts} attempts: ${detail}`)
    return false
  }

  const append = async (entry: JournalEntry): Promise<boolean> => {
    try {
      await journal?.append(entry)
    } catch (error) {
      const fault = faultOfError(error)
      const why = fault._tag === 'Fault' ? fault.detail : ''
      halt('journal', `${entry.id} could not be kept: ${why}`)
      return false
    }
    entries.push(entry)
    return true
  }

  const keep = async ({ id, answer, by }: Keepable<Q>): Promise<boolean> => {
    if (by === 'Script') return keepScripts ? append({ id, answer, calls: [] }) : true
    const found = calls.get(id)
    calls.delete(id)
    if (found === undefined) return false
    const { record } = found[1]
    const isPassed = passes(...found)
    const isKept = isPassed && (await append({ id, answer, calls: [record] }))
    spend = addCall(spend, record)
    if (!isKept) {
      tell({ _tag: 'Unkept', id, call: record })
      return false
    }
    tell({ _tag: 'Answered', id, calls: [record], answered: entries.length, spend })
    weigh()
    return true
  }

  weigh()
  return {
    stop,
    spend: () => spend,
    ending: () => ending,
    called: (id, seat, called) => {
      calls.set(id, [seat, called])
    },
    dropped: (id) => {
      const found = calls.get(id)
      calls.delete(id)
      if (found !== undefined) spend = addCall(spend, found[1].record)
    },
    keep,
    journal: entries,
  }
}
