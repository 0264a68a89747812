import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  countRemaining,
  nthOf,
  type Remaining,
  rankOf,
  remainingNumbers,
  remainingOf,
  remains,
  taken,
} from '../../../src/core/episode/remaining.js'

/** Sizes about those at which another word begins or another level of the tree does. */
const size = fc.oneof(
  fc.integer({ min: 0, max: 400 }),
  fc.constantFrom(29, 30, 31, 59, 60, 61, 119, 120, 121, 240, 241),
)

const agree = (set: Remaining, left: ReadonlyArray<number>, n: number): void => {
  expect(countRemaining(set)).toBe(left.length)
  expect([...remainingNumbers(set, 'first')]).toEqual(left)
  expect([...remainingNumbers(set, 'last')]).toEqual([...left].reverse())
  for (let index = -1; index <= n + 31; index += 1) {
    expect(remains(set, index)).toBe(left.includes(index))
    expect(nthOf(set, index)).toBe(left[index] ?? null)
    if (index >= 0 && index < n) {
      expect(rankOf(set, index)).toBe(left.filter((other) => other < index).length)
    }
  }
}

describe('remaining', () => {
  it('L1 set', () => {
    fc.assert(
      fc.property(size, fc.array(fc.nat(), { maxLength: 60 }), (n, picks) => {
        let set = remainingOf(n)
        let left: ReadonlyArray<number> = Array.from({ length: n }, (_, index) => index)
        agree(set, left, n)
        for (const pick of picks) {
          const index = left[pick % left.length]
          if (index === undefined) break
          set = taken(set, index)
          left = left.filter((other) => other !== index)
        }
        agree(set, left, n)
      }),
    )
    for (const nowhere of [Number.NaN, 0.5, -0.5]) expect(nthOf(remainingOf(3), nowhere)).toBeNull()
  })

  it('L2 sharing', () => {
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (n, one, other) => {
        fc.pre(n > 0)
        const set = remainingOf(n)
        const all = Array.from({ length: n }, (_, index) => index)
        agree(
          taken(set, one % n),
          all.filter((index) => index !== one % n),
          n,
        )
        agree(
          taken(set, other % n),
          all.filter((index) => index !== other % n),
          n,
        )
        agree(set, all, n)
      }),
    )
  })
})
