/**
 * Gap decomposition: how much of a shortfall was unknowable, and how much was the agent's own.
 *
 * W* is what knowing everything would attain, W_bayes what an agent that reasons perfectly from what it could know
 * would expect, W_real what was realized. Where an arm was played with the correct posterior put into the agent's
 * hands (W_post), the agent's own gap splits again: what it lost by not inferring, and by not acting on what it knew.
 *
 *   unconditional = max(0, W* - W_bayes)     charged = W_bayes - W_real
 *   inference     = W_post - W_real          control = W_bayes - W_post
 *
 * A score divides W_real by the denominator of its tier: W_bayes where it is known, else W*. In one episode W_real may
 * exceed W_bayes, which is an expectation; then charged is negative and the raw ratio above 1.
 *
 * | tier             | denominator |
 * | ---------------- | ----------- |
 * | `exact_wbayes`   | W_bayes     |
 * | `mc_wbayes`      | W_bayes     |
 * | `wstar_fallback` | W*          |
 *
 * Laws
 *   L1 split          inference and control add up to charged
 *   L2 clipped ratio  the clipped ratio is the raw one held between 0 and 1, and both are null or neither
 *   L3 no blame       what was unconditional is never negative and never charged
 *
 * @module
 */
import { EPSILON } from '../core/arithmetic.js'

/**
 * Names what a score is divided by.
 *
 * @category model
 * @since 0.1.0
 */
export type BayesTier = 'exact_wbayes' | 'mc_wbayes' | 'wstar_fallback'

/**
 * Holds the welfare gains of one episode, in units of utility; `wBayes` is `null` in the fallback tier, and `wPost`
 * where no arm with the posterior was played.
 *
 * @category model
 * @since 0.1.0
 */
export interface GapParts {
  readonly wStar: number
  readonly wBayes: number | null
  readonly wReal: number
  readonly wPost?: number | null
}

/**
 * Holds the decomposition. A part is `null` where what it needs was not measured, the ratios where the denominator is
 * at most `EPSILON`.
 *
 * @category model
 * @since 0.1.0
 */
export interface GapDecomposition {
  readonly tier: BayesTier
  readonly denominator: number
  readonly unconditional: number | null
  readonly charged: number | null
  readonly inference: number | null
  readonly control: number | null
  readonly ratioRaw: number | null
  readonly ratioClipped: number | null
}

/**
 * Decomposes the gap of an episode of a tier.
 *
 * @category operations
 * @since 0.1.0
 */
export const decomposeGap =
  (tier: BayesTier) =>
  ({ wStar, wBayes, wReal, wPost = null }: GapParts): GapDecomposition => {
    const denominator = Math.max(0, (tier === 'wstar_fallback' ? wStar : wBayes) ?? 0)
    const ratioRaw = denominator > EPSILON ? wReal / denominator : null
    return {
      tier,
      denominator,
      unconditional: wBayes === null ? null : Math.max(0, wStar - wBayes),
      charged: wBayes === null ? null : wBayes - wReal,
      inference: wPost === null ? null : wPost - wReal,
      control: wPost === null || wBayes === null ? null : wBayes - wPost,
      ratioRaw,
      ratioClipped: ratioRaw === null ? null : Math.max(0, Math.min(1, ratioRaw)),
    }
  }
