/**
 * Play: a game answered by those who take their time.
 *
 * The one asynchronous function: it asks the open questions of an episode, oldest first and several at a time, feeds
 * the answers back in the order of their arrival, and keeps the log. A model that throws, hangs, says nothing or gives
 * something that is no answer is heard as a fault, which the rules of the game must handle; it is never an exception
 * and never an acceptance. A question that an answer withdraws is not waited for, and what comes for it is dropped.
 * Nothing here decides anything of the game: whatever the arrival order was, the log alone gives the result again.
 *
 * Laws
 *   L1 replayed     replaying the log of a play comes to the play's own end, under any interleaving of the answers
 *   L2 sequential   with a concurrency of 1 the log is that of asking the same answerers one after another
 *   L3 limit        never are more questions out than the concurrency allows, or than answers may still be taken
 *   L4 faults       whatever an answerer does, the play ends with an outcome, and failures are faults in its log
 *   L5 abort        after an abort nothing enters the log, and every model that is still asked is told
 *   L6 resumed      playing on from the state after any prefix of a log takes the rest of the log to the same end
 *
 * | option        | default    | meaning                                                                            |
 * | ------------- | ---------- | ---------------------------------------------------------------------------------- |
 * | `concurrency` | 8          | how many questions may be out at once; below 1, or no number: 1                    |
 * | `timeout`     | 120,000 ms | how long one question waits; `null`: for ever. A longer wait than 2^31-1 ms is for ever |
 * | `limit`       | 1,000,000  | how many answers are taken before the play stops                                   |
 * | `longestText` | 1,000,000  | the longest text taken, in UTF-16 code units                                       |
 * | `signal`      | none       | aborts the play                                                                    |
 * | `timers`      | the host's | what a deadline is measured with                                                   |
 * | `observe`     | none       | sees every event; what it throws is ignored                                        |
 *
 * @module
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  type Answer,
  type Episode,
  faultAnswer,
  type Log,
  type LogEntry,
  openQuestions,
  type QuestionId,
} from '../core/episode/index.js'
import type { Answerer, Answerers, Model } from './answerer.js'
import { faultOfError, LONGEST_TEXT, readReply, readScripted, type Usage } from './reply.js'
import { hostTimers, type Timers } from './timers.js'

/**
 * Tells an observer what happens: a question goes out, its answer comes in, or nobody waits for it any more.
 *
 * @category model
 * @since 0.1.0
 */
export type PlayEvent<Q> =
  | { readonly _tag: 'Asked'; readonly id: QuestionId; readonly question: Q; readonly out: number }
  | {
      readonly _tag: 'Answered'
      readonly id: QuestionId
      readonly answer: Answer
      readonly usage: Usage
      /** Answers taken so far, this one included. */
      readonly answered: number
    }
  | { readonly _tag: 'Dropped'; readonly id: QuestionId }

/**
 * Holds the options of a play; see the table of the module.
 *
 * @category model
 * @since 0.1.0
 */
export interface RunOptions<Q> {
  readonly concurrency?: number | undefined
  readonly timeout?: number | null | undefined
  readonly limit?: number | undefined
  readonly longestText?: number | undefined
  readonly signal?: AbortSignal | undefined
  readonly timers?: Timers | undefined
  readonly observe?: ((event: PlayEvent<Q>) => void) | undefined
}

interface Progress {
  /** The answers that were taken, in the order of their arrival. */
  readonly log: Log
  /** What the calls used, added up by name; calls whose answers were dropped are not in it. */
  readonly usage: Usage
  /** Questions that were asked and then withdrawn by another answer. */
  readonly dropped: number
}

/**
 * Tells how a play went: to its end; until it was aborted; until the bound on answers; or up to where no answer can be
 * taken, because the ids that are left are contested (`Contested`) or the rules of the game threw at an answer
 * (`RulesThrew`, with that answer). Where it did not finish, `episode` is where it can go on.
 *
 * @category model
 * @since 0.1.0
 */
export type Played<Q, R> =
  | (Progress & { readonly _tag: 'Finished'; readonly result: R })
  | (Progress & { readonly _tag: 'Aborted'; readonly episode: Episode<Q, R> })
  | (Progress & { readonly _tag: 'Stopped'; readonly episode: Episode<Q, R> })
  | (Progress & {
      readonly _tag: 'Stuck'
      readonly episode: Episode<Q, R>
      readonly reason: 'Contested' | 'RulesThrew'
      readonly at: LogEntry | null
      readonly detail: string
    })

interface Call<Q> {
  readonly id: QuestionId
  readonly question: Q
  /** Stops waiting: the deadline is lifted and the model is told. */
  readonly end: () => void
}

interface Parked<Q> {
  readonly question: Q
  readonly answer: Answer
  readonly usage: Usage
}

type Ending = 'Finished' | 'Aborted' | 'Stopped' | 'Contested'

const CONCURRENCY = 8
const TIMEOUT = 120_000
const LIMIT = 1_000_000

const atLeast = (least: number, given: number | undefined, otherwise: number): number => {
  const whole = Math.floor(given ?? otherwise)
  return whole >= least ? whole : least
}

const chosen = <Q>(answerers: Answerers<Q>, question: Q, id: QuestionId): Answerer<Q> =>
  typeof answerers === 'function' ? answerers(question, id) : answerers

const scripted = <Q>(
  answerer: Extract<Answerer<Q>, { _tag: 'Script' }>,
  id: QuestionId,
  question: Q,
  longest: number,
): Answer => {
  try {
    return readScripted(answerer.policy(id, question), longest)
  } catch (error) {
    return faultOfError(error)
  }
}

/**
 * Plays an episode with models and scripts. The promise is never rejected.
 *
 * @example
 * ```ts
 * import { ask } from 'edgeworth/core'
 * import { modelOf, play } from 'edgeworth/run'
 * const game = ask('greeting', 'Who is there?', (answer) => answer._tag)
 * const polite = modelOf(async (question: string) => `You asked: ${question}`)
 * const played = await play(game, polite)
 * played.log // => [{ id: 'greeting', answer: { _tag: 'Text', text: 'You asked: Who is there?' } }]
 * ```
 *
 * @category playing
 * @since 0.1.0
 */
export const play = <Q, R>(
  start: Episode<Q, R>,
  answerers: Answerers<Q>,
  options: RunOptions<Q> = {},
): Promise<Played<Q, R>> =>
  new Promise((resolve) => {
    const concurrency = atLeast(1, options.concurrency, CONCURRENCY)
    const limit = atLeast(0, options.limit, LIMIT)
    const longest = atLeast(0, options.longestText, LONGEST_TEXT)
    const { timeout = TIMEOUT, timers = hostTimers, signal, observe } = options
    const calls = new Map<QuestionId, Call<Q>>()
    const parked = new Map<QuestionId, Parked<Q>>()
    const usage: Record<string, number> = {}
    const log: Array<LogEntry> = []
    let episode = start
    let dropped = 0
    let over = false

    const tell = (event: PlayEvent<Q>): void => {
      try {
        observe?.(event)
      } catch {
        // A failing observer is no reason to lose a game.
      }
    }

    const finish = (outcome: Played<Q, R>): void => {
      over = true
      signal?.removeEventListener('abort', pump)
      for (const call of calls.values()) call.end()
      resolve(outcome)
    }

    const progress = (): Progress => ({ log, usage, dropped })

    const conclude = (ending: Ending): void => {
      if (episode._tag === 'Ended') {
        return finish({ ...progress(), _tag: 'Finished', result: episode.result })
      }
      if (ending === 'Aborted' || ending === 'Stopped') {
        return finish({ ...progress(), _tag: ending, episode })
      }
      const detail = `two questions are open under each of ${[...parked.keys()].join(', ')}`
      finish({ ...progress(), _tag: 'Stuck', reason: 'Contested', at: null, episode, detail })
    }

    const drop = (id: QuestionId): void => {
      dropped += 1
      tell({ _tag: 'Dropped', id })
    }

    /** Whether the question that was asked under an id is still the one that is open there. */
    const stillOpen = (id: QuestionId, question: Q): boolean => {
      const open = openQuestions(episode)
      return open.has(id) && Object.is(open.get(id), question)
    }

    const withdraw = (): void => {
      for (const { id, question, end } of calls.values()) {
        if (stillOpen(id, question)) continue
        calls.delete(id)
        end()
        drop(id)
      }
      for (const [id, { question }] of parked) {
        if (stillOpen(id, question)) continue
        parked.delete(id)
        drop(id)
      }
    }

    /** Feeds one answer to the game; `false` where it has to wait because its id is contested. */
    const take = (id: QuestionId, { question, answer, usage: used }: Parked<Q>): boolean => {
      if (over || episode._tag === 'Ended') return false
      try {
        const next = episode.answer(id, answer)
        if (isLeft(next)) {
          parked.set(id, { question, answer, usage: used })
          return false
        }
        episode = next.right
      } catch (error) {
        const fault = faultOfError(error)
        const detail = fault._tag === 'Fault' ? fault.detail : ''
        const at = { id, answer }
        finish({ ...progress(), _tag: 'Stuck', reason: 'RulesThrew', at, episode, detail })
        return false
      }
      parked.delete(id)
      log.push({ id, answer })
      for (const [name, count] of Object.entries(used)) usage[name] = (usage[name] ?? 0) + count
      tell({ _tag: 'Answered', id, answer, usage: used, answered: log.length })
      // The observer may have aborted the play just now.
      if (!over) withdraw()
      return true
    }

    /** Takes an answer, and then those that had to wait for it. */
    const settle = (id: QuestionId, arrived: Parked<Q>): void => {
      let moved = take(id, arrived)
      while (moved && !over && parked.size > 0 && log.length < limit) {
        moved = [...parked].some(([waiting, held]) => !over && take(waiting, held))
      }
    }

    const askModel = (id: QuestionId, question: Q, ask: Model<Q>): void => {
      const controller = new AbortController()
      let lift = (): void => undefined
      const end = (): void => {
        lift()
        controller.abort()
      }
      const call: Call<Q> = { id, question, end }
      calls.set(id, call)
      tell({ _tag: 'Asked', id, question, out: calls.size })
      if (over) return
      const arrive = (answer: Answer, used: Usage): void => {
        if (over || calls.get(id) !== call) return
        calls.delete(id)
        lift()
        if (signal?.aborted !== true) settle(id, { question, answer, usage: used })
        pump()
      }
      if (timeout !== null) {
        lift = timers.after(timeout, () => {
          arrive(faultAnswer('timeout', `no answer within ${timeout} ms`), {})
          controller.abort()
        })
      }
      // The asking itself may throw before there is a promise: then the promise of it is rejected.
      const asking = async (): Promise<unknown> => ask(question, { id, signal: controller.signal })
      asking().then(
        (given) => {
          const { answer, usage: used } = readReply(given, longest)
          arrive(answer, used)
        },
        (error: unknown) => arrive(faultOfError(error), {}),
      )
    }

    const begin = (id: QuestionId, question: Q): void => {
      let answer: Answer
      try {
        const answerer = chosen(answerers, question, id)
        if (answerer._tag === 'Model') return askModel(id, question, answerer.ask)
        tell({ _tag: 'Asked', id, question, out: calls.size + 1 })
        answer = scripted(answerer, id, question, longest)
      } catch (error) {
        answer = faultOfError(error)
      }
      settle(id, { question, answer, usage: {} })
    }

    const nextQuestion = (): readonly [QuestionId, Q] | null => {
      for (const [id, question] of openQuestions(episode)) {
        if (!calls.has(id) && !parked.has(id)) return [id, question]
      }
      return null
    }

    const pump = (): void => {
      while (!over) {
        if (episode._tag === 'Ended') return conclude('Finished')
        if (signal?.aborted === true) return conclude('Aborted')
        if (log.length >= limit) return conclude('Stopped')
        if (calls.size >= concurrency || log.length + calls.size >= limit) return
        const next = nextQuestion()
        if (next === null) {
          if (calls.size === 0) conclude('Contested')
          return
        }
        begin(...next)
      }
    }

    signal?.addEventListener('abort', pump)
    pump()
  })
