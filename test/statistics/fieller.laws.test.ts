import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type FiellerOutcome,
  fiellerInterval,
  unboundedRatios,
} from '../../src/statistics/fieller.js'
import { studentQuantile } from '../../src/statistics/student.js'
import { must, row, shuffledBy, worldsOf } from './interval-rows.js'

const rowsOf = (xs: ReadonlyArray<number>, ys: ReadonlyArray<number>) =>
  xs.map((x, i) => row(`w${i}`, x, ys[i] ?? Number.NaN))

const holds = (set: FiellerOutcome, ratio: number, slack: number): boolean => {
  if (set._tag === 'Interval') return set.low - slack <= ratio && ratio <= set.high + slack
  if (set._tag === 'NotEvaluable') return false
  if (set.shape === 'line') return true
  const { atMost, atLeast } = set
  return (
    (atMost !== null && ratio <= atMost + slack) || (atLeast !== null && ratio >= atLeast - slack)
  )
}

/** The t test that the set inverts: a ratio belongs to it if the mean of x - ratio * y does not differ from 0. */
const notRejected = (
  xs: ReadonlyArray<number>,
  ys: ReadonlyArray<number>,
  ratio: number,
): number => {
  const off = xs.map((x, i) => x - ratio * (ys[i] ?? 0))
  const mean = off.reduce((a, b) => a + b) / off.length
  const variance = off.reduce((a, b) => a + (b - mean) ** 2, 0) / (off.length - 1)
  return Math.abs(mean) - studentQuantile(off.length - 1)(0.975) * Math.sqrt(variance / off.length)
}

const columns = fc
  .array(fc.tuple(fc.integer({ min: -20, max: 20 }), fc.integer({ min: -9, max: 20 })), {
    minLength: 2,
    maxLength: 15,
  })
  .filter((pairs) => pairs.reduce((total, [, y]) => total + y, 0) > 0)

describe("the laws of Fieller's set", () => {
  it('L1 contains', () => {
    fc.assert(
      fc.property(columns, fc.double({ min: -40, max: 40, noNaN: true }), (pairs, other) => {
        const [xs, ys] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const set = fiellerInterval()(rowsOf(xs, ys))
        expect(
          holds(set, set.estimate ?? Number.NaN, 1e-9 * Math.abs(set.estimate ?? 0) + 1e-9),
        ).toBe(true)
        // And it holds exactly the ratios that a t test does not reject.
        const margin = notRejected(xs, ys, other)
        if (Math.abs(margin) > 1e-6) expect(holds(set, other, 0)).toBe(margin < 0)
      }),
      { numRuns: 1000 },
    )
  })

  it('L2 bounded', () => {
    fc.assert(
      fc.property(columns, (pairs) => {
        const ys = pairs.map(([, y]) => y)
        const mean = ys.reduce((a, b) => a + b) / ys.length
        const variance = ys.reduce((a, b) => a + (b - mean) ** 2, 0) / (ys.length - 1)
        const t = studentQuantile(ys.length - 1)(0.975)
        const clear = mean * mean - (t * t * variance) / ys.length
        const set = fiellerInterval()(
          rowsOf(
            pairs.map(([x]) => x),
            ys,
          ),
        )
        if (Math.abs(clear) > 1e-6) expect(set._tag).toBe(clear > 0 ? 'Interval' : 'Unbounded')
      }),
    )
  })

  it('L3 order-free', () => {
    fc.assert(
      fc.property(columns, fc.nat(9999), (pairs, by) => {
        const rows = rowsOf(
          pairs.map(([x]) => x / 7),
          pairs.map(([, y]) => y),
        )
        expect(fiellerInterval()(shuffledBy(by, rows))).toEqual(fiellerInterval()(rows))
      }),
    )
  })
})

describe("Fieller's published vectors", () => {
  it('are met where the set is bounded', () => {
    const set = must(fiellerInterval()(rowsOf([1, 2, 3, 4, 5], [2, 4, 5, 8, 9])))
    expect(set.estimate).toBeCloseTo(0.535714, 6)
    expect(set.low).toBeCloseTo(0.460191, 6)
    expect(set.high).toBeCloseTo(0.60234, 6)
    expect(set).toMatchObject({ method: 'fieller', engine: 'none', n: 5, replicates: 0 })
  })

  it('are met where it is not', () => {
    const set = fiellerInterval()(rowsOf([1, 2, 3], [-1, 0, 2]))
    expect(set).toMatchObject({ _tag: 'Unbounded', shape: 'complement' })
    if (set._tag !== 'Unbounded') return
    expect(set.estimate).toBeCloseTo(6, 12)
    expect(set.atMost).toBeLessThan(set.atLeast ?? -1)
  })

  it('are every number where nothing is known, and a half-line at the edge', () => {
    expect(fiellerInterval()(rowsOf([5, -5, 4, -3], [9, -8, 5, -3]))).toMatchObject({
      _tag: 'Unbounded',
      shape: 'line',
      atMost: null,
      atLeast: null,
    })
    const none = { atMost: null, atLeast: null }
    expect(unboundedRatios({ a: 0, b: 2, c: 6 })).toEqual({ shape: 'ray', ...none, atLeast: 1.5 })
    expect(unboundedRatios({ a: 0, b: -2, c: 6 })).toEqual({ shape: 'ray', ...none, atMost: -1.5 })
    expect(unboundedRatios({ a: 0, b: 0, c: -1 })).toEqual({ shape: 'line', ...none })
    // One root only: -(r - 1)^2 is at most 0 everywhere.
    expect(unboundedRatios({ a: -1, b: -1, c: -1 })).toEqual({ shape: 'line', ...none })
  })

  it('are all but what lies between two roots, whatever the signs', () => {
    const roots = (a: number, b: number, c: number) => {
      const { shape, atMost, atLeast } = unboundedRatios({ a, b, c })
      return [shape, atMost, atLeast]
    }
    // -(r - 1)(r - 3), -(r + 1)(r + 3), -(r - 2)(r + 2), -r(r - 4)
    expect(roots(-1, -2, -3)).toEqual(['complement', 1, 3])
    expect(roots(-1, 2, -3)).toEqual(['complement', -3, -1])
    expect(roots(-1, 0, 4)).toEqual(['complement', -2, 2])
    expect(roots(-1, -2, 0)).toEqual(['complement', 0, 4])
    expect(roots(-1, 2, 0)).toEqual(['complement', -4, 0])
    const none = must(fiellerInterval()(rowsOf([0, 0, 0], [4, 4, 4])))
    expect([none.low, none.high]).toEqual([0, 0])
  })

  it('say which statistic they are of, and how many rows and worlds', () => {
    const set = fiellerInterval()([row('a', 1, 2), row('a', 1, 2), row('b', 1, 3)])
    expect(set).toMatchObject({ statistic: 'ratio_of_sums', n: 2, rows: 3, seed: 0, kept: 0 })
    const clear = must(fiellerInterval()(rowsOf([1, 2, 3], [4, 5, 6])))
    expect(clear.degenerate).toBe(false)
    const wide = fiellerInterval()([row('a', 2 ** 30, 2 ** 29), ...worldsOf(9)])
    expect(wide._tag).not.toBe('NotEvaluable')
  })

  it('are one point for data without spread', () => {
    const flat = must(fiellerInterval()(rowsOf([2, 2, 2], [4, 4, 4])))
    expect([flat.low, flat.high, flat.degenerate]).toEqual([0.5, 0.5, true])
  })

  it('are refused for want of worlds, denominators or a level', () => {
    const reason = (set: FiellerOutcome): string =>
      set._tag === 'NotEvaluable' ? set.reason : set._tag
    expect(reason(fiellerInterval()([]))).toBe('no_rows')
    expect(reason(fiellerInterval()([row('a', 1, 2)]))).toBe('one_world')
    expect(reason(fiellerInterval()(rowsOf([1, 1], [1, -1])))).toBe('degenerate_denominator')
    expect(reason(fiellerInterval({ level: 1 })(rowsOf([1, 1], [1, 2])))).toBe('malformed_options')
    expect(reason(fiellerInterval({ gridBits: 99 })(rowsOf([1, 1], [1, 2])))).toBe(
      'malformed_options',
    )
  })
})
