import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  egalitarianOfList,
  kalaiSmorodinskyLeximin,
  kalaiSmorodinskyOfList,
  type ListSolution,
  nashOfList,
  type OutcomeList,
  utilitarianOfList,
} from '../../src/bargaining/index.js'

const indexOf = (solution: ListSolution): number =>
  solution._tag === 'Chosen' ? solution.index : -1

describe('solutions on a list of outcomes', () => {
  const list: OutcomeList = {
    outcomes: [
      [10, 0],
      [6, 2],
      [5, 2.5],
      [4, 3],
      [3, 3.4],
      [-1, 9],
    ],
    disagreement: [0, 0],
  }

  it('choose by their own measures among the rational outcomes', () => {
    expect(indexOf(nashOfList()(list))).toBe(2)
    expect(indexOf(utilitarianOfList(list))).toBe(0)
    // The smaller gain is 3 in two of them; the larger one decides.
    expect(indexOf(egalitarianOfList(list))).toBe(3)
    expect(indexOf(nashOfList([3, 1])(list))).toBe(1)
  })

  it('read Kalai-Smorodinsky in two ways that can differ', () => {
    // The even outcome is worse for everybody than the last one.
    const two: OutcomeList = {
      outcomes: [
        [4, 4],
        [10, 6],
        [5, 10],
      ],
      disagreement: [0, 0],
    }
    expect(indexOf(kalaiSmorodinskyOfList(two))).toBe(0)
    expect(indexOf(kalaiSmorodinskyLeximin(two))).toBe(1)
  })

  it('normalise gains by the largest in the list', () => {
    const scaled: OutcomeList = {
      outcomes: [
        [100, 1],
        [60, 6],
        [10, 10],
      ],
      disagreement: [0, 0],
    }
    expect(indexOf(kalaiSmorodinskyOfList(scaled))).toBe(1)
    expect(indexOf(kalaiSmorodinskyLeximin(scaled))).toBe(1)
    expect(indexOf(egalitarianOfList(scaled))).toBe(2)
  })

  it('take the first of level outcomes and name all', () => {
    const level: OutcomeList = {
      outcomes: [
        [1, 1],
        [2, 3],
        [3, 2],
        [2, 3],
      ],
      disagreement: [0, 0],
    }
    expect(nashOfList()(level)).toEqual({
      _tag: 'Chosen',
      index: 1,
      utilities: [2, 3],
      level: [1, 2, 3],
    })
  })

  it('choose by the sum of gains where no outcome gives everybody one', () => {
    expect(
      indexOf(
        nashOfList()({
          outcomes: [
            [1, 0],
            [0, 0],
          ],
          disagreement: [0, 0],
        }),
      ),
    ).toBe(0)
  })

  it('have no choice where nothing is rational, well-formed or weighted', () => {
    for (const outcomes of [[], [[-1, 5]], [[1]], [[Number.NaN, 1]]]) {
      expect(nashOfList()({ outcomes, disagreement: [0, 0] })._tag).toBe('NoSolution')
      expect(kalaiSmorodinskyOfList({ outcomes, disagreement: [0, 0] })._tag).toBe('NoSolution')
    }
    expect(nashOfList([1])(list)._tag).toBe('NoSolution')
    expect(nashOfList([1, 0])(list)._tag).toBe('NoSolution')
  })

  it('hold for three players', () => {
    const three: OutcomeList = {
      outcomes: [
        [9, 1, 1],
        [3, 3, 3],
        [2, 4, 5],
      ],
      disagreement: [0, 0, 0],
    }
    expect(indexOf(nashOfList()(three))).toBe(2)
    expect(indexOf(egalitarianOfList(three))).toBe(1)
  })
})

const utilities = fc.integer({ min: -5, max: 30 })
const lists: fc.Arbitrary<OutcomeList> = fc.integer({ min: 1, max: 4 }).chain((players) =>
  fc.record({
    outcomes: fc.array(fc.array(utilities, { minLength: players, maxLength: players }), {
      maxLength: 12,
    }),
    disagreement: fc.array(fc.integer({ min: 0, max: 4 }), {
      minLength: players,
      maxLength: players,
    }),
  }),
)
const rules = [
  ['nash', nashOfList()],
  ['leximin', kalaiSmorodinskyLeximin],
  ['egalitarian', egalitarianOfList],
  ['utilitarian', utilitarianOfList],
  ['even', kalaiSmorodinskyOfList],
] as const

describe('the laws of solutions on lists', () => {
  it('L1 rational', () => {
    fc.assert(
      fc.property(lists, (list) => {
        const any = list.outcomes.some((one) =>
          one.every((u, player) => u >= (list.disagreement[player] ?? 0)),
        )
        for (const [, rule] of rules) {
          const solution = rule(list)
          expect(solution._tag).toBe(any ? 'Chosen' : 'NoSolution')
          if (solution._tag === 'NoSolution') continue
          expect(solution.utilities).toEqual(list.outcomes[solution.index])
          solution.utilities.forEach((u, player) =>
            expect(u).toBeGreaterThanOrEqual(list.disagreement[player] ?? 0),
          )
        }
      }),
    )
  })

  it('L2 efficient', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const [, rule] of rules.slice(0, 4)) {
          const solution = rule(list)
          if (solution._tag === 'NoSolution') return
          const better = list.outcomes.some((one) =>
            one.every((u, player) => u > (solution.utilities[player] ?? 0)),
          )
          expect(better).toBe(false)
        }
      }),
    )
  })

  it('L3 order', () => {
    fc.assert(
      fc.property(lists, (list) => {
        for (const [, rule] of rules) {
          const solution = rule(list)
          if (solution._tag === 'NoSolution') return
          const again = rule({
            ...list,
            outcomes: [
              ...list.outcomes,
              solution.utilities,
              list.disagreement.map((least) => least - 1),
            ],
          })
          expect(indexOf(again)).toBe(solution.index)
        }
      }),
    )
  })

  it('L4 affine', () => {
    fc.assert(
      fc.property(
        lists,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: -20, max: 20 }),
        (list, scale, origin) => {
          const moved = (row: ReadonlyArray<number>) =>
            row.map((u, player) => (player === 0 ? 2 ** (scale - 5) * u + origin : u))
          const other = {
            outcomes: list.outcomes.map(moved),
            disagreement: moved(list.disagreement),
          }
          for (const rule of [nashOfList(), kalaiSmorodinskyOfList, kalaiSmorodinskyLeximin]) {
            expect(indexOf(rule(other))).toBe(indexOf(rule(list)))
          }
        },
      ),
    )
  })
})
