import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { slips } from '../../src/trace/sequence.js'

const names = fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 2, maxLength: 12 })

describe('sequence laws', () => {
  it('L1 equal', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c')), (list) => {
        expect(slips(list, list)).toEqual([])
      }),
    )
  })

  it('L2 dropped', () => {
    fc.assert(
      fc.property(names, fc.nat(), (list, some) => {
        const at = some % list.length
        const recorded = list.filter((_, index) => index !== at)
        expect(slips(recorded, list)).toEqual([{ _tag: 'Missing', index: at, expected: list[at] }])
      }),
    )
  })

  it('L3 swapped', () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(), (list, one, other) => {
        const a = one % list.length
        const b = other % list.length
        fc.pre(a < b)
        const recorded = list.map((name, index) =>
          index === a ? (list[b] ?? '') : index === b ? (list[a] ?? '') : name,
        )
        expect(slips(recorded, list).map((slip) => [slip._tag, slip.index])).toEqual([
          ['Moved', a],
          ['Moved', b],
        ])
      }),
    )
  })

  it('L4 rotated', () => {
    fc.assert(
      fc.property(names, (list) => {
        fc.pre(list.length > 2)
        const [first = '', ...rest] = list
        expect(slips([...rest, first], list)).toEqual([
          { _tag: 'Moved', index: list.length - 1, found: first, expected: list.at(-1) },
        ])
      }),
    )
  })
})
