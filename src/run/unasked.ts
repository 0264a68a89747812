/**
 * Unasked: which open question is asked next, found without looking at those that are out.
 *
 * The oldest open question that is not out is the next one. Looking for it among a thousand that are out costs more than
 * the answer that made room for it; so the open questions are listed once, and what an answer opens is put behind them,
 * where the game lists it too. After an answer that withdrew a question, or of which nothing is known but the game
 * before and after it, they are listed anew.
 *
 * Laws
 *   L1 oldest   the next question is the first of the open ones that is not out, whatever was answered or withdrawn
 *
 * @module
 */
import { type Episode, openQuestions, type QuestionId } from '../core/episode/index.js'
import { changesBetween } from '../core/episode/transition.js'

type Entry<Q> = readonly [id: QuestionId, question: Q]

/**
 * Says whether the question that was asked under an id is still the one that is open there.
 *
 * @category operations
 * @since 0.1.0
 */
export const stillOpen = <Q>(
  episode: Episode<Q, unknown>,
  id: QuestionId,
  question: Q,
): boolean => {
  const open = openQuestions(episode)
  return open.has(id) && Object.is(open.get(id), question)
}

/**
 * Finds the questions of a play that are still to be asked.
 *
 * @category model
 * @since 0.1.0
 */
export interface Unasked<Q> {
  /** Gives the oldest open question that is not out, `null` if all are; it is taken to be out from then on. */
  readonly next: (episode: Episode<Q, unknown>) => Entry<Q> | null
  /** Takes in an answer to `id`; says whether questions that are out may have been closed beside it. */
  readonly moved: (
    before: Episode<Q, unknown>,
    after: Episode<Q, unknown>,
    id: QuestionId,
  ) => boolean
  /** Lists all open questions anew when the next one is looked for. */
  readonly forget: () => void
}

/** Entries that were handed out and are kept nevertheless: so many, and no more than those that are still to come. */
const SPENT = 1_000

/**
 * Begins to find what is still to be asked, told which ids are out.
 *
 * @category constructors
 * @since 0.1.0
 */
export const unaskedQuestions = <Q>(isOut: (id: QuestionId) => boolean): Unasked<Q> => {
  let listed: Iterator<Entry<Q>> | null = null
  let opened: Array<Entry<Q>> = []
  let spent = 0

  const forget = (): void => {
    listed = null
    opened = []
    spent = 0
  }

  const following = (entries: Iterator<Entry<Q>>): Entry<Q> | null => {
    const step = entries.next()
    if (step.done !== true) return step.value
    const entry = opened[spent]
    if (entry === undefined) return null
    spent += 1
    if (spent >= SPENT && 2 * spent >= opened.length) {
      opened = opened.slice(spent)
      spent = 0
    }
    return entry
  }

  return {
    forget,
    next: (episode) => {
      if (listed === null) {
        forget()
        listed = openQuestions(episode)[Symbol.iterator]()
      }
      for (let entry = following(listed); entry !== null; entry = following(listed)) {
        if (!isOut(entry[0]) && stillOpen(episode, ...entry)) return entry
      }
      return null
    },
    moved: (before, after, id) => {
      const changes = changesBetween(before, after)
      if (changes === null || changes.some((one) => one._tag === 'Closed' && one.id !== id)) {
        forget()
        return true
      }
      for (const change of changes) {
        // What an episode of these questions opens is one of them.
        if (change._tag === 'Opened') opened.push([change.id, change.question as Q])
      }
      return isOut(id)
    },
  }
}
