import { describe, expect, it } from 'vitest'
import {
  type Contest,
  fitChoices,
  logLikelihood,
  minoriseMaximise,
} from '../../src/statistics/choice-model.js'

/** A contest of the players 0 and 1. */
const duel = (first: number, second: number): Contest => [
  { parts: [[0, 1]], chosen: first },
  { parts: [[1, 1]], chosen: second },
]
/** Davidson's contest: the tie as a third option, with parameter 2. */
const tieable = (first: number, second: number, ties: number): Contest => [
  ...duel(first, second),
  {
    parts: [
      [0, 0.5],
      [1, 0.5],
      [2, 1],
    ],
    chosen: ties,
  },
]
const near = (values: ReadonlyArray<number>, digits = 10) =>
  values.map((value) => expect.closeTo(value, digits))

describe('the likelihood', () => {
  it('is that of the odds, however far apart the strengths are', () => {
    expect(logLikelihood([duel(3, 1)])([Math.log(3), 0])).toBeCloseTo(
      3 * Math.log(0.75) + Math.log(0.25),
      12,
    )
    expect(logLikelihood([duel(1, 1)])([1000, 0])).toBe(-1000)
  })
})

describe('the steps of Hunter', () => {
  it('are none, one and two, of which the first is the share of wins', () => {
    const steps = minoriseMaximise([duel(3, 1)], 2)
    expect(steps(0, [0.25, -0.25])).toEqual([0.25, -0.25])
    expect(steps(1, [0, 0])).toEqual(near([Math.log(3) / 2, -Math.log(3) / 2], 12))
    const [a = 0, b = 0] = minoriseMaximise([duel(3, 1), duel(0, 2)], 2)(1, [1, 0])
    // 3 wins each: the rates are equal, and so are the strengths.
    expect([a, b]).toEqual(near([0, 0], 12))
  })

  it('leave a cycle of equals where it is', () => {
    const cycle = [0, 1, 2].map(
      (first): Contest => [
        { parts: [[first, 1]], chosen: 1 },
        { parts: [[(first + 1) % 3, 1]], chosen: 0 },
      ],
    )
    expect(minoriseMaximise(cycle, 3)(5, [0, 0, 0])).toEqual(near([0, 0, 0], 12))
  })
})

describe('a fit', () => {
  it('of one pair has the log odds, and the covariance of a logit', () => {
    const variance = (1 / 3 + 1) / 4
    const fit = fitChoices([duel(3, 1)], 2)([0, 0])
    expect(fit?.theta).toEqual(near([Math.log(3) / 2, -Math.log(3) / 2]))
    expect([...(fit?.covariance ?? [])]).toEqual(near([variance, -variance, -variance, variance]))
    expect(fit?.logLikelihood).toBeCloseTo(3 * Math.log(0.75) + Math.log(0.25), 12)
  })

  it('of one pair with ties has the covariance that the delta method gives', () => {
    const [won, lost, tied] = [4, 2, 3]
    // Half the log odds is (ln w - ln l)/2, log nu is ln t - (ln w + ln l)/2; the variance of ln n is 1/n.
    const own = (1 / won + 1 / lost) / 4
    const cross = (1 / lost - 1 / won) / 4
    const ofTies = 1 / tied + own
    const half = Math.log(won / lost) / 2
    for (const start of [
      [0, 0, 0],
      [3, 1, 2],
    ]) {
      const fit = fitChoices([tieable(won, lost, tied)], 2)(start)
      expect(fit?.theta).toEqual(near([half, -half, Math.log(tied / Math.sqrt(won * lost))]))
      expect([...(fit?.covariance ?? [])]).toEqual(
        near([own, -own, cross, -own, own, -cross, cross, -cross, ofTies]),
      )
    }
  })

  it('is found from afar, where a full step of Newton goes too far', () => {
    for (const start of [2, 4, 10]) {
      const fit = fitChoices([duel(3, 1)], 2)([start, -start])
      expect(fit?.theta).toEqual(near([Math.log(3) / 2, -Math.log(3) / 2]))
    }
  })

  it('is none where no maximum exists, or the start is no number', () => {
    expect(fitChoices([duel(3, 0)], 2)([0, 0])).toBeNull()
    expect(fitChoices([duel(3, 1)], 2)([Number.NaN, 0])).toBeNull()
  })

  it('needs evidence that rounding does not swallow', () => {
    expect(fitChoices([duel(5e-14, 5e-14)], 2)([0, 0])?.theta).toEqual([0, 0])
    expect(fitChoices([duel(2e-15, 2e-15)], 2)([0, 0])).toBeNull()
  })
})
