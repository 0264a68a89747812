/**
 * Leaderboard: agents ranked by their aggregate efficiency ratio.
 *
 * Each agent is scored over its own rows (`aer.ts`). Agents with the same ratio share a rank, and the next rank counts
 * them (1, 2, 2, 4). An agent without a score has no rank and stands below those that have one, with the reason. A board
 * holds one tier: where scored rows name different tiers there is no board but the outcome `mixed_tiers`, even if each
 * agent has one tier. Rows that failed, were withdrawn or offered nothing are listed beside the board. Intervals are
 * shown, not resolved: a rank is that of the point estimates.
 *
 * | option                    | default        | meaning                     |
 * | ------------------------- | -------------- | --------------------------- |
 * | `bootstrap`, `summation`  | as in `aer.ts` | how each agent is scored    |
 *
 * Laws
 *   L1 ranks       a rank is one more than the number of agents with a larger ratio
 *   L2 order       the order of the rows decides nothing where sums are exact
 *   L3 withdrawal  withdrawn rows change no rank and no score
 *
 * @module
 */

import { failure, nonEmpty } from '../core/failure.js'
import { type AerOptions, invalidScore, malformedScore, mixedTiers, scoreAER } from './aer.js'
import type { AerInvalid, AerRefusal, AerScore, DroppedRow, MixedTiers } from './aer-outcome.js'
import type { AerRow } from './aer-row.js'
import { byCodeUnits, groupsBy } from './groups.js'

/**
 * Places an agent that has a score.
 *
 * @category model
 * @since 0.1.0
 */
export interface RankedAgent {
  readonly agent: string
  readonly rank: number
  readonly score: AerScore
}

/**
 * Lists an agent that has no score, with the reason.
 *
 * @category model
 * @since 0.1.0
 */
export interface UnrankedAgent {
  readonly agent: string
  readonly rank: null
  readonly score: Exclude<AerRefusal, MixedTiers>
}

/**
 * Is the place of one agent.
 *
 * @category model
 * @since 0.1.0
 */
export type Standing = RankedAgent | UnrankedAgent

/**
 * Is a board with what it rests on, or why there is none. `standings` come in the order of rank, then name; `n` counts
 * the scored rows of all agents; `withdrawn` lists the rows that were taken back, `dropped` all rows that rank nobody.
 *
 * @category model
 * @since 0.1.0
 */
export type Leaderboard =
  | {
      readonly status: 'ok'
      readonly tier: string | null
      readonly standings: ReadonlyArray<Standing>
      readonly n: number
      readonly withdrawn: ReadonlyArray<DroppedRow>
      readonly dropped: ReadonlyArray<DroppedRow>
    }
  | MixedTiers
  | AerInvalid

/**
 * Is one line of a board as a flat record of plain values, ready for a table; absent numbers are `null`.
 *
 * @category model
 * @since 0.1.0
 */
export interface LeaderboardRow {
  readonly rank: number | null
  readonly agent: string
  readonly status: string
  readonly aer: number | null
  readonly clipped: number | null
  readonly low: number | null
  readonly high: number | null
  readonly tier: string | null
  readonly n: number
  readonly worlds: number
  readonly realized: number | null
  readonly attainable: number | null
  readonly degenerate: number
  readonly errors: number
  readonly withdrawn: number
  readonly reason: string | null
}

const namelessRows = (rows: ReadonlyArray<AerRow>): AerInvalid | null => {
  const failures = nonEmpty(
    rows.flatMap((row, index) =>
      typeof row.agent === 'string'
        ? []
        : [failure('MalformedRow', [index, 'agent'], row.agent, 'the agent that is ranked')],
    ),
  )
  return failures === null ? null : invalidScore(failures)
}

/** Ranks agents that have a score: one more than the number of agents with a larger ratio. */
const ranked = (scored: ReadonlyArray<Omit<RankedAgent, 'rank'>>): ReadonlyArray<RankedAgent> => {
  const descending = [...scored].sort(
    (a, b) => b.score.aer - a.score.aer || byCodeUnits(a.agent, b.agent),
  )
  const ranks: Array<RankedAgent> = []
  descending.forEach((standing, index) => {
    const above = ranks[index - 1]
    const tied = above !== undefined && above.score.aer === standing.score.aer
    ranks.push({ ...standing, rank: tied ? above.rank : index + 1 })
  })
  return ranks
}

/**
 * Ranks the agents that the rows name. Every row needs an agent, failed and withdrawn rows too: a failure counts
 * against somebody's `n`. What is malformed is reported with its place.
 *
 * @example
 * ```ts
 * import { leaderboard } from 'edgeworth/scoring'
 * const row = { world: '1', tier: 'wstar_grid', attainable: 4 }
 * const board = leaderboard([
 *   { ...row, agent: 'greedy', realized: 1 },
 *   { ...row, agent: 'model', realized: 3 },
 *   { ...row, agent: 'random', realized: 1 },
 * ])
 * board.status === 'ok' ? board.standings.map(({ agent, rank }) => [rank, agent]) : board // => [[1, 'model'], [2, 'greedy'], [2, 'random']]
 * ```
 *
 * @category operations
 * @since 0.1.0
 */
export const leaderboard = (rows: ReadonlyArray<AerRow>, options: AerOptions = {}): Leaderboard => {
  const refused = malformedScore(rows, options) ?? namelessRows(rows) ?? mixedTiers(rows)
  if (refused !== null) return refused
  const agents = groupsBy((row: AerRow) => row.agent ?? '')(rows).map((group) => ({
    agent: group.key,
    score: scoreAER(group.rows, options),
  }))
  const scored: Array<Omit<RankedAgent, 'rank'>> = []
  const unscored: Array<UnrankedAgent> = []
  for (const { agent, score } of agents) {
    if (score.status === 'ok') scored.push({ agent, score })
    else if (score.status !== 'invalid' && score.status !== 'mixed_tiers') {
      unscored.push({ agent, rank: null, score })
    }
  }
  const standings = [...ranked(scored), ...unscored]
  const dropped = standings.flatMap(({ score }) => score.dropped)
  return {
    status: 'ok',
    tier: scored[0]?.score.tier ?? null,
    standings,
    n: standings.reduce((count, { score }) => count + score.n, 0),
    withdrawn: dropped.filter(({ reason }) => reason === 'withdrawn'),
    dropped,
  }
}

const lineOf = ({ agent, rank, score }: Standing): LeaderboardRow => {
  const { degenerate_denominator: degenerate, error: errors, withdrawn } = score.droppedCounts
  const counted = { rank, agent, status: score.status, n: score.n, degenerate, errors, withdrawn }
  if (score.status !== 'ok') {
    const none = { aer: null, clipped: null, low: null, high: null, tier: null }
    const sums = { worlds: 0, realized: null, attainable: null }
    return { ...counted, ...none, ...sums, reason: score.reason }
  }
  const { aer, clipped, interval, tier, worlds, realized, attainable } = score
  const [low, high] = interval._tag === 'Interval' ? [interval.low, interval.high] : [null, null]
  const reason = interval._tag === 'NotEvaluable' ? `no interval: ${interval.reason}` : null
  return { ...counted, aer, clipped, low, high, tier, worlds, realized, attainable, reason }
}

/**
 * Flattens a board into one plain record per agent, in the order of the standings; nothing where there is no board.
 *
 * @category operations
 * @since 0.1.0
 */
export const leaderboardRows = (board: Leaderboard): ReadonlyArray<LeaderboardRow> =>
  board.status === 'ok' ? board.standings.map(lineOf) : []
