/**
 * MeanTest: do two samples differ in their means, by permutation of the labels.
 *
 * Fisher's (1935) test: if the labels mean nothing, every choice of which values are "first" is equally likely. All
 * choices are enumerated where they are at most `mostEnumerated`, and p is exact; beyond that, seeded random choices
 * estimate it as (1 + as extreme) / (1 + drawn). Sums within 1e-12 of each other, relative to the values, count as
 * equal.
 *
 * | option           | default     | meaning                                       |
 * | ---------------- | ----------- | --------------------------------------------- |
 * | `alternative`    | `two_sided` | which differences are as extreme              |
 * | `mostEnumerated` | 200000      | most choices that are all compared            |
 * | `permutations`   | 10000       | choices drawn where there are more            |
 * | `seed`           | 7           | seed of the stream of those                   |
 *
 * Laws
 *   L1 exchange   exchanging the samples turns the difference and leaves the two-sided p
 *   L2 shift      adding a constant to all values changes no p
 *   L3 at least   p is at least 1 over the number of choices, and at most 1
 *
 * @module
 */

import { sum } from '../core/arithmetic.js'
import { seedStream, withStream } from '../core/random/stream.js'
import { accountOf, isResampleCount, type Unsupported, unsupported } from './evaluable.js'
import { plainSeed } from './interval.js'
import type { Alternative, PermutationTest } from './rank-test.js'

/**
 * Sets how two means are compared; see the table of defaults above.
 *
 * @category model
 * @since 0.1.0
 */
export interface MeanTestOptions {
  readonly alternative: Alternative
  readonly mostEnumerated: number
  readonly permutations: number
  readonly seed: bigint
}

const defaults: MeanTestOptions = {
  alternative: 'two_sided',
  mostEnumerated: 200_000,
  permutations: 10_000,
  seed: 7n,
}

const total = sum('neumaier')

/** Counts the choices of k from n, at most `most` + 1. */
const choices = (n: number, k: number, most: number): number => {
  let count = 1
  for (let i = 1; i <= Math.min(k, n - k); i += 1) {
    count = (count * (n - i + 1)) / i
    if (count > most) return most + 1
  }
  return Math.round(count)
}

/** Counts all choices of `k` values, and those whose sum is extreme. */
const enumerated = (
  values: ReadonlyArray<number>,
  k: number,
  extreme: (sum: number) => boolean,
): readonly [number, number] => {
  let all = 0
  let beyond = 0
  const choose = (from: number, left: number, chosen: number): void => {
    if (left === 0) {
      all += 1
      if (extreme(chosen)) beyond += 1
      return
    }
    for (let i = from; i <= values.length - left; i += 1) {
      choose(i + 1, left - 1, chosen + (values[i] as number))
    }
  }
  choose(0, k, 0)
  return [all, beyond]
}

const sampled = (
  values: ReadonlyArray<number>,
  k: number,
  extreme: (sum: number) => boolean,
  { permutations, seed }: MeanTestOptions,
): readonly [number, number] => {
  const [beyond] = withStream(seedStream(seed), (draw) => {
    let count = 0
    for (let drawn = 0; drawn < permutations; drawn += 1) {
      if (extreme(total(draw.shuffled(values).slice(0, k)))) count += 1
    }
    return count
  })
  return [permutations + 1, beyond + 1]
}

/**
 * Tests the difference of two means, the first less the second, by permutation. Not evaluable with an empty sample or a
 * value that is not finite.
 *
 * @example
 * ```ts
 * import { meanTest } from 'edgeworth/statistics'
 *
 * const test = meanTest()([7, 8, 9], [1, 2, 3])
 * test._tag === 'PermutationTest' && [test.estimate, test.p, test.arrangements] // => [6, 0.1, 20]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const meanTest =
  (options: Partial<MeanTestOptions> = {}) =>
  (first: ReadonlyArray<number>, second: ReadonlyArray<number>): PermutationTest | Unsupported => {
    const chosen = { ...defaults, ...options }
    const { alternative, mostEnumerated, permutations, seed } = chosen
    const all = [...first, ...second]
    const account = accountOf(all.length)
    const refuse = unsupported('difference_of_means')
    if (first.length === 0 || second.length === 0) return refuse('no_data', account)
    if (!all.every(Number.isFinite)) return refuse('not_finite', account)
    const bounded = Number.isInteger(mostEnumerated) && mostEnumerated <= 10_000_000
    if (!isResampleCount(permutations) || !bounded) return refuse('malformed_options', account)
    const centre = total(all) / all.length
    const values = all.map((value) => value - centre)
    const scale = values.reduce((sum, value) => sum + Math.abs(value), 0)
    if (!Number.isFinite(scale)) return refuse('not_finite', account)
    const slack = scale * 1e-12
    const observed = total(values.slice(0, first.length))
    // With centred values the sum of the first sample decides the difference, whatever its size.
    const extreme = (sumOf: number): boolean => {
      if (alternative === 'greater') return sumOf >= observed - slack
      if (alternative === 'less') return sumOf <= observed + slack
      return Math.abs(sumOf) >= Math.abs(observed) - slack
    }
    const exact = choices(all.length, first.length, mostEnumerated) <= mostEnumerated
    const [count, beyond] = exact
      ? enumerated(values, first.length, extreme)
      : sampled(values, first.length, extreme, chosen)
    return {
      _tag: 'PermutationTest',
      test: 'difference_of_means',
      estimate: total(first) / first.length - total(second) / second.length,
      p: beyond / count,
      alternative,
      exact,
      arrangements: exact ? count : permutations,
      seed: exact ? null : plainSeed(seed),
      ...account,
    }
  }
