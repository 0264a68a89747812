import { describe, expect, it } from 'vitest'
import { normalDensity, normalProbability, normalQuantile } from '../../src/statistics/normal.js'

const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number

describe('the normal distribution', () => {
  it('has all of its mass between the ends of the doubles', () => {
    expect([least, -1e200, -41, 41, 1e200, most].map(normalProbability)).toEqual([0, 0, 0, 1, 1, 1])
    expect([least, -1e200, 1e200, most].map(normalDensity)).toEqual([0, 0, 0, 0])
    expect([0, -0].map(normalProbability)).toEqual([0.5, 0.5])
  })

  it('has no quantile of what is no probability, however near', () => {
    for (const p of [least, -1, -5e-324, 1 + Number.EPSILON, 2, most, Number.NaN])
      expect(normalQuantile(p)).toBeNaN()
    expect([0, 0.5, 1].map(normalQuantile)).toEqual([least, 0, most])
  })

  it.each([
    [1e-300, -37.0470962993611992],
    [1e-100, -21.2734535609653243],
    [1e-10, -6.36134090240405619],
    [0.001, -3.09023230616781354],
    [0.2, -0.841621233572914166],
    [0.49, -0.025068908258711058],
  ])('has the published quantile at %d', (p, quantile) => {
    expect(normalQuantile(p) / quantile).toBeCloseTo(1, 13)
  })

  // As recorded: another first guess, or one step more or less, would end in other bits.
  it.each([
    [1e-10, -6.361340902404057],
    [0.001, -3.090232306167778],
    [0.2, -0.8416212335729134],
    [0.49, -0.025068908258710994],
  ])('has the same bits on every machine at %d', (p, quantile) => {
    expect(normalQuantile(p)).toBe(quantile)
  })

  it('takes the series up to 4, both ways', () => {
    expect([-4, 4].map(normalProbability)).toEqual([0.00003167124183311998, 0.9999683287581669])
  })
})
