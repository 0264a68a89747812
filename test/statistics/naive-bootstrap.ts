import { EPSILON, type Summation, sum } from '../../src/core/arithmetic.js'
import { seedCPython, withCPython } from '../../src/core/random/cpython.js'

/** The plain loop that the fast engine must agree with: one call for each draw, lists for the picked rows. */
export const naiveRatios = (
  summation: Summation,
  seed: bigint,
  replicates: number,
  numerators: ReadonlyArray<number>,
  denominators: ReadonlyArray<number>,
): ReadonlyArray<number> =>
  withCPython(seedCPython(seed), (draw) =>
    Array.from({ length: replicates }, () => {
      const picked = numerators.map(() => draw.randrange(numerators.length))
      const denominator = sum(summation)(picked.map((i) => denominators[i] ?? Number.NaN))
      const numerator = sum(summation)(picked.map((i) => numerators[i] ?? Number.NaN))
      return denominator > EPSILON ? [numerator / denominator] : []
    }).flat(),
  )[0]

/** The same for one denominator that every replicate draws anew after its rows. */
export const naiveDrawnRatios = (
  summation: Summation,
  seed: bigint,
  replicates: number,
  sigma: number,
  numerators: ReadonlyArray<number>,
  denominator: number,
): ReadonlyArray<number> =>
  withCPython(seedCPython(seed), (draw) =>
    Array.from({ length: replicates }, () => {
      const picked = numerators.map(() => numerators[draw.randrange(numerators.length)] ?? 0)
      const total = Math.max(0, draw.gauss(denominator, sigma)) * numerators.length
      return total > EPSILON ? [sum(summation)(picked) / total] : []
    }).flat(),
  )[0]
