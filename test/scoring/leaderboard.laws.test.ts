import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AerRow, leaderboard, leaderboardRows } from '../../src/scoring/index.js'
import { excludedRow, insertedInto, reordered, wholeRows } from './arbitraries.js'

const names = ['a', 'b', 'C', 'd', 'é']
const keys = fc.array(fc.nat(), { minLength: 12, maxLength: 12 })
const fast = { bootstrap: false } as const

const named = <Row extends object>(rows: ReadonlyArray<Row>, by: ReadonlyArray<number>) =>
  rows.map((row, index) => ({ ...row, agent: names[(by[index] ?? 0) % names.length] ?? 'a' }))

/** Ratios that are equal for several agents, so that ties are common. */
const coarse = wholeRows.map((rows) =>
  rows.map((row) => ({ ...row, realized: row.realized % 2, attainable: 2 })),
)

describe('the leaderboard', () => {
  it('L1 ranks', () => {
    let tied = 0
    fc.assert(
      fc.property(coarse, keys, (rows, by) => {
        const lines = leaderboardRows(leaderboard(named(rows, by), fast))
        const ratios = lines.map(({ aer }) => aer ?? Number.NaN)
        expect(lines.map(({ rank }) => rank)).toEqual(
          ratios.map((ratio) => 1 + ratios.filter((other) => other > ratio).length),
        )
        tied += new Set(ratios).size < ratios.length ? 1 : 0
        const placed = lines.map(({ rank, agent }) => [rank, agent] as const)
        const sorted = [...placed].sort(([r, a], [s, b]) => (r ?? 0) - (s ?? 0) || (a < b ? -1 : 1))
        expect(placed).toEqual(sorted)
      }),
    )
    expect(tied).toBeGreaterThan(0)
  })

  it('L2 order', () => {
    fc.assert(
      fc.property(wholeRows, keys, keys, (rows, by, order) => {
        const list = named(rows, by)
        expect(leaderboard(reordered(list, order), fast)).toEqual(leaderboard(list, fast))
      }),
    )
  })

  it('L3 withdrawal', () => {
    fc.assert(
      fc.property(
        wholeRows,
        fc.array(excludedRow, { maxLength: 4 }),
        keys,
        keys,
        (rows, extra, by, at) => {
          const list = named(rows, by)
          const known = new Set(list.map(({ agent }) => agent))
          const withdrawn = named(extra, at)
            .filter(({ agent }) => known.has(agent))
            .map((row) => ({ ...row, status: 'withdrawn' as const }))
          const more = leaderboard(insertedInto<AerRow>(list, withdrawn, at), fast)
          const before = leaderboardRows(leaderboard(list, fast))
          expect(leaderboardRows(more).map((line) => ({ ...line, withdrawn: 0 }))).toEqual(before)
          expect(more.status === 'ok' && more.withdrawn.length).toBe(withdrawn.length)
        },
      ),
    )
  })
})
