import { describe, expect, it } from 'vitest'
import { bundleAssignment, bundleWorld } from '../../src/economy/index.js'
import {
  bundleMetrics,
  bundleScore,
  concessionAgrees,
  concessionQuotes,
  frozenTerms,
} from '../../src/mechanisms/index.js'
import {
  applyTransfers,
  type Ledger,
  makeMechanism,
  openLedger,
  shapeOf,
} from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'

const world = sound(
  bundleWorld({
    numAgents: 5,
    numResources: 3,
    unitsPerHomeResource: 4,
    seed: 3,
    bundleSpec: {
      buyerAgent: 1,
      moneyResource: 3,
      requiredComponents: [1, 2],
      bundleValue: 80,
      budget: 58,
    },
    sellerLayout: {
      sellers: [
        { seller: 2, component: 1 },
        { seller: 3, component: 1 },
        { seller: 4, component: 2 },
        { seller: 5, component: 2 },
      ],
      costRange: [20, 30],
    },
  }),
)

/** Buys one unit at the lowest ask of a round among the named sellers, if they agree and the money suffices. */
const buy = (ledger: Ledger, round: number, sellers: ReadonlyArray<number>): Ledger => {
  const offers = sellers
    .flatMap((seller) =>
      concessionQuotes(frozenTerms)(ledger, seller, round).map((quote) => ({ ...quote, seller })),
    )
    .sort((a, b) => a.ask - b.ask)
  const [offer] = offers
  if (offer === undefined || offer.ask > (ledger.allocation[0]?.[2] ?? 0)) return ledger
  const sale = sound(
    makeMechanism(shapeOf(ledger))({
      proposerId: 1,
      transfers: [
        { from: offer.seller, to: 1, resource: offer.resource, quantity: 1 },
        { from: 1, to: offer.seller, resource: 'r3', quantity: offer.ask },
      ],
    }),
  )
  expect(concessionAgrees(frozenTerms)(ledger, sale, offer.seller, round)).toBe(true)
  const lower = {
    ...sale,
    transfers: sale.transfers.map((transfer) =>
      transfer.resource === 'r3' ? { ...transfer, quantity: transfer.quantity - 0.02 } : transfer,
    ),
  }
  expect(concessionAgrees(frozenTerms)(ledger, lower, offer.seller, round)).toBe(false)
  return applyTransfers(ledger, sale.transfers)
}

const scored = (ledger: Ledger) => {
  const metrics = bundleMetrics()(world, ledger.allocation)
  if (metrics._tag !== 'Measured') throw new Error(metrics.reason)
  return { metrics, score: bundleScore(metrics) }
}

describe('a bundle bought from frozen sellers', () => {
  it('is stranded by a buyer in a hurry', () => {
    const hurried = buy(buy(openLedger(world), 1, [2, 3]), 1, [4, 5])
    const { metrics, score } = scored(hurried)
    expect(metrics.completed).toBe(false)
    expect(metrics.strandedSpend).toBe(metrics.spend)
    expect(metrics.spend).toBeGreaterThan(0)
    expect(score).toMatchObject({ passed: false, realized: 0 })
  })

  it('is completed within the budget by one who waits, at the cheapest sellers', () => {
    const patient = buy(buy(openLedger(world), 8, [2, 3]), 8, [4, 5])
    const { metrics, score } = scored(patient)
    expect(metrics).toMatchObject({ completed: true, overBudget: false, strandedSpend: 0 })
    const best = bundleAssignment(world)
    if (best._tag !== 'Assigned') throw new Error(best._tag)
    expect(metrics.spend).toBeGreaterThan(best.minimumCost)
    expect(score.realized).toBeCloseTo(score.attainable, 9)
  })
})
