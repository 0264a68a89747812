import { describe, expect, it } from 'vitest'
import { type LiveQuestion, liveGame, renderLive } from '../../src/bargaining/dialogue/index.js'
import { all, ask, type Episode, map } from '../../src/core/episode/index.js'
import {
  type CallSeat,
  type EpisodeOutcome,
  type LanguageModel,
  type RunEpisodeOptions,
  runEpisode,
  type Seated,
} from '../../src/run/index.js'
import { at, notebook, slowly } from './market-models.js'
import { driven, fakeClock } from './slow-models.js'

const seat = (ask: LanguageModel, name = 'seat'): CallSeat => ({
  seat: name,
  role: 'any',
  agent: null,
  policy: 'llm',
  origin: 'llm',
  model: 'm',
  pin: null,
  temperature: null,
  sample: null,
  ask,
})

const calling =
  (model: LanguageModel) =>
  (question: string): Seated<string> => ({
    _tag: 'Call',
    seat: seat(model),
    prompt: () => ({ system: '', prompt: question }),
  })

const heardText = (answer: { readonly _tag: string; readonly text?: string }): string =>
  answer.text ?? answer._tag

/** So many questions at once, and what was said to each, in the order of the questions. */
const questions = (count: number): Episode<string, ReadonlyArray<string>> =>
  all(
    Array.from({ length: count }, (_, index) =>
      map(heardText)(ask(`q${index}`, `question ${index}`, (answer) => answer)),
    ),
  )

const ok = <R>(outcome: EpisodeOutcome<R>): R => {
  if (outcome.status !== 'ok') throw new Error(`${outcome.reason}: ${outcome.detail}`)
  return outcome.result
}

const echo: LanguageModel = async ({ prompt }) => `on ${prompt}`

describe('a thousand questions at once to a slow model', () => {
  const runOf = (seed: bigint, more: Partial<RunEpisodeOptions<string>> = {}) => {
    const clock = fakeClock()
    let out = 0
    let most = 0
    const model: LanguageModel = async (request) => {
      out += 1
      most = Math.max(most, out)
      const said = await slowly(clock.timers, seed, echo)(request)
      out -= 1
      return said
    }
    const run = runEpisode(questions(1000), {
      seatOf: calling(model),
      timers: clock.timers,
      limits: { concurrency: 16 },
      ...more,
    })
    return driven(clock, run).then((outcome) => ({ outcome, most }))
  }

  it('keep the limit, and come to the same result in whatever order they are answered', async () => {
    const runs = [await runOf(1n), await runOf(2n)]
    const orders = runs.map(({ outcome }) => outcome.journal.map(({ id }) => id).join())
    expect(orders[0]).not.toBe(orders[1])
    expect(runs.map(({ most }) => most)).toEqual([16, 16])
    const results = runs.map(({ outcome }) => ok(outcome))
    expect(results[0]).toEqual(results[1])
    expect(results[0]?.[999]).toBe('on question 999')
  })

  it('never keep more answers waiting than the limit, however slow the journal is', async () => {
    const clock = fakeClock()
    let asked = 0
    let kept = 0
    let most = 0
    const model: LanguageModel = async (request) => {
      asked += 1
      most = Math.max(most, asked - kept)
      return echo(request)
    }
    const append = () =>
      at(clock.timers, 50, () => {
        kept += 1
      })
    const run = runEpisode(questions(300), {
      seatOf: calling(model),
      timers: clock.timers,
      journal: { append },
      limits: { concurrency: 16 },
    })
    ok(await driven(clock, run))
    expect([kept, most]).toEqual([300, 16])
  })

  it('leave nothing behind: no timer, and no listener at the signal', async () => {
    const clock = fakeClock()
    const listening = new Map<string, number>()
    const { signal } = new AbortController()
    const counting = (by: number, of: 'addEventListener' | 'removeEventListener') => {
      const own = signal[of].bind(signal)
      return Object.assign(signal, {
        [of]: (name: string, listener: () => void) => {
          listening.set(name, (listening.get(name) ?? 0) + by)
          own(name, listener)
        },
      })
    }
    counting(1, 'addEventListener')
    counting(-1, 'removeEventListener')
    const run = runEpisode(questions(100), {
      seatOf: calling(slowly(clock.timers, 5n, echo)),
      timers: clock.timers,
      signal,
    })
    ok(await driven(clock, run))
    expect([clock.waiting(), listening.get('abort')]).toEqual([0, 0])
  })
})

describe('a run of a bargain', () => {
  const world = { id: 'w', value: 9000, cost: 4000, list: 10_000 }
  const asking =
    (buyer: LanguageModel, seller: LanguageModel) =>
    (question: LiveQuestion): Seated<LiveQuestion> => ({
      _tag: 'Call',
      seat: seat(question.seat === 'buyer' ? buyer : seller, question.seat),
      prompt: () => ({ system: 'You bargain.', prompt: renderLive(question) }),
    })
  const gameOf = () => liveGame({ counterpart: 'model', rounds: 4 })(world)
  const buyer: LanguageModel = async ({ id }) => ({
    text: `OFFER: ${40 + 5 * Number(/\d+/.exec(id)?.[0] ?? 0)}`,
    usage: { inputTokens: 5, outputTokens: 5 },
  })
  const seller: LanguageModel = async () => 'OFFER: 60'

  it('is kept, gone on with, and split by seat, as that of a market is', async () => {
    const book = notebook()
    const seatOf = asking(buyer, seller)
    const whole = await runEpisode(gameOf(), { seatOf, journal: book })
    const result = ok(whole)
    expect(Object.keys(whole.spend.bySeat).sort()).toEqual(['buyer', 'seller'])
    for (let cut = 0; cut <= book.entries.length; cut++) {
      const again = await runEpisode(gameOf(), { seatOf, recovered: book.entries.slice(0, cut) })
      expect(ok(again)).toEqual(result)
      expect(again.journal).toEqual(book.entries)
      expect(again.spend).toEqual(whole.spend)
    }
  })

  it('in which nobody says anything usable ends without a deal', async () => {
    const silly: LanguageModel = async () => '{"accept":'.repeat(300)
    const result = ok(await runEpisode(gameOf(), { seatOf: asking(silly, silly) }))
    expect(result.transcript.outcome._tag).not.toBe('Deal')
    const mute = await runEpisode(gameOf(), {
      seatOf: asking(async () => '', seller),
      limits: { mute: { after: 2, every: 1, above: 0.2 } },
    })
    expect(mute.status === 'failed' && mute.reason).toBe('mute')
  })
})
