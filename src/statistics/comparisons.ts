/**
 * Comparisons: many questions asked of one table, and what may still be called a difference.
 *
 * Holm (1979) holds the chance of any false discovery at alpha, whatever the dependence; Benjamini and Hochberg (1995)
 * hold the expected share of false ones among the discoveries. Both give adjusted p values, to be read against alpha.
 * Intervals that are to hold together are computed at a higher level: 1 - alpha/m (Bonferroni), or (1 - alpha)^(1/m)
 * for independent ones (Sidak 1967).
 *
 * Laws
 *   L1 adjusted      an adjusted p is at least the given one and at most 1, and keeps its order
 *   L2 gentler       Benjamini-Hochberg adjusts no p by more than Holm
 *   L3 alone         one comparison is not adjusted
 *   L4 simultaneous  Sidak's level is at most Bonferroni's, and both grow with the number of intervals
 *
 * @module
 */

import { type Account, accountOf, isLevel, type Unsupported, unsupported } from './evaluable.js'

/**
 * Holds adjusted p values, in the order of those given, and which of them are at most `alpha`; `null` where none was
 * given.
 *
 * @category model
 * @since 0.1.0
 */
export interface AdjustedComparisons extends Account {
  readonly _tag: 'AdjustedComparisons'
  readonly method: 'holm' | 'benjamini_hochberg'
  readonly alpha: number
  readonly adjusted: ReadonlyArray<number | null>
  readonly rejected: ReadonlyArray<boolean>
}

type Adjust = (sorted: ReadonlyArray<number>) => ReadonlyArray<number>

const stepDown: Adjust = (sorted) => {
  let most = 0
  return sorted.map((p, place) => {
    most = Math.max(most, Math.min(1, p * (sorted.length - place)))
    return most
  })
}

const stepUp: Adjust = (sorted) => {
  const adjusted = new Array<number>(sorted.length)
  let least = 1
  for (let place = sorted.length - 1; place >= 0; place -= 1) {
    // The quotient of equal numbers is exactly 1, so the largest p is left as it is.
    least = Math.min(least, (sorted[place] as number) * (sorted.length / (place + 1)))
    adjusted[place] = least
  }
  return adjusted
}

const adjusting =
  (method: AdjustedComparisons['method'], adjust: Adjust) =>
  (alpha = 0.05) =>
  (ps: ReadonlyArray<number | null>): AdjustedComparisons | Unsupported => {
    const given = ps.flatMap((p, place) => (p === null ? [] : [{ p, place }]))
    const account = accountOf(given.length, ps.length - given.length, 'missing_value')
    const refuse = unsupported(method)
    if (!isLevel(alpha)) return refuse('malformed_options', account)
    if (!given.every(({ p }) => p >= 0 && p <= 1)) return refuse('not_a_probability', account)
    if (given.length === 0) return refuse('no_data', account)
    given.sort((a, b) => a.p - b.p)
    const found = adjust(given.map(({ p }) => p))
    const adjusted = new Array<number | null>(ps.length).fill(null)
    given.forEach(({ place }, rank) => {
      adjusted[place] = found[rank] ?? null
    })
    const rejected = adjusted.map((p) => p !== null && p <= alpha)
    return { _tag: 'AdjustedComparisons', method, alpha, adjusted, rejected, ...account }
  }

/**
 * Adjusts p values by Holm's method.
 *
 * @example
 * ```ts
 * import { holm } from 'edgeworth/statistics'
 *
 * const found = holm()([0.01, 0.04, 0.03])
 * found._tag === 'AdjustedComparisons' && found.adjusted // => [0.03, 0.06, 0.06]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const holm: (
  alpha?: number,
) => (ps: ReadonlyArray<number | null>) => AdjustedComparisons | Unsupported =
  /* @__PURE__ */ adjusting('holm', stepDown)

/**
 * Adjusts p values by the method of Benjamini and Hochberg.
 *
 * @category operations
 * @since 0.1.0
 */
export const benjaminiHochberg: (
  alpha?: number,
) => (ps: ReadonlyArray<number | null>) => AdjustedComparisons | Unsupported =
  /* @__PURE__ */ adjusting('benjamini_hochberg', stepUp)

/**
 * Gives the level at which each of `m` intervals is to be computed so that all hold together at `level`; `null` unless
 * `m` is a whole number from 1 and the level is inside (0, 1).
 *
 * @category operations
 * @since 0.1.0
 */
export const simultaneousLevel =
  (method: 'bonferroni' | 'sidak' = 'bonferroni', level = 0.95) =>
  (m: number): number | null => {
    if (!Number.isSafeInteger(m) || m < 1 || !isLevel(level)) return null
    if (m === 1) return level
    return method === 'bonferroni' ? 1 - (1 - level) / m : Math.exp(Math.log(level) / m)
  }
