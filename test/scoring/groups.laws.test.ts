import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { byCodeUnits, groupsBy } from '../../src/scoring/groups.js'
import { reordered } from './arbitraries.js'

const rows = fc.array(
  fc.record({ key: fc.constantFrom('', 'a', 'B', 'é', 'z', '10', '9'), id: fc.nat() }),
  {
    maxLength: 20,
  },
)
const byKey = groupsBy((row: { readonly key: string; readonly id: number }) => row.key)

describe('groups', () => {
  it('L1 partition', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const groups = byKey(list)
        for (const { key, rows: members } of groups) {
          expect(members).toEqual(list.filter((row) => row.key === key))
        }
        expect(groups.reduce((count, group) => count + group.rows.length, 0)).toBe(list.length)
      }),
    )
  })

  it('L2 canonical', () => {
    fc.assert(
      fc.property(rows, fc.array(fc.nat(), { minLength: 20, maxLength: 20 }), (list, order) => {
        const keys = byKey(list).map(({ key }) => key)
        expect(byKey(reordered(list, order)).map(({ key }) => key)).toEqual(keys)
        expect(
          keys.every((key, index) => index === 0 || byCodeUnits(keys[index - 1] ?? '', key) < 0),
        ).toBe(true)
      }),
    )
    expect(
      byKey(['é', 'z', 'B', 'a', '9', '10'].map((key) => ({ key, id: 0 }))).map(({ key }) => key),
    ).toEqual(['10', '9', 'B', 'a', 'z', 'é'])
  })

  it('texts compare as their code units, with a sign', () => {
    const signs = [
      ['a', 'b'],
      ['b', 'a'],
      ['a', 'a'],
      ['a', 'B'],
    ] as const
    expect(signs.map(([a, b]) => byCodeUnits(a, b))).toEqual([-1, 1, 0, 1])
  })
})
