/**
 * Capture share: how much of the surplus a market made stays with one seat.
 *
 * A companion of the aggregate efficiency ratio, never pooled into it: AER is blind to who gets what, and this is the
 * number that is not. A seat's gain is its utility at the end less its utility at the start; the share is that gain
 * over the sum of all gains. It is reported raw: below 0 where the seat lost, above 1 where others lost, and then the
 * losers are named, because a large share taken from a counterparty is not a large share of a larger pie. Over several
 * episodes the share is a ratio of sums. An equal split would give each of N seats 1/N; the split among the parties of
 * each trade is in `par.ts`.
 *
 * Recorded shares agree to the last bit when gains are taken from utilities (`utilityGains`); adding up the changes of
 * each round gives the same number only up to rounding.
 *
 * | parameter   | default    | meaning                                              |
 * | ----------- | ---------- | ---------------------------------------------------- |
 * | `summation` | `neumaier` | the rule by which gains are added                    |
 * | `EPSILON`   | 1e-9       | a total this close to 0 has no share; a loss is worse |
 *
 * Laws
 *   L1 whole      the shares of all seats add up to 1 where they exist
 *   L2 unit       multiplying every gain by a power of two changes no share
 *   L3 pool       pooling one episode gives its own share
 *
 * @module
 */

import { defaultSummation, EPSILON, type Summation, sum } from '../core/arithmetic.js'
import { type Failure, type Failures, failure, nonEmpty } from '../core/failure.js'
import { fieldsOf, wrongOptions } from './plain-input.js'

/**
 * Names what is asked: whose share, of which gains.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaptureInput {
  /** The gain in utility of every agent, in the order of their ids. */
  readonly gains: ReadonlyArray<number>
  /** The id of the seat, from 1. */
  readonly agent: number
}

/**
 * Carries the two sums of a capture share; what pooling needs of an episode.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaptureGains {
  readonly agentGain: number
  readonly totalGain: number
}

/**
 * Describes the share of one seat, or why there is none. `losers` are the other agents whose gain is below -EPSILON,
 * in the order of their ids.
 *
 * @category model
 * @since 0.1.0
 */
export type Capture =
  | (CaptureGains & {
      readonly status: 'ok'
      readonly agent: number
      readonly share: number
      readonly fairShare: number
      readonly losers: ReadonlyArray<number>
      readonly counterpartyLoses: boolean
      readonly summation: Summation
    })
  | (CaptureGains & {
      readonly status: 'not_evaluable'
      readonly reason: string
      readonly agent: number
      readonly fairShare: number
      readonly losers: ReadonlyArray<number>
      readonly counterpartyLoses: boolean
      readonly summation: Summation
    })
  | { readonly status: 'invalid'; readonly failures: Failures<'MalformedCapture'> }

/**
 * Describes a share pooled over `n` episodes as a ratio of sums, or why there is none.
 *
 * @category model
 * @since 0.1.0
 */
export type PooledCapture =
  | (CaptureGains & {
      readonly status: 'ok'
      readonly share: number
      readonly n: number
      readonly summation: Summation
    })
  | (CaptureGains & {
      readonly status: 'not_evaluable'
      readonly reason: string
      readonly n: number
      readonly summation: Summation
    })
  | { readonly status: 'invalid'; readonly failures: Failures<'MalformedCapture'> }

/**
 * Chooses the rule of summation.
 *
 * @category model
 * @since 0.1.0
 */
export interface CaptureOptions {
  readonly summation?: Summation | undefined
}

/**
 * Subtracts the utilities at the start from those at the end, agent by agent. An agent missing from either list gains
 * NaN, which `captureShare` refuses with its place.
 *
 * @category constructors
 * @since 0.1.0
 */
export const utilityGains = (
  before: ReadonlyArray<number>,
  after: ReadonlyArray<number>,
): ReadonlyArray<number> =>
  Array.from(
    { length: Math.max(before.length, after.length) },
    (_, index) => (after[index] ?? Number.NaN) - (before[index] ?? Number.NaN),
  )

const noSurplus = 'the gains add up to 0 within 1e-9, so there is no surplus to share'
const notFinite = 'the gains or their ratio are beyond the range of a double'

const malformed = (path: Failure['path'], value: unknown, expected: string) =>
  failure('MalformedCapture', path, value, expected)

/** The ratio of two sums, or the reason why it is not a number. */
const shareOf = ({ agentGain, totalGain }: CaptureGains): number | string => {
  if (Math.abs(totalGain) <= EPSILON) return noSurplus
  const share = agentGain / totalGain
  return Number.isFinite(totalGain) && Number.isFinite(share) ? share : notFinite
}

const checked = (input: unknown, options: unknown): Failures<'MalformedCapture'> | null => {
  const fields = fieldsOf(input)
  if (fields === null) return [malformed([], input, 'an object of gains and an agent')]
  const { gains, agent } = fields
  if (!Array.isArray(gains)) return [malformed(['gains'], gains, 'a list of gains')]
  const wrongGains = Array.from<unknown>(gains).flatMap((gain, index) =>
    Number.isFinite(gain) ? [] : [malformed(['gains', index], gain, 'a finite number')],
  )
  const seated = Number.isInteger(agent) && Number(agent) >= 1 && Number(agent) <= gains.length
  const wrongAgent = seated
    ? []
    : [malformed(['agent'], agent, `an agent id from 1 to ${gains.length}`)]
  return nonEmpty([...wrongGains, ...wrongAgent, ...wrongOptions('MalformedCapture', options)])
}

/**
 * Measures the share of the surplus that one seat keeps. Gains are in units of utility; the share is raw. Gains that
 * are not finite, ids without a gain and anything else that cannot be read are refused with their paths.
 *
 * @example
 * ```ts
 * import { captureShare } from 'edgeworth/scoring'
 * const capture = captureShare({ gains: [6, 3, -1], agent: 1 })
 * capture.status === 'ok' ? [capture.share, capture.losers] : capture // => [0.75, [3]]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const captureShare = (input: CaptureInput, options: CaptureOptions = {}): Capture => {
  const failures = checked(input, options)
  if (failures !== null) return { status: 'invalid', failures }
  const { gains, agent } = input
  const summation = options.summation ?? defaultSummation
  const agentGain = gains[agent - 1] ?? 0
  const totalGain = sum(summation)(gains)
  const losers = gains.flatMap((gain, index) =>
    gain < -EPSILON && index + 1 !== agent ? [index + 1] : [],
  )
  const known = {
    agent,
    agentGain,
    totalGain,
    fairShare: 1 / gains.length,
    losers,
    counterpartyLoses: losers.length > 0,
    summation,
  }
  const share = shareOf(known)
  return typeof share === 'number'
    ? { status: 'ok', share, ...known }
    : { status: 'not_evaluable', reason: share, ...known }
}

const wrongGainsOf = (
  episode: unknown,
  index: number,
): ReadonlyArray<Failure<'MalformedCapture'>> => {
  const fields = fieldsOf(episode)
  if (fields === null) return [malformed([index], episode, 'an object of two gains')]
  return ['agentGain', 'totalGain'].flatMap((key) =>
    Number.isFinite(fields[key]) ? [] : [malformed([index, key], fields[key], 'a finite number')],
  )
}

/**
 * Pools the shares of several episodes: the sum of the seat's gains over the sum of all gains. Episodes that have no
 * share of their own (a total of 0) still count in both sums; what cannot be read is refused with its path.
 *
 * @category operations
 * @since 0.1.0
 */
export const poolCapture = (
  episodes: ReadonlyArray<CaptureGains>,
  options: CaptureOptions = {},
): PooledCapture => {
  const failures = Array.isArray(episodes)
    ? nonEmpty([
        ...Array.from(episodes, wrongGainsOf).flat(),
        ...wrongOptions('MalformedCapture', options),
      ])
    : nonEmpty([malformed([], episodes, 'a list of episodes')])
  if (failures !== null) return { status: 'invalid', failures }
  const summation = options.summation ?? defaultSummation
  const known = {
    agentGain: sum(summation)(episodes.map((episode) => episode.agentGain)),
    totalGain: sum(summation)(episodes.map((episode) => episode.totalGain)),
    n: episodes.length,
    summation,
  }
  const share = shareOf(known)
  return typeof share === 'number'
    ? { status: 'ok', share, ...known }
    : { status: 'not_evaluable', reason: share, ...known }
}
