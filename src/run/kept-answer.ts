/**
 * Kept answer: what a journal holds of a game, entry by entry.
 *
 * The entries of a journal are the log of the game with the calls beside every answer, so a game goes on from its
 * journal as it does from its log.
 *
 * Laws
 *   L1 spoken prefix   what is left before the first silent answer has none, and is a beginning of the journal
 *
 * @module
 */
import type { LogEntry } from '../core/episode/index.js'
import { type CallRecord, isOfModel, isSilent } from './call-record.js'

/**
 * Holds one answer that entered a game, with the calls that it came of: none for a script's.
 *
 * @category model
 * @since 0.1.0
 */
export interface JournalEntry extends LogEntry {
  readonly calls: ReadonlyArray<CallRecord>
}

/**
 * Keeps answers. An answer enters the game only after the promise of its keeping is kept, and entries are given one at a
 * time, in the order in which they enter. A promise that is rejected ends the run.
 *
 * @category model
 * @since 0.1.0
 */
export interface Journal {
  readonly append: (entry: JournalEntry) => Promise<void>
}

const isBlank = ({ calls }: JournalEntry): boolean =>
  calls.some((call) => isOfModel(call) && isSilent(call))

/**
 * Gives the entries before the first answer of a model that brought nothing to play: what a run that ended as mute can go on from with a model
 * that speaks.
 *
 * @category operations
 * @since 0.1.0
 */
export const spokenPrefix = (entries: ReadonlyArray<JournalEntry>): ReadonlyArray<JournalEntry> => {
  const first = entries.findIndex(isBlank)
  return first === -1 ? entries : entries.slice(0, first)
}
