import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bilateralOracle,
  gainOf,
  gapTolerance,
  poolGain,
  verifyCertificate,
} from '../../src/oracle/index.js'
import { pairBound, searchPair } from '../../src/oracle/pair-search.js'
import { pairTrade } from '../../src/oracle/pair-support.js'
import { planMechanism } from '../../src/oracle/settlement-plan.js'
import { deltas, feasibility, isAdmitted, openLedger } from '../../src/settlement/index.js'
import { bestOnFrontier, bestOnGrid } from './brute-force.js'
import { choices, ledgers, planOf, problemOf, rowLimits } from './ledgers.js'

const pairs = ledgers({ agents: [2, 3] })

describe('the bilateral oracle', () => {
  it('L1 rational', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const plan = planOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        expect(Math.min(...plan.deltas)).toBeGreaterThanOrEqual(-1e-9)
        expect(isAdmitted(feasibility(ledger, planMechanism(plan, 1)))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('L2 within rows', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const plan = planOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        expect(plan.transfers.length).toBeLessThanOrEqual(rowLimit ?? Number.POSITIVE_INFINITY)
      }),
    )
  })

  it('L3 unbeaten', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const answer = bilateralOracle({ rowLimit })(ledger, 1, 2)
        expect(answer._tag).toBe('Certified')
        const goods = problemOf(ledger, [1, 2], rowLimit).goods
        for (const support of choices(
          goods.map((_, place) => place),
          rowLimit ?? goods.length,
        )) {
          const trade = pairTrade(problemOf(ledger, [1, 2], rowLimit), support)
          expect(trade.gain).toBeLessThanOrEqual(gainOf(answer) + 1e-9)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('L4 more rows', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 4 }), (ledger, rows) => {
        const less = gainOf(bilateralOracle({ rowLimit: rows })(ledger, 1, 2))
        const more = gainOf(bilateralOracle({ rowLimit: rows + 1 })(ledger, 1, 2))
        expect(more).toBeGreaterThanOrEqual(less - 1e-9)
      }),
    )
  })

  it('L5 symmetric', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const one = gainOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        const other = gainOf(bilateralOracle({ rowLimit })(ledger, 2, 1))
        const { world } = ledger
        const swapped = openLedger({
          ...world,
          allocation: [...world.allocation].reverse(),
          preferences: [...world.preferences].reverse(),
        })
        const last = world.allocation.length
        const mirrored = gainOf(bilateralOracle({ rowLimit })(swapped, last, last - 1))
        expect(other).toBe(one)
        expect(Math.abs(mirrored - one)).toBeLessThanOrEqual(1e-9)
      }),
    )
  })

  it('gains what trying every quantity on a grid gains, or more', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [2, 2], goods: [1, 2] }),
        fc.integer({ min: 1, max: 2 }),
        (ledger, rows) => {
          const gain = gainOf(bilateralOracle({ rowLimit: rows })(ledger, 1, 2))
          expect(gain).toBeGreaterThanOrEqual(bestOnGrid(ledger, [1, 2], rows, 12) - 1e-9)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('gains what a sweep of the frontier of every support gains, or more', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [2, 2], goods: [1, 3], modes: ['concave_separable'], money: false }),
        fc.integer({ min: 1, max: 3 }),
        (ledger, rows) => {
          const gain = gainOf(bilateralOracle({ rowLimit: rows })(ledger, 1, 2))
          const goods = (ledger.allocation[0] ?? []).map((_, good) => good)
          for (const support of choices(goods, rows)) {
            expect(gain).toBeGreaterThanOrEqual(bestOnFrontier(ledger, support) - 1e-9)
          }
        },
      ),
      { numRuns: 12 },
    )
  })
})

describe('the trade of one support', () => {
  it('L1 both whole', () => {
    fc.assert(
      fc.property(pairs, (ledger) => {
        const p = problemOf(ledger, [1, 2], null)
        const trade = pairTrade(
          p,
          p.goods.map((_, place) => place),
        )
        expect(trade.firstDelta).toBeGreaterThanOrEqual(-1e-10)
        expect(trade.secondDelta).toBeGreaterThanOrEqual(-1e-10)
      }),
      { numRuns: 500 },
    )
  })

  it('L2 nothing better', () => {
    fc.assert(
      fc.property(pairs, (ledger) => {
        const p = problemOf(ledger, [1, 2], null)
        const trade = pairTrade(
          p,
          p.goods.map((_, place) => place),
        )
        const bound = p.goods.reduce(
          (sum, _, good) => sum + poolGain(p, { good, members: [0, 1] }, trade.weights),
          0,
        )
        expect(Math.abs(bound - trade.gain)).toBeLessThanOrEqual(1e-9)
      }),
      { numRuns: 500 },
    )
  })

  it('gives nothing of what it values for nothing', () => {
    const ledger = ledgers({
      agents: [2, 2],
      goods: [1, 1],
      modes: ['concave_separable'],
      money: false,
    })
    fc.assert(
      fc.property(ledger, (one) => {
        const valued =
          (one.world.preferences[0]?.[0] ?? 0) > 0 && (one.world.preferences[1]?.[0] ?? 0) > 0
        if (valued) expect(gainOf(bilateralOracle()(one, 1, 2))).toBe(0)
      }),
    )
  })
})

describe('the search of supports', () => {
  it('L1 pair complete', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [2, 2], goods: [3, 6] }),
        fc.integer({ min: 1, max: 4 }),
        (ledger, rows) => {
          const p = problemOf(ledger, [1, 2], rows)
          const search = searchPair(p, rows, 100_000)
          expect(search.complete).toBe(true)
          for (const support of choices(
            p.goods.map((_, place) => place),
            rows,
          )) {
            const { gain } = pairTrade(p, support)
            expect(gain).toBeLessThanOrEqual((search.best?.gain ?? 0) + gapTolerance(p))
          }
        },
      ),
    )
  })

  it('L2 pair bound', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [2, 2], goods: [3, 6] }),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 0, max: 6 }),
        (ledger, rows, budget) => {
          const p = problemOf(ledger, [1, 2], rows)
          const search = searchPair(p, rows, budget)
          expect(search.upperBound).toBeLessThanOrEqual(pairBound(p, rows, [1, 1]) + 1e-12)
          for (const support of choices(
            p.goods.map((_, place) => place),
            rows,
          )) {
            expect(pairTrade(p, support).gain).toBeLessThanOrEqual(
              search.upperBound + gapTolerance(p),
            )
          }
        },
      ),
    )
  })
})

describe('a plan', () => {
  it('L1 replayed', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const plan = planOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        const replayed = deltas(ledger, planMechanism(plan, 1))
        plan.participants.forEach((agent, place) => {
          const own = replayed[agent] ?? 0
          expect(Math.abs(own - (plan.deltas[place] ?? Number.NaN))).toBeLessThanOrEqual(1e-9)
        })
      }),
    )
  })

  it('L2 whole', () => {
    fc.assert(
      fc.property(pairs, (ledger) => {
        const plan = planOf(bilateralOracle()(ledger, 1, 2))
        const replayed = deltas(ledger, planMechanism(plan, 2))
        expect(Math.min(0, ...Object.values(replayed))).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })

  it('of a pair is verified', () => {
    fc.assert(
      fc.property(pairs, rowLimits, (ledger, rowLimit) => {
        const plan = planOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        expect(verifyCertificate()(ledger, plan)._tag).toBe('Verified')
      }),
      { numRuns: 400 },
    )
  })
})
