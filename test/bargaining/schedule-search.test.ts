import { describe, expect, it } from 'vitest'
import {
  calibrated,
  calibratedWorlds,
  defaultShares,
  searchSchedules,
  shareGrid,
} from '../../src/bargaining/index.js'

describe('shareGrid', () => {
  it('holds the doubles that the decimals name', () => {
    expect(shareGrid(0.3, 1, 0.05)).toEqual([
      0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1,
    ])
    expect(defaultShares.length).toBe(15)
  })

  it('is empty where there is nothing to list', () => {
    expect(shareGrid(1, 0.3, 0.05)).toEqual([])
    expect(shareGrid(0.3, 1, 0)).toEqual([])
    expect(shareGrid(Number.NaN, 1, 0.1)).toEqual([])
  })
})

describe('searchSchedules', () => {
  it('gives the first of equal schedules in the order of the grid', () => {
    // Two rounds: one counter, and everything at or above the ask is the same deal.
    const two = { ...calibrated.seller, rounds: 2 }
    const found = searchSchedules(two, { shares: [1, 1.1, 1.2] })(calibratedWorlds)
    expect(found.schedule).toEqual([1])
    expect(found.schedules).toBe(3)
  })

  it('has no mean without a share or a world', () => {
    expect(searchSchedules(calibrated.seller, { shares: [] })(calibratedWorlds)).toMatchObject({
      mean: null,
      schedules: 0,
      schedule: [],
    })
    expect(searchSchedules(calibrated.seller)([])).toMatchObject({ mean: null, worlds: 0 })
  })
})
