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
 *   L7 kept first   no answer enters the game before it is kept, and what was kept is the log, in its order
 *
 * | option        | default    | meaning                                                                            |
 * | ------------- | ---------- | ---------------------------------------------------------------------------------- |
 * | `concurrency` | 8          | how many questions may be out at once; below 1, or no number: 1                    |
 * | `timeout`     | 120,000 ms | how long one question waits; `null`: for ever. A longer wait than 2^31-1 ms is for ever |
 * | `limit`       | 1,000,000  | how many answers are taken before the play stops                                   |
 * | `longestText` | 1,000,000  | the longest text taken, in UTF-16 code units                                       |
 * | `keep`        | none       | keeps an answer before the game hears it; `false` leaves its question open         |
 * | `mayAsk`      | always     | whether anything more may be asked; where not, the play stops when nothing is out  |
 * | `signal`      | none       | aborts the play; what is being kept just then is kept, and is not in the log       |
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
  type LogEntry,
  openQuestions,
  type QuestionId,
} from '../core/episode/index.js'
import { type Answerer, type Answerers, answererOf, askScript, type Model } from './answerer.js'
import type { PlayEvent, Played, Progress, RunOptions } from './played.js'
import { faultOfError, LONGEST_TEXT, readReply, type Usage } from './reply.js'
import { hostTimers } from './timers.js'
import { stillOpen, unaskedQuestions } from './unasked.js'

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
  readonly by: Answerer<Q>['_tag']
}

type Ending = 'Finished' | 'Aborted' | 'Stopped' | 'Contested'

const CONCURRENCY = 8
const TIMEOUT = 120_000
const LIMIT = 1_000_000

const atLeast = (least: number, given: number | undefined, otherwise: number): number => {
  const whole = Math.floor(given ?? otherwise)
  return whole >= least ? whole : least
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
    const { timeout = TIMEOUT, timers = hostTimers, signal, observe, keep, mayAsk } = options
    const calls = new Map<QuestionId, Call<Q>>()
    const parked = new Map<QuestionId, Parked<Q>>()
    const unasked = unaskedQuestions<Q>((id) => calls.has(id) || parked.has(id))
    const usage: Record<string, number> = {}
    const log: Array<LogEntry> = []
    let episode = start
    let dropped = 0
    let over = false
    let unkept = false
    /** What is kept is kept one after another: the promise of the last. */
    let keeping = Promise.resolve()

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
      keeping.then(() => resolve(outcome))
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

    const withdraw = (): void => {
      for (const { id, question, end } of calls.values()) {
        if (stillOpen(episode, id, question)) continue
        calls.delete(id)
        end()
        drop(id)
      }
      for (const [id, { question }] of parked) {
        if (stillOpen(episode, id, question)) continue
        parked.delete(id)
        drop(id)
      }
    }

    /** The game after an answer; `null` where it has to wait because its id is contested, or the rules threw. */
    const offered = (id: QuestionId, arrived: Parked<Q>): Episode<Q, R> | null => {
      if (over || episode._tag === 'Ended') return null
      const { answer } = arrived
      try {
        const next = episode.answer(id, answer)
        if (!isLeft(next)) return next.right
        parked.set(id, arrived)
      } catch (error) {
        const fault = faultOfError(error)
        const detail = fault._tag === 'Fault' ? fault.detail : ''
        const at = { id, answer }
        finish({ ...progress(), _tag: 'Stuck', reason: 'RulesThrew', at, episode, detail })
      }
      return null
    }

    const enter = (id: QuestionId, arrived: Parked<Q>, next: Episode<Q, R>): void => {
      const { answer, usage: used } = arrived
      const before = episode
      episode = next
      parked.delete(id)
      if (calls.get(id)?.question === arrived.question) calls.delete(id)
      const mayWithdraw = unasked.moved(before, next, id)
      log.push({ id, answer })
      for (const [name, count] of Object.entries(used)) usage[name] = (usage[name] ?? 0) + count
      tell({ _tag: 'Answered', id, answer, usage: used, answered: log.length })
      // The observer may have aborted the play just now.
      if (!over && mayWithdraw) withdraw()
    }

    const take = (id: QuestionId, arrived: Parked<Q>): boolean => {
      const next = offered(id, arrived)
      if (next === null) return false
      enter(id, arrived, next)
      return true
    }

    const isLimited = (): boolean => over || log.length >= limit

    /** Takes an answer, and then those that had to wait for it. */
    const settle = (id: QuestionId, arrived: Parked<Q>): void => {
      let moved = take(id, arrived)
      while (moved && !isLimited() && parked.size > 0) {
        moved = [...parked].some(([waiting, held]) => !over && take(waiting, held))
      }
    }

    const takeKept = async (id: QuestionId, arrived: Parked<Q>): Promise<boolean> => {
      if (isLimited() || !stillOpen(episode, id, arrived.question)) return false
      const next = offered(id, arrived)
      if (next === null || keep === undefined) return false
      let isKept = false
      try {
        isKept = await keep({ id, ...arrived })
      } catch {
        // What could not be kept is not heard.
      }
      if (!isKept) unkept = true
      if (over || !isKept) return false
      enter(id, arrived, next)
      return true
    }

    const settleKept = async (id: QuestionId, arrived: Parked<Q>): Promise<void> => {
      let moved = await takeKept(id, arrived)
      while (moved && parked.size > 0) {
        moved = false
        for (const [waiting, held] of parked) {
          moved = await takeKept(waiting, held)
          if (moved) break
        }
      }
    }

    /** Settles an answer in its turn; its call holds its place among those that are out until then. */
    const hear = (call: Call<Q>, arrived: Parked<Q>): void => {
      const { id } = call
      const left = (): void => {
        if (calls.get(id) === call) calls.delete(id)
      }
      if (keep === undefined) {
        left()
        settle(id, arrived)
        return
      }
      keeping = keeping
        .then(() => settleKept(id, arrived))
        .catch(() => {
          unkept = true
        })
        .then(() => {
          left()
          pump()
        })
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
      let hasArrived = false
      const arrive = (answer: Answer, used: Usage): void => {
        if (over || hasArrived || calls.get(id) !== call) return
        hasArrived = true
        lift()
        if (signal?.aborted !== true) {
          hear(call, { question, answer, usage: used, by: 'Model' })
        }
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
        const answerer = answererOf(answerers, question, id)
        if (answerer._tag === 'Model') return askModel(id, question, answerer.ask)
        tell({ _tag: 'Asked', id, question, out: calls.size + 1 })
        answer = askScript(answerer, id, question, longest)
      } catch (error) {
        answer = faultOfError(error)
      }
      const call: Call<Q> = { id, question, end: () => undefined }
      calls.set(id, call)
      hear(call, { question, answer, usage: {}, by: 'Script' })
    }

    const nextQuestion = (): readonly [QuestionId, Q] | null => {
      // What is parked was asked and is asked no more; it may be taken out of its turn.
      if (parked.size > 0) unasked.forget()
      else if (openQuestions(episode).size === calls.size) return null
      return unasked.next(episode)
    }

    const pump = (): void => {
      while (!over) {
        if (episode._tag === 'Ended') return conclude('Finished')
        if (signal?.aborted === true) return conclude('Aborted')
        if (log.length >= limit) return conclude('Stopped')
        if (unkept || mayAsk?.() === false)
          return calls.size === 0 ? conclude('Stopped') : undefined
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
