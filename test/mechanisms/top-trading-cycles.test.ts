import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { topTradingCycles } from '../../src/mechanisms/index.js'
import { refusals, sound } from '../economy/arbitraries.js'

type Lists = ReadonlyArray<ReadonlyArray<number>>

const vectors: ReadonlyArray<{
  readonly what: string
  readonly lists: Lists
  readonly assignment: ReadonlyArray<number>
  readonly cycles: Lists
}> = [
  { what: 'an agent alone', lists: [[1]], assignment: [1], cycles: [[1]] },
  { what: 'a swap', lists: [[2], [1]], assignment: [2, 1], cycles: [[1, 2]] },
  {
    what: 'a cycle of three',
    lists: [[2], [3], [1]],
    assignment: [2, 3, 1],
    cycles: [[1, 2, 3]],
  },
  {
    what: 'a cycle of three the other way round',
    lists: [[3], [1], [2]],
    assignment: [3, 1, 2],
    cycles: [[1, 3, 2]],
  },
  {
    what: 'one that prefers its own good',
    lists: [[2, 1], [2], [1, 2]],
    assignment: [1, 2, 3],
    cycles: [[1], [2], [3]],
  },
  { what: 'empty lists', lists: [[], []], assignment: [1, 2], cycles: [[1], [2]] },
  {
    what: 'lists that end early',
    lists: [[2], [3], []],
    assignment: [1, 2, 3],
    cycles: [[1], [2], [3]],
  },
  {
    what: 'what stands after the own good',
    lists: [[1, 2], [1]],
    assignment: [1, 2],
    cycles: [[1], [2]],
  },
  {
    what: 'a second round',
    lists: [
      [2, 3],
      [1, 3],
      [1, 2, 4],
      [1, 3],
    ],
    assignment: [2, 1, 4, 3],
    cycles: [
      [1, 2],
      [3, 4],
    ],
  },
  { what: 'nobody', lists: [], assignment: [], cycles: [] },
]

const shuffledList = (agents: number): fc.Arbitrary<ReadonlyArray<number>> =>
  fc.shuffledSubarray(Array.from({ length: agents }, (_, i) => i + 1))

const markets = (most: number): fc.Arbitrary<Lists> =>
  fc
    .integer({ min: 1, max: most })
    .chain((agents) => fc.array(shuffledList(agents), { minLength: agents, maxLength: agents }))

const permutations = (list: ReadonlyArray<number>): Lists =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, i) =>
        permutations(list.filter((_, j) => j !== i)).map((rest) => [first, ...rest]),
      )

/** The place of a good on a list: lower is better, the own good follows the list, the rest is worse. */
const rank = (lists: Lists, agent: number, good: number): number => {
  const list = lists[agent - 1] ?? []
  const own = list.includes(agent) ? list.indexOf(agent) : list.length
  const place = list.indexOf(good)
  if (good === agent) return own
  return place >= 0 && place < own ? place : own + 1
}

/** Whether a group can do better with its own goods: all of them, or none worse and one better. */
const blocked = (lists: Lists, assignment: ReadonlyArray<number>, weakly: boolean): boolean => {
  const agents = lists.map((_, i) => i + 1)
  const groups = Array.from({ length: 2 ** agents.length - 1 }, (_, set) =>
    agents.filter((_agent, i) => ((set + 1) >> i) & 1),
  )
  return groups.some((group) =>
    permutations(group).some((goods) => {
      const change = group.map(
        (agent, i) =>
          rank(lists, agent, goods[i] ?? 0) - rank(lists, agent, assignment[agent - 1] ?? 0),
      )
      return weakly
        ? change.every((d) => d <= 0) && change.some((d) => d < 0)
        : change.every((d) => d < 0)
    }),
  )
}

describe('top trading cycles', () => {
  it.each(vectors)('clear $what', ({ lists, assignment, cycles }) => {
    expect(sound(topTradingCycles(lists))).toEqual({ assignment, cycles })
  })

  it('report every defect of the lists', () => {
    expect(refusals(topTradingCycles([[2, 2], [3, 0], null as unknown as []]))).toEqual([
      'RepeatedGood 0.1',
      'UnknownGood 1.1',
      'NotAList 2',
    ])
    expect(refusals(topTradingCycles([[1.5, Number.NaN]]))).toHaveLength(2)
  })

  it('clear a chain of 20000 agents', () => {
    const agents = 20_000
    const lists = Array.from({ length: agents }, (_, i) => (i + 1 < agents ? [i + 2] : [1]))
    expect(sound(topTradingCycles(lists)).cycles).toHaveLength(1)
    const chain = lists.slice(0, -1).concat([[]])
    expect(sound(topTradingCycles(chain)).cycles).toHaveLength(agents)
  })

  it('L1 cycle core', () => {
    fc.assert(
      fc.property(markets(5), (lists) => {
        expect(blocked(lists, sound(topTradingCycles(lists)).assignment, false)).toBe(false)
      }),
      { numRuns: 25 },
    )
  })

  it('L2 unique core', () => {
    fc.assert(
      fc.property(markets(4), (lists) => {
        const core = permutations(lists.map((_, i) => i + 1)).filter(
          (assignment) => !blocked(lists, assignment, true),
        )
        expect(core).toEqual([sound(topTradingCycles(lists)).assignment])
      }),
    )
  })

  it('L3 keeps or gains', () => {
    fc.assert(
      fc.property(markets(8), (lists) => {
        const { assignment, cycles } = sound(topTradingCycles(lists))
        for (const [i, good] of assignment.entries()) {
          expect(rank(lists, i + 1, good)).toBeLessThanOrEqual(rank(lists, i + 1, i + 1))
        }
        const everybody = lists.map((_, i) => i + 1)
        expect([...assignment].sort((a, b) => a - b)).toEqual(everybody)
        expect(cycles.flat().sort((a, b) => a - b)).toEqual(everybody)
      }),
    )
  })

  it('L4 cycle strategy-proof', () => {
    fc.assert(
      fc.property(markets(4), (lists) => {
        const everybody = lists.map((_, i) => i + 1)
        const every = permutations(everybody).flatMap((list) =>
          everybody.map((length) => list.slice(0, length)),
        )
        for (const agent of everybody) {
          const got = (list: ReadonlyArray<number>): number => {
            const told = lists.map((other, i) => (i === agent - 1 ? list : other))
            const good = sound(topTradingCycles(told)).assignment[agent - 1] ?? 0
            return rank(lists, agent, good)
          }
          const truthful = got(lists[agent - 1] ?? [])
          for (const list of every) expect(got(list)).toBeGreaterThanOrEqual(truthful)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('L5 clearing order', () => {
    const renumbered = markets(6).chain((lists) => {
      const everybody = lists.map((_, i) => i + 1)
      return fc.tuple(
        fc.constant(lists),
        fc.shuffledSubarray(everybody, { minLength: lists.length }),
      )
    })
    fc.assert(
      fc.property(renumbered, ([lists, names]) => {
        const named = (agent: number): number => names[agent - 1] ?? 0
        const moved: Array<ReadonlyArray<number>> = lists.map(() => [])
        for (const [i, list] of lists.entries()) moved[named(i + 1) - 1] = list.map(named)
        const before = sound(topTradingCycles(lists)).assignment
        const after = sound(topTradingCycles(moved)).assignment
        for (const [i, good] of before.entries()) {
          expect(after[named(i + 1) - 1]).toBe(named(good))
        }
      }),
    )
  })
})
