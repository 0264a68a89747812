import fc from 'fast-check'
import { pipe } from 'fp-ts/lib/function.js'
import { describe, expect, it } from 'vitest'
import {
  bind,
  chain,
  derive,
  type Episode,
  ended,
  map,
  openQuestions,
  phase,
  phases,
  playWith,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import { anyProgram, anyScript, askNumber, build, dialogue } from '../../support/episodes.js'

interface Known {
  readonly start: number
}

const known = (program: Parameters<typeof build>[0]): Episode<string, Known> =>
  map((start: number) => ({ start }))(build(program))

describe('phases', () => {
  it('L1 chain', () => {
    fc.assert(
      fc.property(anyProgram, anyProgram, anyScript, (first, second, script) => {
        const bound = bind('next', (_: Known) => build(second))(known(first))
        const chained = chain((state: Known) =>
          map((next: number) => ({ ...state, next }))(build(second)),
        )(known(first))
        expect(dialogue(bound, script)).toEqual(dialogue(chained, script))
      }),
    )
  })

  it('L2 derive', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        const derived = derive('half', ({ start }: Known) => start / 2)(known(program))
        const bound = bind('half', ({ start }: Known) => ended(start / 2))(known(program))
        expect(dialogue(derived, script)).toEqual(dialogue(bound, script))
      }),
    )
  })

  it('L3 phase', () => {
    fc.assert(
      fc.property(anyProgram, anyProgram, anyScript, (first, second, script) => {
        const named = phase('bids', (_: Known) => build(second))(known(first))
        const bound = bind('bids', (_: Known) => within('bids')(build(second)))(known(first))
        expect(dialogue(named, script)).toEqual(dialogue(bound, script))
      }),
    )
  })

  it('gives each phase the fields of those before it, and keeps them all', () => {
    const round = pipe(
      phases({ round: 3 }),
      phase('proposal', ({ round }) => askNumber(`a${round}`)),
      derive('double', ({ proposal }) => proposal * 2),
      bind('response', ({ proposal, double }) => askNumber(`b${double - proposal > 0}`)),
      map(({ round, proposal, double, response }) => [round, double / proposal, response > 0]),
    )
    expect([...openQuestions(round).keys()]).toEqual(['proposal/a3'])
    const play = playWith(() => textAnswer('yes'))(round)
    expect(play).toMatchObject({ _tag: 'Finished', result: [3, 2, true] })
    expect(play.log.map(({ id }) => id)).toEqual(['proposal/a3', 'btrue'])
  })

  it('takes any name for a field', () => {
    const odd = derive('__proto__', () => 1)(phases({}))
    expect(Object.getOwnPropertyNames(odd._tag === 'Ended' ? odd.result : {})).toEqual([
      '__proto__',
    ])
  })
})
