import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialMass } from '../../src/statistics/distribution.js'
import { binomialTest, mcNemarOfCounts, signTest } from '../../src/statistics/exact-test.js'
import { wilsonInterval } from '../../src/statistics/rate.js'
import { tagged } from './tagged.js'

const counts = fc
  .integer({ min: 1, max: 200 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))
const shares = fc.double({ min: 0.01, max: 0.99, noNaN: true })
const differing = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 60 }))
  .filter(([b, c]) => b + c > 0)

describe('the laws of exact tests', () => {
  it('L1 two tails', () => {
    fc.assert(
      fc.property(counts, shares, ([k, n], probability) => {
        const greater = tagged(binomialTest(probability, 'greater')(k, n), 'CountTest').p
        const less = tagged(binomialTest(probability, 'less')(k, n), 'CountTest').p
        expect(greater + less).toBeCloseTo(1 + binomialMass(n, probability)(k), 9)
      }),
    )
  })

  it('L2 antisymmetry', () => {
    const column = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(column, column, (first, second) => {
        const p = (alternative: 'greater' | 'less' | 'two_sided', turned: boolean) => {
          const found = signTest(alternative)(
            ...(turned ? ([second, first] as const) : ([first, second] as const)),
          )
          return found._tag === 'CountTest' ? found.p : -1
        }
        expect(p('greater', false)).toBeCloseTo(p('less', true), 12)
        expect(p('two_sided', false)).toBeCloseTo(p('two_sided', true), 12)
      }),
    )
  })

  it('L3 mid-p', () => {
    fc.assert(
      fc.property(
        differing,
        fc.constantFrom<'two_sided' | 'greater' | 'less'>('two_sided', 'greater', 'less'),
        ([b, c], alternative) => {
          const exact = tagged(mcNemarOfCounts('exact', alternative)(b, c), 'CountTest').p
          const mid = tagged(mcNemarOfCounts('mid_p', alternative)(b, c), 'CountTest').p
          const mass = binomialMass(b + c, 0.5)(b)
          expect(mid).toBeLessThanOrEqual(exact + 1e-12)
          if (alternative !== 'two_sided') expect(exact - mid).toBeCloseTo(mass / 2, 10)
          else if (b !== c) expect(exact - mid).toBeCloseTo(mass, 10)
        },
      ),
    )
  })

  it('L4 ties aside', () => {
    fc.assert(
      fc.property(differing, fc.integer({ min: 0, max: 50 }), ([b, c], equal) => {
        const with_ = tagged(mcNemarOfCounts()(b, c, equal), 'CountTest')
        const without = tagged(mcNemarOfCounts()(b, c), 'CountTest')
        expect([with_.p, with_.n, with_.dropped]).toEqual([without.p, without.n, equal])
      }),
    )
  })
})

describe('the laws of rates', () => {
  it('L1 inside', () => {
    fc.assert(
      fc.property(counts, shares, ([k, n], level) => {
        const { low, high, estimate } = tagged(wilsonInterval(level)(k, n), 'RateInterval')
        expect(0 <= low && low <= estimate && estimate <= high && high <= 1).toBe(true)
      }),
    )
  })

  it('L2 mirror', () => {
    fc.assert(
      fc.property(counts, ([k, n]) => {
        const found = tagged(wilsonInterval()(k, n), 'RateInterval')
        const mirrored = tagged(wilsonInterval()(n - k, n), 'RateInterval')
        expect(found.low).toBeCloseTo(1 - mirrored.high, 12)
      }),
    )
  })

  it('L3 narrower', () => {
    fc.assert(
      fc.property(counts, fc.integer({ min: 2, max: 9 }), ([k, n], times) => {
        const width = (found: ReturnType<ReturnType<typeof wilsonInterval>>) => {
          const { low, high } = tagged(found, 'RateInterval')
          return high - low
        }
        expect(width(wilsonInterval()(k * times, n * times))).toBeLessThan(
          width(wilsonInterval()(k, n)),
        )
      }),
    )
  })
})
