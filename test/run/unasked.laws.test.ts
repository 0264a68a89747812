import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  all,
  answerQuestion,
  type Episode,
  openQuestions,
  textAnswer,
} from '../../src/core/episode/index.js'
import { unaskedQuestions } from '../../src/run/unasked.js'
import {
  answerOf,
  anyProgram,
  anyScript,
  askNumber,
  build,
  disguised,
} from '../support/episodes.js'

/** The first open question that is not out, found by looking at each. */
const firstOf = (
  episode: Episode<string, unknown>,
  out: ReadonlyMap<string, string>,
): readonly [string, string] | null =>
  [...openQuestions(episode)].find(([id]) => !out.has(id)) ?? null

/** Asks up to `most` at once along a script, and compares every question with the one that is found by looking. */
const compare = (
  start: Episode<string, unknown>,
  script: Parameters<typeof answerOf>[0][],
  most: number,
): void => {
  const out = new Map<string, string>()
  const unasked = unaskedQuestions<string>((id) => out.has(id))
  let episode = start
  for (const turn of script) {
    while (out.size < most) {
      const expected = firstOf(episode, out)
      const found = unasked.next(episode)
      expect(found).toEqual(expected)
      if (found === null) break
      out.set(...found)
    }
    const ids = [...out.keys()]
    const id = ids[turn.which % ids.length] ?? ''
    const next = answerQuestion(id, answerOf(turn))(episode)
    if (next._tag === 'Left') break
    out.delete(id)
    const before = episode
    episode = next.right
    const open = openQuestions(episode)
    const closed = [...out].filter(([other, asked]) => open.get(other) !== asked)
    if (unasked.moved(before, episode, id)) for (const [other] of closed) out.delete(other)
    // Where no question that is out may have been closed, none has.
    else expect(closed).toEqual([])
  }
}

describe('unasked', () => {
  it('L1 oldest', () => {
    fc.assert(
      fc.property(
        anyProgram,
        anyScript,
        fc.integer({ min: 1, max: 5 }),
        (program, script, most) => {
          compare(build(program), [...script], most)
          compare(disguised(build(program)), [...script], most)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('looks at none of a thousand that are out, whichever of them is answered', () => {
    const n = 1_000
    let looked = 0
    const out = new Set<string>()
    const unasked = unaskedQuestions<string>((id) => {
      looked += 1
      return out.has(id)
    })
    let episode: Episode<string, unknown> = all(
      Array.from({ length: 2 * n }, (_, index) => askNumber(`q${index}`)),
    )
    const ask = (): void => {
      const next = unasked.next(episode)
      out.add(next?.[0] ?? expect.unreachable('something is open'))
    }
    for (let count = 0; count < n; count += 1) ask()
    for (let step = 0; step < n; step += 1) {
      // The step is prime to n, so each of the first thousand has its turn.
      const id = `q${(step * 7) % n}`
      const next = answerQuestion(id, textAnswer('yes'))(episode)
      if (next._tag === 'Left') expect.unreachable('it is open')
      out.delete(id)
      expect(unasked.moved(episode, next.right, id)).toBe(false)
      episode = next.right
      ask()
    }
    expect(looked).toBe(3 * n)
  })
})
