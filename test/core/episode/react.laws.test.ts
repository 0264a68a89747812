import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  all,
  answerQuestion,
  chain,
  contestedIds,
  type Episode,
  ended,
  map,
  openQuestions,
  type Reaction,
  react,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import {
  answerOf,
  anyScript,
  askNumber,
  numberOf,
  played,
  type Turn,
} from '../../support/episodes.js'

type Seen = ReadonlyArray<readonly [name: string, number: number, value: number]>

/** Records every ending; begins nothing, withdraws what it is told to when its time has come. */
const recorder = (
  begin: ReadonlyArray<{ readonly name?: string; readonly episode: Episode<string, number> }>,
  withdrawing: ReadonlyArray<string> = [],
): Episode<string, Seen> =>
  react<number, Seen, Seen>({
    onEnded: (seen, value, name, number) => {
      const out = withdrawing[seen.length]
      return {
        _tag: 'Continue',
        state: [...seen, [name, number, value]],
        withdraw: out === undefined ? [] : [out],
      }
    },
    onQuiet: (seen) => seen,
  })({ _tag: 'Continue', state: [], begin })

const answer = <R>(episode: Episode<string, R>, id: string, said = ''): Episode<string, R> => {
  const next = answerQuestion(id, textAnswer(said))(episode)
  return next._tag === 'Right' ? next.right : expect.unreachable(`${id} was refused`)
}

const name = fc.constantFrom('red', 'blue', 'green')

describe('react', () => {
  it('L1 reaction', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 8 }), anyScript, (asking, script) => {
        const game = recorder(
          asking.map((asks, index) => ({
            name: `n${index}`,
            episode: asks ? askNumber(`q${index}`) : ended(index),
          })),
        )
        const silent = asking.flatMap(
          (asks, index): Seen => (asks ? [] : [[`n${index}`, index, index]]),
        )
        const { states, ids } = played(game, script)
        const answered = ids.map((id, at): Seen[number] => {
          const index = Number(id.slice(1))
          return [`n${index}`, index, numberOf(answerOf(script[at] as Turn))]
        })
        const last = states.at(-1)
        if (last?._tag === 'Ended') expect(last.result).toEqual([...silent, ...answered])
        else
          expect(openQuestions(last ?? game).size).toBe(asking.filter(Boolean).length - ids.length)
      }),
    )
  })

  it('L2 quiet', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 6 }), (values) => {
        const game = recorder(values.map((value) => ({ episode: ended(value) })))
        expect(game).toEqual(ended(values.map((value, index) => ['', index, value])))
      }),
    )
    const lonely = recorder(
      [
        { name: 'red', episode: askNumber('a') },
        { name: 'blue', episode: askNumber('b') },
      ],
      ['blue'],
    )
    const value = numberOf(textAnswer(''))
    expect(answer(lonely, 'a')).toEqual(ended([['red', 0, value]]))
  })

  it('L3 withdrawal', () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 8 }),
        name,
        fc.nat(7),
        (names, out, at) => {
          const game = recorder(
            names.map((own, index) => ({ name: own, episode: askNumber(`q${index}`) })),
            [out],
          )
          const chosen = at % names.length
          const next = answer(game, `q${chosen}`)
          const left = names.flatMap((own, index) =>
            own === out || index === chosen ? [] : [`q${index}`],
          )
          expect([...openQuestions(next).keys()]).toEqual(left)
          let end = next
          for (const id of left) end = answer(end, id)
          if (end._tag === 'Asking') expect.unreachable('nothing is left to ask')
          expect(end.result.map(([, number]) => number)).toEqual([
            chosen,
            ...left.map((id) => Number(id.slice(1))),
          ])
        },
      ),
    )
  })

  it('L3 withdrawal leaves unnamed members and other names alone, and frees the name at once', () => {
    const game = react<number, null, string, string>({
      onEnded: (): Reaction<string, number, null, string> => ({
        _tag: 'Continue',
        state: null,
        withdraw: ['', 'red', 'nobody'],
        begin: [{ name: 'red', episode: askNumber('red-2') }],
      }),
      onQuiet: () => 'quiet',
    })({
      _tag: 'Continue',
      state: null,
      begin: [
        { episode: askNumber('first') },
        { episode: askNumber('unnamed') },
        { name: 'red', episode: all([askNumber('red-1a'), askNumber('red-1b')]) as never },
        { name: 'blue', episode: askNumber('blue-1') },
      ],
    })
    expect([...openQuestions(answer(game, 'first')).keys()]).toEqual(['unnamed', 'blue-1', 'red-2'])
  })

  it('L4 contest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.boolean(), (count, deep) => {
        const place = (episode: Episode<string, number>): Episode<string, number> =>
          deep ? within('w')(map(([n]: ReadonlyArray<number>) => n ?? 0)(all([episode]))) : episode
        const id = deep ? 'w/x' : 'x'
        const twins = Array.from({ length: count }, (_, index) => ({
          name: `n${index}`,
          episode: place(askNumber('x')),
        }))
        const game = recorder(
          [
            { episode: askNumber('go-0') },
            ...twins,
            ...twins.map((_, i) => ({ episode: askNumber(`go-${i + 1}`) })),
          ],
          twins.map((twin) => twin.name),
        )
        let now = game
        for (let gone = 0; gone < count; gone += 1) {
          const contested = count - gone > 1
          expect([...openQuestions(now).keys()].filter((open) => open === id)).toEqual([id])
          expect(contestedIds(now)).toEqual(contested ? [id] : [])
          const tried = answerQuestion(id, textAnswer(''))(now)
          if (contested)
            expect(tried).toMatchObject({ left: { reason: 'Contested', id, value: id } })
          else expect(tried._tag).toBe('Right')
          now = answer(now, `go-${gone}`)
        }
        expect([...openQuestions(now).keys()]).toEqual([`go-${count}`])
        expect(openQuestions(now).size).toBe(1)
      }),
    )
  })

  it('L4 contest that comes about only by an answer, and is resolved by no order of arrival', () => {
    const slow = (first: string): Episode<string, number> =>
      chain(() => askNumber('x'))(askNumber(first))
    const game = all([slow('a'), slow('b'), askNumber('c')])
    const ab = answer(answer(game, 'a'), 'b')
    const ba = answer(answer(game, 'b'), 'a')
    for (const episode of [ab, ba]) {
      expect(contestedIds(episode)).toEqual(['x'])
      expect(answerQuestion('x', textAnswer(''))(episode)).toMatchObject({
        left: { reason: 'Contested' },
      })
      expect([...openQuestions(answer(episode, 'c')).keys()]).toEqual(['x'])
    }
    // Asked one after the other, the same id is no contest.
    const inTurn = answer(answer(answer(game, 'a'), 'x'), 'b')
    expect(contestedIds(inTurn)).toEqual([])
  })

  it('L4 contest: who is listed next stands behind all that opened in between', () => {
    const late = chain(() => askNumber('late'))(askNumber('early'))
    const begin = [
      { name: 'one', episode: askNumber('x') },
      { name: 'two', episode: askNumber('x') },
      { name: 'late', episode: late },
      { episode: askNumber('go') },
    ]
    const opened = answer(recorder(begin, ['one']), 'early')
    expect([...openQuestions(opened).keys()]).toEqual(['x', 'go', 'late'])
    const resolved = answer(opened, 'go')
    expect([...openQuestions(resolved).keys()]).toEqual(['late', 'x'])
    expect([...openQuestions(answer(resolved, 'late')).keys()]).toEqual(['x'])
    expect([...openQuestions(answer(resolved, 'x')).keys()]).toEqual(['late'])
    expect(answer(answer(resolved, 'x'), 'late')._tag).toBe('Ended')
  })

  it('names contested ids as they are seen from outside, each once', () => {
    const clash = all([askNumber('x'), askNumber('x'), askNumber('y')])
    const game = within('p')(
      map((n: unknown) => n)(all([within('q')(clash), within('r')(clash), ended([])])),
    )
    expect([...contestedIds(game)].sort()).toEqual(['p/q/x', 'p/r/x'])
    expect(contestedIds(ended(1))).toEqual([])
  })

  it('responds to a negotiation: a proposal asks the addressee, an acceptance withdraws the rest', () => {
    type Event = { readonly by: string; readonly value: number }
    const seat = (by: string, id: string): Episode<string, Event> =>
      map((value: number) => ({ by, value }))(askNumber(id))
    const game = react<Event, ReadonlyArray<string>, ReadonlyArray<string>, string>({
      onEnded: (story, { by }) => {
        if (by === 'a1') {
          return {
            _tag: 'Continue',
            state: [...story, 'a1 proposes'],
            begin: [{ name: 'reply', episode: seat('a2', 'consent') }],
          }
        }
        return { _tag: 'Finish', result: [...story, `${by} settles`] }
      },
      onQuiet: (story) => [...story, 'silence'],
    })({
      _tag: 'Continue',
      state: [],
      begin: [{ episode: seat('a1', 'propose') }, { episode: seat('a3', 'interrupt') }],
    })
    expect([...openQuestions(game).keys()]).toEqual(['propose', 'interrupt'])
    const proposed = answer(game, 'propose')
    expect([...openQuestions(proposed).keys()]).toEqual(['interrupt', 'consent'])
    expect(answer(proposed, 'consent')).toEqual(ended(['a1 proposes', 'a2 settles']))
    expect(answer(game, 'interrupt')).toEqual(ended(['a3 settles']))
  })
})
