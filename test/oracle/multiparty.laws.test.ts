import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bilateralOracle,
  continuousOptimum,
  gainOf,
  gapTolerance,
  multipartyOracle,
  poolGain,
  poolOptions,
  tradeProblem,
  verifyCertificate,
} from '../../src/oracle/index.js'
import { keeperWeights, withoutKeepers } from '../../src/oracle/keepers.js'
import { wholePool } from '../../src/oracle/pool-options.js'
import { poolBound, poolProgram } from '../../src/oracle/pool-program.js'
import { solvePositive } from '../../src/oracle/positive-definite.js'
import { type RowSearchProblem, searchRows } from '../../src/oracle/row-search.js'
import { bestOnGrid } from './brute-force.js'
import { everybody, ledgerOf, ledgers, planOf, problemOf, rowLimits } from './ledgers.js'

describe('the multiparty oracle', () => {
  it('L1 nobody loses', () => {
    fc.assert(
      fc.property(ledgers(), rowLimits, (ledger, rowLimit) => {
        const answer = multipartyOracle({ rowLimit })(ledger, everybody(ledger))
        const plan = planOf(answer)
        expect(answer._tag).toBe('Certified')
        expect(Math.min(...plan.deltas)).toBeGreaterThanOrEqual(-1e-9)
        expect(plan.transfers.length).toBeLessThanOrEqual(rowLimit ?? Number.POSITIVE_INFINITY)
      }),
      { numRuns: 200 },
    )
  })

  it('L2 pair agreement', () => {
    fc.assert(
      fc.property(ledgers({ agents: [2, 2] }), rowLimits, (ledger, rowLimit) => {
        const pair = gainOf(bilateralOracle({ rowLimit })(ledger, 1, 2))
        const group = gainOf(multipartyOracle({ rowLimit })(ledger, [2, 1]))
        expect(Math.abs(pair - group)).toBeLessThanOrEqual(2e-9)
      }),
      { numRuns: 300 },
    )
  })

  it('L3 more agents', () => {
    fc.assert(
      fc.property(ledgers({ agents: [3, 4] }), (ledger) => {
        const some = gainOf(multipartyOracle()(ledger, [1, 2]))
        const more = gainOf(multipartyOracle()(ledger, [1, 2, 3]))
        expect(more).toBeGreaterThanOrEqual(some - 1e-8)
      }),
    )
  })

  it('L4 social ceiling', () => {
    fc.assert(
      fc.property(ledgers(), (ledger) => {
        const best = continuousOptimum(ledger.world)
        expect(best._tag).toBe('Optimum')
        if (best._tag !== 'Optimum') return
        const gain = gainOf(multipartyOracle()(ledger, everybody(ledger)))
        expect(gain).toBeLessThanOrEqual(best.gain + 1e-8)
      }),
    )
  })

  it('L5 bound holds', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [3, 4], goods: [2, 3] }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 0, max: 5 }),
        (ledger, rowLimit, nodeBudget) => {
          const agents = everybody(ledger)
          const full = gainOf(multipartyOracle({ rowLimit })(ledger, agents))
          const stopped = multipartyOracle({ rowLimit, nodeBudget })(ledger, agents)
          const gap = stopped._tag === 'Bounded' ? stopped.gap : 0
          expect(full).toBeLessThanOrEqual(gainOf(stopped) + gap + 1e-8)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('gains what trying every quantity on a grid gains, or more', () => {
    fc.assert(
      fc.property(
        ledgers({ agents: [3, 3], goods: [1, 2] }),
        fc.integer({ min: 1, max: 3 }),
        (ledger, rows) => {
          const gain = gainOf(multipartyOracle({ rowLimit: rows })(ledger, [1, 2, 3]))
          // The grid adds and takes parts of holdings: a crumb of 1e-15 left over is worth 3e-8 under a root.
          expect(gain).toBeGreaterThanOrEqual(bestOnGrid(ledger, [1, 2, 3], rows, 4) - 1e-6)
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the check of certificates', () => {
  const searched = fc.tuple(ledgers(), rowLimits).map(([ledger, rowLimit]) => ({
    ledger,
    plan: planOf(multipartyOracle({ rowLimit })(ledger, everybody(ledger))),
  }))

  it('L1 sound', () => {
    fc.assert(
      fc.property(searched, ({ ledger, plan }) => {
        expect(verifyCertificate()(ledger, plan)._tag).toBe('Verified')
      }),
      { numRuns: 300 },
    )
  })

  it('L2 refusing', () => {
    fc.assert(
      fc.property(searched, ({ ledger, plan }) => {
        fc.pre(plan.gain > 1e-3)
        const verdict = (change: Partial<typeof plan>): string =>
          verifyCertificate()(ledger, { ...plan, ...change })._tag
        const { certificate } = plan
        const low = { ...certificate, upperBound: plan.gain - 1e-3 }
        const small = { ...certificate, weights: certificate.weights.map((w) => w.map(() => 0.5)) }
        const none = { ...certificate, weights: [] }
        expect(verdict({ gain: plan.gain + 1e-3 })).toBe('Rejected')
        expect(verdict({ gain: plan.gain - 1e-3 })).toBe('Rejected')
        expect(verdict({ deltas: plan.deltas.map((d) => d + 1e-6) })).toBe('Rejected')
        expect(verdict({ transfers: [] })).toBe('Rejected')
        expect(verdict({ certificate: low })).toBe('Rejected')
        expect(verdict({ certificate: small })).toBe('Rejected')
        expect(verdict({ certificate: none })).toBe('Rejected')
        expect(verdict({ rowLimit: plan.transfers.length - 1 })).toBe('Rejected')
      }),
      { numRuns: 200 },
    )
  })
})

describe('a pool', () => {
  it('L1 pool bound', () => {
    const weights = fc.array(fc.double({ min: 1, max: 9, noNaN: true }), {
      minLength: 3,
      maxLength: 3,
    })
    const shares = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(
        ledgers({ agents: [3, 3], goods: [1, 1] }),
        weights,
        shares,
        (ledger, w, parts) => {
          const p = problemOf(ledger, [1, 2, 3], null)
          if (p.goods.length === 0) return
          const bound = poolGain(p, { good: 0, members: [0, 1, 2] }, w)
          const supply = p.holdings.reduce((sum, h) => sum + h, 0)
          const value = (q: number, i: number): number =>
            (w[i] ?? 0) * (p.values[i] ?? 0) * (p.linear[0] === 1 ? q : Math.sqrt(q))
          const worth = (quantities: ReadonlyArray<number>): number =>
            quantities.reduce((sum, q, i) => sum + value(q, i) - value(p.holdings[i] ?? 0, i), 0)
          const whole = parts.reduce((sum, part) => sum + part, 0)
          const handed = parts.map((part) => (whole === 0 ? supply / 3 : (supply * part) / whole))
          expect(worth(handed)).toBeLessThanOrEqual(bound + 1e-9)
          const squares = p.values.map((v, i) => (v * (w[i] ?? 0)) ** 2)
          const total = squares.reduce((sum, s) => sum + s, 0)
          const highest = squares.indexOf(Math.max(...squares))
          const best = squares.map((s, i) =>
            total === 0
              ? (p.holdings[i] ?? 0)
              : p.linear[0] === 1
                ? i === highest
                  ? supply
                  : 0
                : (supply * s) / total,
          )
          expect(Math.abs(worth(best) - bound)).toBeLessThanOrEqual(1e-9)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('L2 refused in full', () => {
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
    fc.assert(
      fc.property(
        fc.constantFrom('linear', 'concave_separable', 'complementary_bundle'),
        fc.constantFrom(-1, 0, 3, 1e101),
        fc.constantFrom([1, 2], [2, 1], [1, 1], [1, 3], [0, 1]),
        fc.constantFrom(null, 2, -1, Number.POSITIVE_INFINITY, Number.NaN),
        (utilityMode, value, agents, rowLimit) => {
          const ledger = ledgerOf({
            ...box,
            utilityMode,
            preferences: [
              [value, 2],
              [2, 1],
            ],
          })
          const sound =
            utilityMode !== 'complementary_bundle' &&
            value >= 0 &&
            value <= 1e100 &&
            !Number.isNaN(rowLimit) &&
            new Set(agents).size === 2 &&
            agents.every((agent) => agent === 1 || agent === 2)
          expect(tradeProblem(ledger, agents, rowLimit)._tag === 'TradeProblem').toBe(sound)
        },
      ),
    )
  })

  it('L1 options listed', () => {
    const binomial = (n: number, k: number): number =>
      k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 7 }),
        fc.integer({ min: 1, max: 6 }),
        (agents, rows) => {
          const allocation = Array.from({ length: agents }, (_, i) => [i === 0 ? 5 : 0])
          const preferences = allocation.map(() => [1])
          const p = problemOf(
            ledgerOf({ allocation, preferences }),
            allocation.map((_, i) => i + 1),
            null,
          )
          const sets = Array.from({ length: Math.min(rows, agents - 1) }, (_, k) =>
            binomial(agents - 1, k + 1),
          )
          expect(poolOptions(p, 0, rows)?.length).toBe(
            Math.round(sets.reduce((sum, n) => sum + n, 0)),
          )
        },
      ),
    )
  })
})

describe('the program of pools', () => {
  const programs = ledgers().map((ledger) => {
    const p = problemOf(ledger, everybody(ledger), null)
    const pools = p.goods.map((_, good) => wholePool(p, good))
    return { ledger, p, pools, optimum: poolProgram(p, pools) }
  })

  it('L1 weak duality', () => {
    fc.assert(
      fc.property(programs, ({ p, pools, optimum, ledger }) => {
        expect(poolBound(p, pools, optimum.weights)).toBeGreaterThanOrEqual(optimum.gain - 1e-9)
        expect(optimum.upperBound - optimum.gain).toBeLessThanOrEqual(gapTolerance(p))
        if (p.participants.length > 3 || p.goods.length > 2) return
        const tried = bestOnGrid(ledger, p.participants, 2, 3)
        expect(tried).toBeLessThanOrEqual(optimum.upperBound + 1e-9)
      }),
      { numRuns: 200 },
    )
  })

  it('L2 feasible', () => {
    fc.assert(
      fc.property(programs, ({ p, optimum }) => {
        optimum.quantities.forEach((column, good) => {
          const n = p.participants.length
          const supply = p.holdings.slice(good * n, good * n + n).reduce((sum, h) => sum + h, 0)
          expect(Math.min(...column)).toBeGreaterThanOrEqual(0)
          expect(Math.abs(column.reduce((sum, q) => sum + q, 0) - supply)).toBeLessThanOrEqual(
            1e-12 * supply,
          )
        })
      }),
    )
  })

  it('L3 rational', () => {
    fc.assert(
      fc.property(programs, ({ optimum }) => {
        expect(Math.min(...optimum.deltas)).toBeGreaterThanOrEqual(-1e-9)
      }),
    )
  })

  it('L1 keepers keep', () => {
    fc.assert(
      fc.property(programs, ({ p, pools }) => {
        const thawed = withoutKeepers(p, pools)
        const weights = keeperWeights(p, thawed, new Float64Array(p.participants.length).fill(1))
        for (const layer of thawed.layers) {
          expect(poolBound(p, layer.pools, weights)).toBeLessThanOrEqual(1e-9)
        }
      }),
      { numRuns: 300 },
    )
    // two holders of one good, and a third that has nothing to offer for it
    const one = ledgerOf({
      allocation: [[4], [1], [0]],
      preferences: [[1], [3], [5]],
      utilityMode: 'concave_separable',
    })
    const p = problemOf(one, [1, 2, 3], null)
    expect(withoutKeepers(p, [wholePool(p, 0)]).layers[0]?.weights.size).toBe(2)
  })

  it('L1 solved', () => {
    const entries = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), {
      minLength: 20,
      maxLength: 20,
    })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4 }), entries, (side, numbers) => {
        const factor = (i: number, j: number): number => numbers[i * side + j] ?? 0
        const matrix = new Float64Array(side * side)
        for (let i = 0; i < side; i++) {
          for (let j = 0; j < side; j++) {
            let sum = i === j ? 1 : 0
            for (let k = 0; k < side; k++) sum += factor(i, k) * factor(j, k)
            matrix[i * side + j] = sum
          }
        }
        const right = Float64Array.from({ length: side }, (_, i) => numbers[16 + (i % 4)] ?? 0)
        const x = solvePositive(matrix, right, side)
        expect(x).not.toBeNull()
        for (let i = 0; i < side; i++) {
          let sum = 0
          for (let j = 0; j < side; j++) sum += (matrix[i * side + j] ?? 0) * (x?.[j] ?? Number.NaN)
          expect(Math.abs(sum - (right[i] ?? 0))).toBeLessThanOrEqual(1e-9)
        }
      }),
    )
    expect(solvePositive(Float64Array.of(Number.NaN), Float64Array.of(1), 1)?.[0] ?? 0).toBe(0)
  })
})

/** Goods with options whose bounds are exact at weights of 1: the search is then a plain knapsack. */
const knapsacks = fc
  .array(
    fc.array(
      fc.record({
        rows: fc.integer({ min: 1, max: 3 }),
        gain: fc.integer({ min: 0, max: 9 }),
        slack: fc.integer({ min: 0, max: 4 }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .chain((goods) =>
    fc.record({
      goods: fc.constant(goods),
      limit: fc.integer({ min: 1, max: 5 }),
      budget: fc.integer({ min: 0, max: 12 }),
    }),
  )

describe('the search of rows', () => {
  type Goods = ReadonlyArray<
    ReadonlyArray<{ readonly rows: number; readonly gain: number; readonly slack: number }>
  >
  const gainOfChoice = (goods: Goods, choice: ReadonlyArray<number>): number =>
    choice.reduce((sum, o, good) => sum + (o < 0 ? 0 : (goods[good]?.[o]?.gain ?? 0)), 0)
  /** Bounds are loose by the slack under weights of 1, exact under weights of 2. */
  const problem = (
    goods: Goods,
    rowLimit: number,
    nodeBudget: number,
  ): RowSearchProblem<{ gain: number; weights: ReadonlyArray<number> }> => ({
    agents: 1,
    rowLimit,
    rows: goods.map((options) => options.map((option) => option.rows)),
    bound: (good, o, weights) => {
      const option = goods[good]?.[o]
      return (option?.gain ?? 0) + (weights[0] === 1 ? (option?.slack ?? 0) : 0)
    },
    solve: (choice) => ({ gain: gainOfChoice(goods, choice), weights: [2] }),
    tolerance: 1e-9,
    nodeBudget,
  })
  const bestOf = (goods: Goods, limit: number): number => {
    const [options, ...rest] = goods
    if (options === undefined) return 0
    return options.reduce(
      (best, option) =>
        option.rows > limit
          ? best
          : Math.max(best, option.gain + bestOf(rest, limit - option.rows)),
      bestOf(rest, limit),
    )
  }

  it('L1 complete', () => {
    fc.assert(
      fc.property(knapsacks, ({ goods, limit }) => {
        const result = searchRows(problem(goods, limit, 10_000))
        expect(result.complete).toBe(true)
        expect(result.best?.gain ?? 0).toBe(bestOf(goods, limit))
      }),
    )
  })

  it('L2 bounded', () => {
    fc.assert(
      fc.property(knapsacks, ({ goods, limit, budget }) => {
        const result = searchRows(problem(goods, limit, budget))
        expect(bestOf(goods, limit)).toBeLessThanOrEqual(result.upperBound + 1e-9)
      }),
    )
  })
})
