import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newestFirst, openQuestions, questionAt, within } from '../../../src/core/episode/index.js'
import { anyProgram, anyScript, build, cleanProgram, played } from '../../support/episodes.js'

const opens = fc
  .tuple(cleanProgram, anyScript)
  .map(([program, script]) => played(build(program), script).states.map(openQuestions))

describe('questions', () => {
  it('L1 map', () => {
    fc.assert(
      fc.property(opens, (maps) => {
        for (const open of maps) {
          const plain = new Map(open.entries())
          expect(open.size).toBe(plain.size)
          expect([...open]).toEqual([...plain])
          expect([...open.keys()]).toEqual([...plain.keys()])
          expect([...open.values()]).toEqual([...plain.values()])
          const visited: Array<unknown> = []
          // biome-ignore lint/complexity/noForEach: this is the operation under test
          open.forEach((question, id, map) => visited.push([id, question, map === open]))
          expect(visited).toEqual([...plain].map(([id, question]) => [id, question, true]))
          for (const id of [...plain.keys(), 'nowhere', '', 'a/', '/q1']) {
            expect(open.has(id)).toBe(plain.has(id))
            expect(open.get(id)).toBe(plain.get(id))
          }
        }
      }),
    )
  })

  it('L1 map: a view made before an answer still shows what it showed', () => {
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        const first = build(program)
        const open = openQuestions(first)
        const before = [...open]
        played(first, script)
        expect([...open]).toEqual(before)
        expect(open.size).toBe(before.length)
      }),
    )
  })

  it('L2 position', () => {
    fc.assert(
      fc.property(opens, fc.integer({ min: -1, max: 6 }), (maps, index) => {
        for (const open of maps.flatMap((view) => [view, new Map(view)])) {
          const entries = [...open]
          expect(questionAt(index, open)).toEqual(index < 0 ? null : (entries[index] ?? null))
          expect([...newestFirst(open)]).toEqual([...entries].reverse())
        }
      }),
    )
  })

  it('L3 prefix', () => {
    fc.assert(
      fc.property(cleanProgram, (program) => {
        const game = build(program)
        const open = openQuestions(within('left')(game))
        const expected = [...openQuestions(game)].map(([id, q]) => [`left/${id}`, q])
        expect([...open]).toEqual(expected)
        expect([...newestFirst(open)]).toEqual([...expected].reverse())
        for (const [id] of openQuestions(game)) {
          expect(open.has(`left/${id}`)).toBe(true)
          expect(open.has(id)).toBe(false)
          expect(open.has(`left${id}`)).toBe(false)
        }
      }),
    )
  })
})
