import { expect, it } from 'vitest'
import { makeWorld } from '../../src/economy/index.js'
import { classifyProposal } from '../../src/oracle/proposal-classifier.js'
import { sound } from '../economy/arbitraries.js'
import { describeReference, readReference } from '../support/reference.js'

interface Recorded {
  readonly values: ReadonlyArray<ReadonlyArray<number>>
  readonly holdings: ReadonlyArray<ReadonlyArray<number>>
  /** 0-based, as are the agents and goods of the rows (from, to, good, quantity). */
  readonly proposer: number
  readonly transfers: ReadonlyArray<readonly [number, number, number, number]>
  readonly expected: {
    readonly category: string
    readonly feasible: boolean
    readonly self_delta: number
    readonly counterparty_deltas: Readonly<Record<string, number>>
    readonly counterparty_non_ir: ReadonlyArray<number>
    readonly concavity_flip: boolean
    readonly surplus_share_proposer: number
  }
}

describeReference('the proposal classifier', (folder) => {
  const recorded = readReference(folder, 'proposal_classifier.json') as ReadonlyArray<Recorded>

  it.each(recorded.map((found, i) => [i, found] as const))('judges proposal %i', (_, found) => {
    const world = sound(
      makeWorld({
        allocation: found.holdings,
        preferences: found.values,
        utilityMode: 'concave_separable',
      }),
    )
    const rows = found.transfers.map(([from, to, good, quantity]) => ({
      from: from + 1,
      to: to + 1,
      resource: `r${good + 1}`,
      quantity,
    }))
    const judged = classifyProposal(world)(found.proposer + 1, rows)
    const { expected } = found
    expect(judged.category).toBe(expected.category)
    expect(judged.feasible).toBe(expected.feasible)
    expect(judged.concavityFlip).toBe(expected.concavity_flip)
    expect(judged.counterpartyNonIr.map((agent) => agent - 1)).toEqual(expected.counterparty_non_ir)
    expect(judged.selfDelta).toBeCloseTo(expected.self_delta, 12)
    expect(judged.proposerShare).toBeCloseTo(expected.surplus_share_proposer, 12)
    const deltas = Object.entries(judged.counterpartyDeltas)
    expect(deltas.map(([agent]) => Number(agent) - 1)).toEqual(
      Object.keys(expected.counterparty_deltas).map(Number),
    )
    for (const [agent, delta] of deltas) {
      expect(delta).toBeCloseTo(expected.counterparty_deltas[Number(agent) - 1] ?? Number.NaN, 12)
    }
  })
})
