/**
 * Quantiles: which element of a sorted sample stands for a probability.
 *
 * Every method is named, so that two readers of one sample cannot differ: `legacyIndex` takes the element at
 * floor(p * m), as the recorded intervals do; `sortedQuantile` interpolates between the elements around p * (m - 1),
 * type 7 of Hyndman and Fan ("Sample quantiles in statistical packages", The American Statistician 50(4), 1996).
 *
 * Laws
 *   L1 inside      the index of any probability is an index of the sample
 *   L2 monotone    a larger probability never gives a smaller index
 *   L3 symmetric   the two tails of a level have probabilities that add up to 1
 *   L4 selection   the element selected at an index is the one a full sort puts there
 *   L5 between     an interpolated quantile lies between the elements around it, and rises with its probability
 *
 * @module
 */

/**
 * Gives the index, in a sorted sample of `size` >= 1, of the element at floor(probability * size), at most the last.
 *
 * @category operations
 * @since 0.1.0
 */
export const legacyIndex = (size: number, probability: number): number =>
  Math.max(0, Math.min(size - 1, Math.floor(probability * size)))

/** Rounds a probability to 12 decimals, so that (1 - 0.9) / 2 is the float 0.05 and not the one below it. */
const decimal = (probability: number): number => Math.round(probability * 1e12) / 1e12

/**
 * Gives the probabilities of the lower and the upper end of a central interval: 0.025 and 0.975 for a level of 0.95.
 *
 * @category operations
 * @since 0.1.0
 */
export const tails = (level: number): readonly [number, number] => {
  const lower = decimal((1 - level) / 2)
  return [lower, decimal(1 - lower)]
}

/**
 * Moves the element of the given rank to its place in `values` and gives it: smaller ones stand before it, larger ones
 * after it, in no order. Hoare's FIND (CACM 4(7), 1961): linear on average, where a sort would put all of them in order
 * for the sake of two. For the owner of `values`, which holds no NaN and at least `index` + 1 elements.
 */
const select = (values: Float64Array, index: number): number => {
  let first = 0
  let last = values.length - 1
  while (first < last) {
    const pivot = values[(first + last) >>> 1] as number
    let i = first
    let j = last
    while (i <= j) {
      while ((values[i] as number) < pivot) i += 1
      while ((values[j] as number) > pivot) j -= 1
      if (i > j) break
      const moved = values[i] as number
      values[i] = values[j] as number
      values[j] = moved
      i += 1
      j -= 1
    }
    if (index <= j) last = j
    else if (index >= i) first = i
    else break
  }
  return values[index] as number
}

/**
 * Gives the lowest and highest element of the central interval of a sample without NaN, or `null` for an empty one.
 *
 * @category operations
 * @since 0.1.0
 */
export const centralInterval =
  (level: number) =>
  (sample: Float64Array): readonly [number, number] | null => {
    if (sample.length === 0) return null
    const [lower, upper] = tails(level)
    const values = sample.slice()
    return [
      select(values, legacyIndex(values.length, lower)),
      select(values, legacyIndex(values.length, upper)),
    ]
  }

/**
 * Gives the type-7 quantile of a sample in ascending order; `null` for an empty one. Probabilities are cut to [0, 1].
 *
 * @example
 * ```ts
 * import { sortedQuantile } from 'edgeworth/statistics'
 *
 * sortedQuantile(Float64Array.of(1, 2, 4, 8))(0.5) // => 3
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const sortedQuantile =
  (sorted: Float64Array) =>
  (probability: number): number | null => {
    if (sorted.length === 0) return null
    const place = Math.max(0, Math.min(1, probability)) * (sorted.length - 1)
    const index = Math.floor(place)
    const lower = sorted[index] as number // the place is at most the last index
    const upper = place === index ? lower : (sorted[index + 1] as number)
    // Equal elements are given as they are: between infinite ones there is no difference to take a part of.
    return lower === upper ? lower : lower + (place - index) * (upper - lower)
  }
