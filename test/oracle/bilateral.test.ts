import { describe, expect, it } from 'vitest'
import { proceduralWorld } from '../../src/economy/index.js'
import { bilateralOracle, gainOf } from '../../src/oracle/index.js'
import { openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import { ledgerOf, planOf } from './ledgers.js'

describe('bilateralOracle', () => {
  it('swaps whole goods between linear agents that want each other’s', () => {
    const ledger = ledgerOf({
      allocation: [
        [4, 0],
        [0, 4],
      ],
      preferences: [
        [1, 3],
        [3, 1],
      ],
    })
    const plan = planOf(bilateralOracle({ rowLimit: 2 })(ledger, 1, 2))
    expect(plan.gain).toBe(16)
    expect(plan.transfers).toEqual([
      { from: 1, to: 2, resource: 'r1', quantity: 4 },
      { from: 2, to: 1, resource: 'r2', quantity: 4 },
    ])
  })

  it('gives up just enough of a linear good that the other side is whole', () => {
    const ledger = ledgerOf({
      allocation: [
        [10, 0],
        [0, 1],
      ],
      preferences: [
        [1, 2],
        [3, 4],
      ],
    })
    const plan = planOf(bilateralOracle()(ledger, 1, 2))
    // a2 values r2 at 4 and would lose it for 2 of a1's utility: only r1 could move, and a1 gets nothing that pays
    expect(plan.gain).toBeCloseTo(2, 12)
    expect(plan.deltas[0]).toBeCloseTo(0, 12)
  })

  it('pays with money where goods alone leave one side short', () => {
    const without = ledgerOf({
      allocation: [
        [9, 0],
        [0, 4],
      ],
      preferences: [
        [4, 1],
        [5, 1],
      ],
      utilityMode: 'concave_separable',
    })
    const paid = ledgerOf({
      allocation: [
        [9, 0, 5],
        [0, 4, 5],
      ],
      preferences: [
        [4, 1, 1],
        [5, 1, 1],
      ],
      utilityMode: 'concave_separable',
      moneyGoodIndex: 2,
    })
    const poor = gainOf(bilateralOracle()(without, 1, 2))
    const plan = planOf(bilateralOracle()(paid, 1, 2))
    // sqrt(9 (16 + 25)) + sqrt(4 (1 + 1)) - 12 - 2, and money only changes hands
    expect(plan.gain).toBeCloseTo(Math.sqrt(369) + Math.sqrt(8) - 14, 10)
    expect(plan.gain).toBeGreaterThan(poor + 1)
    expect(plan.transfers.some((transfer) => transfer.resource === 'r3')).toBe(true)
  })

  it('prefers fewer rows where they gain the same', () => {
    const ledger = ledgerOf({
      allocation: [
        [4, 0, 3],
        [0, 4, 3],
      ],
      preferences: [
        [1, 3, 2],
        [3, 1, 2],
      ],
    })
    expect(planOf(bilateralOracle({ rowLimit: 3 })(ledger, 1, 2)).transfers).toHaveLength(2)
  })

  it('gives up no welfare that the certificate would show for fewer rows', () => {
    const ledger = ledgerOf({
      allocation: [
        [0, 1, 2.84, 0],
        [6.227, 0.001, 0.001, 1],
      ],
      preferences: [
        [0.001, 0, 0.133, 3.951],
        [1.973, 0, 0.002, 0.001],
      ],
      utilityMode: 'concave_separable',
    })
    // the third row is worth 3e-8: more than the proof leaves open
    const answer = bilateralOracle()(ledger, 1, 2)
    expect(answer._tag).toBe('Certified')
    expect(planOf(answer).transfers).toHaveLength(3)
  })

  it('finds no trade in empty hands, between equals, or without rows', () => {
    const empty = ledgerOf({ allocation: [[0], [0]], preferences: [[1], [2]] })
    const equals = ledgerOf({
      allocation: [
        [2, 2],
        [2, 2],
      ],
      preferences: [
        [1, 3],
        [1, 3],
      ],
      utilityMode: 'concave_separable',
    })
    for (const ledger of [empty, equals]) {
      const plan = planOf(bilateralOracle()(ledger, 1, 2))
      expect([plan.gain, plan.transfers]).toEqual([0, []])
    }
    const rich = ledgerOf({
      allocation: [
        [4, 0],
        [0, 4],
      ],
      preferences: [
        [1, 3],
        [3, 1],
      ],
    })
    expect(gainOf(bilateralOracle({ rowLimit: 0 })(rich, 1, 2))).toBe(0)
  })

  it('gives away for nothing what is worth nothing to the giver', () => {
    const ledger = ledgerOf({
      allocation: [
        [4, 1],
        [0, 0],
      ],
      preferences: [
        [0, 1],
        [3, 1],
      ],
      utilityMode: 'concave_separable',
    })
    const plan = planOf(bilateralOracle()(ledger, 1, 2))
    expect(plan.transfers).toEqual([{ from: 1, to: 2, resource: 'r1', quantity: 4 }])
    expect(plan.deltas).toEqual([0, 6])
  })

  it('refuses what it cannot answer exactly, and says why', () => {
    const box = {
      allocation: [
        [1, 0],
        [0, 1],
      ],
      preferences: [
        [1, 2],
        [2, 1],
      ],
    }
    const bundled = ledgerOf({ ...box, utilityMode: 'complementary_bundle' })
    const hated = ledgerOf({
      ...box,
      preferences: [
        [1, -2],
        [2, 1],
      ],
    })
    const huge = ledgerOf({
      ...box,
      preferences: [
        [1, 1e200],
        [2, 1],
      ],
    })
    const ledger = ledgerOf(box)
    expect(bilateralOracle()(bundled, 1, 2)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'ComplementaryBundle' },
    })
    expect(bilateralOracle()(hated, 1, 2)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'NegativeValue', agent: 1, good: 1 },
    })
    expect(bilateralOracle()(huge, 1, 2)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'OutOfScale', agent: 1, good: 1 },
    })
    expect(bilateralOracle()(ledger, 1, 3)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'UnknownAgent', agent: 3 },
    })
    expect(bilateralOracle()(ledger, 2, 2)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'UnknownAgent', agent: 2 },
    })
    expect(bilateralOracle()(ledger, 1, 0.5)).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'UnknownAgent', agent: 0.5 },
    })
    expect(bilateralOracle({ rowLimit: Number.NaN })(ledger, 1, 2)).toMatchObject({
      _tag: 'Refused',
      reason: { _tag: 'BadRowLimit' },
    })
  })

  it('states the gap where a budget stops the search', () => {
    const bounded = Array.from({ length: 200 }, (_, seed) =>
      proceduralWorld({ seed, numAgents: 2, numResources: 12, utilityMode: 'linear' }),
    )
      .map(sound)
      .map((world) =>
        openLedger({
          ...world,
          allocation: [world.preferences[1] ?? [], world.preferences[0] ?? []],
        }),
      )
      .map((ledger) => ({
        ledger,
        answer: bilateralOracle({ rowLimit: 3, nodeBudget: 1 })(ledger, 1, 2),
      }))
      .filter(({ answer }) => answer._tag === 'Bounded')
    expect(bounded.length).toBeGreaterThan(0)
    for (const { ledger, answer } of bounded) {
      if (answer._tag !== 'Bounded') continue
      const full = gainOf(bilateralOracle({ rowLimit: 3 })(ledger, 1, 2))
      expect(answer.reason).toBe('node_budget')
      expect(full).toBeLessThanOrEqual(answer.plan.gain + answer.gap + 1e-9)
    }
  })
})
