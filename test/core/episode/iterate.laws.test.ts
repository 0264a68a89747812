import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  again,
  chain,
  done,
  type Episode,
  ended,
  iterate,
  type Loop,
  map,
  playWith,
  textAnswer,
} from '../../../src/core/episode/index.js'
import { anyProgram, anyScript, askNumber, build, dialogue, mix } from '../../support/episodes.js'

const MANY = 100_000

describe('iterate', () => {
  it('L1 unfolding', () => {
    fc.assert(
      fc.property(
        anyProgram,
        anyScript,
        fc.integer({ min: 1, max: 9 }),
        (program, script, until) => {
          const step = (n: number): Episode<string, Loop<number, number>> =>
            map((value: number) =>
              value % 10 < until || n > 1_000 ? done(mix(value, n)) : again(n + 1),
            )(build(program))
          const unfolded = chain((loop: Loop<number, number>) =>
            loop._tag === 'Done' ? ended(loop.result) : iterate(step)(loop.state),
          )(step(0))
          expect(dialogue(iterate(step)(0), script)).toEqual(dialogue(unfolded, script))
        },
      ),
    )
  })

  it('L2 stack: steps that ask nothing', () => {
    const loop = iterate((n: number) => ended(n < MANY ? again(n + 1) : done(n)))
    expect(loop(0)).toEqual({ _tag: 'Ended', result: MANY })
  })

  it('L2 stack: steps that ask nothing, after a question', () => {
    const loop = iterate((n: number) => ended(n < MANY ? again(n + 1) : done(n)))
    const play = playWith(() => textAnswer('go'))(chain(() => loop(0))(askNumber('start')))
    expect(play).toMatchObject({ _tag: 'Finished', result: MANY })
  })

  it('L2 stack: steps that ask', () => {
    const loop = iterate((n: number) =>
      map(() => (n < MANY ? again(n + 1) : done(n)))(askNumber(`round-${n}`)),
    )
    const play = playWith(() => textAnswer('go'))(loop(1))
    expect(play).toMatchObject({ _tag: 'Finished', result: MANY })
    expect(play.log.length).toBe(MANY)
  })

  it('a loop within a loop leaves no trace of the steps behind it', () => {
    const inner = iterate((n: number) =>
      n === 0 ? ended(done(0)) : map(() => again(n - 1))(askNumber('inner')),
    )
    const outer = iterate((n: number) =>
      map(() => (n < 1_000 ? again(n + 1) : done(n)))(inner(n % 4)),
    )
    expect(playWith(() => textAnswer('go'))(outer(1))).toMatchObject({
      _tag: 'Finished',
      result: 1_000,
    })
  })
})
