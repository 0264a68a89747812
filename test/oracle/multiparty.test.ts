import { describe, expect, it } from 'vitest'
import { proceduralWorld, ringCycleWorld } from '../../src/economy/index.js'
import {
  bilateralOracle,
  gainOf,
  inferenceOracle,
  multipartyOracle,
  transfersOfGood,
  verifyCertificate,
} from '../../src/oracle/index.js'
import { openLedger } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'
import { everybody, ledgerOf, planOf } from './ledgers.js'

describe('multipartyOracle', () => {
  it('closes a ring that no pair can', () => {
    const ledger = openLedger(sound(ringCycleWorld({ numAgents: 3, cycleLength: 3 })))
    for (const [first, second] of [
      [1, 2],
      [1, 3],
      [2, 3],
    ] as const) {
      expect(gainOf(bilateralOracle()(ledger, first, second))).toBe(0)
    }
    const ring = planOf(multipartyOracle({ rowLimit: 3 })(ledger, [1, 2, 3]))
    expect(ring.transfers).toHaveLength(3)
    expect(ring.gain).toBeCloseTo(gainOf(multipartyOracle()(ledger, [1, 2, 3])), 9)
    expect(gainOf(multipartyOracle({ rowLimit: 2 })(ledger, [1, 2, 3]))).toBe(0)
  })

  it('lets nobody fall behind where the optimum without consent would', () => {
    const ledger = ledgerOf({
      allocation: [
        [9, 1],
        [1, 9],
        [4, 4],
      ],
      preferences: [
        [1, 0.2],
        [5, 3],
        [4, 6],
      ],
      utilityMode: 'concave_separable',
    })
    const answer = multipartyOracle()(ledger, [1, 2, 3])
    expect(answer._tag).toBe('Certified')
    const plan = planOf(answer)
    expect(Math.min(...plan.deltas)).toBeGreaterThan(-1e-9)
    expect(plan.certificate.weights[0]?.[0]).toBeGreaterThan(1.1)
  })

  it('answers one agent, none, and a market of one good, with nothing to gain', () => {
    const ledger = ledgerOf({
      allocation: [[4], [1], [0]],
      preferences: [[1], [3], [5]],
      utilityMode: 'concave_separable',
    })
    for (const agents of [[], [1], [1, 2, 3]]) {
      const answer = multipartyOracle()(ledger, agents)
      expect([answer._tag, gainOf(answer)]).toEqual(['Certified', 0])
    }
  })

  it('solves fifty agents and fifty goods within the gap', () => {
    const world = sound(
      proceduralWorld({
        seed: 3,
        numAgents: 50,
        numResources: 50,
        utilityMode: 'concave_separable',
      }),
    )
    const lopsided = {
      ...world,
      preferences: world.preferences.map((row, i) => (i % 5 === 0 ? row.map((v) => v / 40) : row)),
    }
    for (const one of [world, lopsided]) {
      const ledger = openLedger(one)
      const answer = multipartyOracle()(ledger, everybody(ledger))
      expect(answer._tag).toBe('Certified')
      expect(verifyCertificate()(ledger, planOf(answer))._tag).toBe('Verified')
    }
  })

  it('says so where there is too much to search', () => {
    const world = sound(
      proceduralWorld({
        seed: 3,
        numAgents: 20,
        numResources: 6,
        utilityMode: 'concave_separable',
      }),
    )
    const ledger = openLedger(world)
    const answer = multipartyOracle({ rowLimit: 4, nodeBudget: 50 })(ledger, everybody(ledger))
    expect(answer).toMatchObject({ _tag: 'Bounded', reason: 'node_budget' })
    const plan = planOf(answer)
    expect(plan.transfers.length).toBeLessThanOrEqual(4)
    expect(plan.gain).toBeGreaterThan(0)
    expect(Math.min(...plan.deltas)).toBeGreaterThanOrEqual(-1e-9)
  })
})

describe('verifyCertificate', () => {
  const ledger = openLedger(
    sound(
      proceduralWorld({
        seed: 1101,
        numAgents: 5,
        numResources: 5,
        utilityMode: 'concave_separable',
      }),
    ),
  )
  const plan = planOf(multipartyOracle({ rowLimit: 4 })(ledger, [1, 2, 3]))

  it('accepts the plan of an oracle', () => {
    expect(verifyCertificate()(ledger, plan)).toMatchObject({ _tag: 'Verified' })
  })

  it('names what is wrong with a changed one', () => {
    const defects = (change: object): unknown => {
      const verdict = verifyCertificate()(ledger, { ...plan, ...change })
      return verdict._tag === 'Rejected' ? verdict.defects : []
    }
    const { certificate, transfers } = plan
    expect(defects({ gain: plan.gain - 1 })).toEqual(['wrong_gain', 'gap_too_large'])
    expect(defects({ certificate: { ...certificate, weights: [[1, 1]] } })).toEqual(['bad_weights'])
    expect(defects({ certificate: { ...certificate, weights: [[1, 1, 0.99]] } })).toEqual([
      'bad_weights',
    ])
    expect(defects({ certificate: { ...certificate, upperBound: Number.NaN } })).toContain(
      'gap_too_large',
    )
    expect(defects({ rowLimit: 1 })).toContain('too_many_rows')
    expect(defects({ participants: [1, 2] })).toContain('outsider')
    expect(defects({ participants: [1, 9] })).toEqual(['not_a_problem'])
    const greedy = transfers.map((transfer) => ({ ...transfer, quantity: transfer.quantity + 20 }))
    expect(defects({ transfers: greedy })).toContain('infeasible')
    const idle = { transfers: [], deltas: [0, 0, 0], gain: 0 }
    expect(defects({ ...idle, certificate: { ...certificate, upperBound: 0 } })).toEqual([
      'bound_not_proven',
    ])
    expect(defects({ ...idle })).toEqual(['gap_too_large'])
  })

  it('holds a gain and deltas to the gap that it allows', () => {
    const verdictOf = (change: object): unknown =>
      verifyCertificate()(ledger, { ...plan, ...change })
    const wrong = { _tag: 'Rejected', defects: ['wrong_gain'] }
    expect(plan.gain).toBeGreaterThan(10)
    expect(verdictOf({ gain: plan.gain + 1e-8 })).toEqual(wrong)
    expect(verdictOf({ gain: plan.gain + 2e-9 })).toEqual(wrong)
    expect(verdictOf({ gain: plan.gain + 1e-10 })).toMatchObject({ _tag: 'Verified' })
    const [first = 0, ...others] = plan.deltas
    expect(verdictOf({ deltas: [first + 2e-9, ...others] })).toEqual({
      _tag: 'Rejected',
      defects: ['wrong_delta'],
    })
  })

  it.each([
    [null, 'not_a_plan'],
    [undefined, 'not_a_plan'],
    [5, 'not_a_plan'],
    [{}, 'not_a_plan'],
    [[], 'not_a_plan'],
    [{ ...plan, participants: null }, 'not_a_plan'],
    [{ ...plan, participants: [1, '2', 3] }, 'not_a_plan'],
    [{ ...plan, transfers: [null] }, 'not_a_plan'],
    [{ ...plan, transfers: [{ from: 1, to: 2, quantity: 1 }] }, 'not_a_plan'],
    [{ ...plan, deltas: null }, 'not_a_plan'],
    [{ ...plan, rowLimit: 'two' }, 'not_a_plan'],
    [{ ...plan, gain: '1' }, 'not_a_plan'],
    [{ ...plan, certificate: null }, 'not_a_plan'],
    [{ ...plan, certificate: { ...plan.certificate, upperBound: null } }, 'not_a_plan'],
    [{ ...plan, certificate: { ...plan.certificate, weights: null } }, 'bad_weights'],
    [{ ...plan, certificate: { ...plan.certificate, weights: [null] } }, 'bad_weights'],
    [{ ...plan, certificate: { ...plan.certificate, weights: [] } }, 'bad_weights'],
    [{ ...plan, certificate: { ...plan.certificate, weights: [[1, null, 1]] } }, 'bad_weights'],
  ])('%#: rejects plain data that is no plan: %j', (data, defect) => {
    expect(verifyCertificate()(ledger, data as unknown as typeof plan)).toEqual({
      _tag: 'Rejected',
      defects: [defect],
    })
  })

  it('rejects transfers of goods and by agents that do not exist', () => {
    const [first, ...others] = plan.transfers
    for (const change of [
      { resource: 'r99' },
      { resource: '' },
      { from: 2.5 },
      { quantity: Number.NaN },
    ]) {
      const transfers = [{ ...first, ...change }, ...others] as typeof plan.transfers
      expect(verifyCertificate()(ledger, { ...plan, transfers })._tag).toBe('Rejected')
    }
  })

  it('gives up within its budget', () => {
    const verdict = verifyCertificate({ nodeBudget: 0 })(ledger, plan)
    expect(verdict).toEqual({ _tag: 'Rejected', defects: ['too_large_to_check'] })
  })
})

describe('transfersOfGood', () => {
  it('needs one transfer fewer than there are movers', () => {
    const transfers = transfersOfGood(1, [1, 2, 3, 4], [-5, 2, 4, -1])
    expect(transfers).toHaveLength(3)
    const net = (agent: number): number =>
      transfers.reduce(
        (sum, t) => sum + (t.to === agent ? t.quantity : t.from === agent ? -t.quantity : 0),
        0,
      )
    expect([1, 2, 3, 4].map(net)).toEqual([-5, 2, 4, -1])
    expect(new Set(transfers.map((t) => t.resource))).toEqual(new Set(['r2']))
  })
})

describe('inferenceOracle', () => {
  const ledger = ledgerOf({
    allocation: [
      [4, 0, 0],
      [0, 4, 0],
      [0, 0, 4],
    ],
    preferences: [
      [1, 3, 2],
      [3, 1, 1],
      [2, 2, 1],
    ],
  })

  it('keeps to what was offered and wanted', () => {
    const signals = [
      { agent: 1, offered: [1], wanted: [2, 3] },
      { agent: 2, offered: [2], wanted: [1] },
      { agent: 3, offered: [], wanted: [] },
    ]
    const plan = planOf(inferenceOracle({ rowLimit: 4 })(ledger, signals))
    expect(plan.gain).toBe(16)
    expect(plan.transfers.map((t) => [t.from, t.to, t.resource])).toEqual([
      [1, 2, 'r1'],
      [2, 1, 'r2'],
    ])
  })

  it('ignores goods and holdings that do not exist, and refuses agents that do not', () => {
    expect(gainOf(inferenceOracle()(ledger, [{ agent: 1, offered: [9, 2], wanted: [0] }]))).toBe(0)
    expect(inferenceOracle()(ledger, [{ agent: 7, offered: [], wanted: [] }])).toEqual({
      _tag: 'Refused',
      reason: { _tag: 'UnknownAgent', agent: 7 },
    })
    expect(gainOf(inferenceOracle()(ledger, []))).toBe(0)
  })
})
