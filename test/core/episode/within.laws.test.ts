import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  answerQuestion,
  type Episode,
  map,
  openQuestions,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import {
  anyProgram,
  anyScript,
  askNumber,
  build,
  dialogue,
  played,
} from '../../support/episodes.js'

const prefix = fc.constantFrom('left', 'a', '', 'x/y')

describe('within', () => {
  it('L1 prefix', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, prefix, (program, script, name) => {
        const plain = played(build(program), script).states
        const below = played(within(name)(build(program)), script).states
        expect(below.length).toBe(plain.length)
        for (const [index, state] of plain.entries()) {
          const expected = [...openQuestions(state)].map(([id, q]) => [`${name}/${id}`, q])
          expect([...openQuestions(below[index] as Episode<string, number>)]).toEqual(expected)
        }
      }),
    )
  })

  it('L2 result', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, prefix, (program, script, name) => {
        const plain = played(build(program), script).states.at(-1)
        const below = played(within(name)(build(program)), script).states.at(-1)
        if (plain?._tag === 'Ended') expect(below).toEqual(plain)
        else expect(below?._tag).toBe('Asking')
      }),
    )
  })

  it('L3 nesting', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, prefix, prefix, (program, script, outer, inner) => {
        const twice = within(outer)(within(inner)(build(program)))
        const once = within(`${outer}/${inner}`)(build(program))
        expect(dialogue(twice, script)).toEqual(dialogue(once, script))
      }),
    )
  })

  it('refuses the bare id, a part of the prefix and another prefix, naming what was given', () => {
    const game = within('round-1')(askNumber('offer'))
    for (const id of [
      'offer',
      'round-1',
      'round-1/',
      'round-10/offer',
      'round-1offer',
      'round-1xoffer',
      '/offer',
    ]) {
      expect(answerQuestion(id, textAnswer(''))(game)).toMatchObject({
        left: { id, reason: 'NotOpen' },
      })
    }
    expect(answerQuestion('round-1/offer', textAnswer(''))(game)._tag).toBe('Right')
  })

  it('is safe at a depth of 10^4 prefixes with steps between them', () => {
    let game: Episode<string, number> = askNumber('x')
    for (let depth = 0; depth < 10_000; depth += 1) game = map((n: number) => n)(within('p')(game))
    const [id = ''] = openQuestions(game).keys()
    expect(id.length).toBe(20_001)
    expect(openQuestions(game).has(id)).toBe(true)
    expect(answerQuestion(id, textAnswer(''))(game)).toMatchObject({ right: { _tag: 'Ended' } })
  })
})
