import { isLeft } from 'fp-ts/lib/Either.js'
import { describe, expect, it } from 'vitest'
import { exact } from '../../src/core/exact.js'
import { renderFailures } from '../../src/core/failure.js'
import { proceduralWorld } from '../../src/economy/procedural.js'
import type { World } from '../../src/economy/world.js'
import { accountingIn } from '../../src/settlement/accounting.js'
import { inNumbers, openLedger, openLedgerIn } from '../../src/settlement/ledger.js'
import { ledgerWelfareIn, settle, settleIn } from '../../src/settlement/settle.js'
import { admitted, reasonsOf } from '../../src/settlement/verdict.js'
import { mechanismFrom, worldFrom } from './arbitraries.js'

const give = (from: number, to: number, resource: string, quantity: number) => ({
  from,
  to,
  resource,
  quantity,
})

const swap = [give(1, 2, 'r1', 1), give(2, 1, 'r2', 1)]

const tasteWorld = (seed: number): World => {
  const made = proceduralWorld({
    seed,
    numAgents: 5,
    numResources: 5,
    unitsPerHomeResource: 10,
    utilityMode: 'concave_separable',
  })
  if (isLeft(made)) throw new Error(renderFailures(made.left))
  return made.right
}

describe('settlement agrees with the public benchmark to the last bit', () => {
  // Seed, delta of a1, delta of a2, then welfare after by plain and by compensated summation.
  const table = [
    [1200, 2.500040897152786, 4.120702359663688, 61.3218222224091, 61.321822222409104],
    [1201, 1.9313550502489836, 3.2243832396596552, 57.63689833806306, 57.63689833806307],
    [1202, 2.310997001000416, 3.4711066105826047, 51.51496313293812, 51.51496313293813],
  ] as const

  it.each(table)('in the world of seed %i', (seed, first, second, plain, neumaier) => {
    const ledger = openLedger(tasteWorld(seed))
    const mechanism = mechanismFrom({ transfers: swap })
    const byPlain = settle({ roundIndex: 1, summation: 'plain' })(ledger, mechanism)
    const byNeumaier = settle({ roundIndex: 1, summation: 'neumaier' })(ledger, mechanism)
    expect(byPlain.event.agentDeltas).toEqual({ 1: first, 2: second })
    expect(byPlain.event.welfareAfter).toBe(plain)
    expect(byNeumaier.event.welfareAfter).toBe(neumaier)
    expect(settle({ roundIndex: 1 })(ledger, mechanism)).toEqual(byNeumaier)
  })

  it('and so do two settlements in a row', () => {
    const mechanism = mechanismFrom({ transfers: swap })
    const round = (roundIndex: number) => settle({ roundIndex, summation: 'plain' })
    const first = round(1)(openLedger(tasteWorld(1202)), mechanism)
    const second = round(2)(first.ledger, mechanism)
    expect(second.event.agentDeltas).toEqual({ 1: 0.7591800026234043, 2: 1.2410697552297485 })
    expect(second.event.welfareAfter).toBe(53.515212890791275)
  })
})

const w = worldFrom({
  allocation: [
    [10, 0],
    [0, 10],
    [4, 0],
  ],
  preferences: [
    [1, 3],
    [3, 1],
    [2, 2],
  ],
})
const ledger = openLedger(w)

describe('settling a mechanism', () => {
  it('moves the goods and says what it was worth to whom', () => {
    const mechanism = mechanismFrom({ transfers: swap, consentingAgents: [1, 2] })
    expect(settle({ roundIndex: 3, controllerId: 2 })(ledger, mechanism)).toEqual({
      verdict: admitted,
      ledger: {
        world: w,
        institutions: [],
        allocation: [
          [9, 1],
          [1, 9],
          [4, 0],
        ],
      },
      event: {
        roundIndex: 3,
        controllerId: 2,
        kind: 'swap',
        proposerId: 1,
        receiverId: 2,
        accepted: true,
        applied: true,
        feasible: true,
        individuallyRational: true,
        irBlocked: false,
        proposerDelta: 2,
        receiverDelta: 2,
        agentDeltas: { 1: 2, 2: 2 },
        welfareAfter: 32,
        message: 'a swap',
        institutionalUpdates: [],
        privateAcceptanceAudits: [],
        coordinationCost: null,
      },
    })
  })

  it('with nothing to do is neither accepted nor applied', () => {
    const { event, ledger: after, verdict } = settle({ roundIndex: 1 })(ledger, mechanismFrom({}))
    expect([event.feasible, event.accepted, event.applied]).toEqual([true, false, false])
    expect([event.individuallyRational, event.receiverId, event.receiverDelta]).toEqual([
      null,
      null,
      0,
    ])
    expect(reasonsOf(verdict)).toEqual([{ _tag: 'NothingToSettle' }])
    expect(after).toBe(ledger)
  })

  it('refused by a gate still shows what it would have been worth', () => {
    const mechanism = mechanismFrom({ consentingAgents: [1], transfers: swap, label: '' })
    const { event, verdict } = settle({ roundIndex: 1 })(ledger, mechanism)
    expect([event.feasible, event.accepted, event.applied]).toEqual([false, false, false])
    expect(event.kind).toBe('compiled_mechanism')
    expect(event.individuallyRational).toBe(null)
    expect(event.agentDeltas).toEqual({ 1: 2, 2: 2 })
    expect(event.welfareAfter).toBe(28)
    expect(reasonsOf(verdict).map(({ _tag }) => _tag)).toEqual(['MissingConsent'])
  })

  it('under which somebody loses is applied and tagged, or blocked where rationality is enforced', () => {
    const mechanism = mechanismFrom({ transfers: [give(3, 1, 'r1', 1)] })
    const free = settle({ roundIndex: 1 })(ledger, mechanism)
    expect(free.event.applied).toBe(true)
    expect(free.event.individuallyRational).toBe(false)
    const bound = settle({ roundIndex: 1, irEnforce: true })(ledger, mechanism)
    expect(bound.event).toEqual({
      ...free.event,
      applied: false,
      irBlocked: true,
      welfareAfter: 28,
    })
    expect(bound.event.accepted).toBe(true)
    expect(reasonsOf(bound.verdict)).toEqual([
      { _tag: 'NotIndividuallyRational', agent: 3, delta: -2 },
    ])
    expect(bound.ledger).toBe(ledger)
  })

  it('under which somebody neither gains nor loses is rational, within the tolerance', () => {
    const even = worldFrom({
      allocation: [
        [2, 1],
        [0, 1],
      ],
      preferences: [
        [0, 1],
        [1, 1],
      ],
    })
    const deltaOfFirst = (resource: string, quantity: number) => {
      const mechanism = mechanismFrom({ transfers: [give(1, 2, resource, quantity)] })
      const settled = settle({ roundIndex: 1, irEnforce: true })(openLedger(even), mechanism)
      const { agentDeltas, individuallyRational, irBlocked } = settled.event
      return [agentDeltas[1] === 0, individuallyRational, irBlocked]
    }
    expect(deltaOfFirst('r1', 1)).toEqual([true, true, false])
    expect(deltaOfFirst('r2', 2 ** -31)).toEqual([false, true, false])
    expect(deltaOfFirst('r2', 2 ** -29)).toEqual([false, false, true])
  })

  it('that is infeasible is not called blocked, and says both reasons', () => {
    const mechanism = mechanismFrom({ consentingAgents: [1], transfers: [give(3, 1, 'r1', 1)] })
    const { event, verdict } = settle({ roundIndex: 1, irEnforce: true })(ledger, mechanism)
    expect([event.irBlocked, event.individuallyRational]).toEqual([false, null])
    expect(reasonsOf(verdict).map(({ _tag }) => _tag)).toEqual([
      'MissingConsent',
      'NotIndividuallyRational',
    ])
  })

  it('with updates only writes them and has no rationality', () => {
    const mechanism = mechanismFrom({ institutionalUpdates: [{ id: 'rule' }] })
    const { event, ledger: after } = settle({ roundIndex: 7 })(ledger, mechanism)
    expect([event.applied, event.individuallyRational]).toEqual([true, null])
    expect(event.institutionalUpdates).toEqual([{ id: 'rule', source_round: 7, status: 'active' }])
    expect(after.institutions).toEqual(event.institutionalUpdates)
    expect(after.allocation).toBe(ledger.allocation)
  })

  it('that is refused echoes its updates unchanged and writes none', () => {
    const updates = [{ id: 'rule' }]
    const mechanism = mechanismFrom({ institutionalUpdates: updates, confidence: 0.1 })
    const { event, ledger: after } = settle({ roundIndex: 7 })(ledger, mechanism)
    expect(event.institutionalUpdates).toEqual(updates)
    expect(after.institutions).toEqual([])
  })

  it('has a receiver only when exactly one other agent is affected', () => {
    const three = mechanismFrom({ transfers: [give(1, 2, 'r1', 1), give(3, 1, 'r1', 1)] })
    const event = settle({ roundIndex: 1 })(ledger, three).event
    expect([event.receiverId, event.receiverDelta]).toEqual([null, 0])
    const gift = mechanismFrom({ proposerId: 3, transfers: [give(1, 2, 'r1', 1)] })
    expect(settle({ roundIndex: 1 })(ledger, gift).event.receiverId).toBe(null)
    expect(settle({ roundIndex: 1 })(ledger, gift).event.proposerDelta).toBe(0)
    const other = mechanismFrom({ proposerId: 2, transfers: [give(1, 2, 'r1', 1)] })
    expect(settle({ roundIndex: 1 })(ledger, other).event.receiverId).toBe(1)
  })

  it('does not run a transfer of -50 backwards', () => {
    const mechanism = mechanismFrom({ transfers: [give(1, 2, 'r1', -50)] })
    const { event, ledger: after, verdict } = settle({ roundIndex: 1 })(ledger, mechanism)
    expect(event.feasible).toBe(false)
    expect(event.agentDeltas).toEqual({ 1: 0, 2: 0 })
    expect(reasonsOf(verdict).map(({ _tag }) => _tag)).toEqual(['MalformedTransfer'])
    expect(after).toBe(ledger)
  })

  it('carries audits and costs into the event', () => {
    const coordinationCost = {
      round: 1,
      searchCostTotal: 0.25,
      searchCostBasis: 'flat_public_round',
      contactedAgentCount: 5,
      standingRuleSaving: 0,
      netCoordinationCost: 0.25,
      activeInstitutions: 0,
    } as const
    const { event } = settle({ roundIndex: 1, coordinationCost })(ledger, mechanismFrom({}))
    expect(event.coordinationCost).toBe(coordinationCost)
  })

  it('values money one for one and a bundle all or nothing', () => {
    const bundle = worldFrom({
      allocation: [
        [0, 0, 20],
        [1, 0, 0],
        [0, 1, 0],
      ],
      preferences: [
        [0, 0, 1],
        [4, 0, 1],
        [0, 5, 1],
      ],
      moneyGoodIndex: 2,
      bundleBuyer: {
        buyerAgent: 1,
        moneyResource: 3,
        requiredComponents: [1, 2],
        bundleValue: 30,
        budget: 20,
      },
    })
    const half = mechanismFrom({ transfers: [give(2, 1, 'r1', 1), give(1, 2, 'r3', 6)] })
    const first = settle({ roundIndex: 1 })(openLedger(bundle), half)
    expect(first.event.agentDeltas).toEqual({ 1: -6, 2: 2 })
    expect(first.event.individuallyRational).toBe(false)
    const rest = mechanismFrom({ transfers: [give(3, 1, 'r2', 1), give(1, 3, 'r3', 7)] })
    const second = settle({ roundIndex: 2 })(first.ledger, rest)
    expect(second.event.agentDeltas).toEqual({ 1: 23, 3: 2 })
    expect(second.event.welfareAfter).toBe(20 + 30)
  })
})

describe('settling in decimals', () => {
  const exactly = accountingIn(exact)
  const thirds = worldFrom({ allocation: [[0.3], [0]], preferences: [[1], [2]] })

  it('loses nothing where doubles do', () => {
    const tenth = mechanismFrom({ transfers: [give(1, 2, 'r1', 0.1)] })
    const rule = settleIn(exactly)({ roundIndex: 1 })
    const after = [1, 2, 3].reduce(
      (current) => rule(current, tenth).ledger,
      openLedgerIn(exactly)(thirds),
    )
    expect(inNumbers(exactly)(after).allocation).toEqual([[0], [0.3]])
    expect(ledgerWelfareIn(exactly)(after)).toBe(0.6)
    const doubles = [1, 2, 3].reduce(
      (current) => settle({ roundIndex: 1 })(current, tenth).ledger,
      openLedger(thirds),
    )
    expect(doubles.allocation).not.toEqual([[0], [0.3]])
  })
})
