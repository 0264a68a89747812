/**
 * ExplainInterval: intervals, and what holds them, as sentences.
 *
 * Laws
 *   L1 clause   an explanation of a result that holds intervals is one sentence that holds theirs
 *
 * @module
 */

import type { Account, Unsupported } from './evaluable.js'
import type { UnboundedSet } from './fieller.js'
import type { IntervalEstimate, IntervalOutcome, NoInterval } from './interval.js'
import type { MacroInterval } from './macro.js'
import type { CaseMargin } from './margin.js'
import type { PairedDifference } from './paired.js'
import type { PooledRatio, RatioInterval, RatioNotEvaluable } from './ratio-bootstrap.js'
import { dropWords, reasonWords } from './reason-words.js'

/**
 * Writes a number with four significant digits.
 *
 * @category rendering
 * @since 0.1.0
 */
export const figure = (value: number): string => String(Number(value.toPrecision(4)) + 0)
/**
 * Writes a share as a percentage.
 *
 * @category rendering
 * @since 0.1.0
 */
export const percent = (level: number): string => `${figure(level * 100)}%`
/**
 * Writes a name as words.
 *
 * @category rendering
 * @since 0.1.0
 */
export const words = (name: string): string => name.replaceAll('_', ' ')
/**
 * Writes the two ends of an interval.
 *
 * @category rendering
 * @since 0.1.0
 */
export const range = (low: number, high: number): string => `[${figure(low)}, ${figure(high)}]`

/**
 * Writes a number of units.
 *
 * @category rendering
 * @since 0.1.0
 */
export const counted = (count: number, unit: string): string =>
  count === 1 ? `1 ${unit}` : `${count} ${unit}s`

/**
 * Says how many units were dropped, and why.
 *
 * @category rendering
 * @since 0.1.0
 */
export const dropped = (account: Account): string => {
  if (account.dropped === 0) return 'none dropped'
  const why = account.droppedBecause === null ? '' : ` ${dropWords[account.droppedBecause]}`
  return `${account.dropped} dropped${why}`
}

/**
 * Says how many units a result rests on, and how many were dropped.
 *
 * @category rendering
 * @since 0.1.0
 */
export const basis = (account: Account, unit: string): string =>
  `from ${counted(account.n, unit)}, ${dropped(account)}`

/** What was resampled: the worlds or rows, and the replicates kept, and dropped for want of a denominator. */
const resampled = (result: IntervalEstimate | RatioInterval): string => {
  const units =
    'rows' in result
      ? `${result.n === null ? 'merged worlds' : counted(result.n, 'world')} in ${counted(result.rows, 'row')}`
      : counted(result.n, 'row')
  if (result.replicates === 0 || (result.kept === 0 && result.dropped === 0))
    return `from ${units}, none dropped`
  const lost = result.dropped === 0 ? '0 dropped' : `${result.dropped} dropped without a value`
  return `from ${units} and ${counted(result.kept, 'replicate')} (${lost}), engine ${result.engine}`
}

/**
 * Explains an interval.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ofInterval = (result: IntervalEstimate | RatioInterval): string => {
  const what = 'estimate' in result ? words(result.statistic) : 'ratio of sums'
  const estimate = 'estimate' in result ? ` is ${figure(result.estimate)}, with` : ' has'
  const spread = result.degenerate ? ', which is degenerate: the sample has no spread' : ''
  const interval = `a ${percent(result.level)} ${result.method} interval of ${range(result.low, result.high)}`
  return `The ${what}${estimate} ${interval}${spread}, ${resampled(result)}.`
}

/**
 * Explains why a result is not evaluable.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ofNothing = (result: Unsupported | NoInterval | RatioNotEvaluable): string => {
  const because = reasonWords[result.reason]
  if ('subject' in result) {
    const about = result.subject === null ? '' : ` (${JSON.stringify(result.subject)})`
    const left = dropped(result)
    return `The ${words(result.statistic)} is not evaluable because ${because}${about}: n = ${result.n}, ${left}.`
  }
  const what = 'statistic' in result ? words(result.statistic) : 'ratio of sums'
  const n = result.n === null ? 'merged worlds' : `n = ${result.n}`
  const lost = `${counted(result.dropped, 'replicate')} dropped`
  return `The ${result.method} interval of the ${what} is not evaluable because ${because}: ${n}, ${lost}.`
}

/**
 * Explains a ratio of sums.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ofRatio = (result: PooledRatio): string =>
  result._tag === 'Ratio'
    ? `The ratio of sums is ${figure(result.value)}, from ${counted(result.n, 'row')}, none dropped.`
    : `The ratio of sums is not evaluable because ${reasonWords[result.reason]}: n = ${result.n}, none dropped.`

/**
 * Explains a set without bounds.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ofUnbounded = (result: UnboundedSet): string => {
  const { atMost, atLeast } = result
  const ends = [
    ...(atMost === null ? [] : [`at most ${figure(atMost)}`]),
    ...(atLeast === null ? [] : [`at least ${figure(atLeast)}`]),
  ]
  const set = ends.length === 0 ? 'every number' : `all that is ${ends.join(' or ')}`
  const n = result.n === null ? 'merged worlds' : counted(result.n, 'world')
  return `The ${words(result.statistic)} is ${figure(result.estimate)}, but its ${percent(result.level)} ${result.method} set has no bounds (${set}), from ${n} in ${counted(result.rows, 'row')}, none dropped.`
}

const ofOutcome = (result: IntervalOutcome): string =>
  result._tag === 'Interval' ? ofInterval(result) : ofNothing(result)

/** The sentence of a result as a part of a longer one: without its capital and its full stop. */
const clause = (sentence: string): string =>
  sentence.slice(0, 1).toLowerCase() + sentence.slice(1, -1)

/**
 * Is a result that holds intervals, and what they were not made of.
 *
 * @category model
 * @since 0.1.0
 */
export type CompoundResult = PairedDifference | MacroInterval | CaseMargin

/**
 * Explains a result that holds intervals: which worlds, cells or cases they are made of, and which not.
 *
 * @category rendering
 * @since 0.1.0
 */
export const ofCompound = (result: CompoundResult): string => {
  if ('joined' in result) {
    const alone = `${result.onlyFirst.length} of the first arm only and ${result.onlySecond.length} of the second only dropped`
    const without = `${result.withoutRatio.length} without a ratio in one arm left out of the mean`
    return `Of ${counted(result.joined, 'joined world')} (${alone}, ${without}), ${clause(ofOutcome(result.differenceOfRatios))}, and ${clause(ofOutcome(result.meanOfDifferences))}.`
  }
  if ('interval' in result) {
    const unsupported =
      result.unsupported.length === 0
        ? 'none dropped'
        : `no spread within ${result.unsupported.join(', ')}`
    return `Over ${counted(result.cases.length, 'case')} (${unsupported}), ${clause(ofOutcome(result.interval))}.`
  }
  const reasons = [...new Set(result.dropped.map(({ reason }) => reason))].map((reason) => {
    const count = result.dropped.filter((cell) => cell.reason === reason).length
    return `${count} ${words(reason)}`
  })
  const lost = reasons.length === 0 ? 'none dropped' : `dropped: ${reasons.join(', ')}`
  return `In case ${JSON.stringify(result.case)}, over ${counted(result.cells, 'cell')} (${lost}), ${clause(ofOutcome(result.margin))}.`
}
