import { describe, expect, it } from 'vitest'
import { drawnDenominatorReplicates, ratioReplicates } from '../../src/statistics/replicates.js'

describe('replicates', () => {
  it('are ratios of resampled rows: for three rows, among the 10 that exist', () => {
    const possible = new Set([
      -0.25, -0.1, 0, 0.125, 0.25, 0.375, 0.5, 0.6666666666666666, 0.8333333333333334, 1,
    ])
    const ratios = ratioReplicates('plain', 7n, 5000)([1, 2, -1], [2, 2, 4])
    expect(ratios).toHaveLength(5000)
    const seen = new Map<number, number>()
    for (const ratio of ratios) seen.set(ratio, (seen.get(ratio) ?? 0) + 1)
    expect(new Set(seen.keys())).toEqual(possible)
    // 27 ordered resamples: one gives -0.25, six give 0.25.
    expect(Math.abs((seen.get(-0.25) ?? 0) - 5000 / 27)).toBeLessThan(50)
    expect(Math.abs((seen.get(0.25) ?? 0) - (6 * 5000) / 27)).toBeLessThan(120)
  })

  it('leave out those whose denominators add up to nothing', () => {
    const ratios = ratioReplicates('neumaier', 7n, 2000)([1, 2, 3], [0, 0, 5])
    expect(ratios).toHaveLength(1401)
    expect(ratioReplicates('plain', 7n, 100)([1], [1e-9])).toHaveLength(0)
    expect(ratioReplicates('plain', 7n, 100)([1], [1.1e-9])).toHaveLength(100)
  })

  it('leave out those whose drawn denominator is floored at zero', () => {
    const ratios = drawnDenominatorReplicates('plain', 7n, 2000, 4)([45.6, 0, 30.2, 45.6, 12.1], 2)
    expect(ratios).toHaveLength(1421)
  })
})
