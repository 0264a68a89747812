/**
 * Tau screen: whether hidden information makes a case hard, or only looks as if it did.
 *
 * The policy screened is informed but naive: it holds the correct posterior and follows a simple rule. Where it already gets
 * most of what any policy with that posterior could (the Bayes-achievable frontier), the case tests reading, not reasoning
 * under uncertainty. Its normalized regret, (frontier - naive) / frontier, must be at least tau.
 *
 * | parameter | default | meaning                                                 |
 * | --------- | ------- | ------------------------------------------------------- |
 * | tau       | .3      | the smallest normalized regret of a case worth playing  |
 *
 * Laws
 *   L1 scale       multiplying both gains by a positive number changes nothing, away from the threshold
 *   L2 threshold   a case passes exactly where its normalized regret is at least tau
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'

/**
 * Names the verdicts of the screen. A regret above 1 means that the naive policy loses welfare, below 0 that the frontier
 * was underestimated.
 *
 * @category model
 * @since 0.1.0
 */
export type TauVerdict =
  | { readonly _tag: 'Passed' | 'TooEasy'; readonly normalizedRegret: number; readonly tau: number }
  | {
      readonly _tag: 'NotEvaluable'
      readonly reason: 'no_frontier' | 'not_finite'
      readonly tau: number
    }

/**
 * The default threshold.
 *
 * @category model
 * @since 0.1.0
 */
export const TAU = 0.3

/**
 * Screens a case by the gain of the Bayes-achievable frontier and that of the informed but naive policy, in units of
 * welfare, both in expectation over the same posterior.
 *
 * @example
 * ```ts
 * import { tauScreen } from 'edgeworth/oracle'
 *
 * tauScreen()({ frontier: 10, naive: 4 }) // => { _tag: 'Passed', normalizedRegret: 0.6, tau: 0.3 }
 * tauScreen()({ frontier: 10, naive: 9 })._tag // => 'TooEasy'
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const tauScreen =
  (tau: number = TAU) =>
  (gains: { readonly frontier: number; readonly naive: number }): TauVerdict => {
    const { frontier, naive } = gains
    if (!Number.isFinite(frontier) || !Number.isFinite(naive) || !Number.isFinite(tau)) {
      return { _tag: 'NotEvaluable', reason: 'not_finite', tau }
    }
    if (frontier <= EPSILON) return { _tag: 'NotEvaluable', reason: 'no_frontier', tau }
    const normalizedRegret = (frontier - naive) / frontier
    return { _tag: normalizedRegret >= tau ? 'Passed' : 'TooEasy', normalizedRegret, tau }
  }
