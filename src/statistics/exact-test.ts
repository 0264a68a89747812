/**
 * ExactTest: tests of counts that need no approximation.
 *
 * The exact binomial test asks whether k successes in n are more than a probability explains; two-sided, it adds up
 * every outcome that is no likelier than the observed one. The sign test is that of the pairs that do not tie ("better
 * in k of n matched scenarios"). McNemar's test (1947) is that of the pairs of booleans that differ, exact or by mid-p
 * (Lancaster 1961; Fagerland, Lydersen and Laake 2013), which counts half of the observed outcome and so errs less on
 * the side of caution.
 *
 * Laws
 *   L1 two tails     the one-sided p of both directions add up to 1 plus the probability of what was observed
 *   L2 antisymmetry  exchanging the arms turns the direction of a one-sided test and leaves a two-sided one
 *   L3 mid-p         a mid-p is at most its exact p: by half the mass of the observed outcome in each tail
 *   L4 ties aside    pairs that tie change no p; they are dropped and counted
 *
 * @module
 */

import { binomialCdf, binomialMass } from './distribution.js'
import {
  type Account,
  accountOf,
  completePairs,
  type DropReason,
  type Unsupported,
  unsupported,
} from './evaluable.js'
import type { Alternative } from './rank-test.js'

/**
 * Holds a test of a count: `successes` among `n`, against `probability`.
 *
 * @category model
 * @since 0.1.0
 */
export interface CountTest extends Account {
  readonly _tag: 'CountTest'
  readonly test: 'binomial' | 'sign' | 'mcnemar_exact' | 'mcnemar_mid_p'
  readonly successes: number
  readonly probability: number
  readonly p: number
  readonly alternative: Alternative
}

/** Outcomes within this of the observed one's mass are as likely: equal masses differ in their last bits. */
const SAME_MASS = 1 + 1e-7

/** The two-sided p of a count below its mean: its lower tail, and the outcomes above that are no likelier. */
const ofLowCount = (successes: number, n: number, probability: number): number => {
  const mass = binomialMass(n, probability)
  const most = mass(successes) * SAME_MASS
  // From the mean upwards masses fall: the far tail begins where they are first no larger than the observed one's.
  let low = Math.ceil(n * probability) - 1
  let high = n + 1
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (mass(middle) <= most) high = middle
    else low = middle
  }
  const farTail = binomialCdf(n, 1 - probability)(n - high)
  return Math.min(1, binomialCdf(n, probability)(successes) + farTail)
}

const twoSided = (successes: number, n: number, probability: number): number => {
  const mean = n * probability
  if (successes === mean) return 1
  return successes < mean
    ? ofLowCount(successes, n, probability)
    : ofLowCount(n - successes, n, 1 - probability)
}

const probabilityOf = (
  successes: number,
  n: number,
  probability: number,
  alternative: Alternative,
): number => {
  const cdf = binomialCdf(n, probability)
  if (alternative === 'less') return cdf(successes)
  // The upper tail is the lower tail of the failures, which keeps the digits of a small p.
  if (alternative === 'greater') return binomialCdf(n, 1 - probability)(n - successes)
  return twoSided(successes, n, probability)
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0

/**
 * Tests `successes` in `n` trials against a probability, exactly.
 *
 * @example
 * ```ts
 * import { binomialTest } from 'edgeworth/statistics'
 *
 * const test = binomialTest()(9, 10)
 * test._tag === 'CountTest' && test.p.toFixed(6) // => '0.021484'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const binomialTest =
  (probability = 0.5, alternative: Alternative = 'two_sided') =>
  (successes: number, n: number): CountTest | Unsupported => {
    const refuse = unsupported('binomial')
    if (!isCount(successes) || !isCount(n) || successes > n) {
      return refuse('not_a_count', accountOf(0))
    }
    if (!(probability >= 0 && probability <= 1)) return refuse('not_a_probability', accountOf(n))
    if (n === 0) return refuse('no_data', accountOf(0))
    const p = Math.min(1, probabilityOf(successes, n, probability, alternative))
    return {
      _tag: 'CountTest',
      test: 'binomial',
      successes,
      probability,
      p,
      alternative,
      ...accountOf(n),
    }
  }

/** The binomial test of `better` against `worse`, under the name and with the account of another test. */
const ofDifferences = (
  test: 'sign' | 'mcnemar_exact',
  alternative: Alternative,
  better: number,
  worse: number,
  dropped: number,
  why: DropReason,
): CountTest | Unsupported => {
  const n = better + worse
  const account = accountOf(n, dropped, why)
  const found = binomialTest(0.5, alternative)(better, n)
  if (found._tag === 'NotEvaluable') {
    const reason = found.reason === 'no_data' && dropped > 0 ? 'no_untied_pair' : found.reason
    return unsupported(test)(reason, account)
  }
  return { ...found, test, ...account }
}

/**
 * Tests whether the first of two paired columns is the larger more often than chance. Ties are dropped and counted, as
 * are pairs with a missing value; where both kinds occur the account names the ties.
 *
 * @category operations
 * @since 0.1.0
 */
export const signTest =
  (alternative: Alternative = 'two_sided') =>
  (
    first: ReadonlyArray<number | null>,
    second: ReadonlyArray<number | null>,
  ): CountTest | Unsupported => {
    const pairs = completePairs(first, second)
    if (typeof pairs === 'string') return unsupported('sign')(pairs, accountOf(first.length))
    const { xs, ys, dropped } = pairs
    const better = xs.filter((x, i) => x > (ys[i] as number)).length
    const worse = xs.filter((x, i) => x < (ys[i] as number)).length
    const ties = xs.length - better - worse
    const why = ties > 0 ? 'tied_pair' : 'missing_value'
    return ofDifferences('sign', alternative, better, worse, dropped + ties, why)
  }

/**
 * Tests whether paired booleans differ more often one way than the other, from the two counts of pairs that differ:
 * `onlyFirst` and `onlySecond`. `equal` counts the others, for the account.
 *
 * @category operations
 * @since 0.1.0
 */
export const mcNemarOfCounts =
  (variant: 'exact' | 'mid_p' = 'exact', alternative: Alternative = 'two_sided') =>
  (onlyFirst: number, onlySecond: number, equal = 0): CountTest | Unsupported => {
    const exact = ofDifferences(
      'mcnemar_exact',
      alternative,
      onlyFirst,
      onlySecond,
      equal,
      'equal_outcomes',
    )
    if (exact._tag === 'NotEvaluable' || variant === 'exact') return exact
    const half = binomialMass(exact.n, 0.5)(onlyFirst) / 2
    const p =
      alternative === 'two_sided'
        ? Math.min(1, 2 * binomialCdf(exact.n, 0.5)(Math.min(onlyFirst, onlySecond)) - 2 * half)
        : exact.p - half
    return { ...exact, test: 'mcnemar_mid_p', p }
  }

/**
 * Tests paired booleans: `first[i]` and `second[i]` are the outcomes of one unit under both arms.
 *
 * @category operations
 * @since 0.1.0
 */
export const mcNemar =
  (variant: 'exact' | 'mid_p' = 'exact', alternative: Alternative = 'two_sided') =>
  (first: ReadonlyArray<boolean>, second: ReadonlyArray<boolean>): CountTest | Unsupported => {
    if (first.length !== second.length) {
      return unsupported(`mcnemar_${variant}`)('unequal_lengths', accountOf(first.length))
    }
    const onlyFirst = first.filter((outcome, i) => outcome && second[i] === false).length
    const onlySecond = first.filter((outcome, i) => !outcome && second[i] === true).length
    const equal = first.length - onlyFirst - onlySecond
    return mcNemarOfCounts(variant, alternative)(onlyFirst, onlySecond, equal)
  }
