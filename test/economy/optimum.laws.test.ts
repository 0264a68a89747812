import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  greedyOptimum,
  gridOptimum,
  type Matrix,
  resourceTotals,
  utilities,
  utilityOf,
  type World,
  welfare,
} from '../../src/economy/index.js'
import { worlds } from './arbitraries.js'

const total = welfare('plain')
const whole = fc.integer({ min: 0, max: 3 })
const near = (size: number): number => 1e-9 * (1 + Math.abs(size))

/** Every way to hand out `units` among `agents`. */
const divisions = (units: number, agents: number): ReadonlyArray<ReadonlyArray<number>> =>
  agents === 1
    ? [[units]]
    : Array.from({ length: units + 1 }, (_, own) => own).flatMap((own) =>
        divisions(units - own, agents - 1).map((rest) => [own, ...rest]),
      )

/** Every allocation of whole units, as lists of columns. */
const columnsOf = (world: World): ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>> =>
  resourceTotals('plain')(world.allocation)
    .map((supply) => divisions(supply, world.allocation.length))
    .reduce<ReadonlyArray<ReadonlyArray<ReadonlyArray<number>>>>(
      (heads, column) => heads.flatMap((head) => column.map((next) => [...head, next])),
      [[]],
    )

const exhaustive = (world: World): number =>
  columnsOf(world).reduce((best, columns) => {
    const allocation = world.allocation.map((_, agent) =>
      columns.map((column) => column[agent] ?? 0),
    )
    return Math.max(best, total(utilities(world, allocation, 'plain')))
  }, Number.NEGATIVE_INFINITY)

/** The definition, word by word: each unit to the largest marginal of the whole utility. */
const naiveUnits = (world: World): Matrix => {
  const utility = utilityOf(world, 'plain')
  const rows = world.allocation.map((row) => row.map(() => 0))
  resourceTotals('plain')(world.allocation).forEach((supply, good) => {
    for (let unit = 0; unit < supply; unit++) {
      const marginals = rows.map((row, agent) => {
        const after = row.map((held, g) => (g === good ? held + 1 : held))
        return utility(agent, after) - utility(agent, row)
      })
      const winner = rows[marginals.indexOf(Math.max(...marginals))] ?? []
      winner[good] = (winner[good] ?? 0) + 1
    }
  })
  return rows
}

const continuous = (world: World): number =>
  resourceTotals('plain')(world.allocation)
    .map((supply, good) => {
      const squares = world.preferences.map((row) => (row[good] ?? 0) * (row[good] ?? 0))
      if (good !== world.moneyGoodIndex) return Math.sqrt(supply * total(squares))
      return supply * Math.max(...world.preferences.map((row) => row[good] ?? 0))
    })
    .reduce((sum, part) => sum + part, 0)

describe('optimum laws', () => {
  it('L1 conservation', () => {
    fc.assert(
      fc.property(worlds(), (world) => {
        const supply = resourceTotals('plain')(world.allocation)
        for (const optimum of [gridOptimum(world, 'plain'), greedyOptimum(world, 'plain')]) {
          resourceTotals('plain')(optimum.allocation).forEach((amount, good) => {
            expect(Math.abs(amount - (supply[good] ?? 0))).toBeLessThanOrEqual(near(amount))
          })
          expect(optimum.allocation.flat().every((held) => held >= 0)).toBe(true)
        }
      }),
    )
  })

  it('L2 honest', () => {
    fc.assert(
      fc.property(
        worlds(),
        fc.constantFrom('plain' as const, 'neumaier' as const),
        (world, rule) => {
          for (const optimum of [gridOptimum(world, rule), greedyOptimum(world, rule)]) {
            const { allocation } = optimum
            expect(optimum.welfare).toBe(welfare(rule)(utilities(world, allocation, rule)))
          }
        },
      ),
    )
  })

  it('L3 exhaustive', () => {
    const tiny = worlds({
      modes: ['linear', 'concave_separable'],
      agents: [1, 3],
      goods: [1, 2],
      holding: fc.integer({ min: 0, max: 2 }),
    })
    fc.assert(
      fc.property(tiny, (world) => {
        const best = exhaustive(world)
        expect(Math.abs(gridOptimum(world, 'plain').welfare - best)).toBeLessThanOrEqual(near(best))
      }),
    )
  })

  it('L4 floor', () => {
    const settled = fc.oneof(
      worlds({
        modes: ['linear'],
        values: fc.integer({ min: -5000, max: 8000 }).map((n) => n / 1000),
      }),
      worlds({ modes: ['concave_separable'], holding: whole }),
    )
    fc.assert(
      fc.property(settled, (world) => {
        const best = gridOptimum(world, 'plain').welfare
        const start = total(utilities(world, world.allocation, 'plain'))
        expect(best).toBeGreaterThanOrEqual(start - near(start))
        expect(best).toBeGreaterThanOrEqual(greedyOptimum(world, 'plain').welfare - near(best))
      }),
    )
  })

  it('L5 ceiling', () => {
    fc.assert(
      fc.property(worlds({ modes: ['concave_separable'] }), (world) => {
        const bound = continuous(world)
        expect(gridOptimum(world, 'plain').welfare).toBeLessThanOrEqual(bound + near(bound))
      }),
    )
  })

  it('equals the unit by unit definition, ties and variety included', () => {
    const curved = worlds({ modes: ['concave_separable', 'complementary_bundle'], holding: whole })
    const tied = worlds({
      modes: ['concave_separable', 'complementary_bundle'],
      holding: whole,
      values: fc.integer({ min: -1, max: 2 }),
    })
    fc.assert(
      fc.property(fc.oneof(curved, tied), (world) => {
        expect(gridOptimum(world, 'plain').allocation).toEqual(naiveUnits(world))
      }),
      { numRuns: 500 },
    )
  })
})
