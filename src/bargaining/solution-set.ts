/**
 * SolutionSet: bargaining solutions of two players on a convex set of utilities.
 *
 * The set is that of a `BargainingProblem`. With gains g = u - d over the disagreement, **Nash** (Econometrica 18, 1950)
 * maximises g1^w1 * g2^w2; **Kalai and Smorodinsky** (Econometrica 43, 1975) take the last point of the set on the
 * segment from d to the ideal point; the **egalitarian** solution (Kalai, Econometrica 45, 1977) maximises the smaller
 * gain; the **utilitarian** one the sum. Lists of finitely many outcomes are another matter, see `solution-list.ts`.
 *
 * Laws
 *   L1 rational      every solution gives each player at least its disagreement utility and lies in the set
 *   L2 affine        Nash and Kalai-Smorodinsky move with a change of scale and origin of either player's utility;
 *                    the egalitarian solution does not
 *   L3 irrelevant    cutting away points that are not the Nash solution leaves it; Kalai-Smorodinsky may move
 *   L4 symmetric     exchanging the players exchanges the coordinates of every unweighted solution
 *   L5 price         where the set is one price with linear utilities, Nash, Kalai-Smorodinsky and egalitarian agree on
 *                    the price (v + c)/2
 *
 * @module
 */

import {
  type BargainingProblem,
  dot,
  edgesOf,
  TOLERANCE,
  type UtilityPoint,
} from './bargaining-problem.js'
import { powerOfShare } from './power.js'

/**
 * Gives a solution: one point, a whole edge where every point of it is as good, or the reason why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type BargainingSolution =
  | { readonly _tag: 'Point'; readonly utilities: UtilityPoint }
  | { readonly _tag: 'Edge'; readonly from: UtilityPoint; readonly to: UtilityPoint }
  | { readonly _tag: 'NoSolution'; readonly reason: string }

const point = (utilities: UtilityPoint): BargainingSolution => ({ _tag: 'Point', utilities })

const gainsOf = ({ disagreement: d }: BargainingProblem, u: UtilityPoint): UtilityPoint => [
  u[0] - d[0],
  u[1] - d[1],
]

const between = (from: UtilityPoint, to: UtilityPoint, share: number): UtilityPoint => [
  from[0] + share * (to[0] - from[0]),
  from[1] + share * (to[1] - from[1]),
]

/** The place of the largest g1^w1*g2^w2 on an edge, as a share of the way; `null` where it is at an end. */
const nashShare = (from: UtilityPoint, to: UtilityPoint, [w1, w2]: UtilityPoint): number | null => {
  const step: UtilityPoint = [to[0] - from[0], to[1] - from[1]]
  if (!(step[0] * step[1] < 0)) return null
  const share = -(w1 * step[0] * from[1] + w2 * step[1] * from[0]) / (step[0] * step[1])
  return share > 0 && share < 1 ? share : null
}

const bestOf = (
  candidates: ReadonlyArray<UtilityPoint>,
  worth: (u: UtilityPoint) => number,
): UtilityPoint | null =>
  candidates.reduce<UtilityPoint | null>(
    (best, u) => (best === null || worth(u) > worth(best) ? u : best),
    null,
  )

/**
 * Finds the Nash solution, asymmetric where weights are given (positive; only their ratio counts). There is none where
 * no point gives both players a gain.
 *
 * @category operations
 * @since 0.1.0
 */
export const nashSolution =
  (weights: UtilityPoint = [1, 1]) =>
  (problem: BargainingProblem): BargainingSolution => {
    const whole = weights[0] + weights[1]
    if (!(weights[0] > 0 && weights[1] > 0 && Number.isFinite(whole))) {
      return { _tag: 'NoSolution', reason: 'weights must be positive and finite' }
    }
    const w: UtilityPoint = [weights[0] / whole, weights[1] / whole]
    const most = gainsOf(problem, problem.ideal)
    const worth = (u: UtilityPoint): number => {
      const [g1, g2] = gainsOf(problem, u)
      return powerOfShare(g1 / most[0], w[0]) * powerOfShare(g2 / most[1], w[1])
    }
    const inner = edgesOf(problem.corners).flatMap(([from, to]): ReadonlyArray<UtilityPoint> => {
      const share = nashShare(gainsOf(problem, from), gainsOf(problem, to), w)
      return share === null ? [] : [between(from, to, share)]
    })
    if (!(most[0] > 0 && most[1] > 0))
      return { _tag: 'NoSolution', reason: 'no point gives both a gain' }
    const best = bestOf([...inner, ...problem.corners], worth)
    if (best === null || !(worth(best) > 0)) {
      return { _tag: 'NoSolution', reason: 'no point gives both a gain' }
    }
    return point(best)
  }

/**
 * Finds the Kalai-Smorodinsky solution: the last point of the set on the segment from the disagreement to the ideal.
 * There always is one: the edge between a best point of one player and a best point of the other crosses that segment.
 *
 * @category operations
 * @since 0.1.0
 */
export const kalaiSmorodinsky = (problem: BargainingProblem): BargainingSolution => {
  const { disagreement: d, ideal, halfPlanes } = problem
  const way = gainsOf(problem, ideal)
  const last = halfPlanes.reduce((least, { normal, bound }) => {
    const speed = dot(normal, way)
    return speed > 0 ? Math.min(least, (bound - dot(normal, d)) / speed) : least
  }, 1)
  return point(between(d, ideal, Math.max(0, last)))
}

/**
 * Finds the egalitarian solution: the point with the largest smaller gain, of several the one with the larger sum.
 *
 * @category operations
 * @since 0.1.0
 */
export const egalitarian = (problem: BargainingProblem): BargainingSolution => {
  const apart = (u: UtilityPoint): number => {
    const [g1, g2] = gainsOf(problem, u)
    return g1 - g2
  }
  const level = edgesOf(problem.corners).flatMap(([from, to]): ReadonlyArray<UtilityPoint> => {
    const [a, b] = [apart(from), apart(to)]
    return a * b < 0 ? [between(from, to, a / (a - b))] : []
  })
  const slack = TOLERANCE * (Math.abs(problem.ideal[0]) + Math.abs(problem.ideal[1]))
  const smaller = (u: UtilityPoint): number => Math.min(...gainsOf(problem, u))
  const candidates = [...level, ...problem.corners]
  const least = candidates.reduce((most, u) => Math.max(most, smaller(u)), 0)
  const best = bestOf(
    candidates.filter((u) => smaller(u) >= least - slack),
    (u) => u[0] + u[1],
  )
  return best === null ? { _tag: 'NoSolution', reason: 'the set is empty' } : point(best)
}

/**
 * Finds the utilitarian solution: the point with the largest sum of utilities, or the edge on which they are equal.
 *
 * @category operations
 * @since 0.1.0
 */
export const utilitarian = (problem: BargainingProblem): BargainingSolution => {
  const best = bestOf(problem.corners, (u) => u[0] + u[1])
  if (best === null) return { _tag: 'NoSolution', reason: 'the set is empty' }
  const slack = TOLERANCE * (Math.abs(best[0]) + Math.abs(best[1]))
  const level = problem.corners.filter((u) => u[0] + u[1] >= best[0] + best[1] - slack)
  const [from, to] = [level[0] ?? best, level.at(-1) ?? best]
  return level.length > 1 ? { _tag: 'Edge', from, to } : point(best)
}
