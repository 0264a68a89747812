import { describe, expect, it } from 'vitest'
import {
  type AnchorName,
  anchorsOf,
  calibrated,
  calibratedWorlds,
  crossedVariations,
  oneAtATime,
  sensitivityOf,
  shareGrid,
} from '../../src/bargaining/index.js'

const table = sensitivityOf(calibrated.seller)(calibratedWorlds)

describe('the sensitivity table', () => {
  it('keeps the order of the anchors in every cell while their levels move', () => {
    expect(table.cells.length).toBe(25)
    expect(table.sameOrder).toBe(1)
    const stubborn = table.cells.flatMap((cell) =>
      cell.status === 'ok' ? [cell.levels.stubborn] : [],
    )
    expect(Math.max(...stubborn) - Math.min(...stubborn)).toBeGreaterThan(0.2)
  })

  it('covers three to eight rounds, with more to gain in every further one', () => {
    const ceilings = table.cells.flatMap((cell) =>
      cell.status === 'ok' && cell.variation.rounds !== undefined
        ? [[cell.variation.rounds, cell.levels.exactCeiling] as const]
        : [],
    )
    expect(ceilings.map(([rounds]) => rounds)).toEqual([3, 4, 5, 6, 7, 8])
    ceilings.forEach(([, level], place) => {
      if (place > 0) expect(level).toBeGreaterThan(ceilings[place - 1]?.[1] ?? Number.NaN)
    })
  })

  it('notices where an order does not hold', () => {
    // Where the list price is below the value, accepting it beats a rule that makes the seller leave.
    const cheap = calibratedWorlds.map((world) => ({
      ...world,
      list: Math.max(world.cost, Math.round(0.97 * world.value)),
    }))
    const odd = sensitivityOf({ ...calibrated.seller, reservation: 0.5 })(cheap, [
      { walkAway: 0.9, reservation: 1 },
      { rounds: 5 },
    ])
    expect(odd.sameOrder).toBe(0.5)
    const turned = odd.pairs.find(
      ({ lower, higher }) => lower === 'acceptOpening' && higher === 'stubborn',
    )
    expect(turned).toEqual({
      lower: 'acceptOpening',
      higher: 'stubborn',
      agreeing: 1,
      cells: 2,
      share: 0.5,
    })
  })

  it('lists all combinations, or one change at a time', () => {
    expect(crossedVariations({ concession: [0.2, 0.3], rounds: [3, 4, 5] }).length).toBe(6)
    expect(oneAtATime({ concession: [0.2, 0.3], rounds: [3, 4, 5] })).toEqual([
      { concession: 0.2 },
      { concession: 0.3 },
      { rounds: 3 },
      { rounds: 4 },
      { rounds: 5 },
    ])
  })

  it('is not evaluable without a world', () => {
    const none = sensitivityOf(calibrated.seller)([], [{ rounds: 3 }])
    expect(none).toMatchObject({ base: { status: 'not_evaluable' }, pairs: [], sameOrder: null })
  })
})

describe('the laws of sensitivity', () => {
  it('L1 base', () => {
    const anchors = anchorsOf(calibrated.seller, { shares: shareGrid(0.3, 1, 0.1) })(
      calibratedWorlds,
    )
    const { base } = table
    expect(base.status === 'ok' && base.levels.exactCeiling).toBe(anchors.exactCeiling.mean)
    expect(base.status === 'ok' && base.levels.gridHindsight).toBe(anchors.gridHindsight.mean)
    expect(base.status === 'ok' && base.schedule).toEqual(anchors.bestFixed.schedule)
  })

  it('L2 stable', () => {
    const names: ReadonlyArray<AnchorName> = [
      'acceptOpening',
      'stubborn',
      'bestFixed',
      'gridHindsight',
      'exactCeiling',
      'payCost',
    ]
    expect(table.pairs.length).toBe((names.length * (names.length - 1)) / 2)
    for (const { lower, higher, agreeing, cells, share } of table.pairs) {
      const counted = table.cells.filter(
        (cell) => cell.status === 'ok' && cell.levels[lower] <= cell.levels[higher] + 1e-9,
      ).length
      expect([agreeing, cells]).toEqual([counted, table.cells.length])
      expect(share).toBe(counted / cells)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('L3 complete', () => {
    const made = sensitivityOf(calibrated.seller)(calibratedWorlds, [
      { rounds: 3 },
      { concession: 2, rounds: 0 },
    ])
    expect(made.cells.map(({ status }) => status)).toEqual(['ok', 'malformed'])
    const [, malformed] = made.cells
    expect(
      malformed?.status === 'malformed' && malformed.failures.map(({ path }) => path[0]),
    ).toEqual(['concession', 'rounds'])
    expect(made.pairs.every(({ cells }) => cells === 1)).toBe(true)
  })
})
