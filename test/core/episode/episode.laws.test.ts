import fc from 'fast-check'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import {
  answerQuestion,
  contestedIds,
  type Episode,
  openQuestions,
} from '../../../src/core/episode/index.js'
import {
  ANSWERS,
  answerOf,
  anyProgram,
  anyScript,
  begin,
  build,
  cleanProgram,
  dialogue,
  freshProgram,
  type Naive,
  type Program,
  played,
  rowsOf,
  seen,
  step,
  type Turn,
} from '../../support/episodes.js'

const IDS = [
  'a',
  'b',
  'c',
  'd',
  'left/a',
  'a/a',
  '/a',
  'q1',
  'q2',
  'nowhere',
  '',
  'a/',
  '__proto__',
]

const states = fc
  .tuple(anyProgram, anyScript)
  .map(([program, script]) => played(build(program), script).states)

/** Plays a program in the library and in the plain interpreter, and compares all that can be seen. */
const compareWithPlain = (
  program: Program,
  script: ReadonlyArray<Turn>,
  ordered: boolean,
): void => {
  const sort = <E extends readonly [string, unknown]>(
    entries: ReadonlyArray<E>,
  ): ReadonlyArray<E> => (ordered ? entries : [...entries].sort(([a], [b]) => (a < b ? -1 : 1)))
  let episode: Episode<string, number> = build(program)
  let naive: Naive = begin(program)
  for (const turn of script) {
    const rows = rowsOf(naive)
    const open = [...openQuestions(episode)]
    expect(sort(open)).toEqual(sort(rows.map((row) => [row.id, row.question] as const)))
    if (naive.kind === 'given') expect(episode).toEqual({ _tag: 'Ended', result: naive.value })
    else expect(episode._tag).toBe('Asking')
    const id = rows[turn.which % Math.max(rows.length, 1)]?.id ?? 'nowhere'
    const ours = answerQuestion(id, answerOf(turn))(episode)
    const plain = step(naive, id, answerOf(turn))
    if (isLeft(plain)) {
      expect(ours).toMatchObject({ _tag: 'Left', left: { reason: plain.left, id } })
      continue
    }
    if (isLeft(ours)) expect.unreachable(`only the library refuses ${id}`)
    episode = ours.right
    naive = plain.right
  }
}

describe('episode', () => {
  it('L1 refusal', () => {
    fc.assert(
      fc.property(
        states,
        fc.constantFrom(...IDS),
        fc.constantFrom(...ANSWERS),
        (all, id, answer) => {
          for (const episode of all) {
            if (openQuestions(episode).has(id)) continue
            const before = seen(episode)
            const reason = episode._tag === 'Ended' ? 'Ended' : 'NotOpen'
            const refused = answerQuestion(id, answer)(episode)
            expect(refused).toMatchObject({
              _tag: 'Left',
              left: { _tag: 'NotAsked', id, reason, path: ['id'], value: id },
            })
            expect(seen(episode)).toEqual(before)
          }
        },
      ),
    )
  })

  it('L2 branches', () => {
    fc.assert(
      fc.property(cleanProgram, anyScript, anyScript, anyScript, (program, trunk, one, other) => {
        const fork = played(build(program), trunk).states.at(-1)
        if (fork === undefined) return
        // Each branch, taken after the other, is what it is on a trunk of its own.
        const alone = played(build(program), trunk).states.at(-1)
        if (alone === undefined) return
        const before = seen(fork)
        const first = dialogue(fork, one)
        const second = dialogue(fork, other)
        expect(dialogue(fork, one)).toEqual(first)
        expect(dialogue(alone, other)).toEqual(second)
        expect(seen(fork)).toEqual(before)
      }),
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(freshProgram, anyScript, (program, script) => {
        const { states: all, ids } = played(build(program), script)
        for (const [index, answered] of ids.entries()) {
          const before = [...openQuestions(all[index] as Episode<string, number>).keys()]
          const after = [...openQuestions(all[index + 1] as Episode<string, number>).keys()]
          const kept = before.filter((id) => id !== answered && after.includes(id))
          expect(after.slice(0, kept.length)).toEqual(kept)
        }
      }),
    )
  })

  it('L4 awaiting', () => {
    fc.assert(
      fc.property(states, (all) => {
        for (const episode of all) {
          expect(episode._tag === 'Ended' || episode.open.size > 0).toBe(true)
        }
      }),
    )
  })

  it('L5 agreement', () => {
    fc.assert(
      fc.property(cleanProgram, anyScript, (program, script) => {
        expect(contestedIds(build(program))).toEqual([])
        compareWithPlain(program, script, true)
      }),
      { numRuns: 600 },
    )
  })

  it('L5 agreement also where ids are contested, up to the order of the list', () => {
    let contested = 0
    fc.assert(
      fc.property(anyProgram, anyScript, (program, script) => {
        contested += contestedIds(build(program)).length
        compareWithPlain(program, script, false)
      }),
      { numRuns: 600 },
    )
    expect(contested).toBeGreaterThan(50)
  })

  it('refuses an open id exactly when it is contested', () => {
    fc.assert(
      fc.property(states, (all) => {
        for (const episode of all) {
          const contested = contestedIds(episode)
          for (const id of openQuestions(episode).keys()) {
            const answer = ANSWERS[0]
            if (answer === undefined) return
            expect(isRight(answerQuestion(id, answer)(episode))).toBe(!contested.includes(id))
          }
        }
      }),
    )
  })
})
