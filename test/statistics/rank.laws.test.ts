import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completePairs } from '../../src/statistics/evaluable.js'
import { type CorrelationMethod, correlation, midranks } from '../../src/statistics/rank.js'
import { correlationInterval, rankTest } from '../../src/statistics/rank-test.js'

const values = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -1000, max: 1000 }))
const pairs = fc.array(fc.tuple(values, values), { minLength: 2, maxLength: 12 })
const few = fc.array(fc.tuple(values, values), { minLength: 2, maxLength: 6 })
const methods = fc.constantFrom<CorrelationMethod>('spearman', 'kendall_tau_b', 'pearson')
const rankMethods = fc.constantFrom<'spearman' | 'kendall_tau_b'>('spearman', 'kendall_tau_b')
const split = (list: ReadonlyArray<readonly [number, number]>) =>
  [list.map(([x]) => x), list.map(([, y]) => y)] as const
const estimate = (
  method: CorrelationMethod,
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>,
) => {
  const found = correlation(method)(xs, ys)
  return found._tag === 'Correlation' ? found.estimate : found.reason
}

describe('pairs', () => {
  it('L1 pairs account', () => {
    const column = fc.array(fc.option(values), { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(column, column, (first, second) => {
        const found = completePairs(first, second)
        if (typeof found === 'string') throw new Error(found)
        const whole = first.filter((x, i) => x !== null && second[i] !== null)
        expect(found.xs).toEqual(whole)
        expect(found.xs.length + found.dropped).toBe(5)
      }),
    )
  })
})

describe('the laws of correlation', () => {
  it('L1 bounds', () => {
    fc.assert(
      fc.property(methods, pairs, (method, list) => {
        const r = estimate(method, ...split(list))
        expect(typeof r === 'string' ? r === 'constant' : Math.abs(r) <= 1).toBe(true)
      }),
    )
  })

  it('L2 symmetry', () => {
    fc.assert(
      fc.property(methods, pairs, (method, list) => {
        const [xs, ys] = split(list)
        const r = estimate(method, xs, ys)
        const turned = estimate(
          method,
          xs,
          ys.map((y) => -y),
        )
        if (typeof r === 'string') {
          expect(turned).toBe(r)
          return
        }
        expect(estimate(method, ys, xs)).toBeCloseTo(r, 12)
        expect(turned).toBeCloseTo(-r, 12)
      }),
    )
  })

  it('L3 order free', () => {
    const shuffled = pairs.chain((list) =>
      fc.tuple(
        fc.constant(list),
        fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
      ),
    )
    fc.assert(
      fc.property(rankMethods, shuffled, (method, [list, other]) => {
        expect(estimate(method, ...split(other))).toBe(estimate(method, ...split(list)))
      }),
    )
  })

  it('L4 monotone', () => {
    fc.assert(
      fc.property(rankMethods, pairs, (method, list) => {
        const [xs, ys] = split(list)
        expect(
          estimate(
            method,
            xs.map((x) => x * x * x + 2 * x),
            ys,
          ),
        ).toBe(estimate(method, xs, ys))
      }),
    )
  })

  it('L5 midranks', () => {
    fc.assert(
      fc.property(fc.array(values), (list) => {
        const ranks = midranks(list)
        expect(ranks.reduce((sum, rank) => sum + rank, 0)).toBe(
          (list.length * (list.length + 1)) / 2,
        )
        list.forEach((value, i) => {
          const below = list.filter((other) => other < value).length
          const equal = list.filter((other) => other === value).length
          expect(ranks[i]).toBe(below + (equal + 1) / 2)
        })
      }),
    )
  })
})

/** All orders of a list. */
const orders = (list: ReadonlyArray<number>): ReadonlyArray<ReadonlyArray<number>> =>
  list.length === 0
    ? [[]]
    : list.flatMap((first, i) =>
        orders([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [first, ...rest]),
      )

describe('the laws of rank tests', () => {
  it('L1 certain', () => {
    fc.assert(
      fc.property(rankMethods, few, (method, list) => {
        const [xs, ys] = split(list)
        const found = rankTest({ method })(xs, ys)
        if (found._tag === 'NotEvaluable') return
        // The twin: every order of the second column, by the coefficient itself.
        const r = Math.abs(found.estimate)
        const all = orders(ys).map((order) => estimate(method, xs, order))
        const beyond = all.filter(
          (other) => typeof other === 'number' && Math.abs(other) >= r - 1e-12,
        )
        expect(found.p).toBeCloseTo(beyond.length / all.length, 12)
        expect(found.p).toBeGreaterThanOrEqual(1 / found.arrangements)
        expect(found.p).toBeLessThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })

  it('L2 tails', () => {
    fc.assert(
      fc.property(rankMethods, few, (method, list) => {
        const [xs, ys] = split(list)
        const greater = rankTest({ method, alternative: 'greater' })(xs, ys)
        const less = rankTest({ method, alternative: 'less' })(
          xs,
          ys.map((y) => -y),
        )
        expect('p' in greater ? greater.p : greater.reason).toBe('p' in less ? less.p : less.reason)
      }),
      { numRuns: 60 },
    )
  })

  it('L3 seeded', () => {
    const many = fc.array(fc.tuple(values, values), { minLength: 10, maxLength: 12 })
    fc.assert(
      fc.property(rankMethods, many, fc.bigInt({ min: 0n, max: 99n }), (method, list, seed) => {
        const run = () => rankTest({ method, seed, permutations: 50 })(...split(list))
        expect(run()).toEqual(run())
      }),
      { numRuns: 30 },
    )
  })

  it('L4 nested', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.99, max: 0.99, noNaN: true }),
        fc.integer({ min: 5, max: 500 }),
        methods,
        (r, n, method) => {
          const found = {
            _tag: 'Correlation',
            method,
            estimate: r,
            n,
            dropped: 0,
            droppedBecause: null,
          } as const
          const wide = correlationInterval(0.99)(found)
          const narrow = correlationInterval(0.9)(found)
          if (wide._tag === 'NotEvaluable' || narrow._tag === 'NotEvaluable')
            throw new Error('evaluable')
          expect(wide.low <= narrow.low && narrow.low <= r).toBe(true)
          expect(r <= narrow.high && narrow.high <= wide.high).toBe(true)
        },
      ),
    )
  })
})
