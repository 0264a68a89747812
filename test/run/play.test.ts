import { describe, expect, it } from 'vitest'
import {
  type Answer,
  all,
  ask,
  chain,
  type Episode,
  ended,
  openQuestions,
  race,
  replay,
} from '../../src/core/episode/index.js'
import {
  type Model,
  modelOf,
  type PlayEvent,
  play,
  readReply,
  scriptOf,
} from '../../src/run/index.js'
import { driven, fakeClock, settled } from './slow-models.js'

const heardOn = (id: string): Episode<string, Answer> => ask(id, `${id}?`, (answer) => answer)

const one = heardOn('only')

const heardFrom = async (model: Model<string>): Promise<Answer | null> => {
  const clock = fakeClock()
  const options = { timers: clock.timers, timeout: 1000 }
  const played = await driven(clock, play(one, modelOf(model), options))
  return played._tag === 'Finished' ? played.result : null
}

/** A caller without types may give anything. */
const giving =
  (value: unknown): Model<string> =>
  async () =>
    value as string

describe('play, of what models do', () => {
  it.each<[string, Model<string>, Partial<Answer>]>([
    [
      'throws at once',
      () => {
        throw new TypeError('no key')
      },
      { fault: 'threw', detail: 'TypeError: no key' },
    ],
    [
      'rejects',
      async () => Promise.reject(new Error('503')),
      { fault: 'threw', detail: 'Error: 503' },
    ],
    [
      'rejects with nothing',
      () => Promise.reject(undefined),
      { fault: 'threw', detail: 'undefined' },
    ],
    [
      'hangs',
      () => new Promise(() => undefined),
      { fault: 'timeout', detail: 'no answer within 1000 ms' },
    ],
    ['says nothing', giving(''), { fault: 'empty' }],
    ['says blanks', giving(' \n\t'), { fault: 'empty' }],
    ['gives null', giving(null), { fault: 'empty' }],
    ['gives undefined', giving(undefined), { fault: 'empty' }],
    ['has no content', giving({ text: null }), { fault: 'empty' }],
    ['declines', giving({ refused: 'policy' }), { fault: 'refused', detail: 'policy' }],
    ['gives a number', giving(80), { fault: 'threw', detail: 'neither a text nor a reply: 80' }],
    ['says true', giving(true), { fault: 'threw', detail: 'neither a text nor a reply: true' }],
    ['says half a character', giving('\ud83d deal'), { _tag: 'Text', text: '\uFFFD deal' }],
    ['says a whole one', giving('\u{1F91D} deal'), { _tag: 'Text', text: '\u{1F91D} deal' }],
    ['moves', giving({ action: { price: 61 } }), { _tag: 'Action', action: { price: 61 } }],
    ['moves to no number', giving({ action: Number.NaN }), { fault: 'threw' }],
    [
      'gives a thenable that throws',
      giving({
        get then() {
          throw new Error('then')
        },
      }),
      { fault: 'threw' },
    ],
  ])('hears a model that %s', async (_name, model, answer) => {
    expect(await heardFrom(model)).toMatchObject(answer)
  })

  it('refuses a text of 10 MB whole, unless the bound allows it', async () => {
    const flood = `I accept. ${'x'.repeat(10_000_000)}`
    expect(await heardFrom(giving(flood))).toEqual({
      _tag: 'Fault',
      fault: 'threw',
      detail: 'a text of 10000010 characters; at most 1000000 are taken',
    })
    expect(readReply(flood, 20_000_000).answer).toEqual({ _tag: 'Text', text: flood })
  })

  it('keeps the scratchpad in the log and from the game', async () => {
    const played = await play(
      one,
      modelOf(async () => ({ text: 'no', private: 'my value is 90' })),
    )
    expect(played.log).toEqual([
      { id: 'only', answer: { _tag: 'Text', text: 'no', private: 'my value is 90' } },
    ])
    expect(played._tag === 'Finished' && played.result).toEqual({ _tag: 'Text', text: 'no' })
  })

  it('adds up what the calls used', async () => {
    const game = all([heardOn('a'), heardOn('b')])
    const model: Model<string> = async () => ({ text: 'x', usage: { tokens: 3, usd: 0.5 } })
    expect((await play(game, modelOf(model))).usage).toEqual({ tokens: 6, usd: 1 })
  })

  it('ignores what comes after the deadline', async () => {
    const clock = fakeClock()
    let late: (text: string) => void = () => undefined
    const model: Model<string> = () =>
      new Promise((resolve) => {
        late = resolve
      })
    const game = chain((first: Answer) =>
      chain((second: Answer) => ended([first, second]))(heardOn('second')),
    )(one)
    const choose = (question: string) =>
      modelOf(question === 'only?' ? model : async () => 'in time')
    const playing = play(game, choose, { timers: clock.timers, timeout: 10 })
    clock.tick()
    late('too late')
    const played = await driven(clock, playing)
    expect(played.log.map(({ answer }) => answer._tag)).toEqual(['Fault', 'Text'])
    expect(clock.waiting()).toBe(0)
  })
})

describe('play, of many questions', () => {
  it('holds the limit over 1,000 questions to a slow model, and answers them all', async () => {
    const clock = fakeClock()
    const game = all(Array.from({ length: 1000 }, (_, index) => heardOn(`q${index}`)))
    let out = 0
    let most = 0
    const slow: Model<string> = (question) => {
      out += 1
      most = Math.max(most, out)
      return new Promise((resolve) => {
        clock.timers.after(5 + (question.length % 3), () => {
          out -= 1
          resolve(question)
        })
      })
    }
    const playing = play(game, modelOf(slow), {
      concurrency: 16,
      timeout: null,
      timers: clock.timers,
    })
    const played = await driven(clock, playing)
    expect(played._tag).toBe('Finished')
    expect(most).toBe(16)
    expect(new Set(played.log.map(({ id }) => id)).size).toBe(1000)
  })

  it('plays 20,000 scripted questions without a deeper stack', async () => {
    const game = all(Array.from({ length: 20_000 }, (_, index) => heardOn(`q${index}`)))
    const played = await play(
      game,
      scriptOf((_id, question) => ({ _tag: 'Text', text: question })),
    )
    expect(played._tag === 'Finished' && played.result.length).toBe(20_000)
  })

  it('does not wait for a question that another answer withdrew, and tells its model', async () => {
    const signals = new Map<string, AbortSignal>()
    const model: Model<string> = (question, { signal }) => {
      signals.set(question, signal)
      return question === 'quick?' ? Promise.resolve('first') : new Promise(() => undefined)
    }
    const game = race([heardOn('slow'), heardOn('quick')])
    const events: Array<PlayEvent<string>> = []
    const played = await play(game, modelOf(model), { observe: (event) => events.push(event) })
    expect(played).toMatchObject({ _tag: 'Finished', dropped: 1 })
    expect(signals.get('slow?')?.aborted).toBe(true)
    expect(signals.get('quick?')?.aborted).toBe(false)
    expect(events.map(({ _tag, id }) => `${_tag} ${id}`)).toEqual([
      'Asked slow',
      'Asked quick',
      'Answered quick',
      'Dropped slow',
    ])
  })

  it('drops an answer whose id has come to name another question', async () => {
    // The race withdraws the first `x`; what follows asks a new question under the same id.
    const again = chain(() => ask('x', 'new', (answer) => answer))(
      race([ask('x', 'old', () => 0), ask('y', 'quick', () => 1)]),
    )
    let slow: (text: string) => void = () => undefined
    const choose = (question: string) =>
      modelOf<string>(
        question === 'old'
          ? () =>
              new Promise((resolve) => {
                slow = resolve
              })
          : async () => {
              if (question === 'new') {
                slow('an answer to the old question')
                await settled()
              }
              return question
            },
      )
    const played = await play(again, choose)
    expect(played.log).toEqual([
      { id: 'y', answer: { _tag: 'Text', text: 'quick' } },
      { id: 'x', answer: { _tag: 'Text', text: 'new' } },
    ])
  })

  it('stops at a bound, and can be played on from there', async () => {
    const game = all([heardOn('a'), heardOn('b'), heardOn('c')])
    const model = modelOf(async (question: string) => question)
    const some = await play(game, model, { limit: 2 })
    expect(some._tag).toBe('Stopped')
    if (some._tag !== 'Stopped') return
    expect([...openQuestions(some.episode).keys()]).toEqual(['c'])
    const rest = await play(some.episode, model)
    const whole = replay([...some.log, ...rest.log])(game)
    expect(rest._tag === 'Finished' && rest.result).toEqual(
      whole.episode._tag === 'Ended' && whole.episode.result,
    )
  })

  it.each([0, -1, Number.NaN, 0.5])('takes a concurrency of %d for 1', async (concurrency) => {
    let out = 0
    const events: Array<number> = []
    const model: Model<string> = async (question) => {
      out += 1
      events.push(out)
      await settled()
      out -= 1
      return question
    }
    await play(all([heardOn('a'), heardOn('b')]), modelOf(model), { concurrency })
    expect(events).toEqual([1, 1])
  })
})

describe('play, of what goes wrong around it', () => {
  it('asks nothing once it was aborted', async () => {
    let asked = 0
    const model: Model<string> = async (question) => {
      asked += 1
      return question
    }
    const played = await play(one, modelOf(model), { signal: AbortSignal.abort() })
    expect(played).toMatchObject({ _tag: 'Aborted', log: [] })
    expect(asked).toBe(0)
  })

  it('aborts while a model hangs', async () => {
    const controller = new AbortController()
    let told = false
    const model: Model<string> = (_question, { signal }) => {
      signal.addEventListener('abort', () => {
        told = true
      })
      return new Promise(() => undefined)
    }
    const playing = play(one, modelOf(model), { signal: controller.signal, timeout: null })
    controller.abort()
    expect((await playing)._tag).toBe('Aborted')
    expect(told).toBe(true)
  })

  it('says which ids are contested rather than waiting for ever', async () => {
    const played = await play(
      all([heardOn('same'), heardOn('same')]),
      modelOf(async () => 'x'),
    )
    expect(played).toMatchObject({ _tag: 'Stuck', reason: 'Contested', log: [] })
    expect(played._tag === 'Stuck' && played.detail).toContain('same')
  })

  it('takes an answer to a contested id once the other question is gone', async () => {
    const both: Episode<string, unknown> = all([heardOn('same'), heardOn('never')])
    const game = all([race([both, heardOn('quick')]), heardOn('same')])
    const model: Model<string> = (question) =>
      question === 'never?' ? new Promise(() => undefined) : Promise.resolve(question)
    const freed = await play(game, modelOf(model))
    expect(freed._tag).toBe('Finished')
    expect(freed.log.map(({ id }) => id)).toEqual(['quick', 'same'])
  })

  it('names the answer at which the rules of a game threw', async () => {
    const broken = ask('price', 'How much?', () => {
      throw new RangeError('rules')
    })
    const played = await play(
      broken,
      modelOf(async () => '80'),
    )
    expect(played).toMatchObject({
      _tag: 'Stuck',
      reason: 'RulesThrew',
      at: { id: 'price', answer: { _tag: 'Text', text: '80' } },
      detail: 'RangeError: rules',
      log: [],
    })
  })

  it('goes on where the choice of an answerer throws, a script throws, or an observer does', async () => {
    const game = all([heardOn('a'), heardOn('b'), heardOn('c')])
    const played = await play(
      game,
      (question) => {
        if (question === 'a?') throw new Error('who?')
        return question === 'b?'
          ? scriptOf(() => {
              throw new Error('script')
            })
          : scriptOf(() => ({ _tag: 'Action', action: 3 }))
      },
      {
        observe: () => {
          throw new Error('observer')
        },
      },
    )
    expect(played._tag === 'Finished' && played.result).toEqual([
      { _tag: 'Fault', fault: 'threw', detail: 'Error: who?' },
      { _tag: 'Fault', fault: 'threw', detail: 'Error: script' },
      { _tag: 'Action', action: 3 },
    ])
  })

  it('keeps the log from a caller who changes the move after giving it', async () => {
    const move = { price: 61 }
    const game = chain((first: Answer) => chain(() => ended(first))(heardOn('b')))(heardOn('a'))
    const played = await play(
      game,
      modelOf(async (question) => {
        if (question === 'b?') move.price = 1
        return { action: move }
      }),
    )
    expect(played.log[0]?.answer).toEqual({ _tag: 'Action', action: { price: 61 } })
  })

  it('ends a hanging model by the timers of the host', async () => {
    const played = await play(
      one,
      modelOf(() => new Promise(() => undefined)),
      { timeout: 5 },
    )
    expect(played._tag === 'Finished' && played.result).toMatchObject({ fault: 'timeout' })
  })

  it('waits where the deadline is longer than any timer', async () => {
    const model: Model<string> = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve('late'), 20)
      })
    const played = await play(one, modelOf(model), { timeout: 1e12 })
    expect(played._tag === 'Finished' && played.result).toEqual({ _tag: 'Text', text: 'late' })
  })
})
