import { expect, it } from 'vitest'
import { makeWorld } from '../../src/economy/index.js'
import { decomposeGap } from '../../src/oracle/gap-decomposition.js'
import { exactWBayes, realizedGain } from '../../src/oracle/wbayes-exact.js'
import { sound } from '../economy/arbitraries.js'
import { describeReference, readReference } from '../support/reference.js'

interface Recorded {
  readonly values: ReadonlyArray<ReadonlyArray<number>>
  readonly holdings: ReadonlyArray<ReadonlyArray<number>>
  readonly action: ReadonlyArray<readonly [number, number, number, number]>
  readonly score: {
    readonly w_real: number
    readonly unc: number
    readonly charged: number
    readonly inf: number | null
    readonly ctrl: number | null
    readonly ratio_raw: number
    readonly ratio_clip: number
  }
  readonly bayes_result: { readonly w_bayes: number; readonly w_star: number }
}

describeReference('the exact Bayesian frontier of two agents and two goods', (folder) => {
  const recorded = readReference(folder, 'bilateral_exact_wbayes.json') as ReadonlyArray<Recorded>

  it.each(recorded.map((found, i) => [i, found] as const))('agrees with case %i', (_, found) => {
    const world = sound(
      makeWorld({
        allocation: found.holdings,
        preferences: found.values,
        utilityMode: 'concave_separable',
      }),
    )
    const { wBayes, wStar } = sound(exactWBayes()(world))
    expect(wBayes).toBeCloseTo(found.bayes_result.w_bayes, 12)
    expect(wStar).toBeCloseTo(found.bayes_result.w_star, 12)
    const rows = found.action.map(([from, to, good, quantity]) => ({
      from: from + 1,
      to: to + 1,
      resource: `r${good + 1}`,
      quantity,
    }))
    const wReal = realizedGain(world)(1, rows)
    const { score } = found
    expect(wReal).toBeCloseTo(score.w_real, 12)
    const gap = decomposeGap('exact_wbayes')({ wStar, wBayes, wReal })
    expect(gap.unconditional).toBeCloseTo(score.unc, 12)
    expect(gap.charged).toBeCloseTo(score.charged, 12)
    expect([gap.inference, gap.control]).toEqual([score.inf, score.ctrl])
    expect(gap.ratioRaw).toBeCloseTo(score.ratio_raw, 12)
    expect(gap.ratioClipped).toBeCloseTo(score.ratio_clip, 12)
  })
})
