import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeFactor, type Factor, fitInOrder } from '../../src/statistics/effect-coding.js'
import { decomposeVariance, type SumOfSquaresType } from '../../src/statistics/variance.js'

/** Every combination of the levels of three factors, `each` times. */
const crossed = (each: number): ReadonlyArray<Factor> => {
  const cells = ['x', 'y', 'z'].flatMap((model) =>
    ['b', 's'].flatMap((side) => ['o', 'r'].map((opener) => [model, side, opener] as const)),
  )
  const rows = Array.from({ length: each }, () => cells).flat()
  return ['model', 'side', 'opener'].map((name, at) => ({
    name,
    labels: rows.map((row) => row[at] as string),
  }))
}
const responses = (n: number) =>
  fc.array(fc.integer({ min: -50, max: 50 }), { minLength: n, maxLength: n })
const types = fc.constantFrom<SumOfSquaresType>('I', 'II', 'III')
const interactions = [['side', 'opener']]

/** Designs as they come: rows with any combination of labels. */
const designs = fc
  .array(
    fc.tuple(
      fc.constantFrom('x', 'y', 'z'),
      fc.constantFrom('b', 's'),
      fc.integer({ min: -9, max: 9 }),
    ),
    { minLength: 6, maxLength: 24 },
  )
  .map((rows) => ({
    values: rows.map(([, , value]) => value),
    factors: [
      { name: 'model', labels: rows.map(([model]) => model) },
      { name: 'side', labels: rows.map(([, side]) => side) },
    ],
  }))

describe('the laws of variance', () => {
  it('L1 shares', () => {
    fc.assert(
      fc.property(responses(24), types, (values, ssType) => {
        const found = decomposeVariance({ ssType, interactions })(values, crossed(2))
        if (found._tag === 'NotEvaluable') return
        const shares = found.terms.reduce((sum, { etaSquared }) => sum + etaSquared, 0)
        expect(shares + found.residual.share).toBeCloseTo(1, 9)
        expect(found.overlap).toBeCloseTo(0, 9)
      }),
    )
  })

  it('L2 types agree', () => {
    fc.assert(
      fc.property(responses(24), (values) => {
        const all = (['I', 'II', 'III'] as const).map((ssType) =>
          decomposeVariance({ ssType, interactions })(values, crossed(2)),
        )
        const [first] = all
        for (const found of all) {
          if (found._tag === 'NotEvaluable' || first?._tag !== 'VarianceDecomposition') continue
          found.terms.forEach((term, i) => {
            expect(term.etaSquared).toBeCloseTo(first.terms[i]?.etaSquared ?? Number.NaN, 9)
          })
        }
      }),
    )
  })

  it('L3 affine', () => {
    fc.assert(
      fc.property(designs, types, ({ values, factors }, ssType) => {
        const found = decomposeVariance({ ssType })(values, factors)
        const moved = decomposeVariance({ ssType })(
          values.map((y) => 7 - 3 * y),
          factors,
        )
        expect(moved._tag).toBe(found._tag)
        if (found._tag === 'NotEvaluable' || moved._tag === 'NotEvaluable') return
        found.terms.forEach((term, i) => {
          expect(moved.terms[i]?.etaSquared).toBeCloseTo(term.etaSquared, 9)
        })
      }),
    )
  })

  it('L4 row order', () => {
    fc.assert(
      fc.property(designs, types, fc.nat(), ({ values, factors }, ssType, turn) => {
        const rotate = <A>(list: ReadonlyArray<A>) => {
          const by = turn % list.length
          return [...list.slice(by), ...list.slice(0, by)]
        }
        const found = decomposeVariance({ ssType })(values, factors)
        const other = decomposeVariance({ ssType })(
          rotate(values),
          factors.map(({ name, labels }) => ({ name, labels: rotate(labels) })),
        )
        expect(other._tag).toBe(found._tag)
        if (found._tag === 'NotEvaluable' || other._tag === 'NotEvaluable') return
        found.terms.forEach((term, i) => {
          expect(other.terms[i]?.etaSquared).toBeCloseTo(term.etaSquared, 9)
        })
      }),
    )
  })
})

describe('the laws of effect coding', () => {
  const square = (values: ReadonlyArray<number>) => {
    const mean = values.reduce((a, b) => a + b, 0) / values.length
    return values.reduce((sum, y) => sum + (y - mean) ** 2, 0)
  }

  it('L1 additive', () => {
    fc.assert(
      fc.property(designs, ({ values, factors }) => {
        const fit = fitInOrder(factors.map(codeFactor), values)
        if (fit._tag === 'Aliased') return
        const explained = fit.squares.reduce((a, b) => a + b, 0)
        expect(explained + fit.residual).toBeCloseTo(square(values), 7)
      }),
    )
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(designs, ({ values, factors }) => {
        const fit = fitInOrder(factors.map(codeFactor), values)
        const turned = fitInOrder([...factors].reverse().map(codeFactor), values)
        expect(turned._tag).toBe(fit._tag)
        if (fit._tag === 'Aliased' || turned._tag === 'Aliased') return
        expect(turned.residual).toBeCloseTo(fit.residual, 8)
      }),
    )
  })
})
