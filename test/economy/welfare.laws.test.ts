import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Summation } from '../../src/core/arithmetic.js'
import { gini, logNashWelfare, welfare } from '../../src/economy/index.js'

const summations: fc.Arbitrary<Summation> = fc.constantFrom<Summation>('plain', 'neumaier')
const utility = fc.double({ min: 0, max: 1000, noNaN: true })
const vectors = fc.array(utility, { minLength: 1, maxLength: 20 })
const integers = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 20 })

const shuffledPair = <A>(
  lists: fc.Arbitrary<Array<A>>,
): fc.Arbitrary<readonly [Array<A>, Array<A>]> =>
  lists.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
    ),
  )

describe('welfare laws', () => {
  it('L1 permutation', () => {
    fc.assert(
      fc.property(summations, shuffledPair(vectors), (summation, [one, other]) => {
        const size = one.reduce((total, u) => total + u, 0)
        const ulps = one.length * Number.EPSILON * size
        const difference = welfare(summation)(one) - welfare(summation)(other)
        expect(Math.abs(difference)).toBeLessThanOrEqual(ulps)
        expect(gini(summation)(one)).toBe(gini(summation)(other))
        const logs = logNashWelfare(summation)(one) - logNashWelfare(summation)(other)
        expect(Math.abs(logs)).toBeLessThanOrEqual(1e-12 * one.length)
      }),
    )
    fc.assert(
      fc.property(summations, shuffledPair(integers), (summation, [one, other]) => {
        expect(welfare(summation)(one)).toBe(welfare(summation)(other))
      }),
    )
  })

  it('L2 range', () => {
    fc.assert(
      fc.property(summations, vectors, (summation, vector) => {
        expect(gini(summation)(vector)).toBeGreaterThanOrEqual(-1e-12)
        expect(gini(summation)(vector)).toBeLessThan(1)
      }),
    )
  })

  it('L3 scale', () => {
    const factor = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    const positive = fc.array(fc.double({ min: 1e-3, max: 1000, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    })
    fc.assert(
      fc.property(summations, positive, factor, (summation, vector, scale) => {
        const scaled = gini(summation)(vector.map((u) => u * scale))
        expect(Math.abs(scaled - gini(summation)(vector))).toBeLessThanOrEqual(1e-12)
      }),
    )
  })

  it('L4 equality', () => {
    fc.assert(
      fc.property(summations, utility, fc.integer({ min: 1, max: 30 }), (summation, u, n) => {
        expect(Math.abs(gini(summation)(Array.from({ length: n }, () => u)))).toBeLessThanOrEqual(
          1e-12,
        )
      }),
    )
  })

  it('L5 transfer', () => {
    const positive = fc.array(fc.double({ min: 0.01, max: 1000, noNaN: true }), {
      minLength: 2,
      maxLength: 20,
    })
    const share = fc.double({ min: 0, max: 0.5, noNaN: true })
    fc.assert(
      fc.property(
        summations,
        positive,
        fc.nat(),
        fc.nat(),
        share,
        (summation, vector, i, j, part) => {
          const n = vector.length
          const from = i % n
          const to = (from + 1 + (j % (n - 1))) % n
          const [a, b] = [vector[from] ?? 0, vector[to] ?? 0]
          fc.pre(a > b)
          const moved = (a - b) * part
          const after = vector.map((u, k) => (k === from ? u - moved : k === to ? u + moved : u))
          expect(gini(summation)(after)).toBeLessThanOrEqual(gini(summation)(vector) + 1e-12)
          const gain = logNashWelfare(summation)(after) - logNashWelfare(summation)(vector)
          expect(gain).toBeGreaterThanOrEqual(-1e-10)
        },
      ),
    )
  })
})
