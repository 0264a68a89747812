import { describe, expect, it } from 'vitest'
import { studentProbability, studentQuantile } from '../../src/statistics/student.js'

const { NEGATIVE_INFINITY: least, POSITIVE_INFINITY: most } = Number

describe("Student's distribution", () => {
  it.each([1, 2, 3, 1000, 1e12, 1e308])(
    'with %d degrees has all of its mass between the ends of the doubles',
    (degrees) => {
      const below = [least, -1e308, -1e200, 0, -0, 1e200, 1e308, most].map(
        studentProbability(degrees),
      )
      expect(below).toEqual([0, 0, 0, 0.5, 0.5, 1, 1, 1])
    },
  )

  it('has no quantile of what is no probability, however near', () => {
    for (const p of [least, -1, -1e-20, 1 + Number.EPSILON, 2, most, Number.NaN])
      expect([studentQuantile(4)(p), studentQuantile(4000)(p)]).toEqual([Number.NaN, Number.NaN])
    expect([0, 0.5, 1].map(studentQuantile(4000))).toEqual([least, 0, most])
  })

  it.each([
    [0.6, 0.2534144484834982826, 1e-15],
    [0.75, 0.6747349193584470646, 1e-15],
    [0.975, 1.962336705280879537, 5e-15],
    [0.999, 3.098393982491397589, 1e-14],
    [0.99999, 4.28541706936251406, 1e-12],
  ])('has, at 1,001 degrees and %d, the quantile %d', (p, quantile, slack) => {
    expect(Math.abs(studentQuantile(1001)(p) / quantile - 1)).toBeLessThan(slack)
  })

  it('up to 1,000 degrees the quantile is the first float to reach its probability', () => {
    for (const degrees of [1, 2, 7, 1000])
      for (const p of [0.6, 0.75, 0.9, 0.975, 1 - 2 ** -30, 1 - 2 ** -53])
        expect(studentProbability(degrees)(studentQuantile(degrees)(p))).toBeGreaterThanOrEqual(p)
    // So far out many floats share a probability.
    const last = studentQuantile(1)(1 - 2 ** -53)
    expect(studentProbability(1)(last)).toBe(1 - 2 ** -53)
    expect(studentProbability(1)(last * (1 - Number.EPSILON))).toBeLessThan(1 - 2 ** -53)
  })

  it('adds all terms up to a million degrees, with the same bits on every machine', () => {
    expect([1.96, 2].map(studentProbability(1e6))).toEqual([0.9750019662035212, 0.9772497330761503])
  })
})
