/**
 * Recovery: a game brought to where its journal ends.
 *
 * Entries are fed in their order. Each has to be of the question that is open under its name: the prompt that is written
 * for it now is the one that was answered. One that is of another game, of another version of the prompts or of other
 * seats is named, and nothing is made of it.
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Episode,
  openQuestions,
  type Policy,
  type QuestionId,
} from '../core/episode/index.js'
import { sha256Hex } from '../core/hash.js'
import { askScript } from './answerer.js'
import type { CallSeat } from './call.js'
import type { JournalEntry } from './kept-answer.js'
import { faultOfError } from './reply.js'

/**
 * Says who answers a question: a script, or a model that is called with texts.
 *
 * @category model
 * @since 0.1.0
 */
export type Seated<Q> =
  | { readonly _tag: 'Script'; readonly policy: Policy<Q> }
  | {
      readonly _tag: 'Call'
      readonly seat: CallSeat
      readonly prompt: () => { readonly system: string; readonly prompt: string }
    }

/**
 * Chooses who answers a question; a pure function.
 *
 * @category model
 * @since 0.1.0
 */
export type SeatOf<Q> = (question: Q, id: QuestionId) => Seated<Q>

/**
 * Is a game that what was kept was fed to, or why the first entry that does not fit is not of this game.
 *
 * @category model
 * @since 0.1.0
 */
export type Recovered<Q, R> =
  | { readonly _tag: 'Recovered'; readonly episode: Episode<Q, R> }
  | { readonly _tag: 'Foreign'; readonly detail: string }

/** The first open question that a script answers, with its answer; `null` where there is none. */
const scriptedAnswer = <Q, R>(
  episode: Episode<Q, R>,
  seatOf: SeatOf<Q>,
  longest: number,
): readonly [QuestionId, Answer] | null => {
  for (const [id, question] of openQuestions(episode)) {
    const seated = seatOf(question, id)
    if (seated._tag === 'Script') return [id, askScript(seated, id, question, longest)]
  }
  return null
}

const isOfQuestion = <Q>({ calls }: JournalEntry, seated: Seated<Q>): boolean => {
  const [call] = calls
  if (seated._tag === 'Script' || call === undefined) return seated._tag === 'Script'
  return call.promptHash === sha256Hex(seated.prompt().prompt)
}

/**
 * Feeds what was kept to a game. Scripts that were not kept are asked when the next entry has to wait for them.
 *
 * @category operations
 * @since 0.1.0
 */
export const recover = <Q, R>(
  start: Episode<Q, R>,
  entries: ReadonlyArray<JournalEntry>,
  seatOf: SeatOf<Q>,
  longest: number,
): Recovered<Q, R> => {
  let episode = start
  for (const [at, entry] of entries.entries()) {
    const foreign = (why: string): Recovered<Q, R> => ({
      _tag: 'Foreign',
      detail: `entry ${at} of the journal, ${entry.id}: ${why}`,
    })
    try {
      while (episode._tag === 'Asking' && !episode.open.has(entry.id)) {
        const scripted = scriptedAnswer(episode, seatOf, longest)
        if (scripted === null) break
        const next = episode.answer(...scripted)
        if (isLeft(next)) break
        episode = next.right
      }
      if (episode._tag === 'Ended') return foreign('the game had ended')
      const question = episode.open.get(entry.id)
      if (question === undefined) return foreign('no such question was open')
      if (!isOfQuestion(entry, seatOf(question, entry.id))) {
        return foreign('it was another question, or put to another seat')
      }
      const next = episode.answer(entry.id, entry.answer)
      if (isLeft(next)) return foreign('the question takes no answer')
      episode = next.right
    } catch (error) {
      const fault = faultOfError(error)
      return foreign(`the rules threw: ${fault._tag === 'Fault' ? fault.detail : ''}`)
    }
  }
  return { _tag: 'Recovered', episode }
}
