import { describe, expect, it } from 'vitest'
import { isPlayed, malformedRows, recordedTierNames } from '../../src/scoring/index.js'

const row = { world: '1', tier: 'wstar_grid', realized: 1, attainable: 2 }

describe('malformedRows', () => {
  it('finds nothing in well-formed rows, and nothing in no rows', () => {
    expect(malformedRows([row, { ...row, case: 'a', agent: 'm', status: 'ok' }])).toBeNull()
    expect(malformedRows([])).toBeNull()
  })

  it('takes null for an absent field, as JSON writes it', () => {
    const nulls = { case: null, agent: null, reason: null, status: null, attainableInterval: null }
    expect(malformedRows([{ ...row, ...nulls }])).toBeNull()
  })

  it('takes a negative, zero or subnormal attainable gain for a number', () => {
    for (const attainable of [-3, 0, -0, 5e-324]) {
      expect(malformedRows([{ ...row, attainable }])).toBeNull()
    }
  })

  it('takes names for what they are: "0" and one space are names', () => {
    expect(malformedRows([{ ...row, world: '0', tier: ' ' }])).toBeNull()
  })

  it('refuses optional fields of another type', () => {
    const wrong = { case: 1, agent: '', reason: 5, status: 'done' }
    const paths = (malformedRows([row, { ...row, ...wrong }]) ?? []).map(({ path }) => path)
    expect(paths).toEqual([
      [1, 'case'],
      [1, 'agent'],
      [1, 'reason'],
      [1, 'status'],
    ])
  })

  it('refuses holes, lists and texts in the place of rows', () => {
    const holes = new Array<unknown>(2)
    holes[1] = []
    expect((malformedRows(holes) ?? []).map(({ path }) => path)).toEqual([[0], [1]])
    expect(malformedRows('rows')).toHaveLength(1)
  })
})

describe('isPlayed', () => {
  it('holds for rows that say nothing of their status', () => {
    expect(isPlayed(row)).toBe(true)
    expect(isPlayed({ ...row, status: 'ok' })).toBe(true)
    expect(isPlayed({ ...row, status: 'error' })).toBe(false)
    expect(isPlayed({ ...row, status: 'withdrawn' })).toBe(false)
  })
})

describe('recordedTierNames', () => {
  it('knows the recorded name of the grid optimum', () => {
    expect(recordedTierNames.wstar_fallback).toBe('wstar_grid')
  })
})
