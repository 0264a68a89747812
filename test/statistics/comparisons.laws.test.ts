import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg, holm, simultaneousLevel } from '../../src/statistics/comparisons.js'
import { rankSets } from '../../src/statistics/rank-sets.js'
import { tagged } from './tagged.js'

const ps = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 12 })
const adjusted = (found: ReturnType<ReturnType<typeof holm>>) =>
  tagged(found, 'AdjustedComparisons').adjusted.map((p) => p ?? Number.NaN)

describe('the laws of comparisons', () => {
  it('L1 adjusted', () => {
    fc.assert(
      fc.property(ps, fc.constantFrom(holm, benjaminiHochberg), (list, method) => {
        const found = adjusted(method()(list))
        list.forEach((p, i) => {
          expect((found[i] as number) >= p && (found[i] as number) <= 1).toBe(true)
          list.forEach((other, j) => {
            if (p < other) expect(found[i] as number).toBeLessThanOrEqual(found[j] as number)
          })
        })
      }),
    )
  })

  it('L2 gentler', () => {
    fc.assert(
      fc.property(ps, (list) => {
        const strict = adjusted(holm()(list))
        adjusted(benjaminiHochberg()(list)).forEach((p, i) => {
          expect(p).toBeLessThanOrEqual((strict[i] as number) * (1 + 1e-12))
        })
      }),
    )
  })

  it('L3 alone', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (p) => {
        expect([adjusted(holm()([p])), adjusted(benjaminiHochberg()([p]))]).toEqual([[p], [p]])
      }),
    )
  })

  it('L4 simultaneous', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0.5, max: 0.999, noNaN: true }),
        (m, level) => {
          const bonferroni = simultaneousLevel('bonferroni', level)(m) ?? Number.NaN
          const sidak = simultaneousLevel('sidak', level)(m) ?? Number.NaN
          expect(sidak).toBeLessThanOrEqual(bonferroni + 1e-15)
          expect(simultaneousLevel('sidak', level)(m + 1) ?? 0).toBeGreaterThan(sidak - 1e-15)
          expect(simultaneousLevel('bonferroni', level)(m + 1) ?? 0).toBeGreaterThan(
            bonferroni - 1e-15,
          )
        },
      ),
    )
  })
})

const tables = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 0, max: 8 }),
    )
    .map(([estimate, below, above]) => ({
      estimate,
      low: estimate - below,
      high: estimate + above,
    })),
  { minLength: 1, maxLength: 8 },
)
const named = (rows: ReadonlyArray<{ estimate: number; low: number; high: number }>) =>
  rows.map((row, i) => ({ name: `m${i}`, ...row }))

describe('the laws of rank sets', () => {
  it('L1 own rank', () => {
    fc.assert(
      fc.property(tables, fc.constantFrom('higher', 'lower'), (rows, better) => {
        const { sets } = tagged(rankSets(better)(named(rows)), 'RankSets')
        sets.forEach(({ best, worst }, place) => {
          expect(best <= place + 1 && place + 1 <= worst).toBe(true)
        })
      }),
    )
  })

  it('L2 apart', () => {
    const distinct = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(distinct, (centres) => {
        const rows = centres.map((estimate) => ({
          estimate,
          low: estimate - 0.4,
          high: estimate + 0.4,
        }))
        const found = tagged(rankSets()(named(rows)), 'RankSets')
        expect(found.sets.map(({ best, worst }) => [best, worst])).toEqual(
          centres.map((_, i) => [i + 1, i + 1]),
        )
        expect([found.unresolved, found.tiedWithLeader]).toEqual([false, []])
      }),
    )
  })

  it('L3 wider', () => {
    fc.assert(
      fc.property(tables, fc.nat(), (rows, which) => {
        const at = which % rows.length
        const wider = rows.map((row, i) =>
          i === at ? { ...row, low: row.low - 3, high: row.high + 3 } : row,
        )
        const before = tagged(rankSets()(named(rows)), 'RankSets').sets
        const after = tagged(rankSets()(named(wider)), 'RankSets').sets
        for (const { name, best, worst } of before) {
          const same = after.find((set) => set.name === name)
          expect((same?.best ?? 99) <= best && (same?.worst ?? 0) >= worst).toBe(true)
        }
      }),
    )
  })
})
