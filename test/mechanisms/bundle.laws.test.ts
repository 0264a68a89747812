import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundleWorld, makeWorld, type World } from '../../src/economy/index.js'
import {
  bundleGate,
  bundleMetrics,
  bundleScore,
  concessionAccepts,
  concessionAgrees,
  concessionAsk,
  concessionMargin,
  concessionQuotes,
  frozenTerms,
} from '../../src/mechanisms/index.js'
import { applyTransfers, makeMechanism, openLedger, shapeOf } from '../../src/settlement/index.js'
import { sound } from '../economy/arbitraries.js'

/** A trip of two components: a1 buys, a2 and a3 sell the first, a4 the second. */
const worlds: fc.Arbitrary<World> = fc.nat(1000).map((seed) =>
  sound(
    bundleWorld({
      numAgents: 4,
      numResources: 3,
      unitsPerHomeResource: 3,
      seed,
      bundleSpec: {
        buyerAgent: 1,
        moneyResource: 3,
        requiredComponents: [1, 2],
        bundleValue: 90,
        budget: 70,
      },
      sellerLayout: {
        sellers: [
          { seller: 2, component: 1 },
          { seller: 3, component: 1 },
          { seller: 4, component: 2 },
        ],
        costRange: [20, 30],
      },
    }),
  ),
)

const purchase = fc.record({
  seller: fc.constantFrom(2, 3, 4),
  price: fc.integer({ min: 0, max: 80 }),
})

/** What the world holds after the buyer has bought one unit from each named seller. */
const after = (
  world: World,
  purchases: ReadonlyArray<{ readonly seller: number; readonly price: number }>,
) =>
  applyTransfers(
    openLedger(world),
    purchases.flatMap(({ seller, price }) => [
      { from: seller, to: 1, resource: seller === 4 ? 'r2' : 'r1', quantity: 1 },
      ...(price > 0 ? [{ from: 1, to: seller, resource: 'r3', quantity: price }] : []),
    ]),
  ).allocation

const measured = (world: World, allocation: World['allocation']) => {
  const metrics = bundleMetrics()(world, allocation)
  if (metrics._tag !== 'Measured') throw new Error(metrics.reason)
  return metrics
}

const bought = fc
  .tuple(worlds, fc.uniqueArray(purchase, { selector: (p) => p.seller, maxLength: 3 }))
  .filter(([, list]) => list.reduce((total, { price }) => total + price, 0) <= 70)

const costs = fc.double({ min: 0.01, max: 1e6, noNaN: true })
const rounds = fc.integer({ min: 1, max: 200 })

describe('bundle laws', () => {
  it('L1 stranded spend', () => {
    fc.assert(
      fc.property(bought, ([world, list]) => {
        const { completed, spend, strandedSpend } = measured(world, after(world, list))
        expect(strandedSpend).toBe(completed ? 0 : spend)
        expect(spend).toBe(list.reduce((total, { price }) => total + price, 0))
      }),
    )
  })

  it('L2 gate', () => {
    const cheap = fc.record({
      seller: fc.constantFrom(2, 3),
      price: fc.integer({ min: 0, max: 70 }),
    })
    fc.assert(
      fc.property(worlds, cheap, fc.integer({ min: 0, max: 70 }), (world, first, price) => {
        const richer = sound(
          makeWorld({
            ...world,
            allocation: world.allocation.map((row, i) => (i === 0 ? [0, 0, 140] : row)),
          }),
        )
        const both = measured(richer, after(richer, [first, { seller: 4, price }]))
        expect(both.completed).toBe(true)
        expect(bundleGate(both)).toBe(first.price + price <= 70)
        expect(both.overBudget).toBe(first.price + price > 70)
        expect(bundleGate(measured(richer, after(richer, [first])))).toBe(false)
      }),
    )
  })

  it('L3 idle buyer', () => {
    fc.assert(
      fc.property(worlds, (world) => {
        const metrics = measured(world, world.allocation)
        expect(metrics).toMatchObject({ completed: false, spend: 0, welfareGain: 0 })
        expect(bundleScore(metrics)).toMatchObject({ passed: false, realized: 0 })
      }),
    )
  })

  it('L4 gated gain', () => {
    fc.assert(
      fc.property(bought, ([world, list]) => {
        const metrics = measured(world, after(world, list))
        const score = bundleScore(metrics)
        expect(score.attainable).toBe(metrics.optimalWelfareGain)
        expect(score.realized).toBe(bundleGate(metrics) ? metrics.welfareGain : 0)
        if (score.passed) expect(score.realized).toBeLessThanOrEqual(score.attainable + 1e-9)
      }),
    )
  })

  it('says why an allocation cannot be measured', () => {
    const plain = sound(makeWorld({ allocation: [[1]], preferences: [[1]] }))
    expect(bundleMetrics()(plain, [[1]])).toMatchObject({ reason: 'no_bundle_buyer' })
    const [world] = fc.sample(worlds, 1)
    if (world === undefined) throw new Error('no world')
    for (const wrong of [[], world.allocation.slice(1), world.allocation.map(() => [1])]) {
      expect(bundleMetrics()(world, wrong)).toMatchObject({ reason: 'allocation_shape' })
    }
    const broken = world.allocation.map((row, i) => (i === 0 ? [0, 0, Number.NaN] : row))
    expect(bundleMetrics()(world, broken)).toMatchObject({ reason: 'allocation_shape' })
    const empty = sound(
      makeWorld({ ...world, allocation: world.allocation.map((row) => row.map(() => 0)) }),
    )
    expect(bundleMetrics()(empty, empty.allocation)).toMatchObject({
      reason: 'component_without_seller',
    })
  })
})

describe('concession seller laws', () => {
  it('L1 concedes', () => {
    fc.assert(
      fc.property(rounds, (round) => {
        const now = concessionMargin(frozenTerms)(round)
        const next = concessionMargin(frozenTerms)(round + 1)
        expect(next).toBeLessThanOrEqual(now)
        expect(next).toBeGreaterThanOrEqual(frozenTerms.floor)
        expect(now).toBeLessThanOrEqual(frozenTerms.start)
      }),
    )
    expect(concessionMargin(frozenTerms)(1)).toBe(0.35)
    expect(concessionMargin(frozenTerms)(1e15)).toBe(0.05)
  })

  it('L2 hidden cost', () => {
    fc.assert(
      fc.property(worlds, rounds, fc.constantFrom(2, 3, 4), (world, round, seller) => {
        const quotes = concessionQuotes(frozenTerms)(openLedger(world), seller, round)
        expect(quotes).toHaveLength(1)
        for (const quote of quotes) {
          const good = Number(quote.resource.slice(1)) - 1
          const cost = world.preferences[seller - 1]?.[good] ?? 0
          expect(Object.keys(quote).sort()).toEqual(['ask', 'resource', 'round'])
          expect(quote.ask).toBeGreaterThan(cost)
        }
      }),
    )
    fc.assert(
      fc.property(costs, rounds, (cost, round) => {
        expect(concessionAsk(frozenTerms)(cost, round)).toBeGreaterThan(cost)
      }),
    )
  })

  it('L3 covers', () => {
    const units = fc.integer({ min: 1, max: 3 })
    const loss = fc.double({ min: 0.001, max: 20, noNaN: true })
    fc.assert(
      fc.property(worlds, rounds, units, loss, (world, round, quantity, less) => {
        const ledger = openLedger(
          sound(
            makeWorld({
              ...world,
              allocation: world.allocation.map((row, i) => (i === 0 ? [0, 0, 1000] : row)),
            }),
          ),
        )
        const cost = world.preferences[1]?.[0] ?? 0
        const agrees = (payment: number): boolean =>
          concessionAgrees(frozenTerms)(
            ledger,
            sound(
              makeMechanism(shapeOf(ledger))({
                proposerId: 1,
                transfers: [
                  { from: 2, to: 1, resource: 'r1', quantity },
                  { from: 1, to: 2, resource: 'r3', quantity: payment },
                ],
              }),
            ),
            2,
            round,
          )
        expect(agrees(concessionAsk(frozenTerms)(cost, round) * quantity)).toBe(true)
        expect(agrees(cost * quantity * 1.04)).toBe(false)
        expect(agrees(Math.max(0.001, cost * quantity - less))).toBe(false)
      }),
    )
  })

  it('L4 frozen', () => {
    fc.assert(
      fc.property(
        rounds,
        costs,
        fc.double({ min: -10, max: 1e6, noNaN: true }),
        (t, cost, delta) => {
          const first = concessionAccepts(frozenTerms)(t, cost, delta)
          concessionAccepts(frozenTerms)(t + 1, cost, -1)
          expect(concessionAccepts(frozenTerms)(t, cost, delta)).toBe(first)
          if (first) expect(delta).toBeGreaterThanOrEqual(-1e-9)
        },
      ),
    )
  })

  it('wants no margin on money that it gives back as change', () => {
    const [world] = fc.sample(worlds, 1)
    if (world === undefined) throw new Error('no world')
    const rich = makeWorld({
      ...world,
      allocation: world.allocation.map((row) => [row[0] ?? 0, row[1] ?? 0, 100]),
    })
    const ledger = openLedger(sound(rich))
    const ask = concessionAsk(frozenTerms)(world.preferences[1]?.[0] ?? 0, 1)
    const sale = makeMechanism(shapeOf(ledger))({
      proposerId: 1,
      transfers: [
        { from: 2, to: 1, resource: 'r1', quantity: 1 },
        { from: 1, to: 2, resource: 'r3', quantity: ask + 50 },
        { from: 2, to: 1, resource: 'r3', quantity: 50 },
      ],
    })
    expect(concessionAgrees(frozenTerms)(ledger, sound(sale), 2, 1)).toBe(true)
  })

  it('accepts exactly at the margin, and no loss whatever the terms', () => {
    expect(concessionAccepts(frozenTerms)(1, 10, 3.5)).toBe(true)
    expect(concessionAccepts(frozenTerms)(1, 10, 3.49)).toBe(false)
    const generous = { start: -0.5, floor: -0.5, decay: 0.5 }
    expect(concessionAccepts(generous)(1, 10, -1)).toBe(false)
  })
})
