import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeWorld, utilityOf, type World } from '../../src/economy/index.js'
import { classifyProposal } from '../../src/oracle/proposal-classifier.js'
import type { TransferInput } from '../../src/settlement/index.js'
import { sound, worlds } from '../economy/arbitraries.js'

const held = fc.constantFrom(0, 1, 4)
const small = worlds({ agents: [2, 3], goods: [2, 3], holding: held })
const row = fc.record({
  from: fc.integer({ min: 1, max: 4 }),
  to: fc.integer({ min: 1, max: 4 }),
  resource: fc.constantFrom('r1', 'r2', 'r3', 'r9'),
  quantity: fc.constantFrom(0, -1, 0.5, 1, 2, 5, Number.NaN),
})
const rows = fc.array(row, { maxLength: 4 })

/** A swap of one unit of two different goods between the first two agents: often sound. */
const swap = (give: number, take: number): ReadonlyArray<TransferInput> => [
  { from: 1, to: 2, resource: 'r1', quantity: give },
  { from: 2, to: 1, resource: 'r2', quantity: take },
]

/** Holdings after the rows that can be applied, and whether all could, by a second reading of the rule. */
const applied = (world: World, list: ReadonlyArray<TransferInput>) => {
  const agents = world.allocation.length
  const goods = world.allocation[0]?.length ?? 0
  const after = world.allocation.map((own) => [...own])
  let sane = true
  for (const { from, to, resource, quantity } of list) {
    const good = Number(String(resource).slice(1)) - 1
    const [giver, taker, units] = [Number(from), Number(to), Number(quantity)]
    if (giver > agents || taker > agents || giver === taker || good >= goods || !(units > 0)) {
      sane = false
      continue
    }
    if (units > (after[giver - 1]?.[good] ?? 0) + 1e-9) sane = false
    const [source, target] = [after[giver - 1], after[taker - 1]]
    if (source !== undefined) source[good] = (source[good] ?? 0) - units
    if (target !== undefined) target[good] = (target[good] ?? 0) + units
  }
  return { after, sane }
}

describe('proposal classifier laws', () => {
  it('L1 one category', () => {
    const seen = new Set<string>()
    const either = fc.oneof(
      rows,
      fc.tuple(fc.constantFrom(0.5, 1, 2), fc.constantFrom(0.5, 1, 2)).map(([a, b]) => swap(a, b)),
    )
    fc.assert(
      fc.property(small, either, (world, list) => {
        const judged = classifyProposal(world)(1, list)
        seen.add(judged.category)
        const { sane } = applied(world, list)
        expect(judged.feasible).toBe(sane)
        expect(judged.defects.length > 0).toBe(!sane)
        const expected =
          list.length === 0
            ? 'EMPTY'
            : !sane
              ? 'INFEASIBLE'
              : judged.selfDelta < -1e-9
                ? 'SELF_NON_IR'
                : judged.counterpartyNonIr.length > 0
                  ? 'COUNTERPARTY_NON_IR'
                  : 'MUTUALLY_IR'
        expect(judged.category).toBe(expected)
      }),
      { numRuns: 1000 },
    )
    expect(seen.size).toBe(5)
  })

  it('L2 priced as moved', () => {
    fc.assert(
      fc.property(small, rows, (world, list) => {
        const judged = classifyProposal(world)(1, list)
        const { after } = applied(world, list)
        const utility = utilityOf(world)
        const delta = (agent: number): number =>
          utility(agent - 1, after[agent - 1] ?? []) -
          utility(agent - 1, world.allocation[agent - 1] ?? [])
        expect(judged.selfDelta).toBe(delta(1))
        for (const [agent, found] of Object.entries(judged.counterpartyDeltas)) {
          expect(found).toBe(delta(Number(agent)))
          expect(judged.counterpartyNonIr.includes(Number(agent))).toBe(found < -1e-9)
        }
      }),
    )
  })

  it('L3 whole share', () => {
    fc.assert(
      fc.property(small, fc.constantFrom(0.5, 1), fc.constantFrom(0.5, 1), (world, a, b) => {
        const judged = classifyProposal(world)(1, swap(a, b))
        if (judged.category !== 'MUTUALLY_IR') return
        expect(judged.proposerShare).toBeGreaterThanOrEqual(-1e-6)
        expect(judged.proposerShare).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('names a proposer that reads square roots as lines', () => {
    const world = sound(
      makeWorld({
        allocation: [
          [4, 4],
          [0, 9],
        ],
        preferences: [
          [1, 1],
          [5, 1],
        ],
        utilityMode: 'concave_separable',
      }),
    )
    const judged = classifyProposal(world)(1, swap(3, 3))
    expect(judged).toMatchObject({ category: 'SELF_NON_IR', concavityFlip: true })
    expect(judged.selfDelta).toBeCloseTo(1 + Math.sqrt(7) - 4, 12)
    const gift = classifyProposal(world)(1, swap(3, 0.5))
    expect(gift).toMatchObject({ category: 'SELF_NON_IR', concavityFlip: false })
  })

  it('lets what comes in go out again, in order', () => {
    const world = sound(
      makeWorld({
        allocation: [
          [0, 1],
          [1, 0],
        ],
        preferences: [
          [1, 1],
          [1, 1],
        ],
      }),
    )
    const inward = { from: 2, to: 1, resource: 'r1', quantity: 1 }
    const outward = { from: 1, to: 2, resource: 'r1', quantity: 1 }
    expect(classifyProposal(world)(1, [inward, outward]).feasible).toBe(true)
    expect(classifyProposal(world)(1, [outward, inward]).defects).toEqual([
      { row: 0, reason: 'overdraft' },
    ])
  })
})
