import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answer,
  decodeLog,
  encodeLog,
  type Log,
  playWith,
  replay,
} from '../../src/core/episode/index.js'
import { drawAt } from '../../src/core/random/philox.js'
import { type Model, modelOf, type Played, play, scriptOf } from '../../src/run/index.js'
import { anyProgram, build, cleanProgram, mix, type Program } from '../support/episodes.js'
import { delayed, driven, fakeClock } from './slow-models.js'

const seeds = fc.nat(1_000_000).map(BigInt)

const letters = (text: string): number =>
  [...text].reduce((sum, letter) => mix(sum, letter.charCodeAt(0)), 3)

/** Answers in every way there is, well and badly, by the question alone. */
const moody =
  (seed: bigint): Model<string> =>
  (question) => {
    const mood = Math.floor(drawAt(seed, letters(question)) * 10)
    if (mood === 0) return Promise.reject(new Error(`not ${question}`))
    if (mood === 1) return new Promise(() => undefined)
    if (mood === 2) return Promise.resolve('')
    // A caller without types may give anything.
    if (mood === 3) return Promise.resolve(42 as unknown as string)
    if (mood === 4) return Promise.resolve({ refused: 'no' })
    if (mood === 5) return Promise.resolve({ action: { mood } })
    if (mood === 6)
      return Promise.resolve({ text: `half \ud800 of ${question}`, private: '\udfff' })
    return Promise.resolve(`${question} ${mood}`)
  }

const kind = (question: string): Answer => ({ _tag: 'Text', text: `on ${question}` })

/** What a play says of itself, without the functions in it. */
const endOf = (played: Played<string, number>) => ({
  tag: played._tag,
  result: played._tag === 'Finished' ? played.result : null,
})

const endOfReplay = (log: Log, program: Program) => {
  const again = replay(log)(build(program))
  return {
    tag: again._tag,
    result: again.episode._tag === 'Ended' ? again.episode.result : null,
  }
}

const playedSlowly = (
  program: Program,
  seed: bigint,
  concurrency: number,
  limit = 200,
): Promise<Played<string, number>> => {
  const clock = fakeClock()
  const model = modelOf(delayed(clock, seed, moody(seed)))
  const options = { concurrency, limit, timers: clock.timers, timeout: 700 }
  return driven(clock, play(build(program), model, options))
}

describe('play', () => {
  it('L1 replayed: the log alone gives the end again, whatever the arrival order', async () => {
    const orders = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        cleanProgram,
        seeds,
        fc.integer({ min: 1, max: 6 }),
        async (program, seed, n) => {
          const played = await playedSlowly(program, seed, n)
          const again = endOfReplay(played.log, program)
          expect(again.tag).toBe('Replayed')
          expect(again.result).toBe(endOf(played).result)
          const order = played.log.map(({ id }) => id)
          if (order.join() !== [...order].sort().join()) orders.add(order.join())
          const text = encodeLog(played.log)
          expect(text._tag).toBe('Right')
          if (text._tag === 'Right')
            expect(decodeLog(text.right)).toEqual({ _tag: 'Right', right: played.log })
        },
      ),
      { numRuns: 150 },
    )
    // Otherwise nothing was interleaved, and the law was not put to the test.
    expect(orders.size).toBeGreaterThan(10)
  })

  it('L2 sequential: one at a time is asking the same answerers in turn', async () => {
    await fc.assert(
      fc.asyncProperty(cleanProgram, seeds, fc.boolean(), async (program, seed, scripts) => {
        const clock = fakeClock()
        const model = scripts
          ? scriptOf<string>((_id, question) => kind(question))
          : modelOf(delayed(clock, seed, async (question: string) => `on ${question}`))
        const options = { concurrency: 1, limit: 200, timers: clock.timers, timeout: null }
        const played = await driven(clock, play(build(program), model, options))
        const inTurn = playWith((_id: string, question: string) => kind(question), { limit: 200 })(
          build(program),
        )
        expect(played.log).toEqual(inTurn.log)
        if (inTurn._tag === 'Finished') expect(endOf(played).result).toBe(inTurn.result)
      }),
      { numRuns: 100 },
    )
  })

  it('L3 limit: no more questions are out than the concurrency allows, or than answers may be taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        cleanProgram,
        seeds,
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 6 }),
        async (program, seed, concurrency, limit) => {
          const clock = fakeClock()
          let out = 0
          let most = 0
          let answered = 0
          const model: Model<string> = (question, { signal }) => {
            out += 1
            most = Math.max(most, out)
            expect(answered + out).toBeLessThanOrEqual(limit)
            signal.addEventListener('abort', () => {
              out -= 1
            })
            return delayed(clock, seed, async () => {
              if (!signal.aborted) out -= 1
              return question
            })(question, { id: question, signal })
          }
          const options = {
            concurrency,
            limit,
            timers: clock.timers,
            timeout: null,
            observe: (event: { readonly _tag: string }) => {
              if (event._tag === 'Answered') answered += 1
            },
          }
          const played = await driven(clock, play(build(program), modelOf(model), options))
          expect(most).toBeLessThanOrEqual(concurrency)
          expect(played.log.length).toBeLessThanOrEqual(limit)
          if (played._tag === 'Stopped') expect(played.log.length).toBe(limit)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('L4 faults: whatever an answerer does, there is an outcome, also where ids are contested', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        seeds,
        fc.integer({ min: 1, max: 6 }),
        async (program, seed, n) => {
          const played = await playedSlowly(program, seed, n, 60)
          expect(['Finished', 'Stopped', 'Stuck']).toContain(played._tag)
          if (played._tag === 'Stuck') expect(played.reason).toBe('Contested')
          expect(endOfReplay(played.log, program).tag).toBe('Replayed')
        },
      ),
      { numRuns: 150 },
    )
  })

  it('L5 abort: nothing enters the log after it, and every model still asked is told', async () => {
    await fc.assert(
      fc.asyncProperty(cleanProgram, seeds, fc.nat(6), async (program, seed, after) => {
        const clock = fakeClock()
        const controller = new AbortController()
        const signals: Array<AbortSignal> = []
        const model: Model<string> = (question, call) => {
          signals.push(call.signal)
          return delayed(clock, seed, async () => question)(question, call)
        }
        const options = {
          concurrency: 3,
          limit: 200,
          timers: clock.timers,
          signal: controller.signal,
          observe: (event: { readonly _tag: string; readonly answered?: number }) => {
            if ((event.answered ?? 0) > after) controller.abort()
          },
        }
        const played = await driven(clock, play(build(program), modelOf(model), options))
        const length = played.log.length
        while (clock.tick()) await Promise.resolve()
        expect(played.log.length).toBe(length)
        expect(length).toBeLessThanOrEqual(after + 1)
        if (played._tag !== 'Aborted') return
        expect(controller.signal.aborted).toBe(true)
        // The models that have answered are those in the log; all others were told.
        expect(signals.filter((signal) => !signal.aborted).length).toBeLessThanOrEqual(length)
        expect(replay(played.log)(build(program))._tag).toBe('Replayed')
      }),
      { numRuns: 100 },
    )
  })

  it('L6 resumed: after any prefix of a log the rest comes to the same end', async () => {
    await fc.assert(
      fc.asyncProperty(cleanProgram, seeds, fc.nat(30), async (program, seed, cut) => {
        const whole = await playedSlowly(program, seed, 4)
        if (whole._tag !== 'Finished') return
        const prefix = whole.log.slice(0, cut % (whole.log.length + 1))
        const rest = whole.log.slice(prefix.length)
        const state = replay(prefix)(build(program))
        expect(state._tag).toBe('Replayed')
        let next = 0
        // What comes next in the log is what is answered now: the order of the first play.
        const remembered = scriptOf<string>((id) => {
          const entry = rest.find((one, index) => index >= next && one.id === id)
          next += 1
          return entry?.answer ?? { _tag: 'Text', text: 'not in the log' }
        })
        const byReplay = replay(rest)(state.episode)
        expect(byReplay._tag === 'Replayed' && byReplay.episode).toEqual({
          _tag: 'Ended',
          result: whole.result,
        })
        const going = await play(state.episode, remembered, { concurrency: 1, limit: 200 })
        expect(['Finished', 'Stopped']).toContain(going._tag)
        expect(replay([...prefix, ...going.log])(build(program))._tag).toBe('Replayed')
      }),
      { numRuns: 100 },
    )
  })
})
