import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareAt,
  compareDifferences,
  type Difference,
  type DifferenceKind,
  renderDifference,
  sortDifferences,
} from '../../src/trace/difference.js'
import { runFileNames } from '../../src/trace/run-files.js'

const differences: fc.Arbitrary<Difference> = fc.record({
  file: fc.constantFrom(...runFileNames, 'other.txt'),
  line: fc.integer({ min: 1, max: 3 }),
  path: fc.array(fc.constantFrom<string | number>('a', 'b', 0, 1, 10), { maxLength: 2 }),
  recorded: fc.constantFrom(null, 1, 'x'),
  recomputed: fc.constantFrom(null, 2, [1]),
  kind: fc.constantFrom<DifferenceKind>('value', 'missing', 'order'),
})

describe('difference laws', () => {
  it('L1 total order', () => {
    fc.assert(
      fc.property(differences, differences, differences, (a, b, c) => {
        const sign = Math.sign(compareDifferences(a, b))
        expect(sign + Math.sign(compareDifferences(b, a))).toBe(0)
        expect(sign === 0).toBe(JSON.stringify(a) === JSON.stringify(b))
        if (sign <= 0 && compareDifferences(b, c) <= 0) {
          expect(compareDifferences(a, c)).toBeLessThanOrEqual(0)
        }
        expect(sortDifferences([a, a, a])).toEqual([a])
      }),
    )
  })

  it('L2 stability', () => {
    const shuffled = fc
      .array(differences, { maxLength: 8 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      )
    fc.assert(
      fc.property(shuffled, ([list, other]) => {
        expect(sortDifferences(other)).toEqual(sortDifferences(list))
      }),
    )
  })
})

describe('differences', () => {
  it('are one for every leaf, with its line and path', () => {
    const found = compareAt('summary.json', () => 7, ['a'], { x: 1, y: [1, 2] }, { x: 2, y: [1] })
    expect(found.map(renderDifference)).toEqual([
      'summary.json:7 a.x: recorded 1, recomputed 2 (value)',
      'summary.json:7 a.y[1]: recorded 2, recomputed nothing (unexpected)',
    ])
  })

  it('say that nothing is recorded where a member is missing', () => {
    const found = compareAt('trace.jsonl', () => 1, [], {}, { x: 'y' })
    expect(found.map(renderDifference)).toEqual([
      'trace.jsonl:1 x: recorded nothing, recomputed "y" (missing)',
    ])
  })
})
