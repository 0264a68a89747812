import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  all,
  answerQuestion,
  contestedIds,
  type Episode,
  ended,
  map,
  newestFirst,
  openQuestions,
  questionAt,
  textAnswer,
  within,
} from '../../../src/core/episode/index.js'
import { panelOf } from '../../../src/core/episode/panel.js'
import { inside } from '../../../src/core/episode/transition.js'
import { ANSWERS, answerOf, anyScript, askNumber, type Turn } from '../../support/episodes.js'

type Game = Episode<string, ReadonlyArray<number>>

/** A member is a question of that name, or has ended with that number. */
const anyMembers = fc.array(fc.oneof({ weight: 4, arbitrary: fc.string() }, fc.nat()), {
  maxLength: 70,
})

const panel = (members: ReadonlyArray<string | number>): Game =>
  all(members.map((one) => (typeof one === 'string' ? askNumber(one) : ended(one))))

/** The same questions, each followed by something, so that they are members of a group as any others. */
const group = (members: ReadonlyArray<string | number>): Game =>
  all(
    members.map((one) =>
      typeof one === 'string' ? map((value: number) => value)(askNumber(one)) : ended(one),
    ),
  )

const shows = <R>(game: Episode<string, R>): unknown => {
  const open = openQuestions(game)
  const ids = [...open.keys()]
  return {
    result: game._tag === 'Ended' ? game.result : null,
    size: open.size,
    open: [...open],
    newest: [...newestFirst(open)],
    placed: [-1, ...ids.keys(), ids.length].map((at) => questionAt(at, open)),
    found: [...ids, 'nobody', ''].map((id) => [open.has(id), open.get(id)]),
    contested: contestedIds(game),
  }
}

/** Everything that shows along a script; before each answer a branch is tried and left, and its id is asked once more. */
const dialogue = <R>(start: Episode<string, R>, script: ReadonlyArray<Turn>): unknown => {
  const states = [shows(start)]
  let game = start
  for (const turn of script) {
    const ids = [...openQuestions(game).keys(), 'nobody']
    const aside = ids[(turn.which * 7) % ids.length] ?? ''
    const branch = answerQuestion(aside, textAnswer('aside'))(game)
    states.push(branch._tag === 'Right' ? shows(branch.right) : branch)
    const id = ids[turn.which % ids.length] ?? ''
    const next = answerQuestion(id, answerOf(turn))(game)
    states.push(next._tag === 'Right' ? shows(next.right) : next)
    if (next._tag === 'Left') continue
    game = next.right
    const again = answerQuestion(id, textAnswer('again'))(game)
    states.push(again._tag === 'Right' ? shows(again.right) : again)
  }
  return states
}

const isPanel = (members: ReadonlyArray<string | number>): boolean =>
  panelOf(members.map((one) => inside(typeof one === 'string' ? askNumber(one) : ended(one)))) !==
  null

describe('panel', () => {
  it('L1 twin', () => {
    fc.assert(
      fc.property(anyMembers, anyScript, (members, script) => {
        expect(dialogue(panel(members), script)).toEqual(dialogue(group(members), script))
        const one = all([within('x')(panel(members)), within('y')(panel(members))])
        const other = all([within('x')(group(members)), within('y')(group(members))])
        expect(dialogue(one, script)).toEqual(dialogue(other, script))
        const nested = all([panel(members), panel(['a', ...members])])
        const twin = all([group(members), group(['a', ...members])])
        expect(dialogue(nested, script)).toEqual(dialogue(twin, script))
      }),
    )
  })

  it('shows what its group shows also where most has been answered, branch by branch', () => {
    const ids = Array.from({ length: 300 }, (_, index) => `q${index}`)
    let [one, other] = [panel(ids), group(ids)]
    for (let step = 0; step < 295; step += 1) {
      // The step is prime to 300, so every question has its turn.
      const id = `q${(step * 7) % 300}`
      const aside = `q${((step + 3) * 7) % 300}`
      for (const branch of [aside, id]) {
        const [left, right] = [one, other].map(answerQuestion(branch, textAnswer(`${step}`)))
        if (left?._tag !== 'Right' || right?._tag !== 'Right') expect.unreachable('it is open')
        if (step % 25 === 0 || step > 290) expect(shows(left.right)).toEqual(shows(right.right))
        if (branch === id) [one, other] = [left.right, right.right]
      }
    }
    const last: ReadonlyArray<Turn> = Array.from({ length: 6 }, (_, at) => ({ which: at, how: at }))
    expect(dialogue(one, last)).toEqual(dialogue(other, last))
  })

  it('is made of single questions under different ids, and of nothing else', () => {
    expect(isPanel(['a', 'b', 3])).toBe(true)
    expect(isPanel(['a', 'b', 'a'])).toBe(false)
    expect(isPanel([])).toBe(false)
    expect(isPanel([1, 2])).toBe(false)
    expect(panelOf([inside(map((n: number) => n)(askNumber('a')))])).toBeNull()
    expect(panelOf([inside(within('x')(askNumber('a')))])).toBeNull()
  })

  it('holds 10^5 questions and answers them in any order', () => {
    const n = 100_000
    const ids = Array.from({ length: n }, (_, index) => `q${index}`)
    let game = panel(ids)
    for (let step = 0; step < n; step += 1) {
      // The step is prime to n, so every question has its turn.
      const next = answerQuestion(`q${(step * 7_919) % n}`, ANSWERS[0] ?? textAnswer(''))(game)
      game = next._tag === 'Right' ? next.right : expect.unreachable(`refused at ${step}`)
    }
    expect(game._tag === 'Ended' && game.result.length).toBe(n)
  })
})
