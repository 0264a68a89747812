import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Episode, replay } from '../../src/core/episode/index.js'
import type { JsonRecord } from '../../src/core/json.js'
import { drawAt } from '../../src/core/random/philox.js'
import type { SeatPin } from '../../src/exchange/index.js'
import { readRoles, rolesToJson } from '../../src/exchange/index.js'
import {
  type CallRecord,
  type CallSeat,
  callModel,
  defaultLimits,
  type EpisodeOutcome,
  isMute,
  type JournalEntry,
  type LanguageModel,
  limitsOf,
  type ModelReply,
  modelOf,
  pinCheckOf,
  play,
  population,
  runCase,
  runEpisode,
  type Seated,
  scriptOf,
  silentSeat,
  singleSeat,
  spendOf,
  spokenPrefix,
  usualBackoff,
  withPinCheck,
} from '../../src/run/index.js'
import { renderReport, replayRun, writeJson } from '../../src/trace/index.js'
import { anyProgram, build, cleanProgram } from '../support/episodes.js'
import { notebook, optionsWith, slowly, speaking } from './market-models.js'
import { delayed, driven, fakeClock } from './slow-models.js'

const seeds = fc.nat(1_000_000).map(BigInt)

const placeOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 65_521, 11)

/** A thing that a model does, well or badly. */
type Act = 'says' | 'nothing' | 'throws' | 'hangs' | 'refuses' | 'number' | 'long' | 'half'

const anyAct: fc.Arbitrary<Act> = fc.constantFrom(
  'says',
  'nothing',
  'throws',
  'hangs',
  'refuses',
  'number',
  'long',
  'half',
)

const doing = async (act: Act, prompt: string): Promise<string | ModelReply> => {
  if (act === 'throws') throw new Error('thrown')
  if (act === 'hangs') return new Promise(() => undefined)
  if (act === 'number') return 42 as unknown as string
  if (act === 'nothing') return { text: ' ', usage: { outputTokens: 9 } }
  if (act === 'refuses') return { text: null, refused: 'no' }
  if (act === 'long') return 'x'.repeat(200)
  return act === 'half' ? `half \ud800 ${prompt}` : { text: `on ${prompt}`, costUsd: 0.5 }
}

const seatOf = (ask: LanguageModel, origin: 'llm' | 'submitted' = 'llm'): CallSeat => ({
  seat: 'seat',
  role: 'any',
  agent: null,
  policy: origin,
  origin,
  model: 'm',
  pin: null,
  temperature: 0,
  sample: 0,
  ask,
})

describe('play', () => {
  it('L7 kept first: what was kept is the log, in its order, and nothing enters that is not', async () => {
    let unkeptPlays = 0
    await fc.assert(
      fc.asyncProperty(
        anyProgram,
        seeds,
        fc.integer({ min: 1, max: 6 }),
        fc.option(fc.nat({ max: 6 }), { nil: null }),
        fc.boolean(),
        async (program, seed, concurrency, refused, withScripts) => {
          const clock = fakeClock()
          const model = modelOf(delayed(clock, seed, async (question: string) => `on ${question}`))
          const script = scriptOf<string>((_id, question) => ({
            _tag: 'Text',
            text: `s ${question}`,
          }))
          const kept: Array<unknown> = []
          const entered: Array<unknown> = []
          const answerers = (question: string) =>
            withScripts && placeOf(question) % 2 === 0 ? script : model
          const played = await driven(
            clock,
            play(build(program), answerers, {
              concurrency,
              limit: 100,
              timers: clock.timers,
              keep: async ({ id, answer }) => {
                if (kept.length === refused) return false
                await new Promise<void>((done) => {
                  clock.timers.after(3, done)
                })
                expect(entered.length).toBe(kept.length)
                kept.push({ id, answer })
                return true
              },
              observe: (event) => {
                if (event._tag !== 'Answered') return
                entered.push(event.id)
                expect(entered.length).toBe(kept.length)
              },
            }),
          )
          expect(played.log).toEqual(kept)
          expect(replay(played.log)(build(program))._tag).toBe('Replayed')
          if (played._tag === 'Stopped' && kept.length === refused) unkeptPlays += 1
        },
      ),
      { numRuns: 150 },
    )
    expect(unkeptPlays).toBeGreaterThan(10)
  })
})

describe('limits', () => {
  it('L1 backoff: the usual wait never shrinks, and is at most 30 seconds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, jitter) => {
          expect(usualBackoff(n + 1, jitter)).toBeGreaterThanOrEqual(usualBackoff(n, jitter))
          expect(usualBackoff(n, jitter)).toBeLessThanOrEqual(30_000)
          expect(usualBackoff(n, jitter)).toBeGreaterThanOrEqual(250)
        },
      ),
    )
  })
})

const anyCall: fc.Arbitrary<CallRecord> = fc.record({
  id: fc.string(),
  seat: fc.constantFrom('under_test', 'panel', 'env', '__proto__', 'constructor'),
  role: fc.constant('proposal'),
  agent: fc.constant(null),
  policy: fc.constant('llm'),
  origin: fc.constantFrom('llm' as const, 'submitted' as const),
  model: fc.constant('m'),
  resolvedModel: fc.constant(null),
  params: fc.constant({ maxTokens: 1, temperature: null, sample: null }),
  promptHash: fc.constant(''),
  response: fc.constant(''),
  finish: fc.constant(null),
  ending: fc.constantFrom(
    'answered' as const,
    'blank' as const,
    'threw' as const,
    'timeout' as const,
  ),
  usage: fc.record({
    inputTokens: fc.nat(1000),
    cachedInputTokens: fc.nat(1000),
    outputTokens: fc.nat(1000),
    reasoningTokens: fc.nat(1000),
  }),
  // Quarters, so that sums in any order are equal.
  costUsd: fc.option(
    fc.nat(100).map((n) => n / 4),
    { nil: null },
  ),
  cached: fc.boolean(),
  attempts: fc.integer({ min: 1, max: 5 }),
  escalations: fc.nat(3),
})

describe('spend', () => {
  it('L1 additive spend: the figures of a run are the sums of those of its seats, in any order', () => {
    fc.assert(
      fc.property(fc.array(anyCall), (calls) => {
        const { bySeat, mute, ...total } = spendOf(calls)
        const again = spendOf([...calls].reverse())
        expect(new Map(Object.entries(again.bySeat))).toEqual(new Map(Object.entries(bySeat)))
        expect({ ...again, bySeat, mute }).toEqual({ ...total, bySeat, mute })
        const seats = Object.entries(bySeat).map(([, seat]) => seat)
        expect(Object.keys(bySeat).length).toBe(new Set(calls.map(({ seat }) => seat)).size)
        for (const [name, value] of Object.entries(total)) {
          const sum = seats.reduce((all, seat) => all + seat[name as keyof typeof seat], 0)
          expect([name, value]).toEqual([name, sum])
        }
        expect(total.calls).toBe(calls.length)
      }),
    )
  })

  it('L2 silence is ours: no answer of a submitted agent makes a run mute', () => {
    fc.assert(
      fc.property(fc.array(anyCall), fc.array(anyCall), (calls, more) => {
        const models = calls.map((call) => ({ ...call, origin: 'llm' as const }))
        const submitted = more.map((call) => ({ ...call, origin: 'submitted' as const }))
        const limits = { after: 3, every: 2, above: 0.2 }
        expect(isMute(spendOf([...models, ...submitted]), limits)).toBe(
          isMute(spendOf(models), limits),
        )
        expect(isMute(spendOf(submitted), limits)).toBe(false)
      }),
    )
  })

  it('L4 silent seat: at the end a seat is silent exactly if its own rate is above the bound in enough calls, or all of it was silence', () => {
    fc.assert(
      fc.property(
        fc.array(anyCall, { maxLength: 40 }),
        fc.constantFrom(0.2, 0.5, 1),
        fc.integer({ min: 1, max: 12 }),
        (calls, above, after) => {
          const asked = calls.filter(({ origin }) => origin === 'llm')
          const isMuteSeat = (seat: string): boolean => {
            const own = asked.filter((call) => call.seat === seat)
            const silent = own.filter(({ ending }) => ending === 'blank').length
            const isAbove = own.length >= after && silent / own.length > above
            return silent === own.length || isAbove
          }
          const expected = [...new Set(asked.map(({ seat }) => seat))].filter(isMuteSeat)
          const found = silentSeat(calls, { after, every: 4, above })
          expect(found?.split(' said ')[0] ?? null).toBe(expected[0] ?? null)
          expect(silentSeat(calls, null)).toBe(null)
          const rules = calls.map((call) => ({ ...call, model: 'edgeworth/compiler-by-rule' }))
          expect(silentSeat(rules, { after: 12, every: 4, above })).toBe(null)
          expect(spendOf(rules).mute).toEqual({ calls: 0, blank: 0 })
        },
      ),
    )
  })

  it('L3 breaker: mute is a rate above the bound at a count that is looked at, and at no other', () => {
    fc.assert(
      fc.property(
        fc.nat(80),
        fc.nat(80),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 7 }),
        fc.nat(100),
        (calls, silent, after, every, percent) => {
          const blank = Math.min(calls, silent)
          const spend = { ...spendOf([]), mute: { calls, blank } }
          const lookedAt = Array.from({ length: 100 }, (_, index) => after + index * every)
          const expected = lookedAt.includes(calls) && blank / calls > percent / 100
          expect(isMute(spend, { after, every, above: percent / 100 })).toBe(expected)
          expect(isMute(spend, null)).toBe(false)
        },
      ),
    )
  })
})

const contextOf = (clock: ReturnType<typeof fakeClock>, limits: object) => ({
  id: 'q',
  system: '',
  prompt: 'p',
  limits: limitsOf({ timeoutMs: 50, longestText: 100, backoff: () => 1, ...limits }),
  timers: clock.timers,
  signal: new AbortController().signal,
  jitter: () => 0,
  mayRetry: () => true,
  onRetry: () => undefined,
})

const called = async (acts: ReadonlyArray<Act>, retries: number, ladder: ReadonlyArray<number>) => {
  const clock = fakeClock()
  let asked = 0
  const model: LanguageModel = ({ prompt }) => {
    const act = acts[asked] ?? 'says'
    asked += 1
    return doing(act, prompt)
  }
  const context = contextOf(clock, { retries, tokenLadder: ladder })
  const result = await driven(clock, callModel(seatOf(model), context))
  return { ...result, asked, waiting: clock.waiting() }
}

const anyCalling = [
  fc.array(anyAct, { maxLength: 12 }),
  fc.nat(4),
  fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
] as const

describe('a call', () => {
  it('L1 attempts: at most once a rung of the ladder and once a retry', async () => {
    await fc.assert(
      fc.asyncProperty(...anyCalling, async (acts, retries, ladder) => {
        const { asked, record } = await called(acts, retries, ladder)
        expect(record.attempts).toBe(asked)
        expect(asked).toBeLessThanOrEqual(ladder.length + retries)
        expect(record.escalations).toBeLessThan(ladder.length)
      }),
    )
  })

  it('L2 no promise: it comes to an answer, and to a text only if one was said', async () => {
    await fc.assert(
      fc.asyncProperty(...anyCalling, async (acts, retries, ladder) => {
        const { answer, record, asked, waiting } = await called(acts, retries, ladder)
        const last = acts[asked - 1] ?? 'says'
        expect(answer._tag === 'Text').toBe(last === 'says' || last === 'half')
        expect(record.ending === 'answered').toBe(answer._tag === 'Text')
        expect(record.response).not.toMatch(/\p{Surrogate}/u)
        expect(waiting).toBe(0)
      }),
    )
  })
})

describe('kept answers', () => {
  it('L1 spoken prefix: what is left before the first silent answer has none, and is a beginning', () => {
    const anyEntry: fc.Arbitrary<JournalEntry> = fc
      .array(anyCall, { maxLength: 2 })
      .map((calls) => ({ id: 'q', answer: { _tag: 'Text', text: '' }, calls }))
    const blank = ({ calls }: JournalEntry): boolean =>
      calls.some((call) => call.origin === 'llm' && call.ending === 'blank')
    fc.assert(
      fc.property(fc.array(anyEntry), (entries) => {
        const prefix = spokenPrefix(entries)
        expect(prefix).toEqual(entries.slice(0, prefix.length))
        expect(prefix.some(blank)).toBe(false)
        const next = entries[prefix.length]
        expect(next === undefined || blank(next)).toBe(true)
      }),
    )
  })
})

/** Who answers by the text of the question alone: a script or a model that does good and bad things. */
const moodySeats =
  (clock: ReturnType<typeof fakeClock>, seed: bigint, withScripts: boolean, good: boolean) =>
  (question: string): Seated<string> => {
    if (withScripts && placeOf(question) % 3 === 0) {
      return { _tag: 'Script', policy: () => ({ _tag: 'Text', text: `script on ${question}` }) }
    }
    const acts: ReadonlyArray<Act> = good
      ? ['says', 'says', 'half', 'refuses', 'nothing', 'long']
      : ['says', 'says', 'nothing', 'throws', 'hangs', 'refuses', 'number', 'long']
    const act = acts[Math.floor(drawAt(seed, placeOf(question)) * acts.length)] ?? 'says'
    const model: LanguageModel = ({ prompt }) => doing(act, prompt)
    return {
      _tag: 'Call',
      seat: seatOf(slowly(clock.timers, seed, model, 40)),
      prompt: () => ({ system: '', prompt: question }),
    }
  }

const runOf = async (
  program: Parameters<typeof build>[0],
  seed: bigint,
  more: {
    readonly good?: boolean
    readonly recovered?: ReadonlyArray<JournalEntry>
    readonly stopAfter?: number
    readonly scripts?: boolean
  } = {},
): Promise<EpisodeOutcome<number>> => {
  const clock = fakeClock()
  const stop = new AbortController()
  const book = notebook()
  return driven(
    clock,
    runEpisode(build(program) as Episode<string, number>, {
      seatOf: moodySeats(clock, seed, more.scripts ?? true, more.good ?? true),
      timers: clock.timers,
      recovered: more.recovered,
      signal: stop.signal,
      journal: {
        append: async (entry) => {
          await book.append(entry)
          if (book.entries.length === more.stopAfter) stop.abort()
        },
      },
      limits: {
        concurrency: 4,
        timeoutMs: 50,
        retries: 1,
        backoff: () => 2,
        longestText: 150,
        mute: null,
      },
    }),
  )
}

describe('a run of an episode', () => {
  it('L1 kept log: the answers that were kept are the log of the game', async () => {
    await fc.assert(
      fc.asyncProperty(anyProgram, seeds, fc.boolean(), async (program, seed, good) => {
        const outcome = await runOf(program, seed, { good })
        const again = replay(outcome.journal)(build(program))
        expect(again._tag).toBe('Replayed')
        if (outcome.status !== 'ok') return
        expect(again.episode._tag === 'Ended' && again.episode.result).toBe(outcome.result)
      }),
      { numRuns: 100 },
    )
  })

  it('L2 resumed run: gone on from its journal after any answer, it comes to the end of that journal', async () => {
    let stopped = 0
    await fc.assert(
      fc.asyncProperty(
        cleanProgram,
        seeds,
        fc.integer({ min: 1, max: 5 }),
        async (program, seed, after) => {
          const broken = await runOf(program, seed, { stopAfter: after })
          if (broken.status === 'failed') {
            stopped += 1
            expect([broken.reason, broken.journal.length]).toEqual(['aborted', after])
          }
          const resumed = await runOf(program, seed, { recovered: broken.journal })
          if (resumed.status !== 'ok') throw new Error(resumed.detail)
          expect(resumed.journal.slice(0, broken.journal.length)).toEqual(broken.journal)
          const again = replay(resumed.journal)(build(program))
          expect(again.episode._tag === 'Ended' && again.episode.result).toBe(resumed.result)
          // Where every question is answered, and by the question alone, only a race hangs on the order.
          const whole = await runOf(program, seed)
          if (whole.status !== 'ok' || JSON.stringify(program).includes('race')) return
          if (JSON.stringify(program).includes('react')) return
          expect(resumed.result).toBe(whole.result)
        },
      ),
      { numRuns: 100 },
    )
    expect(stopped).toBeGreaterThan(5)
  })

  it('L3 ended: whatever models do, it comes to an outcome', async () => {
    const reasons = new Set<string>()
    await fc.assert(
      fc.asyncProperty(anyProgram, seeds, async (program, seed) => {
        const outcome = await runOf(program, seed, { good: false })
        reasons.add(outcome.status === 'ok' ? 'ok' : outcome.reason)
      }),
      { numRuns: 100 },
    )
    expect([...reasons].sort()).toEqual(expect.arrayContaining(['faults', 'ok']))
  })
})

describe('a run of a case', () => {
  it('L1 same bytes: whatever the order of arrival, and wherever the run went on', async () => {
    const whole = await runCase(optionsWith(speaking))
    if (whole.status !== 'ok') throw new Error(whole.detail)
    const orders = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        seeds,
        fc.integer({ min: 1, max: 9 }),
        fc.nat(whole.journal.length),
        async (seed, concurrency, cut) => {
          const clock = fakeClock()
          const slow = slowly(clock.timers, seed, speaking)
          const limits = { concurrency }
          const run = await driven(
            clock,
            runCase(optionsWith(slow, { timers: clock.timers, limits })),
          )
          if (run.status !== 'ok') throw new Error(run.detail)
          orders.add(run.journal.map(({ id }) => id).join())
          expect(run.files).toEqual(whole.files)
          const resumed = await runCase(
            optionsWith(speaking, { recovered: run.journal.slice(0, cut) }),
          )
          expect(resumed.status === 'ok' && resumed.files).toEqual(whole.files)
        },
      ),
      { numRuns: 12 },
    )
    expect(orders.size).toBeGreaterThan(6)
  })

  it('L2 verified files: the replay of the files is verified, whatever models say', async () => {
    await fc.assert(
      fc.asyncProperty(seeds, fc.nat(3000), async (seed, world) => {
        const model: LanguageModel = async (request) => {
          const mood = drawAt(seed, placeOf(request.id))
          if (mood < 0.15) return { text: '' }
          if (mood < 0.3) return { text: null, refused: 'no' }
          if (mood < 0.4) return '{"transfers": [{"from": 1, "to": 9, "resource": "r1"}]}'
          if (mood < 0.5) return `<think>${request.id}</think> \ud800 ADDRESSEES: SETTLEMENT:`
          return speaking(request)
        }
        const run = await runCase(
          optionsWith(model, { seed: world, limits: { ...defaultLimits, mute: null } }),
        )
        if (run.status !== 'ok') throw new Error(run.detail)
        expect(renderReport(replayRun(run.files)).slice(1)).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})

describe('the pin check of a run', () => {
  it('L1 only pins: nothing of the files changes but pin_check', async () => {
    const run = await runCase(optionsWith(speaking))
    if (run.status !== 'ok') throw new Error(run.detail)
    expect(withPinCheck(run.pins)(run.files)).toBe(run.files)
    const anyPin: fc.Arbitrary<SeatPin> = fc.record({
      place: fc.constantFrom('under_test', 'panel.0', 'compiler'),
      outcome: fc.constantFrom(
        { _tag: 'Unpinned' as const },
        { _tag: 'Held' as const, pin: 'm' },
        { _tag: 'Unverifiable' as const, pin: 'é' },
      ),
    })
    fc.assert(
      fc.property(fc.array(anyPin), (pins) => {
        const { files } = withPinCheck(pins)(run.files)
        const { pin_check: check, ...meta } = JSON.parse(files['run_meta.json'] ?? '') as JsonRecord
        expect(check).toEqual(pinCheckOf(pins))
        const back = writeJson('document', { ...meta, pin_check: null })
        expect({ ...files, 'run_meta.json': back }).toEqual(run.files.files)
      }),
      { numRuns: 30 },
    )
  })
})

describe('seats of an exchange', () => {
  it('L1 all seated: every arm seats every agent of a market of any size once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(29), (agents, index) => {
        const agent = 1 + (index % agents)
        const pinned = { name: 'p', ask: speaking, pin: 'p-1' }
        const arms = [
          population(speaking),
          population(pinned, { environment: speaking }),
          singleSeat(agent, {
            underTest: { name: 's', submit: () => '' },
            panel: 'scripted_bilateral_ir',
            environment: pinned,
          }),
        ]
        for (const arm of arms) {
          const { roles, models, submitted = {} } = arm(agents)
          expect(readRoles(rolesToJson(roles), agents)._tag).toBe('Right')
          for (const seat of [roles.underTest, ...roles.panel]) {
            const { policy } = seat
            if ('model' in policy) expect(Object.keys(models)).toContain(policy.model)
            if (policy.kind === 'submitted') expect(Object.keys(submitted)).toEqual([policy.name])
          }
        }
      }),
    )
  })
})
