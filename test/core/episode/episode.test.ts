import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  type Asking,
  all,
  answerQuestion,
  ask,
  chain,
  type Episode,
  ended,
  faultAnswer,
  map,
  matchAnswer,
  newestFirst,
  openQuestions,
  race,
  readAnswer,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import { renderFailure } from '../../../src/core/failure.js'
import {
  anyScript,
  askNumber,
  build,
  dialogue,
  disguised,
  freshProgram,
} from '../../support/episodes.js'

/** The heap in use after a collection, in bytes. */
const heapUsed = (): number => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  return process.memoryUsage().heapUsed
}

const answer = <R>(episode: Episode<string, R>, id: string): Episode<string, R> => {
  const next = answerQuestion(id, textAnswer('x'))(episode)
  return isLeft(next) ? expect.unreachable(`${id} was refused`) : next.right
}

describe('an episode', () => {
  it('explains in words why an answer was not taken', () => {
    const words = (episode: Episode<unknown, unknown>, id: string): string => {
      const refused = answerQuestion(id, textAnswer(''))(episode)
      return isLeft(refused) ? renderFailure(refused.left) : 'taken'
    }
    expect(words(askNumber('a'), 'b')).toBe(
      'id: expected the id of an open question, got "b" (NotAsked)',
    )
    expect(words(all([askNumber('a'), askNumber('a')]), 'a')).toBe(
      'id: expected an id under which one question alone is open, got "a" (NotAsked)',
    )
    expect(words(ended(1), 'a')).toBe('id: expected no answer after the end, got "a" (NotAsked)')
  })

  it('takes ids that are names of what every object inherits', () => {
    const ids = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', '']
    let game: Episode<string, unknown> = all(ids.map(askNumber))
    expect(openQuestions(game).has('valueOf')).toBe(false)
    for (const id of ids) game = answer(game, id)
    expect(game._tag).toBe('Ended')
  })

  it('hears a fault as a fault, and neither as words nor as a move', () => {
    const decide = readAnswer({ text: () => right('accepted'), action: () => right('accepted') })
    const game = ask('deal', '61?', decide)
    expect(answerQuestion('deal', faultAnswer('timeout', '30 s'))(game)).toEqual(
      right(ended({ _tag: 'Faulted', fault: 'timeout', detail: '30 s' })),
    )
  })

  it('lets an exception of a continuation through, and is unharmed by it', () => {
    const moody = map((said: string) => {
      if (said === 'bad') throw new Error('not total')
      return said
    })(ask('q', 'well?', matchAnswer({ text: (said) => said, action: () => '', fault: () => '' })))
    const game = all([moody, askNumber('other')])
    expect(() => answerQuestion('q', textAnswer('bad'))(game)).toThrow('not total')
    expect([...openQuestions(game).keys()]).toEqual(['q', 'other'])
    expect([...openQuestions(answer(game, 'q')).keys()]).toEqual(['other'])
  })

  it('asks again under an id that has been answered, behind the questions that waited', () => {
    const twice = chain(() => askNumber('a'))(askNumber('a'))
    const once = answer(all([twice, askNumber('b')]), 'a')
    expect([...openQuestions(once).keys()]).toEqual(['b', 'a'])
    expect([...newestFirst(openQuestions(once))].map(([id]) => id)).toEqual(['a', 'b'])
  })

  it('is not changed by whoever alters the map of its one question', () => {
    const game = askNumber('a')
    const { open } = game as Asking<string, number>
    if (open instanceof Map) open.clear()
    expect(answerQuestion('a', textAnswer('x'))(game)._tag).toBe('Right')
    expect([...openQuestions(all([game])).keys()]).toEqual(['a'])
  })

  it('does the same when its parts are objects made by hand', () => {
    fc.assert(
      fc.property(freshProgram, anyScript, (program, script) => {
        expect(dialogue(build(program, disguised), script)).toEqual(
          dialogue(build(program), script),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('tells a question that an object made by hand asks again from one that has waited', () => {
    const twice = (wrap: typeof disguised): Episode<string, unknown> =>
      all([wrap(chain(() => askNumber('a'))(askNumber('a'))), askNumber('b')])
    for (const wrap of [disguised, <Q, R>(episode: Episode<Q, R>) => episode]) {
      const once = answer(twice(wrap), 'a')
      expect([...openQuestions(once).keys()]).toEqual(['b', 'a'])
      expect(answer(answer(once, 'a'), 'b')._tag).toBe('Ended')
    }
  })

  it('respects a copy with an answer of its own', () => {
    const heard: Array<string> = []
    const plain = askNumber('a') as Asking<string, number>
    const spied: Asking<string, number> = {
      ...plain,
      answer: (id, given) => {
        heard.push(id)
        return plain.answer(id, given)
      },
    }
    const game = within('w')(map((n: number) => n)(race([spied, askNumber('b')])))
    expect(answer(game, 'w/a')._tag).toBe('Ended')
    expect(heard).toEqual(['a'])
  })

  it('is safe where episodes of all nest 2,000 deep', () => {
    let game: Episode<string, unknown> = askNumber('x')
    for (let depth = 0; depth < 2_000; depth += 1) game = all([game])
    expect(openQuestions(game).size).toBe(1)
    expect(answer(game, 'x')._tag).toBe('Ended')
  })

  it('keeps a few hundred bytes an open question, and lets go of what has been answered', () => {
    const MANY = 50_000
    const everybody = (): Episode<string, unknown> =>
      all(Array.from({ length: MANY }, (_, n) => ask(`q${n}`, `${n}?`, () => null)))
    const before = heapUsed()
    let game = everybody()
    const open = heapUsed() - before
    expect(open / MANY).toBeLessThan(1_000)
    for (let n = 0; n < MANY - 10; n += 1) {
      // A text of its own, 1 kB flat, that no result keeps.
      const said = Buffer.alloc(1_000, `${n} `).toString('latin1')
      const next = answerQuestion(`q${n}`, textAnswer(said))(game)
      if (isLeft(next)) expect.unreachable('it is open')
      game = next.right
    }
    expect(openQuestions(game).size).toBe(10)
    // The results collected so far remain, and nothing of the questions, the answers or the states between.
    expect((heapUsed() - before) / MANY).toBeLessThan(100)
  })
})
