import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macroAER, scoreAER, scoreAERByCase, scoreAERByTier } from '../../src/scoring/index.js'
import { playedRows, reordered, wholeRows } from './arbitraries.js'

const fast = { bootstrap: false } as const
const keys = fc.array(fc.nat(), { minLength: 12, maxLength: 12 })

describe('splits of a score', () => {
  it('L1 single', () => {
    fc.assert(
      fc.property(playedRows, fc.constantFrom('case01', null), (rows, name) => {
        const one = rows.map((row) => ({ ...row, case: name }))
        const [macro, pooled] = [macroAER(one, fast), scoreAER(one, fast)]
        if (macro.status !== 'ok' || pooled.status !== 'ok') throw new Error('both have a score')
        expect(macro.macro).toBe(pooled.aer)
        expect([macro.n, macro.rows]).toEqual([1, rows.length])
      }),
    )
  })

  it('L2 parts', () => {
    const tiers = ['wstar_grid', 'exact_wbayes', 'other']
    fc.assert(
      fc.property(wholeRows, keys, keys, (rows, tierKeys, order) => {
        const mixed = rows.map((row, index) => ({
          ...row,
          tier: tiers[(tierKeys[index] ?? 0) % 3] ?? 'other',
        }))
        const shuffled = reordered(mixed, order)
        const [split, again] = [scoreAERByTier(mixed, fast), scoreAERByTier(shuffled, fast)]
        expect(again).toEqual(split)
        if (split.status !== 'ok') throw new Error('well-formed rows')
        for (const { tier, score } of split.tiers) {
          expect(score).toEqual(
            scoreAER(
              mixed.filter((row) => row.tier === tier),
              fast,
            ),
          )
        }
        const counted = split.tiers.map(({ score }) => (score.status === 'ok' ? score.n : 0))
        expect(counted.reduce((a, b) => a + b, 0)).toBe(rows.length)
        const [byCase, otherwise] = [
          scoreAERByCase(rows, fast),
          scoreAERByCase(reordered(rows, order), fast),
        ]
        expect(otherwise).toEqual(byCase)
      }),
    )
  })

  it('L3 weights', () => {
    fc.assert(
      fc.property(wholeRows, fc.integer({ min: 1, max: 50 }), (rows, attainable) => {
        // every case is one world, and all worlds can gain the same
        const even = rows.map((row, index) => ({ ...row, case: `case${index}`, attainable }))
        const [macro, pooled] = [macroAER(even, fast), scoreAER(even, fast)]
        if (macro.status !== 'ok' || pooled.status !== 'ok') throw new Error('both have a score')
        expect(macro.macro).toBeCloseTo(pooled.aer, 9)
      }),
    )
  })
})
