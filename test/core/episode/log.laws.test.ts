import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type AnsweringOrder,
  again,
  all,
  answerQuestion,
  ended,
  iterate,
  map,
  newest,
  oldest,
  openQuestions,
  playWith,
  replay,
  shuffledBy,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { renderFailure } from '../../../src/core/failure.js'
import { ANSWERS, askNumber, build, cleanProgram, seen } from '../../support/episodes.js'

const policy =
  (salt: number) =>
  (id: string, question: string): (typeof ANSWERS)[number] =>
    ANSWERS[(id.length + question.length * salt) % ANSWERS.length] ?? textAnswer('')

const order: fc.Arbitrary<AnsweringOrder> = fc.oneof(
  fc.constant(oldest),
  fc.constant(newest),
  fc.bigInt({ min: 0n, max: 99n }).map(shuffledBy),
)

describe('log', () => {
  it('L1 replay', () => {
    fc.assert(
      fc.property(cleanProgram, fc.nat(9), order, (program, salt, chosen) => {
        const game = build(program)
        const play = playWith(policy(salt), { order: chosen })(game)
        if (play._tag !== 'Finished') expect.unreachable(play._tag)
        expect(replay(play.log)(game)).toEqual({
          _tag: 'Replayed',
          episode: ended(play.result),
          used: play.log.length,
        })
      }),
    )
  })

  it('L2 prefix', () => {
    fc.assert(
      fc.property(cleanProgram, fc.nat(9), order, (program, salt, chosen) => {
        const game = build(program)
        const { log } = playWith(policy(salt), { order: chosen })(game)
        let stepped = game
        for (let cut = 0; cut <= log.length; cut += 1) {
          const part = replay(log.slice(0, cut))(game)
          expect(part).toMatchObject({ _tag: 'Replayed', used: cut })
          expect(seen(part.episode)).toEqual(seen(stepped))
          const whole = replay(log.slice(cut))(part.episode)
          expect(whole._tag).toBe('Replayed')
          expect(seen(whole.episode)).toEqual(seen(replay(log)(game).episode))
          const entry = log[cut]
          if (entry === undefined) continue
          const next = answerQuestion(entry.id, entry.answer)(stepped)
          if (next._tag === 'Right') stepped = next.right
        }
      }),
    )
  })

  it('L3 divergence', () => {
    fc.assert(
      fc.property(cleanProgram, order, fc.nat(30), (program, chosen, where) => {
        const game = build(program)
        const { log } = playWith(policy(1), { order: chosen })(game)
        const at = where % (log.length + 1)
        const wrong = { id: 'nowhere', answer: textAnswer('') }
        const bent = [...log.slice(0, at), wrong, ...log.slice(at)]
        const result = replay(bent)(game)
        if (result._tag !== 'Diverged') expect.unreachable(result._tag)
        expect(result.at).toBe(at)
        expect(result.failure).toMatchObject({
          _tag: 'NotAsked',
          path: [at, 'id'],
          value: 'nowhere',
          reason: at === log.length ? 'Ended' : 'NotOpen',
        })
        expect(seen(result.episode)).toEqual(seen(replay(log.slice(0, at))(game).episode))
      }),
    )
  })

  it('L3 divergence at a dropped entry, a doubled one and one after the end, in words', () => {
    const game = map(([a, b]: readonly [number, number]) => a + b)(
      all([askNumber('a'), askNumber('b')]),
    )
    const entry = (id: string) => ({ id, answer: textAnswer('x') })
    expect(replay([entry('a')])(game)).toMatchObject({
      _tag: 'Replayed',
      used: 1,
      episode: { _tag: 'Asking' },
    })
    const doubled = replay([entry('a'), entry('a'), entry('b')])(game)
    expect(doubled).toMatchObject({ _tag: 'Diverged', at: 1 })
    if (doubled._tag === 'Diverged') {
      expect(renderFailure(doubled.failure)).toBe(
        '[1].id: expected the id of an open question, got "a" (NotAsked)',
      )
    }
    const longer = replay([entry('a'), entry('b'), entry('c')])(game)
    expect(longer).toMatchObject({
      _tag: 'Diverged',
      at: 2,
      failure: { reason: 'Ended' },
      episode: { _tag: 'Ended' },
    })
    if (longer._tag === 'Diverged') {
      expect(renderFailure(longer.failure)).toBe(
        '[2].id: expected no answer after the end, got "c" (NotAsked)',
      )
    }
  })

  it('L4 orders', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ maxLength: 3 }), { maxLength: 12 }),
        order,
        (ids, chosen) => {
          const game = all(ids.map(askNumber))
          const { log } = playWith(policy(2), { order: chosen })(game)
          const answered = log.map(({ id }) => id)
          expect([...answered].sort()).toEqual([...ids].sort())
          if (chosen === oldest) expect(answered).toEqual(ids)
          if (chosen === newest) expect(answered).toEqual([...ids].reverse())
        },
      ),
    )
  })

  it('L4 orders: a seed names one order, and seeds differ', () => {
    const game = all(Array.from({ length: 30 }, (_, index) => askNumber(`q${index}`)))
    const idsBy = (seed: bigint): string =>
      playWith(policy(1), { order: shuffledBy(seed) })(game)
        .log.map(({ id }) => id)
        .join()
    expect(idsBy(0n)).toBe(idsBy(0n))
    expect(new Set([0n, 1n, 2n, 3n].map(idsBy)).size).toBe(4)
  })

  it('L5 bound', () => {
    const forever = iterate((n: number) => map(() => again(n + 1))(askNumber(`q${n}`)))(0)
    expect(playWith(policy(1), { limit: Number.NaN })(forever)._tag).toBe('Unfinished')
    for (const limit of [0, 1, 7]) {
      const play = playWith(policy(1), { limit })(forever)
      expect(play._tag).toBe('Unfinished')
      expect(play.log.map(({ id }) => id)).toEqual(Array.from({ length: limit }, (_, n) => `q${n}`))
      if (play._tag === 'Unfinished') {
        expect([...openQuestions(play.episode).keys()]).toEqual([`q${limit}`])
      }
    }
    expect(playWith(policy(1), { limit: 0 })(ended(4))).toEqual({
      _tag: 'Finished',
      result: 4,
      log: [],
    })
    const two = all([askNumber('a'), askNumber('b')])
    expect(playWith(policy(1), { limit: 2 })(two)._tag).toBe('Finished')
  })

  it('is stuck, and says where, at a contested question and at an order that points nowhere', () => {
    const clash = all([askNumber('x'), askNumber('y'), askNumber('x')])
    expect(playWith(policy(1))(clash)).toMatchObject({
      _tag: 'Stuck',
      failure: { reason: 'Contested', id: 'x' },
      log: [],
    })
    expect(playWith(policy(1), { order: newest })(clash)).toMatchObject({
      _tag: 'Stuck',
      log: [{ id: 'y' }],
    })
    for (const nowhere of [-1, 2, Number.NaN, 0.5]) {
      const two = all([askNumber('a'), askNumber('b')])
      expect(playWith(policy(1), { order: () => nowhere })(two)).toMatchObject({
        _tag: 'Stuck',
        failure: null,
      })
    }
  })
})
