import { describe, expect, it } from 'vitest'
import { makeWorld, utilities, utilityOf } from '../../src/economy/index.js'
import { sound } from './arbitraries.js'

const one = (
  utilityMode: 'linear' | 'concave_separable' | 'complementary_bundle',
  preferences: ReadonlyArray<number>,
  moneyGoodIndex: number | null = null,
) =>
  sound(
    makeWorld({
      allocation: [preferences.map(() => 0)],
      preferences: [preferences],
      utilityMode,
      moneyGoodIndex,
    }),
  )

describe('utilityOf', () => {
  it('values a unit at its value where utility is linear', () => {
    expect(utilityOf(one('linear', [2, 3]))(0, [4, 5])).toBe(23)
  })

  it('values the root of a quantity in the concave modes', () => {
    expect(utilityOf(one('concave_separable', [2, 3]))(0, [4, 9])).toBe(13)
  })

  it('adds a bonus for variety from two goods on', () => {
    const utility = utilityOf(one('complementary_bundle', [2, 4, 6]))
    expect(utility(0, [4, 0, 0])).toBe(4)
    expect(utility(0, [4, 9, 0])).toBeCloseTo(16 + 0.05 * 2 * 4, 12)
    expect(utility(0, [4, 9, 1])).toBeCloseTo(22 + 0.05 * 3 * 4, 12)
  })

  it('keeps money linear in the concave modes and counts it as a good held', () => {
    expect(utilityOf(one('concave_separable', [2, 3], 1))(0, [4, 9])).toBe(31)
    expect(utilityOf(one('complementary_bundle', [2, 4], 1))(0, [4, 1])).toBeCloseTo(8.3, 12)
  })

  it('takes a quantity of 0 or less, or none, for nothing', () => {
    for (const mode of ['linear', 'concave_separable', 'complementary_bundle'] as const) {
      const utility = utilityOf(one(mode, [2, 3]))
      expect(utility(0, [-4, -9])).toBe(0)
      expect(utility(0, [Number.NaN, 0])).toBe(0)
      expect(utility(0, [])).toBe(0)
    }
  })

  it('takes agent index 0 for the first agent and knows nobody outside the world', () => {
    const world = sound(makeWorld({ allocation: [[1], [1]], preferences: [[5], [7]] }))
    expect(utilityOf(world)(0, [1])).toBe(5)
    expect(utilityOf(world)(1, [1])).toBe(7)
    expect(utilityOf(world)(2, [1])).toBe(0)
    expect(utilityOf(world)(-1, [1])).toBe(0)
  })

  it('adds the values of the bonus by the named summation', () => {
    const world = one('complementary_bundle', [1e16, 1, -1e16])
    const holdings = [1e-40, 1, 0]
    expect(utilityOf(world, 'plain')(0, holdings)).toBe(1.0001)
    expect(utilityOf(world, 'neumaier')(0, holdings)).toBe(1.0001 + (0.05 * 2) / 3)
  })

  it('values a bundle buyer by its bundle and its money alone', () => {
    const world = sound(
      makeWorld({
        allocation: [
          [0, 0, 9],
          [1, 1, 0],
        ],
        preferences: [
          [8, 8, 1],
          [2, 3, 1],
        ],
        moneyGoodIndex: 2,
        bundleBuyer: {
          buyerAgent: 1,
          moneyResource: 3,
          requiredComponents: [1, 2],
          bundleValue: 50,
          budget: 9,
        },
      }),
    )
    expect(utilities(world)).toEqual([9, 5])
    expect(
      utilities(world, [
        [1, 1, 2],
        [0, 0, 7],
      ]),
    ).toEqual([52, 7])
    expect(
      utilities(world, [
        [5, 0, 2],
        [0, 0, 7],
      ]),
    ).toEqual([2, 7])
  })
})
