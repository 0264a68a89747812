import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnsweringOrder,
  all,
  allOf,
  type Episode,
  ended,
  map,
  newest,
  oldest,
  openQuestions,
  type Play,
  playWith,
  race,
  shuffledBy,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import {
  ANSWERS,
  anyScript,
  askNumber,
  build,
  dialogue,
  distinct,
  type Program,
  played,
} from '../../support/episodes.js'

/** Programs whose result cannot depend on arrival: everything but races and reactions. */
const waiting: fc.Arbitrary<Program> = fc
  .letrec<{ program: Program }>((tie) => ({
    program: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      fc.record({ kind: fc.constant('ask' as const), id: fc.constant('q') }),
      fc.record({
        kind: fc.constant('all' as const),
        parts: fc.array(tie('program'), { maxLength: 4 }),
      }),
      fc.record({
        kind: fc.constant('chain' as const),
        inner: tie('program'),
        nexts: fc.array(tie('program'), { minLength: 1, maxLength: 2 }),
      }),
      fc.record({
        kind: fc.constant('within' as const),
        prefix: fc.constantFrom('x', 'y'),
        inner: tie('program'),
      }),
      fc.record({
        kind: fc.constant('loop' as const),
        times: fc.nat(3),
        body: tie('program'),
      }),
    ),
  }))
  .program.map(distinct)

/** Answers by the id alone, and by how often it was asked before. */
const play = (game: Episode<string, number>, order: AnsweringOrder): Play<string, number> => {
  const asked = new Map<string, number>()
  return playWith<string>(
    (id) => {
      const times = asked.get(id) ?? 0
      asked.set(id, times + 1)
      return (
        ANSWERS[(id.length * 5 + (id.codePointAt(id.length - 1) ?? 0) + times) % ANSWERS.length] ??
        textAnswer('')
      )
    },
    { order },
  )(game)
}

const result = <Q, R>(played: Play<Q, R>): R | string =>
  played._tag === 'Finished' ? played.result : played._tag

describe('together', () => {
  it('L1 arrival', () => {
    fc.assert(
      fc.property(waiting, fc.bigInt({ min: 0n, max: 999n }), (program, seed) => {
        const game = build(program)
        const first = result(play(game, oldest))
        expect(typeof first).toBe('number')
        expect(result(play(game, newest))).toBe(first)
        expect(result(play(game, shuffledBy(seed)))).toBe(first)
      }),
    )
  })

  it('L2 collection', () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (values) => {
        expect(all(values.map(ended))).toEqual(ended(values))
      }),
    )
    expect(all([])).toEqual(ended([]))
    expect(allOf({})).toEqual(ended({}))
  })

  it('L3 names', () => {
    fc.assert(
      fc.property(waiting, waiting, anyScript, (one, other, script) => {
        const named = allOf({ seller: build(one), buyer: build(other) })
        const listed = map(([seller, buyer]: readonly [number, number]) => ({ seller, buyer }))(
          all([within('seller')(build(one)), within('buyer')(build(other))]),
        )
        expect(dialogue(named, script)).toEqual(dialogue(listed, script))
      }),
    )
  })

  it('L4 first', () => {
    fc.assert(
      fc.property(waiting, waiting, anyScript, (one, other, script) => {
        const game = race([within('one')(build(one)), within('other')(build(other))])
        const { states, ids } = played(game, script)
        const answersOf = (name: string): number =>
          ids.filter((id) => id.startsWith(`${name}/`)).length
        const alone = (program: Program, name: string): Episode<string, number> => {
          const turns = script.slice(0, ids.length).filter((_, at) => ids[at]?.startsWith(name))
          const own = ids.filter((id) => id.startsWith(`${name}/`))
          let episode = within(name)(build(program))
          for (const [at, id] of own.entries()) {
            if (episode._tag === 'Ended') break
            const turn = turns[at]
            const next =
              turn && episode.answer(id, ANSWERS[turn.how % ANSWERS.length] ?? textAnswer(''))
            if (next?._tag === 'Right') episode = next.right
          }
          return episode
        }
        const last = states.at(-1)
        const ends = [alone(one, 'one'), alone(other, 'other')].filter((e) => e._tag === 'Ended')
        expect(answersOf('one') + answersOf('other')).toBe(ids.length)
        if (last?._tag === 'Ended') expect(ends).toContainEqual(last)
        else expect(ends).toEqual([])
      }),
    )
    expect(race([askNumber('a'), ended(1), ended(2)])).toEqual(ended(1))
  })

  it('L5 stack', () => {
    const MANY = 100_000
    const game = all(Array.from({ length: MANY }, (_, seat) => askNumber(`seat-${seat}`)))
    for (const order of [oldest, newest, shuffledBy(1n)]) {
      const finished = playWith<string>((id) => textAnswer(id), { order })(game)
      if (finished._tag !== 'Finished') expect.unreachable(finished._tag)
      expect(finished.result.length).toBe(MANY)
      expect(finished.log.length).toBe(MANY)
      expect(new Set(finished.log.map(({ id }) => id)).size).toBe(MANY)
    }
    expect(all(Array.from({ length: MANY }, (_, index) => ended(index)))._tag).toBe('Ended')
  }, 180_000)

  it('gives every place its own type and its own result', () => {
    const game = all([map(String)(askNumber('a')), askNumber('b'), ended(true)])
    const finished = playWith<string>((id) => textAnswer(id))(game)
    if (finished._tag !== 'Finished') expect.unreachable(finished._tag)
    const [text, number, truth]: readonly [string, number, boolean] = finished.result
    expect([text === String(number), typeof text, typeof number, truth]).toEqual([
      false,
      'string',
      'number',
      true,
    ])
  })

  it('lists the questions of the parts in the order of the parts, later ones behind', () => {
    const twice = all([askNumber('a1'), askNumber('a2')])
    const game = all([twice, askNumber('b')])
    expect([...openQuestions(game).keys()]).toEqual(['a1', 'a2', 'b'])
  })
})
