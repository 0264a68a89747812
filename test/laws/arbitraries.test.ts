import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeWorld } from '../../src/economy/index.js'
import {
  arbitraryAerRows,
  arbitraryDisjointSettlements,
  arbitrarySettlement,
  arbitraryTraceRow,
  arbitraryWorld,
  worldLaws,
} from '../../src/laws/index.js'
import { scoreAER } from '../../src/scoring/index.js'
import {
  openLedger,
  participants,
  settle,
  shapeOf,
  transferFailures,
} from '../../src/settlement/index.js'
import { isTraceRow } from '../../src/trace/index.js'

const numbersIn = (value: unknown): ReadonlyArray<number> => {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe('arbitrary worlds', () => {
  it('L1 sound', () => {
    fc.assert(fc.property(arbitraryWorld(), (world) => decodeWorld(world)._tag === 'Right'))
  })

  it('L2 readable', () => {
    fc.assert(
      fc.property(arbitraryWorld(), (world) =>
        numbersIn(world).every((n) => Number.isInteger(n * 4)),
      ),
    )
  })

  it('keep to the options', () => {
    const options = {
      agents: { min: 3, max: 3 },
      goods: { min: 2, max: 2 },
      mostUnits: 2,
      utilityModes: ['linear'] as const,
      money: false,
    }
    fc.assert(
      fc.property(arbitraryWorld(options), (world) => {
        expect(world.allocation.map((row) => row.length)).toEqual([2, 2, 2])
        expect(Math.max(...world.allocation.flat())).toBeLessThanOrEqual(2)
        expect([world.utilityMode, world.moneyGoodIndex]).toEqual(['linear', null])
      }),
    )
  })

  for (const each of worldLaws(arbitraryWorld())) {
    it(each.name, () => fc.assert(each.property))
  }
})

describe('arbitrary settlements', () => {
  it('L1 well formed', () => {
    fc.assert(
      fc.property(arbitrarySettlement(), ({ world, mechanism }) => {
        const failures = transferFailures(shapeOf(openLedger(world)))
        expect(mechanism.transfers.flatMap(failures)).toEqual([])
      }),
    )
  })

  it('L2 both ways', () => {
    const drawn = fc.sample(arbitrarySettlement(), { numRuns: 300, seed: 5 })
    const applied = drawn.filter(
      ({ world, mechanism }) =>
        settle({ roundIndex: 1 })(openLedger(world), mechanism).event.applied,
    )
    expect(applied.length).toBeGreaterThan(60)
    expect(applied.length).toBeLessThan(240)
  })

  it('L3 apart', () => {
    fc.assert(
      fc.property(arbitraryDisjointSettlements(), ({ first, second }) => {
        const others = participants(second)
        expect(participants(first).filter((agent) => others.includes(agent))).toEqual([])
      }),
    )
  })
})

describe('arbitrary rows', () => {
  it('L1 readable row', () => {
    fc.assert(
      fc.property(arbitraryTraceRow(), (row) => {
        expect(isTraceRow(row)).toBe(true)
        expect(JSON.parse(JSON.stringify(row))).toEqual(row)
      }),
    )
  })

  it('L2 scorable', () => {
    const statuses = new Set<string>()
    fc.assert(
      fc.property(arbitraryAerRows(), (rows) => {
        const { status } = scoreAER(rows, { bootstrap: false })
        statuses.add(status)
        return status !== 'invalid' && status !== 'mixed_tiers'
      }),
      { numRuns: 300 },
    )
    expect([...statuses].sort()).toEqual(['degenerate_denominator', 'not_evaluable', 'ok'])
  })
})
