/**
 * Explain: any result of this folder as one plain sentence.
 *
 * The sentence holds the figure, how it was made, the number of units that it rests on, the number that was dropped
 * and why; a result that is not evaluable says so with its reason, and holds no figure in its place. Numbers have four
 * significant digits: the result itself has all of them.
 *
 * Laws
 *   L1 one sentence   an explanation is one line that ends with a full stop, without NaN, infinity or undefined
 *   L2 accounted      an explanation names the number of units of its result, and the number dropped
 *
 * @module
 */

import type { AdjustedComparisons } from './comparisons.js'
import type { EloRatings } from './elo.js'
import type { Unsupported } from './evaluable.js'
import type { CountTest } from './exact-test.js'
import {
  basis,
  type CompoundResult,
  counted,
  dropped,
  figure,
  ofCompound,
  ofInterval,
  ofNothing,
  ofRatio,
  ofUnbounded,
  percent,
  range,
  words,
} from './explain-interval.js'
import type { UnboundedSet } from './fieller.js'
import type { IntervalEstimate, NoInterval } from './interval.js'
import type { Intraclass } from './intraclass.js'
import type { SamplePlan } from './planning.js'
import type { Correlation } from './rank.js'
import type { RankSets } from './rank-sets.js'
import type { CorrelationInterval, PermutationTest } from './rank-test.js'
import type { RateInterval } from './rate.js'
import type { RatingIntervals } from './rating-interval.js'
import type { PooledRatio, RatioInterval, RatioNotEvaluable } from './ratio-bootstrap.js'
import type { Reliability } from './split-half.js'
import type { RatedComponent, Strengths } from './strength.js'
import type { VarianceDecomposition } from './variance.js'

/**
 * Is any result that can be explained.
 *
 * @category model
 * @since 0.1.0
 */
export type Explainable =
  | CompoundResult
  | IntervalEstimate
  | UnboundedSet
  | NoInterval
  | RatioInterval
  | RatioNotEvaluable
  | PooledRatio
  | Unsupported
  | Correlation
  | CorrelationInterval
  | PermutationTest
  | CountTest
  | RateInterval
  | Reliability
  | VarianceDecomposition
  | Intraclass
  | AdjustedComparisons
  | RankSets
  | EloRatings
  | Strengths
  | RatingIntervals
  | SamplePlan

const probability = (p: number): string => (p < 1e-4 ? 'p < 0.0001' : `p = ${figure(p)}`)

const directions = {
  two_sided: 'either way',
  greater: 'if a larger value is as extreme',
  less: 'if a smaller value is as extreme',
} as const

const ofPermutation = (result: PermutationTest): string => {
  const how = result.exact
    ? `exact over ${counted(result.arrangements, 'arrangement')}`
    : `estimated from ${counted(result.arrangements, 'random arrangement')}`
  const unit = result.test === 'difference_of_means' ? 'value' : 'pair'
  return `The ${words(result.test)} is ${figure(result.estimate)}, ${probability(result.p)} ${directions[result.alternative]} (${how}), ${basis(result, unit)}.`
}

const ofCount = (result: CountTest): string => {
  const unit = result.test === 'binomial' ? 'trial' : 'differing pair'
  return `By the ${words(result.test)} test ${result.successes} of ${result.n} has ${probability(result.p)} ${directions[result.alternative]} against ${figure(result.probability)}, ${basis(result, unit)}.`
}

const ofReliability = (result: Reliability): string => {
  const whole =
    result.steppedUp === null
      ? 'undefined for all worlds by Spearman-Brown'
      : `${figure(result.steppedUp)} for all worlds by Spearman-Brown`
  const models =
    result.dropped === 0
      ? 'no model dropped'
      : `${counted(result.dropped, 'model')} dropped without data`
  const splits = `${counted(result.splits - result.splitsDropped, 'split')} (${result.splitsDropped} left out)`
  return `The split-half reliability of ${counted(result.models, 'model')} is ${figure(result.estimate)} by ${result.correlation}, ${whole}, over ${splits}, from ${counted(result.n, 'world')}, ${models}.`
}

const ofVariance = (result: VarianceDecomposition): string => {
  const terms = result.terms.map((term) => `${term.term} ${percent(term.etaSquared)}`).join(', ')
  const type = result.ssType === 'any' ? '' : ` by type ${result.ssType}`
  const design = result.balance.balanced ? 'balanced' : 'unbalanced'
  return `Of the variance${type}, ${terms} are explained and ${percent(result.residual.share)} left, in ${design === 'balanced' ? 'a' : 'an'} ${design} design, ${basis(result, 'row')}.`
}

const ofComparisons = (result: AdjustedComparisons): string => {
  const found = result.rejected.filter((rejected) => rejected).length
  return `Of ${counted(result.n, 'comparison')}, ${found} stand at ${figure(result.alpha)} after ${result.method === 'holm' ? "Holm's" : "Benjamini and Hochberg's"} adjustment, ${dropped(result)}.`
}

const ofRanks = (result: RankSets): string => {
  const tied = result.tiedWithLeader
  if (tied.length > 0) {
    return `${result.leader} has the best estimate, but its interval overlaps those of ${tied.join(', ')}, so the ranks below the leader are unresolved, ${basis(result, 'interval')}.`
  }
  const rest = result.unresolved ? 'some ranks below it are unresolved' : 'every rank is resolved'
  return `${result.leader} leads, and ${rest}, ${basis(result, 'interval')}.`
}

const ofElo = (result: EloRatings): string => {
  const ratings = result.ratings.map(({ player, rating }) => `${player} ${figure(rating)}`)
  return `The Elo ratings are ${ratings.join(', ')} (K = ${figure(result.k)}, games in the order given), ${basis(result, 'game')}.`
}

const ofComponent = (component: RatedComponent): string =>
  component.status === 'rated'
    ? component.ratings
        .map(({ player, rating, low, high }) => `${player} ${figure(rating)} ${range(low, high)}`)
        .join(', ')
    : `${component.strata.map((stratum) => stratum.join(' and ')).join(' above ')} (separated: the gap has no bound)`

const ofStrengths = (result: Strengths): string => {
  const apart = result.components.length > 1 ? ', with no gap between groups that never met' : ''
  return `The ${words(result.model)} ratings are ${result.components.map(ofComponent).join('; ')}${apart}, with ${percent(result.level)} intervals, ${basis(result, 'game')}.`
}

const ofRatingIntervals = (result: RatingIntervals): string => {
  const ratings = result.ratings.map(
    ({ player, rating, low, high }) => `${player} ${figure(rating)} ${range(low, high)}`,
  )
  return `The ${words(result.model)} ratings are ${ratings.join(', ')}, with ${percent(result.level)} intervals from ${counted(result.kept, 'resample')} of the games (${result.droppedReplicates} without ratings), ${basis(result, 'game')}.`
}

/**
 * Explains a result in one sentence.
 *
 * @example
 * ```ts
 * import { explain, spearman } from 'edgeworth/statistics'
 *
 * explain(spearman([1, 2, null, 4], [1, 3, 2, 4])) // => 'The spearman correlation is 1, from 3 pairs, 1 dropped for a missing value.'
 * explain(spearman([1, 1], [1, 2])) // => 'The spearman is not evaluable because the values do not vary: n = 2, none dropped.'
 * ```
 *
 * @category rendering
 * @since 0.1.0
 */
export const explain = (result: Explainable): string => {
  if (!('_tag' in result)) return ofCompound(result)
  switch (result._tag) {
    case 'Interval':
      return ofInterval(result)
    case 'Unbounded':
      return ofUnbounded(result)
    case 'NotEvaluable':
      return ofNothing(result)
    case 'Ratio':
    case 'NoRatio':
      return ofRatio(result)
    case 'Correlation':
      return `The ${words(result.method)} correlation is ${figure(result.estimate)}, ${basis(result, 'pair')}.`
    case 'CorrelationInterval':
      return `The ${words(result.method)} correlation is ${figure(result.estimate)}, with a ${percent(result.level)} interval of ${range(result.low, result.high)}, ${basis(result, 'pair')}.`
    case 'PermutationTest':
      return ofPermutation(result)
    case 'CountTest':
      return ofCount(result)
    case 'RateInterval':
      return `The rate is ${figure(result.estimate)} (${result.successes} of ${result.n}), with a ${percent(result.level)} Wilson interval of ${range(result.low, result.high)}, ${basis(result, 'trial')}.`
    case 'Reliability':
      return ofReliability(result)
    case 'VarianceDecomposition':
      return ofVariance(result)
    case 'Intraclass':
      return `The intraclass correlation ${result.form} of ${counted(result.raters, 'rater')} is ${figure(result.estimate)}, ${basis(result, 'target')}.`
    case 'AdjustedComparisons':
      return ofComparisons(result)
    case 'RankSets':
      return ofRanks(result)
    case 'EloRatings':
      return ofElo(result)
    case 'Strengths':
      return ofStrengths(result)
    case 'RatingIntervals':
      return ofRatingIntervals(result)
    case 'SamplePlan':
      return `A half-width of ${figure(result.target)} at ${percent(result.level)} takes about ${counted(result.worlds, 'world')} where the pilot has ${figure(result.halfWidth)}, ${basis(result, 'world')}.`
  }
}
