import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chain,
  type Episode,
  ended,
  map,
  playWith,
  textAnswer,
} from '../../../src/core/episode/index.js'
import {
  anyProgram,
  anyScript,
  askNumber,
  build,
  dialogue,
  mix,
  type Program,
} from '../../support/episodes.js'

/** A step from a number to a game, chosen and coloured by the number. */
const stepOf =
  (programs: ReadonlyArray<Program>) =>
  (value: number): Episode<string, number> => {
    const program = programs[value % programs.length]
    return program === undefined
      ? ended(value)
      : map((last: number) => mix(value, last))(build(program))
  }

const step = fc.array(anyProgram, { minLength: 1, maxLength: 3 }).map(stepOf)
const identity = <A>(a: A): A => a

describe('chain', () => {
  it('L1 identity', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        const game = build(program)
        expect(dialogue(map(identity<number>)(game), script)).toEqual(dialogue(game, script))
      }),
    )
  })

  it('L2 composition', () => {
    const f = (n: number): number => mix(n, 5)
    const g = (n: number): string => `<${n}>`
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        const game = build(program)
        const one = map((n: number) => g(f(n)))(game)
        expect(dialogue(map(g)(map(f)(game)), script)).toEqual(dialogue(one, script))
      }),
    )
  })

  it('L3 left identity', () => {
    fc.assert(
      fc.property(fc.nat(100), step, anyScript, (value, f, script) => {
        expect(dialogue(chain(f)(ended(value)), script)).toEqual(dialogue(f(value), script))
      }),
    )
  })

  it('L4 right identity', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        const game = build(program)
        expect(dialogue(chain(ended<number>)(game), script)).toEqual(dialogue(game, script))
      }),
    )
  })

  it('L5 associativity', () => {
    fc.assert(
      fc.property(anyProgram, step, step, anyScript, (program, f, g, script) => {
        const game = build(program)
        const left = chain(g)(chain(f)(game))
        const right = chain((value: number) => chain(g)(f(value)))(game)
        expect(dialogue(left, script)).toEqual(dialogue(right, script))
      }),
    )
  })

  const MANY = 100_000
  const finish = <R>(game: Episode<string, R>): R | string => {
    const play = playWith<string>(() => textAnswer('yes'))(game)
    return play._tag === 'Finished' ? play.result : play._tag
  }

  it('L6 stack: silent steps nested to the left', () => {
    let game: Episode<string, number> = map(() => 0)(askNumber('first'))
    for (let count = 0; count < MANY; count += 1) game = chain((n: number) => ended(n + 1))(game)
    expect(finish(game)).toBe(MANY)
  })

  it('L6 stack: asking steps nested to the left', () => {
    let game: Episode<string, number> = map(() => 0)(askNumber('first'))
    for (let count = 0; count < MANY; count += 1) {
      game = chain((n: number) => map(() => n + 1)(askNumber(`q${n}`)))(game)
    }
    expect(finish(game)).toBe(MANY)
  })

  it('L6 stack: asking steps nested to the right', () => {
    const from = (n: number): Episode<string, number> =>
      n === MANY ? ended(n) : chain(() => from(n + 1))(askNumber(`q${n}`))
    expect(finish(from(0))).toBe(MANY)
  })

  it('L6 stack: 10^5 maps', () => {
    let game: Episode<string, number> = map(() => 0)(askNumber('first'))
    for (let count = 0; count < MANY; count += 1) game = map((n: number) => n + 1)(game)
    expect(finish(game)).toBe(MANY)
  })

  it('branches of a chain of 10^5 steps cost one chain each at most, not their product', () => {
    let game: Episode<string, number> = map(() => 0)(askNumber('first'))
    let steps = 0
    for (let count = 0; count < MANY; count += 1) {
      game = chain((n: number) => {
        steps += 1
        return n === 1 ? map(() => n + 1)(askNumber('second')) : ended(n + 1)
      })(game)
    }
    if (game._tag === 'Ended') expect.unreachable('it asks')
    for (let branch = 0; branch < 1_000; branch += 1) game.answer('first', textAnswer(`${branch}`))
    expect(steps).toBe(2_000)
  })
})
