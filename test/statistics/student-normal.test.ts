import { describe, expect, it } from 'vitest'
import { studentProbability } from '../../src/statistics/student.js'

describe("Student's distribution beyond a million degrees", () => {
  it.each([0.5, 1, 1.96, 2, 3, 5])(
    'goes on at %d where the sum of all terms ends, within 1e-11',
    (t) => {
      const [summed, approximated] = [1e6, 1e6 + 1].map((degrees) => studentProbability(degrees)(t))
      expect(approximated).not.toBe(summed)
      expect(Math.abs((approximated ?? 0) - (summed ?? 0))).toBeLessThan(1e-11)
    },
  )
})
